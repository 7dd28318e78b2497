"""Tests of `raster.files.slopes`."""
