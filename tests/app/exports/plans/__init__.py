"""What a file will hold, and what it then holds."""
