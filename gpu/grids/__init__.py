"""Device twins of the grid solvers."""
