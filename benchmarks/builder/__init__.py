"""Velocity rasters being built: a rule that is dragged, and rasters larger than memory."""
