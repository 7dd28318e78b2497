"""A kind of document that nobody knew needs a class and a row, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from app.catalog.algorithms import Runner
from app.document import kinds
from app.document.document import Document
from app.document.kinds import DocumentKind, kind_held_by
from app.document.roads import RoadsDocument
from app.document.terrain import CellsAlone, TerrainDocument
from app.editing.commands import History, SetStarts
from app.editing.session import Session
from app.exports.table import export
from app.solving.cells import CellProblem, cell_of
from app.solving.jobs import SolveDone, SolverThread
from app.solving.request import Options, SolveRequest
from app.timing.bench import compare
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
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

    def check(self, start, options: Options) -> None:
        cell_of(self.grid, start)

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> CellProblem:
        return CellProblem(request, self.grid, (("LAKE_KNOTS", f"{self.knots:g}"),))

    def remarks(self, options: Options) -> tuple[str, ...]:
        return ("The wind is not asked.",)

    def warm_up(self, options: Options, cancel: Cancel) -> None:
        pass


def read(path: Path, progress: Progress, cancel: Cancel) -> Document:
    knots = float(path.read_text())
    kmh = np.full((SIDE, SIDE), knots * KNOT_KMH)
    kmh[:, 4] = 0.0
    kmh[0, 4] = knots * KNOT_KMH
    grid = grid_from_kmh(kmh, 100.0)
    return LakeDocument(replace(grid, name=path.stem), path, knots=knots)


def open_document(path: Path) -> Document:
    return kind_held_by(path).read(path, no_progress, NEVER)


@pytest.fixture
def lake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    row = DocumentKind("lake", lambda path: path.suffix == ".lake", read)
    monkeypatch.setattr(kinds, "KINDS", (row, *kinds.KINDS))
    path = tmp_path / "loch.lake"
    path.write_text("20")
    return path


def test_it_is_opened_solved_in_the_thread_and_exported(lake: Path, tmp_path: Path) -> None:
    session = Session()
    session.open(open_document(lake))
    assert (session.required.title, session.options.algorithm) == ("loch, 20 knots", "tiled")
    with pytest.raises(InputError, match="barrier"):
        session.start_at(450.0, -850.0)
    history = History(session)
    history.do(SetStarts((), (session.start_at(50.0, -850.0),)))
    thread = SolverThread()
    try:
        thread.submit(session.request())
        while thread.busy:
            pass
        (done,) = thread.poll()
    finally:
        thread.close()
    assert isinstance(done, SolveDone)
    assert done.solved.subject is session.required.subject
    session.set_result(done.solved)
    assert done.solved.notes == ("The wind is not asked.",)
    assert done.solved.validate().passed
    assert export("times", tmp_path / "times.tif", done.solved).path.exists()
    history.undo()
    assert session.result is None


def test_it_is_timed_like_any(lake: Path) -> None:
    session = Session()
    session.open(open_document(lake))
    session.set_starts((session.required.good_start(session.options, NEVER),))
    runners = [Runner("dijkstra", "cpu"), Runner("tiled", "cpu")]
    found = compare(session.request(), runners, 1)
    assert all(m.equal for m in found)
    assert {m.cells for m in found} == {SIDE * SIDE}


def test_others_are_read_as_before(lake: Path, tmp_path: Path) -> None:
    raster = tmp_path / "ground.asc"
    raster.write_text("ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 10\n36 36\n")
    assert isinstance(open_document(raster), TerrainDocument)
    roads = tmp_path / "roads.gr"
    roads.write_text("p sp 2 1\na 1 2 5\n")
    assert isinstance(open_document(roads), RoadsDocument)
    assert open_document(roads).subject is not open_document(roads).subject
