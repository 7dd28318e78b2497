"""The limits of bands, checked at the door."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from core.errors import ParameterError
from raster.travel_times import NO_CLASS


def checked_limits(limits: Sequence[float]) -> tuple[float, ...]:
    """The limits, if they are positive, finite, ascending and at most 255; else ParameterError."""
    values = tuple(float(limit) for limit in limits)
    if not 1 <= len(values) <= NO_CLASS:
        raise ParameterError(f"{len(values)} limits", advice=f"Give 1 to {NO_CLASS}.")
    advice = "Give positive limits in ascending order, each once."
    if not (math.isfinite(values[0]) and values[0] > 0):
        raise ParameterError(f"a limit of {values[0]:g} s", advice=advice)
    for earlier, later in pairwise(values):
        if not (math.isfinite(later) and later > earlier):
            raise ParameterError(f"a limit of {later:g} s after {earlier:g} s", advice=advice)
    return values
