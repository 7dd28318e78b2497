from __future__ import annotations

import shutil
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from road.build import assemble, unknown_properties
from road.files import elevation
from road.files.elevation import bilinear, raster_files, with_elevation
from road.files.osm.importer import read_osm
from road.graph import RoadGraph
from road.lengths import street_lengths
from road.terrain.elevation import slopes_of
from tests.shared_data import needs_shared, shared

WGS84 = "EPSG:4326"


def raster(
    path: Path,
    values: list[list[float]],
    *,
    dtype: str = "float32",
    crs: str | None = WGS84,
    nodata: float | None = None,
    west: float = 10.0,
    north: float = 50.0,
    cell: float = 0.01,
) -> Path:
    cells = np.array(values, dtype)
    with rasterio.open(
        path,
        "w",
        driver="GTiff",
        width=cells.shape[1],
        height=cells.shape[0],
        count=1,
        dtype=dtype,
        crs=crs,
        nodata=nodata,
        transform=Affine(cell, 0, west, 0, -cell, north),
    ) as dataset:
        dataset.write(cells, 1)
    return path


def street(x: list[float], y: list[float], crs: str = WGS84) -> RoadGraph:
    """Vertices in a row, joined both ways."""
    first = np.arange(len(x) - 1, dtype=np.uint32)
    tail, head = np.concatenate((first, first + 1)), np.concatenate((first + 1, first))
    xy = np.array(x, np.float64), np.array(y, np.float64)
    wkt = rasterio.crs.CRS.from_string(crs).to_wkt()
    geographic = crs == WGS84
    return assemble(
        tail=tail,
        head=head,
        arcs=unknown_properties(street_lengths((tail, head), xy, None, geographic)),
        vertex_ids=np.arange(len(x), dtype=np.int64),
        x=xy[0],
        y=xy[1],
        crs_wkt=wkt,
        geographic=geographic,
    )


def test_values_lie_between_the_four_centres_around(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[0, 10], [20, 40]])
    with rasterio.open(path) as dataset:
        x = np.array([10.005, 10.015, 10.01, 10.01, 10.0, 9.99, 10.021])
        y = np.array([49.995, 49.985, 49.995, 49.99, 50.0, 49.99, 49.99])
        found = bilinear(dataset, x, y)
    # two centres, half way, the middle, the outer corner, and two places outside
    np.testing.assert_allclose(found[:5], [0, 40, 5, 17.5, 0], atol=1e-9)
    assert np.isnan(found[5:]).all()


def test_strips_of_a_tall_raster_fit_together(tmp_path: Path) -> None:
    rows = 1300
    path = raster(tmp_path / "z.tif", [[float(r)] * 2 for r in range(rows)], cell=0.001)
    y = np.linspace(49.9995, 50 - 0.001 * (rows - 0.5), 5000)
    with rasterio.open(path) as dataset:
        found = bilinear(dataset, np.full(5000, 10.001), y)
    np.testing.assert_allclose(found, (50 - y) / 0.001 - 0.5, atol=1e-6)


def test_a_cell_without_a_value_makes_its_neighbourhood_unknown(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[5, -9999], [5, 5]], nodata=-9999)
    with rasterio.open(path) as dataset:
        # on the sound column the void has no share
        found = bilinear(dataset, np.array([10.005, 10.01]), np.array([49.99, 49.992]))
    assert found[0] == 5
    assert np.isnan(found[1])


def test_slopes_are_rise_over_length_and_opposite_on_the_way_back(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[0, 72], [0, 72]])
    graph = with_elevation(street([10.005, 10.015], [49.99, 49.99]), path)
    assert graph.arcs.length_m[0] == pytest.approx(715, abs=1)
    assert graph.arcs.slope is not None
    assert graph.arcs.slope.tolist() == [10, -10]
    assert not graph.arcs.slope.flags.writeable


def test_unknown_slopes_are_level_and_counted(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[0, 72], [0, 72]])
    graph = with_elevation(street([10.005, 10.015, 10.03], [49.99] * 3), path)
    assert graph.arcs.slope is not None
    assert graph.arcs.slope.tolist() == [10, 0, -10, 0]
    assert graph.notes == (
        "2 of 4 arcs have no known slope and count as level: 1 vertices have no height",
    )


def test_roads_in_another_projection_find_their_heights(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[7, 7], [7, 7]], west=8.995, north=45.01)
    utm = street([500_000, 500_100], [4_983_000, 4_983_000], "EPSG:32632")  # 9° E, 45° N
    graph = with_elevation(utm, path)
    assert graph.notes == ()


def test_tiles_complete_each_other_from_a_folder(tmp_path: Path) -> None:
    raster(tmp_path / "west.tif", [[0, 0]])
    raster(tmp_path / "east.tif", [[50, 50]], west=10.02)
    graph = street([10.01, 10.03], [49.995, 49.995])
    for named in (tmp_path, [tmp_path / "west.tif", tmp_path / "east.tif"]):
        with_both = with_elevation(graph, named)
        assert with_both.notes == ()
        assert with_both.arcs.slope is not None
        assert with_both.arcs.slope.tolist() == [3, -3]


