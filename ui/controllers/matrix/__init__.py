"""Parts of what the window does between many places."""
