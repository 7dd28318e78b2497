"""Which of several starts reaches each place first, as results tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

NOBODY = -1
"""Number of the owner of a place that no start reaches."""


class EnteredArcs(NamedTuple):
    """Arrays by arc: source, int32, whose front enters each first, NOBODY where none does; seconds,
    float64, when; begun, bool: whether a start lies on its street, which then goes by its ends."""

    source: NDArray[np.int32]
    seconds: NDArray[np.float64]
    begun: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Owners:
    """Who is first where; of several at the same tick the first of the list.

    of : signed integers; of cells (rows, cols), or of vertices. Numbers count the starts of the
        result from 0. factor : cells along a side of each of `of`: more than 1 of a preview.
    seconds : float64, vertices; when each is reached. entered : of roads where turns count: who is
        first at a vertex need not be who drives on from there.
    """

    of: NDArray[np.signedinteger[Any]]
    factor: int = 1
    seconds: NDArray[np.float64] | None = None
    entered: EnteredArcs | None = None
