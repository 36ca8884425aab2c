"""`python -m site_builder` is `build-site`."""

from site_builder.cli import main

main(prog_name="build-site")
