"""Text grids: Esri ASCII and GRASS ASCII."""
