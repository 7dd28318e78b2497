"""From travel times to bands, isolines and polygons."""
