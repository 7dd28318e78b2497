"""Velocity grids and their solvers on the CPU."""
