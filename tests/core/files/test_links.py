"""Opening a file sends nothing and reads nothing elsewhere, unless that is allowed."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyogrio
import pytest
import rasterio
import rasterio.errors
import shapely
from pyproj import network

from core.errors import InputError
from core.files.links import BEFORE, OFF, LinkedDataError, following_links, seal
from raster.files.read import describe, open_velocity
from road.files.elevation import with_elevation
from road.files.vector.drawings import read_drawings
from road.files.vector.importer import layers_of
from tests.linked_files import (
    SOURCE,
    Server,
    layer_descriptions,
    listening,
    raster_descriptions,
    written,
)
from tests.raster.fields import UTM_38S
from tests.raster.files.made import KMH, geotiff
from tests.road.drawn import grid_city

ROOT = Path(__file__).resolve().parents[3]
ROADS = replace(grid_city(), crs_wkt=UTM_38S)

GEOJSON = (
    '{{"type":"FeatureCollection","crs":{{"type":"link","properties":{{"href":"{}/crs",'
    '"type":"ogcwkt"}}}},"features":[{{"type":"Feature","properties":{{}},"geometry":'
    '{{"type":"LineString","coordinates":[[0,0],[1,1]]}}}}]}}'
)
GML = (
    '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:a="http://a" '
    'xmlns:gml="http://www.opengis.net/gml" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://a {}/w?SERVICE=WFS&amp;REQUEST=DescribeFeatureType&amp;TYPENAME=r"'
    "><gml:featureMember><a:r><a:geom><gml:LineString><gml:coordinates>0,0 1,1</gml:coordinates>"
    "</gml:LineString></a:geom></a:r></gml:featureMember></wfs:FeatureCollection>"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with listening() as found:
        yield found


def test_no_raster_asks_the_network(tmp_path: Path, server: Server) -> None:
    for path in written(tmp_path, raster_descriptions(server.url)):
        with pytest.raises(LinkedDataError, match=r"on the network.*--allow-links"):
            describe(path)
        with pytest.raises(LinkedDataError, match="on the network"):
            open_velocity(path)
        with pytest.raises(LinkedDataError, match="on the network"):
            with_elevation(ROADS, path)
        packed = path.with_name(f"{path.name}.gz")
        packed.write_bytes(gzip.compress(path.read_bytes()))
        with pytest.raises(LinkedDataError, match="on the network"):
            describe(packed)
    assert server.asked == []


def test_gdal_itself_stays_off_the_network(tmp_path: Path, server: Server) -> None:
    """Were a name to slip through our own look at the file, nothing would be sent all the same."""
    files = raster_descriptions(server.url)
    # Its library has its own way to the network, which no setting of GDAL's bars.
    kept = {name: text for name, text in files.items() if "NETCDF:" not in text}
    for path in [*written(tmp_path, kept), f"/vsicurl/{server.url}/a.tif", f"{server.url}/b.tif"]:
        with contextlib.suppress(rasterio.errors.RasterioError), rasterio.open(path) as dataset:
            dataset.read_masks(1)
            dataset.read(1)
    files = layer_descriptions(server.url)
    files |= {"crs.geojson": GEOJSON.format(server.url), "a.gml": GML.format(server.url)}
    for path in [*written(tmp_path, files), f"/vsicurl/{server.url}/a.gpkg", f"{server.url}/b"]:
        with contextlib.suppress(Exception):
            for name, _ in pyogrio.list_layers(path):
                pyogrio.raw.read(path, layer=name)
    assert server.asked == []
    assert not network.is_network_enabled()  # type: ignore[attr-defined]


def test_processes_of_ours_stay_off_it_too(server: Server) -> None:
    program = (
        "import sys, rasterio, pyogrio\n"
        "for opened in (rasterio.open, pyogrio.list_layers):\n"
        "    try: opened(sys.argv[1])\n"
        "    except Exception: print('failed')\n"
    )
    address = f"/vsicurl/{server.url}/a.tif"
    done = subprocess.run(
        [sys.executable, "-c", program, address], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["failed", "failed"]
    assert server.asked == []


@pytest.mark.parametrize("sealed", [False, True])
def test_processes_of_ours_can_allow_it_again(server: Server, sealed: bool) -> None:
    """They find every variable as it keeps GDAL off the network, and what it was is told them."""
    was = {"PROJ_NETWORK": "ON", "no_proxy": "localhost", "GDAL_HTTP_PROXY": None}
    inside = (
        "import json, os, sys\n"
        "from core.files.links import OFF, following_links\n"
        "import rasterio\n"
        "with following_links():\n"
        "    told = {name: os.environ.get(name) for name in OFF}\n"
        "    try: rasterio.open(sys.argv[1])\n"
        "    except rasterio.errors.RasterioError: pass\n"
        "print(json.dumps(told))\n"
        "assert {name: os.environ.get(name) for name in OFF} == OFF\n"
    )
    outside = (
        "import subprocess, sys\n"
        "from core.files import links\n"
        "subprocess.run([sys.executable, '-c', *sys.argv[1:]], check=True)\n"
    )
    words = ["-c", *([outside] if sealed else []), inside, f"/vsicurl/{server.url}/a.tif"]
    plain = {name: value for name, value in os.environ.items() if name not in (*OFF, BEFORE)}
    done = subprocess.run(
        [sys.executable, *words],
        env=plain | {name: value for name, value in was.items() if value is not None},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == dict.fromkeys(OFF) | was
    assert server.asked != []
    server.asked.clear()


@pytest.mark.parametrize("told", ["", "{", "[1]", '{"PROJ_NETWORK": 1}'])
def test_what_is_told_oddly_of_before_counts_as_nothing(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.files.links._before", {})
    monkeypatch.setenv(BEFORE, told)
    seal()
    with following_links():
        assert not any(name in os.environ for name in OFF)
    assert {name: os.environ.get(name) for name in OFF} == OFF


def test_no_layer_asks_the_network(tmp_path: Path, server: Server) -> None:
    for path in written(tmp_path, layer_descriptions(server.url)):
        with pytest.raises(LinkedDataError, match="on the network"):
            layers_of(path)
        with pytest.raises(LinkedDataError, match="on the network"):
            read_drawings(path, ROADS)
    assert server.asked == []


def test_who_allows_it_is_sent_there(tmp_path: Path, server: Server) -> None:
    """The server is one that can be reached: the tests above do not pass for want of it."""
    (path,) = written(tmp_path, {"a.vrt": SOURCE.format(relative=0, name=f"{server.url}/a.tif")})
    with following_links(), pytest.raises(InputError):
        open_velocity(path)
    assert server.asked != []
    server.asked.clear()
    with pytest.raises(LinkedDataError):
        open_velocity(path)
    assert server.asked == []
    assert {name: os.environ.get(name) for name in OFF} == OFF


def inner(tmp_path: Path) -> Path:
    """A folder beside a raster that is not to be read from there."""
    geotiff(tmp_path, KMH.astype("float32"), name="outside.tif")
    folder = tmp_path / "inner"
    folder.mkdir()
    geotiff(folder, KMH.astype("float32"), name="inside.tif")
    return folder


@pytest.mark.parametrize(
    ("relative", "name"),
    [
        (1, "../outside.tif"),
        (0, "{parent}/outside.tif"),
        (1, "sub/../../outside.tif"),
        (0, "outside.tif"),  # of the folder where the program was called
        (0, "{parent}/inner/../outside.tif"),
        (1, "/vsisubfile/0_9,{parent}/outside.tif"),
        (1, "nested.vrt"),
        (1, "{parent}-other/x.tif"),
        (1, "//server/share/x.tif"),
    ],
)
def test_names_are_confined_to_the_folder(tmp_path: Path, relative: int, name: str) -> None:
    folder = inner(tmp_path)
    (folder / "nested.vrt").write_text(SOURCE.format(relative=1, name="../outside.tif"))
    path = folder / "a.vrt"
    path.write_text(SOURCE.format(relative=relative, name=name.format(parent=tmp_path)))
    with pytest.raises(LinkedDataError, match=r"outside its folder|on the network"):
        describe(path)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"inner/{file.name}")
    with pytest.raises(LinkedDataError, match=r"outside its folder|on the network"):
        describe(tmp_path / "a.zip", member="inner/a.vrt")


@pytest.mark.parametrize(
    ("relative", "name"),
    [(1, "inside.tif"), (0, "{parent}/inner/inside.tif"), (1, "sub/../inside.tif")],
)
def test_files_beside_a_virtual_raster_are_read(tmp_path: Path, relative: int, name: str) -> None:
    folder = inner(tmp_path)
    (folder / "sub").mkdir()
    path = folder / "a.vrt"
    path.write_text(SOURCE.format(relative=relative, name=name.format(parent=tmp_path)))
    assert describe(path).maximum == 12
    if relative:
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
            archive.write(path, "inner/a.vrt")
            archive.write(folder / "inside.tif", "inner/inside.tif")
        assert describe(tmp_path / "a.zip", member="inner/a.vrt").driver == "VRT"


def test_who_allows_it_reads_files_elsewhere(tmp_path: Path) -> None:
    path = inner(tmp_path) / "a.vrt"
    path.write_text(SOURCE.format(relative=1, name="../outside.tif"))
    with following_links():
        assert describe(path).maximum == 12


def test_files_that_gdal_takes_from_elsewhere_are_found_out(tmp_path: Path) -> None:
    """A format that the look at the file does not know: the header of ERS names its data."""
    folder = inner(tmp_path)
    (tmp_path / "outside").write_bytes(bytes(range(12)))
    (folder / "a.ers").write_text(
        'DatasetHeader Begin\n\tVersion = "5.0"\n\tDataFile = "../outside"\n'
        "\tDataSetType = ERStorage\n\tDataType = Raster\n\tByteOrder = LSBFirst\n"
        "\tRasterInfo Begin\n\t\tCellType = Unsigned8BitInteger\n\t\tNrOfLines = 3\n"
        "\t\tNrOfCellsPerLine = 4\n\t\tNrOfBands = 1\n\tRasterInfo End\nDatasetHeader End\n"
    )
    with pytest.raises(LinkedDataError, match="outside its folder"):
        describe(folder / "a.ers")


def test_a_virtual_layer_of_a_file_beside_it_is_read(tmp_path: Path) -> None:
    lines = shapely.to_wkb([shapely.LineString([(0, 0), (1, 1)])])
    pyogrio.raw.write(
        tmp_path / "o.gpkg", lines, [], [], geometry_type="LineString", crs="EPSG:4326"
    )
    text = (
        "<OGRVRTDataSource><OGRVRTLayer name='o'><SrcDataSource relativeToVRT='1'>{}o.gpkg"
        "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"
    )
    (tmp_path / "a.vrt").write_text(text.format(""))
    assert len(layers_of(tmp_path / "a.vrt")) == 1
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.vrt").write_text(text.format("../"))
    with pytest.raises(LinkedDataError, match="outside its folder"):
        layers_of(tmp_path / "sub" / "a.vrt")


def test_xml_that_only_gdal_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.vrt"
    path.write_text("<VRTDataset rasterXSize=2 rasterYSize='2'></VRTDataset>")
    with pytest.raises(InputError, match="XML cannot be read"):
        describe(path)
