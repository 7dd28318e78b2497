"""Road graphs and their solvers on the CPU."""
