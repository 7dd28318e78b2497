"""Edits of the ground: barriers, openings, speeds and factors drawn over a velocity raster."""
