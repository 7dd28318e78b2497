"""The multilevel overlay of a partition."""
