from __future__ import annotations

import gzip
import math
from pathlib import Path

import numpy as np
import pytest
from rasterio.crs import CRS
from rasterio.enums import WktVersion

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from raster.files.opening import open_reader
from raster.files.read import describe, open_velocity
from raster.files.source import resolve
from raster.files.text import grid as text_grid_module
from raster.files.text.numbers import new_marks, scan
from tests.raster.files.made import HEADER, KMH, VALUES, text_grid

GRASS = "north: 230\nsouth: 200\neast: 140\nwest: 100\nrows: 3\ncols: 4\n"


def speeds_of(path: Path) -> np.ndarray:
    grid = open_velocity(path)
    return grid.kmh_of(grid.values)


SAME_GRID = {
    "plain": HEADER + VALUES,
    "crlf": (HEADER + VALUES).replace("\n", "\r\n"),
    "cr alone": (HEADER + VALUES).replace("\n", "\r"),
    "upper-case keys": HEADER.upper() + VALUES,
    "one value a line": HEADER + VALUES.replace(" ", "\n"),
    "all on one line": HEADER + VALUES.replace("\n", " "),
    "no line end at the end": HEADER + VALUES.rstrip(),
    "blanks at ends of lines": (HEADER + VALUES).replace("\n", "   \n"),
    "tabs": (HEADER + VALUES).replace(" ", "\t"),
    "blank lines": HEADER + "\n\n" + VALUES + "\n\n",
    "byte order mark": "\xef\xbb\xbf" + HEADER + VALUES,
    "ends with ^Z": HEADER + VALUES + "\x1a",
    "keys in another order": "".join(reversed(HEADER.splitlines(keepends=True))) + VALUES,
    "header on one line": HEADER.replace("\n", " ") + "\n" + VALUES,
    "centre of the corner cell": HEADER.replace("corner 100", "center 105").replace(
        "corner 200", "center 205"
    )
    + VALUES,
    "dx and dy": HEADER.replace("cellsize 10", "dx 10\ndy 10") + VALUES,
    "decimal commas": HEADER.replace("cellsize 10", "cellsize 10,000")
    + VALUES.replace(" ", ",0 ").replace("\n", ",00\n"),
    "exponents": HEADER.replace("xllcorner 100", "xllcorner .1000E+03")
    + VALUES.replace("10", "1.0e+01").replace("5", "50E-1").replace("12", "0.12d2"),
    "NODATA": HEADER.replace("NODATA_value", "NODATA") + VALUES,
    "nodata_value with a point": HEADER.replace("-9999", "-9999.0") + VALUES,
    "nodata nan": HEADER.replace("-9999", "nan") + VALUES.replace("-9999", "NaN"),
    "nodata a word": HEADER.replace("-9999", "void") + VALUES.replace("-9999", "void"),
    "no nodata line, nan": HEADER[: HEADER.index("NODATA")] + VALUES.replace("-9999", "nan"),
    "Microsoft's nan": HEADER + VALUES.replace("-9999", "-1.#IND"),
    "GRASS": GRASS + VALUES.replace("-9999", "*"),
    "GRASS, null named": GRASS + "null: -1\n" + VALUES.replace("-9999", "-1"),
    "GRASS, multiplier": GRASS + "multiplier: 2\n" + "0.5 1 1.5 2 2.5 3 * 4 0 5 5.5 6\n",
}


@pytest.mark.parametrize("text", SAME_GRID.values(), ids=SAME_GRID.keys())
def test_every_way_to_write_the_grid_reads_the_same(tmp_path: Path, text: str) -> None:
    grid = open_velocity(text_grid(tmp_path, text))
    np.testing.assert_array_equal(grid.kmh_of(grid.values), KMH)
    assert (grid.left, grid.top, grid.cell_x, grid.cell_y) == (100, 230, 10, 10)
    assert grid.values.dtype == np.uint8


def test_the_extension_does_not_matter(tmp_path: Path) -> None:
    for name in ("grid.txt", "grid.grd", "GRID.ASC", "grid", "grid.dat"):
        assert describe(text_grid(tmp_path, HEADER + VALUES, name)).kind == "ESRI ASCII grid"


