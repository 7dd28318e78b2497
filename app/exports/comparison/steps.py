"""Steps of a difference to colour it by: centred on zero, of the same width on both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.comparison.difference import LOST, SAME, SOONER, WON, Difference
from app.measure import TIME, Measure

SIDE = 4
"""Steps on either side of zero: with the same, won and lost as many as a legend has lines for."""

NO_STEP = 255
"""Step of a place that neither reaches."""

QUANTILE = 0.98
"""Share of differences, by their amount, that lies within the steps but for the last."""

_SOONER = ((198, 219, 239), (123, 178, 222), (49, 124, 190), (8, 64, 140))
_LATER = ((254, 217, 166), (253, 160, 82), (225, 96, 20), (150, 45, 4))
_SAME = (236, 236, 232)
_WON, _LOST = (0, 165, 115), (170, 60, 160)

COLOURS: NDArray[np.uint8] = np.array((*reversed(_SOONER), _SAME, *_LATER, _WON, _LOST), np.uint8)
"""uint8, (steps, 3): much sooner to little, the same, little later to much, won, lost. Blue and
orange are told apart by all, and so are the other two from them."""

STEP_SAME, STEP_WON, STEP_LOST = SIDE, 2 * SIDE + 1, 2 * SIDE + 2

KIND_COLOURS: NDArray[np.uint8] = np.array(
    ((0, 0, 0), _SOONER[2], (190, 190, 186), _LATER[2], _WON, _LOST), np.uint8
)
"""uint8, by `app.exports.comparison.difference.KINDS`."""


@dataclass(frozen=True)
class DifferenceSteps:
    """width : of each step, in what solvers count; the last on each side has no end."""

    width: float
    measure: Measure = TIME

    @classmethod
    def fitted(cls, seconds: NDArray[np.float64], measure: Measure = TIME) -> DifferenceSteps:
        """To the differences of some places; NaN and infinite ones are passed over."""
        known = np.abs(seconds[np.isfinite(seconds)])
        known = known[known > 0]
        if not len(known):
            return cls(measure.counted(1.0), measure)
        most = float(np.quantile(known, QUANTILE))
        # Round numbers are found as those of bands are, of which there may be twice as many.
        width = Bands.nice(max(most, 1e-9) / (SIDE - 1) * 8, measure).limits[0]
        return cls(width if math.isfinite(width) else most, measure)

    @property
    def edges(self) -> tuple[float, ...]:
        """Ends of the steps on one side but for the last, ascending."""
        return tuple(self.width * k for k in range(1, SIDE))

    def of(self, found: Difference) -> NDArray[np.uint8]:
        """uint8: the step of each place, a row of COLOURS; NO_STEP for none."""
        amount = np.abs(np.nan_to_num(found.seconds))
        away = np.searchsorted(np.array(self.edges), amount, "left").astype(np.uint8)
        sooner = found.kind == SOONER
        step = np.where(sooner, SIDE - 1 - away, SIDE + 1 + away).astype(np.uint8)
        step[found.kind == SAME] = STEP_SAME
        step[found.kind == WON] = STEP_WON
        step[found.kind == LOST] = STEP_LOST
        step[found.kind == 0] = NO_STEP
        return step
