"""A race: what solvers took for the same question, in the order in which they finish."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.catalog.algorithms import Runner, rows_of
from app.timing.bench import Measurement, runners
from core.errors import DeviceError
from core.files.atomic_write import atomic_write
from raster.geometry import EIGHT

HEADS = (
    "run", "document", "place", "algorithm", "backend", "device", "median_ms", "min_ms", "max_ms",
    "places", "times_slowest", "equal_bits", "validated",
)  # fmt: skip
"""Columns of the table as a file."""


@dataclass(frozen=True)
class Finish:
    """A runner's part in a race.

    run : number of the race, from 1. document : name of what was raced on. place : from 1, by the
    median. factor : how many times as fast as the slowest of the race. measured : the figures.
    """

    run: int
    document: str
    place: int
    factor: float
    measured: Measurement

    @property
    def cells(self) -> tuple[object, ...]:
        """A row under HEADS; "" where it was not validated."""
        m = self.measured
        valid = "" if m.validated is None else m.validated
        return (
            self.run, self.document, self.place, m.runner.algorithm, m.runner.backend, m.device,
            m.median, min(m.milliseconds), max(m.milliseconds), m.reached, self.factor, m.equal,
            valid,
        )  # fmt: skip


def finishes(run: int, document: str, found: Sequence[Measurement]) -> tuple[Finish, ...]:
    """The order of a race, the fastest first."""
    order = sorted(found, key=lambda m: m.median)
    slowest = max((m.median for m in found), default=0.0)
    return tuple(
        Finish(run, document, place, slowest / max(m.median, 1e-6), m)
        for place, m in enumerate(order, start=1)
    )


def who_may_race(
    domain: str, device: int | None = None, geometry: str = EIGHT, *, sloped: bool = False
) -> tuple[Runner, ...]:
    """Every solver on every backend that runs here and has the geometry, and slopes if they count,
    as the catalogue lists them."""
    found: list[Runner] = []
    for row in rows_of(domain):
        for backend in row.backends:
            if geometry != EIGHT and row.eight_alone(backend):
                continue
            if sloped and backend not in row.slopes:
                continue
            try:
                found += runners([row.id], [backend], device, domain)
            except DeviceError:
                continue
    return tuple(dict.fromkeys(found))


def write_race_csv(target: Path, rows: Sequence[Finish]) -> None:
    """Write the table. Raises ExportError where that cannot be."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows((HEADS, *(row.cells for row in rows)))
    with atomic_write(target) as beside:
        beside.write_text(text.getvalue(), encoding="utf-8")
