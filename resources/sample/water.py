"""Sea, lakes and rivers of the island, as its relief lets them run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import ndimage

from resources.sample.flow import Cells, Flow, Height, drained_area, flow
from resources.sample.noise import Field
from resources.sample.relief import Relief

Mask = NDArray[np.bool_]

BROOK, STREAM, RIVER = 0.22e6, 0.9e6, 2.6e6  # m² drained: fordable, one cell wide, two and more


@dataclass(frozen=True)
class Waters:
    """sea, lake, river, brook : bool, (cells, cells), they do not overlap; a brook can be forded.

    relief : the land with its lakes filled to their level. flow : how water runs off it.
    """

    relief: Relief
    flow: Flow
    sea: Mask
    lake: Mask
    river: Mask
    brook: Mask

    @property
    def dry(self) -> Mask:
        return ~(self.sea | self.lake | self.river)


@dataclass(frozen=True)
class Dam:
    """A valley closed by a landslide: how high, and the lake it may hold."""

    rise: float  # metres
    smallest: float  # m²
    largest: float


DAMS = (
    Dam(46, 5e5, 1.4e6),
    Dam(34, 2.5e5, 8e5),
    Dam(30, 1.5e5, 6e5),
    Dam(26, 9e4, 4e5),
    Dam(24, 6e4, 3e5),
    Dam(20, 4e4, 2e5),
    Dam(16, 2.5e4, 1.2e5),
    Dam(14, 2e4, 9e4),
    Dam(12, 1.5e4, 8e4),
)


def fill(relief: Relief, seed: int) -> Waters:
    """Close some valleys with lakes and let the rest run to the sea."""
    sea = _open_sea(relief.height)
    height = np.where(sea, np.minimum(relief.height, 0.0), np.maximum(relief.height, 0.3))
    way = flow(height, sea)
    area = drained_area(way.order, way.below, np.full(height.shape, relief.cell**2))
    lake = _lakes(relief, way, area, seed)
    hollow = ndimage.binary_opening(way.filled - height > 0.8, iterations=2) & ~sea
    lake_mask = (lake > 0) | hollow
    surface = np.where(lake_mask, np.maximum(way.filled, lake), height)
    drains = area.reshape(height.shape) * ~(sea | lake_mask)
    river = _river(drains, way.below) & ~(sea | lake_mask)
    brook = _fill_corners(drains > BROOK, way.below) & ~(sea | lake_mask | river)
    return Waters(Relief(surface, relief.cell), way, sea, lake_mask, river, brook)


def _open_sea(height: Field) -> Mask:
    """Water that joins the edge of the map; all else below zero is a hollow of the land."""
    bodies, _ = ndimage.label(height <= 0)
    sea: Mask = (bodies == bodies[0, 0]) & (height <= 0)
    return sea


def _lakes(relief: Relief, way: Flow, area: Height, seed: int) -> Field:
    """Water level of each lake cell, 0 elsewhere."""
    random = np.random.default_rng(seed + 20)
    level = np.zeros(way.filled.shape)
    taken = np.zeros(way.filled.shape, np.bool_)
    flat = way.filled.reshape(-1)
    drains, above = area[way.order], flat[way.order]
    sites = np.flatnonzero((drains > 0.25e6) & (drains < 9e6) & (above > 12))
    sites = sites[random.permutation(len(sites))[:700]]
    for dam in DAMS:
        best, best_size = None, 0.0
        for site in sites[::3]:
            brim = above[site] + dam.rise
            if taken.reshape(-1)[way.order[site]]:
                continue
            wet = upstream_below(way.order, way.below, flat, site, brim)
            size = float(wet.sum()) * relief.cell**2
            if best_size < size <= dam.largest and not (taken.reshape(-1) & wet).any():
                best, best_size = (wet, brim), size
        if best is not None and best_size >= dam.smallest:
            wet = best[0].reshape(level.shape)
            level[wet] = best[1]
            taken |= ndimage.binary_dilation(wet, iterations=round(900 / relief.cell))
        sites = sites[random.permutation(len(sites))]
    return level


@njit(cache=True)
def upstream_below(order: Cells, below: Cells, height: Height, first: int, level: float) -> Mask:
    """Cells that drain through the cell order[first] and lie under `level`: the lake behind a dam
    there; flat, bool."""
    wet = np.zeros(len(height), np.bool_)
    wet[order[first]] = True
    for cell in order[first + 1 :]:
        # Whoever drains into a wet cell lies above it, so a lake grows from its dam upwards.
        if wet[below[cell]] and height[cell] < level and below[cell] != cell:
            wet[cell] = True
    return wet


@njit(cache=True)
def _fill_corners(line: Mask, below: Cells) -> Mask:
    """A course with a corner filled at each diagonal step, so that nobody slips through."""
    cols = line.shape[1]
    joined = line.copy()
    for cell in np.flatnonzero(line):
        down = below[cell]
        joined[down // cols, cell % cols] = True
    return joined


def _river(drains: Field, below: Cells) -> Mask:
    """Wider the more land it drains."""
    course = _fill_corners(drains > STREAM, below)
    course |= ndimage.binary_dilation(drains > RIVER, iterations=1)
    course |= ndimage.binary_dilation(drains > 2.6 * RIVER, iterations=2)
    return course
