"""A velocity raster from elevation, land cover, roads and water, with a picture of it."""
