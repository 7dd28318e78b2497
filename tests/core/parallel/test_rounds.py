"""Telling many rounds: nothing lost, nothing twice, some hundreds of events at most."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest

from core.parallel.rounds import GROUPS, RoundLog
from core.trace import SILENT, Iteration, Ring, SolveFinished, SolveStarted


def told(rounds: int, advance_every: int = 10, tick: float = 0.5) -> list[object]:
    ring = Ring()
    log = RoundLog(ring, tick)
    log.start("near-far", "cpu", "cpu", 99, 4.0, "cells")
    for i in range(rounds):
        kernel = "advance" if i % advance_every == advance_every - 1 else "step"
        log.round(kernel, 10 + i % 3, 7, i, 2 * i, i * 1e-3, 5.0)
    log.finish(rounds, 8, False)
    return list(ring.drain())


@pytest.mark.parametrize("rounds", [0, 1, GROUPS, GROUPS + 1, 1000, 12_345, 200_000])
def test_shares_of_the_kernels_add_up(rounds: int) -> None:
    started, *iterations, finished = told(rounds)
    assert isinstance(started, SolveStarted)
    assert isinstance(finished, SolveFinished)
    events = [event for event in iterations if isinstance(event, Iteration)]
    assert len(events) == len(iterations)
    assert [event.index for event in events] == list(range(len(events)))
    for kernel, count in (("advance", rounds // 10), ("step", rounds - rounds // 10)):
        spent = sum(event.microseconds for event in events if event.kernel == kernel)
        assert spent == pytest.approx(5.0 * count)
    assert (finished.iterations, finished.reached, finished.max_seconds) == (rounds, rounds, 4.0)
    assert finished.visits == sum(10 + i % 3 for i in range(rounds))
    assert all(10 <= event.active <= 12 for event in events)
    for earlier, later in pairwise(events):
        assert earlier.seconds <= later.seconds
        assert earlier.settled <= later.settled
        assert earlier.threshold_seconds <= later.threshold_seconds
    if events:
        assert events[-1].settled == rounds - 1


def test_the_first_rounds_are_told_one_by_one_and_millions_in_hundreds_of_events() -> None:
    _, *few, _ = told(GROUPS)
    assert len(few) == GROUPS
    _, *many, _ = told(1_000_000)
    assert len(many) < 1000


def test_events_end_where_they_were_said_to_end() -> None:
    for already in (0, 3, 70, 500):
        ring = Ring()
        log = RoundLog(ring, 1.0)
        for _ in range(already):
            log.round("step", 1, 0, 0, 0, 0.0, 1.0)
        ends = log.ends(2000)
        before = len(ring.drain())
        for event, (first, last) in enumerate(pairwise([0, *ends])):
            for _ in range(last - first):
                assert len(ring.drain()) == 0
                log.round("step", 1, 0, 0, 0, 0.0, 1.0)
            full = len(ring.drain())
            assert full == 1 or event == len(ends) - 1
        assert before >= min(already, GROUPS)


def test_moved_bytes_are_told_once() -> None:
    ring = Ring()
    log = RoundLog(ring, 1.0)
    for i in range(1000):
        log.bytes_moved += i
        log.round("step", 1, 0, 0, 0, 0.0, 1.0)
    log.finish(0, 0, True)
    *events, finished = ring.drain()
    moved = sum(event.bytes_moved for event in events if isinstance(event, Iteration))
    assert isinstance(finished, SolveFinished)
    assert finished.partial
    assert moved == finished.bytes_moved == 499_500


def test_silence_counts_and_tells_nothing() -> None:
    log = RoundLog(SILENT, 1.0)
    log.start("near-far", "cpu", "cpu", 1, 1.0, "cells")
    for _ in range(100):
        log.round("step", 3, 0, 0, 0, 0.0, 1.0)
    assert (log.rounds, log.visits) == (100, 300)


def test_rounds_told_in_one_go_are_events_when_they_are_read() -> None:
    ring = Ring()
    log = RoundLog(ring, 0.5, one_by_one=True)
    log.round("walk", 3, 2, 1, 4, 0.125, 7.0)
    log.clock = log.began + 1.0
    rows = np.array([[10, 20, 30, 40, 99], [11, 21, 31, 41, 99]], np.int64)
    log.one_each("tiles", rows[:0], np.zeros(0))
    log.one_each("tiles", rows, log.began + np.array([2.0, 5.0]))
    assert (log.rounds, log.visits, log.clock) == (3, 24, log.began + 5.0)
    log.round("walk", 5, 1, 40, 50, 6.0, 8.0)
    log.finish(40, 50, False)
    first, *told, last, finished = ring.drain()
    assert [event.kernel for event in (first, last) if isinstance(event, Iteration)] == ["walk"] * 2
    second, third = told
    for event, expected in (
        (second, Iteration(1, 2.0, 20.0, 10, 20, 30, "tiles", 1e6)),
        (third, Iteration(2, 5.0, 20.5, 11, 21, 31, "tiles", 3e6)),
    ):
        assert asdict(event) == pytest.approx(asdict(expected))
    assert isinstance(last, Iteration)
    assert last.index == 3
    assert isinstance(finished, SolveFinished)
    assert (finished.iterations, finished.visits) == (4, 29)


def test_nobody_makes_the_events_of_a_solve_that_nobody_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a drag, of which the panels show every tenth step."""
    made: list[object] = []
    monkeypatch.setattr("core.parallel.rounds.Iteration", lambda *of: made.append(of))
    ring = Ring()
    for _ in range(2):
        log = RoundLog(ring, 1.0, one_by_one=True)
        log.start("tiled", "cpu", "cpu", 1, 1.0, "tiles")
        log.one_each("tiles", np.ones((5, 4), np.int64), log.began + np.arange(5.0))
        log.finish(1, 1, False)
    assert not made
    ring.drain(newest=True)
    assert len(made) == 5
