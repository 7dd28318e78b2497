"""The inputs of a recipe, open; and what is known of the ground in a window of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.builder.grids import target_grid
from app.builder.input_checks import (
    expect_crs,
    expect_names,
    expect_narrow,
    expect_percent,
    expect_some,
    expect_within,
)
from app.builder.land_covers import EMPTY
from app.builder.recipe import UNITS, Recipe
from app.builder.vectors import (
    LayerShapes,
    RoadLines,
    bounds_of_roads,
    burnt,
    check_roads,
    read_layer,
    read_roads,
    road_lines,
)
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.builder.burn import Lines
from raster.builder.rules import FASTEST_KMH, IGNORE, MOST_CODE, SpeedRules
from raster.builder.slope import horn_degrees
from raster.builder.speed import (
    CLOSED,
    CLOSED_FOR_ROADS,
    NO_CLASS,
    Ground,
    Made,
    Unknown,
    margin_cells,
    speeds,
)
from raster.builder.target import TargetGrid, grown
from raster.files.builder.lattice import CellPlaces
from raster.files.builder.sampling import SampledRaster, sampled
from raster.grid import Window
from raster.units import KMH_PER_MS
from road.graph import RoadGraph

F32 = NDArray[np.float32]

HIGHEST_M = 9000.0
"""Height above which a number is none in metres: Everest has 8849."""

DEEPEST_M = -12_000.0
"""Height below which a number is none in metres: the Mariana Trench has -10,935."""


@dataclass(frozen=True, eq=False)
class OpenInputs:
    """Open files of a recipe. rasters : by input, in order; roads : None for none."""

    recipe: Recipe
    rasters: Mapping[str, tuple[SampledRaster, ...]]
    roads: RoadGraph | None
    grid: TargetGrid

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not there, and what that means; a sentence each."""
        found = []
        recipe = self.recipe
        if self.grid.crs_wkt is None:
            found.append("No input names a CRS: coordinates count as metres, of no known place.")
        if recipe.elevation is None:
            found.append("There is no elevation: all ground counts as level.")
        if recipe.cover is None:
            found.append("There is no land cover: all ground counts as open.")
        level = f"{recipe.rules.slope.level:g} km/h"
        if recipe.elevation is None and recipe.cover is None and recipe.speed is None:
            found.append(f"Nothing is known beside the roads: one moves there at {level}.")
        return tuple(found)


