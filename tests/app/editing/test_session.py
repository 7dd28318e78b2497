"""The open document: what it tells its views, and which starts it takes."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.session import Change, Session
from app.solving.cells import cell_of
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER
from core.errors import InputError
from core.progress import no_progress
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import VelocityGrid, grid_from_kmh


def _grid() -> VelocityGrid:
    # Cells of 10 × 20 m from (1000, 5000) down: free (36), barrier (0), no data (·).
    #   36 36 36
    #   36  0  ·
    kmh = np.array([[36, 36, 36], [36, 0, np.nan]])
    return grid_from_kmh(kmh, 10.0, 20.0, left=1000.0, top=5000.0)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open(TerrainDocument(_grid(), Path("terrain.asc")))
    return session


@pytest.fixture
def told(session: Session) -> list[Change]:
    changes: list[Change] = []
    session.subscribe(changes.append)
    return changes


def test_every_edit_tells_what_changed(session: Session, told: list[Change]) -> None:
    session.set_starts((PlacedStart(1005, 4990),))
    session.set_limit(600.0)
    session.set_bands(Bands.parse("60,120"))
    session.set_options(Options("dijkstra"))
    session.set_result(None)
    assert told == [Change.STARTS, Change.LIMIT, Change.BANDS, Change.OPTIONS, Change.RESULT]


def test_removing_the_last_start_takes_the_result_along(
    session: Session, told: list[Change]
) -> None:
    session.set_starts(())
    assert told == [Change.STARTS | Change.RESULT]
    assert session.result is None


def test_a_new_terrain_drops_the_starts_of_the_old(session: Session, told: list[Change]) -> None:
    session.set_starts((PlacedStart(1005, 4990),))
    session.open(TerrainDocument(_grid()))
    assert session.starts == ()
    assert session.document.path is None
    assert told[-1] == Change.DOCUMENT | Change.STARTS | Change.RESULT


def test_who_unsubscribed_hears_nothing_more(session: Session) -> None:
    heard: list[Change] = []
    leave = session.subscribe(heard.append)
    leave()
    session.set_limit(60.0)
    assert heard == []


def test_a_listener_may_leave_while_it_is_told(session: Session) -> None:
    heard: list[Change] = []
    leaves = [session.subscribe(lambda change: leaves[0]())]
    session.subscribe(heard.append)
    session.set_limit(60.0)
    session.set_limit(61.0)
    assert heard == [Change.LIMIT, Change.LIMIT]


@pytest.mark.parametrize("limit", [0.0, -1.0, math.nan])
def test_a_limit_that_is_no_time_is_refused_and_the_old_stays(
    session: Session, limit: float
) -> None:
    with pytest.raises(InputError, match="more than 0"):
        session.set_limit(limit)
    assert session.limit_seconds == UNLIMITED


def test_a_start_is_placed_in_the_cell_that_holds_it(session: Session) -> None:
    assert session.document is not None
    grid = session.document.grid
    assert grid is not None
    assert cell_of(grid, PlacedStart(1000.0, 5000.0)) == (0, 0)
    assert cell_of(grid, PlacedStart(1029.9, 4980.1)) == (0, 2)
    assert cell_of(grid, PlacedStart(1009.9, 4960.0)) == (1, 0)  # on the bottom edge


@pytest.mark.parametrize("place", [(999.9, 4990.0), (1030.1, 4990.0), (1005.0, 5000.1)])
def test_a_start_outside_is_refused_with_the_extent(
    session: Session, place: tuple[float, float]
) -> None:
    with pytest.raises(InputError, match=r"outside.*1000 to 1030.*4960 to 5000"):
        session.placed(PlacedStart(*place))


def test_a_place_is_told_with_the_decimals_that_its_cells_tell_apart(session: Session) -> None:
    with pytest.raises(InputError) as told:
        session.placed(PlacedStart(1015.2807432917, 4970.3049217965))
    assert told.value.where == "start 1015,4970"


def test_a_start_on_a_barrier_is_refused_with_the_nearest_passable_cell(session: Session) -> None:
    with pytest.raises(InputError, match=r"barrier.*nearest passable cell is 1005,4970"):
        session.placed(PlacedStart(1015.0, 4970.0))


def test_a_start_without_data_is_not_called_a_barrier(session: Session) -> None:
    with pytest.raises(InputError, match=r"without data.*nearest passable cell is 1025,4990"):
        session.placed(PlacedStart(1025.0, 4970.0))


def test_a_speed_in_place_of_zero_opens_barriers_but_not_missing_data(session: Session) -> None:
    session.set_options(Options(zero_speed_kmh=1.0))
    assert session.placed(PlacedStart(1015.0, 4970.0)) == PlacedStart(1015.0, 4970.0)
    with pytest.raises(InputError, match="without data"):
        session.placed(PlacedStart(1025.0, 4970.0))


def test_where_nothing_is_passable_the_advice_says_so() -> None:
    session = Session()
    session.open(TerrainDocument(grid_from_kmh(np.zeros((3, 3)))))
    with pytest.raises(InputError, match="No cell of this raster can be entered"):
        session.placed(PlacedStart(1.5, -1.5))


def test_a_request_holds_everything_and_is_not_touched_by_later_edits(session: Session) -> None:
    session.set_starts((PlacedStart(1005, 4990), PlacedStart(1025, 4990, 30.0)))
    session.set_limit(600.0)
    session.set_options(Options("dijkstra", "cpu", 2.0, (("a", 1.0),)))
    request = session.request()
    session.set_starts(())
    session.set_options(Options())
    sources = request.document.problem(request, no_progress, NEVER).sources
    assert sources == (Start(0), Start(2, 30.0))
    assert [start.told for start in request.starts] == [(1005, 4990, 0.0), (1025, 4990, 30.0)]
    assert request.limit_seconds == 600.0
    assert request.options == Options("dijkstra", "cpu", 2.0, (("a", 1.0),))


def test_a_request_without_start_or_terrain_is_refused_with_advice(session: Session) -> None:
    with pytest.raises(InputError, match="there is no start"):
        session.request()
    with pytest.raises(InputError, match="Open a file first"):
        Session().request()
