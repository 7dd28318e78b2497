"""What wedges offer the cells of a row, all at once: `raster.wedges` in SIMD vectors.

An offer needs a root, so one is worked out only where it may improve a label: no offer is below the
label of D and F. Where that is less than a label which the step from A has been tried on, A's label
is above D's; and with a barrier, whose half cost alone is UNREACHED, it is never less.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.geometry.wedge import SHORTEST_COST, offer, offer_over_oblong
from core.geometry.wedge_units import PART_BITS
from core.parallel.in_place import in_place
from core.parallel.roots import (
    LEAST_SHARE,
    LONGEST,
    LONGEST_ASIDE,
    MIDDLE_SHARE,
    SHORT_ASIDE,
    legs,
    legs_aside,
    short_legs_aside,
    shorter_lanes,
)
from core.parallel.simd import (
    any_less,
    fill,
    from_left,
    from_right,
    lane,
    least,
    less_lanes,
    lowest_bit,
    most,
    scaled,
    select_less,
    with_lane,
)
from raster.oblong import ALONG, REACH, SHARE
from raster.steps import BARRIER, EAST_WEST, NORTH_SOUTH
from raster.tiles.layout import SHAPES


@njit(nogil=True, inline="always")
def lanes_offered(axis: Any, aslant: Any, cost: Any, known: Any) -> Any:
    """A bit for every lane whose label a wedge of square cells improves, and for a few more; as
    `offered`."""
    better = less_lanes(aslant + cost, known)
    return better & shorter_lanes(cost, axis - aslant, known - axis)


@njit(nogil=True, inline="always")
def offered(axis: Any, aslant: Any, cost: Any, at_first: Any, known: Any, shape: Any) -> Any:
    """The least of labels and of what wedges offer them.

    axis, aslant : labels of A and D. cost : F.
    at_first : labels, no larger than what steps from A give. known : no larger.
    shape : SHARE and REACH where cells are not square (`raster.oblong`), else zeros; int64.
    """
    if shape[0] != 0:
        return _offered_over_oblong(axis, aslant, cost, known, shape[0], shape[1])
    soonest = aslant + cost
    # The root needs no label of the row, so it may be on its way while these are worked out.
    apart = axis - aslant
    leg = legs(cost, apart)  # 2δ² ≤ F² where that is no less than δ
    offers = select_less(leg, apart, known, least(known, axis + leg))
    offers = select_less(soonest, at_first, offers, known)
    long = select_less(soonest, at_first, cost, fill(0))
    if any_less(fill(LONGEST), long):
        offers = select_less(fill(LONGEST), long, known, offers)
        lanes = less_lanes(fill(LONGEST), long)
        offers = _offered_one_by_one(axis, aslant, cost, offers, lanes, shape[0], shape[1])
    return offers


@in_place
def _offered_over_oblong(
    axis: Any, aslant: Any, cost: Any, known: Any, share: Any, reach: Any
) -> Any:
    """The same where cells are not square."""
    soonest = aslant + cost
    long = less_lanes(soonest, known) & less_lanes(fill(LONGEST_ASIDE), cost)
    if long:
        known = _offered_one_by_one(axis, aslant, cost, known, long, share, reach)
        soonest = select_less(fill(LONGEST_ASIDE), cost, known, soonest)
    soonest = select_less(fill(SHORTEST_COST), cost, soonest, known)
    apart, most_apart = axis - aslant, scaled(cost, reach, PART_BITS)
    leg = least(apart, most_apart)
    longest = SHORT_ASIDE if share < MIDDLE_SHARE else LONGEST
    asked = select_less(soonest, known, cost, fill(0))
    if share < LEAST_SHARE or any_less(fill(longest), asked):
        offers = axis + legs_aside(cost, leg, share)
    else:
        offers = axis + short_legs_aside(cost, leg, share)
    offers = select_less(most_apart, apart, known, least(known, offers))
    return select_less(soonest, known, offers, known)


@in_place
def _offered_one_by_one(
    axis: Any, aslant: Any, cost: Any, known: Any, lanes: int, share: Any, reach: Any
) -> Any:
    """The same for some lanes, a bit each, where F has too many ticks for vectors: next to slow
    cells, and where a grid is small or a limit near."""
    while lanes:
        k = lowest_bit(lanes)
        lanes &= lanes - 1
        wedge = np.int64(lane(axis, k)), np.int64(lane(aslant, k)), np.int64(lane(cost, k))
        found = offer(*wedge) if share == 0 else offer_over_oblong(*wedge, share, reach)
        known = with_lane(known, k, min(found, np.int64(lane(known, k))))
    return known


@njit(nogil=True, inline="always")
def shape_in(buffer: Any, kind: int) -> Any:
    """What `offered` takes of the shape of wedges, of a kind of step, in a tile's buffer."""
    at = SHAPES + 4 * kind
    return np.int64(buffer[at + SHARE]), np.int64(buffer[at + REACH])


@njit(nogil=True, inline="always")
def least_along(buffer: Any, side: int, aslant: Any) -> Any:
    """The least that half costs along a side of the tile can be, by those aslant, over oblong
    cells. side : its place in HALO_SIDES."""
    kind = EAST_WEST if side < 2 else NORTH_SOUTH
    along = scaled(aslant, np.int64(buffer[SHAPES + 4 * kind + ALONG]), PART_BITS)
    return select_less(aslant, fill(BARRIER), along, aslant)


@njit(nogil=True, inline="always")
def offered_by_row(before: Any, row: Any, known: Any, left: Any, right: Any, shape: Any) -> Any:
    """Labels of a row when entered through the wedges of the row before it.

    before, row : labels and straight half costs of the rows, and more.
    known : labels, no larger than what the steps straight on give.
    left, right : label and straight half cost of the cells at either end of the row before.
    shape : as of `offered`.
    """
    aslant = from_left(before[0], left[0]), from_right(before[0], right[0])
    slower = from_left(before[1], left[1]), from_right(before[1], right[1])
    cost = most(before[1], slower[0]) + row[1], most(before[1], slower[1]) + row[1]
    at_first = known  # what is asked of the other side need not wait for the root of this one
    if any_less(aslant[0] + cost[0], at_first):
        known = offered(before[0], aslant[0], cost[0], at_first, known, shape)
    if any_less(aslant[1] + cost[1], at_first):
        known = offered(before[0], aslant[1], cost[1], at_first, known, shape)
    return known
