"""From rows to figures: pure functions on arrays and frozen values. No files, no clock, no text for readers."""
