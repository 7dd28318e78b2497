"""`isofront matrix`: tables of times between many places, and what is kept of them."""

from __future__ import annotations

import csv
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from fastparquet import ParquetFile

from app.matrix.store import folder_of
from tests.app.cli.road_files import at, write_planar
from tests.app.cli_runs import CommandLine, process, write_ascii
from tests.app.drawn_roads import write_large


def write_rows(path: Path, head: str, rows: Sequence[object]) -> Path:
    path.write_text("\n".join((head, *map(str, rows), "")))
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def city(tmp_path: Path) -> Path:
    """30 by 30 crossings, ids from 1."""
    return write_large(tmp_path, 30)


@pytest.fixture
def clinics(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "clinics.csv", "id,vertex", ["a,1", "b,450", "c,900"])


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "homes.csv", "vertex", [7, 450, 31, 888])


def cost_by_route(isofront: CommandLine, file: Path, origin: object, end: object) -> float:
    words = ("route", file, "--from", f"vertex:{origin}", "--to", f"vertex:{end}")
    return float(isofront.json(*words)["cost"])


@pytest.mark.parametrize("algorithm", ["auto", "dijkstra", "near-far", "crp"])
def test_a_long_table_holds_the_cost_of_each_pair_by_their_ids(
    isofront: CommandLine, city: Path, clinics: Path, homes: Path, tmp_path: Path, algorithm: str
) -> None:
    out = tmp_path / "costs.csv"
    record = isofront.json(
        "matrix", city, "--origins", clinics, "--destinations", homes, "--out", out,
        "--algorithm", algorithm, "--backend", "cpu",
    )  # fmt: skip
    assert (record["origins"], record["destinations"], record["outputs"]) == (3, 4, [str(out)])
    assert record["algorithm"] == ("dijkstra" if algorithm == "auto" else algorithm)
    said = "3 origins to 4 destinations" if algorithm == "auto" else "as asked"
    assert said in record["reason"]
    rows = rows_of(out)
    assert [(r["origin"], r["destination"]) for r in rows[:5]] == [
        ("a", "1"), ("a", "2"), ("a", "3"), ("a", "4"), ("b", "1"),
    ]  # fmt: skip
    ends = {"1": 7, "2": 450, "3": 31, "4": 888}
    for row in rows if algorithm == "auto" else rows[:2]:
        start = {"a": 1, "b": 450, "c": 900}[row["origin"]]
        expected = cost_by_route(isofront, city, start, ends[row["destination"]])
        assert float(row["cost"]) == expected
    assert not folder_of(out).exists()


def test_times_towards_origins_and_a_limit(isofront: CommandLine, crossing: Path) -> None:
    folder = crossing.parent
    origins = write_rows(folder / "o.csv", "id,lon,lat", [f"west,{at(0, 1)}", f"mid,{at(1.4, 1)}"])
    ends = write_rows(folder / "d.csv", "lon,lat,id", [f"{at(1, 1.7)},north", f"{at(1.8, 1)},east"])
    words = ("matrix", crossing, "--origins", origins, "--destinations", ends, "--out")
    found = {}
    for direction in ("from", "to"):
        isofront.json(*words, folder / "out.csv", "--direction", direction)
        found[direction] = {
            (r["origin"], r["destination"]): float(r["time_s"]) for r in rows_of(folder / "out.csv")
        }
    for one, start, end in (("west", at(0, 1), at(1, 1.7)), ("mid", at(1.4, 1), at(1, 1.7))):
        there = isofront.json("route", crossing, "--from", start, "--to", end)["seconds"]
        back = isofront.json("route", crossing, "--from", end, "--to", start)["seconds"]
        assert found["from"][one, "north"] == pytest.approx(there)
        assert found["to"][one, "north"] == pytest.approx(back)
    same_street = isofront.json("route", crossing, "--from", at(1.4, 1), "--to", at(1.8, 1))
    assert found["from"]["mid", "east"] == pytest.approx(same_street["seconds"])
    limit = found["from"]["mid", "east"]
    isofront.json(*words, folder / "out.csv", "--limit", limit)
    costs = [row["time_s"] for row in rows_of(folder / "out.csv")]
    expected = [c if c <= limit else None for c in found["from"].values()]
    assert [float(c) if c else None for c in costs] == expected
    assert None in expected


