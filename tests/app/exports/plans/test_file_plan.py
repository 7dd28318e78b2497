"""A plan says what a file will hold: it is compared with the file, for every format there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyogrio
import pytest
import rasterio

from app.exports.plans.file_plan import (
    FilePlan,
    PlannedCells,
    PlannedLayer,
    PlannedPage,
    PlannedTable,
)
from app.exports.request import ExportOptions
from app.exports.table import EXPORTS, export
from tests.app.exports.test_roads import BANDS, city
from tests.app.exports.test_roads import solve as solve_roads
from tests.app.exports.test_table import BANDS as LIMITS
from tests.app.exports.test_table import solve as solve_cells

ABOUT = 0.25
"""Share of a file's size by which it may be another than was foretold."""

SMALL = 6_000
"""Bytes of tags, tables of colours and heads, which the size of a raster leaves out."""


def _every(lies_on: str) -> list[tuple[str, str]]:
    rows = EXPORTS[lies_on]
    return [(kind, row.suffixes[0]) for kind in rows for row in rows[kind]]


def _check(part: Any, path: Path) -> None:
    if isinstance(part, PlannedLayer):
        if path.suffix != ".kml":
            info = pyogrio.read_info(path, layer=0)
            assert info["features"] == len(part.layer.geometries) > 0
            assert list(info["fields"]) == list(part.layer.fields)
    elif isinstance(part, PlannedCells):
        with rasterio.open(path) as file:
            assert file.shape == (part.rows, part.cols)
            assert part.dtype in ("text", file.dtypes[0])
        assert part.looks(6, 8).shape == (6, 8, 4)
        assert (part.looks(6, 8)[..., 3] > 0).any()
    elif isinstance(part, PlannedTable):
        lines = path.read_text().splitlines()
        assert lines[0] == ",".join(part.heads)
        assert len(lines) == 1 + part.rows
    else:
        assert isinstance(part, PlannedPage)
        assert part.size == path.stat().st_size


@pytest.mark.parametrize(
    ("lies_on", "kind", "suffix"),
    [(on, *row) for on in ("cells", "roads") for row in _every(on)],
)
def test_a_file_holds_what_was_foretold(
    tmp_path: Path, lies_on: str, kind: str, suffix: str
) -> None:
    result: Any = solve_cells() if lies_on == "cells" else solve_roads(city())
    bands = LIMITS if lies_on == "cells" else BANDS
    path, plan = tmp_path / f"out{suffix}", FilePlan()
    export(kind, path, result, bands, plan=plan)
    assert list(tmp_path.iterdir()) == [], "a plan writes nothing"
    [part] = plan.parts
    export(kind, path, result, bands)
    _check(part, path)
    whole = sum(file.stat().st_size for file in tmp_path.iterdir())
    assert abs(part.size - whole) <= max(ABOUT * whole, SMALL), (part.size, whole)


def test_vector_files_are_in_degrees_where_that_is_asked(tmp_path: Path) -> None:
    path, plan, options = tmp_path / "a.gpkg", FilePlan(), ExportOptions(wgs84=True)
    export("polygons", path, solve_cells(), LIMITS, options=options, plan=plan)
    [part] = plan.parts
    assert isinstance(part, PlannedLayer)
    export("polygons", path, solve_cells(), LIMITS, options=options)
    info = pyogrio.read_info(path, layer=0)
    assert info["crs"] == part.layer.crs_wkt == "EPSG:4326"


@pytest.mark.parametrize("compression", ["lzw", "none"])
def test_rasters_are_packed_as_is_asked(tmp_path: Path, compression: Any) -> None:
    path, options = tmp_path / "a.tif", ExportOptions(compression=compression)
    export("times", path, solve_cells(), LIMITS, options=options)
    with rasterio.open(path) as file:
        packed = file.profile.get("compress", "none")
    assert packed == compression
