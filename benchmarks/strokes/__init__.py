"""How soon a stroke over the ground is answered."""
