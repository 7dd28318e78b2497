"""Places read off the map: their longitudes, paths to them, lengths, and the way to a place."""
