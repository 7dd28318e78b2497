"""A contracted search graph: levels, steps up and down between them, and a core of all distances.

Source: Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS 2019;
Geisberger, Sanders, Schultes, Delling, "Contraction hierarchies", WEA 2008. Here states are
numbered anew by the order in which a query sweeps them, the core first: what a place is reached
from on the way down lies before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from core.parallel.sorting import rows_of
from road.graph import I64, U32, read_only

ORIGINAL = 2**32 - 1
"""Middle of a step that the search graph has itself."""


class Steps(NamedTuple):
    """Steps at each place to or from places before it, as rows; no two with the same ends.

    first : int64, places + 1. other : uint32, the place at the other end, of a higher level (within
    the core: any other place). cost : uint32 ticks below UNREACHED. middle : uint32, the place
    whose contraction made it, after both ends; ORIGINAL for a step of the search graph.
    """

    first: I64
    other: U32
    cost: U32
    middle: U32


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """See the module's text. The arrays are read-only.

    Of a step that leads from u over the contracted w to v, the parts are w's step `down` from u and
    w's step `up` to v. Distances between places of the same or higher levels need no lower place.

    state_at : uint32, states; the state at each place. place_of : uint32, states; its inverse.
    first_place : int64, levels + 1; places of level n are first_place[n] to first_place[n + 1].
        Level 0 is the core, which may be empty; the last level was contracted first.
    up : steps out of each place to places of higher levels. down : steps into each place from
        places of higher levels. Both have no steps at places of the core.
    core : uint32, (k, k); ticks from core place i to j, 0 where they are the same, UNREACHED where
        none leads. core_steps : steps into each core place from others, places + 1 is k + 1: what
        was there when contraction stopped.
    """

    state_at: U32
    place_of: U32
    first_place: I64
    up: Steps
    down: Steps
    core: U32
    core_steps: Steps

    @property
    def states(self) -> int:
        return len(self.state_at)

    @property
    def levels(self) -> int:
        """With the core."""
        return len(self.first_place) - 1

    @property
    def core_size(self) -> int:
        return len(self.core)

    @cached_property
    def backward(self) -> Hierarchy:
        """That of the steps turned round; only where the search graph's are just that, which is
        where states are vertices."""
        return Hierarchy(
            self.state_at,
            self.place_of,
            self.first_place,
            self.down,
            self.up,
            read_only(self.core.T),
            _turned_round(self.core_steps),
        )


def _turned_round(steps: Steps) -> Steps:
    """Rows by the places at the other ends."""
    places = len(steps.first) - 1
    here = np.repeat(np.arange(places, dtype=np.uint32), np.diff(steps.first))
    first, order = rows_of(steps.other, places)
    columns = (first, here[order], steps.cost[order], steps.middle[order])
    return Steps(*(read_only(column) for column in columns))
