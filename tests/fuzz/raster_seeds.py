"""Small sound rasters of every kind that is read, made here."""

from __future__ import annotations

import gzip
import json
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyogrio
import rasterio
import rasterio.shutil
import shapely
import shapely.geometry

from tests.fuzz.cases import Sound
from tests.fuzz.mutations import spoiled_database, spoiled_gzip, spoiled_zip, zipped

ROWS, COLS = 5, 6
CELLS = np.arange(ROWS * COLS, dtype=np.float32).reshape(ROWS, COLS)
HEADER = "ncols 6\nnrows 5\nxllcorner 500000\nyllcorner 8000000\ncellsize 10\nNODATA_value -9999\n"
GRASS = "north: 50\nsouth: 0\neast: 60\nwest: 0\nrows: 5\ncols: 6\nnull: *\ntype: float\n"


def _words(name: str, *more: str) -> tuple[tuple[str, ...], ...]:
    """Looked into, and solved."""
    place = f"{{}}/{name}"
    solve = ("solve", place, "--start", "auto", "--limit", "60", "--json", *more)
    return (("info", place, "--json"), solve)


def _rows(cells: np.ndarray[Any, Any], form: str = "%g") -> str:
    return "".join(" ".join(form % value for value in row) + "\n" for row in cells)


def text_grids() -> list[Sound]:
    """Esri and GRASS ASCII grids, with and without a `.prj`."""
    esri = (HEADER + _rows(CELLS)).encode()
    commas = (HEADER + _rows(CELLS / 7, "%.3f")).replace(".", ",").encode()
    grass = (GRASS + _rows(CELLS).replace("29", "*")).encode()
    return [
        Sound({"a.asc": esri}, _words("a.asc")),
        Sound({"a.asc": commas}, _words("a.asc")),
        Sound({"a.txt": grass}, _words("a.txt")),
    ]


def packed_grids() -> list[Sound]:
    """Text grids in `.gz` and `.zip`."""
    esri = (HEADER + _rows(CELLS)).encode()
    prj = _crs_text("EPSG:32738").encode()
    members = {"a.asc": esri, "a.prj": prj, "read.txt": b"of speeds"}

    def spoil_zip(random: Random, _: bytes) -> bytes:
        return spoiled_zip(random, dict(members))

    def spoil_gzip(random: Random, _: bytes) -> bytes:
        return spoiled_gzip(random, esri)

    def spoil_both(random: Random, _: bytes) -> bytes:
        return zipped({"a.asc.gz": spoiled_gzip(random, esri)})

    tiff = raster_files("GTiff", ".tif")["a.tif"]
    return [
        Sound(
            {"a.asc.gz": gzip.compress(esri, mtime=0)}, _words("a.asc.gz"), {"a.asc.gz": spoil_gzip}
        ),
        Sound({"a.zip": zipped(members)}, _words("a.zip"), {"a.zip": spoil_zip}),
        Sound(
            {"a.zip": zipped({"a.asc.gz": gzip.compress(esri, mtime=0)})},
            _words("a.zip"),
            {"a.zip": spoil_both},
        ),
        Sound(
            {"a.zip": zipped({"a.tif": tiff})},
            _words("a.zip"),
            {"a.zip": lambda random, _: spoiled_zip(random, {"a.tif": tiff})},
        ),
    ]


def prj_files() -> list[Sound]:
    """CRS texts of both dialects beside a grid; they alone are spoiled."""
    esri = (HEADER + _rows(CELLS)).encode()
    old = b"Projection    UTM\nZone    38\nDatum    WGS84\nUnits    METERS\nParameters\n"
    texts = [_crs_text(code).encode() for code in ("EPSG:32738", "EPSG:3857", "EPSG:4326")]
    pam = b"<PAMDataset><SRS>" + texts[0].replace(b'"', b"&quot;") + b"</SRS></PAMDataset>"
    words = _words("a.asc")
    found = [Sound({"a.asc": esri, "a.prj": text}, words, targets=("a.prj",)) for text in texts]
    small = (
        esri.replace(b"500000", b"15")
        .replace(b"8000000", b"41")
        .replace(b"cellsize 10", b"cellsize 0.001")
    )
    reproject = _words("a.asc", "--reproject", "utm")[1:]
    return [
        *found[:2],
        Sound({"a.asc": small, "a.prj": texts[2]}, reproject, targets=("a.prj", "a.asc")),
        Sound({"a.asc": esri, "a.prj": old}, words, targets=("a.prj",)),
        Sound({"a.asc": esri, "a.asc.aux.xml": pam}, words, targets=("a.asc.aux.xml",)),
    ]


