"""Matrices to files: tables, layers of features and rasters."""
