"""From a recipe to speeds: every rule where it holds, whatever the window."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
from rasterio import Affine
from rasterio.crs import CRS
from rasterio.warp import Resampling, reproject

from app.builder.build import build
from app.builder.explain import explained
from app.builder.inputs import GroundReader, opened_inputs
from app.builder.plain_tables import table_of
from app.builder.recipe import Recipe
from app.builder.recipe_files import opened_recipe, text_of
from app.builder.tables import recipe_of
from core.cancel import Cancel
from core.errors import CancelledError, ExportError
from raster.builder.nearest import nearest_marked
from raster.builder.rules import SpeedRules, WaterRule
from raster.builder.speed import Ground, Unknown, speeds
from raster.builder.target import TargetGrid
from raster.files.builder.lattice import CellPlaces
from raster.files.builder.speeds import TYPES, stored
from raster.files.opening import open_reader
from raster.files.read import open_velocity
from raster.files.source import resolve
from raster.grid import Window
from tests.app.builder.made_inputs import CELL, COLS, LEFT, ROWS, TOP, heights, place, raster
from tests.shared_data import needs_shared, shared


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    return recipe_of(place(tmp_path), tmp_path)


def read(path: Path) -> np.ndarray:
    with rasterio.open(path) as dataset:
        values: np.ndarray = dataset.read(1)
    return values


def test_every_rule_decides_where_it_holds(recipe: Recipe, tmp_path: Path) -> None:
    built = build(recipe, tmp_path / "speed.tif")
    kmh = read(tmp_path / "speed.tif")
    assert kmh.shape == (70, 90)
    assert kmh[36, 75] == 60, "on the road"
    assert kmh[12, 18] == 255, "far out at sea"
    assert kmh[12, 12] == 6, "swims near the shore"
    assert kmh[32, 55] == 0, "a lake"
    assert kmh[60, 32] == 0, "the river, with its width"
    assert kmh[20, 62] == 0, "the wall"
    assert kmh[35, 62] == 60, "a road leads through it"
    assert "took the land cover of the nearest cell" in " ".join(built.notes)
    with opened_inputs(recipe) as inputs:
        reader = GroundReader.on(inputs, inputs.grid)

        def why(row: int, col: int) -> str:
            return explained(reader, LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL)

        assert why(36, 75).startswith("a road, 60 km/h; beside it slope ")
        assert why(12, 18) == "sea, beyond the strip along the shore → undefined"
        assert why(20, 62) == "a barrier → closed"
        assert why(32, 55) == "water → closed"
        row, col = 20, 80
        made = reader.made(Window(row, col, 1, 1))
        assert made.slope is not None
        slope, base = float(made.slope[0, 0]), float(made.base[0, 0])
        name = {0.3: "tree cover", 0.6: "shrub", 0.9: "grass", 0.85: "crops"}
        factor = float(made.factor[0, 0])
        result = max(base * factor, 1.0)
        cover = f"{name[factor]} {factor:.3g}"
        wanted = f"slope {slope:.1f}° → {base:.3g} km/h × {cover} → {result:.3g} km/h"
        assert why(row, col) == wanted
        assert why(-1, 0) == ""


def test_no_bit_depends_on_the_windows(recipe: Recipe, tmp_path: Path) -> None:
    """Also where inputs are warped: the grid is turned against the heights and finer."""
    turned = replace(recipe, type="float32", grid=replace(recipe.grid, crs="EPSG:32739", cell=23.0))
    found = []
    for block in (1000, 64, 17):
        build(turned, tmp_path / f"{block}.tif", block=block)
        found.append(read(tmp_path / f"{block}.tif"))
    assert len(np.unique(found[0])) > 100
    for other in found[1:]:
        np.testing.assert_array_equal(other, found[0])


@pytest.mark.parametrize("suffix", [".asc", ".flt", ".bil", ".tif"])
def test_formats_hold_the_same_speeds(recipe: Recipe, tmp_path: Path, suffix: str) -> None:
    kind = "uint8" if suffix == ".bil" else "float32"
    build(replace(recipe, type="float32"), tmp_path / "exact.tif")
    exact = read(tmp_path / "exact.tif")
    path = tmp_path / f"speed{suffix}"
    build(replace(recipe, type=kind), path)
    assert path.with_suffix(".toml").exists()
    grid = open_velocity(path, undefined_255=True)
    kmh = grid.kmh(grid.whole(), grid.shape)
    wanted = np.where(exact == -9999, np.nan, exact)
    if kind == "uint8":
        wanted = np.where((wanted > 0) & (wanted < 1), 1, np.rint(wanted))
    np.testing.assert_array_equal(kmh, wanted.astype(np.float32))
    assert grid.crs_wkt is not None
    assert (grid.left, grid.top) == (LEFT, TOP)


def test_hundredths_have_a_scale_in_a_geotiff(recipe: Recipe, tmp_path: Path) -> None:
    build(replace(recipe, type="float32"), tmp_path / "exact.tif")
    build(replace(recipe, type="uint16"), tmp_path / "speed.tif")
    exact, stored = read(tmp_path / "exact.tif"), read(tmp_path / "speed.tif")
    known = exact != -9999
    np.testing.assert_array_equal(stored == 65535, ~known)
    np.testing.assert_allclose(stored[known] / 100, exact[known], atol=0.0051)
    with open_reader(resolve(tmp_path / "speed.tif")) as reader:
        assert reader.scaling(1) == (0.01, 0.0)


def test_a_recipe_makes_itself_again(recipe: Recipe, tmp_path: Path) -> None:
    """From beside the raster, and from its tags."""
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / "speed.tif"
    build(recipe, out)
    beside = opened_recipe(out.with_suffix(".toml"))
    assert beside.rules == recipe.rules
    assert 'file = "../dem.tif"' in out.with_suffix(".toml").read_text()
    with rasterio.open(out) as dataset:
        tagged = tomllib.loads(dataset.tags()["ISOFRONT_RECIPE"])
    assert recipe_of(tagged, Path("/nowhere")) == recipe
    again = tmp_path / "again.tif"
    build(beside, again)
    np.testing.assert_array_equal(read(again), read(out))
    assert tomllib.loads(text_of(recipe, tmp_path))["elevation"]["file"] == "dem.tif"


def test_a_recipe_beside_its_output_says_what_was_built(recipe: Recipe, tmp_path: Path) -> None:
    """One's own file stays as it is, comments and all, until something else is built there."""
    own, out = tmp_path / "speed.toml", tmp_path / "speed.tif"
    own.write_text("# mine\n" + text_of(recipe, tmp_path))
    assert build(recipe, out, keep=own).written == (out,)
    assert own.read_text().startswith("# mine")
    faster = replace(recipe, rules=replace(recipe.rules, minimum_kmh=3.0))
    assert build(faster, out, keep=own).written == (out, own)
    assert opened_recipe(own) == faster


