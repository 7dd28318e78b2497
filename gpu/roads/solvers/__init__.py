"""Road solvers on the device: the twins of road/solvers, with the same names and parameters."""
