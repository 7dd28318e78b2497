"""Street layers of GIS files as road graphs, and drawings."""
