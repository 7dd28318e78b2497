"""Steps of a drag on a clock of ours: exact where that is quick, else coarser, near and quicker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from app.solving import cells
from app.solving.preview_pace import AGAIN, MOST_OFF, MOST_OFF_ALONG_PATHS
from app.solving.request import SolveRequest
from app.solving.solve import COARSE_KERNEL, Solving
from app.solving.solved import Solved
from benchmarks.instances.terrains import fractal_terrain
from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.parallel.kernel_cache import keeps
from raster.coarse import Magnified, coarsen, off_by
from raster.grid import VelocityGrid, grid_from_kmh
from raster.previews.corridor import compile_kernels
from raster.starts import nearest_passable
from tests.app.asking import on_cells, otherwise

SIDE = 600


class Clock:
    """Stands still but where something is solved; seconds(cells) : what that takes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.seconds: Callable[[int], float] = lambda cells: cells / SIDE**2

    def __call__(self) -> float:
        return self.now


@dataclass
class TimedSolver:
    solver: Any
    cells: int
    clock: Clock

    def solve(self, *asked: Any, **named: Any) -> Any:
        self.clock.now += self.clock.seconds(self.cells)
        return self.solver.solve(*asked, **named)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, real = Clock(), cells._prepared

    def timed(grid: VelocityGrid, *rest: Any) -> Any:
        prepared = real(grid, *rest)
        return replace(prepared, solver=TimedSolver(prepared.solver, grid.values.size, clock))

    monkeypatch.setattr(cells, "_prepared", timed)
    monkeypatch.setattr("app.solving.solve.keeps", lambda _: True)  # on whatever machine
    return clock


def asked(grid: VelocityGrid, row: int, col: int, **named: Any) -> SolveRequest:
    found = nearest_passable(grid, row, col)
    assert found is not None
    return on_cells(grid, found[0] * grid.cols + found[1], **named)


@pytest.fixture(scope="module")
def ground() -> VelocityGrid:
    return fractal_terrain(SIDE, SIDE, 5)


def test_a_preview_is_quicker_and_nine_in_ten_of_its_times_are_near(
    ground: VelocityGrid, clock: Clock
) -> None:
    solving = Solving(clock)
    shown = solving.run(asked(ground, 300, 300))
    assert not shown.preview
    for row, col in ((280, 310), (120, 500), (560, 40)):
        step = asked(ground, row, col, preview=True)
        preview, exact = solving.run(step), solving.run(otherwise(step, preview=False))
        assert preview.preview
        assert isinstance(preview.times, Magnified)
        assert preview.answer_ms < exact.answer_ms
        assert off_by(preview.times, exact.times) <= MOST_OFF


def test_steps_are_exact_where_the_last_exact_answer_was_quick(
    ground: VelocityGrid, clock: Clock
) -> None:
    clock.seconds = lambda cells: 0.059
    solving = Solving(clock)
    solving.run(asked(ground, 300, 300))
    assert not solving.run(asked(ground, 320, 300, preview=True)).preview


