"""`isofront solve`: what it writes, and where it refuses to."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import rasterio
import rasterio.warp
from PIL import Image

from app.bands import Bands
from tests.app.cli.solve.walled import START, names_in
from tests.app.cli_runs import CommandLine, write_ascii
from ui.pictures.pixels import rgb
from ui.pictures.theme import DARK, LIGHT


def test_every_output_is_written_and_named(isofront: CommandLine, terrain: Path) -> None:
    folder = terrain.parent
    files = {
        "--out": folder / "times.tif",
        "--bands-out": folder / "bands.tif",
        "--polygons": folder / "bands.gpkg",
        "--isolines": folder / "lines.gpkg",
        "--png": folder / "map.png",
        "--trace": folder / "trace.jsonl",
    }
    words = [word for pair in files.items() for word in pair]
    record = isofront.json("solve", terrain, "--start", START, "--bands", "2,4,8", *words)
    assert set(record["outputs"]) == {str(path) for path in files.values()}
    written = {"terrain.asc", *(path.name for path in files.values())}
    assert names_in(folder) - {"bands.tif.aux.xml"} == written  # the colours' names, for QGIS
    with rasterio.open(files["--out"]) as times:
        assert times.shape == (4, 4)
        assert times.read(1)[0, 1] == pytest.approx(1.0, rel=1e-4)
        assert times.bounds == (1000, 2000, 1040, 2040)
    events = [json.loads(line) for line in files["--trace"].read_text().splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["SolveStarted", "SolveFinished"]
    assert files["--png"].read_bytes().startswith(b"\x89PNG")


@pytest.mark.filterwarnings("ignore:Dataset has no geotransform")
def test_pictures_and_bands_have_the_colours_that_are_asked_for(
    isofront: CommandLine, terrain: Path
) -> None:
    folder = terrain.parent
    heights = folder / "heights.asc"
    row, col = np.mgrid[:4, :4]
    write_ascii(heights, 40 - 8 * abs(row - col))
    words = ("solve", terrain, "--start", START, "--bands", "2,4,8", "--png-size", "400x300")
    pictures = {}
    for name, look in {
        "usual": (),
        "dark": ("--dark",),
        "relief": ("--relief", heights),
        "turned": ("--palette", "lagoon-reversed", "--relief", "none", "--continuous"),
    }.items():
        target = folder / f"{name}.png"
        isofront.json(*words, *look, "--png", target)
        with rasterio.open(target) as picture:
            pictures[name] = picture.read()
    corner = {name: tuple(pixels[:3, 0, 0]) for name, pixels in pictures.items()}
    assert corner["usual"] == corner["relief"] == rgb(LIGHT.sea)
    assert corner["dark"] == rgb(DARK.sea)
    assert len({pixels.tobytes() for pixels in pictures.values()}) == 4
    target = folder / "bands.tif"
    isofront.json(*words, "--bands-out", target, "--palette", "lagoon-reversed")
    with rasterio.open(target) as bands:
        expected = Bands((2.0, 4.0, 8.0)).colours("lagoon-reversed")
        assert bands.colormap(1)[1] == tuple(expected[0])


def test_a_picture_without_a_crs_says_what_it_cannot_show(
    isofront: CommandLine, terrain: Path
) -> None:
    words = ("solve", terrain, "--start", START, "--png", terrain.parent / "map.png")
    told = "map.png has no {}: the terrain names no CRS."
    asked = isofront.json(*words, "--graticule", "--north-arrow", "--png-size", "300x200")
    assert told.format("graticule and no north arrow") in asked["notes"]
    one = isofront.json(*words, "--north-arrow", "--png-size", "300x200")
    assert told.format("north arrow") in one["notes"]
    assert not any("map.png" in note for note in isofront.json(*words)["notes"])


@pytest.mark.parametrize(
    ("option", "value", "advice"),
    [("--palette", "jet", "ember"), ("--relief", "missing.tif", "auto, speeds")],
)
def test_looks_that_there_are_not_are_refused_before_the_work(
    isofront: CommandLine, terrain: Path, option: str, value: str, advice: str
) -> None:
    target = terrain.parent / "map.png"
    line = isofront.refused("solve", terrain, "--start", START, "--png", target, option, value)
    assert option in line
    assert advice in line
    assert not target.exists()


def test_the_suffix_decides_the_format_of_the_times(isofront: CommandLine, terrain: Path) -> None:
    text = terrain.parent / "times.asc"
    assert isofront.json("solve", terrain, "--start", START, "--out", text)["outputs"]
    assert text.read_text().lower().startswith("ncols")
    cloud = terrain.parent / "times.tif"
    isofront.json("solve", terrain, "--start", START, "--out", cloud, "--cog")
    with rasterio.open(cloud) as times:
        assert times.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"


def test_an_older_file_is_replaced(isofront: CommandLine, terrain: Path) -> None:
    target = terrain.parent / "times.tif"
    target.write_text("old")
    isofront.json("solve", terrain, "--start", START, "--out", target)
    assert target.read_bytes()[:2] in (b"II", b"MM")


@pytest.mark.parametrize(
    ("option", "name", "said"),
    [
        ("--out", "times.docx", "Use .tif"),
        ("--out", "times", "Use .tif"),
        ("--out", "missing/times.tif", "there is no folder"),
        ("--out", "folder.tif", "a folder has this name"),
        ("--out", "terrain.asc", "is the file that is read"),
        ("--bands-out", "bands.asc", "Use .tif"),
        ("--polygons", "bands.tif", "Use .gpkg"),
        ("--isolines", "missing/lines.gpkg", "there is no folder"),
        ("--png", "map.jpg", "Use .png"),
        ("--trace", "trace.txt", "Use .jsonl"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_solving(
    isofront: CommandLine, terrain: Path, option: str, name: str, said: str
) -> None:
    (terrain.parent / "folder.tif").mkdir()
    good = terrain.parent / "good.png"
    target = terrain.parent / name
    line = isofront.refused(
        "solve", terrain, "--start", START, option, target, *(["--png", good] * (option != "--png"))
    )
    assert option in line
    assert said in line
    assert names_in(terrain.parent) == {"terrain.asc", "folder.tif"}


def test_two_outputs_with_one_name_are_refused(isofront: CommandLine, terrain: Path) -> None:
    same = terrain.parent / "same.tif"
    line = isofront.refused("solve", terrain, "--start", START, "--out", same, "--bands-out", same)
    assert "name the same file" in line
    assert names_in(terrain.parent) == {"terrain.asc"}


def test_a_cog_without_times_to_write_is_refused(isofront: CommandLine, terrain: Path) -> None:
    assert "--cog" in isofront.refused("solve", terrain, "--start", START, "--cog")


def test_an_export_that_fails_names_the_files_before_it(
    isofront: CommandLine, terrain: Path
) -> None:
    # Without a CRS there are no longitudes for a GeoJSON; that comes out after the first file.
    times, shapes = terrain.parent / "times.tif", terrain.parent / "bands.geojson"
    status, out, err = isofront(
        "solve", terrain, "--start", START, "--out", times, "--polygons", shapes
    )
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "bands.geojson" in err
    assert err.endswith(f"Complete: {times}.\n")
    assert names_in(terrain.parent) == {"terrain.asc", "times.tif"}


def test_a_refused_start_leaves_older_files_alone(isofront: CommandLine, terrain: Path) -> None:
    target = terrain.parent / "times.tif"
    target.write_text("old")
    isofront.refused("solve", terrain, "--start", "5,5", "--out", target)
    assert target.read_text() == "old"
    assert names_in(terrain.parent) == {"terrain.asc", "times.tif"}


def test_layers_lie_beneath_and_above_the_picture(isofront: CommandLine, terrain: Path) -> None:
    folder = terrain.parent
    with rasterio.open(
        folder / "red.tif", "w", driver="GTiff", width=4, height=4, count=3, dtype="uint8",
        transform=rasterio.transform.from_bounds(1000, 2000, 1040, 2040, 4, 4),
    ) as red:  # fmt: skip
        red.write(np.stack([np.full((4, 4), v, np.uint8) for v in (255, 0, 0)]))
    (folder / "line.geojson").write_text(
        '{"type": "LineString", "coordinates": [[1000, 2020], [1040, 2020]]}'
    )

    def colours(*words: object) -> np.ndarray:
        target = folder / "map.png"
        line = "solve", terrain, "--start", START, "--limit", "1", "--png", target
        isofront.json(*line, "--png-size", "200x200", *words)
        with rasterio.open(target) as picture:
            return picture.read()[:3]

    bare = colours()
    with_red = colours("--base-layer", folder / "red.tif")
    is_red = (with_red[0] > 250) & (with_red[1] < 5) & (with_red[2] < 5)
    assert is_red.sum() > 2000
    assert np.any((bare != colours("--top-layer", f"{folder / 'line.geojson'},0.5")).any(axis=0))
    refused = isofront.refused(
        "solve", terrain, "--start", START, "--base-layer", folder / "red.tif"
    )
    assert "no picture to lay them in" in refused


def test_the_moving_front_is_an_animation_of_the_size_asked_for(
    isofront: CommandLine, terrain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.outputs.PICTURES", 4)
    target = terrain.parent / "front.gif"
    words = ("solve", terrain, "--start", START, "--animation", target, "--png-size", "320x240")
    assert isofront.json(*words)["outputs"] == [str(target)]
    with Image.open(target) as film:
        assert film.size == (320, 240)
        assert getattr(film, "n_frames", 1) == 4


def test_an_animation_without_an_encoder_is_refused_before_the_work(
    isofront: CommandLine, terrain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(terrain.parent))
    target = terrain.parent / "front.mp4"
    line = isofront.refused("solve", terrain, "--start", START, "--animation", target)
    assert "no video encoder" in line
    assert ".gif" in line


def test_a_picture_of_roads_shows_what_was_drawn_to_close_them(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    # A line and an area that close the same arcs: nothing but what was drawn can differ.
    west, east, lat = 0.001, 0.0018, 0.0009
    line = {"type": "LineString", "coordinates": [[west, lat], [east, lat]]}
    ring = [[west, lat], [east, lat], [east, lat + 1e-5], [west, lat + 1e-5], [west, lat]]
    area = {"type": "Polygon", "coordinates": [ring]}
    closed, picture, drawn = tmp_path / "closed.geojson", tmp_path / "roads.png", []
    for shape in (line, area):
        closed.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": shape}))
        words = "--closures", closed, "--png", picture, "--png-size", "320x240"
        record = isofront.json("solve", crossing, "--start", "vertex:1", *words)
        drawn.append((record["closed_arcs"], picture.read_bytes()))
    assert drawn[0][0] == drawn[1][0] > 0
    assert drawn[0][1] != drawn[1][1]
