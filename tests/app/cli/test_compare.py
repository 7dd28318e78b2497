"""`isofront compare`: two files of times or two questions, what is told and what is written."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
from PIL import Image

from app.exports.comparison.difference import KINDS
from app.exports.comparison.steps import COLOURS, STEP_LOST, STEP_WON
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_osm

# Cells of 10 m; 36 km/h is a second a cell. In B the wall in the middle is open.
WALLED = np.array([[36, 0, 36], [36, 0, 36], [36, 0, 36]])
OPEN = np.array([[36, 0, 36], [36, 36, 36], [36, 0, 36]])
START = "1005,2025"


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    return (
        write_ascii(tmp_path / "walled.asc", WALLED),
        write_ascii(tmp_path / "open.asc", OPEN),
    )


def asked(path: Path, *more: str) -> str:
    return " ".join((f'"{path}"', "--start", START, *more))


def test_two_questions_on_terrain(
    isofront: CommandLine, both: tuple[Path, Path], tmp_path: Path
) -> None:
    out, table = tmp_path / "difference.tif", tmp_path / "gains.csv"
    told = isofront.json(
        "compare", asked(both[0]), asked(both[1]), "--names", "wall,gap", "--bands", "1.5,10",
        "--out", out, "--statistics", table,
    )  # fmt: skip
    assert (told["a"], told["b"]) == ("wall", "gap")
    differs = "Nothing but the file differs: walled.asc in wall, open.asc in gap."
    assert told["differs"] == differs
    # Through the gap in the middle the column beyond it is won, and the gap itself.
    assert told["won_m2"] == 400.0
    assert told["lost_m2"] == 0.0
    assert told["same_m2"] == 300.0
    assert [row["won_m2"] for row in told["within"]] == [100.0, 400.0, 400.0]
    with rasterio.open(out) as dataset:
        assert dataset.units[0] == "min"
        assert dataset.descriptions[0] == "gap minus wall"
        minutes, kind = dataset.read(masked=True)
        assert "open.asc" in dataset.tags()["ISOFRONT_B_QUESTION"]
        assert dataset.tags()["ISOFRONT_DIFFERS"] == differs
        assert dataset.tags()["ISOFRONT_B_STARTS"] == "1005 2025 0"
    np.testing.assert_array_equal(minutes[:, 0], 0.0)
    assert minutes.mask[:, 1:].all()
    np.testing.assert_array_equal(kind.filled(0), [[2, 0, 4], [2, 4, 4], [2, 0, 4]])
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["limit"] for row in rows] == ["1.5", "10", ""]
    assert {row["differs"] for row in rows} == {differs}
    again = isofront("compare", asked(both[0]), asked(both[0], "--time-limit", "90"))[1]
    assert "Nothing but the time limit differs: no limit in A, 1 min 30 s in B." in again


def test_two_files_of_times(isofront: CommandLine, both: tuple[Path, Path], tmp_path: Path) -> None:
    files = []
    for name, path, suffix in (("a", both[0], ".tif"), ("b", both[1], ".asc")):
        files.append(tmp_path / f"{name}_times{suffix}")
        isofront.json("solve", path, "--start", START, "--out", files[-1])
    told = isofront.json("compare", *files)
    assert told["won_m2"] == 400.0
    assert told["same_m2"] == 300.0
    assert told["differs"] is None, "nobody knows what was asked"
    assert told["notes"] == ["B does not say what was asked, so what differs is not known"]
    assert isofront("compare", files[1], files[0])[1].count("reached in A alone") == 1


def test_files_say_what_differs_between_their_questions(
    isofront: CommandLine, both: tuple[Path, Path], tmp_path: Path
) -> None:
    def solved(name: str, path: Path, *more: object) -> Path:
        out = tmp_path / f"{name}.tif"
        isofront.json("solve", path, *(more or ("--start", START)), "--out", out)
        return out

    def differs(a: Path, b: Path, *more: object) -> str:
        return str(isofront.json("compare", a, b, *more)["differs"])

    plain, gap = solved("plain", both[0]), solved("gap", both[1])
    assert differs(plain, plain) == "A and B ask the same question."
    out, table = tmp_path / "difference.tif", tmp_path / "gains.csv"
    named = ("--names", "wall,gap", "--out", out, "--statistics", table)
    sentence = "Nothing but the file differs: walled in wall, open in gap."
    assert differs(plain, gap, *named) == sentence
    with rasterio.open(out) as dataset:
        assert dataset.tags()["ISOFRONT_DIFFERS"] == sentence
    assert sentence in table.read_text()
    assert "Nothing but the file differs" in isofront("compare", plain, gap)[1]
    limited = solved("limited", both[0], "--start", START, "--time-limit", "90")
    said = "Nothing but the time limit differs: no limit in A, 1 min 30 s in B."
    assert differs(plain, limited) == said
    others = {
        "the start differs: 1005 2025 in A, 1005 2015 in B": ("--start", "1005,2015"),
        "the starts differs: 1 in A, 2 in B": ("--start", START, "--start", "1025,2025"),
        "the delay of the start differs: 0 s in A, 5 s in B": ("--start", f"{START},5"),
        "the directions differs: eight directions in A, straight lines in B": (
            "--start", START, "--param", "geometry=straight",
        ),
        "the meaning of 0 km/h differs: a barrier in A, 5 km/h in B": (
            "--start", START, "--zero-speed-kmh", "5",
        ),
        "the solver differs: Tiled delta-stepping in A, Dijkstra in B": (
            "--start", START, "--algorithm", "dijkstra",
        ),
    }  # fmt: skip
    for number, (said, words) in enumerate(others.items()):
        assert said in differs(plain, solved(f"other{number}", both[0], *words))
    (tmp_path / "elsewhere").mkdir()
    moved = write_ascii(tmp_path / "elsewhere" / "walled.asc", OPEN)
    assert "what the file holds differs" in differs(plain, solved("moved", moved))


def test_files_of_roads_say_what_differs(isofront: CommandLine, tmp_path: Path) -> None:
    roads = write_osm(tmp_path)
    start = ("--start", "vertex:1")
    out = []
    for name, words in (
        ("car", ()), ("foot", ("--profile", "foot")), ("to", ("--direction", "to")),
        ("slow", ("--set", "speeds_kmh.residential=11")),
    ):  # fmt: skip
        out.append(tmp_path / f"{name}.tif")
        isofront.json("solve", roads, *start, *words, "--out", out[-1])

    def differs(b: Path) -> str:
        return str(isofront.json("compare", out[0], b)["differs"])

    assert differs(out[0]) == "A and B ask the same question."
    assert differs(out[1]) == "Nothing but the vehicle differs: car in A, foot in B."
    assert "from the starts in A, to the starts in B" in differs(out[2])
    assert "the speed of roads of class residential differs" in differs(out[3])


def test_two_questions_on_roads(isofront: CommandLine, tmp_path: Path) -> None:
    roads = write_osm(tmp_path)
    out, points = tmp_path / "difference.gpkg", tmp_path / "vertices.csv"
    question = f"'{roads}' --start vertex:1"
    foot = f"{question} --profile foot"
    told = isofront.json("compare", question, foot, "--out", out)
    assert told["later_m"] > 0
    assert told["mean_difference"] > 0
    assert told["differs"] == "Nothing but the vehicle differs: car in A, foot in B."
    assert told["differs"] in out.read_bytes().decode("latin-1"), "among the tags of its layer"
    meta, _, _, columns = pyogrio.raw.read(out)
    changes = columns[list(meta["fields"]).index("change")]
    assert set(changes) == {kind for kind in KINDS[1:] if told[f"{kind}_m"]}
    assert "later" in changes
    isofront.json("compare", question, foot, "--out", points)
    beside = json.loads((tmp_path / "vertices.csv-metadata.json").read_text())
    assert {"ISOFRONT_DIFFERS": told["differs"]} in beside["notes"]
    with points.open() as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["vertex"] == "1"
    for row in rows:
        if row["a"] and row["b"]:
            assert float(row["difference"]) == pytest.approx(float(row["b"]) - float(row["a"]))


def test_rasters_of_roads_that_reach_differently_far(isofront: CommandLine, tmp_path: Path) -> None:
    """Each is as large as what it reaches; what lies beyond its edge it does not reach."""
    roads, files = write_osm(tmp_path), [tmp_path / "near.tif", tmp_path / "far.tif"]
    start = ("solve", roads, "--start", "vertex:1", "--off-road", "5,30")
    isofront.json(*start, "--cell-size", "10", "--time-limit", "9", "--out", files[0])
    isofront.json(*start, "--cell-size", "10", "--out", files[1])
    held = []
    for path in files:
        with rasterio.open(path) as dataset:
            held.append((dataset.bounds, dataset.read(1, masked=True)))
    assert held[0][0] != held[1][0]
    out, picture = tmp_path / "difference.tif", tmp_path / "difference.png"
    told = isofront.json("compare", *files, "--out", out, "--png", picture, "--png-size", "300x200")
    assert told["differs"] == "Nothing but the time limit differs: 9 s in A, no limit in B."
    near, far = (cells.count() for _, cells in held)
    assert 0 < near < far
    assert (told["won_m2"], told["lost_m2"]) == ((far - near) * 100.0, 0.0)
    with rasterio.open(out) as dataset:
        kind = dataset.read(2, masked=True).filled(0)
        bounds = [bounds for bounds, _ in held]
        assert dataset.bounds == (
            min(b.left for b in bounds), min(b.bottom for b in bounds),
            max(b.right for b in bounds), max(b.top for b in bounds),
        )  # fmt: skip
    assert (kind > 0).sum() == far
    assert (kind == KINDS.index("won")).sum() == far - near
    back = isofront.json("compare", files[1], files[0])
    assert (back["won_m2"], back["lost_m2"]) == (0.0, told["won_m2"])
    isofront.json(*start, "--cell-size", "20", "--out", tmp_path / "coarse.tif")
    status, _, error = isofront("compare", files[0], tmp_path / "coarse.tif")
    assert status == 2
    assert "A has cells of 10 m and B has cells of 20 m" in error
    assert "Write both with --cell-size 20." in error


def test_rasters_of_metres_are_no_times(isofront: CommandLine, tmp_path: Path) -> None:
    roads, out = write_osm(tmp_path), tmp_path / "metres.tif"
    isofront.json("solve", roads, "--start", "vertex:1", "--metric", "distance", "--out", out)
    status, _, error = isofront("compare", out, out)
    assert (status, error.count("\n")) == (2, 1)
    assert "metres.tif: counts in m. Compare times with times." in error


def test_ground_and_roads_together_as_a_file_and_as_a_picture(
    isofront: CommandLine, tmp_path: Path
) -> None:
    """With the bridge closed the ground beyond the river is lost."""
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    x, y = LEFT + 2.5 * CELL, TOP - 2.5 * CELL
    question = f"'{terrain}' --roads '{roads}' --start {x},{y}"
    across = LEFT + 20.5 * CELL
    line = [[across, TOP - 4 * CELL], [across, TOP - 5 * CELL]]
    bridge = tmp_path / "bridge.geojson"
    crs = {"type": "name", "properties": {"name": "EPSG:32633"}}
    closed = {"type": "Feature", "properties": {}}
    closed["geometry"] = {"type": "LineString", "coordinates": line}
    bridge.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [closed]}))
    out, picture = tmp_path / "difference.tif", tmp_path / "difference.png"
    told = isofront.json(
        "compare", question, f"{question} --closures '{bridge}'", "--out", out, "--png", picture,
        "--png-size", "800x400", "--names", "open,closed",
    )  # fmt: skip
    assert told["lost_m2"] > 0
    assert told["won_m2"] == 0
    assert told["differs"] == "Nothing but the closures differs: none in open, 1 in closed."
    with rasterio.open(out) as dataset:
        kind = dataset.read(2, masked=True).filled(0)
    assert (kind[:, 21:] == KINDS.index("lost")).any()
    assert not (kind[:, :20] == KINDS.index("lost")).any()
    pixels = np.asarray(Image.open(picture).convert("RGB")).reshape(-1, 3)
    lost = np.abs(pixels.astype(int) - COLOURS[STEP_LOST]).sum(axis=1) < 60
    assert told["outputs"] == [str(out), str(picture)]
    assert lost.mean() > 0.05, "the far bank has the colour of what is lost"


def test_files_of_ground_and_roads_together_say_what_differs(
    isofront: CommandLine, tmp_path: Path
) -> None:
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    x, y, across = LEFT + 2.5 * CELL, TOP - 2.5 * CELL, LEFT + 20.5 * CELL
    bridge = tmp_path / "bridge.csv"
    line = f"LINESTRING ({across} {TOP - 4 * CELL}, {across} {TOP - 5 * CELL})"
    bridge.write_text(f'wkt\n"{line}"\n')
    out = []
    for name, words in (
        ("open", ()), ("closed", ("--closures", bridge)), ("foot", ("--profile", "foot")),
        ("slow", ("--set", "speeds_kmh.residential=9")),
    ):  # fmt: skip
        out.append(tmp_path / f"{name}.tif")
        asked = ("--roads", roads, "--start", f"{x},{y}", *words, "--out", out[-1])
        isofront.json("solve", terrain, *asked)
    told = [str(isofront.json("compare", out[0], other)["differs"]) for other in out]
    assert told[0] == "A and B ask the same question."
    assert told[1] == "Nothing but the closures differs: none in A, 1 in B."
    assert told[2] == "Nothing but the vehicle differs: car in A, foot in B."
    assert "Nothing but the speed of roads of class residential differs" in told[3]


def test_two_files_of_times_become_a_picture(
    isofront: CommandLine, both: tuple[Path, Path], tmp_path: Path
) -> None:
    files = [tmp_path / "a.tif", tmp_path / "b.tif"]
    for path, out in zip(both, files, strict=True):
        isofront.json("solve", path, "--start", START, "--out", out)
    picture = tmp_path / "difference.png"
    isofront.json("compare", *files, "--png", picture, "--png-size", "400x300", "--dark")
    pixels = np.asarray(Image.open(picture).convert("RGB")).reshape(-1, 3)
    won = np.abs(pixels.astype(int) - COLOURS[STEP_WON]).sum(axis=1) < 60
    assert won.mean() > 0.05


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("nothing.tif", "nothing.tif"), "A is neither a file nor a question"),
        (("{walled} --start 1005,2025", "{walled}"), "two of a kind"),
        (("{walled} --start 1005,2025 --out x.tif",) * 2, "is no part of A"),
        (("{walled} --bands 5",) * 2, "there is no start"),
        (("{walled} --start 'x",) * 2, "A: No closing quotation"),
        (("{walled} --start 9,9",) * 2, "A: "),
        (("{q}", "{q}", "--names", "a"), "is not two names"),
        (("{q}", "{q}", "--out", "{folder}/x.gpkg"), "--out"),
        (("{q}", "{q}", "--bands", "x"), "x"),
        (("{q}", "{q}", "--population", "{folder}/none.tif"), "no such file"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(
    isofront: CommandLine, both: tuple[Path, Path], words: tuple[str, ...], found: str
) -> None:
    told = {"walled": str(both[0]), "q": f"{both[0]} --start {START}", "folder": both[0].parent}
    status, out, error = isofront("compare", *(word.format(**told) for word in words))
    assert status == 2
    assert out == ""
    assert found in error
    assert error.count("\n") == 1
