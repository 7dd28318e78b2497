"""What a settled tile gives its neighbours: the labels it improves across its sides and corners.

Along straight lines a cell beyond the border may lie in a wedge of two cells of different tiles.
Where the one straight on is ours, the offer is worked out with the other's label as it was when
this tile was loaded. Where only the one aslant is ours, the other may be falling at this moment,
unseen: then every fall of ours counts that may improve the cell at any label of the other
(docs/algorithms/tiled.md says why nothing is lost).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.geometry.wedge_units import PART_BITS
from core.parallel.in_place import in_place
from core.parallel.simd import (
    fill,
    from_left,
    from_right,
    least,
    load,
    most,
    smallest,
    where_less,
)
from core.times import UNREACHED
from raster.oblong import ALONG
from raster.steps import BARRIER, EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.layout import (
    BEFORE,
    BESIDE,
    CORNER_ENDS,
    DIAGONALS,
    FIRST,
    HALO_CORNERS,
    HALO_SIDES,
    SHAPES,
    SIDE_ENDS,
    SPAN,
    STRAIGHTS,
)
from raster.tiles.offers import least_along, offered_by_row, shape_in
from raster.tiles.sweeps import through


@in_place
def best_across_side(buffer: Any, side: int, straight: bool) -> Any:
    """Smallest label the inner row would give the halo row where it improves it, or UNREACHED; or a
    bound of it, see the module's text. side : its place in HALO_SIDES."""
    inner, outer = HALO_SIDES[side][1], HALO_SIDES[side][0] + FIRST
    row = load(buffer, inner), load(buffer, inner + STRAIGHTS), load(buffer, inner + DIAGONALS)
    halo = load(buffer, outer), load(buffer, outer + SPAN), load(buffer, outer + 2 * SPAN)
    nothing = np.uint32(UNREACHED)
    labels = least(halo[0], through(row, halo, nothing, nothing))
    if straight:
        first, last = SIDE_ENDS[side]
        shape = shape_in(buffer, NORTH_SOUTH if side < 2 else EAST_WEST)
        at = SPAN if shape[0] == 0 else BESIDE
        ends = (buffer[first], buffer[first + at]), (buffer[last], buffer[last + at])
        labels = offered_by_row(row, halo, labels, ends[0], ends[1], shape)
        fallen = where_less(row[0], load(buffer, BEFORE + side * TILE), fill(UNREACHED))
        slower, own = most(row[1], halo[1]), halo[1]
        if shape[0] != 0:  # half costs along the side, no more than they are
            slower, own = (
                least_along(buffer, side, most(row[2], halo[2])),
                least_along(buffer, side, halo[2]),
            )
        soonest = fallen + slower
        soonest = least(from_left(soonest, nothing), from_right(soonest, nothing))
        labels = least(labels, soonest + own)
    return smallest(where_less(labels, halo[0], fill(UNREACHED)))


@in_place
def best_across_corner(buffer: Any, corner: int, straight: bool) -> Any:
    """The same for one corner cell of the halo, entered along the diagonal. corner : its place in
    HALO_CORNERS."""
    outer, inner = HALO_CORNERS[corner][0], HALO_CORNERS[corner][1]
    own = np.int64(buffer[inner])
    label = own + buffer[inner + DIAGONALS] + buffer[outer + 2 * SPAN]
    first, last, before = CORNER_ENDS[corner]
    if straight and own < buffer[before]:
        if buffer[SHAPES] == 0:
            faster = min(buffer[first + SPAN], buffer[last + SPAN])
            cost = np.int64(max(buffer[inner + STRAIGHTS], faster)) + buffer[outer + SPAN]
        else:
            faster = min(buffer[first + 2 * SPAN], buffer[last + 2 * SPAN])
            slower = np.int64(max(buffer[inner + DIAGONALS], faster))
            cost = slower + buffer[outer + 2 * SPAN]
            if max(slower, np.int64(buffer[outer + 2 * SPAN])) < BARRIER:
                along = np.int64(min(buffer[SHAPES + ALONG], buffer[SHAPES + 4 + ALONG]))
                cost = cost * along >> PART_BITS
        label = min(label, own + cost)
    return label if label < buffer[outer] else np.int64(UNREACHED)
