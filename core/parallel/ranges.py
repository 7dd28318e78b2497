"""Ranges that work is divided into: of the same size, or of about the same weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ALIGNED = 64
"""Entries that no even range splits: their bytes and words lie on cache lines of one thread."""

Range = tuple[int, int]
"""Entries from the first up to the second."""


def ranges_of(count: int, size: int) -> list[Range]:
    """`count` entries in ranges of `size`, the last one perhaps shorter."""
    return [(begin, min(begin + size, count)) for begin in range(0, count, size)]


def even_ranges(count: int, pieces: int, aligned: int = ALIGNED) -> list[Range]:
    """At most so many ranges of one size, a multiple of `aligned`."""
    exact = -(-count // pieces)
    return ranges_of(count, max(-(-exact // aligned) * aligned, aligned))


def weighted_ranges(weight: NDArray[np.int64], pieces: int) -> list[Range]:
    """At most so many ranges of about the same weight, none of them empty.

    weight : int64, entries + 1; the sums before each entry.
    """
    edges = np.searchsorted(weight, np.linspace(0, int(weight[-1]), pieces + 1))
    edges[0], edges[-1] = 0, len(weight) - 1
    edges = np.unique(edges)
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
