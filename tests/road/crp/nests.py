"""Nested partitions to try overlays with: by halving in space, and at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from road.graph import U32, RoadGraph


@dataclass(frozen=True, eq=False)
class Level:
    size: int
    cells: int
    cell_of: U32
    mezzanine: bool = False
    phantom: bool = False


@dataclass(frozen=True, eq=False)
class Nest:
    levels: tuple[Level, ...]


def halved(
    graph: RoadGraph,
    sizes: tuple[int, ...],
    *,
    mezzanine: tuple[int, ...] = (),
    phantom: tuple[int, ...] = (),
) -> Nest:
    """Cells of at most these sizes by cutting across x and y in turn; those named are not kept."""
    assert graph.x is not None
    assert graph.y is not None
    code = np.zeros(graph.vertices, np.int64)
    codes = [code]
    while np.bincount(code).max() > sizes[0]:
        along = graph.x if len(codes) % 2 else graph.y
        order = np.lexsort((along, code))
        first = np.searchsorted(code[order], np.arange(code.max() + 1))
        count = np.bincount(code, minlength=code.max() + 1)
        place = np.empty(graph.vertices, np.int64)
        place[order] = np.arange(graph.vertices) - first[code[order]]
        code = 2 * code + (2 * place >= count[code])
        codes.append(code)
    levels = []
    for size in sizes:
        chosen = next(c for c in codes if np.bincount(c).max() <= size)
        levels.append(_level(size, chosen, size in mezzanine, size in phantom))
    return Nest(tuple(levels))


def random_nest(vertices: int, cells: tuple[int, ...], seed: int = 0) -> Nest:
    """About so many cells at each level, the lowest first, of places anywhere."""
    random = np.random.default_rng(seed)
    code = np.arange(vertices)
    levels = []
    for k, count in enumerate(cells):
        code = random.integers(0, count, code.max() + 1)[code]
        levels.append(_level(count, code, mezzanine=k == 1, phantom=k == 0 and len(cells) > 3))
    return Nest(tuple(levels))


def _level(size: int, code: np.ndarray, mezzanine: bool, phantom: bool) -> Level:
    used, cell_of = np.unique(code, return_inverse=True)
    return Level(size, len(used), cell_of.astype(np.uint32), mezzanine, phantom)
