"""Pure functions from figures to drawings: positions in per cent of a plot, so that text keeps its size anywhere."""