def test_a_vehicle_without_a_maximum_stays_without_one(tmp_path: Path) -> None:
    table = {"vehicle": "truck", "elevation": {"file": "dem.tif"}}
    assert recipe_of(table, tmp_path).rules.maximum_kmh == 80
    free = recipe_of({**table, "limits": {"maximum_kmh": "any"}}, tmp_path)
    assert free.rules.maximum_kmh is None
    assert recipe_of(table_of(free), tmp_path).rules.maximum_kmh is None


def test_a_shore_is_land_and_told_for_lakes_and_the_sea() -> None:
    # land, a lagoon of four cells, the sea
    ground = Ground(
        (1, 9), 30.0, 30.0, height=np.array([[5, 5, 5, 5, 5, 0, 0, 0, 0]], np.float32),
        water=np.array([[0, 1, 1, 1, 1, 0, 0, 0, 0]], np.bool_),
    )  # fmt: skip
    rule = WaterRule(6.0, 70.0)
    rules = SpeedRules(water=rule, sea=rule, sea_level_m=0.0)
    made = speeds(ground, rules, Unknown())
    assert made.kmh[0].tolist() == [5, 6, 6, 0, 0, 6, 6, 0, 0], "the sea is no shore of a lake"
    assert made.water_m is not None
    assert made.water_m[0, [1, 2, 5, 6]].tolist() == [30, 60, 30, 60], "told of both"


