"""Nested partitions of a road graph's vertices, and what their levels are.

Source: D. Delling, M. Kobitzsch, R. F. Werneck, Customizing Driving Directions with GPUs,
Euro-Par 2014: five levels of 2⁸ to 2²⁰ vertices, two phantom levels of 4 and 32 below them, and
mezzanine levels between two of them, with sizes in equal ratios. Phantom and mezzanine levels
serve the customization alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.errors import ParameterError
from road.graph import U32

PHANTOM_SIZES = (4, 32)
QUERY_SIZES = (1 << 8, 1 << 11, 1 << 14, 1 << 17, 1 << 20)
MEZZANINES = (1, 1, 3, 3, 3, 3)
"""Levels between 4 and 32, 32 and 2⁸, 2⁸ and 2¹¹, …; the paper's choice."""


class LevelKind(NamedTuple):
    """Most vertices of a cell, and what the level is for."""

    size: int
    mezzanine: bool
    phantom: bool


@dataclass(frozen=True, eq=False)
class Level:
    """Cells of one level.

    size : most vertices that a cell may have.
    cells : number of cells, none of them empty.
    cell_of : uint32, vertices; 0 to cells - 1. Cells of one parent have consecutive numbers.
    mezzanine, phantom : whether queries leave the level out, and why.
    """

    size: int
    cells: int
    cell_of: U32
    mezzanine: bool
    phantom: bool


@dataclass(frozen=True, eq=False)
class Partition:
    """Levels from the lowest (smallest cells) to the highest; empty for up to four vertices.

    Nested: two vertices in one cell of a level are in one cell of every higher level.
    """

    levels: tuple[Level, ...]

    def parents(self, level: int) -> U32:
        """uint32, cells of that level; the cell of the next higher level that holds each."""
        below, above = self.levels[level], self.levels[level + 1]
        parent = np.empty(below.cells, np.uint32)
        parent[below.cell_of] = above.cell_of
        return parent


def level_kinds(vertices: int, mezzanines: tuple[int, ...] = MEZZANINES) -> tuple[LevelKind, ...]:
    """Levels for a graph of so many vertices, the lowest first; cells are smaller than the graph.

    mezzanines : levels between each two of the sizes 4, 32, 2⁸, 2¹¹, …, 2²⁰.
    """
    sizes = (*PHANTOM_SIZES, *QUERY_SIZES)
    if len(mezzanines) != len(sizes) - 1 or min(mezzanines) < 0 or max(mezzanines) > 8:
        raise ParameterError(
            f"mezzanine levels {mezzanines}", advice="Give six numbers from 0 to 8."
        )
    kinds = [LevelKind(sizes[0], False, True)]
    for small, large, count in zip(sizes[:-1], sizes[1:], mezzanines, strict=True):
        between = {int(small * (large / small) ** (k / (count + 1))) for k in range(1, count + 1)}
        kinds += [LevelKind(size, True, False) for size in sorted(between - {small, large})]
        kinds.append(LevelKind(large, False, large in PHANTOM_SIZES))
    return tuple(kind for kind in kinds if kind.size < vertices)
