"""Other solvers, run on the same grids from the same starts."""
