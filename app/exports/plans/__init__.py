"""What a file will hold, known before it is written."""
