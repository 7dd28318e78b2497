"""Documents: terrain, roads, and both joined."""
