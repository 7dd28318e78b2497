"""Telling many rounds: nothing lost, nothing twice, some hundreds of events at most."""

from __future__ import annotations

from itertools import pairwise

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
