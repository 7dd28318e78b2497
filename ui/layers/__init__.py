"""Base layers of one's own on the map: rasters, drawings, tiles of a server."""
