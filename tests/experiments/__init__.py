"""What was tried and is not used."""
