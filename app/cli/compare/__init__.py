"""`isofront compare`: two times files, or two questions, against each other."""