@contextmanager
def opened_inputs(
    recipe: Recipe, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> Iterator[OpenInputs]:
    """All inputs of a recipe, checked against each other; InputError, CancelledError."""
    check_roads(recipe.rules.roads)
    expect_names(recipe.files)
    with ExitStack() as stack:

        def opened(names: tuple[str, ...], band: int) -> tuple[SampledRaster, ...]:
            return tuple(
                stack.enter_context(sampled(name, band, progress=progress, cancel=cancel))
                for name in names
            )

        rasters: dict[str, tuple[SampledRaster, ...]] = {}
        if recipe.elevation is not None:
            rasters["elevation"] = opened(recipe.elevation.files, recipe.elevation.band)
        if recipe.cover is not None:
            fractions = tuple(file for _, file in recipe.cover.fractions)
            rasters["landcover"] = opened(recipe.cover.files or fractions, recipe.cover.band)
            if fractions:
                expect_percent(rasters["landcover"])
        if recipe.speed is not None:
            rasters["speed"] = opened((recipe.speed.file,), recipe.speed.band)
        roads = read_roads(recipe.roads, progress, cancel) if recipe.roads else None
        where = None if roads is None else bounds_of_roads(roads)
        grid = target_grid(recipe.grid, rasters, where)
        for each in (each for some in rasters.values() for each in some):
            expect_crs(each, grid)
        expect_some(rasters.values(), grid)
        yield OpenInputs(recipe, rasters, roads, grid)


@dataclass(eq=False)
class GroundReader:
    """What is known of the ground, for windows of one grid; `rules` may be others than the
    recipe's, as while a rule is dragged."""

    inputs: OpenInputs
    grid: TargetGrid
    rules: SpeedRules
    unknown: Unknown
    road_lines: RoadLines | None
    driven: tuple[Lines, Lines] | None
    water: tuple[LayerShapes, ...]
    barriers: tuple[LayerShapes, ...]
    places: dict[Any, CellPlaces] = field(default_factory=dict)

    @classmethod
    def on(cls, inputs: OpenInputs, grid: TargetGrid) -> GroundReader:
        """A reader for a grid; InputError where vector inputs lie elsewhere."""
        recipe = inputs.recipe
        lines = None
        if inputs.roads is not None:
            lines = road_lines(inputs.roads, grid, recipe.roads)
            expect_within(lines.lines, grid, recipe.roads)
        water, barriers = (
            tuple(_layer_on(layer, grid) for layer in layers)
            for layers in (recipe.water, recipe.barriers)
        )
        driven = None if lines is None else lines.driven(recipe.rules.roads)
        unknown = unknown_of(recipe)
        reader = cls(inputs, grid, recipe.rules, unknown, lines, driven, water, barriers)
        expect_narrow(reader.margin, grid, bool(reader.rules.strips_m(True)))
        return reader

    @property
    def margin(self) -> int:
        """Cells around a window that decide about it."""
        covered = self.inputs.recipe.cover is not None
        return margin_cells(self.rules, self.unknown, self.grid.step_x, self.grid.step_y, covered)

    def made(self, window: Window) -> Made:
        """Speeds of a window, by the rules; InputError."""
        margin = self.margin
        whole = speeds(self.ground(grown(window, margin)), self.rules, self.unknown)
        inner = slice(margin, margin + window.height), slice(margin, margin + window.width)
        return cropped(whole, inner)

    def ground(self, window: Window) -> Ground:
        """What is known of the cells of a window, which may reach beyond the grid."""
        heights = self._heights(window)
        cover, shares = self._cover(window)
        road = bridge = None
        if self.driven is not None:
            road, bridge = (burnt(lines, window) for lines in self.driven)
        return Ground(
            (window.height, window.width), self.grid.step_x, self.grid.step_y,
            slope=None if heights is None else heights[0],
            height=None if heights is None else heights[1],
            cover=cover, shares=shares, given=self._given(window), road=road, bridge=bridge,
            water=_covered(self.water, window), barrier=self._barrier(window),
        )  # fmt: skip

    def _at(self, raster: SampledRaster) -> CellPlaces:
        key = raster.placement.transform, raster.reference.wkt
        if key not in self.places:
            self.places[key] = raster.places(self.grid, self.inputs.recipe.grid.tolerance)
        return self.places[key]

    def _heights(self, window: Window) -> tuple[F32, F32 | None] | None:
        """Slope in degrees, and the nearest height in metres where the sea or a strip asks for
        it."""
        given = self.inputs.recipe.elevation
        if given is None:
            return None
        rasters = self.inputs.rasters["elevation"]
        wide = grown(window, 1)
        metres = np.full((wide.height, wide.width), np.nan, np.float32)
        near = np.full((window.height, window.width), np.nan, np.float32)
        asked = self.rules.sea_level_m is not None or bool(self.rules.strips_m(False))
        for raster in rasters:
            unit = UNITS[given.unit] if given.unit else _unit(raster)
            found = raster.bilinear(self._at(raster), wide) * np.float32(unit)
            metres = np.where(np.isnan(metres), found, metres)
            if asked:
                values, valid = raster.nearest(self._at(raster), window)
                known = np.where(valid, values, np.nan).astype(np.float32) * np.float32(unit)
                near = np.where(np.isnan(near), known, near)
        some = metres[~np.isnan(metres)]
        top, low = float(some.max(initial=0.0)), float(some.min(initial=0.0))
        if low < DEEPEST_M:
            raise InputError(
                f"has heights down to {low:.0f} m, below all seas",
                where=rasters[0].where,
                advice="Mark its no-data value, with gdal_edit.py -a_nodata.",
            )
        if top > HIGHEST_M:
            raise InputError(
                f"has heights up to {top:.0f} m, above all mountains",
                where=rasters[0].where,
                advice='Say its unit: elevation.unit = "ft" (--elevation-unit ft); or mark its '
                "no-data value.",
            )
        return horn_degrees(metres, self.grid.step_x, self.grid.step_y), near if asked else None

    def _cover(self, window: Window) -> tuple[NDArray[np.uint8] | None, F32 | None]:
        given = self.inputs.recipe.cover
        if given is None:
            return None, None
        rasters = self.inputs.rasters["landcover"]
        if given.fractions:
            found = [raster.bilinear(self._at(raster), window) for raster in rasters]
            return None, np.stack(found)
        cover = np.full((window.height, window.width), NO_CLASS, np.uint8)
        for raster in rasters:
            values, valid = raster.nearest(self._at(raster), window)
            classes, unlisted = self._classes(values, valid)
            if unlisted.size and given.unlisted == "error":
                codes = ", ".join(f"{code:g}" for code in unlisted[:8].tolist())
                raise InputError(
                    f"has codes that no class names: {codes}",
                    where=raster.where,
                    advice='Add them to the table, or say landcover.unlisted = "missing".',
                )
            cover = np.where(cover == NO_CLASS, classes, cover)
        return cover, None

    def _classes(
        self, values: NDArray[Any], valid: NDArray[np.bool_]
    ) -> tuple[NDArray[np.uint8], NDArray[Any]]:
        """Places among the classes, and codes that are in none."""
        table = np.full(MOST_CODE + 2, NO_CLASS, np.uint8)
        for n, each in enumerate(self.rules.cover.classes):
            table[[code for code in each.codes if 0 <= code <= MOST_CODE]] = n
        whole = valid & (values >= 0) & (values <= MOST_CODE) & (values == np.floor(values))
        code = np.where(whole, values, MOST_CODE + 1).astype(np.int64)
        found = table[code]
        given = self.inputs.recipe.cover
        empty = EMPTY.get(given.preset, ()) if given is not None else ()
        unlisted = np.unique(values[valid & (found == NO_CLASS)])
        return found, unlisted[~np.isin(unlisted, empty)]

    def _given(self, window: Window) -> F32 | None:
        given = self.inputs.recipe.speed
        if given is None:
            return None
        (raster,) = self.inputs.rasters["speed"]
        values, valid = raster.nearest(self._at(raster), window)
        factor = KMH_PER_MS if given.units == "ms" else 1.0
        kmh = values.astype(np.float64) * factor
        fastest, slowest = float(kmh[valid].max(initial=0.0)), float(kmh[valid].min(initial=0.0))
        if fastest > FASTEST_KMH or slowest < 0:
            up, down = (
                f"has speeds up to {fastest:.6g} km/h",
                f"has speeds down to {slowest:.6g} km/h",
            )
            raise InputError(
                up if fastest > FASTEST_KMH else down,
                where=raster.where,
                advice="Check its unit, and mark its no-data value with gdal_edit.py -a_nodata.",
            )
        return np.where(valid, kmh, np.nan).astype(np.float32)

    def _barrier(self, window: Window) -> NDArray[np.uint8] | None:
        if not self.barriers:
            return None
        found = np.zeros((window.height, window.width), np.uint8)
        for layer in self.barriers:
            worth = CLOSED_FOR_ROADS if layer.roads_end else CLOSED
            found = np.where(layer.on(window), np.maximum(found, np.uint8(worth)), found)
        return found


def unknown_of(recipe: Recipe) -> Unknown:
    """What cells without data are."""
    elevation = IGNORE if recipe.elevation is None else recipe.elevation.missing
    speed = IGNORE if recipe.speed is None else recipe.speed.missing
    if recipe.cover is None:
        return Unknown(elevation, IGNORE, speed)
    return Unknown(elevation, recipe.cover.missing, speed, recipe.cover.reach_m)


def cropped(made: Made, inner: tuple[slice, slice]) -> Made:
    """What was made of a part."""
    return Made(
        made.kmh[inner], made.reason[inner], made.base[inner], made.factor[inner],
        made.road[inner], None if made.water_m is None else made.water_m[inner],
        {name: cells[inner] for name, cells in made.unknown.items()},
        None if made.cover is None else made.cover[inner],
        None if made.shares is None else made.shares[(slice(None), *inner)],
        None if made.slope is None else made.slope[inner],
    )  # fmt: skip


def _unit(raster: SampledRaster) -> float:
    """Metres of a raster's unit as it names it; 1 where it names none."""
    said = raster.unit.strip().lower().replace(" ", "_")
    if said in ("", "m", "metre", "meter", "metres", "meters"):
        return 1.0
    if said in ("ft", "foot", "feet"):
        return UNITS["ft"]
    if "us" in said and ("ft" in said or "foot" in said or "feet" in said):
        return UNITS["us-ft"]
    raise InputError(
        f"its heights are in '{raster.unit}'", where=raster.where, advice="Say elevation.unit."
    )


def _covered(layers: tuple[LayerShapes, ...], window: Window) -> NDArray[np.bool_] | None:
    if not layers:
        return None
    found = np.zeros((window.height, window.width), np.bool_)
    for layer in layers:
        found |= layer.on(window)
    return found


def _layer_on(layer: Any, grid: TargetGrid) -> LayerShapes:
    shapes = read_layer(layer, grid)
    every = np.concatenate((shapes.rings.points, shapes.lines.points))
    first = np.array([0, len(every)], np.int64)
    expect_within(Lines(every, first, np.ones(1, np.float32)), grid, layer.file)
    return shapes
