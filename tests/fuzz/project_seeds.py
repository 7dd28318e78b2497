"""Projects with scenarios, of which the file itself is spoiled."""

from __future__ import annotations

import json

from tests.fuzz.cases import Sound
from tests.fuzz.raster_seeds import CELLS, HEADER, _rows

START = {"x": 500015.0, "y": 8000045.0, "name": "Depot", "delay_s": 1.5}
EDIT = {
    "shape": "line", "corners": [[500005.0, 8000005.0], [500005.0, 8000025.0]], "width_m": 10.0,
    "effect": "barrier", "value": 0.0, "name": "wall", "visible": True,
}  # fmt: skip
FIGURES = {
    "reached": 9, "farthest": 60.5, "counts": "s", "unit": "m2", "limits": [60.0],
    "amounts": [900.0],
}  # fmt: skip
RESULT = {
    "name": "first", "solved": "2026-11-23T08:30:00Z", "by": "tiled on cpu", "times": "0" * 32,
    "figures": FIGURES,
}  # fmt: skip
PROJECT = {
    "isofront_project": 2,
    "sources": {"terrain": {"path": "a.asc"}},
    "solver": {"algorithm": "dijkstra", "backend": "cpu"},
    "scenarios": {
        "version": 1,
        "open": "Today",
        "list": [
            {"name": "Today", "starts": [START], "limit": 60.0, "results": [RESULT]},
            {"name": "Wall", "starts": [START], "edits": {"version": 1, "layer": [EDIT]}},
        ],
    },
}


def projects() -> list[Sound]:
    """Projects of two scenarios, asked and changed."""
    files = {
        "a.asc": (HEADER + _rows(CELLS)).encode(),
        "p.isofront": json.dumps(PROJECT, indent=1).encode(),
    }
    words = (
        ("info", "{}/p.isofront", "--json"),
        ("solve", "{}/p.isofront", "--json"),
        ("solve", "{}/p.isofront", "--scenario", "Wall", "--json"),
        ("project", "{}/p.isofront", "--json"),
        ("project", "{}/p.isofront", "duplicate", "Today", "--json"),
        ("project", "{}/p.isofront", "results", "--json"),
    )
    return [Sound(files, words, targets=("p.isofront",))]


READERS = {"project": projects}
