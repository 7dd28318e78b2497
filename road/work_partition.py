"""Work over all states of a graph, or all of its arcs, dealt out to threads where that pays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from types import TracebackType
from typing import TypeVar

from numba import get_num_threads

WORTH_SHARING = 20_000
"""Active states below which threads take longer to wake up than one to do the work."""

SHARES_A_THREAD = 4
"""Ranges per thread, so many that all threads end a round together."""

QUICK_SHARES = 4
"""Ranges of work of milliseconds: each has to wait for the interpreter before and after it."""

ALIGNED = 64
"""States that no range splits: their bytes and words lie on cache lines of one thread."""

Answer = TypeVar("Answer")


def thread_count() -> int:
    """Threads that work is dealt out to."""
    return get_num_threads()


@lru_cache
def _quick_threads() -> ThreadPoolExecutor:
    """Kept, since starting them would take as long as their work. The window's thread waits for
    what is on them, so nothing longer may hold them; and that waits for none of them."""
    return ThreadPoolExecutor(thread_count(), "isofront-share")


class Shares:
    """Ranges of states and the threads that work on them; helpers are there inside `with`."""

    def __init__(self, states: int) -> None:
        self._states = states
        self._threads = thread_count()
        self._size = _size(states, SHARES_A_THREAD * self._threads)

    def __enter__(self) -> Shares:
        self._pool = ThreadPoolExecutor(self._threads)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pool.shutdown()

    def each(self, work: Callable[[int, int], Answer], active: int) -> list[Answer]:
        """Answers of work(begin, end) over all states; by one thread where few are active."""
        if active < WORTH_SHARING or self._threads == 1:
            return [work(0, self._states)]
        return _answers(self._pool, work, self._states, self._size)


def dealt_out(work: Callable[[int, int], Answer], count: int) -> list[Answer]:
    """Answers of work(begin, end) over ranges of `count` entries, which cost about the same."""
    with Shares(count) as shares:
        return shares.each(work, count)


def quickly(work: Callable[[int, int], Answer], count: int) -> list[Answer]:
    """The same for work of milliseconds, in few shares on threads that are kept."""
    if count < WORTH_SHARING or thread_count() == 1:
        return [work(0, count)]
    return _answers(_quick_threads(), work, count, _size(count, QUICK_SHARES))


def _size(count: int, shares: int) -> int:
    exact = -(-count // shares)
    return max(-(-exact // ALIGNED) * ALIGNED, ALIGNED)


def _answers(
    pool: ThreadPoolExecutor, work: Callable[[int, int], Answer], count: int, size: int
) -> list[Answer]:
    begins = range(0, count, size)
    return list(pool.map(lambda begin: work(begin, min(begin + size, count)), begins))
