"""Road graphs."""
