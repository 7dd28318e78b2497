"""A car's minutes against those of OSRM itself."""
