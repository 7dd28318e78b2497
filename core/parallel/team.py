"""Threads that work off the tasks of a round together, round after round, within microseconds.

The thread that solves leads: it opens a round and works like the others. A helper takes the next
task whenever it runs; of tasks that are dealt its own first, then those of others. The round is
over when all its tasks are done, whoever did them: a helper that the system lets wait holds nobody
up unless it has a task at that moment, and without any helper the leader does all of it. (Numba's
parallel loops divide the work beforehand and end when every thread has come by. On a machine that
is busy with something else a round of 50 µs then takes milliseconds, and its threads turn in
circles meanwhile.)

Helpers are Python threads inside compiled code that has let go of the GIL. They look for work for
some microseconds, then sleep ever longer, so that a round of one task costs no second core.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.atomics import LINE_WORDS, claim, count, observe, pause, publish
from core.parallel.in_place import in_place

NEXT, END, DONE, FIRST = 0, LINE_WORDS, 2 * LINE_WORDS, 3 * LINE_WORDS
"""Words of the tickets. Every task of every round has one; they count on from round to round.
NEXT: the next ticket to be taken. END: the ticket past the round's last. DONE: tickets done.
FIRST: the round's first ticket."""

QUEUE = 2 * LINE_WORDS
"""Words of a member's queue, which follow those of the round: the next ticket of it to be taken,
and in a line that the leader alone writes, LAST."""

LAST, FROM, PLACE = LINE_WORDS, LINE_WORDS + 1, LINE_WORDS + 2
"""Words of a queue: the ticket past its last, its first one in this round, and that one's task."""

LOOKS = 1000  # for work before going to sleep: about 40 µs
NAP, LONGEST_NAP = 50e-6, 1e-3  # seconds

_HELPERS = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), thread_name_prefix="team")

Serve = Callable[[NDArray[np.int64], int, int], None]
"""Function that takes tasks by tickets as a member of the team, until it has looked in vain so many
times."""


def new_tickets(members: int = 1) -> NDArray[np.int64]:
    """Tickets of a solve, int64, shared by its threads, with queues of so many members."""
    return np.zeros(4 * LINE_WORDS + members * QUEUE, np.int64)


@in_place
def open_round(tickets: Any, tasks: int) -> None:
    """Hand out tickets for so many tasks. Only when the round before is over."""
    end = tickets[END]
    tickets[FIRST] = end
    publish(tickets, END, end + tasks)


@in_place
def _queue_of(member: int) -> int:
    return 4 * LINE_WORDS + member * QUEUE


@in_place
def deal(tickets: Any, member: int, place: int, tasks: int) -> None:
    """Give a member so many tasks of the round that was opened, from a place on. Each task of a
    round is dealt to one, or none is."""
    queue = _queue_of(member)
    last = tickets[queue + LAST]
    tickets[queue + FROM], tickets[queue + PLACE] = last, place
    publish(tickets, queue + LAST, last + tasks)


@in_place
def take_dealt(tickets: Any, member: int, members: int, looks: int) -> Any:
    """Which task of the round is this thread's: one dealt to it, else to the next member that has
    some left; −1 where none was left so many times.
    """
    whose = member
    while looks > 0:
        queue = _queue_of(whose)
        ticket = observe(tickets, queue)
        if ticket < observe(tickets, queue + LAST):
            if claim(tickets, queue, ticket):
                return tickets[queue + PLACE] + ticket - tickets[queue + FROM]
        else:
            whose = whose + 1 if whose + 1 < members else 0
            if whose == member:
                looks -= 1
                pause()
    return -1


@in_place
def round_is_over(tickets: Any, looks: int) -> bool:
    """Whether all tasks of the round are done, looking so many times."""
    for _ in range(looks):
        if observe(tickets, DONE) == tickets[END]:
            return True
        pause()
    return False


@in_place
def take_ticket(tickets: Any, looks: int) -> Any:
    """Which task of the round is this thread's, from 0; −1 where none was left so many times.

    A ticket taken keeps its round open, so what belongs to the round may be read afterwards.
    """
    while looks > 0:
        ticket = observe(tickets, NEXT)
        if ticket < observe(tickets, END):
            if claim(tickets, NEXT, ticket):
                return ticket - tickets[FIRST]
        else:
            looks -= 1
            pause()
    return -1


@in_place
def tasks_of_round(tickets: Any) -> Any:
    """How many tasks the round has; for who holds a ticket of it."""
    return tickets[END] - tickets[FIRST]


@in_place
def hand_in(tickets: Any) -> None:
    """Report a task as done."""
    count(tickets, DONE)


def share(members: int, work: Callable[[int], None]) -> None:
    """Have so many members work, each called with its number: the caller is the first. Whoever has
    not begun when the caller is done need not any more."""
    helping = [_HELPERS.submit(work, member) for member in range(1, members)]
    try:
        work(0)
    finally:
        begun = [helper for helper in helping if not helper.cancel()]
        wait(begun)
    for helper in begun:
        helper.result()


class Team:
    """Threads of a solve; helpers are there inside the `with` block."""

    def __init__(self, size: int, serve: Serve) -> None:
        self.tickets = new_tickets(size)
        self._size = size
        self._serve = serve
        self._dismissed = threading.Event()
        self._helping: list[Future[None]] = []

    def __enter__(self) -> Team:
        self._helping = [_HELPERS.submit(self._help, k) for k in range(1, self._size)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._dismissed.set()
        wait([helper for helper in self._helping if not helper.cancel()])

    def run_round(self, tasks: int) -> None:
        """Have the tasks of a round done."""
        open_round(self.tickets, tasks)
        self._serve(self.tickets, 0, 1)
        while not round_is_over(self.tickets, LOOKS):
            time.sleep(0)  # the helper that has the last task may need this core

    def _help(self, member: int) -> None:
        nap = NAP
        while not self._dismissed.is_set():
            before = int(self.tickets[DONE])
            self._serve(self.tickets, member, LOOKS)
            nap = NAP if self.tickets[DONE] > before else min(2 * nap, LONGEST_NAP)
            self._dismissed.wait(nap)
