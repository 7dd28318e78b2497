"""OpenStreetMap files as road graphs."""
