"""`isofront customize`: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.cli.values import MEZZANINE_PLACES, MOST_MEZZANINES, mezzanines
from road.crp.partition.file import fingerprint, open_partition
from road.crp.partition.nested import MEZZANINES, level_kinds
from road.files.read import open_roads
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_dimacs, write_large, write_osm
from tests.app.gpu_rows import TWO_GPUS, use_gpus


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """900 vertices in a square, costs of the file, no places."""
    return write_large(tmp_path_factory.mktemp("city"), 30)


def test_levels_are_told_with_their_times(isofront: CommandLine, city: Path) -> None:
    record = isofront.json("customize", city, "--repeat", "3", "--backend", "cpu")
    expected = {
        "vertices": 900, "arcs": 3480, "algorithm": "crp", "backend": "cpu", "states": 900,
        "state_kind": "vertices", "mezzanines": list(MEZZANINES), "energy_joules": None,
        "energy": "not reported by the CPU", "partition_file": None, "outputs": [],
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert [level["size"] for level in record["partition"]] == [
        kind.size for kind in level_kinds(900)
    ]
    assert [level["size"] for level in record["levels"]] == [90, 256, 430, 724]
    assert sum(level["cells"] for level in record["partition"]) > 200
    assert len(record["customize_ms"]) == len(record["decode_ms"]) == 3
    assert record["min_ms"] <= record["median_ms"] <= record["max_ms"]
    assert [bar["level"] for bar in record["paper"]["levels"]] == [1, 2]


def test_people_read_the_same(isofront: CommandLine, city: Path) -> None:
    words = ("--repeat", "1", "--mezzanines", "0", "--backend", "cpu")
    status, out, err = isofront("customize", city, *words)
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    rows = [line[:2] for line in lines if line and line[0] in ("phantom", "query")]
    assert rows == [["phantom", "4"], ["phantom", "32"], ["query", "256"]]
    for phrase in (
        "customized in",
        "microinstructions",
        "Euro-Par 2014",
        "1.05 for Europe",
        "by the CPU",
    ):
        assert phrase in out


def test_a_metric_has_arcs_for_states(isofront: CommandLine, tmp_path: Path) -> None:
    words = ("--profile", "foot", "--repeat", "1", "--backend", "cpu")
    record = isofront.json("customize", write_osm(tmp_path), *words)
    assert (record["state_kind"], record["metric"], record["unit"]) == ("arcs", "foot", "ms")
    assert (record["levels"], record["partition"]) == ([], [])
    assert record["departure"] is None
    chosen = (*words, "--departure", "2026-11-23T08:30")
    record = isofront.json("customize", write_osm(tmp_path), *chosen)
    assert record["departure"] == "2026-11-23T08:30"
    out = isofront("customize", write_osm(tmp_path), *chosen)[1]
    assert "departure      2026-11-23 08:30\n" in out


def test_a_partition_is_written_and_can_be_opened(
    isofront: CommandLine, city: Path, tmp_path: Path
) -> None:
    target = tmp_path / "city.cells"
    words = ("--repeat", "1", "--mezzanines", "1,0,0,0,0,0", "--save-partition", target)
    record = isofront.json("customize", city, *words)
    assert record["outputs"] == [str(target)]
    kept = open_partition(target, fingerprint(open_roads(city)))
    assert [level.size for level in kept.levels] == [4, 11, 32, 256]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--profile", "plane"], "there is no profile 'plane'"),
        (["--metric", "joy"], "there is no such metric and no such file"),
        (["--mezzanines", "9"], "'9' are not mezzanine levels"),
        (["--mezzanines", "1,2"], "'1,2' are not mezzanine levels"),
        (["--mezzanines", "some"], "'some' are not mezzanine levels"),
        (["--repeat", "0"], "'0' is not a whole number"),
        (["--backend", "cpu", "--device", "0"], "names a GPU, but the CPU is to solve"),
        (["--backend", "tpu"], "no backend 'tpu'"),
        (["--algorithm", "dijkstra"], "'--algorithm' is not a known argument"),
        (["--save-partition", "nowhere/city.cells"], "folder that exists"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    isofront: CommandLine, tmp_path: Path, words: list[str], line: str
) -> None:
    assert line in isofront.refused("customize", write_dimacs(tmp_path), *words)


def test_only_roads_are_customized(isofront: CommandLine, tmp_path: Path) -> None:
    grid = write_ascii(tmp_path / "terrain.asc", np.full((3, 3), 36))
    line = isofront.refused("customize", grid)
    assert "is not a road graph. Only roads are customized" in line
    assert "there is no such file" in isofront.refused("customize", tmp_path / "nothing.gr")
    assert "there is no such file" in isofront.refused(
        "route", tmp_path / "nothing.gr", "--from", "1,2", "--to", "3,4"
    )


def test_numbers_of_mezzanine_levels_are_those_that_a_partition_takes() -> None:
    assert len(MEZZANINES) == MEZZANINE_PLACES
    assert mezzanines("auto") is None
    numbers = mezzanines(str(MOST_MEZZANINES))
    assert numbers == (MOST_MEZZANINES,) * MEZZANINE_PLACES
    assert level_kinds(1 << 21, numbers)


def test_a_solve_by_cells_is_dijkstras(isofront: CommandLine, city: Path) -> None:
    words = ("solve", city, "--start", "vertex:7", "--validate", "--algorithm")
    by_cells = isofront.json(*words, "crp", "--param", "mezzanines=2")
    plain = isofront.json(*words, "dijkstra")
    for key in ("vertices_reached", "max_cost", "validated"):
        assert by_cells[key] == plain[key]
    assert "no parameter" in isofront.refused(*words, "crp", "--param", "delta_seconds=1")
    assert "Give -1, 0, 1, 2, 3 or 4" in isofront.refused(*words, "crp", "--param", "mezzanines=7")


def test_several_gpus_are_had_only_where_there_are_several(
    isofront: CommandLine, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    line = isofront.refused("customize", city, "--gpus", "4")
    assert "4 GPUs are asked for and there is one that can be used" in line
    use_gpus(monkeypatch)
    assert "there is none" in isofront.refused("customize", city, "--gpus", "2")
    assert "the CPU is to customize" in isofront.refused(
        "customize", city, "--gpus", "2", "--backend", "cpu"
    )
    record = isofront.json("customize", city, "--gpus", "1", "--repeat", "1")
    assert (record["gpus"], record["backend"]) == (1, "cpu")
