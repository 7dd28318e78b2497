"""Work shared out to threads: ranges of elements, or one item after the other.

The work is compiled code that has let go of the GIL. Rounds of microseconds are for
`core.parallel.team`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from types import TracebackType
from typing import TypeVar

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.parallel.ranges import Range, even_ranges, weighted_ranges

WORTH_SHARING = 20_000
"""Active elements below which threads take longer to wake up than one to do the work."""

RANGES_A_THREAD = 4
"""Even ranges per thread, so many that all threads end together."""

WEIGHTED_RANGES_A_THREAD = 8
"""Ranges by weight per thread; they are less even."""

SHORT_RANGES = 4
"""Ranges of work of milliseconds: each has to wait for the interpreter before and after it."""

PICTURE_THREADS = min(max((os.cpu_count() or 1) // 2, 2), 8)
"""Most threads that draw a picture: half the processors at least are left to the window's thread
and to what solves. With all 16 of one machine each piece took four times as long as alone, and one
picture in twenty of a pan came 30 ms late."""

_GIVEN_WAY = 10
"""Niceness of a thread that gives way: it has a tenth of the time of one that wants it as well."""

Answer = TypeVar("Answer")
Item = TypeVar("Item")
RangeWork = Callable[[int, int], Answer]
"""Work on the elements from the first up to the second; may be called from several threads."""


def thread_count() -> int:
    """Threads that work is shared out to."""
    return get_num_threads()


class Threads:
    """Threads that share work: those of one job, there inside `with`, or kept (`kept_threads`).

    count : 0 for as many as Numba's parallel loops have. Each starts when it is first wanted.
    giving_way : whether other threads have the processor first.
    """

    def __init__(self, count: int = 0, name: str = "", *, giving_way: bool = False) -> None:
        self.count = count or thread_count()
        self._pool = ThreadPoolExecutor(
            self.count, name, initializer=give_way if giving_way else None
        )

    def __enter__(self) -> Threads:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pool.shutdown()

    def map(self, work: Callable[[Item], Answer], items: Iterable[Item]) -> Iterator[Answer]:
        """Answers of work(item) in the order of the items, all of which are taken at once."""
        return self._pool.map(work, items)

    def over(self, work: RangeWork[Answer], ranges: Iterable[Range]) -> list[Answer]:
        """Answers of work(begin, end) for each range."""
        return list(self._pool.map(lambda each: work(*each), ranges))

    def share(self, work: RangeWork[Answer], count: int, active: int) -> list[Answer]:
        """Answers of work(begin, end) over even ranges of `count` elements; by the caller alone
        where few of them are active."""
        if active < WORTH_SHARING or self.count == 1:
            return [work(0, count)]
        return self.over(work, even_ranges(count, RANGES_A_THREAD * self.count))


def give_way() -> None:
    """Let all other threads have the processor before this one, from now on.

    Only Linux knows the niceness of single threads; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        with suppress(OSError):  # one that is nicer already may not be told to be less so
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVEN_WAY)


@lru_cache
def kept_threads(purpose: str, most: int = 0, giving_way: bool = False) -> Threads:
    """Threads that are kept for one purpose, where starting them would take as long as the work.

    most : 0 for as many as there are processors. Work for a purpose waits for what was asked for
    before, so it must not itself ask for more of the same.
    """
    return Threads(most or os.cpu_count() or 1, purpose, giving_way=giving_way)


def parallel_for(work: RangeWork[Answer], count: int) -> list[Answer]:
    """Answers of work(begin, end) over ranges of `count` elements, which cost about the same."""
    with Threads() as threads:
        return threads.share(work, count, count)


def short_parallel_for(work: RangeWork[Answer], count: int) -> list[Answer]:
    """The same for work of milliseconds, in few ranges on threads that are kept.

    The window's thread waits for what is on them, so nothing longer may hold them.
    """
    if count < WORTH_SHARING or thread_count() == 1:
        return [work(0, count)]
    return kept_threads("short").over(work, even_ranges(count, SHORT_RANGES))


def weighted_parallel_for(work: RangeWork[Answer], weight: NDArray[np.int64]) -> list[Answer]:
    """Answers of work(begin, end) over ranges of about the same weight.

    weight : int64, elements + 1; the sums before each element.
    """
    if weight[-1] < WORTH_SHARING:
        return [work(0, len(weight) - 1)]
    with Threads() as threads:
        ranges = weighted_ranges(weight, WEIGHTED_RANGES_A_THREAD * threads.count)
        return threads.over(work, ranges)
