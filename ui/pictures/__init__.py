"""Pictures made of arrays, without Qt."""