def test_cells_need_not_be_square(tmp_path: Path) -> None:
    text = HEADER.replace("cellsize 10", "dx 10\ndy 2.5") + VALUES
    grid = open_velocity(text_grid(tmp_path, text))
    assert (grid.step_x, grid.step_y, grid.top) == (10, 2.5, 207.5)


def test_nodata_0_is_no_data_and_no_barrier(tmp_path: Path) -> None:
    text = HEADER.replace("-9999", "0") + VALUES.replace("-9999", "7")
    grid = open_velocity(text_grid(tmp_path, text))
    assert math.isnan(grid.kmh_at(2, 0))
    assert grid.kmh_at(1, 2) == 7


def test_nodata_is_compared_in_double_precision(tmp_path: Path) -> None:
    # In float32 both are the same number.
    text = HEADER.replace("-9999", "-1.234567890123") + VALUES.replace(
        "-9999", "-1.234567890123"
    ).replace("11", "-1.234567890124")
    info = describe(text_grid(tmp_path, text))
    assert info.valid == 11
    assert info.dtype == "float64"
    assert info.nodata == -1.234567890123


def test_a_huge_nodata_may_be_rounded_differently_in_header_and_cells(tmp_path: Path) -> None:
    text = HEADER.replace("-9999", "-3.40282e+038") + VALUES.replace(
        "-9999", "-3.4028234663852886e+38"
    )
    np.testing.assert_array_equal(speeds_of(text_grid(tmp_path, text)), KMH)


def test_infinite_cells_are_no_data_and_noted(tmp_path: Path) -> None:
    grid = open_velocity(text_grid(tmp_path, HEADER + VALUES.replace("-9999", "inf")))
    np.testing.assert_array_equal(grid.kmh_of(grid.values), KMH)
    assert any("infinite" in note for note in grid.notes)


def test_a_gzipped_grid_with_its_prj_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "grid.asc.gz"
    path.write_bytes(gzip.compress((HEADER + VALUES).encode()))
    (tmp_path / "GRID.PRJ").write_text("Projection UTM\nZone 38\nDatum WGS84\nUnits METERS\n")
    info = describe(path)
    assert info.crs == "EPSG:32638"
    assert not list(tmp_path.glob("*.properties"))


@pytest.mark.parametrize("epsg", [32738, 3035, 2227, 4326])
def test_an_esri_prj_is_known_by_its_authority(tmp_path: Path, epsg: int) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    esri = CRS.from_epsg(epsg).to_wkt(version=WktVersion.WKT1_ESRI)
    path.with_suffix(".prj").write_text(esri)
    info = describe(path)
    assert info.crs == f"EPSG:{epsg}"
    assert info.crs_wkt == CRS.from_epsg(epsg).to_wkt()


def test_a_prj_that_is_nearly_an_authoritys_is_not_taken_for_it(tmp_path: Path) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    esri = CRS.from_epsg(32738).to_wkt(version=WktVersion.WKT1_ESRI)
    path.with_suffix(".prj").write_text(esri.replace("0.9996", "0.9997"))
    info = describe(path)
    assert info.crs_wkt is not None
    assert "0.9997" in info.crs_wkt
    assert "32738" not in info.crs_wkt


def test_a_prj_that_nobody_understands_is_noted(tmp_path: Path) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    path.with_suffix(".prj").write_text("somewhere near the river")
    grid = open_velocity(path)
    assert grid.crs_wkt is None
    assert any(".prj" in note for note in grid.notes)


def test_a_cut_gzip_is_an_error(tmp_path: Path) -> None:
    packed = gzip.compress((HEADER + VALUES * 1).encode() + bytes(1000))
    path = tmp_path / "grid.asc.gz"
    path.write_bytes(packed[:-12])
    with pytest.raises(InputError, match="cannot be read to its end"):
        describe(path)


