"""The map: what is drawn and how the pointer meets it."""