def float_grids() -> list[Sound]:
    """Esri float grids: `.flt` and its `.hdr`."""
    header = HEADER + "byteorder LSBFIRST\n"
    files = {"a.flt": CELLS.astype("<f4").tobytes(), "a.hdr": header.encode()}
    more = {**files, "a.prj": _crs_text("EPSG:32738").encode()}
    return [
        Sound(files, _words("a.flt"), targets=("a.hdr", "a.flt", "a.hdr")),
        Sound(more, _words("a.hdr"), targets=("a.hdr", "a.prj")),
    ]


def raw_rasters() -> list[Sound]:
    """BIL, BSQ, BIP, and ENVI's cousin."""
    found = []
    for layout in ("BIL", "BSQ", "BIP"):
        header = (
            f"BYTEORDER I\nLAYOUT {layout}\nNROWS 5\nNCOLS 6\nNBANDS 2\nNBITS 8\nBANDROWBYTES 6\n"
            "TOTALROWBYTES 12\nBANDGAPBYTES 0\nULXMAP 500000\nULYMAP 8000000\nXDIM 10\nYDIM 10\n"
        )
        suffix = layout.lower()
        files = {f"a.{suffix}": bytes(range(60)), "a.hdr": header.encode()}
        found.append(Sound(files, _words(f"a.{suffix}"), targets=("a.hdr",)))
    envi = (
        "ENVI\nsamples = 6\nlines = 5\nbands = 1\nheader offset = 0\nfile type = ENVI Standard\n"
        "data type = 4\ninterleave = bsq\nbyte order = 0\n"
        "map info = {UTM, 1, 1, 500000, 8000000, 10, 10, 38, South, WGS-84, units=Meters}\n"
    )
    files = {"a.img": CELLS.astype("<f4").tobytes(), "a.hdr": envi.encode()}
    found.append(Sound(files, _words("a.img"), targets=("a.hdr",)))
    return found


