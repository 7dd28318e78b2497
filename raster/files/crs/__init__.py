"""Where rasters lie, in which coordinates, and on other grids."""
