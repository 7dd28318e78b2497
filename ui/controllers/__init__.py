"""What the user does, carried to the session and back."""
