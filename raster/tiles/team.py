"""The threads that settle the tiles of a round.

The thread that solves leads: it opens a round and works like the others. A helper takes the next
tile whenever it runs. The round is over when all its tiles are settled, whoever did it: a helper
that the system lets wait holds nobody up unless it has a tile at that moment, and without any
helper the leader does all of it. (Numba's parallel loops deal tiles out beforehand and end when
every thread has come by. On a machine that is busy with something else a round of 50 µs then takes
milliseconds, and its threads turn in circles meanwhile.)

Helpers are Python threads inside compiled code that has let go of the GIL. They look for work for
some microseconds, then sleep ever longer, so that a front of one tile's width costs no second core.
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
from numba import njit
from numpy.typing import NDArray

from raster.atomics import APART, claim, count, observe, pause, publish

NEXT, END, DONE, FIRST = 0, APART, 2 * APART, 3 * APART
"""Words of a roster. Every tile of every round has a ticket; tickets count on from round to round.
NEXT: the next ticket to be taken. END: the ticket past the round's last. DONE: tickets done.
FIRST: the round's first ticket."""

LOOKS = 1000  # for work before going to sleep: about 40 µs
NAP, LONGEST_NAP = 50e-6, 1e-3  # seconds

_HELPERS = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), thread_name_prefix="tiled")

Serve = Callable[[NDArray[np.int64], int, int], None]
"""Function that takes tiles by a roster as a member of the crew, until it has looked in vain so
many times."""


def new_roster() -> NDArray[np.int64]:
    """Tickets of a solve, int64, shared by its threads."""
    return np.zeros(4 * APART, np.int64)


@njit(cache=True, nogil=True)
def open_round(roster: Any, tiles: int) -> None:
    """Hand out tickets for so many tiles. Only when the round before is over."""
    end = roster[END]
    roster[FIRST] = end
    publish(roster, END, end + tiles)


@njit(cache=True, nogil=True)
def round_is_over(roster: Any, looks: int) -> bool:
    """Whether all tiles of the round are settled, looking so many times."""
    for _ in range(looks):
        if observe(roster, DONE) == roster[END]:
            return True
        pause()
    return False


@njit(nogil=True)
def take_ticket(roster: Any, looks: int) -> Any:
    """Which tile of the round is this thread's, from 0; −1 where none was left so many times.

    A ticket taken keeps its round open, so what belongs to the round may be read afterwards.
    """
    while looks > 0:
        ticket = observe(roster, NEXT)
        if ticket < observe(roster, END):
            if claim(roster, NEXT, ticket):
                return ticket - roster[FIRST]
        else:
            looks -= 1
            pause()
    return -1


@njit(nogil=True)
def tiles_of_round(roster: Any) -> Any:
    """How many tiles the round has; for who holds a ticket of it."""
    return roster[END] - roster[FIRST]


@njit(nogil=True)
def hand_in(roster: Any) -> None:
    """Report a tile as settled."""
    count(roster, DONE)


class Crew:
    """Threads of a solve; helpers are there inside the `with` block."""

    def __init__(self, size: int, serve: Serve) -> None:
        self.roster = new_roster()
        self._size = size
        self._serve = serve
        self._dismissed = threading.Event()
        self._helping: list[Future[None]] = []

    def __enter__(self) -> Crew:
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

    def settle(self, tiles: int) -> None:
        """Have the tiles of a round settled."""
        open_round(self.roster, tiles)
        self._serve(self.roster, 0, 1)
        while not round_is_over(self.roster, LOOKS):
            time.sleep(0)  # the helper that has the last tile may need this core

    def _help(self, member: int) -> None:
        nap = NAP
        while not self._dismissed.is_set():
            before = int(self.roster[DONE])
            self._serve(self.roster, member, LOOKS)
            nap = NAP if self.roster[DONE] > before else min(2 * nap, LONGEST_NAP)
            self._dismissed.wait(nap)
