"""Scenarios of a project: each is asked by its name, and what is none is told in a line."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli.arguments import parse
from app.editing.commands import History
from app.project.file import read_project, write_project
from app.project.looks import NO_LOOKS
from app.project.open_scenarios import OpenScenarios
from app.project.project import open_project
from app.project.saving import contents_of, scenarios_kept
from app.project.scenarios import free_name, names_in
from app.solving.solve import Solving
from core.errors import InputError
from tests.app.cli_runs import CommandLine
from tests.app.project.projects import KINDS, asking, restored, saved
from tests.app.project.scenarios import DRY, LATER, TODAY, entry, several


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.isofront"
    several("terrain", tmp_path, path)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_each_scenario_comes_back_bit_for_bit(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "plan.isofront"
    asked = several(kind, tmp_path, path)
    assert read_project(path).values["isofront_project"] == 2
    answers = []
    for name, before in asked.items():
        project = open_project(path, scenario=name.upper())
        assert (project.scenario, project.scenarios) == (name, (TODAY, DRY, LATER))
        after = restored(project)
        for value in ("starts", "limit_seconds", "bands", "pins"):
            assert getattr(after, value) == getattr(before, value), value
        one, other = (Solving().run(session.request()) for session in (before, after))
        np.testing.assert_array_equal(one.times.labels, other.times.labels)
        answers.append(one.times.labels)
        again = contents_of(after, scenarios=scenarios_kept(project), opened=name)
        values = again.saved_to(path.parent)["scenarios"]["list"]
        assert values == read_project(path).values["scenarios"]["list"]
    assert not np.array_equal(answers[0], answers[1])
    assert not np.array_equal(answers[0], answers[2])


def test_one_question_alone_is_of_version_1_and_opens_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.isofront"
    saved(asking("terrain", tmp_path), path)
    assert read_project(path).values["isofront_project"] == 1
    project = open_project(path)
    assert project.scenarios == (project.scenario,) == ("Scenario 1",)
    with pytest.raises(InputError, match=r"has no scenario 'x'. There are: Scenario 1"):
        open_project(path, scenario="x")


def test_files_of_other_scenarios_are_not_looked_for_but_kept(
    isofront: CommandLine, plan: Path
) -> None:
    plan.with_name("heights.asc").unlink()
    assert "heights.asc" not in isofront.json("solve", plan, "--scenario", DRY)["notes"]
    line = isofront.refused("solve", plan, "--scenario", TODAY)
    assert "scenario 'Today': its file heights.asc (slopes) is gone" in line
    assert "--source slopes=FILE" in line
    kept = read_project(plan).values["sources"]["slopes"]
    other = plan.with_name("other.isofront")
    isofront.json("solve", plan, "--scenario", DRY, "--save-project", other)
    assert read_project(other).values["sources"]["slopes"] == kept
    assert names_in(read_project(other).values) == (TODAY, DRY, LATER)


def test_scenarios_are_listed_duplicated_renamed_opened_and_deleted(
    isofront: CommandLine, plan: Path
) -> None:
    status, out, err = isofront("project", plan)
    assert (status, err) == (0, "")
    assert "* Today" in out
    told = isofront.json("project", plan, "duplicate", "dry ground")
    assert [each["name"] for each in told["scenarios"]] == [TODAY, DRY, f"{DRY} 2", LATER]
    isofront.json("project", plan, "rename", f"{DRY} 2", "Bridge closed")
    isofront.json("project", plan, "open", "Bridge closed")
    assert entry(plan, "Bridge closed") == {**entry(plan, DRY), "name": "Bridge closed"}
    assert isofront.json("info", plan)["scenarios"]["open"] == "Bridge closed"
    told = isofront.json("project", plan, "delete", "Bridge closed")
    assert told["open"] == DRY
    isofront.json("project", plan, "delete", TODAY)
    assert "heights.asc" in plan.read_text(encoding="utf-8")  # of the last one, too
    isofront.json("project", plan, "delete", LATER)
    assert "heights.asc" not in plan.read_text(encoding="utf-8")
    assert "has no other scenario" in isofront.refused("project", plan, "delete", DRY)
    for words, found in (
        (("rename", DRY), "Write: isofront project plan.isofront rename SCENARIO NEW-NAME"),
        (("rename", "Dyr ground", "x"), "has no scenario 'Dyr ground'. Did you mean 'Dry ground'?"),
        (("duplicate", DRY, DRY), "there is a scenario 'Dry ground' already"),
        (("rename", DRY, " "), "a scenario needs a name"),
        (("rename", DRY, "x" * 81), "is no name for a scenario"),
        (("fly",), "cannot be told to 'fly'"),
        (("scenarios", "x"), "1 names"),
        (("open", DRY, "--keep", "x"), "is for what is solved"),
        (("forget", "x"), "keeps no result 'x'"),
    ):
        assert found in isofront.refused("project", plan, *words)


def test_a_project_of_one_question_gets_scenarios(isofront: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.isofront"
    saved(asking("terrain", tmp_path), path)
    before = isofront.json("solve", path)
    isofront.json("project", path, "rename", "scenario 1", "Today")
    isofront.json("project", path, "duplicate", "Today", "Tomorrow")
    for name in ("Today", "Tomorrow"):
        after = isofront.json("solve", path, "--scenario", name)
        assert after["max_seconds"] == before["max_seconds"]


def test_saving_what_a_scenario_asks_opens_no_other(isofront: CommandLine, plan: Path) -> None:
    isofront.json("solve", plan, "--scenario", DRY, "--limit", "9", "--save-project", plan)
    assert entry(plan, DRY)["limit"] == 9
    assert entry(plan, TODAY)["limit"] != 9
    assert read_project(plan).values["scenarios"]["open"] == TODAY


def test_edits_of_a_newer_version_stay_with_their_scenario(plan: Path) -> None:
    values = json.loads(plan.read_text(encoding="utf-8"))
    theirs = {"version": 2, "strokes": [1]}
    values["scenarios"]["list"][0]["edits"] = theirs
    plan.write_text(json.dumps(values), encoding="utf-8")
    project = open_project(plan)
    session, scenarios = restored(project), OpenScenarios()
    scenarios.begin(project)
    history = History(session)
    scenarios.set_aside(session, history)
    scenarios.take(1)
    asked = {**project.values, "edits": {}, **scenarios.current.foreign}
    after = contents_of(session, NO_LOOKS, asked, scenarios.kept, DRY)
    entries = after.values["scenarios"]["list"]
    assert [each.get("edits") for each in entries[:2]] == [theirs, None]
    scenarios.set_aside(session, history)
    scenarios.take(0)
    scenarios.duplicated(session, history)
    assert [each.values.get("edits") for each in scenarios.kept[:1]] == [theirs]
    assert scenarios.current.foreign == {"edits": theirs}


def test_all_are_solved_and_results_kept_by_name(isofront: CommandLine, plan: Path) -> None:
    told = isofront.json("project", plan, "solve", "--keep", "First plan")["scenarios"]
    assert [each["scenario"] for each in told] == [TODAY, DRY, LATER]
    asked = isofront.json("solve", plan, "--scenario", LATER)
    assert told[2]["farthest"] == asked["max_seconds"]
    assert told[0]["same_as"] == told[0]["other_than"] == []
    isofront.json("solve", plan, "--time-limit", "7", "--save-project", plan)
    told = isofront.json("project", plan, "solve", TODAY, DRY)["scenarios"]
    assert (told[0]["same_as"], told[0]["other_than"]) == ([], ["First plan"])
    assert (told[1]["same_as"], told[1]["other_than"]) == (["First plan"], [])
    status, out, _ = isofront("project", plan, "results")
    assert status == 0
    assert out.count("First plan") == 3
    isofront.json("project", plan, "solve", TODAY, "--keep", "first plan")
    kept = isofront.json("project", plan, "results")["scenarios"]
    assert [len(each["results"]) for each in kept] == [1, 1, 1]  # it took the place of the other
    assert kept[0]["results"][0]["figures"]["farthest"] <= 7
    isofront.json("project", plan, "forget", "FIRST PLAN")
    assert "First plan" not in plan.read_text(encoding="utf-8")


def test_what_fails_is_told_and_the_others_are_solved(isofront: CommandLine, plan: Path) -> None:
    values = json.loads(plan.read_text(encoding="utf-8"))
    values["scenarios"]["list"][1]["edits"] = {"version": 1, "layer": [{"shape": "star"}]}
    plan.write_text(json.dumps(values), encoding="utf-8")
    status, out, err = isofront("project", plan, "solve")
    assert status == 2
    assert err.startswith("isofront: scenario 'Dry ground': ")
    assert err.count("\n") == 1
    assert "is incomplete or damaged" in err
    assert TODAY in out
    assert LATER in out


def test_two_scenarios_are_compared_by_name(isofront: CommandLine, plan: Path) -> None:
    told = isofront.json("compare", plan, "--scenario", "today", "--scenario", LATER)
    assert (told["a"], told["b"]) == (TODAY, LATER)
    assert "the starts (1 in Today, 2 in Two starts later)" in told["differs"]
    assert told["sooner_m2"] + told["lost_m2"] > 0
    both = f"{plan} --scenario '{TODAY}'", f"{plan} --scenario '{LATER}'"
    same = isofront.json("compare", *both, "--names", f"{TODAY},{LATER}")
    assert {**same, "outputs": []} == {**told, "outputs": []}
    name = "--scenario", TODAY
    for words, found in (
        ((plan, *name), "a project and two of its scenarios"),
        ((plan, *name, *name), "'Today' is named twice"),
        ((plan, plan, *name), "is for one project"),
        ((plan, *name, "--scenario", "Tomorow"), "has no scenario 'Tomorow'"),
        ((plan.with_name("ground.tif"), *name, *name), "a project and two of its scenarios"),
    ):
        assert found in isofront.refused("compare", *words)


def test_a_batch_writes_files_for_each_start_of_each_scenario(
    isofront: CommandLine, plan: Path
) -> None:
    files = "--out", "{scenario}-{start}.tif", "--polygons", "{row}.geojson"
    told = isofront.json("batch", plan, *files)["rows"]
    assert [row["name"] for row in told] == [
        f"{TODAY} Dépôt", f"{DRY} Dépôt", f"{LATER} Dépôt", f"{LATER} Alp"
    ]  # fmt: skip
    written = {each.name for each in plan.parent.glob("*-*.tif")}
    assert written == {
        "Today-Dépôt.tif", "Dry_ground-Dépôt.tif", "Two_starts_later-Dépôt.tif",
        "Two_starts_later-Alp.tif",
    }  # fmt: skip
    assert plan.with_name("4.geojson").exists()
    asked = isofront.json("solve", plan, "--scenario", LATER)
    told = isofront.json("batch", plan, "--scenario", LATER, "--together", "--fresh")["rows"]
    assert [row["name"] for row in told] == [LATER]
    with plan.with_name("plan-summary.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert float(row["farthest"]) == pytest.approx(asked["max_seconds"])
    assert "is for a project" in isofront.refused("batch", "rows.csv", "--out", "x.tif")
    assert "has no scenario 'x'" in isofront.refused("batch", plan, "--scenario", "x")


def test_a_row_of_a_table_names_a_scenario(isofront: CommandLine, plan: Path) -> None:
    table = plan.with_name("rows.csv")
    table.write_text(f"file,scenario\nplan.isofront,{TODAY}\nplan.isofront,{DRY}\n")
    rows = isofront.json("batch", table)["rows"]
    farthest = [row["figures"]["farthest"] for row in rows]
    alone = [isofront.json("solve", plan, "--scenario", n)["max_seconds"] for n in (TODAY, DRY)]
    assert farthest == alone


REFUSED: dict[str, tuple[Any, str]] = {
    "twice": ([{"name": "a"}, {"name": " A"}], r"scenarios.list\[1\]: two scenarios are called"),
    "no name": ([{"name": "  "}], "a scenario has no name"),
    "none": ([], "0 entries"),
    "nameless": ([{}], "has no 'name'"),
    "unknown key": ([{"name": "a", "strats": []}], "Did you mean 'starts'"),
    "damaged": ([{"name": "a", "starts": 7}], r"scenarios.list\[0\].starts: 7 is not a list"),
    "no source": ([{"name": "a", "files": {"ways": "w"}}], "its ways are 'w', which is no source"),
    "result": ([{"name": "a", "results": [{"name": "r"}]}], r"results\[0\]: has no 'solved'"),
    "control": ([{"name": "a\u001b"}], "control characters"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_list_is_told_in_a_line(tmp_path: Path, name: str) -> None:
    entries, found = REFUSED[name]
    path = tmp_path / "a.isofront"
    values = {"isofront_project": 2, "sources": {}, "scenarios": {"version": 1, "list": entries}}
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InputError, match=found) as told:
        read_project(path)
    assert told.value.where.startswith("a.isofront, scenarios")
    assert told.value.advice


def test_one_to_open_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.isofront"
    scenarios = {"version": 1, "open": "b", "list": [{"name": "a"}]}
    path.write_text(json.dumps({"isofront_project": 2, "sources": {}, "scenarios": scenarios}))
    with pytest.raises(InputError, match="there is no scenario 'b' to open"):
        read_project(path)


def test_scenarios_of_a_newer_version_are_kept_and_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.isofront"
    values = saved(asking("terrain", tmp_path), path).saved_to(tmp_path)
    write_project(path, {**values, "scenarios": {"version": 9, "wings": 2}})
    project = open_project(path)
    assert "its scenarios of version 9 are kept, and do not count here" in project.notes[0]
    assert len(restored(project).starts) == 2


def test_what_a_scenario_does_not_say_stands_at_the_head(
    isofront: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "a.isofront"
    values = saved(asking("terrain", tmp_path), path).saved_to(tmp_path)
    bare = {key: value for key, value in values.items() if key != "edits"}
    named = [{"name": "all"}, {"name": "near", "limit": 9.0}]
    slot = {"version": 1, "list": named}
    write_project(path, {**bare, "isofront_project": 2, "scenarios": slot})
    far = isofront.json("solve", path, "--scenario", "all")["max_seconds"]
    isofront.json("project", path, "duplicate", "near", "also near")
    assert isofront.json("solve", path, "--scenario", "all")["max_seconds"] == far > 9
    isofront.json("solve", path, "--scenario", "all", "--save-project", path)
    for name in ("near", "also near"):
        told = isofront.json("solve", path, "--scenario", name)
        assert 0 < told["max_seconds"] <= 9
    assert len(read_project(path).values["sources"]) == 2  # heights of all of them, once


def test_a_name_like_another_is_found() -> None:
    assert free_name("Bridge", ["Bridge"]) == "Bridge 2"
    assert free_name("Bridge 2", ["Bridge", "bridge 2", "Bridge 3"]) == "Bridge 4"


def test_the_window_is_told_which_one(isofront: CommandLine, plan: Path) -> None:
    assert parse((str(plan), "--scenario", DRY)).scenario == DRY
    assert "for projects" in isofront.refused(plan.with_name("ground.tif"), "--scenario", DRY)
