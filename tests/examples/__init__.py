"""Examples do what they say."""
