"""What made a table of roads stands in a file beside it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.exports.csv import statistics_csv
from app.exports.request import Export
from app.exports.roads import lines, lines_csv, vertices_csv
from core.cancel import Cancel
from core.errors import CancelledError
from tests.app.exports.test_roads import BANDS, city, solve


def test_fields_of_geojson_have_no_more_digits_than_tables(tmp_path: Path) -> None:
    path = tmp_path / "roads.geojson"
    lines(Export(path, solve(city()), BANDS))
    fields = [each["properties"] for each in json.loads(path.read_text("utf-8"))["features"]]
    numbers = [value for each in fields for value in each.values() if isinstance(value, float)]
    assert numbers
    assert all(float(f"{number:.12g}") == number for number in numbers)


def test_what_made_a_table_stands_beside_it_and_goes_with_it(tmp_path: Path) -> None:
    solved, path = solve(city()), tmp_path / "roads.csv"
    told = tmp_path / "roads.csv-metadata.json"
    for write in (vertices_csv, lines_csv):
        write(Export(path, solved, BANDS))
        found = json.loads(told.read_text(encoding="utf-8"))
        with path.open(encoding="utf-8", newline="") as file:
            heads = next(csv.reader(file))
        assert [each["titles"] for each in found["tableSchema"]["columns"]] == heads
        assert found["url"] == path.name
        assert {"ISOFRONT_METRIC": solved.roads.costs.name} in found["notes"]
    assert {"ISOFRONT_BANDS": BANDS.text()} in found["notes"]
    before, cancel = told.read_text(encoding="utf-8"), Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        vertices_csv(Export(path, solved, cancel=cancel))
    assert told.read_text(encoding="utf-8") == before
    statistics_csv(Export(path, solved, BANDS))
    assert not told.exists(), "it would tell of another table"
