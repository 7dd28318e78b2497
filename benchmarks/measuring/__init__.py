"""Times and machines, as records tell them."""
