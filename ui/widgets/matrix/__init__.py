"""Parts of what is shown of a matrix."""
