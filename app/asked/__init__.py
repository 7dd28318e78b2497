"""What is asked: how two questions differ, in words."""
