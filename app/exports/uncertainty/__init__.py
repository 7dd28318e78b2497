"""How certain times are, as files."""
