"""Roads on a ground: slopes, and both as one graph."""
