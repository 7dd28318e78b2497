"""Attempts at a solve, until one counts every path: the loop around all solvers.

What an attempt counts in is a guess; where its result shows that paths were too long to be counted,
or precision was lost for nothing, another one follows. The largest label tells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED


class Found(Protocol):
    """What an attempt found; `partial` where it was cancelled."""

    @property
    def partial(self) -> bool: ...


Unit = TypeVar("Unit")
F = TypeVar("F", bound=Found)


def first_that_fits(
    first: Unit, attempt: Callable[[Unit], F], following: Callable[[Unit, F], Unit | None]
) -> F:
    """What the first attempt found that no other need follow, or that was cancelled.

    first : what the first attempt counts in, a tick or costs in ticks.
    following : what the next one counts in, None where there is none; not asked after a cancel.

    A result that does not fit is let go before the next attempt, which may want its memory.
    """
    unit = first
    while True:
        found = attempt(unit)
        coarser = None if found.partial else following(unit, found)
        if coarser is None:
            return found
        del found
        unit = coarser


@njit(cache=True, nogil=True)
def _largest(labels: Any) -> Any:
    largest = np.uint32(0)
    for label in labels:
        largest = max(largest, label if label < UNREACHED else np.uint32(0))
    return largest


def largest_label(labels: NDArray[np.uint32]) -> int:
    """The largest one below UNREACHED, 0 where there is none. labels : uint32, of any shape."""
    return int(_largest(labels.reshape(-1)))
