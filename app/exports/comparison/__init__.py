"""Two results of the same ground against each other, and the files of that."""
