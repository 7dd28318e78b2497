"""Files that appear whole, and calls that may end without harm."""
