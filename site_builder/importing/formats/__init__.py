"""One module a format, each with a Format that registry.py lists. A format only says what its file says."""