def test_codes_of_nothing_lack_land_cover(tmp_path: Path) -> None:
    covers = np.full((70, 90), 11, np.uint8)
    covers[0, :5] = [10, 0, 3, 6, 1]  # clouds, no data, grass and scrub of the first edition, water
    raster(tmp_path / "cover.tif", covers)
    cover = {"file": "cover.tif", "preset": "esri", "missing": "nodata"}
    built = build(recipe_of({"landcover": cover}, tmp_path), tmp_path / "speed.tif")
    assert read(tmp_path / "speed.tif")[0, :5].tolist() == [255, 255, 36, 24, 0]
    assert built.tally.lacking == {"cover": 2}


def test_longitudes_to_360_are_those_of_the_west(tmp_path: Path) -> None:
    raster(tmp_path / "dem.tif", heights(), crs="EPSG:32612")  # Utah
    covers = np.full((180, 360), 30, np.uint8)
    for first in (0, -180):
        place = {"crs": "EPSG:4326", "transform": Affine(1, 0, first, 0, -1, 90)}
        raster(tmp_path / "cover.tif", covers, **place)
        cover = {"file": "cover.tif", "preset": "worldcover"}
        table = {"elevation": {"file": "dem.tif"}, "landcover": cover}
        built = build(recipe_of(table, tmp_path), tmp_path / "speed.tif")
        assert not built.tally.lacking.get("cover")


def test_given_speeds_are_slowed_by_slopes_and_feet_are_heard(
    recipe: Recipe, tmp_path: Path
) -> None:
    raster(tmp_path / "given.tif", np.full((70, 90), 20.0, np.float32))
    table = {"elevation": {"file": "dem.tif", "unit": "ft"}, "speed": {"file": "given.tif"}}
    build(recipe_of({**table, "output": {"type": "float32"}}, tmp_path), tmp_path / "s.tif")
    table = {"elevation": {"file": "dem.tif", "unit": "ft"}, "output": {"type": "float32"}}
    build(recipe_of(table, tmp_path), tmp_path / "o.tif")
    given, own = read(tmp_path / "s.tif"), read(tmp_path / "o.tif")
    inner = np.s_[1:-1, 1:-1]
    open_ground = own[inner] > 1
    assert open_ground.any()
    np.testing.assert_allclose(given[inner][open_ground], own[inner][open_ground] / 2, rtol=1e-5)
    assert np.median(own) > np.median(read(_metres(recipe, tmp_path)))


def _metres(recipe: Recipe, folder: Path) -> Path:
    table = {"elevation": {"file": "dem.tif"}, "output": {"type": "float32"}}
    build(recipe_of(table, folder), folder / "m.tif")
    return folder / "m.tif"


def test_a_cancel_leaves_nothing(recipe: Recipe, tmp_path: Path) -> None:
    cancel = Cancel()

    def progress(fraction: float, label: str) -> None:
        if label.startswith("making"):
            cancel.set()

    before = set(tmp_path.iterdir())
    with pytest.raises(CancelledError):
        build(recipe, tmp_path / "speed.tif", progress=progress, cancel=cancel)
    assert set(tmp_path.iterdir()) == before


