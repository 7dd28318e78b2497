"""Road solvers on the device: the twins of road/, with the same names and parameters."""
