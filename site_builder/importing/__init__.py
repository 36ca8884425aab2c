"""From the result files of benchmark tools to rows of the canonical schema: one small module a format in formats/."""
