"""Every tile of every round is settled once, whoever is there to do it."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from raster.tiles.team import (
    Crew,
    hand_in,
    new_roster,
    open_round,
    round_is_over,
    take_ticket,
    tiles_of_round,
)


@njit(nogil=True)
def mark(roster: Any, looks: int, marks: Any, sizes: Any) -> int:
    """Count the visits of each place; returns how many this thread made."""
    done = 0
    while True:
        place = take_ticket(roster, looks)
        if place < 0:
            return done
        marks[place] += 1
        sizes[place] = tiles_of_round(roster)
        done += 1
        hand_in(roster)


@pytest.mark.parametrize("members", [1, 2, 5])
def test_every_tile_is_settled_once(members: int) -> None:
    marks, sizes = np.zeros(1000, np.int64), np.zeros(1000, np.int64)

    def serve(roster: NDArray[np.int64], member: int, looks: int) -> None:
        mark(roster, looks, marks, sizes)

    rounds = [1, 2, 1000, 3, 999, 17, 0, 250] * 20
    expected = np.zeros_like(marks)
    with Crew(members, serve) as crew:
        for tiles in rounds:
            crew.settle(tiles)
            expected[:tiles] += 1
            np.testing.assert_array_equal(marks, expected)
            assert np.all(sizes[:tiles] == tiles)


def test_the_leader_does_it_alone_where_no_helper_comes() -> None:
    marks, sizes = np.zeros(64, np.int64), np.zeros(64, np.int64)
    may_go = threading.Event()

    def serve(roster: NDArray[np.int64], member: int, looks: int) -> None:
        if member:
            assert may_go.wait(60)
        mark(roster, looks, marks, sizes)

    with Crew(2, serve) as crew:
        crew.settle(64)
        assert np.all(marks == 1)
        may_go.set()


def test_a_round_waits_for_the_helper_that_has_its_last_tile() -> None:
    # The helper takes the only ticket, and hands it in late.
    taken, finished = threading.Event(), []

    def serve(roster: NDArray[np.int64], member: int, looks: int) -> None:
        if member == 0:
            assert taken.wait(60)
        elif take_ticket(roster, looks) == 0:
            taken.set()
            time.sleep(0.02)
            finished.append(member)
            hand_in(roster)

    with Crew(2, serve) as crew:
        crew.settle(1)
        assert finished == [1]


def test_a_crew_is_dismissed_when_its_leader_fails() -> None:
    served = []

    def serve(roster: NDArray[np.int64], member: int, looks: int) -> None:
        served.append(threading.current_thread())

    with pytest.raises(RuntimeError, match="stop"), Crew(3, serve):
        raise RuntimeError("stop")
    before = len(served)
    time.sleep(0.01)
    assert len(served) == before


def test_no_ticket_is_drawn_twice_by_threads_that_hurry() -> None:
    # Nothing is done between two tickets, so that threads meet at the counter all the time.
    tickets, threads = 3_000_000, 4
    roster, marks, sizes = new_roster(), np.zeros(tickets, np.int64), np.zeros(tickets, np.int64)
    mark(new_roster(), 1, marks, sizes)  # compiled before they start
    open_round(roster, tickets)
    together, drawn = threading.Barrier(threads), []

    def draw() -> None:
        together.wait(60)
        drawn.append(mark(roster, 1, marks, sizes))

    crew = [threading.Thread(target=draw) for _ in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join(60)
    assert sum(drawn) == tickets
    assert round_is_over(roster, 1)
