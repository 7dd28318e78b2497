"""Street networks of OSMnx as GraphML."""
