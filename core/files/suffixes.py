"""Suffixes of the files that are read, where more than one reader has to know them."""

from __future__ import annotations

PACKED = (".gz", ".xz", ".bz2")
"""Suffixes of files that are unpacked as they are read."""

LAYERS = (".geojson", ".json", ".shp", ".fgb")
"""Suffixes of layers in which there are no rasters."""

VECTOR_MEMBERS = (".shp", ".gpkg", ".geojson", ".fgb")
"""Suffixes of layers that are looked for in archives."""

ROADS = (".gr", ".co", ".osm", ".pbf", ".mtx", ".graphml", *LAYERS)
"""Suffixes of files that hold roads whatever is in them, so that the reader of roads says what is
wrong with a damaged one, and with one that holds none."""
