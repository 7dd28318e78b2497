"""`isofront solve`: walled ground, what is solved on it and what is written."""
