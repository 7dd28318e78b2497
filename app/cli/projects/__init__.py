"""Projects themselves on the command line: their scenarios, and results of these."""
