"""What is there before anything is open: the welcome page and what beginners are told."""
