"""Rasters as pictures beneath a map: any that GDAL reads, in the map's own coordinates."""