def test_steeper_than_a_byte_holds_is_clipped_and_told(tmp_path: Path) -> None:
    path = raster(tmp_path / "z.tif", [[0, 5000]])
    graph = with_elevation(street([10.005, 10.015], [49.995, 49.995]), path)
    assert graph.arcs.slope is not None
    assert graph.arcs.slope.tolist() == [127, -127]
    assert "2 arcs are steeper than 127 %, which they are set to" in graph.notes


def test_an_arc_without_length_has_no_slope() -> None:
    graph = street([10.0, 10.0], [50.0, 50.0])
    slopes = slopes_of(graph, np.array([0.0, 5.0]))
    assert slopes.unknown == 2
    assert slopes.codes.tolist() == [0, 0]


def test_what_cannot_be_used_says_so(tmp_path: Path) -> None:
    graph = street([10.0, 10.01], [50.0, 50.0])
    with pytest.raises(InputError, match="no such file"):
        with_elevation(graph, tmp_path / "none.tif")
    with pytest.raises(InputError, match="no elevation raster in it"):
        with_elevation(graph, tmp_path)
    (tmp_path / "text.tif").write_text("no raster")
    with pytest.raises(InputError, match="the elevation cannot be read"):
        with_elevation(graph, tmp_path / "text.tif")
    plain = raster(tmp_path / "plain.tif", [[1, 2]], crs=None)
    with pytest.raises(InputError, match="names no coordinate reference system"):
        with_elevation(graph, plain)


@needs_shared
def test_an_srtm_tile_is_read_from_its_archive(tmp_path: Path) -> None:
    tile = shared("roads/osm-elevation/N42E001.hgt.zip")
    (file,) = raster_files(tile)
    with rasterio.open(file) as dataset:
        assert dataset.shape == (1201, 1201)
        cells = dataset.read(1, masked=True)
        assert (cells.min(), cells.max()) == (349, 3100)
        found = bilinear(dataset, np.array([1.0 + 9 / 1200]), np.array([43.0 - 5 / 1200]))
    assert found[0] == pytest.approx(cells[5, 9])
    # unpacked it gives the same slopes
    with zipfile.ZipFile(tile) as archive:
        archive.extractall(tmp_path)
    shutil.copy(shared("roads/osm-elevation/andorra.osm.pbf"), tmp_path)
    roads = read_osm(tmp_path / "andorra.osm.pbf")
    packed, plain = with_elevation(roads, tile), with_elevation(roads, tmp_path / "N42E001.hgt")
    assert packed.arcs.slope is not None
    assert plain.arcs.slope is not None
    assert np.array_equal(packed.arcs.slope, plain.arcs.slope)
    assert np.percentile(np.abs(packed.arcs.slope), 90) > 10  # a country of mountains


@needs_shared
@pytest.mark.parametrize(
    ("roads", "elevation", "all_known"),
    [
        ("poa_osm.pbf", "poa_elevation.tif", False),
        ("andorra.osm.pbf", "N42E001.hgt.zip", False),
        ("monaco.osm.gz", "N43E007.hgt.zip", True),
    ],
)
def test_streets_beyond_the_raster_are_counted(roads: str, elevation: str, all_known: bool) -> None:
    graph = read_osm(shared(f"roads/osm-elevation/{roads}"))
    sloped = with_elevation(graph, shared(f"roads/osm-elevation/{elevation}"))
    assert sloped.arcs.slope is not None
    assert any("no known slope" in note for note in sloped.notes) != all_known
    assert np.abs(sloped.arcs.slope).max() < 127
    assert sloped.arcs.slope.min() < 0 < sloped.arcs.slope.max()


PART = "cells"


def virtual(folder: Path, kernel: str = "") -> Path:
    """A virtual raster of another beside it, filtered or not."""
    raster(folder / PART, [[100.0, 200.0], [300.0, 400.0]])
    kind = "KernelFilteredSource" if kernel else "SimpleSource"
    text = (
        '<VRTDataset rasterXSize="2" rasterYSize="2"><SRS>EPSG:4326</SRS>'
        "<GeoTransform>10, 0.01, 0, 50, 0, -0.01</GeoTransform>"
        f'<VRTRasterBand dataType="Float32" band="1"><{kind}>'
        f'<SourceFilename relativeToVRT="1">{PART}</SourceFilename>{kernel}'
        f"<SourceBand>1</SourceBand></{kind}></VRTRasterBand></VRTDataset>"
    )
    path = folder / "heights.vrt"
    path.write_text(text)
    return path


def zipped(path: Path) -> Path:
    """A virtual raster and its part in an archive."""
    packed = path.with_suffix(".zip")
    with zipfile.ZipFile(packed, "w") as archive:
        for name in (path.name, PART):
            archive.write(path.with_name(name), name)
    return packed