def binary_grids() -> list[Sound]:
    """An Esri binary grid: a folder of `.adf`."""
    header = bytearray(308)
    header[:8] = b"GRID1.2\0"
    struct.pack_into(">ii", header, 16, 2, 1)  # float, not compressed
    struct.pack_into(">dddd", header, 256, 10.0, 10.0, 500000.0, 8000000.0)
    struct.pack_into(">iiiii", header, 288, 1, 1, COLS, 1, ROWS)
    tile = CELLS.astype(">f4").tobytes()
    at = struct.pack(">ii", 50, len(tile) // 2)
    files = {
        "grid/hdr.adf": bytes(header),
        "grid/dblbnd.adf": struct.pack(">dddd", 500000, 8000000, 500060, 8000050),
        "grid/sta.adf": struct.pack(">dddd", 0, 29, 15, 9),
        "grid/w001001.adf": bytes(100) + struct.pack(">h", len(tile) // 2) + tile,
        "grid/w001001x.adf": _index_head(108) + at,
        "grid/prj.adf": _crs_text("EPSG:32738").encode(),
    }
    return [Sound(files, _words("grid"))]


def _index_head(size: int) -> bytes:
    head = bytearray(100)
    struct.pack_into(">ii", head, 0, 0x0000270A, -1)
    struct.pack_into(">i", head, 24, size // 2)
    return bytes(head)


def geotiffs() -> list[Sound]:
    found = []
    for options in ({}, {"compress": "deflate", "tiled": True, "blockxsize": 16, "blockysize": 16},
                    {"compress": "lzw"}, {"nodata": 3.0}):  # fmt: skip
        found.append(Sound(raster_files("GTiff", ".tif", **options), _words("a.tif")))
    degrees = raster_files("GTiff", ".tif", crs="EPSG:4326", transform=(1e-3, 0, 15, 0, -1e-3, 41))
    found.append(Sound(degrees, _words("a.tif", "--reproject", "utm")[1:]))
    return found


def virtual_rasters() -> list[Sound]:
    files = raster_files("GTiff", ".tif")
    plain = (
        b'<VRTDataset rasterXSize="6" rasterYSize="5"><SRS>EPSG:32738</SRS>'
        b"<GeoTransform>500000, 10, 0, 8000050, 0, -10</GeoTransform>"
        b'<VRTRasterBand dataType="Float32" band="1"><NoDataValue>3</NoDataValue>'
        b'<SimpleSource><SourceFilename relativeToVRT="1">a.tif</SourceFilename>'
        b"<SourceBand>1</SourceBand>"
        b'<SourceProperties RasterXSize="6" RasterYSize="5" DataType="Float32" BlockXSize="6" '
        b'BlockYSize="5" /><SrcRect xOff="0" yOff="0" xSize="6" ySize="5" />'
        b'<DstRect xOff="0" yOff="0" xSize="6" ySize="5" /></SimpleSource>'
        b"</VRTRasterBand></VRTDataset>"
    )
    filtered = plain.replace(b"SimpleSource", b"KernelFilteredSource").replace(
        b"</SourceFilename>",
        b'</SourceFilename><Kernel normalized="1"><Size>3</Size>'
        b"<Coefs>1 1 1 1 1 1 1 1 1</Coefs></Kernel>",
    )
    raw = (
        b'<VRTDataset rasterXSize="6" rasterYSize="5"><VRTRasterBand dataType="Float32" band="1" '
        b'subClass="VRTRawRasterBand"><SourceFilename relativetoVRT="1">a.raw</SourceFilename>'
        b"<ImageOffset>0</ImageOffset><PixelOffset>4</PixelOffset><LineOffset>24</LineOffset>"
        b"<ByteOrder>LSB</ByteOrder></VRTRasterBand></VRTDataset>"
    )
    warped = (
        b'<VRTDataset rasterXSize="6" rasterYSize="5" subClass="VRTWarpedDataset">'
        b"<GeoTransform>500000, 10, 0, 8000050, 0, -10</GeoTransform><SRS>EPSG:32738</SRS>"
        b'<VRTRasterBand dataType="Float32" band="1" subClass="VRTWarpedRasterBand"/>'
        b"<BlockXSize>6</BlockXSize><BlockYSize>5</BlockYSize><GDALWarpOptions>"
        b"<WarpMemoryLimit>6.71089e+07</WarpMemoryLimit><ResampleAlg>NearestNeighbour</ResampleAlg>"
        b"<WorkingDataType>Float32</WorkingDataType>"
        b'<SourceDataset relativeToVRT="1">a.tif</SourceDataset><Transformer>'
        b"<ApproxTransformer><MaxError>0.125</MaxError><BaseTransformer><GenImgProjTransformer>"
        b"<SrcGeoTransform>500000,10,0,8000050,0,-10</SrcGeoTransform>"
        b"<SrcInvGeoTransform>-50000,0.1,0,800005,0,-0.1</SrcInvGeoTransform>"
        b"<DstGeoTransform>500000,10,0,8000050,0,-10</DstGeoTransform>"
        b"<DstInvGeoTransform>-50000,0.1,0,800005,0,-0.1</DstInvGeoTransform>"
        b"</GenImgProjTransformer></BaseTransformer></ApproxTransformer></Transformer>"
        b'<BandList><BandMapping src="1" dst="1"/></BandList></GDALWarpOptions></VRTDataset>'
    )
    data = {"a.raw": CELLS.astype("<f4").tobytes()}
    return [
        Sound({"a.vrt": text, **files, **data}, _words("a.vrt"), targets=("a.vrt",))
        for text in (plain, plain, filtered, raw, warped)
    ]


def other_rasters() -> list[Sound]:
    """Formats that are read through GDAL and not made for speeds."""
    integers = CELLS.astype(np.uint8)
    made = (
        ("PNG", ".png", integers), ("AAIGrid", ".grd", CELLS), ("HFA", ".img", CELLS),
        ("GSBG", ".grd", CELLS), ("GSAG", ".grd", CELLS), ("RST", ".rst", CELLS),
        ("SAGA", ".sdat", CELLS), ("ERS", ".ers", CELLS), ("PCRaster", ".map", CELLS),
        ("XYZ", ".xyz", CELLS),
    )  # fmt: skip
    found = []
    for driver, suffix, cells in made:
        with rasterio.Env() as env:
            if driver not in env.drivers():
                continue
        files = raster_files(driver, suffix, cells=cells)
        found.append(Sound(files, _words(f"a{suffix}")))
    height = bytes(2 * 1201 * 1201)
    found.append(Sound({"N41E015.hgt": height}, _words("N41E015.hgt", "--reproject", "utm")[:1]))
    return found


def edits() -> list[Sound]:
    """Edits of the ground as GeoJSON and as GeoPackage, solved with and burnt; they alone are
    spoiled."""
    line = {"type": "LineString", "coordinates": [[500005, 8000025], [500055, 8000025]]}
    area = {
        "type": "Polygon",
        "coordinates": [[[500000, 8000000], [500030, 8000000], [500030, 8000020],
                         [500000, 8000000]]],
    }  # fmt: skip
    point = {"type": "Point", "coordinates": [500045, 8000045]}
    told = (
        {"effect": "barrier", "width_m": 12.5, "name": "wall"},
        {"effect": "factor", "value": 0.5, "visible": 1},
        {"effect": "speed", "value": 7, "flood": 1, "tolerance": 3},
    )
    features = [
        {"type": "Feature", "properties": of, "geometry": shape}
        for of, shape in zip(told, (line, area, point), strict=True)
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    found = []
    for name, content in (("e.geojson", text), ("e.gpkg", _as_geopackage(features))):
        words = (
            ("solve", "{}/a.asc", "--start", "auto", "--limit", "60", "--edits", f"{{}}/{name}",
             "--json"),
            ("burn", "{}/a.asc", "--edits", f"{{}}/{name}", "--out", "{}/out.tif"),
        )  # fmt: skip
        files = {"a.asc": (HEADER + _rows(CELLS)).encode(), name: content}
        spoil = {name: spoiled_database} if name == "e.gpkg" else None
        found.append(Sound(files, words, spoil, targets=(name,)))
    return found


def _as_geopackage(features: list[dict[str, Any]]) -> bytes:
    """The same features in a table."""
    shapes = [shapely.geometry.shape(feature["geometry"]) for feature in features]
    words, reals = ("effect", "name"), ("value", "width_m", "flood", "tolerance", "visible")
    told = [feature["properties"] for feature in features]
    columns = {name: np.array([each.get(name) for each in told], object) for name in words}
    for name in reals:
        columns[name] = np.array([float(each.get(name, np.nan)) for each in told])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "e.gpkg"
        pyogrio.raw.write(
            path, shapely.to_wkb(np.array(shapes)), list(columns.values()), list(columns),
            driver="GPKG", geometry_type="Unknown", crs="EPSG:32738", layer="edits",
        )  # fmt: skip
        return path.read_bytes()


READERS: dict[str, Callable[[], list[Sound]]] = {
    "edits": edits,
    "ascii": text_grids,
    "packed": packed_grids,
    "prj": prj_files,
    "flt": float_grids,
    "bil": raw_rasters,
    "adf": binary_grids,
    "geotiff": geotiffs,
    "vrt": virtual_rasters,
    "other": other_rasters,
}


def _crs_text(code: str) -> str:
    text: str = rasterio.CRS.from_string(code).to_wkt(version="WKT1_ESRI")
    return text


def raster_files(
    driver: str,
    suffix: str,
    cells: np.ndarray[Any, Any] = CELLS,
    crs: str = "EPSG:32738",
    transform: tuple[float, ...] = (10, 0, 500000, 0, -10, 8000050),
    **options: Any,
) -> dict[str, bytes]:
    """The files of a raster as GDAL writes it."""
    profile = {"count": 1, "height": ROWS, "width": COLS, "dtype": cells.dtype, "crs": crs,
               "transform": rasterio.Affine(*transform)}  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, rasterio.Env():
        first = Path(folder) / "first.tif"
        with rasterio.open(first, "w", driver="GTiff", **profile, **options) as dataset:
            dataset.write(cells, 1)
        place = Path(folder) / "made" / f"a{suffix}"
        place.parent.mkdir()
        if driver == "GTiff":
            first.rename(place)
        else:
            rasterio.shutil.copy(first, place, driver=driver)
        return {path.name: path.read_bytes() for path in place.parent.iterdir()}