GRANDE_COMORE = """
[grid]
crs = "EPSG:32738"
cell = 30.0
extent = [314190.0, 8699790.0, 330690.0, 8714790.0]
[landcover]
missing = "nearest"
reach_m = 2000.0
otherwise = 0.5
[slope]
steps = true
points = [[0, 45], [2, 38], [5, 28], [10, 18], [15, 12], [20, 8], [25, 5], [30, 3], [35, 0]]
[water]
kmh = 8.0
[sea]
level_m = 0.0
kmh = 8.0
strip_m = 1000.0
beyond = "nodata"
[roads.kmh]
primary = 60
primary_link = 60
secondary = 50
tertiary = 40
unclassified = 30
residential = 25
living_street = 25
service = 20
track = 15
[roads.surface]
gravel = 0.6
earth = 0.6
[roads.slope]
steps = true
points = [[0, 1.0], [15, 0.7]]
"""
FACTORS = {
    "BuiltUp": 0.55, "Bare": 0.70, "Crops": 0.85, "Grass": 0.90, "MossLichen": 0.80, "Shrub": 0.60,
    "Tree": 0.30, "SeasonalWater": 0.35, "Snow": 0.50, "PermanentWater": None,
}  # fmt: skip


@pytest.fixture
def grande_comore(tmp_path: Path) -> dict[str, Any]:
    """The recipe that the README of the shared data states."""
    data = shared("terrain/comoros")
    table = tomllib.loads(GRANDE_COMORE)
    table["elevation"] = {"file": str(data / "S12E043.SRTMGL1.hgt.zip")}
    table["landcover"]["fractions"] = {n: str(data / f"landcover_{n}.tif") for n in FACTORS}
    classes: list[dict[str, Any]] = []
    for name, factor in FACTORS.items():
        classes.append({"name": name, "water": True} if factor is None else {"name": name})
        if factor is not None:
            classes[-1]["factor"] = factor
        if name == "Tree":
            classes[-1] |= {"steepest_deg": 20.0, "share": 85.0}
    table["landcover"]["class"] = classes
    table["roads"]["file"] = str(data / "roads.gpkg")
    table["water_layer"] = [{"file": str(data / "water.gpkg"), "where": "natural = 'water'"}]
    return table


@needs_shared
def test_grande_comore_is_made_again(grande_comore: dict[str, Any], tmp_path: Path) -> None:
    """The raster that was derived by other code, all of it.

    Its inputs were warped by GDAL, whose places are off by up to an eighth of a cell unless it is
    told otherwise; so, more than 99.85 % of its cells are the same, and of those that lie on land
    more than 99.7 %. What differs lies where land cover was filled from the nearest cell and along
    that seam, where several are as near; but for some thirty cells. With true places one cell in
    fifty lies on the other side of a step of a rule.
    """
    data = shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif")
    with rasterio.open(data) as dataset:
        wanted, (left, bottom, right, top) = dataset.read(1), dataset.bounds
    grid = grande_comore["grid"] | {"extent": [left, bottom, right, top]}
    build(recipe_of({**grande_comore, "grid": grid}, tmp_path), tmp_path / "exact.tif")
    assert (read(tmp_path / "exact.tif") == wanted).mean() > 0.98
    recipe = recipe_of({**grande_comore, "grid": {**grid, "tolerance": 0.125}}, tmp_path)
    build(recipe, tmp_path / "close.tif")
    other = read(tmp_path / "close.tif") != wanted
    assert other.mean() < 0.0015
    assert other[wanted != 255].mean() < 0.003
    with opened_inputs(recipe) as inputs:
        made = GroundReader.on(inputs, inputs.grid).made(Window(0, 0, *wanted.shape))
    seam, _ = nearest_marked(made.unknown["nearest cover"], CELL, CELL, 3 * CELL, other)
    assert np.isinf(seam[other]).sum() < 40


