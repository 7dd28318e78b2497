from __future__ import annotations

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from core.errors import InputError
from raster.files.read import describe, open_velocity
from raster.files.source import members, resolve
from tests.raster.files.made import HEADER, VALUES, geotiff, text_grid

GRID = (HEADER + VALUES).encode()


def archive(folder: Path, entries: dict[str, bytes]) -> Path:
    path = folder / "grids.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
    return path


def test_a_zip_of_one_raster_needs_no_member(tmp_path: Path) -> None:
    path = archive(tmp_path, {"dem.asc": GRID, "read_me.txt": b"hello", "dem.prj": b""})
    assert members(path) == ("dem.asc",)
    source = resolve(path)
    assert (source.member, source.stem) == ("dem.asc", "dem")
    assert describe(path).rows == 3


def test_a_zip_of_several_rasters_lists_them(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.asc": GRID, "deep/b.asc": GRID, "__MACOSX/a.asc": b"junk"})
    assert members(path) == ("a.asc", "deep/b.asc")
    with pytest.raises(
        InputError, match=r"holds 2 rasters\. Name one of them: a\.asc, deep/b\.asc"
    ):
        resolve(path)


@pytest.mark.parametrize("name", ["deep/b.asc", "b.asc", "B.ASC"])
def test_a_member_is_named_in_full_or_by_its_file(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path, {"a.asc": GRID, "deep/b.asc": GRID})
    assert resolve(path, name).member == "deep/b.asc"


def test_a_member_may_be_written_into_the_path(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.asc": GRID, "deep/b.asc": GRID})
    assert describe(path / "deep/b.asc").cols == 4


def test_a_member_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.asc": GRID})
    with pytest.raises(InputError, match=r"holds no 'c\.asc'\. It holds a\.asc"):
        resolve(path, "c.asc")


def test_a_gzip_in_a_zip_is_unpacked_twice(tmp_path: Path) -> None:
    path = archive(tmp_path, {"dem.asc.gz": gzip.compress(GRID), "dem.prj": b""})
    assert describe(path).kind == "ESRI ASCII grid"


def test_a_geotiff_is_read_from_a_zip_and_from_a_gzip(tmp_path: Path) -> None:
    content = geotiff(tmp_path, [[1, 2], [3, 4]], name="plain.tif").read_bytes()
    (tmp_path / "dem.tif.gz").write_bytes(gzip.compress(content))
    for path in (archive(tmp_path, {"dem.tif": content}), tmp_path / "dem.tif.gz"):
        assert open_velocity(path).values.tolist() == [[1, 2], [3, 4]]
    assert not list(tmp_path.glob("*.properties"))


@pytest.mark.parametrize("name", ["a b.tif", "50%.tif", "a#1?.tif", "ä!.tif", "[x]{y}.tif"])
def test_odd_characters_in_names(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "my grids (1)"
    folder.mkdir()
    path = geotiff(folder, [[1, 2], [3, 4]], name=name)
    assert describe(path).maximum == 4
    packed = folder / f"{name}.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(path, name)
    assert describe(packed).maximum == 4


def test_the_hdr_of_a_float_grid_stands_for_its_data(tmp_path: Path) -> None:
    (tmp_path / "dem.flt").write_bytes(bytes(24))
    header = tmp_path / "dem.HDR"
    header.write_text(
        "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nbyteorder LSBFIRST\n"
    )
    assert resolve(header).path.name == "dem.flt"


REFUSED = {
    "absent.asc": (None, "there is no such file"),
    "empty.asc": (b"", "the file is empty"),
    "dem.prj": (b"Projection UTM", "belongs to a raster"),
    "dem.tif.aux.xml": (b"<PAMDataset/>", "belongs to a raster"),
    "dem.tif.ovr": (b"II", "belongs to a raster"),
    "dem.hdr": (b"ncols 3", "header without its data"),
    "roads.gpkg": (b"SQLite format 3", "Open it as a road network"),
    "dem.zip": (b"PK but no more", "not a zip archive"),
    "dem.tar.gz": (b"x", "Unpack it first"),
    "dem.7z": (b"7z", "Unpack it first"),
    "photo.tif": (b"II*\x00 and then nothing of use", "photo.tif: "),
    "program.exe": (b"MZ\x00\x00" * 99, "in no raster format"),
    "dem.asc.gz": (b"not packed at all", "cannot be read to its end"),
}


@pytest.mark.parametrize(("name", "content", "reason"), [(n, *r) for n, r in REFUSED.items()])
def test_what_is_no_raster_is_refused_in_one_line(
    tmp_path: Path, name: str, content: bytes | None, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    for opened in (describe, open_velocity):
        with pytest.raises(InputError, match=reason) as caught:
            opened(path)
        assert "\n" not in str(caught.value)
        assert str(path) in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_a_folder_without_a_raster_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no raster"):
        resolve(tmp_path)


def test_a_folder_with_rasters_names_them(tmp_path: Path) -> None:
    text_grid(tmp_path, GRID)
    with pytest.raises(InputError, match=r"Open grid.asc in it"):
        resolve(tmp_path)


def test_a_zip_without_a_raster_and_an_empty_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no raster among roads\.shp"):
        resolve(archive(tmp_path, {"roads.shp": b"x"}))
    with pytest.raises(InputError, match="archive is empty"):
        resolve(archive(tmp_path, {}))
    with pytest.raises(InputError, match="the file is empty"):
        resolve(archive(tmp_path, {"dem.asc": b""}))


def test_damage_within_a_zip_is_an_error(tmp_path: Path) -> None:
    path = archive(tmp_path, {"dem.asc": GRID * 500})
    content = bytearray(path.read_bytes())
    content[200:220] = bytes(20)
    path.write_bytes(content)
    with pytest.raises(InputError):
        describe(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_that_nobody_writes_into_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.asc")
    with pytest.raises(InputError, match="neither a file nor a folder"):
        resolve(tmp_path / "a.asc")
