"""How fast a solve was, in a sentence; with Dijkstra's time only where that was measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.document.terrain import TerrainDocument
from app.solving.solve import Solving
from app.timing.plain_words import DijkstraTimes, PlainSpeed, plain_time, rough, rounded
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.grid import grid_from_kmh
from tests.app.asking import on_cells, on_roads, otherwise
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import opened

GRID = grid_from_kmh(np.full((30, 40), 20, np.uint8), 10.0)


@pytest.mark.parametrize(
    ("speed", "said"),
    [
        (PlainSpeed(948_123, 17.0), "948,000 places in 17 ms: 56 million a second"),
        (
            PlainSpeed(948_123, 17.0, 629.0),
            "948,000 places in 17 ms: 56 million a second, 37 times Dijkstra here",
        ),
        (
            PlainSpeed(948_123, 17.0, 17.2),
            "948,000 places in 17 ms: 56 million a second, as fast as Dijkstra here",
        ),
        (
            PlainSpeed(948_123, 17.0, 8.5),
            "948,000 places in 17 ms: 56 million a second, Dijkstra is 2 times as fast here",
        ),
        (PlainSpeed(1, 0.02), "1 place in 0.02 ms"),
        (PlainSpeed(0, 0.02), "0 places in 0.02 ms"),
        (PlainSpeed(999, 5.0, 10.0), "999 places in 5 ms"),
        (PlainSpeed(10_000, 1.0, partial=True), "Stopped after 1 ms, with 10,000 places: "
         "10 million a second"),
        (PlainSpeed(10_000, 1.0, coarse=True), "A preview of 10,000 places in 1 ms: "
         "10 million a second"),
        (PlainSpeed(400_000_000, 11.3), "400,000,000 places in 11 ms: 35 billion a second"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_was_done(speed: PlainSpeed, said: str) -> None:
    assert speed.sentence() == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (rough(934_000), "930,000"),
        (rough(999_999), "1 million"),
        (rough(1_240_000), "1.2 million"),
        (rough(9.96e8), "1 billion"),
        (rounded(1_234_567), "1,230,000"),
        (rounded(999_900), "1,000,000"),
        (rounded(7), "7"),
        (plain_time(9.99), "10 ms"),
        (plain_time(999.7), "1.0 s"),
        (plain_time(59_960), "1 min 0 s"),
    ],
)
def test_numbers_are_rounded_as_one_says_them(written: str, said: str) -> None:
    assert written == said


def test_words_and_thousands_are_the_listeners() -> None:
    words = {"{count} places": "{count} Orte"}
    told = PlainSpeed(948_000, 17.0).sentence(lambda text: words.get(text, text), " ")
    assert told == "948 000 Orte in 17 ms: 56 million a second"


def test_dijkstra_is_told_of_for_the_very_question_alone() -> None:
    book, asked = DijkstraTimes(), on_cells(GRID, 0, algorithm="dijkstra")
    book.note_solve(asked, Solving().run(asked))
    took = book.of(otherwise(asked, algorithm="tiled"))
    assert took is not None
    assert took > 0
    assert book.of(replace(asked, limit_seconds=60.0)) is None
    assert book.of(otherwise(asked, zero_speed_kmh=3.0)) is None
    assert book.of(replace(asked, starts=on_cells(GRID, 7).starts)) is None
    assert book.of(replace(asked, document=TerrainDocument(GRID))) is None
    called = tuple(replace(start, name="Home") for start in asked.starts)
    assert book.of(replace(asked, starts=called)) == took


def test_what_goes_on_from_the_times_before_is_not_dijkstra() -> None:
    """It looked at one cell, and Dijkstra's algorithm looks at all of them."""
    book, grid = DijkstraTimes(), grid_from_kmh(np.full((60, 60), 36), 10.0)
    asked = otherwise(on_cells(grid, 0), algorithm="dijkstra", backend="cpu")
    solving = Solving()
    before = solving.run(asked)
    assert not before.gone_on
    wall = EditLayer((GroundEdit(LineShape((grid.centre_of(59, 59),)), "barrier"),))
    edited = replace(asked, document=TerrainDocument(grid).with_edits(wall))
    solved = solving.run(edited)
    assert solved.gone_on
    book.note_solve(edited, solved)
    assert book.of(edited) is None
    told = PlainSpeed.of(solved, 5.0)
    assert told.dijkstra_ms is None
    assert told.sentence().startswith("3,600 places in ")
    assert told.sentence().endswith(", going on from the times before"), "and at no rate"


def test_the_command_line_says_it_first(isofront: CommandLine, tmp_path: Path) -> None:
    path = write_ascii(tmp_path / "terrain.asc", np.full((9, 9), 36))
    status, out, _ = isofront("solve", path, "--start", "auto")
    assert (status, out.splitlines()[0].split(" in ")[0]) == (0, "81 places")
    status, out, _ = isofront("solve", path, "--start", "auto", "--json")
    assert json.loads(out)["in_words"].startswith("81 places in ")


def test_on_roads_vertices_are_the_places() -> None:
    solved = Solving().run(on_roads(opened(), 0))
    assert PlainSpeed.of(solved).places == solved.times.reached


def test_bench_says_it_of_each_runner(isofront: CommandLine, tmp_path: Path) -> None:
    path = write_ascii(tmp_path / "terrain.asc", np.full((40, 40), 36))
    both = "--start", "auto", "--repeat", 1, "--algorithms"
    said = isofront("bench", path, *both, "tiled,dijkstra")[1]
    told = [line for line in said.splitlines() if "places in" in line]
    assert len(told) == 2
    assert "Dijkstra" in told[0].split(": ", 1)[1]
    assert "Dijkstra" not in told[1], "it is not compared with itself"
    assert "Dijkstra" not in isofront("bench", path, *both, "tiled")[1]


def test_another_solver_or_a_stopped_one_is_not_dijkstra() -> None:
    book, asked = DijkstraTimes(), on_cells(GRID, 0, algorithm="tiled")
    solved = Solving().run(asked)
    book.note_solve(asked, solved)
    assert book.of(asked) is None
    assert PlainSpeed.of(solved, 5.0).dijkstra_ms == 5.0
    own = Solving().run(otherwise(asked, algorithm="dijkstra"))
    assert PlainSpeed.of(own, 5.0).dijkstra_ms is None, "it is not compared with itself"
