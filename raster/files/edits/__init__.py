"""What edits need of files: cells in an area, and speeds as they are written."""
