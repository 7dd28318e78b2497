"""Damaged, senseless and packed files: each kind that once ended otherwise than in a line."""

from __future__ import annotations

import gzip
import io
import os
import struct
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rasterio.transform import Affine

from core.errors import InputError
from core.files import subprocess_call
from raster.files import program
from raster.files.read import describe, open_velocity
from raster.files.source import MOST_SIDE_BYTES, open_stream, resolve
from raster.files.text.grid import SPARE_BYTES
from tests.fuzz.raster_seeds import binary_grids, raster_files, virtual_rasters
from tests.raster.files.made import HEADER, VALUES, geotiff, text_grid

FLT = "ncols 4\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\nbyteorder LSBFIRST\n"

UNPARSED = (
    'PROJCS["WGS_1984Scale_Factor38S",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_'
    '1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433'
    ']],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Fals'
    'e_Northing",10000000.0],PARAMETER["Central_Meridian",45.0],PARAMETER["Scale_Factor",0.99'
    '96],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",-1e308]]'
)
"""A unit of no length: GDAL makes a CRS of it, and nothing of that."""


def refused(path: Path, match: str) -> None:
    """Looking into it and opening it say the same."""
    for opened in (describe, open_velocity):
        with pytest.raises(InputError, match=match):
            opened(path)


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        ("cellsize 10", "cellsize 1e308", "not a finite number|units from the origin"),
        ("cellsize 10", "cellsize 1e-320", "units large"),
        ("xllcorner 100", "xllcorner 1e300", "units from the origin"),
        ("yllcorner 200", "yllcorner -1e20", "units from the origin"),
    ],
)
def test_cells_that_lie_nowhere_are_refused(tmp_path: Path, old: str, new: str, match: str) -> None:
    refused(text_grid(tmp_path, HEADER.replace(old, new) + VALUES), match)


@pytest.mark.parametrize("size", ["0", "nan", "1e308", "-1e-320", "inf", "9" * 300])
def test_a_header_of_raw_cells_with_senseless_sizes_is_refused(tmp_path: Path, size: str) -> None:
    (tmp_path / "a.flt").write_bytes(bytes(48))
    (tmp_path / "a.hdr").write_text(FLT.replace("cellsize 10", f"cellsize {size}"))
    refused(tmp_path / "a.flt", "a.flt")


@pytest.mark.parametrize("key", ["SKIPBYTES", "BANDROWBYTES"])
def test_a_header_with_a_number_of_thousands_of_digits_is_refused(tmp_path: Path, key: str) -> None:
    (tmp_path / "a.bil").write_bytes(bytes(12))
    lines = ("NROWS 3", "NCOLS 4", "NBITS 8", f"{key} {'9' * 5000}", "XDIM 10", "YDIM 10")
    (tmp_path / "a.hdr").write_text("\n".join(lines) + "\n")
    refused(
        tmp_path / "a.bil", "a.bil: the file holds 12 bytes, [0-9]{1,3}(,[0-9]{3}){6} are needed"
    )


def test_a_crs_that_rasterio_cannot_parse_after_gdal_did_is_none(tmp_path: Path) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    path.with_suffix(".prj").write_text(UNPARSED)
    describe(path)
    assert open_velocity(path).crs_wkt is None


@pytest.mark.parametrize(
    "transform",
    [
        (10, 0, 1e300, 0, -10, 0),
        (1e-300, 0, 5, 0, -1e-300, 5),
        (10, 10, 0, 10, 10, 0),
        (0, 1e-12, 100, -10, 0, 0),
    ],
)
def test_a_geotiff_whose_cells_have_no_extent_is_refused(
    tmp_path: Path, transform: tuple[float, ...]
) -> None:
    path = geotiff(tmp_path, [[1.0, 2.0], [3.0, 4.0]], transform=Affine(*transform))
    refused(path, "grid.tif: its (cells|rows|columns)")


def archive(folder: Path, **members: bytes) -> Path:
    """`a_asc=…` becomes a member `a.asc`."""
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name.replace("_", "."), content)
    return path


