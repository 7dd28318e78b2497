"""What each command can be told, and of what it means something."""
