"""What is to be written, chosen with a preview of it."""
