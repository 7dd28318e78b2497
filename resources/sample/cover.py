"""What grows and stands on the land, and how fast one moves there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from resources.sample.noise import Field, Noise, gradient, mesh, rounded, smooth_step
from resources.sample.roads import TRACK, Builder
from resources.sample.towns import PLAN, Settlement
from resources.sample.water import Mask, Waters

CLIFF, STEEP = 0.93, 0.83  # rise over run from which nobody climbs, and from which one crawls
TREE_LINE = 520.0  # metres
FORD, MARSH, SCREE, BEACH, GARDEN = 3, 5, 4, 18, 15  # km/h
PARCEL = (75.0, 190.0)  # metres
STREET, BLOCK = 12.0, (96.0, 132.0)  # metres: width of a street, size of a block


@dataclass(frozen=True)
class Site:
    """What cover depends on, each float64, (cells, cells).

    slope : rise over run. wind : how far a slope faces the north-west wind, −1 to 1: it keeps
    the ground open and dry there. wild, broken, fine : noise of 1600 m, 500 m and 160 m.
    """

    height: Field
    slope: Field
    wind: Field
    wild: Field
    broken: Field
    fine: Field


def survey(waters: Waters, seed: int) -> Site:
    height, cell = waters.relief.height, waters.relief.cell
    smooth = rounded(ndimage.uniform_filter(height, 3))
    along_x, along_y = gradient(smooth, cell)
    slope = np.sqrt(along_x * along_x + along_y * along_y)
    x, y = mesh(len(height))
    wild = Noise(seed + 40).layers(x * 9, y * 9, 6, 0.55)
    broken = Noise(seed + 44).layers(x * 30, y * 30, 4, 0.55)
    fine = Noise(seed + 41).layers(x * 90, y * 90, 3, 0.6)
    wind = (along_x + along_y) / (1.4 * slope + 0.15)
    return Site(height, slope, wind, wild, broken, fine)


def speeds(waters: Waters, built: Builder, seed: int) -> NDArray[np.int16]:
    """km/h of every cell, int16; −9999 on the open sea."""
    site = survey(waters, seed)
    woods = _woods(site)
    kmh = _open_land(site)
    kmh = np.where(_farmed(site, woods), _fields(site, waters.relief.cell, seed), kmh)
    kmh = np.where(woods, _under_trees(site), kmh)
    kmh = _bare(site, kmh)
    kmh = np.where(_beach(waters, site), BEACH, kmh)
    kmh = np.where(_marsh(waters, site), MARSH, kmh)
    kmh = np.where(waters.brook & (site.slope < CLIFF), np.minimum(kmh, FORD), kmh)
    kmh = _built_up(waters, site, built.places, kmh, seed)
    kmh = np.where(waters.lake | waters.river, 0, kmh)
    kmh = np.where(waters.sea, np.where(_surf(waters), 0, -9999), kmh)
    kmh = np.where(built.speed > 0, built.speed, kmh)
    return np.rint(kmh).astype(np.int16)


def _woods(site: Site) -> Mask:
    """Out of the wind and on middling slopes, not above the tree line, seldom on the plains."""
    tree_line = TREE_LINE + 110 * site.wild - 90 * site.wind
    favour = 0.8 * site.wild - 0.25 * site.wind + 0.35 * site.broken + 0.15 * site.fine
    favour += 1.0 * smooth_step(site.slope, 0.08, 0.35) - 0.58
    woods: Mask = (favour > 0) & (site.height < tree_line)
    return woods


def _under_trees(site: Site) -> Field:
    """12 km/h in open woods on the level, 4 where steep or thick."""
    kmh = 11.5 - 6 * smooth_step(site.slope, 0.1, 0.85) + 2.2 * site.wind + 1.2 * site.broken
    return np.clip(kmh + site.fine, 4, 12)


def _open_land(site: Site) -> Field:
    """Meadows: 40 km/h on the level, 15 on a slope; heights are stony and slower."""
    kmh = 37 - 21 * smooth_step(site.slope, 0.03, 0.6) + 2.5 * site.wild + site.fine
    alpine = smooth_step(site.height, TREE_LINE - 200, TREE_LINE + 100)
    stony = 15 - 8 * smooth_step(site.slope, 0.15, 0.8) + 3.5 * site.wind + 1.5 * site.broken
    return np.clip(kmh + alpine * (stony - kmh), 5, 40)


def _farmed(site: Site, woods: Mask) -> Mask:
    suited = site.slope + 0.05 * site.wild < 0.15
    farmed: Mask = suited & ~woods & (site.height < 330)
    return farmed


def _fields(site: Site, cell: float, seed: int) -> Field:
    """Estates of about 600 m, each cut into parcels its own way, with hedges between estates."""
    random = np.random.default_rng(seed + 42)
    spacing = 600.0 / cell
    count = int(len(site.height) / spacing) + 1
    grid = np.stack(np.meshgrid(np.arange(count), np.arange(count), indexing="ij"), -1)
    hearts = (grid + 0.1 + 0.8 * random.random(grid.shape)).reshape(-1, 2) * spacing
    rows, cols = np.indices(site.height.shape)
    at = np.stack([rows, cols], -1)
    apart, owner = cKDTree(hearts).query(at + 4.0 * site.broken[..., None], k=2)
    turn = _directions(random, len(hearts))[owner[..., 0]]
    u = (at * turn).sum(-1) * cell // PARCEL[0]
    v = (at[..., 1] * turn[..., 0] - at[..., 0] * turn[..., 1]) * cell // PARCEL[1]
    crops = np.array([22.0, 26.0, 28.0, 31.0, 34.0, 38.0])
    kmh = crops[(u * 7 + v * 13 + u * v + owner[..., 0]).astype(np.int64) % len(crops)]
    hedge = rounded(apart[..., 1] - apart[..., 0]) < 2.0
    return np.where(hedge, 14, kmh) - 25 * site.slope


def _directions(random: np.random.Generator, count: int) -> Field:
    """Unit vectors, (count, 2)."""
    arrows = random.random((count, 2)) * 2 - 1
    directions: Field = arrows / np.sqrt((arrows * arrows).sum(1, keepdims=True))
    return directions


def _bare(site: Site, kmh: Field) -> Field:
    """Scree high up, steep ground, cliffs."""
    scree = (site.height > TREE_LINE - 40) & (site.slope + 0.25 * site.broken > 0.78)
    kmh = np.where(scree, SCREE, kmh)
    rough = site.slope + 0.10 * site.broken
    return np.where(rough > CLIFF, 0, np.where(rough > STEEP, 2, kmh))


def _beach(waters: Waters, site: Site) -> Mask:
    near = ndimage.binary_dilation(waters.sea, iterations=3)
    beach: Mask = near & (site.slope < 0.25) & (site.broken > 0)
    return beach


def _marsh(waters: Waters, site: Site) -> Mask:
    shore = ndimage.binary_dilation(waters.lake | waters.river, iterations=9)
    marsh: Mask = shore & (site.slope < 0.10) & (site.wild + 0.6 * site.fine > 0.22)
    return marsh


def _surf(waters: Waters) -> Mask:
    """Shallow water: known to be no way, 0 km/h, while the open sea is no data."""
    surf: Mask = waters.sea & ndimage.binary_dilation(~waters.sea, iterations=4)
    return surf


@dataclass(frozen=True, eq=False)
class Quarter:
    """The ground of a settlement.

    row, col : of its heart, in cells of the map. cosine, sine : how its grid of streets is turned.
    near : the cells around it. inside : bool, which of these are built up. u, v : float64, metres
    along the two directions of its streets, from the heart.
    """

    row: int
    col: int
    cosine: float
    sine: float
    near: tuple[slice, slice]
    inside: Mask
    u: Field
    v: Field


def quarters(waters: Waters, site: Site, places: list[Settlement], seed: int) -> Iterator[Quarter]:
    """Where each place stands, turned its own way."""
    random = np.random.default_rng(seed + 43)
    cell = waters.relief.cell
    for place, (cosine, sine) in zip(places, _directions(random, len(places)), strict=True):
        reach = int(2.2 * place.radius / cell) + 1
        row, col = place.row * PLAN, place.col * PLAN
        first_row, first_col = max(row - reach, 0), max(col - reach, 0)
        near = np.s_[first_row : row + reach, first_col : col + reach]
        rows, cols = np.indices(site.height[near].shape, np.float64)
        down, across = (rows + (first_row - row)) * cell, (cols + (first_col - col)) * cell
        spread = place.radius * (1 + 0.55 * site.wild[near] + 0.2 * site.fine[near])
        inside = (down * down + across * across < spread * spread) & waters.dry[near]
        inside &= site.slope[near] < 0.34
        u, v = cosine * down + sine * across, cosine * across - sine * down
        yield Quarter(row, col, cosine, sine, near, inside, u, v)


def _built_up(waters: Waters, site: Site, places: list[Settlement], kmh: Field, seed: int) -> Field:
    """Gardens and yards with a grid of streets through them."""
    built = kmh.copy()
    for quarter in quarters(waters, site, places, seed):
        street = (quarter.u % BLOCK[0] < STREET) | (quarter.v % BLOCK[1] < STREET)
        near = quarter.near
        built[near] = np.where(quarter.inside, np.where(street, TRACK, GARDEN), built[near])
    return built
