"""Tables of times between many places on roads."""
