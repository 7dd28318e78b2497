"""Tests of `raster/builder`."""
