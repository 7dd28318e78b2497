"""Attempts at a solve, until one counts every path: the loop around all solvers.

What an attempt counts in is a guess; where its result shows that paths were too long to be counted,
or precision was lost for nothing, another one follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar


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
