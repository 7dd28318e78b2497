"""A stroke over the ground: gone on with from the times before, and solved from the beginning.

    python -m benchmarks.strokes.edits [--sizes 2000,5000,10000] [--grounds fractal,reals]
                                       [--repeat N] [--out FILE]

On each ground the times from its start are found; then every stroke (how large, how far from the
start, what it does) is laid over it by turns in two ways, as a window does it: by what keeps the
answer before, and by what knows none. A record a stroke: milliseconds of editing the raster, and of
both answers, which solver gave the first, how many cells have other speeds and other times, and
whether the labels of both are the same. Ends with status 1 where some are not. Appends to
benchmarks/results/edits.jsonl.

Ground: fractal terrain as bytes, and the same as real numbers. Strokes: 3 cells wide and 20 long,
20 by 200, and a twentieth of the side by half of it. Near is a hundredth of the side from the
start, far a tenth of it from the corner that is farthest.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from app.document.terrain import TerrainDocument
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.starts import PlacedStart
from benchmarks.instances.terrains import fractal_terrain, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import Timing, timed, walls
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.trace import Event, SolveStarted, Trace
from raster.edits.edit import EditLayer, EffectName, GroundEdit, LineShape
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dynamic import changed_cells

SEED = 1
GROUNDS = ("fractal", "reals")
EFFECTS: tuple[tuple[EffectName, float], ...] = (
    ("barrier", 0.0),
    ("open", 20.0),
    ("speed", 3.0),
    ("speed", 90.0),
    ("factor", 0.5),
)
"""Effects of strokes, each with its km/h or factor."""

STROKES = ("small", "medium", "large")
PLACES = ("near", "far")
ON_CPU = Options(backend="cpu")


class LastSolver(Trace):
    """Keeps who solved last."""

    solver = ""

    def emit(self, event: Event) -> None:
        if isinstance(event, SolveStarted):
            self.solver = event.algorithm


def ground_of(name: str, side: int) -> VelocityGrid:
    """The fractal terrain, or the same with a tenth of a km/h more where one can pass."""
    grid = fractal_terrain(side, side, SEED)
    if name == "fractal":
        return grid
    kmh = grid.kmh(grid.whole(), grid.shape)
    kmh = np.where(kmh > 0, kmh + np.float32(0.1), kmh)
    reals = grid_from_kmh(kmh, grid.cell_x)
    return replace(reals, name=f"{grid.name} as reals")


def shape_of(grid: VelocityGrid, stroke: str, place: str, start: tuple[int, int]) -> LineShape:
    """A stroke from the upper left to the lower right, as the module's text has it."""
    side = grid.rows
    wide, long = {"small": (3, 20), "medium": (20, 200), "large": (side // 20, side // 2)}[stroke]
    if place == "near":
        middle = [float(cell + side // 100 + wide) for cell in start]
    else:
        middle = [side * (0.1 if cell > side / 2 else 0.9) for cell in start]
    half = long / 2 / np.sqrt(2)
    ends = [(middle[0] + sign * half, middle[1] - sign * half) for sign in (-1, 1)]
    corners = tuple(grid.centre_of(*end) for end in ends)
    return LineShape(corners, wide * grid.cell_x)


def measure(grid: VelocityGrid, repeat: int, report: Report) -> list[str]:
    """All strokes on one ground; returns those whose labels differ."""
    cell = start_of(grid).element
    start = divmod(cell, grid.cols)
    document = TerrainDocument(grid)
    asked = SolveRequest(document, (PlacedStart(*grid.centre_of(*start)),), options=ON_CPU)
    wrong: list[str] = []
    dot = GroundEdit(shape_of(grid, "small", "far", start), "barrier")
    _one(asked, document, dot, 1)  # which compiles, and is not kept
    for stroke, place, (effect, value) in product(STROKES, PLACES, EFFECTS):
        edit = GroundEdit(shape_of(grid, stroke, place, start), effect, value)
        told: dict[str, Any] = {"stroke": stroke, "place": place, "effect": effect, "value": value}
        found = _one(asked, document, edit, repeat)
        report.add("edits", grid, **told, **found)
        if not found["same_bits"]:
            wrong.append(f"{grid.name}, {stroke} {effect} {place}")
    return wrong


def _one(
    asked: SolveRequest, document: TerrainDocument, edit: GroundEdit, repeat: int
) -> dict[str, Any]:
    editing: list[Timing] = []
    updating: list[Timing] = []
    anew: list[Timing] = []
    found: list[Result] = []
    heard, layer = LastSolver(), EditLayer((edit,))
    answers: dict[str, Result] = {}
    for _ in range(repeat):
        goes_on = Solving()
        before = goes_on.run(asked)
        made: list[TerrainDocument] = []
        editing.append(timed(lambda: made.append(document.with_edits(layer))))  # noqa: B023
        request = replace(asked, document=made[0])
        for name, solving, taken in (("anew", Solving(), anew), ("updated", goes_on, updating)):
            taken.append(timed(lambda: found.append(solving.run(request, heard))))  # noqa: B023
            answers[name] = found.pop()
    labels = answers["updated"].times.ticks()
    return {
        "solver": heard.solver,
        "cells_edited": len(changed_cells(document.grid, made[0].grid)),
        "cells_changed": int(np.count_nonzero(labels != before.times.ticks())),
        "edit_ms": walls(editing),
        "updated_ms": walls(updating),
        "fresh_ms": walls(anew),
        "n": repeat,
        "same_bits": bool(np.array_equal(labels, answers["anew"].times.ticks())),
    }


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=numbers, default="2000,5000,10000")
    parser.add_argument("--grounds", type=names(GROUNDS), default=list(GROUNDS))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args(words)
    report = Report(given.out or results_file("edits"), SEED)
    wrong = []
    for side, name in product(given.sizes, given.grounds):
        wrong += measure(ground_of(name, side), given.repeat, report)
    if wrong:
        raise SystemExit(f"other labels: {'; '.join(wrong)}")


if __name__ == "__main__":
    main()
