"""In which country an extract lies, for what its law says where no sign does.

Rough boxes of ours, tried in order: small countries come before the large ones that surround them.
Borders are missed by tens of kilometres, as in `road.files.osm.sides`; near one the neighbour's law
may be taken, which a note of the graph says.
"""

from __future__ import annotations

import numpy as np

from road.graph import F64

Box = tuple[float, float, float, float]  # west, south, east, north

BOXES: tuple[tuple[str, Box], ...] = (
    ("ch", (6.0, 45.9, 10.4, 47.7)),
    ("si", (13.5, 45.45, 16.5, 46.8)),
    ("at", (9.6, 46.5, 17.1, 48.6)),
    ("cz", (12.3, 48.9, 18.6, 50.9)),
    ("sk", (17.0, 47.8, 22.5, 49.5)),
    ("hu", (16.4, 45.9, 22.3, 48.3)),
    ("pt", (-9.6, 36.9, -6.7, 42.0)),
    ("pt", (-31.4, 32.3, -16.2, 39.8)),
    ("nl", (3.5, 51.25, 6.9, 53.6)),
    ("be", (2.6, 49.7, 6.0, 51.4)),
    ("dk", (8.1, 54.85, 12.6, 57.8)),
    ("gb", (-8.2, 49.9, 1.8, 60.9)),
    ("ee", (22.3, 57.7, 27.4, 59.7)),
    ("lt", (21.0, 54.0, 26.6, 56.4)),
    ("pl", (14.3, 49.2, 23.8, 54.8)),
    ("de", (6.2, 47.4, 14.9, 55.0)),
    ("it", (6.7, 36.6, 13.4, 46.4)),
    ("it", (13.4, 36.6, 18.5, 43.0)),
    ("it", (8.1, 38.8, 9.9, 41.3)),
    ("es", (-9.4, 36.0, 0.6, 42.7)),
    ("es", (0.6, 38.6, 3.3, 42.4)),
    ("fr", (-4.9, 42.4, 8.0, 51.1)),
    ("fr", (8.5, 41.3, 9.6, 43.1)),
    ("no", (4.5, 58.0, 11.2, 71.2)),
    ("se", (11.2, 55.3, 23.0, 68.5)),
    ("fi", (20.6, 59.8, 31.5, 70.1)),
    ("ro", (20.3, 43.7, 28.2, 48.2)),
    ("bg", (22.4, 41.3, 28.6, 43.7)),
    ("gr", (19.4, 34.8, 26.6, 41.7)),
    ("tr", (26.0, 35.9, 44.8, 42.1)),
    ("by", (23.2, 51.3, 31.5, 56.1)),
    ("ua", (22.2, 46.0, 36.0, 51.5)),
    ("ru", (30.0, 50.0, 60.0, 70.0)),
    ("ru", (60.0, 54.0, 130.0, 74.0)),
)
"""Countries with limits in `road.files.osm.speed`, by their codes there."""


def country_of(lon_lat: F64) -> str:
    """The code of the country that holds the middle of these points; "" where none is known.

    lon_lat : float64, (n, 2), degrees.
    """
    if not len(lon_lat):
        return ""
    lon, lat = np.median(lon_lat, axis=0).tolist()
    holding = (code for code, (w, s, e, n) in BOXES if w <= lon <= e and s <= lat <= n)
    return next(holding, "")
