"""Raster files in and out; the only importer of rasterio."""
