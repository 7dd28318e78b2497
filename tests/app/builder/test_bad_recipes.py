"""Bad recipes and inputs: each a line that says what, where and what to do, and nothing written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.builder.class_table import read_classes
from app.builder.recipe_files import toml_text
from tests.app.builder.made_inputs import UTM, codes, geojson, heights, place, raster
from tests.app.cli_runs import CommandLine

Change = Callable[[dict[str, Any], Path], None]


def put(*keys: str, to: Any) -> Change:
    """A change of one value of the tables."""

    def change(table: dict[str, Any], _: Path) -> None:
        for key in keys[:-1]:
            table = table.setdefault(key, {})
        table[keys[-1]] = to

    return change


def file(section: str, make: Callable[[Path], Path]) -> Change:
    """Another file of an input."""
    return lambda table, folder: table[section].update(file=str(make(folder / "other.tif")))


def layer(section: str, make: Callable[[Path], Path]) -> Change:
    return lambda table, folder: table[section][0].update(file=str(make(folder / "other.geojson")))


def elsewhere(path: Path) -> Path:
    from rasterio import Affine

    return raster(path, heights(), transform=Affine(30, 0, 600_000, 0, -30, 8_700_000))


def only_sea(table: dict[str, Any], _: Path) -> None:
    del table["roads"], table["barrier"], table["water_layer"]
    table["sea"] = {"level_m": 1e6}


def cyclic(table: dict[str, Any], folder: Path) -> None:
    raster(folder / "speed.tif", heights().astype(np.float32))
    table["speed"] = {"file": "speed.tif"}


def fractions(table: dict[str, Any], folder: Path) -> None:
    """Shares of 1 in place of percent."""
    for name in ("tree", "water"):
        raster(folder / f"{name}.tif", np.full((70, 90), 0.5, np.float32))
    named = {"Tree": "tree.tif", "Water": "water.tif"}
    table["landcover"] = {"fractions": named, "missing": "nodata"}


def given_speeds(kmh: float) -> Change:
    def change(table: dict[str, Any], folder: Path) -> None:
        raster(folder / "given.tif", np.full((70, 90), kmh, np.float32))
        table["speed"] = {"file": "given.tif"}

    return change


def beside_its_header(table: dict[str, Any], folder: Path) -> None:
    """A raster of Esri, and an output that would bring a header of the same name."""
    raster(folder / "speed.bil", heights(), driver="EHdr")
    table["elevation"]["file"] = "speed.bil"


def bare(table: dict[str, Any], _: Path) -> None:
    for key in list(table):
        del table[key]


def of_itself(table: dict[str, Any], folder: Path) -> None:
    """A VRT that is made of itself."""
    source = '<SourceFilename relativeToVRT="1">dem.vrt</SourceFilename>'
    band = f'<VRTRasterBand dataType="Int16" band="1"><SimpleSource>{source}</SimpleSource>'
    where = f"<SRS>{UTM}</SRS><GeoTransform>300000, 30, 0, 8700000, 0, -30</GeoTransform>"
    size = 'rasterXSize="90" rasterYSize="70"'
    text = f"<VRTDataset {size}>{where}{band}</VRTRasterBand></VRTDataset>"
    (folder / "dem.vrt").write_text(text)
    table["elevation"]["file"] = "dem.vrt"


def no_heights(table: dict[str, Any], folder: Path) -> None:
    raster(folder / "dem.tif", np.full((70, 90), -9, np.int16), nodata=-9)
    for key in [key for key in table if key != "elevation"]:
        del table[key]


def points(table: dict[str, Any], folder: Path) -> None:
    geojson(folder / "well.geojson", ("Point", (3, 4), {}))
    table["water_layer"] = [{"file": "well.geojson"}]


BAD: dict[str, tuple[Change, str]] = {
    "unknown key": (put("elevation", "fiel", to="x"), "'fiel' is no key of a recipe. Did you mean"),
    "unknown table": (put("elevaton", to={}), "'elevaton' is no key"),
    "newer version": (put("version", to=7), "is of version 7"),
    "other schema": (put("schema", to="qgis"), "is no recipe"),
    "no input": (bare, "names no input"),
    "vehicle": (put("vehicle", to="4x5"), "'4x5' is no vehicle. Did you mean 4x4?"),
    "preset": (put("landcover", "preset", to="modis"), "'modis' is no land cover"),
    "unit": (put("elevation", "unit", to="km"), "'km'. Say m, ft, us-ft"),
    "type of a value": (put("elevation", "unit", to=3), "unit = 3. Give a text"),
    "missing": (put("elevation", "missing", to="guess"), "'guess'. Say barrier"),
    "negative km/h": (put("elevation", "missing", to=-3), "-3 km/h"),
    "curve falls back": (put("slope", to={"points": [[5, 1], [2, 3]]}), "slopes that do not rise"),
    "curve empty": (put("slope", to={"points": []}), "a curve without points"),
    "curve negative": (put("slope", to={"points": [[0, -1]]}), "a value below 0"),
    "curve too steep": (put("slope", to={"points": [[0, 1], [95, 0]]}), "slopes from 0 to 95"),
    "curve no pair": (put("slope", to={"points": [[0]]}), "holds what is no pair"),
    "codes twice": (
        put("landcover", "class", to=[{"name": "pond", "codes": [80], "water": True}]),
        "code 80 stands for",
    ),
    "class without factor": (put("landcover", "class", to=[{"name": "zoo"}]), "has no factor"),
    "road class": (put("roads", "kmh", to={"autobahn": 100}), "'autobahn'. Known are"),
    "surface": (put("roads", "surface", to={"ice": 0.5}), "'ice'. Known are"),
    "extent": (put("grid", "extent", to=[3, 2, 1, 0]), "an extent without an area"),
    "extent of another unit": (
        put("grid", "extent", to=[300_000, 1_000, 302_700, 870_000_000]), "Check its numbers and"
    ),
    "extent of three": (put("grid", "extent", to=[3, 2, 1]), "3 numbers"),
    "cell": (put("grid", "cell", to=0), "grid.cell: 0"),
    "many cells": (put("grid", "cell", to=1e-4), "Check the unit of the extent"),
    "degrees": (put("grid", "crs", to="EPSG:4326"), "counts degrees"),
    "no such CRS": (put("grid", "crs", to="EPSG:99999999"), "is no CRS"),
    "tolerance": (put("grid", "tolerance", to=3), "3 cells. Give 0 for true places"),
    "like": (put("grid", "like", to="speed"), "there is no input speed"),
    "strip": (put("water", "strip_m", to=0), "a strip of 0 m"),
    "beyond": (put("sea", "beyond", to="dragons"), "'dragons' beyond the strip"),
    "maximum": (put("limits", to={"minimum_kmh": 5, "maximum_kmh": 2}), "below the minimum"),
    "output type": (put("output", to={"type": "int8"}), "'int8'. Say uint8"),
    "no such file": (put("elevation", "file", to="nowhere.tif"), "there is no such file"),
    "no raster": (put("elevation", "file", to="roads.geojson"), "holds no raster"),
    "no overlap": (file("landcover", elsewhere), "lies elsewhere: it has no cell in the grid"),
    "no CRS": (file("landcover", lambda p: raster(p, codes(), crs=None)), "names no CRS"),
    "feet": (
        file("elevation", lambda p: raster(p, (heights() * 100).astype(np.float32))),
        "above all mountains. Say its unit",
    ),
    "codes": (file("landcover", lambda p: raster(p, codes() + 1)), "has codes that no class names"),
    "roads elsewhere": (
        lambda t, f: t["roads"].update(
            file=str(geojson(f / "o.geojson", ("LineString", [(900, 9), (950, 9)], {})))
        ),
        "lies elsewhere: nothing of it is on the grid",
    ),
    "lines without width": (
        put("water_layer", to=[{"file": "river.geojson"}]), "nothing says how wide"
    ),
    "layer elsewhere": (
        layer("water_layer", lambda p: geojson(p, ("LineString", [(900, 9), (950, 9)], {}))),
        "nothing of it is on the grid",
    ),
    "condition": (put("barrier", to=[{"file": "wall.geojson", "where": "no such"}]), "drawings"),
    "no-data value unmarked": (
        file("elevation", lambda p: raster(p, np.full((70, 90), -32768, np.int16))),
        "below all seas. Mark its no-data value",
    ),
    "fractions of 1": (fractions, "tree.tif: the fractions are nowhere greater than 1. Give per"),
    "speeds of another unit": (given_speeds(65535), "given.tif: has speeds up to 65535 km/h"),
    "a wide strip": (
        put("water", "strip_m", to=90_000), "water: strips and the search for land cover reach over"
    ),
    "a negative code": (
        put("landcover", "class", to=[{"name": "zoo", "codes": [-5], "factor": 1}]),
        "class zoo: a code of -5. Give 0 to 65535",
    ),
    "a road's slope": (
        put("roads", "slope", to={"points": [[0, 30]]}), "roads.slope: a factor of 30"
    ),
    "maximum in words": (put("limits", to={"maximum_kmh": "fast"}), "Give km/h, or say any"),
    "band": (put("elevation", "band", to=10**23), "there is no band 100000"),
    "all water": (only_sea, "no cell is open"),
    "sea without heights": (
        lambda t, _: t.pop("elevation") and None, "a sea level tells nothing without heights"
    ),
    "cyclic": (cyclic, "is an input of this recipe"),
    "cyclic VRT": (of_itself, "dem.vrt: names itself among its sources. Name the raster that"),
    "points without width": (
        points,
        "well.geojson: holds points only, and nothing says how wide they are",
    ),
    "nothing but no data": (
        no_heights,
        "no cell is open: none of 6,300 has elevation. Check its no-data value",
    ),
    "negative speeds": (given_speeds(-9999), "given.tif: has speeds down to -9999 km/h"),
    "a huge cell": (put("grid", "cell", to=1e9), "Give a size above 0, below 1e+07"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_recipe_is_refused_in_a_line(
    name: str, isofront: CommandLine, tmp_path: Path
) -> None:
    change, line = BAD[name]
    table = place(tmp_path)
    change(table, tmp_path)
    (tmp_path / "recipe.toml").write_text(toml_text(table))
    before = set(tmp_path.iterdir())
    said = isofront.refused("build", tmp_path / "recipe.toml", "--out", tmp_path / "speed.tif")
    assert line in said
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("vehicle = 4x4", "is no TOML: "),
        ("\xff", "is no text in UTF-8"),
        ('[[elevation]]\nfile = "dem.tif"', "Give a table for elevation"),
        ("a = " + "[" * 20_000, "nests too deep"),
        ("band = " + "9" * 5_000, "a number of too many digits"),
        ("[limits]\nminimum_kmh = " + "9" * 400, "minimum_kmh holds 9999"),
        ('[landcover]\nfile = "a.tif"\ntable = "a\\u0000"', "cannot be read: embedded null byte"),
    ],
)
def test_what_is_no_recipe_is_refused(
    text: str, line: str, isofront: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "recipe.toml").write_bytes(text.encode("latin-1"))
    assert line in isofront.refused("build", tmp_path / "recipe.toml", "--out", "x.tif")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "isofront build: is given nothing to build from. Give --elevation, --landcover"),
        (("recipe.json",), "recipe.json: is no recipe"),
        (("--elevation", "dem.tif"), "--out: nothing is to be written"),
        (("--elevation", "dem.tif", "--out", "dem.tif"), "is an input of this recipe"),
        (("--elevation", "dem.tif", "--out", "speed.png"), "speeds are not written to '.png'"),
        (("--elevation", "dem.tif", "--out", "s.flt"), "a .flt holds float32"),
        (("--elevation", "dem.tif", "--out", "s.asc", "--type", "uint16"), "have no place in"),
        (("--elevation", "dem.tif", "--out", "no/s.tif"), "there is no folder"),
        (("--landcover", "cover.tif", "--out", "s.tif"), "nobody knows what its codes mean"),
        (("--elevation", "dem.tif", "--missing", "nearest", "--out", "s.tif"), "could be said of"),
        (("--speed-units", "ms", "--out", "s.tif"), "--speed-units: there is no speed"),
        (("--elevation", "dem.tif", "--water-width", "4", "--out", "s.tif"), "Give --water too"),
        (("--elevation", "dem.tif", "--strip", "0", "--out", "s.tif"), "a strip of 0 m"),
        (("--fraction", "tree.tif", "--out", "s.tif"), "Write it as Tree=tree.tif"),
        (("--elevation", "dem.tif", "--explain", "1,2"), "lies outside the grid"),
        (("--elevation", "dem.tif", "--extent", "-1,2,3"), "give LEFT,BOTTOM,RIGHT,TOP"),
        (
            ("--roads", "roads.geojson", "--out", "s.tif"),
            "--cell: nothing says how large the cells are. Give --cell 30, say.",
        ),
    ],
)
def test_bad_options_are_refused(
    words: tuple[str, ...], line: str, isofront: CommandLine, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    place(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    assert line in isofront.refused("build", *words)
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_options_make_the_same_raster_as_a_recipe(
    isofront: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = place(tmp_path)
    (tmp_path / "recipe.toml").write_text(toml_text(table))
    monkeypatch.chdir(tmp_path)
    told = isofront.json("build", "recipe.toml", "--out", "a.tif", "--swim", "6", "--strip", "150")
    assert told["open_cells"] > 5000
    assert told["outputs"] == ["a.tif", "a.toml"]
    words = "--elevation dem.tif --landcover cover.tif --landcover-preset worldcover --roads"
    words += " roads.geojson --water river.geojson --water-width 70 --barrier wall.geojson"
    words += " --vehicle 4x4 --swim 6 --strip 150 --sea-level 0 --out b.tif"
    words += " --explain 302265,8698905"
    told_b = isofront.json("build", *words.split(), "--missing", "nearest")
    assert told_b["explained"][0]["why"].startswith("a road, 60 km/h; beside it ")
    text = (tmp_path / "a.toml").read_text()
    assert json.dumps("dem.tif") in text
    assert UTM not in text, "the grid is the elevation's"
    own = (tmp_path / "a.toml").read_text()
    said = isofront.refused("build", "a.toml", "--swim", "3", "--out", "a.tif")
    assert "a.toml: lies where the recipe of the output does, and the options say something" in said
    assert (tmp_path / "a.toml").read_text() == own
    again = isofront.json("build", "a.toml", "--out", "a.tif")
    assert again["outputs"] == ["a.tif"], "the recipe is its own"
    walked = isofront.json("build", "a.toml", "--vehicle", "foot", "--out", "foot.tif")
    assert walked["fastest_kmh"] == 5, "a vehicle brings all its numbers, in water, too"
    assert told["fastest_kmh"] == told_b["fastest_kmh"] == 60
    assert told["barrier_cells"] + told["undefined_cells"] == (
        told_b["barrier_cells"] + told_b["undefined_cells"]
    )


def test_an_input_keeps_the_files_beside_it(isofront: CommandLine, tmp_path: Path) -> None:
    table = place(tmp_path)
    beside_its_header(table, tmp_path)
    (tmp_path / "recipe.toml").write_text(toml_text(table))
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    said = isofront.refused("build", tmp_path / "recipe.toml", "--out", tmp_path / "speed.asc")
    assert "would take the place of that of speed.bil, an input" in said
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before
    isofront.json("build", tmp_path / "recipe.toml", "--out", tmp_path / "speed.tif")


def test_a_name_that_no_recipe_can_say_is_told(isofront: CommandLine, tmp_path: Path) -> None:
    place(tmp_path)
    strange = tmp_path / os.fsdecode(b"h\xf6hen.tif")
    (tmp_path / "dem.tif").rename(strange)
    before = set(tmp_path.iterdir())
    said = isofront.refused("build", "--elevation", strange, "--out", tmp_path / "speed.tif")
    assert "its name is not in UTF-8, which recipes are written in. Rename it" in said
    assert set(tmp_path.iterdir()) == before
    assert "its name is not in UTF-8, and GDAL reads no other" in isofront.refused("info", strange)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("code,name,factor\n10,tree,0.3\n20,tree,0.5\n", "line 3: class 'tree' has other numbers"),
        ("code;name;factor\n10;tree;viel\n", "line 2: 'viel' is no factor"),
        ("code,name\n10," + "x" * 200_000, "is no table: field larger"),
        ("code,name,factor\n10,oak,0.3\n10,elm,0.3\n", "line 3: code 10 stands for oak and elm"),
        ("name,factor\ntree,1\n", "line 1: there is no code and name"),
    ],
)
def test_a_bad_table_of_classes_is_refused(
    text: str, line: str, isofront: CommandLine, tmp_path: Path
) -> None:
    place(tmp_path)
    (tmp_path / "classes.csv").write_text(text)
    words = ("--landcover", tmp_path / "cover.tif", "--landcover-table", tmp_path / "classes.csv")
    assert line in isofront.refused("build", *words, "--out", tmp_path / "speed.tif")


def test_a_table_of_a_spreadsheet_with_decimal_commas_is_read(tmp_path: Path) -> None:
    (tmp_path / "classes.csv").write_text("code;name;factor;water\n10;wood;0,25;\n80;pond;;yes\n")
    wood, pond = read_classes(str(tmp_path / "classes.csv"), {})
    assert (wood.factor, pond.water) == (0.25, True)


def test_a_pipe_is_no_recipe_and_keeps_nobody_waiting(
    isofront: CommandLine, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "recipe.toml")
    assert "recipe.toml: is no file" in isofront.refused(
        "build", tmp_path / "recipe.toml", "--out", "x.tif"
    )
