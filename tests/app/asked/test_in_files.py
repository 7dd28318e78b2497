"""What two files of times were asked otherwise, by their tags alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.asked.in_files import differing_files, is_partial
from app.asked.keys import keys_of_roads
from app.exports.raster import tags_of
from app.exports.table import export
from app.roads.closures import Closure, Closures
from app.solving.solved import Solved
from core.solver import Start
from raster.files.opening import open_reader
from raster.files.opening import tags_of as read_tags
from raster.files.source import resolve
from raster.solvers.dijkstra import Dijkstra
from tests.app.asked.test_differing import OTHERS, ROADS, SLOPES, ground, sloped

LINE = Closure(((0.0, 0.0), (10.0, 10.0)))

ASKED = {
    "ISOFRONT_KEY_GROUND": "0000abcd",
    "ISOFRONT_TERRAIN": "plain",
    "ISOFRONT_STARTS": "5 15 0; 15 15 0",
    "ISOFRONT_LIMIT_S": "none",
    "ISOFRONT_SOLVER": "tiled",
}


def said(**other: str) -> str:
    found = differing_files(ASKED, {**ASKED, **other}, 10.0)
    assert found is not None
    return found.sentence()


def test_files_that_say_nothing_are_not_judged() -> None:
    assert differing_files({}, ASKED, 1.0) is None
    assert differing_files(ASKED, {"ISOFRONT_TERRAIN": "plain"}, 1.0) is None
    assert said() == "A and B ask the same question."
    assert is_partial({"ISOFRONT_COMPLETE": "no, cancelled: times are upper bounds"})
    assert not is_partial({"ISOFRONT_COMPLETE": "yes"})


@pytest.mark.parametrize(
    ("tag", "text", "sentence"),
    [
        ("KEY_GROUND", "1", "Nothing but what the file holds differs."),
        ("KEY_EDITS", "2-ab", "the edits of the ground differs: none in A, 2 in B."),
        ("TERRAIN", "hills", "Nothing but the file differs: plain in A, hills in B."),
        ("ROADS", "town", "the roads differs: none in A, town in B."),
        ("LIMIT_S", "90", "the time limit differs: no limit in A, 1 min 30 s in B."),
        ("STARTS", "5 15 0; 15 25 0", "the place of start 2 differs: 15 15 in A, 15 25 in B."),
        ("STARTS", "5 15 0; 15 15 0; and 3 more", "Nothing but the starts differs."),
        ("STARTS", "5 15 0; fifteen", "the starts differs: 2 in A, 1 in B."),
        ("SLOPE_MODEL", "Tobler", "the slopes differs: not counted in A, Tobler in B."),
        ("KEY_CLOSURES", "3-ab", "the closures differs: none in A, 3 in B."),
        ("KEY_WAYS", "ab", "Nothing but the speeds of single ways differs."),
        ("SOLVER", "another", "the solver differs: Tiled delta-stepping in A, another in B."),
    ],
)
def test_each_tag_is_told(tag: str, text: str, sentence: str) -> None:
    assert sentence in said(**{f"ISOFRONT_{tag}": text})


def test_names_of_starts_are_told() -> None:
    moved = {"ISOFRONT_STARTS": "5 15 0; 25 15 0"}
    here, there = ({"ISOFRONT_START_NAMES": f'["Home", "{name}"]'} for name in ("Shop", "School"))
    found = differing_files({**ASKED, **here}, {**ASKED, **moved, **there}, 10.0)
    assert found is not None
    assert found.sentence() == "Nothing but the place of Shop differs: Shop in A, School in B."


def test_a_metric_that_cannot_be_read_is_told_in_general() -> None:
    one, other = ({**ASKED, "ISOFRONT_KEY_METRIC": text} for text in ("{}", "["))
    found = differing_files(one, other, 10.0)
    assert found is not None
    assert found.sentence() == "Nothing but how the vehicle drives differs."


def test_closures_have_keys_of_their_own() -> None:
    keys = [
        keys_of_roads(ROADS.closed_by(Closures(shapes)))["ISOFRONT_KEY_CLOSURES"]
        for shapes in ((), (LINE,), (Closure(((0.0, 0.0), (10.0, 11.0))),))
    ]
    assert keys[0].startswith("0-")
    assert [key[:2] for key in keys[1:]] == ["1-", "1-"]
    assert len(set(keys)) == 3


def test_rasters_hold_the_keys_and_other_ground_has_others(tmp_path: Path) -> None:
    kept = []
    for name, speed, slopes in (
        ("a", 36.0, None),
        ("b", 18.0, SLOPES),
        ("c", 36.0, sloped(heights=OTHERS)),
    ):
        grid = ground(speed)
        times = Dijkstra(grid).solve((Start(0),))
        solved = Solved(grid, times, (), "dijkstra", "cpu", "", slopes=slopes)
        assert not any("KEY" in tag for tag in tags_of(solved)), "of rasters of times alone"
        export("times", tmp_path / f"{name}.tif", solved)
        with open_reader(resolve(tmp_path / f"{name}.tif", None)) as reader:
            kept.append(read_tags(reader))
    assert kept[0]["ISOFRONT_KEY_GROUND"] == kept[2]["ISOFRONT_KEY_GROUND"]
    assert kept[0]["ISOFRONT_KEY_GROUND"] != kept[1]["ISOFRONT_KEY_GROUND"]
    assert kept[1]["ISOFRONT_KEY_HEIGHTS"] != kept[2]["ISOFRONT_KEY_HEIGHTS"]
    found = differing_files(kept[1], kept[2], 10.0)
    assert found is not None
    assert "the heights (hills.tif in A, dem.tif in B)" in found.sentence()
