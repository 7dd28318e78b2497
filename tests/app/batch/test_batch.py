"""`isofront batch`: the rows of a table, what goes wrong in one, and going on after a break."""

from __future__ import annotations

import csv
import json
import signal
import time
from pathlib import Path

import numpy as np
import pytest
import rasterio

from app.cli import batch as command
from tests.app.cli.test_joined import write_roads
from tests.app.cli_runs import CommandLine, process, write_ascii


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """20 rows and 30 columns of 36 km/h: a second a cell, 100 m² each."""
    return write_ascii(tmp_path / "plain.asc", np.full((20, 30), 36))


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return path


def test_rows_are_answered_and_one_that_fails_stops_no_other(
    isofront: CommandLine, plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_roads(tmp_path / "roads.gpkg")
    table = write(
        tmp_path / "jobs.csv",
        "name,file,start,limit,bands,solver,direction,out,png,validate",
        'near,plain.asc,"1005,2105;1295,2105",5,"2,4",dijkstra,,{name}.tif,,yes',
        'outside,plain.asc,"5,5",5,,,,outside.tif,,',
        'roads,roads.gpkg,auto,60,,,to,roads.csv,,',
        'again,plain.asc,"1005,2105",,,,,again.tif,again.png,no',
        'twice,plain.asc,"1005,2105",,,,,again.tif,,',
        'lost,missing.tif,"1005,2105",,,,,lost.tif,,',
    )  # fmt: skip
    opened: list[str] = []
    real = command.BatchRun._given

    def given(self: command.BatchRun, arguments: object, row: int) -> object:
        before = self._opened
        found = real(self, arguments, row)  # type: ignore[arg-type]
        opened.extend([] if self._opened is before else [str(row)])
        return found

    monkeypatch.setattr(command.BatchRun, "_given", given)
    status, out, err = isofront("batch", table)
    assert status == 2
    assert [line.split(":")[1] for line in err.splitlines()] == [" row 2", " row 5", " row 6"]
    assert "row 4 writes the same file" in err
    assert "3 done, 0 finished before, 3 failed" in out
    assert opened == ["1", "3"], "the raster is opened once, though roads lie between"
    rows = read_rows(tmp_path / "jobs-summary.csv")
    assert [row["row"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row["ok"] for row in rows] == ["yes", "no", "yes", "yes", "no", "no"]
    assert [rows[0][name] for name in ("to_1", "to_2", "to_3")] == ["2", "4", ""]
    assert 0 < float(rows[0]["amount_1"]) < float(rows[0]["amount_2"])
    assert (rows[0]["amounts_in"], rows[2]["amounts_in"]) == ("m2", "m")
    assert {"near.tif", "roads.csv", "again.tif", "again.png"} <= {
        path.name for path in tmp_path.iterdir()
    }
    assert not (tmp_path / "outside.tif").exists()


def test_what_is_finished_is_not_done_again(
    isofront: CommandLine, plain: Path, tmp_path: Path
) -> None:
    write(tmp_path / "places.csv", "name,x,y", "West side,1005,2105", "East,1295,2105")
    table = write(
        tmp_path / "jobs.toml",
        'file = "plain.asc"',
        "[[row]]",
        'each_start = "places.csv"',
        'limits = [3, "0.1 min"]',
        'out = "{start}-{limit}.tif"',
    )
    told = isofront.json("batch", table)
    assert [(row["row"], row["state"]) for row in told["rows"]] == [
        (f"1.{part}", "done") for part in (1, 2, 3, 4)
    ]
    names = ["West_side-3.tif", "West_side-0.1min.tif", "East-3.tif", "East-0.1min.tif"]
    assert [row["files"] for row in told["rows"]] == [[name] for name in names]
    changed = {name: (tmp_path / name).stat().st_mtime_ns for name in names}
    (tmp_path / names[1]).unlink()
    with (tmp_path / "jobs.toml.journal").open("a") as journal:
        journal.write('{"row": "broken')
    again = isofront.json("batch", table)
    assert [row["state"] for row in again["rows"]] == ["kept", "done", "kept", "kept"]
    assert again["rows"][0]["figures"] == told["rows"][0]["figures"]
    assert (tmp_path / names[0]).stat().st_mtime_ns == changed[names[0]]
    plain.write_text(plain.read_text().replace("36 36", "72 36", 1))
    anew = isofront.json("batch", table)
    assert {row["state"] for row in anew["rows"]} == {"done"}, "the raster is another"
    assert {row["state"] for row in isofront.json("batch", table, "--fresh")["rows"]} == {"done"}


def test_a_batch_that_is_stopped_is_gone_on_with(
    isofront: CommandLine, plain: Path, tmp_path: Path
) -> None:
    rows = [f'plain.asc,"1005,2105",{k + 1},{k}.tif' for k in range(400)]
    table = write(tmp_path / "jobs.csv", "file,start,limit,out", *rows)
    running = process("batch", table)
    journal = tmp_path / "jobs.csv.journal"
    while not (journal.exists() and journal.read_text().count("\n") >= 3):
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    assert running.wait(240) == 130
    finished = journal.read_text().count("\n")
    assert 3 <= finished < 400
    for path in tmp_path.glob("*.tif"):
        with rasterio.open(path) as file:
            assert file.read(1).shape == (20, 30), "whole"
    write(table, "file,start,limit,out", *rows[: finished + 2])
    states = [row["state"] for row in isofront.json("batch", table)["rows"]]
    assert states.count("kept") >= finished
    assert states[-1] == "done"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("fiel,start",), "there is no column 'fiel'. Did you mean file?"),
        (("file,start", "a.tif,1,2"), "3 values for 2 columns"),
        ((), "the table has no rows"),
    ],
)
def test_a_table_that_is_none_is_one_line(
    isofront: CommandLine, tmp_path: Path, lines: tuple[str, ...], found: str
) -> None:
    rows = (*lines, "a.tif,auto") if len(lines) == 1 else lines
    assert found in isofront.refused("batch", write(tmp_path / "jobs.csv", *rows))


def test_the_table_says_what_can_be_a_column(isofront: CommandLine, tmp_path: Path) -> None:
    table = write(tmp_path / "jobs.csv", "file,start,out", "a.tif,auto,{place}.tif")
    status, _, err = isofront("batch", table, "--json")
    assert status == 2
    assert "row 1: " in err
    (row,) = json.loads(isofront("batch", table, "--json")[1])["rows"]
    assert row["state"] == "failed"
