"""Work over all states of a graph, dealt out to threads where that pays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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


class Shares:
    """Ranges of states and the threads that work on them; helpers are there inside `with`."""

    def __init__(self, states: int) -> None:
        self._states = states
        self._threads = get_num_threads()
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
        begins = range(0, self._states, self._size)
        return list(
            self._pool.map(lambda begin: work(begin, min(begin + self._size, self._states)), begins)
        )


def dealt_out(work: Callable[[int, int], Answer], count: int) -> list[Answer]:
    """Answers of work(begin, end) over ranges of `count` entries, which cost about the same."""
    with Shares(count) as shares:
        return shares.each(work, count)
