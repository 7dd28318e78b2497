"""Nested partitions of a road graph's vertices, and what their levels are.

Source: D. Delling, M. Kobitzsch, R. F. Werneck, Customizing Driving Directions with GPUs,
Euro-Par 2014: five levels of 2⁸ to 2²⁰ vertices, two phantom levels of 4 and 32 below them, and
mezzanine levels between two of them, with sizes in equal ratios. Phantom and mezzanine levels
serve the customization alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

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


class NestedLevel(Protocol):
    """A level of cells as an overlay needs it; see `Level`."""

    @property
    def size(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def cell_of(self) -> U32: ...
    @property
    def mezzanine(self) -> bool: ...
    @property
    def phantom(self) -> bool: ...


class Nested(Protocol):
    """Levels, the lowest first; each cell lies within one cell of the next level."""

    @property
    def levels(self) -> Sequence[NestedLevel]: ...


@dataclass(frozen=True, eq=False)
class Level:
    """Cells of one level.

    size : most vertices that a cell may have.
    cells : number of cells, none of them empty.
    cell_of_part : uint32; the cell of each vertex, or of each cell of `below` where that is given.
    mezzanine, phantom : whether queries leave the level out, and why.
    below : the next lower level, none for the lowest.
    """

    size: int
    cells: int
    cell_of_part: U32
    mezzanine: bool
    phantom: bool
    below: Level | None = None

    @property
    def cell_of(self) -> U32:
        """uint32, vertices; 0 to cells - 1. Cells of one parent have consecutive numbers.

        Looked up anew each time: for all levels at once it is 80 bytes a vertex.
        """
        cell, level = self.cell_of_part, self.below
        while level is not None:
            cell = cell[level.cell_of_part]
            cell.flags.writeable = False
            level = level.below
        return cell


@dataclass(frozen=True, eq=False)
class Partition:
    """Levels from the lowest (smallest cells) to the highest; empty for up to four vertices.

    Nested: two vertices in one cell of a level are in one cell of every higher level.
    """

    levels: tuple[Level, ...]

    @classmethod
    def of_cells(cls, levels: Iterable[NestedLevel]) -> Partition:
        """From the cell of each vertex on each level. Raises ParameterError if not nested."""
        made: list[Level] = []
        below: NestedLevel | None = None
        for level in levels:
            part = level.cell_of if below is None else parents_of(below, level)
            part.flags.writeable = False
            about = level.mezzanine, level.phantom, made[-1] if made else None
            made.append(Level(level.size, level.cells, part, *about))
            below = level
        return cls(tuple(made))

    def parents(self, level: int) -> U32:
        """uint32, cells of that level; the cell of the next higher level that holds each."""
        return parents_of(self.levels[level], self.levels[level + 1])


def parents_of(below: NestedLevel, above: NestedLevel) -> U32:
    """uint32, cells of `below`; the cell of `above` around each.

    Raises ParameterError where one lies in two.
    """
    if above.cells == 1:
        return np.zeros(below.cells, np.uint32)
    parts = _parts_between(below, above)
    if parts:
        parent = parts[0]
        for part in parts[1:]:
            parent = part[parent]
        return parent
    cell, around = below.cell_of, above.cell_of
    parent = np.zeros(below.cells, np.uint32)
    parent[cell] = around
    if (parent[cell] != around).any():
        raise ParameterError(
            f"cells of {below.size} that lie in two larger ones", advice="Give a nested partition."
        )
    return parent


def _parts_between(below: NestedLevel, above: NestedLevel) -> list[U32]:
    """`cell_of_part` of the levels above `below` up to `above`; none where they are not of one
    partition."""
    parts: list[U32] = []
    level = above if isinstance(above, Level) else None
    while level is not None and level is not below:
        parts.append(level.cell_of_part)
        level = level.below
    return [] if level is None else parts[::-1]


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
