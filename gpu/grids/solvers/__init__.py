"""Grid solvers on the device: the twins of raster/solvers, with the same names and parameters."""
