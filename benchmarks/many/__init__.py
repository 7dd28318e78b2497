"""Tables from many origins, measured."""