def test_a_virtual_raster_gives_the_heights_of_its_parts(tmp_path: Path) -> None:
    path = virtual(tmp_path)
    for file in (tmp_path / PART, path, zipped(path)):
        graph = with_elevation(street([10.005, 10.015], [49.995, 49.985]), file)
        assert graph.arcs.slope is not None
        assert graph.arcs.slope.tolist() == [23, -23]  # 300 m higher over 1.32 km


def test_a_virtual_raster_that_gdal_crashes_on_ends_in_a_line(tmp_path: Path) -> None:
    """A kernel of 12² numbers, of which nine are there."""
    kernel = '<Kernel normalized="1"><Size>"12"</Size><Coefs>1 1 -3e38 1 1 1 1 1 1</Coefs></Kernel>'
    path = virtual(tmp_path, kernel)
    for file in (path, zipped(path)):
        with pytest.raises(InputError, match=r"heights\.vrt: the library that reads it crashes"):
            with_elevation(street([10.005, 10.015], [49.995, 49.985]), file)


def lingers(places: object, answer: Path, followed: bool, seconds: float) -> None:
    """Reads one strip, and is never done with the next."""
    elevation._Pulse(answer, seconds).check("")
    time.sleep(3600)


def works_on(places: object, answer: Path, followed: bool, seconds: float) -> None:
    """The same, working all the while."""
    elevation._Pulse(answer, seconds).check("")
    while True:
        pass


def waits(places: object, answer: Path, followed: bool, seconds: float) -> None:
    """Is given its strip by a slow disk."""
    elevation._Pulse(answer, seconds).check("")
    time.sleep(2 * seconds)
    elevation._write_heights(places, answer, followed, 60.0)  # type: ignore[arg-type]


def test_a_virtual_raster_that_gdal_does_not_finish_ends_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, graph = virtual(tmp_path), street([10.005, 10.015], [49.995, 49.985])
    monkeypatch.setattr(elevation, "SECONDS_A_STRIP", 0.3)
    for never, patience in ((works_on, 1000), (lingers, 1)):
        monkeypatch.setattr(elevation, "_write_heights", never)
        monkeypatch.setattr(elevation, "PATIENCE", patience)
        with pytest.raises(InputError, match=r"heights\.vrt: .* comes to no end with"):
            with_elevation(graph, path)
    monkeypatch.setattr(elevation, "_write_heights", waits)
    monkeypatch.setattr(elevation, "PATIENCE", 1000)
    slope = with_elevation(graph, path).arcs.slope
    assert slope is not None
    assert slope.tolist() == [23, -23]
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        with_elevation(street([10.005, 10.015], [49.995, 49.985]), path, cancel=cancel)


def test_strips_may_be_of_any_height(tmp_path: Path) -> None:
    values = np.random.default_rng(1).uniform(0, 900, (40, 3)).tolist()
    x, y = np.random.default_rng(2).uniform(0, [[3], [40]], (2, 200))
    with rasterio.open(raster(tmp_path / "a.tif", values)) as dataset:
        x, y = 10 + 0.01 * x, 50 - 0.01 * y
        whole = bilinear(dataset, x, y)
        for rows in (1, 7, 39):
            np.testing.assert_array_equal(bilinear(dataset, x, y, rows=rows), whole)


def test_what_the_other_process_finds_wrong_is_told(tmp_path: Path) -> None:
    path = virtual(tmp_path)
    path.write_text(path.read_text().replace("<SRS>EPSG:4326</SRS>", ""))
    with pytest.raises(InputError, match=r"heights\.vrt: the elevation raster names no coord"):
        with_elevation(street([10.005, 10.015], [49.995, 49.985]), path)


MOON = (
    'GEOGCS["Moon",DATUM["Moon",SPHEROID["Moon",1737400,0]],PRIMEM["Zero",0],UNIT["Degree",0.0175]]'
)


def test_heights_of_another_celestial_body_are_refused(tmp_path: Path) -> None:
    path = raster(tmp_path / "moon.tif", [[1.0, 2.0]], crs=MOON)
    with pytest.raises(InputError, match=r"moon\.tif: the elevation cannot be read: .*celestial"):
        with_elevation(street([10.005, 10.015], [49.995, 49.995]), path)


def test_cells_without_an_area_are_refused(tmp_path: Path) -> None:
    path = virtual(tmp_path)
    path.write_text(path.read_text().replace("10, 0.01, 0, 50", "10, 0, 0, 50"))
    with pytest.raises(InputError, match=r"heights\.vrt: cells without an area"):
        with_elevation(street([10.005, 10.015], [49.995, 49.985]), path)


def test_a_damaged_archive_of_heights_is_told(tmp_path: Path) -> None:
    virtual(tmp_path)
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(tmp_path / PART, "a.tif")
    packed.write_bytes(packed.read_bytes().replace(b"II*", b"II+"))
    with pytest.raises(InputError, match=r"a\.tif: .*CRC"):
        with_elevation(street([10.005, 10.015], [49.995, 49.985]), packed)
