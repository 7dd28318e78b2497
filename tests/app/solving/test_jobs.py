"""Solving off the caller's thread: the latest request wins, anything can be cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from app.solving.jobs import SolveDone, SolveFailed, SolveOutcome, SolverThread, Task
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from app.user_errors import as_user_error
from core.cancel import Cancel
from core.errors import (
    CancelledError,
    DeviceError,
    DeviceMemoryError,
    InputError,
    IsofrontError,
    ParameterError,
)
from core.progress import Progress
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.coarse import Magnified
from raster.grid import VelocityGrid, grid_from_kmh
from tests.app.asking import on_cells

PATIENCE = 240.0
"""Seconds after which a test gives up; none waits that long unless something hangs."""


def _request(grid: VelocityGrid, element: int = 0, **options: object) -> SolveRequest:
    return on_cells(grid, element, **{"algorithm": "dijkstra", **options})


def _plain(side: int) -> VelocityGrid:
    return grid_from_kmh(np.full((side, side), 36), cell_x=10.0)


@pytest.fixture(scope="module")
def large() -> VelocityGrid:
    """Takes the sequential solver some seconds."""
    return _plain(2500)


@pytest.fixture
def solver() -> Iterator[SolverThread]:
    thread = SolverThread()
    yield thread
    thread.close()


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "gave up waiting"
        time.sleep(0.002)


def _collect(solver: SolverThread) -> list[SolveOutcome]:
    """All outcomes once the thread has nothing left to do."""
    _until(lambda: not solver.busy)
    return solver.poll()


def _started(solver: SolverThread) -> None:
    """Wait until a solve has settled something."""
    _until(lambda: any(isinstance(event, Iteration) for event in solver.trace.drain()))


# -- Solving in the calling thread


def test_a_solve_says_where_it_ran_and_how_long_it_took() -> None:
    grid = _plain(9)
    solved = Solving().run(_request(grid, 40, zero_speed_kmh=2.0))
    assert solved.on_cells.grid is grid
    assert (solved.algorithm, solved.backend) == ("dijkstra", "cpu")
    assert [start.told for start in solved.starts] == [(45.0, -45.0, 0.0)]
    assert solved.on_cells.zero_speed_kmh == 2.0
    assert solved.device
    assert solved.solve_ms > 0
    assert solved.times.reached == 81
    # From the middle to a side: 4 cells of 10 m at 10 m/s.
    assert solved.times.seconds_at(4, 0) == pytest.approx(4.0)


def test_one_solving_serves_different_options_and_grids() -> None:
    solving, small, wide = Solving(), _plain(3), _plain(9)
    assert solving.run(_request(small)).times.reached == 9
    assert solving.run(_request(wide)).times.reached == 81
    assert solving.run(_request(wide, algorithm="tiled")).algorithm == "tiled"
    assert solving.run(_request(small)).times.reached == 9


def test_a_limit_is_kept() -> None:
    times = Solving().run(_request(_plain(9), 0, limit_seconds=2.5)).times
    assert 0 < times.max_seconds <= 2.5
    assert not times.partial


def test_a_preview_answers_in_cells_of_the_full_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.solving.preview_pace.FINE_CELLS", 100_000)
    side = 700
    grid = _plain(side)
    exact = Solving().run(_request(grid)).times
    preview = Solving().run(_request(grid, preview=True)).times
    assert isinstance(preview, Magnified)
    assert preview.shape == exact.shape
    assert preview.seconds_at(side - 1, side - 1) == pytest.approx(
        exact.seconds_at(side - 1, side - 1), rel=0.02
    )


def test_a_preview_of_a_small_grid_is_exact() -> None:
    grid = _plain(30)
    exact = Solving().run(_request(grid)).times
    preview = Solving().run(_request(grid, preview=True)).times
    assert np.array_equal(preview.ticks(), exact.ticks())


def test_a_cancelled_solve_returns_what_it_has_marked_partial(large: VelocityGrid) -> None:
    cancel = Cancel()
    cancel.set()
    times = Solving().run(_request(large), cancel=cancel).times
    assert times.partial
    assert times.reached < large.rows * large.cols


# -- The thread


def test_a_submitted_request_is_solved_and_handed_over_once(solver: SolverThread) -> None:
    request = _request(_plain(9))
    generation = solver.submit(request)
    [outcome] = _collect(solver)
    assert isinstance(outcome, SolveDone)
    assert outcome.request.generation == generation
    assert outcome.solved.times.reached == 81
    assert solver.poll() == []


def test_generations_rise(solver: SolverThread) -> None:
    generations = [solver.submit(_request(_plain(3))) for _ in range(5)]
    assert generations == sorted(set(generations))


def test_the_latest_request_wins(solver: SolverThread, large: VelocityGrid) -> None:
    solver.submit(_request(large))
    _started(solver)
    for element in range(1, 50):
        last = solver.submit(_request(_plain(9), element))
    outcomes = _collect(solver)
    newest = outcomes[-1]
    assert isinstance(newest, SolveDone)
    assert newest.request.generation == last
    assert not newest.solved.times.partial
    assert newest.solved.times.seconds_at(*divmod(49, 9)) == 0.0
    assert len(outcomes) < 50, "requests that nobody waits for any more were solved"


def test_a_newer_request_stops_the_running_solve(solver: SolverThread, large: VelocityGrid) -> None:
    solver.submit(_request(large))
    _started(solver)
    solver.submit(_request(_plain(9)))
    first, second = _collect(solver)
    assert isinstance(first, SolveDone)
    assert first.solved.times.partial
    assert isinstance(second, SolveDone)
    assert not second.solved.times.partial


def test_a_running_preview_is_finished_so_that_a_drag_shows_something(
    solver: SolverThread, large: VelocityGrid
) -> None:
    solver.submit(_request(large, preview=True))
    _until(lambda: bool(solver.trace.drain()))
    solver.submit(_request(_plain(9)))
    first, _ = _collect(solver)
    assert isinstance(first, SolveDone)
    assert first.request.preview
    assert not first.solved.times.partial


def test_cancelling_stops_the_running_solve(solver: SolverThread, large: VelocityGrid) -> None:
    solver.submit(_request(large))
    _started(solver)
    solver.cancel()
    [outcome] = _collect(solver)
    assert isinstance(outcome, SolveDone)
    assert outcome.solved.times.partial


def test_cancelling_drops_what_waits(solver: SolverThread, large: VelocityGrid) -> None:
    solver.submit(_request(large))
    _started(solver)
    waiting = solver.submit(_request(_plain(9)))
    solver.cancel()
    outcomes = _collect(solver)
    assert all(outcome.request.generation != waiting for outcome in outcomes)


def test_a_cancelled_thread_serves_the_next_request(solver: SolverThread) -> None:
    solver.cancel()
    solver.submit(_request(_plain(9)))
    [outcome] = _collect(solver)
    assert isinstance(outcome, SolveDone)
    assert not outcome.solved.times.partial


def test_a_failure_is_an_outcome_and_the_thread_lives_on(solver: SolverThread) -> None:
    solver.submit(_request(_plain(9), algorithm="quantum"))
    [failed] = _collect(solver)
    assert isinstance(failed, SolveFailed)
    assert isinstance(failed.error, ParameterError)
    solver.submit(_request(_plain(9)))
    [done] = _collect(solver)
    assert isinstance(done, SolveDone)


def test_the_trace_tells_begin_and_end_of_every_solve(solver: SolverThread) -> None:
    for _ in range(2):
        solver.submit(_request(_plain(9)))
        _collect(solver)
    events = solver.trace.drain()
    assert [type(event) for event in events] == [SolveStarted, Iteration, SolveFinished] * 2


def test_closing_stops_a_running_solve_and_ends_the_thread(large: VelocityGrid) -> None:
    solver = SolverThread()
    solver.submit(_request(large))
    _started(solver)
    solver.close()
    assert all(thread.name != "isofront-solver" for thread in threading.enumerate())


# -- Other long work


def test_a_task_hands_over_its_result() -> None:
    task = Task("adding", lambda progress, cancel: 1 + 1).start()
    _until(lambda: task.finished)
    assert task.result == 2
    assert task.error is None


def test_a_task_is_not_finished_before_it_started() -> None:
    assert not Task("idling", lambda progress, cancel: None).finished


def test_a_task_tells_how_far_it_is() -> None:
    go_on = threading.Event()

    def work(progress: Progress, cancel: Cancel) -> None:
        progress(0.25, "reading")
        assert go_on.wait(PATIENCE)

    task = Task("opening", work).start()
    _until(lambda: task.label == "reading")
    assert task.fraction == 0.25
    go_on.set()
    _until(lambda: task.finished)


def test_stopping_a_task_waits_for_its_end() -> None:
    def work(progress: Progress, cancel: Cancel) -> None:
        while True:
            cancel.check("the import")
            time.sleep(0.001)

    task = Task("importing", work).start()
    task.stop()
    assert task.finished
    assert task.cancelled


def test_an_error_of_a_task_is_kept_for_whoever_asked() -> None:
    def work(progress: Progress, cancel: Cancel) -> None:
        raise InputError("no such band", where="dem.tif")

    task = Task("opening", work).start()
    _until(lambda: task.finished)
    assert isinstance(task.error, InputError)
    assert not task.cancelled


def test_errors_of_ours_pass_unchanged() -> None:
    for error in (InputError("a"), DeviceError("b"), CancelledError()):
        assert as_user_error(error) is error


def test_lack_of_memory_becomes_advice() -> None:
    assert isinstance(as_user_error(MemoryError()), DeviceMemoryError)


def test_anything_else_is_named_and_may_be_reported() -> None:
    error = as_user_error(ZeroDivisionError("division by zero"))
    assert type(error) is IsofrontError
    assert "ZeroDivisionError: division by zero" in error.one_line()
    assert "report" in error.one_line()


def test_a_trace_of_ones_own_gets_the_events_of_a_solve() -> None:
    ring = Ring()
    Solving().run(_request(_plain(9)), trace=ring)
    assert isinstance(ring.drain()[0], SolveStarted)


def test_a_drag_is_got_ready_for_while_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on where the first step of a drag comes, which needs it, and stops for a click."""
    monkeypatch.setattr("app.solving.jobs.IDLE_SECONDS", 0.0)
    seen: list[Cancel] = []
    go_on = threading.Semaphore(0)

    def foresee(solving: Solving, cancel: Cancel) -> bool:
        seen.append(cancel)
        go_on.acquire()
        cancel.check("the preview")
        return len(seen) == 1

    monkeypatch.setattr(Solving, "foresee", foresee)
    thread, ground = SolverThread(), _plain(50)
    try:
        thread.submit(_request(ground))
        _until(lambda: len(seen) == 1)
        assert not thread.busy, "it is no work that anybody waits for"
        go_on.release()
        _until(lambda: len(seen) == 2)  # there is more to foresee
        thread.submit(_request(ground, 1, preview=True))
        assert not seen[1].requested
        go_on.release()
        _until(lambda: len(thread.poll()) == 1 or not thread.busy)
        thread.submit(_request(ground, 2))
        _until(lambda: len(seen) == 3)
        thread.submit(_request(_plain(40), 3))
        assert seen[2].requested
        go_on.release()
        _until(lambda: len(seen) == 4)
    finally:
        go_on.release()
        thread.close()
    assert seen[3].requested


