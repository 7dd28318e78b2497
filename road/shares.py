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
"""So that all threads end a round together."""

ALIGNED = 64
"""States that no share splits: their bytes and words lie on cache lines of one thread."""

Answer = TypeVar("Answer")


def thread_count() -> int:
    """Threads that work is dealt out to."""
    return get_num_threads()


@lru_cache
def quick_threads() -> ThreadPoolExecutor:
    """Threads that are kept, for work of milliseconds, which starting them would take as long as.

    Nothing longer may hold them, and what runs on them waits for none of them.
    """
    return ThreadPoolExecutor(thread_count(), "isofront-share")


class Shares:
    """Ranges of states and the threads that work on them; helpers are there inside `with`."""

    def __init__(self, states: int) -> None:
        self._states = states
        self._threads = thread_count()
        pieces = -(-states // (SHARES_A_THREAD * self._threads))
        self._size = max(-(-pieces // ALIGNED) * ALIGNED, ALIGNED)

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
        return self.on(self._pool, work)

    def on(self, pool: ThreadPoolExecutor, work: Callable[[int, int], Answer]) -> list[Answer]:
        """Answers of work(begin, end) over all states by threads of a pool."""
        begins = range(0, self._states, self._size)
        return list(
            pool.map(lambda begin: work(begin, min(begin + self._size, self._states)), begins)
        )


def dealt_out(work: Callable[[int, int], Answer], count: int) -> list[Answer]:
    """Answers of work(begin, end) over ranges of `count` entries, which cost about the same."""
    with Shares(count) as shares:
        return shares.each(work, count)


def quickly(work: Callable[[int, int], Answer], count: int) -> list[Answer]:
    """The same on `quick_threads`."""
    if count < WORTH_SHARING or thread_count() == 1:
        return [work(0, count)]
    return Shares(count).on(quick_threads(), work)
