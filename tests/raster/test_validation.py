"""The four statements hold for every solved field, and each is broken by a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from core.cancel import Cancel
from core.solver import Sources, Start
from core.times import UNLIMITED, UNREACHED
from core.validation import Validation
from raster import validation
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from raster.validation import STATEMENTS, STATEMENTS_ON_STRAIGHT_LINES, validate
from tests.raster.terrains import noise

COLS = 40
NO_START, DELAY, UNREACHED_NEIGHBOUR, LEAST_TIME = range(4)


def terrain(cell: tuple[float, float] = (10.0, 10.0)) -> VelocityGrid:
    """Noise with a pond: the islet in it is passable and can never be reached."""
    kmh = noise(30, COLS, 1)
    kmh[10:15, 10:15] = 0
    kmh[12, 12] = 25
    kmh[20, 20] = 40
    return grid_from_kmh(kmh, *cell)


SOURCES: Sources = (Start(0), Start(20 * COLS + 20, 10.0))


def solved(limit: float = UNLIMITED) -> TravelTimeGrid:
    return Dijkstra(terrain()).solve(SOURCES, limit=limit)


def broken(report: Validation) -> list[int]:
    assert not report.passed
    return [k for k, (_, holds) in enumerate(report.statements) if not holds]


def reached_cells(times: TravelTimeGrid, count: int = 25) -> list[tuple[int, int]]:
    """Some reached cells, the two starts left out."""
    rng = np.random.default_rng(7)
    cells = np.argwhere((times.labels < UNREACHED) & (times.labels > 0))
    cells = cells[(cells != (20, 20)).any(axis=1)]
    return [(int(r), int(c)) for r, c in cells[rng.choice(len(cells), count, replace=False)]]


@pytest.mark.parametrize("cell", [(10.0, 10.0), (30.0, 7.0)])
@pytest.mark.parametrize("limit", [UNLIMITED, 30.0, 9.0])
@pytest.mark.parametrize("zero_speed", [0.0, 1.0])
def test_a_solved_field_passes(cell: tuple[float, float], limit: float, zero_speed: float) -> None:
    grid = terrain(cell)
    times = Dijkstra(grid, zero_speed_kmh=zero_speed).solve(SOURCES, limit=limit)
    report = validate(grid, times, SOURCES, zero_speed)
    assert report.passed
    assert report.violations == (0, 0, 0, 0)
    assert [text for text, _ in report.statements] == list(STATEMENTS)


def test_statements_on_straight_lines_speak_of_lines_and_hold() -> None:
    grid = terrain()
    times = Dijkstra(grid, geometry="straight").solve(SOURCES, limit=30.0)
    report = validate(grid, times, SOURCES)
    assert report.passed
    assert [text for text, _ in report.statements] == list(STATEMENTS_ON_STRAIGHT_LINES)
    times.labels[4, 4] -= 1
    assert 3 in broken(validate(grid, times, SOURCES))


def test_an_empty_field_of_hopeless_starts_passes() -> None:
    grid = terrain()
    on_barrier, outside, too_late = Start(12 * COLS + 11), Start(30 * COLS), Start(0, 99.0)
    for sources in ((), (on_barrier,), (outside,), (on_barrier, outside, too_late)):
        times = Dijkstra(grid).solve(sources, limit=50.0)
        assert validate(grid, times, sources).passed


Fault = Callable[[NDArray[np.uint32], int, int], None]


def lowered(labels: NDArray[np.uint32], row: int, col: int) -> None:
    labels[row, col] -= 1


def raised(labels: NDArray[np.uint32], row: int, col: int) -> None:
    labels[row, col] += 1


def forgotten(labels: NDArray[np.uint32], row: int, col: int) -> None:
    labels[row, col] = UNREACHED


def zeroed(labels: NDArray[np.uint32], row: int, col: int) -> None:
    labels[row, col] = 0


@pytest.mark.parametrize("limit", [UNLIMITED, 60.0])
@pytest.mark.parametrize(
    ("fault", "statement"),
    [
        (lowered, LEAST_TIME),
        (raised, LEAST_TIME),
        (forgotten, UNREACHED_NEIGHBOUR),
        (zeroed, DELAY),
    ],
)
def test_one_wrong_cell_is_found_wherever_it_lies(
    fault: Fault, statement: int, limit: float
) -> None:
    times = solved(limit)
    for row, col in reached_cells(times):
        labels = times.labels.copy()
        fault(labels, row, col)
        report = validate(terrain(), replace(times, labels=labels), SOURCES)
        assert statement in broken(report)
        assert report.violations[statement] >= 1


@pytest.mark.parametrize("start", [(0, 0), (20, 20)])
@pytest.mark.parametrize("fault", [raised, forgotten])
def test_a_start_that_holds_more_than_its_delay_is_found(
    start: tuple[int, int], fault: Fault
) -> None:
    times = solved()
    fault(times.labels, *start)
    assert DELAY in broken(validate(terrain(), times, SOURCES))


def test_a_start_that_holds_less_than_its_delay_is_found() -> None:
    times = solved()
    times.labels[20, 20] -= 1
    assert LEAST_TIME in broken(validate(terrain(), times, SOURCES))


def test_a_field_of_other_starts_is_found() -> None:
    grid, times = terrain(), solved()
    moved = (Start(1 * COLS + 1), SOURCES[1])
    assert grid.passable(1, 1)
    assert set(broken(validate(grid, times, moved))) >= {DELAY, LEAST_TIME}
    earlier = (SOURCES[0], Start(SOURCES[1].element, 1.0))
    assert DELAY in broken(validate(grid, times, earlier))
    later = (SOURCES[0], Start(SOURCES[1].element, 11.0))
    assert LEAST_TIME in broken(validate(grid, times, later))


def test_a_field_without_a_passable_start_is_found() -> None:
    times = solved()
    for sources in ((), (Start(12 * COLS + 11),), (Start(30 * COLS + 3),)):
        report = validate(terrain(), times, sources)
        assert NO_START in broken(report)
        assert report.violations[NO_START] == times.reached


def test_time_in_a_place_that_cannot_be_reached_is_found() -> None:
    for row, col in ((12, 12), (12, 11)):  # the islet, and the water around it
        times = solved()
        assert times.labels[row, col] == UNREACHED
        times.labels[row, col] = 5
        assert LEAST_TIME in broken(validate(terrain(), times, SOURCES))


def test_a_cell_past_the_limit_is_found() -> None:
    longer = solved(60.0)
    assert LEAST_TIME in broken(validate(terrain(), replace(longer, limit_seconds=40.0), SOURCES))
    shorter = solved(40.0)
    claims_more = replace(shorter, limit_seconds=60.0)
    assert broken(validate(terrain(), claims_more, SOURCES)) == [UNREACHED_NEIGHBOUR]


def test_a_whole_front_that_stopped_early_is_found() -> None:
    times = solved()
    times.labels[times.labels > times.max_ticks // 2] = UNREACHED
    assert UNREACHED_NEIGHBOUR in broken(validate(terrain(), times, SOURCES))


def test_a_path_too_long_for_the_tick_is_no_excuse_without_a_limit() -> None:
    # At the tick of the field the middle cell cannot be counted; it is passable all the same.
    grid = grid_from_kmh(np.array([[100.5, 0.2, 100.0]]), 10.0)
    labels = np.array([[0, UNREACHED, UNREACHED]], np.uint32)
    cut = TravelTimeGrid(labels, 2.0**-24, reached=1)
    assert broken(validate(grid, cut, (Start(0),))) == [UNREACHED_NEIGHBOUR]
    assert validate(grid, replace(cut, limit_seconds=60.0), (Start(0),)).passed


def test_a_wrong_zero_speed_is_found() -> None:
    times = Dijkstra(terrain(), zero_speed_kmh=1.0).solve(SOURCES)
    assert validate(terrain(), times, SOURCES, 1.0).passed
    assert not validate(terrain(), times, SOURCES, 2.0).passed
    assert not validate(terrain(), times, SOURCES).passed


def test_a_cancelled_field_does_not_pass() -> None:
    cancel = Cancel()
    cancel.set()
    times = Dijkstra(terrain()).solve(SOURCES, cancel=cancel)
    assert times.partial
    assert UNREACHED_NEIGHBOUR in broken(validate(terrain(), times, SOURCES))


# -- fields read by bands of rows


class Elsewhere(TravelTimeGrid):
    """A field that lies elsewhere: what was not asked for is not there, but small numbers are."""

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        asked = super().ticks_in(window)
        held = np.full((len(asked) + 4, asked.shape[1]), 1, np.uint32)
        held[2:-2] = asked
        return held[2:-2]


def elsewhere(times: TravelTimeGrid) -> TravelTimeGrid:
    return Elsewhere(**{field.name: getattr(times, field.name) for field in fields(times)})


@pytest.mark.parametrize("rows", [1, 2, 7])
@pytest.mark.parametrize("limit", [UNLIMITED, 30.0])
def test_a_solved_field_passes_band_by_band(
    monkeypatch: pytest.MonkeyPatch, rows: int, limit: float
) -> None:
    monkeypatch.setattr(validation, "BAND_CELLS", rows * COLS)
    times = elsewhere(solved(limit))
    assert validate(terrain(), times, SOURCES).violations == (0, 0, 0, 0)


@pytest.mark.parametrize("fault", [lowered, raised, forgotten, zeroed])
def test_faults_beside_the_edges_of_bands_are_counted_once(
    monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    # Every band ends somewhere beside a fault: what is above and below it is another band's.
    times = solved()
    for row, col in [*reached_cells(times), (20, 20), (29, 7)]:
        labels = times.labels.copy()
        fault(labels, row, col)
        spoiled = elsewhere(replace(times, labels=labels))
        whole = validate(terrain(), spoiled, SOURCES).violations
        for rows in (1, 2, 3):
            with monkeypatch.context() as patch:
                patch.setattr(validation, "BAND_CELLS", rows * COLS)
                assert validate(terrain(), spoiled, SOURCES).violations == whole
