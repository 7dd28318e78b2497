"""Through how many rooms the value of a slider passes, from the widget to the labels."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from road.properties import RoadClass
from road.results.travel_times import RoadTimes
from tests.test_architecture import ROOT
from tests.test_rooms import PACKAGES
from tests.ui.driving import Driver
from tests.ui.roads import Roads, corner
from ui.panels.vehicle import VehiclePanel

KMH = 113
"""Kilometres per hour, a speed that nothing else has."""

MOST_ROOMS = 10
"""Folders that a slider's value may pass through, with that of the solver."""


class Trail:
    """Watches calls in all threads. rooms : the folders in which a function was handed, or handed
    back, the value or the metric that it is in, however wrapped, until there are times. Rows that
    are shown the metric anew, which happens before or after the times, are not on the way.

    What is looked into are values: frozen dataclasses, tuples and mappings. Who merely knows of a
    session is not handed what is open in it.
    """

    def __init__(self) -> None:
        self.rooms: set[str] = set()
        self.ended = True
        self._known: dict[int, tuple[object, bool]] = {}

    def __call__(self, frame: FrameType, event: str, result: object) -> None:
        if self.ended or event not in ("call", "return"):
            return
        file = Path(frame.f_code.co_filename)
        room = file.parent.relative_to(ROOT).as_posix() if ROOT in file.parents else ""
        if room.split("/")[0] in PACKAGES:
            handed = (result,) if event == "return" else tuple(frame.f_locals.values())
            if any(map(self._holds, handed)) and not _shown(frame):
                self.rooms.add(room)
            if event == "return" and isinstance(result, RoadTimes):
                self.ended = True

    def _holds(self, value: object) -> bool:
        if isinstance(value, int | float):
            return value == KMH
        if id(value) not in self._known:
            self._known[id(value)] = value, False  # kept, so that its id is not another's
            self._known[id(value)] = value, any(map(self._holds, _inside(value)))
        return self._known[id(value)][1]


def _shown(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "show_metric":
            return True
        frame = frame.f_back
    return False


def _inside(value: Any) -> Iterator[object]:
    made = getattr(type(value), "__dataclass_params__", None)
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif made is not None and made.frozen:
        yield from (getattr(value, field.name, None) for field in fields(value))


@pytest.fixture
def trail() -> Iterator[Trail]:
    """Begun before there is a window, for the threads that it starts."""
    trail = Trail()
    threading.setprofile(trail)
    yield trail
    threading.setprofile(None)


def test_a_slider_s_value_passes_through_few_rooms_on_its_way_to_the_solver(
    trail: Trail, user: Driver, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    slider = user.window.docks.panel(VehiclePanel).speeds[RoadClass.RESIDENTIAL].slider
    trail.ended = False
    sys.setprofile(trail)
    slider.setValue(KMH)
    user.rest()
    sys.setprofile(None)
    assert trail.ended, "times came of it"
    assert {"ui/widgets", "app/solving", "road/costs"} < trail.rooms
    assert len(trail.rooms | {"road/solvers"}) <= MOST_ROOMS, sorted(trail.rooms)
    way = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = way.partition("**A slider moves.**")[2].partition("\n4. ")[0]
    assert [room for room in trail.rooms if f"`{room}/" not in told] == []