def test_no_step_waits_for_a_coarser_grid_to_be_compiled(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels: list[str] = []
    monkeypatch.setattr("app.solving.solve.keeps", kernels.append)  # of none
    clock.seconds = lambda cells: 0.2 if cells == SIDE**2 else 0.02
    solving = Solving(clock)
    for col in range(5):
        shown = solving.run(asked(ground, 300, 300 + col, preview=True))
        assert not shown.preview
    assert set(kernels) == {COARSE_KERNEL}
    solving.foresee(NEVER)  # the hand rests
    assert solving.run(asked(ground, 320, 300, preview=True)).preview
    clock.seconds = lambda cells: 0.3 if cells == SIDE**2 else 0.02
    slow = Solving(clock)
    shown = slow.run(asked(ground, 300, 300))
    assert slow.run(asked(ground, 320, 300, preview=True)).preview, "that is worth a wait"


def test_where_steps_are_quick_nobody_looks_for_kernels(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked(kernel: str) -> bool:
        raise AssertionError(kernel)

    monkeypatch.setattr("app.solving.solve.keeps", looked)
    clock.seconds = lambda cells: 0.02
    solving = Solving(clock)
    for col in range(5):
        assert not solving.run(asked(ground, 300, 300 + col, preview=True)).preview


def test_the_kernel_of_coarser_grids_is_one_that_is_kept(ground: VelocityGrid) -> None:
    compile_kernels(ground, ground)
    assert keeps(COARSE_KERNEL)
    assert not keeps("walks.no_such_kernel")


def test_no_preview_is_shown_that_is_slower_than_the_exact_answer(
    ground: VelocityGrid, clock: Clock
) -> None:
    clock.seconds = lambda cells: 0.1 if cells == SIDE**2 else 0.11
    solving = Solving(clock)
    shown = solving.run(asked(ground, 300, 300))
    assert not shown.preview
    for col in range(AGAIN + 1):
        assert not solving.run(asked(ground, 320, 300 + col, preview=True)).preview
    clock.seconds = lambda cells: 0.1 if cells == SIDE**2 else 0.02  # it was another program's
    assert solving.run(asked(ground, 320, 300, preview=True)).preview


def test_no_preview_is_shown_that_is_far_off(clock: Clock) -> None:
    # Walls one cell thick with a gate one cell wide, which no coarser cell keeps.
    kmh = np.full((SIDE, SIDE), 30.0)
    kmh[5::11] = 0
    kmh[5::22, 3] = 30
    kmh[16::22, -4] = 30
    maze = grid_from_kmh(kmh, 10.0)
    solving = Solving(clock)
    shown = solving.run(asked(maze, 300, 300))
    assert not shown.preview
    assert not solving.run(asked(maze, 320, 300, preview=True)).preview


def test_who_is_first_where_counts_in_the_pace(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.seconds = lambda cells: 0.04
    owned = Solved.owned

    def slow(solved: Any, *rest: Any) -> Any:
        clock.now += 0.04
        return owned(solved, *rest)

    monkeypatch.setattr(Solved, "owned", slow)
    both = SIDE * 50 + 50, SIDE * 400 + 420
    rivals = on_cells(grid_from_kmh(np.full((SIDE, SIDE), 30.0), 10.0), *both, owned=True)
    solving = Solving(clock)
    first, exact = solving.run(rivals), solving.run(rivals)
    assert first.answer_ms == exact.answer_ms
    assert (exact.solve_ms, exact.answer_ms) == (pytest.approx(40), pytest.approx(80))
    step = solving.run(otherwise(rivals, preview=True))
    assert step.preview
    assert step.owners is not None


@pytest.mark.parametrize(("seconds", "shown"), [(0.05, True), (0.09, False)])
def test_seeing_how_far_a_preview_is_off_counts_in_the_pace(
    seconds: float, shown: bool, ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.seconds = lambda cells: 0.1 if cells == SIDE**2 else 0.02

    def slow(*asked: Any) -> float:
        clock.now += seconds
        return 0.0

    monkeypatch.setattr(cells, "off_along_paths", slow)
    solving = Solving(clock)
    exact = [solving.run(asked(ground, 300, 300)) for _ in range(2)][-1]
    step = solving.run(asked(ground, 320, 300, preview=True))
    assert step.preview == shown
    assert step.answer_ms == pytest.approx(70 if shown else 100)
    assert exact.answer_ms == pytest.approx(100)


def test_after_a_preview_that_was_slower_than_the_exact_answer_steps_are_exact(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.seconds = lambda cells: 0.1 if cells == SIDE**2 else 0.02
    looks = [0.01, 0.01, 0.01, 0.09]  # the first is that of the try
    taken = []

    def slow(*asked: Any) -> float:
        taken.append(asked)
        clock.now += looks[len(taken) - 1]
        return 0.0

    monkeypatch.setattr(cells, "off_along_paths", slow)
    solving = Solving(clock)
    shown = [solving.run(asked(ground, 300, 300)) for _ in range(2)]
    steps = [solving.run(asked(ground, 320, 300 + col, preview=True)) for col in range(AGAIN)]
    assert [step.preview for step in steps] == [True] * 3 + [False] * (AGAIN - 3)
    assert [step.answer_ms for step in steps[:3]] == pytest.approx([30, 30, 110])
    assert len(taken) == len(looks)
    assert shown


def test_steps_in_doubt_grow_rare(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Any] = []

    def far(*asked: Any) -> float:
        looks.append(asked)
        return 1.0

    monkeypatch.setattr(cells, "off_along_paths", far)
    solving = Solving(clock)
    shown = solving.run(asked(ground, 300, 300))
    while solving.foresee(NEVER):
        pass
    assert looks, "the try is one"
    looks.clear()
    steps = [solving.run(asked(ground, 320, 300 + col, preview=True)) for col in range(20)]
    assert not any(step.preview for step in steps)
    assert len(looks) == 5, "with 0, 1, 3, 7 exact steps in between"
    assert shown


def test_a_preview_in_doubt_is_answered_exactly(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    solving = Solving(clock)
    shown = [solving.run(asked(ground, 300, 300))]
    off = MOST_OFF_ALONG_PATHS * 1.01
    monkeypatch.setattr(cells, "off_along_paths", lambda *_: off)
    step = solving.run(asked(ground, 320, 300, preview=True))
    assert not step.preview
    exact = Solving().run(asked(ground, 320, 300))
    np.testing.assert_array_equal(step.ticks[0], exact.ticks[0])
    off = MOST_OFF_ALONG_PATHS
    assert solving.run(asked(ground, 330, 300, preview=True)).preview
    assert shown


def test_what_was_foreseen_is_not_made_again_by_the_first_step(
    ground: VelocityGrid, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(grid: VelocityGrid, factor: int, *rest: Any) -> Any:
        made.append(factor)
        return coarsen(grid, factor, *rest)

    monkeypatch.setattr(cells, "coarsen", counted)
    step = asked(ground, 280, 310, preview=True)
    late, early = Solving(clock), Solving(clock)
    for solving in (late, early):
        assert not solving.foresee(NEVER), "nothing is known yet"
    shown = [solving.run(asked(ground, 300, 300)) for solving in (late, early)]
    stopped = Cancel()
    stopped.set()
    with pytest.raises(CancelledError):
        early.foresee(stopped)
    made.clear()
    while early.foresee(NEVER):
        pass
    foreseen = made.copy()
    assert foreseen, "by itself"
    began = clock.now
    second = early.run(step)
    assert made == foreseen
    assert clock.now - began == pytest.approx(second.times.times.shape[0] ** 2 / SIDE**2)
    assert not early.foresee(NEVER), "all is at hand"
    first = late.run(step)
    assert made[len(foreseen) :] == foreseen
    np.testing.assert_array_equal(first.ticks[0], second.ticks[0])
    assert all(each.times is not None for each in shown)
