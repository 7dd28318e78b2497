"""A lake: a made-up kind of document, which costs a class and a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from app.document import kinds
from app.document.document import Document
from app.document.kinds import DocumentKind
from app.document.terrain import CellsAlone
from app.solving.cells import CellProblem, cell_of
from app.solving.request import Options, SolveRequest
from app.starts import PlacedStart
from core.cancel import Cancel
from core.progress import Progress
from raster.grid import grid_from_kmh

SIDE = 9
KNOT_KMH = 1.852


@dataclass(frozen=True, eq=False)
class LakeDocument(CellsAlone):
    """Water that a boat crosses at so many knots: a made-up fourth kind."""

    knots: float = 10.0

    kind = "lake"
    domain = "terrain"
    panels = frozenset(("terrain",))
    takes_zero_speed = False
    usual_algorithm = "dijkstra"

    @property
    def title(self) -> str:
        return f"{self.name}, {self.knots:g} knots"

    def placed(self, start: PlacedStart, options: Options) -> PlacedStart:
        cell_of(self.grid, start)
        return start

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> CellProblem:
        return CellProblem(request, self.grid, (("LAKE_KNOTS", f"{self.knots:g}"),))

    def remarks(self, options: Options) -> tuple[str, ...]:
        return ("The wind is not asked.",)

    def warm_up(self, options: Options, cancel: Cancel) -> None:
        pass

    def unsolved(self, options: Options) -> None:
        pass

    def warm_up_edits(self, options: Options) -> None:
        pass


def _read(path: Path, progress: Progress, cancel: Cancel) -> Document:
    knots = float(path.read_text())
    kmh = np.full((SIDE, SIDE), knots * KNOT_KMH)
    kmh[:, 4] = 0.0
    kmh[0, 4] = knots * KNOT_KMH
    grid = grid_from_kmh(kmh, 100.0)
    return LakeDocument(replace(grid, name=path.stem), path, knots=knots)


def write_lake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lake parted by a dam with a gap in the north, at 20 knots; the program knows its kind."""
    row = DocumentKind("lake", lambda path: path.suffix == ".lake", _read)
    monkeypatch.setattr(kinds, "KINDS", (row, *kinds.KINDS))
    path = folder / "loch.lake"
    path.write_text("20")
    return path