def test_every_turned_bit_of_an_archive_is_read_or_told(tmp_path: Path) -> None:
    """Bad checksums, streams that are none, names that are none, passwords, unknown methods."""
    whole = archive(tmp_path, a_asc=(HEADER + VALUES).encode(), a_prj=b"PROJCS[]").read_bytes()
    path, told = tmp_path / "b.zip", 0
    for bit in range(0, 8 * len(whole), 5):
        hurt = bytearray(whole)
        hurt[bit // 8] ^= 1 << bit % 8
        path.write_bytes(hurt)
        try:
            describe(path)
        except InputError:
            told += 1
    assert told > 100


def test_a_packed_crs_larger_than_any_is_not_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path, a_asc=(HEADER + VALUES).encode(), a_prj=b" " * (MOST_SIDE_BYTES + 1))
    refused(path, "a.prj: is larger than 4 MiB")


@pytest.mark.parametrize("fill", [b" ", b"\n", b"1 "])
def test_a_packed_grid_is_read_no_further_than_its_values_can_reach(
    tmp_path: Path, fill: bytes
) -> None:
    path = tmp_path / "a.asc.gz"
    content = (HEADER + VALUES).encode() + fill * (4 * SPARE_BYTES // len(fill))
    path.write_bytes(gzip.compress(content, 1))
    refused(path, "holds more bytes than its header has values for")
    with open_stream(resolve(path), SPARE_BYTES) as stream:
        assert stream.read(SPARE_BYTES) == content[:SPARE_BYTES]
        with pytest.raises(InputError):
            stream.read(1)


def test_a_packed_grid_cannot_promise_more_than_it_can_hold(tmp_path: Path) -> None:
    path = tmp_path / "a.asc.gz"
    header = HEADER.replace("ncols 4", "ncols 2000000000").replace("nrows 3", "nrows 2000000000")
    path.write_bytes(gzip.compress((header + VALUES).encode()))
    refused(path, "values, the file holds at most")


def test_what_goes_wrong_beside_the_unpacking_is_no_damage(tmp_path: Path) -> None:
    """A fault of ours while a stream is open must not be told as one of the file."""
    source = resolve(text_grid(tmp_path, HEADER + VALUES))
    with pytest.raises(ValueError, match="ours"), open_stream(source):
        raise ValueError("ours")


def test_a_gzip_in_an_archive_is_bounded_too(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as inner:
        inner.write((HEADER + VALUES).encode() + b" " * (2 * SPARE_BYTES))
    refused(archive(tmp_path, **{"a_asc.gz": packed.getvalue()}), "more bytes than its header")


WGS84 = (
    'GEOGCS["GCS_Réunion",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],'
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
)


@pytest.mark.parametrize("radius", ["637.0", "1e-320", "9223372036854775808"])
def test_a_crs_of_another_planet_is_re_projected_to_no_zone(tmp_path: Path, radius: str) -> None:
    (tmp_path / "grid.prj").write_text(WGS84.replace("6378137.0", radius))
    path = text_grid(tmp_path, HEADER.replace("100", "15").replace("200", "41") + VALUES)
    with pytest.raises(InputError):
        open_velocity(path, reproject="utm")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_crs_may_have_accents_of_either_encoding(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "grid.prj").write_bytes(WGS84.encode(encoding))
    path = text_grid(tmp_path, HEADER.replace("100", "15").replace("200", "41") + VALUES)
    assert "Réunion" in str(describe(path).crs_wkt)


class Dies:
    """A raster that can be opened, and that GDAL dies of once it is read."""

    def __init__(self, gdal_name: str, followed: bool) -> None:
        self._dataset = program._Dataset(gdal_name, followed)

    def facts(self) -> dict[str, object]:
        return self._dataset.facts()

    def read(self, *_: object) -> None:
        os.abort()


def test_a_virtual_raster_that_gdal_crashes_on_ends_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GDAL reads it in another process; other rasters are opened straight away."""
    geotiff(tmp_path, np.ones((5, 6), np.uint8))
    (name,) = (path.name for path in tmp_path.iterdir())
    for file, content in virtual_rasters()[0].files.items():
        if file.endswith(".vrt"):
            (tmp_path / file).write_bytes(content.replace(b"a.tif", name.encode()))
    assert describe(tmp_path / "a.vrt").cols == 6
    monkeypatch.setattr(program, "_Dataset", Dies)
    refused(tmp_path / "a.vrt", "a.vrt: the library that reads it crashes")
    assert describe(tmp_path / name).cols == 6


class Lingers:
    """A raster that GDAL does not come to an end with, on being opened or on being read, waiting or
    working; or that lies on a slow disk."""

    def __init__(self, gdal_name: str, followed: bool) -> None:
        self._dataset, self._name = program._Dataset(gdal_name, followed), gdal_name
        self._note = Path(gdal_name).with_name(f"lingers {os.getpid()}")
        self._note.touch()

    def facts(self) -> dict[str, object]:
        if Path(self._name).name == "open.vrt":
            time.sleep(3600)
        return self._dataset.facts()

    def read(self, *asked: Any) -> Any:
        name = Path(self._name).name
        while name == "busy.vrt":
            pass
        time.sleep(0.6 if name == "slow.vrt" else 3600)
        return self._dataset.read(*asked)


@pytest.mark.parametrize(
    ("name", "patience"),
    [("open.vrt", 1), ("read.vrt", 1), ("busy.vrt", 1000), ("slow.vrt", 1000)],
)
def test_a_virtual_raster_that_gdal_does_not_finish_ends_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, patience: int
) -> None:
    """Waiting, as for a slow disk, counts less than work."""
    geotiff(tmp_path, np.ones((5, 6), np.uint8))
    (raster,) = (path.name for path in tmp_path.iterdir())
    content = virtual_rasters()[0].files["a.vrt"].replace(b"a.tif", raster.encode())
    (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(program, "_Dataset", Lingers)
    monkeypatch.setattr(program, "SECONDS", 0.3)
    monkeypatch.setattr(subprocess_call, "PATIENCE", patience)
    if name == "slow.vrt":
        assert describe(tmp_path / name).cols == 6
    else:
        refused(tmp_path / name, f"{name}: the library that reads it comes to no end with")
    notes = list(tmp_path.glob("lingers *"))
    assert notes
    for note in notes:
        with pytest.raises(ProcessLookupError):
            os.kill(int(note.name.split()[1]), 0)


@pytest.mark.parametrize(
    ("driver", "name", "header", "old", "new"),
    [
        ("PCRaster", "a.map", "a.map", struct.pack("<II", 5, 6), struct.pack("<II", 8_000_000, 6)),
        ("ERS", "a.ers", "a.ers", b"NrOfLines\t= 5", b"NrOfLines\t= 8000000"),
        ("RRASTER", "a.grd", "a.grd", b"nrows=5", b"nrows=8000000"),
        ("AIG", "grid", "grid/dblbnd.adf", struct.pack(">d", 8000050), struct.pack(">d", 4e7)),
    ],
)
def test_a_small_file_that_promises_millions_of_cells_is_refused(
    tmp_path: Path, driver: str, name: str, header: str, old: bytes, new: bytes
) -> None:
    """GDAL would read zeros for what is missing, or look for it row by row."""
    if driver == "AIG":
        files = dict(binary_grids()[0].files)
    else:
        files = raster_files(driver, Path(name).suffix)
    assert old in files[header]
    for spoiled in (False, True):
        for file, content in files.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            spoil = spoiled and file == header
            (tmp_path / file).write_bytes(content.replace(old, new) if spoil else content)
        if spoiled:
            refused(tmp_path / name, "bytes, [0-9,]+ are needed for 6 × [0-9]{7,8} cells")
        else:
            assert describe(tmp_path / name).valid == 30