# -- Who asks, and who hears of an answer first


def test_whoever_asks_may_wait_until_the_solve_begins(
    solver: SolverThread, large: VelocityGrid
) -> None:
    solver.submit(_request(large), lead_seconds=PATIENCE)
    assert isinstance(solver.trace.drain()[0], SolveStarted)


def test_a_question_behind_another_is_not_waited_for(
    solver: SolverThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, may_end = threading.Event(), threading.Event()

    def slow(*_: object, **__: object) -> None:
        runs.set()
        may_end.wait(PATIENCE)
        raise CancelledError("the solve")

    monkeypatch.setattr(Solving, "run", slow)
    solver.submit(_request(_plain(3)))
    assert runs.wait(PATIENCE)
    solver.submit(_request(_plain(3)), lead_seconds=1e6)  # longer than any test may take
    may_end.set()


def test_an_answer_is_looked_at_before_it_is_told() -> None:
    heard: list[tuple[str, object]] = []

    def look(done: SolveDone) -> None:
        heard.append(("before", done))
        raise ValueError("no picture")  # which keeps no answer back

    solver = SolverThread(lambda: heard.append(("told", None)), look)
    try:
        solver.submit(_request(_plain(3)))
        [outcome] = _collect(solver)
    finally:
        solver.close()
    assert heard == [("before", outcome), ("told", None)]
