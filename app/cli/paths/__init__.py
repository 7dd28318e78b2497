"""`isofront route`: the way between two places, on whatever is open."""
