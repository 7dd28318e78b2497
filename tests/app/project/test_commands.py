"""A project wherever the command line takes a file."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio

from app.solving.solve import Solving
from raster.grid import Window
from tests.app.cli.test_joined import CELL, LEFT, TOP
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.project.projects import asking, changed, saved

ELSEWHERE = f"{LEFT + 2.5 * CELL},{TOP - 1.5 * CELL}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "a.isofront"
    saved(asking("terrain", tmp_path), path)
    return path


def test_a_project_is_solved_and_options_override_it(
    isofront: CommandLine, project: Path, tmp_path: Path
) -> None:
    out = tmp_path / "times.tif"
    told = isofront.json("solve", project, "--out", out, "--validate")
    assert told["algorithm"] == "near-far"
    assert told["bands"]["limits"] == [0.1 + 0.2, 60.0, 1e4 / 3]
    session = asking("terrain", tmp_path)
    with rasterio.open(out) as dataset:
        times = dataset.read(1, masked=True)
    own = Solving().run(session.request())
    rows, cols = own.times.shape
    seconds = own.times.seconds(Window(0, 0, rows, cols), (rows, cols))
    np.testing.assert_array_equal(times.filled(np.inf), seconds)
    told = isofront.json(
        "solve", project, "--start", ELSEWHERE, "--algorithm", "dijkstra", "--bands", "5",
        "--slope-model", "none", "--zero-speed-kmh", "0", "--time-limit", "50",
    )  # fmt: skip
    assert told["algorithm"] == "dijkstra"
    assert told["bands"]["limits"] == [5.0]
    assert len(told["starts"]) == 1
    assert told["max_seconds"] <= 50 < own.times.max_seconds


def test_all_commands_take_it(isofront: CommandLine, tmp_path: Path) -> None:
    path, moved = tmp_path / "a.isofront", tmp_path / "b.isofront"
    saved(asking("roads", tmp_path), path)
    changed(path, moved.name, starts=[{"x": LEFT + 30 * CELL, "y": TOP - 4.5 * CELL}])
    status, out, err = isofront("info", path)
    assert (status, err) == (0, "")
    assert "starts   2 (Dépôt, 2)" in out
    assert isofront.json("info", path)["sources"] == {"roads": str(tmp_path / "roads.gpkg")}
    ends = f"{LEFT + 8 * CELL},{TOP - 45}", f"{LEFT + 15 * CELL},{TOP - 45}"
    way = isofront.json("route", path, "--from", ends[0], "--to", ends[1])
    assert way["metric"].startswith("car")
    places = tmp_path / "places.csv"
    places.write_text("id,x,y\n1," + ends[0] + "\n2," + ends[1] + "\n")
    both = "--origins", places, "--destinations", places
    told = isofront.json("matrix", path, *both, "--out", tmp_path / "m.csv")
    assert told["limit_seconds"] == 3600.1
    chosen = changed(path, "c.isofront", solver={"algorithm": "near-far"}, limit=0.5)
    told = isofront.json("matrix", chosen, *both, "--out", tmp_path / "n.csv")
    assert (told["limit_seconds"], told["algorithm"]) == (0.5, "near-far")
    other = "--algorithm", "dijkstra", "--time-limit", "60"
    told = isofront.json("matrix", chosen, *both, *other, "--out", tmp_path / "o.csv")
    assert (told["limit_seconds"], told["algorithm"]) == (60, "dijkstra")
    asked_by_options = (tmp_path / "m.csv").read_bytes()
    listed = [
        {"id": id_, "x": float(x), "y": float(y)}
        for id_, (x, y) in zip("12", (end.split(",") for end in ends), strict=True)
    ]
    between = {"origins": {"places": listed}, "destinations": {"places": listed}}
    keeps = changed(path, "d.isofront", matrix=between)
    told = isofront.json("matrix", keeps, "--out", tmp_path / "p.csv")
    assert (told["origins"], told["destinations"]) == (2, 2)
    assert (tmp_path / "p.csv").read_bytes() == asked_by_options
    everywhere = changed(path, "e.isofront", matrix={"origins": {"places": listed[:1]}})
    told = isofront.json("matrix", everywhere, "--out", tmp_path / "q.csv")
    assert told["origins"] == 1 < 2 < told["destinations"]
    told = isofront.json("matrix", everywhere, *both[2:], "--out", tmp_path / "r.csv")
    assert (told["origins"], told["destinations"]) == (1, 2)
    for some, missing in (((), "origins"), (both[:2], "destinations")):
        status, out, err = isofront("matrix", path, *some, "--out", tmp_path / "s.csv")
        assert (status, out) == (2, "")
        assert f"no {missing} are given. Give --{missing} FILE" in err
        assert not (tmp_path / "s.csv").exists()
    status, out, err = isofront("bench", path, "--algorithms", "dijkstra", "--repeat", "1")
    assert status == 0, err
    told = isofront.json("compare", path, moved)
    assert told["sooner_m"] + told["later_m"] + told["won_m"] + told["lost_m"] > 0
    unsure = changed(path, "unsure.isofront", uncertainty={"runs": 2, "seed": 5})
    told = isofront.json("uncertainty", unsure, "--spread", "0.1")
    assert (told["runs"], told["seed"], told["spread"]) == (2, 5, 0.1)
    told = isofront.json("batch", path)
    assert [row["name"] for row in told["rows"]] == ["Dépôt"]
    with (tmp_path / "a-summary.csv").open() as file:
        assert [row["state"] for row in csv.DictReader(file)] == ["done"]


def test_terrain_and_roads_joined_answer_as_in_the_window(
    isofront: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "a.isofront"
    session = asking("combined", tmp_path)
    saved(session, path)
    told = isofront.json("solve", path, "--out", tmp_path / "t.tif")
    own = Solving().run(session.request())
    assert told["max_seconds"] == own.times.max_seconds
    open_again = isofront.json("solve", path, "--direction", "from", "--profile", "car")
    assert open_again["max_seconds"] != own.times.max_seconds
    race = "--algorithms", "dijkstra,near-far", "--repeat", "1", "--json", "-"
    status, out, err = isofront("bench", path, *race)
    assert (status, err) == (0, "")
    raced = json.loads(out)
    assert raced["equal_bits"]
    assert raced["results"][0]["max_seconds"] == own.times.max_seconds


def test_edits_of_a_project_are_burnt_and_those_of_a_newer_version_told(
    isofront: CommandLine, project: Path
) -> None:
    out = project.with_name("burnt.tif")
    told = isofront.json("burn", project, "--out", out)
    assert told["edits"] == 1
    with rasterio.open(out) as dataset:
        assert dataset.read(1)[0, 10] == np.float32(5 / 7)
    newer = changed(project, "b.isofront", edits={"version": 2, "strokes": []})
    status, _, err = isofront("solve", newer, "--save-project", newer.with_name("c.isofront"))
    assert status == 0
    assert "its edits of version 2 are kept, and do not count here" in err
    kept = json.loads(newer.with_name("c.isofront").read_text(encoding="utf-8"))
    assert kept["edits"] == {"version": 2, "strokes": []}
    layer = project.with_name("layer.geojson")
    ring = [[LEFT, TOP], [LEFT + CELL, TOP], [LEFT, TOP - CELL], [LEFT, TOP]]
    area = {"type": "Polygon", "coordinates": [ring]}
    drawn = {"type": "Feature", "properties": {}, "geometry": area}
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32633"}}
    layer.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [drawn]}))
    status, _, err = isofront("solve", newer, "--edits", layer, "--save-project", newer)
    assert status == 2
    assert "has edits in version 2, which those made here would replace" in err
    assert json.loads(newer.read_text(encoding="utf-8"))["edits"]["version"] == 2
    elsewhere = newer.with_name("e.isofront")
    assert isofront("solve", newer, "--edits", layer, "--save-project", elsewhere)[0] == 0
    assert json.loads(elsewhere.read_text(encoding="utf-8"))["edits"]["version"] == 1
    broken = changed(project, "d.isofront", edits={"version": 1, "layer": [{"shape": "star"}]})
    assert "edits, edit 1: is incomplete or damaged" in isofront.refused("solve", broken)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "newer": ({"isofront_project": 3}, "is of version 3, and this Isofront reads up to 2"),
    "gone": ({"sources": {"terrain": {"path": "x.tif"}}}, "its file x.tif (terrain) is gone"),
    "no source": ({"sources": {}}, "has no source to open"),
    "solver": ({"solver": {"algorithm": "magic"}}, "magic"),
    "start": ({"starts": [{"x": 1, "y": 2}]}, "outside"),
    "no start": ({"starts": []}, "there is no start"),
    "bands": ({"bands": {"limits": [2, 1]}}, "ascending"),
    "model": ({"slopes": {"model": "glide"}}, "no slope model 'glide'"),
    "place": ({"starts": [{"x": 1}]}, "starts[0]: has no place"),
    "outside": ({"sources": {"terrain": {"path": "../y.tif"}}}, "names files outside its folder"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_one_is_refused_in_a_line(isofront: CommandLine, project: Path, name: str) -> None:
    values, found = REFUSED[name]
    assert found in isofront.refused("solve", changed(project, "b.isofront", **values))


def test_another_crs_is_noticed_and_a_changed_source_told(
    isofront: CommandLine, project: Path
) -> None:
    ground = project.with_name("ground.tif")
    with rasterio.open(ground, "r+") as dataset:
        dataset.update_tags(since="then")
    status, _, err = isofront("solve", project)
    assert status == 0
    assert "ground.tif has changed since the project was saved" in err
    with rasterio.open(ground, "r+") as dataset:
        dataset.crs = "EPSG:32634"
    status, _, err = isofront("solve", project, "--slope-model", "none")
    assert status == 2
    assert "its places are in another CRS than what it opens now" in err
    assert "for projects" in isofront.refused("solve", ground, "--source", "terrain=x.tif")


def test_a_question_is_saved_as_a_project_and_asked_again(
    isofront: CommandLine, project: Path
) -> None:
    below = project.parent / "below"
    below.mkdir()
    other, start = below / "b.isofront", ("--start", ELSEWHERE)
    asked = isofront.json("solve", project, *start, "--bands", "7,8", "--save-project", other)
    assert str(other) in asked["outputs"]
    again = isofront.json("solve", other)  # names files outside its folder, and was saved here
    for name in ("starts", "max_seconds", "bands", "algorithm"):
        assert again[name] == asked[name]
    assert "named NAME.isofront" in isofront.refused("solve", other, "--save-project", "c.txt")


def test_bands_that_nobody_chose_are_not_saved_as_chosen(
    isofront: CommandLine, tmp_path: Path
) -> None:
    ground, kept = (
        write_ascii(tmp_path / "ground.asc", np.full((4, 8), 36)),
        tmp_path / "a.isofront",
    )
    isofront("solve", ground, "--start", "auto", "--save-project", kept)
    assert "bands" not in json.loads(kept.read_text())
    isofront("solve", kept, "--bands", "3,4", "--save-project", kept)
    assert json.loads(kept.read_text())["bands"]["limits"] == [3, 4]


def test_saved_over_itself_a_project_keeps_what_is_not_asked_here(
    isofront: CommandLine, project: Path
) -> None:
    shutil.copy(project.with_name("heights.asc"), project.with_name("shadows.asc"))
    shutil.copy(project.with_name("ground.tif"), project.with_name("below.tif"))
    sources = json.loads(project.read_text(encoding="utf-8"))["sources"]
    looks: dict[str, Any] = {
        "sources": sources | {"relief": {"path": "shadows.asc"}, "layer_1": {"path": "below.tif"}},
        "layers": [{"source": "layer_1", "opacity": 0.25, "visible": False, "above": True}],
        "window": {"panels": ["starts"], "front": ["starts"], "view": [1.0, 2.0, 3.0]},
        "style": {"colormap": "viridis"},
    }
    dressed = changed(project, "b.isofront", **looks)
    isofront.json("solve", dressed, "--time-limit", "9", "--save-project", dressed)
    after = json.loads(dressed.read_text(encoding="utf-8"))
    assert after["limit"] == 9
    for name in ("layers", "window", "style"):
        assert after[name] == looks[name], name
    assert after["sources"]["relief"]["path"] == "shadows.asc"
    assert after["sources"]["layer_1"]["path"] == "below.tif"


def test_a_row_of_a_table_may_name_one(isofront: CommandLine, project: Path) -> None:
    table = project.with_name("rows.csv")
    table.write_text("name,file,bands\nall,a.isofront,\nfew,a.isofront,10\n")
    told = isofront.json("batch", table)
    assert [row["state"] for row in told["rows"]] == ["done", "done"]
    assert json.dumps(told["rows"][0]) != json.dumps(told["rows"][1])
