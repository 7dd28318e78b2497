"""`isofront solve --zonal --values`: told as text, as JSON and as CSV."""

from __future__ import annotations

import csv
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from tests.app.cli_runs import CommandLine, write_ascii

# Cells of 10 m at 36 km/h, a second a cell; people are as many as the column's number.
GROUND = np.full((3, 6), 36)
PEOPLE = np.tile(np.arange(6), (3, 1))


def test_bands_of_starts_with_people(isofront: CommandLine, tmp_path: Path) -> None:
    path, people = (
        write_ascii(tmp_path / "ground.asc", GROUND),
        write_ascii(tmp_path / "people.asc", PEOPLE),
    )
    ask = ("solve", path, "--start", "1005,2015", "--start", "1055,2015", "--bands", "1,9")
    out = tmp_path / "zones.csv"
    told = isofront.json(*ask, "--values", f"{people},people", "--zonal", out)
    zones = told["zonal"]
    assert [(z["start"], z["to"]) for z in zones] == [
        ("1", 1.0), ("1", 9.0), ("2", 1.0), ("2", 9.0)
    ]  # fmt: skip
    assert sum(z["people"] for z in zones[:2]) == 9  # columns 0 to 2
    assert sum(z["people"] for z in zones) == PEOPLE.sum()
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert [float(row["people"]) for row in rows] == [z["people"] for z in zones]
    packed = tmp_path / "people.zip"
    with ZipFile(packed, "w") as archive:
        archive.write(people, "people.asc")
    _, text, _ = isofront(*ask, "--values", f"{packed},heat demand,MWh")
    assert "heat demand MWh" in text
    told = isofront.json(*ask, "--values", people, "--values", packed.rename(tmp_path / "heat.zip"))
    assert {"people", "heat"} <= set(told["zonal"][0]), "called as their files"
    line = isofront.refused(*ask, "--values", tmp_path / "none.tif")
    assert "no such raster" in line
