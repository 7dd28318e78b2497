"""Tests of `raster.slopes`."""
