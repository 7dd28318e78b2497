"""Tests of `raster.edits`."""