BROKEN = {
    "too few values": (HEADER + "1 2 3 4\n5 6 7 8\n9 10 11\n", "line 9 after 11 of 12 values"),
    "only the header": (HEADER, "after 0 of 12 values"),
    "too many values": (HEADER + VALUES + "13\n", "holds 13. Its header may be wrong"),
    "a row too many": (HEADER + VALUES + "1 2 3 4\n", "4 columns × 3 rows .* the file holds 16"),
    "the grid twice": (HEADER + VALUES + VALUES, "the file holds 24"),
    "a value a line, a row too many": (
        HEADER + VALUES.replace(" ", "\n") + "1\n2\n3\n4\n",
        "the file holds 16",
    ),
    "a short row": (HEADER + "1 2 3 4\n5 6 7\n9 10 11 12\n", "line 8: holds 3 values .* 4 columns"),
    "ragged, though the total fits": (HEADER + "1 2 3 4\n5 6 7\n8 9 10 11 12\n", "line 8: holds 3"),
    "wrong ncols": (HEADER.replace("ncols 4", "ncols 5") + VALUES, "Line 7 holds 4 .* 5 columns"),
    "a word": (HEADER + VALUES.replace("6", "six"), "line 8: 'six' is not a number"),
    "a word, lines end with CR": (
        (HEADER + VALUES.replace("6", "six")).replace("\n", "\r"),
        "line 8: 'six' is not a number",
    ),
    "a short row, lines end with CR": (
        (HEADER + "1 2 3 4\n5 6 7\n9 10 11 12\n").replace("\n", "\r"),
        "line 8: holds 3 values",
    ),
    "a lone *": (HEADER + VALUES.replace("6", "*"), "line 8: '\\*' is not a number"),
    "commas between": (HEADER + VALUES.replace(" ", ","), "line 7: .* not commas"),
    "ncols missing": (HEADER.replace("ncols 4\n", "") + VALUES, "no 'ncols'"),
    "cellsize missing": (HEADER.replace("cellsize 10\n", "") + VALUES, "no 'cellsize'"),
    "cellsize 0": (HEADER.replace("cellsize 10", "cellsize 0") + VALUES, "line 5: 'cellsize' is 0"),
    "half a column": (HEADER.replace("ncols 4", "ncols 4.5") + VALUES, "line 1: .* whole number"),
    "countless columns": (HEADER.replace("ncols 4", "ncols 1e20") + VALUES, "line 1: .* more than"),
    "more values than bytes": (HEADER.replace("nrows 3", "nrows 3000000"), "12,000,000 values"),
    "ncols a word": (HEADER.replace("ncols 4", "ncols four") + VALUES, "line 1: 'ncols' is 'four'"),
    "keyword without value": (HEADER.replace("nrows 3", "nrows") + VALUES, "line 2: 'nrows' has"),
    "keyword twice": ("ncols 4\n" + HEADER + VALUES, "line 2: 'ncols' is given twice"),
    "words after the header": (HEADER + "here it comes\n" + VALUES, "line 7"),
    "GRASS upside down": (GRASS.replace("north: 230", "north: 100") + VALUES, "enclose nothing"),
}


