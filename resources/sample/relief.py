"""The shape of the island: ranges pushed up, valleys carved, the sea let in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from resources.sample.flow import carve, drained_area, flow, height_above_water
from resources.sample.noise import Field, Noise, bend, blur, enlarge, mesh, rounded, smooth_step

SIDE = 15_000.0  # metres
CARVING = 0.0056  # the larger, the lower the peaks
CREEP = 13.0  # m² in a metre's rise: slopes even out, which rounds ridges and widens valleys
TALUS = 0.8  # rise over run that no slope keeps; about 39°
BENDS = {4: (0.008, 26.0, 51), 2: (0.0028, 60.0, 52)}
"""Bends before the stage that joins so many cells: reach, waves, seed. Eight directions of flow
carve straight valleys; bending the land between two stages takes the ruler out of it."""
STAGES = ((12, 70, 22.0), (4, 45, 10.0), (2, 7, 5.0), (1, 1, 1.0))
"""Stages of (cells joined, steps, metres risen a step): rough first, then finer."""


@dataclass(frozen=True)
class Relief:
    """height : float64, (cells, cells), metres above the sea; negative under it."""

    height: Field
    cell: float

    @property
    def land(self) -> NDArray[np.bool_]:
        return self.height > 0


def outline(cells: int, seed: int) -> Field:
    """How far inland, roughly −1 (open sea) to 1 (the heart of the island)."""
    x, y = mesh(cells)
    wave = Noise(seed)
    bent_x = x + 0.30 * wave.layers(x * 1.5 + 3, y * 1.5 + 5, 5)
    bent_y = y + 0.30 * wave.layers(x * 1.5 + 40, y * 1.5 + 60, 5)
    # A long island that leans, with a spur, and two islets; nothing reaches the edge of the map.
    lean_x, lean_y = 0.85 * bent_x + 0.45 * bent_y, 0.85 * bent_y - 0.45 * bent_x
    body = 1 - np.sqrt((lean_x / 0.88) ** 2 + ((lean_y + 0.06) / 0.62) ** 2)
    spur = 0.55 - np.sqrt(((lean_x - 0.30) / 0.85) ** 2 + ((lean_y - 0.26) / 0.66) ** 2)
    islet = 0.17 - np.sqrt((bent_x - 0.66) ** 2 + (bent_y + 0.62) ** 2)
    skerry = 0.10 - np.sqrt((bent_x + 0.72) ** 2 + (bent_y - 0.62) ** 2)
    land = np.maximum(np.maximum(body, spur), np.maximum(islet, skerry))
    edge = np.maximum(np.abs(x), np.abs(y)) + 0.06 * wave.layers(x * 7, y * 7, 1)
    inland: Field = land - 1.5 * smooth_step(edge, 0.79, 0.99)
    return inland


def uplift(cells: int, seed: int) -> Field:
    """How fast the ground rises, 0 to about 1: ranges inland, plains towards the coast."""
    x, y = mesh(cells)
    inland = outline(cells, seed)
    wave = Noise(seed + 1)
    ridge = 1 - np.abs(wave.layers(x * 1.3 + 11, y * 1.3 + 7, 4)) * 2.2
    range_ = smooth_step(ridge, 0.1, 1.0)
    coast = smooth_step(inland, 0.02, 0.42)
    return (0.05 + coast * (0.18 + 1.0 * range_)) * (inland > 0)


def hardness(cells: int, seed: int) -> Field:
    """How easily water carves, around 1."""
    x, y = mesh(cells)
    grain = Noise(seed + 2).layers(x * 6, y * 6, 7, 0.62)
    return np.clip(1 + 0.75 * grain, 0.25, 2.5)


def grow(cells: int, seed: int) -> Relief:
    """The whole island, `cells` a side (a multiple of four)."""
    height = np.zeros((cells // STAGES[0][0],) * 2)
    before = STAGES[0][0]
    for joined, steps, rise in STAGES:
        height = enlarge(height, before // joined) if before != joined else height
        if joined in BENDS:
            reach, waves, glass = BENDS[joined]
            height = bend(height, reach, waves, seed + glass)
        height = _erode(height, seed, steps, rise)
        before = joined
    cell = SIDE / cells
    return Relief(_shore(_soften(height, cells, seed), cells, seed), cell)


def _erode(height: Field, seed: int, steps: int, rise: float) -> Field:
    cells = height.shape[0]
    cell = SIDE / cells
    sea = outline(cells, seed) <= 0
    lift, strength = uplift(cells, seed) * rise, hardness(cells, seed) * CARVING
    x, y = mesh(cells)
    grain = Noise(seed + 3).layers(x * 40, y * 40, 3)
    height = rounded(np.where(sea, 0.0, height + 0.4 * cell / 10 * np.abs(grain)))
    rain = np.full(height.shape, cell * cell)
    for _ in range(steps):
        way = flow(height, sea)
        area = drained_area(way.order, way.below, rain).reshape(height.shape)
        power = strength * rise * np.sqrt(area) / cell
        carved = carve(way.filled, way.order, way.below, lift, power, TALUS * cell)
        height = rounded(np.where(sea, 0.0, _creep(carved, CREEP * rise / (cell * cell))))
    return height


def _creep(height: Field, share: float) -> Field:
    """Diffuse by `share` of the curvature, in as many passes as keep it stable."""
    passes = int(share / 0.2) + 1
    for _ in range(passes):
        padded = np.pad(height, 1, mode="edge")
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        height = height + share / passes * (around - 4 * height)
    return height


def _soften(height: Field, cells: int, seed: int) -> Field:
    """Valley floors filled with what the rivers brought down, ridges rounded a little."""
    sea = outline(cells, seed) <= 0
    cell = SIDE / cells
    way = flow(height, sea)
    area = drained_area(way.order, way.below, np.full(height.shape, cell * cell))
    river = (area.reshape(height.shape) > 2.5e5) | sea
    above = height_above_water(way.filled, way.order, way.below, river)
    floor = 4 + 26 * smooth_step(np.sqrt(blur(area.reshape(height.shape) * river, 12)), 100, 1500)
    lowered = above - above * above / (above + floor)
    smooth = blur(way.filled - lowered, 1, 2)
    return np.where(sea, 0.0, smooth)


def _shore(height: Field, cells: int, seed: int) -> Field:
    """Let the sea rise into the lowest valleys and give it a floor."""
    x, y = mesh(cells)
    inland = outline(cells, seed)
    grain = Noise(seed + 4).layers(x * 22, y * 22, 6, 0.55)
    rough = height + grain * (1.5 + 7 * smooth_step(height, 20, 700))
    drowned = rough - 9 + 6 * grain
    return rounded(np.where(inland > 0, drowned, -40 + 60 * np.clip(inland, -1, 0)))
