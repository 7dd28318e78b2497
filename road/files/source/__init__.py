"""Road files on disk: their bytes, numbers, coordinates and kept imports."""
