"""A start is kept as a JSON object and comes back as it was."""

from __future__ import annotations

import json

import pytest

from app.starts import OLD_DELAYS, PlacedStart, coloured, names_of, on, start_of
from core.errors import InputError
from resources.start_colours import TONES

STARTS = (
    PlacedStart(1.5, -2.25, 90.0, name="Harbour", colour="#112233"),
    PlacedStart(0.1 + 0.2, 4e6, on=False),
    PlacedStart(vertex=17),
)


@pytest.mark.parametrize("start", STARTS[:2])
def test_a_record_gives_the_start_back(start: PlacedStart) -> None:
    assert start_of(json.loads(json.dumps(start.record()))) == start


def test_a_vertex_without_a_place_comes_back_as_one() -> None:
    record = STARTS[2].record()
    assert "x" not in record
    found = start_of(record)
    assert (found.vertex, str(found.x), found.on) == (17, "nan", True)


@pytest.mark.parametrize("old", OLD_DELAYS)
def test_the_old_name_of_a_delay_is_read_and_not_written(old: str) -> None:
    start = start_of({"x": 1, "y": 2, old: 30})
    assert start.delay_seconds == 30
    assert start.record()["delay_s"] == 30
    assert old not in start.record()


@pytest.mark.parametrize("record", [{"x": "far"}, {"delay_s": -1}, {"delay_s": None}])
def test_what_is_no_start_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(InputError):
        start_of(record)


def test_starts_have_names_and_colours_of_their_own() -> None:
    assert names_of(STARTS) == ("Harbour", "2", "3")
    assert [start.colour for start in coloured(STARTS)] == ["#112233", TONES[0], TONES[1]]
    assert on(STARTS) == (STARTS[0], STARTS[2])
    assert STARTS[0].alike(PlacedStart(1.5, -2.25, 90.0))
    assert not STARTS[0].alike(PlacedStart(1.5, -2.25, 91.0))
