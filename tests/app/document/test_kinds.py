"""A kind of document that nobody knew needs a class and a row, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.catalog.algorithms import Runner
from app.document.document import Document
from app.document.kinds import kind_held_by
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.editing.commands import Edit, History
from app.editing.session import Session
from app.exports.table import export
from app.solving.jobs import SolveDone, SolverThread
from app.starts import PlacedStart
from app.timing.bench import compare
from core.cancel import NEVER
from core.errors import InputError
from core.progress import no_progress
from tests.app.document.lake import SIDE, write_lake


def open_document(path: Path) -> Document:
    return kind_held_by(path).read(path, no_progress, NEVER)


@pytest.fixture
def lake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    return write_lake(tmp_path, monkeypatch)


def test_it_is_opened_solved_in_the_thread_and_exported(lake: Path, tmp_path: Path) -> None:
    session = Session()
    session.open(open_document(lake))
    assert (session.required.title, session.options.algorithm) == ("loch, 20 knots", "tiled")
    with pytest.raises(InputError, match="barrier"):
        session.placed(PlacedStart(450.0, -850.0))
    history = History(session)
    start = session.placed(PlacedStart(50.0, -850.0))
    history.do(Edit(Session.set_starts, (), (start,), "Set start"))
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


POINT = '{"type": "Point", "coordinates": [1, 2]}'
FEATURE = f'{{"type": "Feature", "properties": {{"note": "LineString"}}, "geometry": {POINT}}}'
UNUSABLE = {
    "empty": ("a.geojson", "", "the file is empty"),
    "cut off": (
        "a.geojson",
        '{"type": "FeatureColl',
        "cannot be read: it is in no format of layers",
    ),
    "cut off in a line": (
        "a.geojson",
        '{"type": "LineString", "coordinates": [[1,',
        "cannot be read",
    ),
    "without features": (
        "a.json",
        '{"type": "FeatureCollection", "features": []}',
        "there are no lines in it",
    ),
    "points": (
        "a.geojson",
        f'{{"type": "FeatureCollection", "features": [{FEATURE}]}}',
        "there are no lines in it",
    ),
    "no shapefile": ("a.shp", "hello", "cannot be read: it is in no format of layers"),
}


@pytest.mark.parametrize(("name", "text", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_layers_without_roads_are_told_what_is_wrong_with_them(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    """They hold no raster, whatever they are: `Open it as a road network` led back here."""
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        open_document(path)
