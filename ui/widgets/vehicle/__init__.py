"""What the Vehicle panel is put together from."""
