"""`isofront matrix`: the command, and what it tells."""
