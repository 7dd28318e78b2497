"""Exports: every format read back by somebody else, and the old file safe."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyogrio
import pyproj
import pytest
import rasterio
import rasterio.features
import shapely

from app.bands import BEYOND_COLOUR, Bands
from app.exports.request import ExportOptions
from app.exports.table import EXPORTS, ExportReport, export, format_among
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import CancelledError, ExportError
from core.solver import Start
from raster.files.read import open_velocity
from raster.grid import grid_from_kmh
from raster.isochrones.contours import band_polygons
from raster.solvers.dijkstra import Dijkstra
from tests.raster.fields import UTM_38S
from tests.raster.files.made import HEADER, VALUES, text_grid
from tests.raster.files.test_write import disk_of, names
from tests.raster.terrains import noise, rolling

BANDS = Bands((30.0, 60.0, 100.0))
FORMATS = EXPORTS["cells"]
FEW_LINES = (("owners", ".csv"), ("statistics", ".csv"), ("zonal", ".csv"))
"""Kinds and suffixes of files that are small whatever was solved."""

VECTORS = [row.suffixes[0] for row in FORMATS["polygons"]]
IN_PLACE = [".gpkg", ".shp", ".fgb"]


def solve(
    crs_wkt: str | None = UTM_38S,
    *,
    limit: float = 100.0,
    barriers: float = 0.25,
    left: float = 305_190.0,
    cell: float = 30.0,
    top: float = 8_744_790.0,
) -> Solved:
    kmh = np.where(noise(60, 80, 3, barriers) > 0, rolling(60, 80), 0)
    grid = grid_from_kmh(kmh, cell, left=left, top=top, crs_wkt=crs_wkt, name="hills")
    row, col = np.argwhere(kmh > 0)[2000]
    times = Dijkstra(grid).solve((Start(int(row * 80 + col), 5.0),), limit=limit)
    x, y = grid.centre_of(row, col)
    return Solved(
        grid, times, (PlacedStart(x, y, 5.0),), "dijkstra", "cpu", "a processor", 0.0, 12.5, True
    )


def banded(kind: str, path: Path, solved: Solved, **rest: Any) -> ExportReport:
    return export(kind, path, solved, BANDS, **rest)


def read(path: Path) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """Metadata, shapely geometries and fields of the only layer."""
    meta, _, geometries, values = pyogrio.raw.read(path, layer=0)
    return meta, shapely.from_wkb(geometries), dict(zip(meta["fields"], values, strict=True))


def every_format() -> list[tuple[str, str]]:
    return [(kind, row.suffixes[0]) for kind in FORMATS for row in FORMATS[kind]]


def every_spelling() -> list[tuple[str, str]]:
    return [(kind, suffix) for kind in FORMATS for row in FORMATS[kind] for suffix in row.suffixes]


# -- vectors


@pytest.mark.parametrize("suffix", VECTORS)
def test_polygons_come_back_with_their_fields(tmp_path: Path, suffix: str) -> None:
    solved = solve()
    path = tmp_path / f"reach{suffix}"
    report = export("polygons", path, solved, BANDS)
    assert report == ExportReport(path, ())
    meta, geometries, fields = read(path)
    expected = band_polygons(solved.times, solved.grid, BANDS.limits)
    assert meta["geometry_type"].endswith("Polygon") or suffix == ".kml"
    assert list(fields["label"]) == list(BANDS.labels())
    np.testing.assert_array_equal(fields["from_s"].astype(float), [0, 30, 60])
    np.testing.assert_array_equal(fields["to_s"].astype(float), [30, 60, 100])
    np.testing.assert_allclose(fields["area_m2"].astype(float), [b.area_m2 for b in expected])
    assert shapely.is_valid(geometries).all()
    holes = [int(shapely.get_num_interior_rings(shapely.get_parts(g)).sum()) for g in geometries]
    assert sum(holes) > 20
    assert pyogrio.list_layers(path)[0][0] == ("reach" if suffix == ".shp" else "isochrones")


def test_what_lies_beyond_is_a_polygon_only_where_nobody_chose_bands(tmp_path: Path) -> None:
    solved, path = solve(), tmp_path / "reach.gpkg"
    chosen = Bands((30.0, 60.0))
    export("polygons", path, solved, chosen)
    assert list(read(path)[2]["label"]) == ["0–30 s", "30–60 s"]
    export("polygons", path, solved, replace(chosen, automatic=True))
    _, geometries, fields = read(path)
    assert list(fields["label"]) == ["0–30 s", "30–60 s", "Beyond 60 s"]
    assert fields["to_s"][2] == solved.times.max_seconds
    cells = fields["area_m2"].sum() / solved.grid.cell_area
    assert cells == solved.times.reached
    assert shapely.area(shapely.intersection(geometries[1], geometries[2])) < 1e-6
    export("isolines", path, solved, replace(chosen, automatic=True))
    assert list(read(path)[2]["label"]) == ["30 s", "60 s"]


def test_cells_beyond_the_last_band_are_a_class_and_not_unreached(tmp_path: Path) -> None:
    solved, path = solve(), tmp_path / "bands.tif"
    export("bands", path, solved, Bands((30.0, 60.0)))
    with rasterio.open(path) as dataset:
        classes, tags = dataset.read(1), dataset.tags()
        assert dataset.colormap(1)[3][:3] == BEYOND_COLOUR
    seconds = solved.times.seconds(solved.grid.whole(), solved.grid.shape)
    np.testing.assert_array_equal(classes == 3, (seconds > 60) & np.isfinite(seconds))
    np.testing.assert_array_equal(classes == 0, np.isinf(seconds))
    assert tags["ISOFRONT_CLASSES"] == "1: 0–30 s; 2: 30–60 s; 3: Beyond 60 s"


@pytest.mark.parametrize("suffix", VECTORS)
def test_isolines_come_back_with_their_times(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"lines{suffix}"
    export("isolines", path, solve(), BANDS)
    _, geometries, fields = read(path)
    np.testing.assert_array_equal(fields["time_s"].astype(float), BANDS.limits)
    assert list(fields["label"]) == ["30 s", "60 s", "100 s"]
    assert (shapely.get_dimensions(geometries) == 1).all()


@pytest.mark.parametrize("suffix", IN_PLACE)
def test_geometry_stays_in_the_crs_of_the_terrain_to_the_last_digit(
    tmp_path: Path, suffix: str
) -> None:
    solved = solve()
    export("polygons", tmp_path / f"reach{suffix}", solved, BANDS)
    meta, geometries, _ = read(tmp_path / f"reach{suffix}")
    assert pyproj.CRS(meta["crs"]).equals(pyproj.CRS(32738), ignore_axis_order=True)
    expected = band_polygons(solved.times, solved.grid, BANDS.limits)
    exact = [band.geometry.normalize() for band in expected]
    assert shapely.equals_exact(shapely.normalize(geometries), exact, 0.0).all()
    assert shapely.coverage_is_valid(geometries)


@pytest.mark.parametrize("suffix", [".geojson", ".kml"])
def test_geojson_and_kml_hold_longitude_and_latitude(tmp_path: Path, suffix: str) -> None:
    solved = solve()
    export("polygons", tmp_path / f"reach{suffix}", solved, BANDS)
    meta, geometries, _ = read(tmp_path / f"reach{suffix}")
    assert pyproj.CRS(meta["crs"]).equals(pyproj.CRS(4326), ignore_axis_order=True)
    to_wgs84 = pyproj.Transformer.from_crs(32738, 4326, always_xy=True)
    x, y, _ = solved.starts[0].told
    start = shapely.Point(to_wgs84.transform(x, y))
    assert geometries[0].contains(start)
    assert 43 < start.x < 44
    assert -12 < start.y < -11
    outlines = shapely.get_exterior_ring(shapely.get_parts(geometries))
    assert shapely.is_ccw(outlines).all()
    back = shapely.transform(
        geometries,
        pyproj.Transformer.from_crs(4326, 32738, always_xy=True).transform,
        interleaved=False,
    )
    exact = band_polygons(solved.times, solved.grid, BANDS.limits)
    for one, band in zip(back, exact, strict=True):
        assert one.area == pytest.approx(band.geometry.area, rel=1e-6)
        assert shapely.hausdorff_distance(one, band.geometry) < 0.01


def test_geometry_across_the_antimeridian_is_cut_there(tmp_path: Path) -> None:
    fiji = pyproj.CRS(3460).to_wkt()
    x, y = pyproj.Transformer.from_crs(4326, 3460, always_xy=True).transform(180.0, -17.0)
    solved = solve(fiji, left=x - 1200, top=y, cell=30.0)
    for kind in ("polygons", "isolines"):
        banded(kind, tmp_path / f"{kind}.geojson", solved)
        _, geometries, _ = read(tmp_path / f"{kind}.geojson")
        assert shapely.is_valid(geometries).all()
        for part in shapely.get_parts(geometries):
            west, _, east, _ = part.bounds
            assert east - west < 1
        assert shapely.total_bounds(geometries)[0] == -180
        assert shapely.total_bounds(geometries)[2] == 180


def test_kml_has_the_colours_of_the_bands(tmp_path: Path) -> None:
    export("polygons", tmp_path / "reach.kml", solve(), BANDS, colormap="cividis")
    xml = ElementTree.parse(tmp_path / "reach.kml")
    fills = [style[0].text for style in xml.iter("{http://www.opengis.net/kml/2.2}PolyStyle")]
    colours = [f"a0{b:02x}{g:02x}{r:02x}" for r, g, b, _ in BANDS.colours("cividis")]
    assert fills == colours


@pytest.mark.parametrize("suffix", [".geojson", ".kml"])
@pytest.mark.parametrize("kind", ["polygons", "isolines"])
def test_without_a_crs_there_is_advice_instead_of_degrees(
    tmp_path: Path, kind: str, suffix: str
) -> None:
    with pytest.raises(ExportError, match=r"Write \.gpkg"):
        banded(kind, tmp_path / f"a{suffix}", solve(None))
    assert names(tmp_path) == []


@pytest.mark.parametrize("suffix", IN_PLACE)
def test_without_a_crs_none_is_written_and_a_note_says_so(tmp_path: Path, suffix: str) -> None:
    report = export("polygons", tmp_path / f"a{suffix}", solve(None), BANDS)
    assert "names no CRS" in report.notes[0]
    meta, _, _ = read(tmp_path / f"a{suffix}")
    assert not meta["crs"] or "32738" not in meta["crs"]


def test_bands_that_hold_nothing_are_left_out_and_noted(tmp_path: Path) -> None:
    report = export("polygons", tmp_path / "a.gpkg", solve(limit=50), Bands((30, 60, 90)))
    assert "60–90 s" in report.notes[0]
    _, geometries, fields = read(tmp_path / "a.gpkg")
    assert list(fields["to_s"]) == [30, 60]
    assert not shapely.is_empty(geometries).any()


def test_every_format_names_the_same_crs_for_terrain_with_an_esri_prj(tmp_path: Path) -> None:
    esri = pyproj.CRS.from_epsg(32738).to_wkt("WKT1_ESRI")
    terrain = text_grid(tmp_path, HEADER + VALUES, "terrain.asc")
    terrain.with_suffix(".prj").write_text(esri)
    grid = open_velocity(terrain)
    times = Dijkstra(grid).solve((Start(0),))
    solved = Solved(grid, times, (PlacedStart(105, 225, 0),), "dijkstra", "cpu", "a processor")
    for suffix in (".gpkg", ".fgb", ".shp"):
        export("polygons", tmp_path / f"a{suffix}", solved, BANDS)
        assert pyogrio.read_info(tmp_path / f"a{suffix}")["crs"] == "EPSG:32738"
    export("times", tmp_path / "a.tif", solved)
    with rasterio.open(tmp_path / "a.tif") as dataset:
        assert dataset.crs.to_string() == "EPSG:32738"


@pytest.mark.parametrize("suffix", VECTORS)
@pytest.mark.parametrize("kind", ["isolines", "polygons"])
def test_where_nothing_is_within_the_limits_the_layer_is_empty(
    tmp_path: Path, kind: str, suffix: str
) -> None:
    path = tmp_path / f"a{suffix}"
    report = export(kind, path, solve(), Bands((1, 3)))  # the start has a delay of 5 s
    assert report.notes[-1].endswith(f"{path.name} holds none.")
    if suffix == ".kml":
        assert "<Placemark>" not in path.read_text()
        return
    meta, geometries, fields = read(path)
    assert len(geometries) == 0
    crs = pyproj.CRS.from_user_input(meta["crs"])
    assert crs.equals(pyproj.CRS("EPSG:4326" if suffix == ".geojson" else UTM_38S))
    if suffix != ".geojson":  # which has no fields but its features'
        banded(kind, tmp_path / f"b{suffix}", solve())
        assert list(fields) == list(read(tmp_path / f"b{suffix}")[2])


def test_all_parts_of_a_shapefile_are_replaced(tmp_path: Path) -> None:
    for name in ("a.shp", "a.sbn", "a.qix", "a.shp.xml", "b.sbn", "a.tif"):
        (tmp_path / name).write_text("old")
    export("polygons", tmp_path / "a.shp", solve(), BANDS)
    found = ["a.cpg", "a.dbf", "a.prj", "a.qmd", "a.shp", "a.shx", "a.tif", "b.sbn"]
    assert names(tmp_path) == found
    assert (tmp_path / "a.cpg").read_text() == "UTF-8"
    said = ElementTree.parse(tmp_path / "a.qmd")
    assert (said.findtext("type"), said.findtext("title")) == ("dataset", "isochrones")
    history = [line.text or "" for line in said.iter("history")]
    assert any(line.startswith("ISOFRONT_") for line in history), history
    assert (tmp_path / "b.sbn").read_text() == "old"


def test_a_geopackage_has_a_spatial_index(tmp_path: Path) -> None:
    export("polygons", tmp_path / "a.gpkg", solve(), BANDS)
    meta = pyogrio.read_info(tmp_path / "a.gpkg", layer="isochrones")
    assert meta["capabilities"]["fast_spatial_filter"]


# -- rasters


def test_tags_tell_how_the_times_came_about(tmp_path: Path) -> None:
    solved = solve()
    export("times", tmp_path / "t.tif", solved)
    with rasterio.open(tmp_path / "t.tif") as dataset:
        tags = dataset.tags()
    x, y, _ = solved.starts[0].told
    assert tags["ISOFRONT_STARTS"] == f"{x:.12g} {y:.12g} 5"
    assert tags["ISOFRONT_LIMIT_S"] == "100"
    assert tags["ISOFRONT_METRES_PER_UNIT"] == "1"
    assert float(tags["ISOFRONT_TICK_S"]) == solved.times.tick_seconds
    assert tags["ISOFRONT_SOLVER"] == "dijkstra"
    assert tags["ISOFRONT_ZERO_SPEED"] == "barrier"
    assert tags["ISOFRONT_VALIDATED"] == "yes"
    assert tags["ISOFRONT_TERRAIN"] == "hills"
    assert "8 neighbours" in tags["ISOFRONT_COST_MODEL"]
    assert tags["TIFFTAG_SOFTWARE"].startswith("Isofront ")


def test_tags_tell_how_exact_times_are_where_that_is_known(tmp_path: Path) -> None:
    for precision, tag in ((None, None), (3.14e-5, "3.1e-05")):
        export("times", tmp_path / "t.tif", replace(solve(), precision=precision))
        with rasterio.open(tmp_path / "t.tif") as dataset:
            assert dataset.tags().get("ISOFRONT_PRECISION") == tag


def test_very_many_starts_are_counted_rather_than_listed(tmp_path: Path) -> None:
    solved = solve()
    many = Solved(solved.grid, solved.times, solved.starts * 1500, "dijkstra", "cpu", "a processor")
    export("times", tmp_path / "t.tif", many)
    with rasterio.open(tmp_path / "t.tif") as dataset:
        assert dataset.tags()["ISOFRONT_STARTS"].endswith("; and 500 more")
        assert "ISOFRONT_VALIDATED" not in dataset.tags()


def test_band_rasters_and_polygons_agree_cell_by_cell(tmp_path: Path) -> None:
    solved = solve()
    export("bands", tmp_path / "b.tif", solved, BANDS)
    export("polygons", tmp_path / "b.gpkg", solved, BANDS)
    _, geometries, _ = read(tmp_path / "b.gpkg")
    with rasterio.open(tmp_path / "b.tif") as dataset:
        classes = dataset.read(1)
        assert dataset.tags()["ISOFRONT_CLASSES"].startswith("1: 0–30 s; 2: 30–60 s")
        burnt = rasterio.features.rasterize(
            zip(geometries, (1, 2, 3), strict=True),
            out_shape=dataset.shape,
            transform=dataset.transform,
        )
    np.testing.assert_array_equal(burnt, classes)


@pytest.mark.parametrize(("name", "cog"), [("t.cog.tif", False), ("t.tif", True)])
def test_a_cog_is_asked_for_by_name_or_option(tmp_path: Path, name: str, cog: bool) -> None:
    export("times", tmp_path / name, solve(), options=ExportOptions(cog=cog))
    with rasterio.open(tmp_path / name) as dataset:
        assert dataset.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
    with pytest.raises(ExportError):
        export("times", tmp_path / "t.asc", solve(), options=ExportOptions(cog=True))


# -- all


@pytest.mark.parametrize("lies_on", EXPORTS)
def test_the_table_names_every_format_once_and_its_writer(lies_on: str) -> None:
    for rows in EXPORTS[lies_on].values():
        suffixes = [suffix for row in rows for suffix in row.suffixes]
        assert len(set(suffixes)) == len(suffixes)
        for row in rows:
            assert format_among(rows, Path(f"X{row.suffixes[0].upper()}")) is row
            module, _, function = row.writer.partition(":")
            assert callable(getattr(import_module(f"app.exports.{module}"), function))


@pytest.mark.parametrize("kind", FORMATS)
def test_an_unknown_suffix_is_refused_with_those_there_are(tmp_path: Path, kind: str) -> None:
    for name in ("result.xyz", "result", FORMATS[kind][0].suffixes[0]):
        with pytest.raises(ExportError) as caught:
            banded(kind, tmp_path / name, solve())
        for row in FORMATS[kind]:
            assert row.suffixes[0] in caught.value.advice


@pytest.mark.parametrize(("kind", "suffix"), every_spelling())
def test_an_export_replaces_the_old_file(tmp_path: Path, kind: str, suffix: str) -> None:
    solved = solve()
    path = tmp_path / f"result{suffix}"
    path.write_text("old")
    banded(kind, path, solved)
    first = names(tmp_path)
    banded(kind, path, solved)
    assert names(tmp_path) == first
    assert path.stat().st_size > (1000 if (kind, suffix) not in FEW_LINES else 40)
    assert not [name for name in first if name.startswith(".")]


@pytest.mark.parametrize(("kind", "suffix"), every_format())
@pytest.mark.parametrize("size", [0, 3000])
def test_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, kind: str, suffix: str, size: int
) -> None:
    solved = solve()
    elsewhere = tmp_path_factory.mktemp("before") / f"result{suffix}"
    banded(kind, elsewhere, solved)  # kernels that it takes are kept on the disk, too
    path = tmp_path / f"result{suffix}"
    path.write_text("old")
    size = 0 if (kind, suffix) in FEW_LINES else size
    with disk_of(size), pytest.raises(ExportError) as caught:
        banded(kind, path, solved)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert path.read_text() == "old"
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize("suffix", VECTORS)
def test_a_disk_that_is_full_at_the_last_byte_is_noticed(tmp_path: Path, suffix: str) -> None:
    solved = solve()
    path = tmp_path / f"result{suffix}"
    export("polygons", path, solved, BANDS)
    size = path.stat().st_size
    path.write_text("old")
    with disk_of(size - 3), pytest.raises(ExportError):
        export("polygons", path, solved, BANDS)
    assert path.read_text() == "old"


@pytest.mark.parametrize(("kind", "suffix"), every_format())
def test_a_cancelled_export_leaves_the_old_file_whole(
    tmp_path: Path, kind: str, suffix: str
) -> None:
    solved = solve()
    path = tmp_path / f"result{suffix}"
    path.write_text("old")
    cancel = Cancel()
    with pytest.raises(CancelledError):
        banded(kind, path, solved, cancel=cancel, progress=lambda *_: cancel.set())
    assert path.read_text() == "old"
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize(("kind", "suffix"), every_format())
def test_progress_rises_to_one(tmp_path: Path, kind: str, suffix: str) -> None:
    told: list[float] = []
    path = tmp_path / f"result{suffix}"
    banded(kind, path, solve(), progress=lambda fraction, _: told.append(fraction))
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_the_window_learns_the_suffixes_without_loading_gdal() -> None:
    code = (
        "import sys, app.exports.table; "
        "sys.exit(any(name in sys.modules for name in ('pyogrio', 'rasterio', 'pyproj')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
