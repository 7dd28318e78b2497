"""Labels of a finished search, whatever they are labels of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED


@njit(cache=True, nogil=True)
def _largest(labels: Any) -> Any:
    largest = np.uint32(0)
    for label in labels:
        largest = max(largest, label if label < UNREACHED else np.uint32(0))
    return largest


def largest_label(labels: NDArray[np.uint32]) -> int:
    """The largest one below UNREACHED, 0 where there is none. labels : uint32, of any shape."""
    return int(_largest(labels.reshape(-1)))
