"""Rows of tables that people hand in, as their spreadsheets write them."""

import os
import threading
from pathlib import Path

import pytest

from core.errors import InputError
from core.files.csv_rows import csv_rows

PLACES = ("lon", "lat"), ("x", "y")


def rows(tmp_path: Path, text: str, encoding: str = "utf-8") -> list[dict[str, str]]:
    path = tmp_path / "places.csv"
    path.write_bytes(text.encode(encoding))
    return [row for row, _ in csv_rows(path, *PLACES, optional=("name", "delay_s"))]


@pytest.mark.parametrize(
    "text",
    [
        'x,y,name\n1.5,-2,"Porto, centre"\n',
        "x;y;name\n1,5;-2;Porto, centre\n",
        "x\ty\tname\r\n1,5\t-2\tPorto, centre\r\n",
        "X; Y ;Name;note\n1.5;-2;Porto, centre;9\n",
        'x,y,name,"a;b"\n1.5,-2,"Porto, centre",9\n',
    ],
    ids=["commas", "semicolons", "tabs", "capitals", "a semicolon in a name"],
)
def test_columns_are_parted_as_spreadsheets_do(tmp_path: Path, text: str) -> None:
    expected = [{"x": "1.5", "y": "-2", "name": "Porto, centre"}]
    assert rows(tmp_path, text) == expected
    assert rows(tmp_path, text, "utf-8-sig") == expected


def test_a_name_keeps_its_comma_and_a_point_stays(tmp_path: Path) -> None:
    found = rows(tmp_path, "lon;lat;name;delay_s\n-8,61;41.15;3,5;1,5\n")
    assert found == [{"lon": "-8.61", "lat": "41.15", "name": "3,5", "delay_s": "1.5"}]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no column lat") as error:
        rows(tmp_path, "lon;minutes\n1;2\n")
    assert error.value.where == "places.csv, line 1"
    assert error.value.advice == "Give the columns lon,lat or x,y."


def test_what_comes_through_a_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("x;y\n1;2\n",))
    writer.start()
    assert [row for row, _ in csv_rows(pipe, *PLACES)] == [{"x": "1", "y": "2"}]
    writer.join()


def test_an_empty_file_has_no_columns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no column lon or lat"):
        rows(tmp_path, "")
