"""`isofront build`."""
