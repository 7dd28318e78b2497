"""What exports of roads compile is loaded behind a message, once, and is all that they need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

from app.exports.request import AreaMethod, ExportOptions
from app.exports.table import export
from app.exports.warm_up import MESSAGE
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import CancelledError
from core.geometry import marching_squares
from core.solver import Start
from raster.isochrones import contours
from road import streets
from road.maps import bands, bands_lines, bands_runs, polygons, rasterise
from road.results import spans as travel_times_spans
from road.results import travel_times
from road.solvers.dijkstra import Dijkstra
from tests.app.drawn_roads import opened

MODULES = (
    bands, bands_lines, bands_runs, contours, marching_squares, polygons, rasterise, streets,
    travel_times, travel_times_spans,
)  # fmt: skip

KINDS: list[tuple[str, str, AreaMethod]] = [
    ("lines", ".csv", "buffer"),
    ("cells", ".tif", "buffer"),
    ("polygons", ".gpkg", "buffer"),
    ("polygons", ".gpkg", "walk"),
]


@pytest.fixture(autouse=True)
def _cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.exports.warm_up._WARM", set())


def solved(direction: Any = "from", profile: str = "car") -> RoadSolved:
    roads: OpenRoads = opened(profile).turned(direction)
    times = Dijkstra(roads.graph, roads.weights, direction=direction).solve((Start(0),))
    return RoadSolved(roads, times, (PlacedStart(0.0, 0.0, 0.0),), (None,), "dijkstra", "cpu", "")


def compiled() -> dict[str, int]:
    """Kernel: for how many kinds of arguments it is compiled."""
    return {
        f"{module.__name__}.{name}": len(value.signatures)
        for module in MODULES
        for name, value in vars(module).items()
        if isinstance(value, Dispatcher)
    }


@pytest.mark.parametrize("profile", ["car", "foot"])
@pytest.mark.parametrize(("kind", "suffix", "method"), KINDS)
def test_after_the_message_nothing_is_left_to_compile(
    tmp_path: Path, kind: str, suffix: str, method: AreaMethod, profile: str
) -> None:
    told: list[str] = []
    counts: list[dict[str, int]] = []

    def progress(_fraction: float, label: str) -> None:
        told.append(label)
        if label != MESSAGE and not counts:
            counts.append(compiled())

    path = tmp_path / f"roads{suffix}"
    result = solved(profile=profile)
    how = ExportOptions(method=method, tolerance_m=20.0)
    export(kind, path, result, options=how, progress=progress)
    assert told[0] == MESSAGE
    assert compiled() == counts[0]
    told.clear()
    export(kind, path, result, options=how, progress=progress)
    assert MESSAGE not in told


def test_a_cancelled_export_prepares_nothing(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        export("lines", tmp_path / "roads.csv", solved("to"), cancel=cancel)