def test_the_departure_is_told(isofront: CommandLine, crossing: Path) -> None:
    origins = write_rows(crossing.parent / "o.csv", "lon,lat", [at(0, 1)])
    words = ("matrix", crossing, "--origins", origins, "--destinations", "all", "--bands", "60")
    assert isofront.json(*words)["departure"] is None
    assert "departure" not in isofront(*words)[1]
    chosen = (*words, "--departure", "2026-11-23T08:30")
    assert isofront.json(*chosen)["departure"] == "2026-11-23T08:30"
    assert "departure      2026-11-23 08:30\n" in isofront(*chosen)[1]


def test_all_vertices_and_the_formats_read_by_other_programs(
    isofront: CommandLine, city: Path, clinics: Path, tmp_path: Path
) -> None:
    outs = [tmp_path / f"all.{suffix}" for suffix in ("csv", "parquet", "npz")]
    words = ("matrix", city, "--origins", clinics, "--destinations", "all")
    isofront.json(*words, *(w for out in outs for w in ("--out", out)), "--time-limit", "60")
    table = pandas.read_csv(outs[0])
    other = ParquetFile(outs[1]).to_pandas()
    pandas.testing.assert_frame_equal(table, other, check_dtype=False)
    arrays = np.load(outs[2])
    assert arrays["origins"].tolist() == ["a", "b", "c"]
    assert arrays["destinations"].tolist() == [str(k) for k in range(1, 901)]
    ticks = arrays["ticks"]
    assert (ticks.shape, ticks.dtype) == ((3, 900), np.uint32)
    reached = ticks < 1 << 30
    assert reached.sum() == len(table) > 3
    np.testing.assert_array_equal(ticks[reached] * arrays["tick_seconds"][0], table["cost"])


def test_the_nearest_origins_of_each_destination(
    isofront: CommandLine, city: Path, clinics: Path, tmp_path: Path
) -> None:
    words = ("matrix", city, "--origins", clinics, "--destinations", "all")
    full, near, best = (tmp_path / f"{name}.csv" for name in ("full", "near", "best"))
    isofront.json(*words, "--out", full)
    assert isofront.json(*words, "--out", near, "--nearest", "2")["nearest"] == 2
    isofront.json(*words, "--out", best, "--best-origin")
    every = pandas.read_csv(full).sort_values(["destination", "cost", "origin"])
    expected = every.groupby("destination").head(2).reset_index(drop=True)
    found = pandas.read_csv(near)
    assert found["rank"].tolist() == [1, 2] * 900
    pandas.testing.assert_frame_equal(found.drop(columns="rank"), expected)
    firsts = expected.groupby("destination").head(1).reset_index(drop=True)
    pandas.testing.assert_frame_equal(pandas.read_csv(best).drop(columns="rank"), firsts)


@pytest.mark.parametrize("field", ["id", "Name"])
def test_points_of_any_vector_file_in_any_crs(
    isofront: CommandLine, tmp_path: Path, field: str
) -> None:
    import pyogrio
    import shapely

    street = write_planar(tmp_path)
    points = np.array([(15.0, 45.153)]), ["only"]
    pyogrio.raw.write(
        tmp_path / "shop.geojson",
        shapely.to_wkb(shapely.points(points[0])),
        [np.array(points[1], object)], [field], crs="EPSG:4326", geometry_type="Point",
        driver="GeoJSON",
    )  # fmt: skip
    ends = write_rows(tmp_path / "d.csv", f"{field},x,y", ["p,500250,5000000", "q,501000,5000000"])
    out = tmp_path / "out.csv"
    words = ("matrix", street, "--origins", tmp_path / "shop.geojson", "--destinations", ends)
    isofront.json(*words, "--metric", "distance", "--out", out)
    rows = rows_of(out)
    assert [(r["origin"], r["destination"]) for r in rows] == [("only", "p"), ("only", "q")]
    assert float(rows[1]["cost_m"]) - float(rows[0]["cost_m"]) == pytest.approx(750, abs=1)
    far = isofront.refused(*words, "--out", out, "--farthest", "10")
    assert "its only origin cannot be used" in far
    assert "m from a road" in far


def test_places_far_away_are_left_out_in_a_line(isofront: CommandLine, crossing: Path) -> None:
    folder = crossing.parent
    places = write_rows(folder / "o.csv", "id,lon,lat", [f"near,{at(0, 1)}", "far,10,10"])
    out = folder / "out.csv"
    words: tuple[object, ...] = ("matrix", crossing, "--origins", places, "--out", out)
    words += ("--destinations", places)
    words += ("--backend", "cpu")
    record = isofront.json(*words)
    assert record["notes"][0] == "1 of 2 origins of o.csv is left out: far (outside the roads)"
    assert [(r["origin"], r["time_s"]) for r in rows_of(out)] == [("near", "0")]
    text = isofront(*words)[1]
    assert re.search(r"^worked out in  \d+\.\d ms$", text, re.MULTILINE)
    assert "note: 1 of 2 destinations of o.csv is left out" in text
    assert "method         dijkstra on cpu" in text


