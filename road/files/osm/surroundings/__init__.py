"""What the surroundings of a street say of it: signs, towns, the country."""
