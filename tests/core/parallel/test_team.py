"""Every task of every round is done once, whoever is there to do it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.parallel import team
from core.parallel.team import (
    Team,
    deal,
    hand_in,
    new_tickets,
    open_round,
    round_is_over,
    share,
    take_dealt,
    take_ticket,
    tasks_of_round,
)


@njit(nogil=True)
def mark(tickets: Any, looks: int, marks: Any, sizes: Any) -> int:
    """Count the visits of each place; returns how many this thread made."""
    done = 0
    while True:
        place = take_ticket(tickets, looks)
        if place < 0:
            return done
        marks[place] += 1
        sizes[place] = tasks_of_round(tickets)
        done += 1
        hand_in(tickets)


@pytest.mark.parametrize("members", [1, 2, 5])
def test_every_task_is_done_once(members: int) -> None:
    marks, sizes = np.zeros(1000, np.int64), np.zeros(1000, np.int64)

    def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
        mark(tickets, looks, marks, sizes)

    rounds = [1, 2, 1000, 3, 999, 17, 0, 250] * 20
    expected = np.zeros_like(marks)
    with Team(members, serve) as team:
        for tasks in rounds:
            team.run_round(tasks)
            expected[:tasks] += 1
            np.testing.assert_array_equal(marks, expected)
            assert np.all(sizes[:tasks] == tasks)


def test_the_leader_does_it_alone_where_no_helper_comes() -> None:
    marks, sizes = np.zeros(64, np.int64), np.zeros(64, np.int64)
    may_go = threading.Event()

    def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
        if member:
            assert may_go.wait(240)
        mark(tickets, looks, marks, sizes)

    with Team(2, serve) as team:
        team.run_round(64)
        assert np.all(marks == 1)
        may_go.set()


def test_a_round_waits_for_the_helper_that_has_its_last_task() -> None:
    # The helper takes the only ticket, and hands it in late.
    taken, finished = threading.Event(), []

    def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
        if member == 0:
            assert taken.wait(240)
        elif take_ticket(tickets, looks) == 0:
            taken.set()
            time.sleep(0.02)
            finished.append(member)
            hand_in(tickets)

    with Team(2, serve) as team:
        team.run_round(1)
        assert finished == [1]


def test_a_team_is_dismissed_when_its_leader_fails() -> None:
    served = []

    def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
        served.append(threading.current_thread())

    with pytest.raises(RuntimeError, match="stop"), Team(3, serve):
        raise RuntimeError("stop")
    before = len(served)
    time.sleep(0.01)
    assert len(served) == before


def test_no_ticket_is_drawn_twice_by_threads_that_hurry() -> None:
    # Nothing is done between two tickets, so that threads meet at the counter all the time.
    tasks, threads = 3_000_000, 4
    tickets, marks, sizes = new_tickets(), np.zeros(tasks, np.int64), np.zeros(tasks, np.int64)
    mark(new_tickets(), 1, marks, sizes)  # compiled before they start
    open_round(tickets, tasks)
    together, drawn = threading.Barrier(threads), []

    def draw() -> None:
        together.wait(240)
        drawn.append(mark(tickets, 1, marks, sizes))

    hurrying = [threading.Thread(target=draw) for _ in range(threads)]
    for thread in hurrying:
        thread.start()
    for thread in hurrying:
        thread.join(240)
    assert sum(drawn) == tasks
    assert round_is_over(tickets, 1)


@njit(nogil=True)
def deal_out(tickets: Any, shares: Any) -> None:
    """A round whose tasks are dealt, so many to each member."""
    open_round(tickets, shares.sum())
    first = 0
    for member in range(len(shares)):
        deal(tickets, member, first, shares[member])
        first += shares[member]


@njit(nogil=True)
def mark_dealt(
    tickets: Any, member: int, members: int, looks: int, marks: Any, sizes: Any, order: Any
) -> int:
    """As `mark`; order : the places of this thread, one after the other, and from the beginning
    again where it finds more before it has looked in vain, as in one round after another."""
    done = 0
    while True:
        place = take_dealt(tickets, member, members, looks)
        if place < 0:
            return done
        marks[place] += 1
        sizes[place] = tasks_of_round(tickets)
        order[done % len(order)] = place
        done += 1
        hand_in(tickets)


def test_of_tasks_that_are_dealt_a_member_has_its_own_first_then_those_of_the_next() -> None:
    tickets, marks, sizes = new_tickets(3), np.zeros(9, np.int64), np.zeros(9, np.int64)
    order = np.zeros(9, np.int64)
    for expected in range(1, 4):
        deal_out(tickets, np.array([2, 3, 4]))
        assert not round_is_over(tickets, 1)
        assert mark_dealt(tickets, 1, 3, 1, marks, sizes, order) == 9
        assert order.tolist() == [2, 3, 4, 5, 6, 7, 8, 0, 1]
        assert np.all(marks == expected)
        assert np.all(sizes == 9)
        assert round_is_over(tickets, 1)


@pytest.mark.parametrize("threads", [2, 4])
def test_no_task_that_was_dealt_is_done_twice_by_threads_that_hurry(threads: int) -> None:
    # The first has nearly all of them, so that all others meet at its queue.
    rounds, tasks = 300, 5000
    tickets, marks, sizes = new_tickets(threads), np.zeros(tasks, np.int64), np.zeros(tasks, int)
    orders = np.zeros((threads, tasks), np.int64)
    mark_dealt(new_tickets(1), 0, 1, 1, marks, sizes, orders[0])  # compiled before they start
    shares = np.full(threads, 10)
    shares[0] = tasks - 10 * (threads - 1)
    ended = threading.Event()

    def help_out(member: int) -> None:
        while not ended.is_set():
            mark_dealt(tickets, member, threads, 100, marks, sizes, orders[member])

    helping = [threading.Thread(target=help_out, args=(k,)) for k in range(1, threads)]
    for thread in helping:
        thread.start()
    try:
        for count in range(1, rounds + 1):
            deal_out(tickets, shares)
            mark_dealt(tickets, 0, threads, 1, marks, sizes, orders[0])
            while not round_is_over(tickets, 1000):
                time.sleep(0)
            assert np.all(marks == count)
            assert np.all(sizes == tasks)
    finally:
        ended.set()
        for thread in helping:
            thread.join(240)


@pytest.mark.parametrize("members", [1, 2, 7])
def test_work_is_shared_and_who_has_not_begun_is_not_waited_for(
    members: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller, done = threading.get_ident(), set[int]()
    with ThreadPoolExecutor(3) as helpers:
        monkeypatch.setattr(team, "_HELPERS", helpers)
        blocked, may_go = [threading.Event() for _ in range(3)], threading.Event()

        def block(begun: threading.Event) -> None:
            begun.set()
            assert may_go.wait(240)

        waiting = [helpers.submit(block, begun) for begun in blocked]
        assert all(begun.wait(240) for begun in blocked)

        def work(member: int) -> None:
            assert member or threading.get_ident() == caller
            done.add(member)

        share(members, work)
        assert done == {0}, "all helpers have other work"
        may_go.set()
        for other in waiting:
            other.result()
        everybody = threading.Barrier(min(members, 4))

        def meet(_member: int) -> None:
            everybody.wait(240)

        share(min(members, 4), meet)


def test_errors_of_helpers_reach_the_caller() -> None:
    begun = threading.Event()

    def work(member: int) -> None:
        if member:
            begun.set()
            raise ValueError("of a helper")
        assert begun.wait(240)

    with pytest.raises(ValueError, match="of a helper"):
        share(2, work)
