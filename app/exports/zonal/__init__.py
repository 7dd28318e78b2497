"""Amounts by band and start: areas or lengths, and what any raster counts."""