@pytest.mark.parametrize(("text", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_every_broken_grid_says_what_is_wrong_and_where(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = text_grid(tmp_path, text)
    for opened in (describe, open_velocity):
        with pytest.raises(InputError, match=reason) as caught:
            opened(path)
        assert "\n" not in str(caught.value)
        assert str(path) in str(caught.value)


def test_text_that_is_no_grid_at_all_is_refused(tmp_path: Path) -> None:
    path = text_grid(tmp_path, "Dear reader,\nthis is no raster.\n", "letter.txt")
    with pytest.raises(InputError, match="line 1: begins with no header"):
        describe(path)


def test_swapped_rows_and_columns_are_noted(tmp_path: Path) -> None:
    text = HEADER.replace("ncols 4", "ncols 3").replace("nrows 3", "nrows 4") + VALUES
    assert any("swapped" in note for note in describe(text_grid(tmp_path, text)).notes)


def test_an_unknown_header_line_is_noted(tmp_path: Path) -> None:
    info = describe(text_grid(tmp_path, HEADER + "zunits 1\n" + VALUES))
    assert any("zunits" in note for note in info.notes)


def test_without_a_corner_the_grid_lies_at_0_and_says_so(tmp_path: Path) -> None:
    info = describe(text_grid(tmp_path, "ncols 4\nnrows 3\ncellsize 10\n" + VALUES))
    assert (info.left, info.top) == (0, 30)
    assert sum("llcorner" in note for note in info.notes) == 2


def test_a_grid_of_many_blocks_and_chunks_loses_no_value(tmp_path: Path) -> None:
    rows, cols = 1500, 1300  # more than one block, several chunks of text
    expected = (np.arange(rows * cols) % 200).reshape(rows, cols)
    body = "\n".join(" ".join(map(str, row)) for row in expected.tolist())
    header = HEADER.replace("ncols 4", f"ncols {cols}").replace("nrows 3", f"nrows {rows}")
    path = text_grid(tmp_path, header + body)
    with open_reader(resolve(path)) as reader:
        blocks = list(reader.blocks(1))
    assert len(blocks) > 1
    np.testing.assert_array_equal(np.concatenate([b.values for b in blocks]), expected)
    assert open_velocity(path).values.tolist() == expected.tolist()


def test_line_numbers_survive_chunks_that_cut_crlf(tmp_path: Path) -> None:
    lines = 300_000
    header = HEADER.replace("ncols 4", "ncols 1").replace("nrows 3", f"nrows {lines}")
    body = "12345\r\n" * (lines - 1) + "oops\r\n"
    path = text_grid(tmp_path, header.replace("\n", "\r\n") + body)
    with pytest.raises(InputError, match=f"line {lines + 6}: 'oops'"):
        describe(path)


def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        open_velocity(text_grid(tmp_path, HEADER + VALUES), cancel=cancel)


def parse(text: str) -> tuple[list[float], int]:
    data = np.frombuffer(f"{text} ".encode(), np.uint8)
    out = np.empty(len(text) + 1)
    end = scan(data, 0, data.size, out, 0, np.frombuffer(b"", np.uint8), 1, new_marks(1))
    return out[: end.filled].tolist(), int(end.status)


def test_numbers_of_up_to_15_digits_are_exact_and_longer_ones_to_the_last_bit() -> None:
    random = np.random.default_rng(7)
    short = [f"{x:.10g}" for x in random.normal(size=2000) * 10.0 ** random.integers(-9, 9, 2000)]
    long = [
        repr(float(x)) for x in random.normal(size=2000) * 10.0 ** random.integers(-30, 30, 2000)
    ]
    assert parse(" ".join(short))[0] == [float(text) for text in short]
    np.testing.assert_allclose(parse(" ".join(long))[0], [float(t) for t in long], rtol=1e-15)


@pytest.mark.parametrize(
    "token", ["1.2.3", "1,2,3", "1,234.5", "e5", "5e", "-", ".", "--1", "1x", "0x10", "infx", "na"]
)
def test_what_is_no_number_is_not_read_as_one(token: str) -> None:
    numbers, status = parse(token)
    assert numbers == []
    assert status != 0


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("chunk", [16, 17, 31])
def test_chunks_may_end_anywhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chunk: int, line_end: str
) -> None:
    # A value a line and no other blank: a chunk of any size cuts a number or a line end.
    monkeypatch.setattr(text_grid_module, "CHUNK_BYTES", chunk)
    rows = 200
    header = HEADER.replace("ncols 4", "ncols 1").replace("nrows 3", f"nrows {rows}")
    lines = [str(row * 37 % 90) for row in range(rows)]
    path = text_grid(tmp_path, (header + "\n".join(lines) + "\n").replace("\n", line_end))
    np.testing.assert_array_equal(speeds_of(path)[:, 0], [float(line) for line in lines])
    lines[150] = "oops"
    path = text_grid(tmp_path, (header + "\n".join(lines) + "\n").replace("\n", line_end))
    with pytest.raises(InputError, match="line 157: 'oops'"):
        describe(path)
