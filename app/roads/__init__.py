"""Roads as they are driven: read, costed, closed, and found by a click."""
