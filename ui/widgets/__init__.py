"""Small controls that panels and window share."""
