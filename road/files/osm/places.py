"""Where the nodes of ways lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import osmium
from osmium.geom import ALL, WKBFactory
from osmium.index import LocationTable, create_map
from osmium.osm import NODE, Node, Way

from core.errors import InputError
from road.files.osm.chunks import chunks_of
from road.graph import F64, I64

LARGE_FILE_BYTES = 1 << 30
"""Bytes of a file above which the index of nodes (16 bytes each) lies in a temporary file instead
of memory."""

WKB_HEADER_DIGITS = 18  # byte order, type and count before the coordinates


def index_for(file_bytes: int) -> LocationTable:
    return create_map("sparse_file_array" if file_bytes > LARGE_FILE_BYTES else "flex_mem")


class Places:
    """A handler of osmium that gathers the places of the nodes of each way it sees.

    Well-known binary gives a whole way in one call; a way that lacks a node has none, and its
    nodes are looked up one by one at the end, when all nodes of the file have been seen.
    """

    def __init__(self, index: LocationTable) -> None:
        self.index = index
        self._line = WKBFactory().create_linestring
        self._digits: list[str] = []
        self._whole: list[bool] = []

    def way(self, way: Way) -> None:
        try:
            digits = self._line(way, ALL)
        except (osmium.InvalidLocationError, RuntimeError):  # RuntimeError: fewer than two nodes
            self._whole.append(False)
        else:
            self._whole.append(True)
            self._digits.append(digits[WKB_HEADER_DIGITS:])

    def of_refs(self, refs: I64, counts: I64, path: Path) -> F64:
        """float64, (refs, 2): longitude and latitude, NaN where the file does not hold the node."""
        lon_lat = np.empty((len(refs), 2))
        whole = np.repeat(np.array(self._whole, np.bool_), counts)
        known = np.frombuffer(bytes.fromhex("".join(self._digits)), "<f8")
        lon_lat[whole] = known.reshape(-1, 2)
        lon_lat[~whole] = self._looked_up(refs[~whole], path)
        return lon_lat

    def _looked_up(self, refs: I64, path: Path) -> F64:
        ids, inverse = np.unique(refs, return_inverse=True)
        not_uploaded = _negative_places(path) if len(ids) and ids[0] < 0 else {}
        found = np.full((len(ids), 2), np.nan)
        for place, node in enumerate(ids.tolist()):
            if node < 0:
                found[place] = not_uploaded.get(node, (np.nan, np.nan))
            else:
                found[place] = self._of_node(node, path)
        return found[inverse]

    def _of_node(self, node: int, path: Path) -> tuple[float, float]:
        try:
            location = self.index.get(node)
        except KeyError:
            return np.nan, np.nan
        if not location.valid():
            raise InputError(
                f"node {node} lies at longitude {location.lon_without_check()}, latitude "
                f"{location.lat_without_check()}",
                where=path.name,
                advice="Correct the node or leave it out.",
            )
        return location.lon, location.lat


def _negative_places(path: Path) -> dict[int, tuple[float, float]]:
    """Places of nodes with negative ids, which editors give out and osmium's index refuses."""
    places = {}
    for chunk in chunks_of(path):
        source = osmium.io.FileBuffer(chunk.data, chunk.format)
        for node in osmium.FileProcessor(source, NODE):
            if isinstance(node, Node) and node.id < 0 and node.location.valid():
                places[node.id] = (node.location.lon, node.location.lat)
    return places