@needs_shared
@pytest.mark.parametrize("name", ["dem", "Tree"])
def test_places_within_a_tolerance_are_those_of_gdal(name: str) -> None:
    """Columns and rows of a raster, warped by GDAL itself, whatever the window. Of cells larger
    than the raster's GDAL takes means that are wider, and those would be off."""
    grid = TargetGrid(700, 900, 305_190.0, 8_744_790.0, 30.0, 27.0, 1.0, CRS.from_epsg(32738).wkt)
    data = shared("terrain/comoros")
    zipped = f"/vsizip/{data}/S12E043.SRTMGL1.hgt.zip/S12E043.hgt"
    with rasterio.open(zipped if name == "dem" else data / "landcover_Tree.tif") as source:
        transform, crs, shape = source.transform, source.crs, source.shape
    places = CellPlaces(transform, crs.wkt, grid, name, 0.125)
    wanted = []
    for axis in (1, 0):
        warped = np.full(grid.shape, np.nan, np.float32)
        reproject(
            np.indices(shape)[axis].astype(np.float32) + 0.5, warped,
            src_transform=transform, src_crs=crs, src_nodata=np.nan, dst_nodata=np.nan,
            dst_transform=Affine(30, 0, grid.left, 0, -27, grid.top), dst_crs=CRS.from_epsg(32738),
            resampling=Resampling.bilinear,
        )  # fmt: skip
        wanted.append(warped)
    whole = places.at(Window(0, 0, *grid.shape))
    inner = ~np.isnan(wanted[0]) & (whole[0] > 1) & (whole[1] > 1)  # no farther than the centres
    for found, by_gdal in zip(whole, wanted, strict=True):
        assert inner.mean() > 0.5
        np.testing.assert_allclose(found[inner], by_gdal[inner], atol=5e-4)
    part = places.at(Window(-2, 611, 40, 300))
    for found, all_of_it in zip(part, whole, strict=True):
        np.testing.assert_array_equal(found[2:, :289], all_of_it[:38, 611:])


def test_rounding_never_closes_a_cell() -> None:
    """Not even a crawl: only what is closed, or undefined, is stored as such."""
    kmh = np.array([[0.0, 0.004, 0.3, 0.6, 2.5, 254.0, np.nan]])
    assert stored(kmh, TYPES["uint8"]).tolist() == [[0, 1, 1, 1, 2, 254, 255]]
    assert stored(kmh, TYPES["uint16"]).tolist() == [[0, 1, 30, 60, 250, 25400, 65535]]
    with pytest.raises(ExportError, match="do not fit uint8, which ends at 254"):
        stored(np.array([[255.0]]), TYPES["uint8"])


def test_the_grid_holds_all_tiles_of_its_input(tmp_path: Path) -> None:
    east = Affine(CELL, 0, LEFT + COLS * CELL, 0, -CELL, TOP - 2 * CELL)
    raster(tmp_path / "west.tif", heights())
    raster(tmp_path / "east.tif", heights(), transform=east)
    names = [str(tmp_path / name) for name in ("west.tif", "east.tif")]
    recipe = recipe_of({"elevation": {"file": names}}, tmp_path)
    built = build(recipe, tmp_path / "speed.tif")
    assert (built.grid.rows, built.grid.cols) == (ROWS + 2, 2 * COLS)
    assert (built.grid.left, built.grid.top) == (LEFT, TOP)
    # What lies beside the tiles is undefined; slopes reach over the seam between them.
    assert built.tally.open >= 2 * (ROWS - 2) * (COLS - 2)
    in_degrees = {"elevation": {"file": names}, "grid": {"crs": "EPSG:32739"}}
    zone = build(recipe_of(in_degrees, tmp_path), tmp_path / "zone.tif").grid
    assert zone.cols * zone.cell_x > 1.9 * COLS * CELL


def test_that_nothing_names_a_crs_is_said(tmp_path: Path) -> None:
    raster(tmp_path / "dem.tif", heights(), crs=None)
    recipe = recipe_of({"elevation": {"file": str(tmp_path / "dem.tif")}}, tmp_path)
    notes = build(recipe, tmp_path / "speed.tif").notes
    assert any("names a CRS" in note for note in notes)
