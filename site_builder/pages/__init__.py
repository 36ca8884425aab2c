"""Decides which pages exist and what each one says in figures: frozen contexts, already written out for readers."""
