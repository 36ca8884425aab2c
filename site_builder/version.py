"""The version of the builder, in one place."""

VERSION = "0.1.0"
