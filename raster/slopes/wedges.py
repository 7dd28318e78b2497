"""Straight lines between the eight directions on slopes: what a wedge offers there.

Between a cell's neighbour A along an axis and the diagonal neighbour D beside it the front is taken
for a line, as in `raster.wedges`. On a slope each point of it has a cost of its own, and no root
finds the soonest. So some points are tried, a share e/n of the way from A to D each, for the e of
SHARES, with n = 2^PARTS_BITS. In whole ticks, with z heights and

    rise = z(cell) - ((n - e) · z(A) + e · z(D)) / n, rounded; 0 where one of the three is unknown
    half costs = (max(half(A), half(D)) + half(cell)) · the line's length / that of the step from A

and with the cost that these have by `raster.slopes.slopes` over the length of the line, one offers

    max(label(A) + ⌊e · (label(D) - label(A)) / n⌋ + cost, label(A) + 1, label(D) + 1)

That never falls when a label rises: ⌊e·δ/n⌋ falls by one at most while label(A) rises by one. And
it exceeds both labels that it is made of, whatever the model says. As on level ground the labels
are thus the only solution of *label = update(labels)* in any order of work, and a heap may settle
cells for good. No convexity is asked of the model: cut angles, jumps and factors below 1 leave this
as it is. Where a step costs much more than another close to its direction, the soonest point may
offer less than label(A): then it is too late, never too early.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.geometry.wedge import NO_OFFER
from raster.slopes.costs import height, sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import PARTS_BITS, SHARES
from raster.steps import BARRIER, half_cost


@njit(cache=True, nogil=True)
def offered(near: Any, far: Any, parts: Any, cost: Any) -> Any:
    """What a point so many parts of the way from A, of label `near`, to D, of label `far`, offers
    by a line of a cost; int64 all. parts : one of SHARES."""
    return max(near + ((parts * (far - near)) >> PARTS_BITS) + cost, max(near, far) + 1)


@njit(cache=True, nogil=True)
def offer_on_slopes(
    costs: Any, labels: Any, first: Any, cell: Any, axis: Any, aslant: Any, kind: Any
) -> Any:
    """What the wedge of a cell between A and D offers, int64; UNREACHED or more where nothing, or
    no less than the cell has. `labels` hold the rows of the grid from `first` on. kind : of the
    step from A."""
    near = np.int64(labels[axis[0] - first, axis[1]])
    far = np.int64(labels[aslant[0] - first, aslant[1]])
    later = max(near, far)
    best = np.int64(NO_OFFER)
    if later >= labels[cell[0] - first, cell[1]]:  # as where one of the two is not reached
        return best
    slower = max(
        np.int64(half_cost(costs, axis[0], axis[1], kind)),
        np.int64(half_cost(costs, aslant[0], aslant[1], kind)),
    )
    halves = slower + np.int64(half_cost(costs, cell[0], cell[1], kind))
    if halves >= BARRIER:
        return best
    here = height(costs, cell[0], cell[1])
    straight, diagonal = height(costs, axis[0], axis[1]), height(costs, aslant[0], aslant[1])
    known = (here != UNKNOWN) & (straight != UNKNOWN) & (diagonal != UNKNOWN)
    above, apart = (here - straight) << PARTS_BITS, diagonal - straight
    for k in range(len(SHARES)):
        e, line = np.int64(SHARES[k]), kind * len(SHARES) + k
        rise = (above - e * apart + (1 << PARTS_BITS - 1)) >> PARTS_BITS
        cost = sloped_cost(
            costs.bins,
            costs.rise_scale[3 + line],
            costs.least[3 + line],
            costs.most[3 + line],
            costs.level[3 + line],
            costs.kept,
            (halves * costs.longer[line] + (1 << 15)) >> 16,
            rise if known else np.int64(0),
        )
        best = min(best, offered(near, far, e, cost))
    return best
