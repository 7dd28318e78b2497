"""From elevation, land cover, roads and water to a velocity raster."""
