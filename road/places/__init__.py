"""From a point on the ground to a street."""
