"""Gradient noise made of exact arithmetic.

Only + − × ÷, square root and rounding are used here and in the rest of the sample's program: these
are the same to the last bit on every machine, sines and powers are not, and an island grown by
erosion would turn a last bit into another river.

Source: Perlin 2002, "Improving noise". Ours draws its gradients from a square.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Field = NDArray[np.float64]

_LATTICE = 256  # the noise repeats after this many lattice cells; more than any octave asks for


class Noise:
    """Smooth random fields, each drawn from its own seed.

    Values lie within about ±1 with zero mean; coordinates are in lattice cells.
    """

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self._gradient = random.random((_LATTICE, _LATTICE, 2)) * 2 - 1

    def layers(self, x: Field, y: Field, octaves: int, gain: float = 0.5) -> Field:
        """Fractal sum at points, shape of x and y: every octave twice as fine as the last and
        `gain` times as high."""
        total: Field = _layers(self._gradient, x, y, octaves, gain)
        return total


@njit(cache=True)
def _layers(gradient: Field, x: Field, y: Field, octaves: int, gain: float) -> Field:
    total = np.zeros(x.shape)
    height, scale = 1.0, 1.0
    for octave in range(octaves):
        for row in range(x.shape[0]):
            for col in range(x.shape[1]):
                u = x[row, col] * scale + 17.3 * octave
                v = y[row, col] * scale + 9.1 * octave
                total[row, col] += height * _value(gradient, u, v)
        height *= gain
        scale *= 2.0
    return total


@njit(cache=True)
def _value(gradient: Field, x: float, y: float) -> float:
    left, top = math.floor(x), math.floor(y)
    u, v = x - left, y - top
    i, j = int(left) % _LATTICE, int(top) % _LATTICE
    i1, j1 = (i + 1) % _LATTICE, (j + 1) % _LATTICE
    a = gradient[j, i, 0] * u + gradient[j, i, 1] * v
    b = gradient[j, i1, 0] * (u - 1) + gradient[j, i1, 1] * v
    c = gradient[j1, i, 0] * u + gradient[j1, i, 1] * (v - 1)
    d = gradient[j1, i1, 0] * (u - 1) + gradient[j1, i1, 1] * (v - 1)
    across = u * u * u * (u * (u * 6 - 15) + 10)
    down = v * v * v * (v * (v * 6 - 15) + 10)
    upper, lower = a + across * (b - a), c + across * (d - c)
    value: float = 1.6 * (upper + down * (lower - upper))
    return value


def smooth_step(x: Field, low: float, high: float) -> Field:
    """0 below `low`, 1 above `high`, a smooth ramp between."""
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3 - 2 * t)


def mesh(cells: int) -> tuple[Field, Field]:
    """x and y of cell centres of a square island, from −1 to 1."""
    axis = (np.arange(cells) + 0.5) / cells * 2 - 1
    x, y = np.meshgrid(axis, axis)
    return x, y


def enlarge(field: Field, factor: int) -> Field:
    """`factor` times as many cells a side, bilinear between centres."""
    for axis in (0, 1):
        cells = field.shape[axis]
        at = np.clip((np.arange(cells * factor) + 0.5) / factor - 0.5, 0, cells - 1)
        low = np.minimum(at.astype(np.int64), cells - 2) if cells > 1 else at.astype(np.int64)
        part = (at - low).reshape((-1, 1) if axis == 0 else (1, -1))
        high = np.minimum(low + 1, cells - 1)
        field = field.take(low, axis) * (1 - part) + field.take(high, axis) * part
    return field


def bend(field: Field, reach: float, waves: float, seed: int) -> Field:
    """The field as seen through wavy glass: points shifted by about `reach` of its width.

    waves : how many bends lie along a side.
    """
    cells = len(field)
    x, y = mesh(cells)
    glass = Noise(seed)
    near_x, near_y = x * waves / 2, y * waves / 2
    col = np.arange(cells) + reach * cells * glass.layers(near_x, near_y, 2)
    row = np.arange(cells)[:, None] + reach * cells * glass.layers(near_x + 71, near_y + 37, 2)
    return rounded(_between(field, np.clip(row, 0, cells - 1.001), np.clip(col, 0, cells - 1.001)))


def _between(field: Field, row: Field, col: Field) -> Field:
    """Bilinear values at fractional rows and columns."""
    j, i = row.astype(np.int64), col.astype(np.int64)
    v, u = row - j, col - i
    upper = field[j, i] * (1 - u) + field[j, i + 1] * u
    lower = field[j + 1, i] * (1 - u) + field[j + 1, i + 1] * u
    return upper * (1 - v) + lower * v


def blur(field: Field, radius: int, times: int = 2) -> Field:
    """Mean over a square of 2·radius+1 cells, repeated; edges are repeated outwards."""
    for _ in range(times):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis)
            span = 2 * radius + 1
            upper = total.take(range(span, total.shape[axis]), axis)
            lower = total.take(range(total.shape[axis] - span), axis)
            field = (upper - lower) / span
    return rounded(field)


def rounded(field: Field) -> Field:
    """Cut to 1/1024 (of a metre, where it is a height), so that no last bit is carried on."""
    return np.rint(field * 1024) / 1024


def gradient(height: Field, cell: float) -> tuple[Field, Field]:
    """Slope along x and y, as rise over run, central differences."""
    padded = np.pad(height, 1, mode="edge")
    along_x = (padded[1:-1, 2:] - padded[1:-1, :-2]) / (2 * cell)
    along_y = (padded[2:, 1:-1] - padded[:-2, 1:-1]) / (2 * cell)
    return along_x, along_y
