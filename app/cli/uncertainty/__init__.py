"""`isofront uncertainty`: how certain times are."""