def test_a_place_is_called_by_its_id_else_by_its_name(
    isofront: CommandLine, crossing: Path
) -> None:
    folder = crossing.parent
    rows = [f"7,north,{at(1, 1.7)}", f",east,{at(1.8, 1)}", f",,{at(0, 1)}"]
    places, out = write_rows(folder / "o.csv", "id,name,lon,lat", rows), folder / "out.csv"
    isofront.json("matrix", crossing, "--origins", places, "--destinations", places, "--out", out)
    assert [row["origin"] for row in rows_of(out)][::3] == ["7", "east", "3"]


def test_many_starts_on_a_raster(isofront: CommandLine, tmp_path: Path) -> None:
    kmh = np.random.default_rng(4).integers(1, 40, (20, 30))
    kmh[3, 3] = 0
    raster = write_ascii(tmp_path / "t.asc", kmh)
    origins = write_rows(tmp_path / "o.csv", "id,x,y", ["a,1005,2005", "b,1295,2195"])
    ends = write_rows(tmp_path / "d.csv", "id,x,y", ["p,1105,2105", "water,1035,2165"])
    out = tmp_path / "out.csv"
    words = ("matrix", raster, "--origins", origins)
    record = isofront.json(*words, "--destinations", ends, "--out", out)
    assert "on a cell that cannot be entered" in record["notes"][0]
    rows = rows_of(out)
    for row, start in zip(rows, ("1005,2005", "1295,2195"), strict=True):
        single = tmp_path / "single.csv"
        one = write_rows(tmp_path / "one.csv", "x,y", [start])
        isofront.json(
            "matrix", raster, "--origins", one, "--destinations", ends, "--out", single,
            "--algorithm", "dijkstra",
        )  # fmt: skip
        assert row["time_s"] == rows_of(single)[0]["time_s"]
    wet = isofront.json(
        *words, "--destinations", ends, "--out", out, "--zero-speed-kmh", "1", "--bands", "30,9999"
    )
    assert len(rows_of(out)) == 4
    assert sum(band["area_m2"] for band in wet["bands"]) == 20 * 30 * 100
    assert sum(band["destinations"] for band in wet["bands"]) == 2


def broken_off_and_gone_on_with(
    isofront: CommandLine, words: Sequence[Any], out: Path, polite: bool
) -> Any:
    """The ticks of a run that is interrupted, or killed, and one of whose chunks is damaged."""
    started, chunks = process(*words), folder_of(out)
    while len(list(chunks.glob("chunk-*"))) < 5:
        assert started.poll() is None, started.communicate()
        time.sleep(0.01)
    started.send_signal(signal.SIGINT if polite else signal.SIGKILL)
    _, ending = started.communicate()
    if polite:
        assert started.returncode == 130
        assert "kept; the same command goes on from there" in ending
    assert not out.exists()
    whole = sorted(chunks.glob("chunk-????????"))
    damaged = whole[1].read_bytes()
    whole[1].write_bytes(damaged[:50] + bytes([damaged[50] ^ 1]) + damaged[51:])
    status, text, said = isofront(*words, "--json")
    assert status == 0
    assert said.startswith("isofront: going on with ")
    assert said.count("\n") == 1
    assert len(whole) - 1 <= (kept := int(said.split()[4])) < 150
    assert f'"resumed_chunks": {kept}' in text
    assert not chunks.exists()
    return np.load(out)["ticks"]


