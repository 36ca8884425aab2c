"""The catalogs that people edit (data/*.toml), read once into frozen values."""
