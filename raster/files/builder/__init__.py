"""Rasters of any kind brought to the grid of speeds, window by window, and speeds to files."""
