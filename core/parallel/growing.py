"""Arrays that grow in compiled code.

Numba takes four seconds to compile that an array is assigned to a slice of another, for the sake of
an error that never comes. So what is copied is copied one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def longer(array: Any, count: Any) -> Any:
    """The first `count` of an array of one dimension, in one that is twice as long."""
    more = np.empty(2 * len(array), array.dtype)
    for place in range(count):
        more[place] = array[place]
    return more


@njit(cache=True, nogil=True)
def longer_rows(array: Any, count: Any) -> Any:
    """The first `count` rows of an array of two dimensions, in one that has twice as many."""
    more = np.empty((2 * len(array), array.shape[1]), array.dtype)
    for row in range(count):
        for col in range(array.shape[1]):
            more[row, col] = array[row, col]
    return more