def test_a_run_that_is_broken_off_is_gone_on_with(isofront: CommandLine, tmp_path: Path) -> None:
    large, out = write_large(tmp_path, 150), tmp_path / "out.npz"
    origins = write_rows(tmp_path / "o.csv", "vertex", range(1, 22_500, 30))
    words: list[Any] = ["matrix", large, "--origins", origins, "--destinations", "all"]
    words += ["--out", out, "--memory", "1"]
    killed = broken_off_and_gone_on_with(isofront, words, out, polite=False)
    out.unlink()
    interrupted = broken_off_and_gone_on_with(isofront, words, out, polite=True)
    record = isofront.json(*words, "--algorithm", "near-far")
    assert (record["resumed_chunks"], record["chunks"]) == (0, 150)
    for found in (killed, interrupted):
        np.testing.assert_array_equal(np.load(out)["ticks"], found)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("o.csv", "place\n1\n", "there is no column vertex"),
        ("o.csv", "vertex\n", "has no places"),
        ("o.csv", "", "there is no column"),
        ("o.csv", "vertex\nhere\n", "'here' is not a vertex"),
        ("o.csv", f"vertex\n{'9' * 400}\n", "is not a vertex"),
        ("o.csv", "vertex\n901\n", "the graph has no vertex 901"),
        ("o.csv", "lon,lat\n1,2\n", "names no CRS"),
        ("o.csv", "x,y\n1,2\n", "the roads have no positions"),
        ("o.geojson", '{"type": "FeatureCollection", "features": []}', "there are no points"),
        ("o.geojson", "{", "cannot be read as points"),
        ("absent.csv", None, "could not be read"),
        ("absent.gpkg", None, "there is no such file"),
    ],
)
def test_places_that_cannot_be_used_end_in_a_line(
    isofront: CommandLine, city: Path, homes: Path, tmp_path: Path, name: str, text: str, said: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    out = tmp_path / "out.csv"
    words = ("matrix", city, "--destinations", homes, "--out", out, "--origins", tmp_path / name)
    assert said in isofront.refused(*words)
    assert not out.exists()
    assert not folder_of(out).exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--out", "x.xyz"), "files of type '.xyz' are not written here"),
        (("--out", "nowhere/x.csv"), "there is no folder"),
        ((), "nothing is asked for"),
        (("--out", "x.csv", "--out", "x.csv"), "is named twice"),
        (("--out", "x.tif"), "only some are destinations"),
        (("--out", "x.csv", "--population", "p.tif"), "is for --bands"),
        (("--out", "x.csv", "--nearest", "2", "--best-origin"), "is --nearest 1"),
        (("--out", "x.csv", "--nearest", "0"), "not a whole number of 1 or more"),
        (("--out", "x.csv", "--algorithm", "quickest"), "no algorithm 'quickest'"),
        (("--out", "x.csv", "--algorithm", "crp", "--param", "delta=3"), "no parameter delta"),
        (("--out", "x.csv", "--memory", "none"), "not a whole number"),
        (("--out", "x.csv", "--bands", "soon"), "'soon' is not a limit"),
        (("--out", "x.csv", "--zero-speed-kmh", "2"), "is for rasters"),
    ],
)
def test_options_that_cannot_be_used_end_in_a_line(
    isofront: CommandLine, city: Path, clinics: Path, homes: Path, tmp_path: Path,
    more: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    words = ("matrix", city, "--origins", clinics, "--destinations", homes)
    assert said in isofront.refused(*words, *more)
    assert not list(tmp_path.glob("x.*"))
    assert not list(tmp_path.glob(".x.*"))


def test_a_folder_that_cannot_be_written_and_memory_that_is_too_small(
    isofront: CommandLine, clinics: Path, tmp_path: Path
) -> None:
    large = write_large(tmp_path, 300)
    words = ("matrix", large, "--origins", clinics, "--destinations", "all")
    said = isofront.refused(*words, "--nearest", "9", "--out", tmp_path / "x.csv", "--memory", "1")
    assert "1 MiB is too little for 90,000 destinations" in said
    file = write_rows(tmp_path / "file", "", [])
    assert "there is no folder" in isofront.refused(*words, "--out", file / "x.csv")


def test_workers_of_a_cluster_write_the_same_table_and_go_on_with_one(
    isofront: CommandLine, city: Path, clinics: Path, tmp_path: Path
) -> None:
    tables = []
    for where in ((), ("--scheduler", "local:2")):
        out = tmp_path / f"costs{len(where)}.npz"
        record = isofront.json(
            "matrix", city, "--origins", clinics, "--destinations", "all", "--out", out, *where
        )
        with np.load(out) as file:
            tables.append({name: file[name] for name in file.files})
    for name, array in tables[0].items():
        np.testing.assert_array_equal(tables[1][name], array)
    assert record["device"] in ("1 worker", "2 workers")  # there is one chunk
    assert any("dijkstra on " in note for note in record["notes"])
    out = tmp_path / "more.csv"
    told = isofront.refused(
        "matrix", city, "--origins", clinics, "--destinations", "all", "--out", out,
        "--scheduler", "local:none",
    )  # fmt: skip
    assert "local:none: 'none' is no number of workers" in told
    assert not out.exists()
