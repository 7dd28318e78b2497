"""What is loaded before it is waited for."""
