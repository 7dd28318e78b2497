"""Tools of the pointer on the map, and what it meets there."""
