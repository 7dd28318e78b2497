"""Exports of roads hold all that was written to them: in pieces, and where some gets lost."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import shapely

from app.exports.request import Export
from app.exports.roads import lines, lines_csv, vertices, vertices_csv
from core.errors import ExportError
from tests.app.exports.test_roads import BANDS, city, read, solve
from tests.raster.files.test_write import names


@pytest.mark.parametrize("at_a_time", [3, 20_000])
def test_lines_as_csv_are_the_lines_of_a_geopackage(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, at_a_time: int
) -> None:
    monkeypatch.setattr("app.exports.csv.ROWS_AT_A_TIME", at_a_time)
    solved = solve(city())
    lines_csv(Export(tmp_path / "roads.csv", solved, BANDS))
    lines(Export(tmp_path / "roads.gpkg", solved, BANDS))
    with (tmp_path / "roads.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    _, geometries, fields = read(tmp_path / "roads.gpkg")
    drawn = shapely.from_wkt([row["wkt"] for row in rows])
    assert len(rows) == len(geometries) > 6
    # Ten digits of a northing of eight million are a millimetre.
    for written, line in zip(drawn, geometries, strict=True):
        np.testing.assert_allclose(
            shapely.get_coordinates(written), shapely.get_coordinates(line), rtol=0, atol=1e-3
        )
    for name in ("from_s", "time_from", "way", "length_m"):
        np.testing.assert_allclose([float(row[name]) for row in rows], fields[name], rtol=1e-9)


@pytest.mark.parametrize("write", [lines, vertices])
def test_a_file_that_holds_less_than_was_written_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write: Any
) -> None:
    # A full disk may be silent: here the last feature gets lost on the way.
    whole = pyogrio.raw.write

    def lossy(path: Path, geometry: Any, fields: Any, *rest: Any, **named: Any) -> None:
        whole(path, geometry[:-1], [column[:-1] for column in fields], *rest, **named)

    path = tmp_path / "roads.gpkg"
    path.write_text("old")
    monkeypatch.setattr(pyogrio.raw, "write", lossy)
    with pytest.raises(ExportError, match="does not hold what was written"):
        write(Export(path, solve(city()), BANDS))
    assert path.read_text() == "old"
    assert names(tmp_path) == ["roads.gpkg"]


def test_a_csv_of_vertices_is_written_in_pieces(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved = solve(city())
    vertices_csv(Export(tmp_path / "whole.csv", solved))
    monkeypatch.setattr("app.exports.csv.ROWS_AT_A_TIME", 4)
    vertices_csv(Export(tmp_path / "pieces.csv", solved))
    text = (tmp_path / "pieces.csv").read_text()
    assert text.count("\n") > 9
    assert text == (tmp_path / "whole.csv").read_text()
