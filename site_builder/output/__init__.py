"""The only package that writes: a checked folder, a list of what the builder made, and files put whole into place."""
