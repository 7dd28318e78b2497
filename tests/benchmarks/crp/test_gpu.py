"""The CRP benchmark says what it measured and what it left out. Nothing about speed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from benchmarks.crp import gpu as crp_gpu
from benchmarks.crp.gpu import ONLY, parsed, run_parts
from benchmarks.crp.gpu_ready import CrpReport, Ready, line_of
from benchmarks.crp.gpu_tables import paper_level, using_threads
from benchmarks.instances.crp_roads import (
    GRAPHS,
    METRIC,
    CrpRoads,
    by_mezzanines,
    pack,
    packed,
    partition_of,
    save,
    with_mezzanines,
)
from benchmarks.instances.roads import generated_network
from benchmarks.measuring.machine import commit
from benchmarks.reports.crp_tables import main as tables
from benchmarks.reports.crp_tables import markdown, newest, number
from road.crp.overlay.overlay import overlay_of
from road.crp.partition.nested import Partition, level_kinds
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph
from tests.road.drawn import random_town

FOLDERS = ["--roads", "a", "--partitions", "b"]


@pytest.fixture(scope="module")
def graph() -> RoadGraph:
    return generated_network(25, 25, 1)


@pytest.fixture(scope="module")
def nested(graph: RoadGraph) -> dict[int, Partition]:
    return by_mezzanines(graph, (0, 2))


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CrpReport:
    monkeypatch.setattr("benchmarks.measuring.report.devices", tuple)
    return CrpReport(tmp_path / "results.jsonl")


def ready_for(graph: RoadGraph, partition: Partition, report: CrpReport, name: str) -> Ready:
    roads = CrpRoads(name, graph, METRIC.weights(graph), METRIC, partition, Path())
    return Ready(roads, report, peers=False)


# -- arguments


def test_everything_is_measured_unless_told() -> None:
    chosen = parsed(FOLDERS)
    assert tuple(chosen.graphs) == GRAPHS
    assert tuple(chosen.parts) == tuple(crp_gpu.MEASURES)
    assert chosen.peers
    assert chosen.repeat >= 100


def test_some_graphs_and_parts_may_be_chosen() -> None:
    chosen = parsed([*FOLDERS, "--graphs", "porto,florida", "--parts", "slider", "--no-peers"])
    assert chosen.graphs == ["porto", "florida"]
    assert chosen.parts == ["slider"]
    assert not chosen.peers


@pytest.mark.parametrize("words", [["--graphs", "porto,oporto"], ["--parts", "table4"]])
def test_unknown_names_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed([*FOLDERS, *words])
    assert words[1].split(",")[-1] in capsys.readouterr().err


# -- graphs


def test_a_packed_graph_has_the_turns_and_costs_of_the_original(tmp_path: Path) -> None:
    town = random_town(seed=4)
    assert town.x is not None
    assert town.y is not None
    town = replace(town, x=np.rint(town.x) * 1e-5, y=np.rint(town.y) * 1e-5, geographic=True)
    pack(town, tmp_path / "town.npz")
    again = packed(tmp_path / "town.npz")
    assert again.name == "town"
    assert town.forbidden.count == again.forbidden.count > 0
    searches = [SearchGraph.of(g, METRIC.weights(g), edge_based=True) for g in (town, again)]
    for name in ("first_out", "head", "cost"):
        np.testing.assert_array_equal(*(getattr(search, name) for search in searches))


def test_partitions_are_saved_and_opened_again(
    graph: RoadGraph, nested: dict[int, Partition], tmp_path: Path
) -> None:
    for count, partition in nested.items():
        save(graph, tmp_path, f"town-z{count}", partition)
    again, was_there = partition_of(graph, tmp_path, "town-z2")
    assert was_there
    found = with_mezzanines(graph, tmp_path, "town", (0, 2))[2]
    for opened in (again, found):
        for level, right in zip(opened.levels, nested[2].levels, strict=True):
            np.testing.assert_array_equal(level.cell_of, right.cell_of)
    assert not partition_of(graph, tmp_path, "elsewhere")[1]


def test_mezzanine_levels_come_between_the_others(
    graph: RoadGraph, nested: dict[int, Partition]
) -> None:
    for count, partition in nested.items():
        wanted = [kind.size for kind in level_kinds(graph.vertices, (count,) * 6)]
        assert [level.size for level in partition.levels] == wanted
        assert sum(level.mezzanine for level in partition.levels) >= count


# -- the report


def test_figures_are_printed_and_appended(
    graph: RoadGraph,
    nested: dict[int, Partition],
    report: CrpReport,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ready = ready_for(graph, nested[0], report, "porto")
    report.add("customize", ready, "kernels", ms={"median": 0.5}, n=3)
    assert capsys.readouterr().out == "porto | customize | kernels | ms 0.5, n 3\n"
    (line,) = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    record = json.loads(line)
    assert (record["commit"], record["vertices"]) == (commit(), graph.vertices)
    assert report.good
    report.add("customize", ready, "same bits", same_bits=False)
    assert not report.good


def test_long_lists_are_cut_in_the_printed_line() -> None:
    record = {"graph": "porto", "part": "customize", "what": "levels", "levels": list(range(999))}
    assert len(line_of(record)) < 250


def test_a_failing_part_is_told_and_the_next_one_runs(
    graph: RoadGraph,
    nested: dict[int, Partition],
    report: CrpReport,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ran: list[str] = []

    def fails(*_: Any) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setitem(crp_gpu.MEASURES, "isochrone", fails)
    monkeypatch.setitem(crp_gpu.MEASURES, "table3", lambda *_: ran.append("table3"))
    ready = ready_for(graph, nested[0], report, "florida")
    run_parts(ready, ["isochrone", "slider", "table3"], 3, report)
    told = capsys.readouterr()
    assert "out of luck" in told.err
    assert f"skipped: only for {', '.join(ONLY['slider'])}" in told.out
    assert ran == ["table3"]
    assert not report.good


def test_what_is_set_up_is_shared(
    graph: RoadGraph, nested: dict[int, Partition], report: CrpReport
) -> None:
    ready = ready_for(graph, nested[2], report, "porto")
    assert ready.overlay.search is ready.search
    assert ready.search.edge_based
    assert [level.size for level in ready.overlay.levels][-1] == graph.vertices
    assert {"search graph", "overlay"} <= ready.roads.seconds.keys()


# -- the paper's tables


def test_levels_of_the_paper() -> None:
    sizes = (4, 11, 32, 90, 256, 430, 2048, 1 << 14, 1 << 17, 1 << 20)
    assert [paper_level(size) for size in sizes] == [-1, 0, 0, 1, 1, 2, 2, 3, 4, 5]


def test_threads_are_as_before(graph: RoadGraph, nested: dict[int, Partition]) -> None:
    overlay = overlay_of(SearchGraph.of(graph, METRIC.weights(graph)), nested[0])
    before, divided = numba.get_num_threads(), overlay.work_partition
    with using_threads(overlay, 1):
        assert numba.get_num_threads() == 1
        assert overlay.work_partition is not divided
    assert numba.get_num_threads() == before


def records() -> list[dict[str, Any]]:
    about = {"graph": "porto", "vertices": 73_000, "arcs": 150_000}
    ms: dict[str, Any] = {"ms": {"median": 0.44}, "n": 101}
    levels = [{"size": 4, "cells": 9, "engine": "local", "ms": 0.1}]
    return [
        {"part": "customize", "what": "kernels", **about, "ms": {"median": 9.0}, "n": 1},
        {"part": "customize", "what": "kernels", **about, **ms},
        {"part": "customize", "what": "levels", **about, "levels": levels, "ms": 0.1},
        {
            "part": "table1", "what": "local", **about, **ms, "mezzanines": 1,
            "level_ms": {"-1": 0.1, "0": 0.25, "1": None}, "all_by_this_engine": False,
            "gpu_bytes": 3 << 20,
        },
        {
            "part": "table2", "what": "GPU", **about, **ms, "gpus": 1, "main_bytes": 2 << 20,
            "gpu_bytes": 5 << 20, "joules": 0.1, "watts": None,
        },
        {
            "part": "table2", "what": "CPU", **about, **ms, "threads": 4, "main_bytes": 2 << 20,
            "gpu_bytes": 0,
        },
        {
            "part": "figure2", "what": "up to 32", **about, **ms, "up_to": 32, "down": True,
            "gpu_bytes": 4 << 20, "relative": {"time": 0.8, "space": 1.25},
        },
        {
            "part": "table3", "what": "row", **about, **ms, "cost": "car", "set_up_s": 12.5,
            "main_bytes": 1 << 20, "gpu_bytes": 2 << 20, "shortcut_bytes": 1 << 20,
        },
        {"part": "slider", "what": "a step", **about, **ms, "stages_ms": {"decode": 0.2}},
        {"part": "set-up", "what": "overlay", **about, "s": 1.5},
    ]  # fmt: skip


def test_tables_of_the_last_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records()), "utf-8")
    assert tables([str(path)]) == 0
    told = capsys.readouterr().out
    for row in (
        "| kernels | 0.44 (101) |",
        "| 4 | 9 | local | 0.1 |",
        "| local | 1 | 0.25 | – | – | – | – | – | – | 3 |",
        "| local | 1 | 52.2 | 26.5 | 14.4 | 12.6 | 16.7 | 65.8 | 244 | 2,816 |",
        "| porto | 1 GPU | – | 2 | 5 | 0.44 (101) | – | 0.1 |",
        "| porto | – | 4 | 2 | – | 0.44 (101) | – | – |",
        "| porto | up to 32 | yes | 0.44 (101) | 4 | 0.8 | 1.25 |",
        "| porto | 0.07 | car | 12.5 | 1 | 2 | 0.44 (101) | 1 | – | – | – |",
        "| porto | 0.44 (101) | 0.2 | – | – | – |",
        "| overlay | 1.5 |",
    ):
        assert row in told


def test_parts_that_were_not_measured_have_no_table() -> None:
    assert markdown(newest([])) == ""


def test_numbers_have_no_exponent() -> None:
    assert [number(v) for v in (None, 0.0443, 12345.6, 2.0)] == ["–", "0.0443", "12,300", "2"]
