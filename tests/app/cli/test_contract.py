"""`isofront contract`: what it prints and refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_large, write_osm


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """900 vertices in a square, costs of the file, no places."""
    return write_large(tmp_path_factory.mktemp("city"), 30)


def test_iterations_are_told_with_the_times_of_their_steps(
    isofront: CommandLine, city: Path
) -> None:
    words = ("--repeat", "2", "--backend", "cpu", "--param", "core_size=100")
    record = isofront.json("contract", city, *words)
    expected = {
        "vertices": 900, "arcs": 3480, "algorithm": "phast", "backend": "cpu",
        "state_kind": "vertices", "direction": "from", "closed_arcs": 0,
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert len(record["contract_ms"]) == 2
    done = record["contraction"]
    iterations = done["iterations"]
    assert done["core_size"] < 100 <= iterations[-1]["states"]
    assert iterations[0]["states"] == done["states"] == 900
    assert done["core_size"] == 900 - sum(each["selected"] for each in iterations)
    assert record["levels"] == len(iterations) + 1
    assert record["edge_growth"] == pytest.approx((done["up"] + done["down"]) / done["steps"])
    assert done["total_ms"] in record["contract_ms"]
    assert record["paper"]["name"] == "Louisiana"


def test_people_read_the_same(isofront: CommandLine, city: Path) -> None:
    status, out, err = isofront("contract", city, "--repeat", "1", "--backend", "cpu")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    rows = [line for line in lines if line and line[0].isdigit()]
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0][1] == "900"
    for phrase in ("edge growth", "ICS 2019", "shortcut ms", "900 vertices"):
        assert phrase in out


def test_with_turns_arcs_are_contracted(isofront: CommandLine, tmp_path: Path) -> None:
    words = ("--profile", "car", "--repeat", "1", "--backend", "cpu")
    record = isofront.json("contract", write_osm(tmp_path), *words)
    assert (record["state_kind"], record["departure"]) == ("arcs", None)
    chosen = (*words, "--departure", "2026-11-23T08:30")
    record = isofront.json("contract", write_osm(tmp_path), *chosen)
    assert record["departure"] == "2026-11-23T08:30"
    out = isofront("contract", write_osm(tmp_path), *chosen)[1]
    assert "departure    2026-11-23 08:30\n" in out


def test_what_cannot_be_contracted_is_refused(isofront: CommandLine, tmp_path: Path) -> None:
    status, _, err = isofront("contract", write_ascii(tmp_path / "dem.asc", np.full((3, 3), 5)))
    assert status == 2
    assert "Only roads are contracted" in err
    status, _, err = isofront("contract", write_osm(tmp_path), "--param", "core_size=-1")
    assert status == 2
    assert "core_size" in err
