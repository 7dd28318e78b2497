"""One page that says what a result is: map, tables, how it was made, and whether it was checked."""
