"""A result that fails its validation is never written, whatever was solved."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.solving import road_solved, solved
from tests.app.cli.test_joined import at, write_roads, write_terrain
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_dimacs


def one_statement_broken(validate: Callable[..., Any]) -> Callable[..., Any]:
    """What a validation of a wrong result gives, for a right one."""

    def failing(*given: Any) -> Any:
        done = validate(*given)
        (text, _), *others = done.statements
        return replace(done, statements=((text, False), *others))

    return failing


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (solved, road_solved):
        monkeypatch.setattr(module, "validate", one_statement_broken(module.validate))


def assert_nothing_written(
    isofront: CommandLine, folder: Path, words: tuple[object, ...], outputs: dict[str, str]
) -> None:
    """The old files stay, no new one comes, and one line says why."""
    named = [word for option, name in outputs.items() for word in (option, folder / name)]
    for name in list(outputs.values())[1:]:
        (folder / name).write_text("old")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    status, out, err = isofront(*words, *named, "--validate", "--json")
    assert status == 1
    assert err == "isofront: the result fails its validation; nothing was written\n"
    record = json.loads(out)
    assert (record["validated"], record["outputs"]) == (False, [])
    assert [said["holds"] for said in record["statements"]].count(False) == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.usefixtures("failing")
def test_on_terrain(isofront: CommandLine, tmp_path: Path) -> None:
    terrain = write_ascii(tmp_path / "terrain.asc", np.full((4, 4), 36))
    words = ("solve", terrain, "--start", "auto", "--bands", "1,2")
    outputs = {"--out": "times.tif", "--polygons": "areas.geojson", "--trace": "trace.jsonl"}
    assert_nothing_written(isofront, tmp_path, words, outputs)


@pytest.mark.usefixtures("failing")
def test_on_roads(isofront: CommandLine, tmp_path: Path) -> None:
    words = ("solve", write_dimacs(tmp_path), "--start", "vertex:1")
    outputs = {"--out": "times.csv", "--trace": "trace.jsonl"}
    assert_nothing_written(isofront, tmp_path, words, outputs)


@pytest.mark.usefixtures("failing")
def test_without_being_asked_nothing_is_validated(isofront: CommandLine, tmp_path: Path) -> None:
    terrain = write_ascii(tmp_path / "terrain.asc", np.full((4, 4), 36))
    out = tmp_path / "times.tif"
    assert isofront.json("solve", terrain, "--start", "auto", "--out", out)["validated"] is None
    assert out.is_file()


@pytest.mark.usefixtures("failing")
def test_on_terrain_and_roads_together(isofront: CommandLine, tmp_path: Path) -> None:
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    words = ("solve", terrain, "--roads", roads, "--start", at(4, 5))
    assert_nothing_written(isofront, tmp_path, words, {"--out": "t.tif", "--trace": "trace.jsonl"})
