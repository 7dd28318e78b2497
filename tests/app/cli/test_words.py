"""The words of the command line: understood, or refused in one line that helps."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.cli import values
from app.cli.arguments import COMMANDS, parse
from app.cli.kinds import kind_of
from app.cli.options.option import BURNED, COMBINED, ROADS, TERRAIN
from app.cli.options.table import options_of
from app.cli.report import byte_size, duration, facts, json_text, plain, table
from app.settings import VERSION
from app.starts import ANYWHERE
from core.errors import InputError
from core.files.user_paths import expanded
from road.costs.profiles import PROFILES
from tests.app.cli_runs import ROOT, CommandLine


def test_the_version_is_that_of_the_project(isofront: CommandLine) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
    assert isofront("--version") == (0, f"isofront {VERSION}\n", "")


def test_the_help_names_every_profile(isofront: CommandLine) -> None:
    """Its words are not made of the profiles: to load these takes longer than to print it."""
    _, text, _ = isofront("solve", "--help")
    named = re.search(r"--profile NAME\s+(.*?) \(", text, re.DOTALL)
    assert named is not None
    assert sorted(re.split(r",\s+|\s+or\s+", named[1])) == sorted(PROFILES)


def test_help_names_every_command(isofront: CommandLine) -> None:
    status, out, err = isofront("--help")
    assert (status, err) == (0, "")
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(isofront: CommandLine, command: str) -> None:
    status, out, err = isofront(command, "--help")
    assert (status, err) == (0, "")
    assert f"isofront {command}" in out
    assert "option_strings" not in out, "a % stands for itself"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["slove", "x"], r"slove: .*Did you mean `isofront solve`\?"),
        (["nowhere.tif"], r"nowhere\.tif: there is no such file"),
        (["--frobnicate"], r"isofront: '--frobnicate'.*See `isofront --help`"),
        (["info"], r"isofront info: .*FILE.*See `isofront info --help`"),
        (
            ["info", "a", "b"],
            r"isofront info: takes one file, and 'b' comes after 'a'\. Call it once",
        ),
        (["info", "a", "--bnad", "1"], r"isofront info: '--bnad' is not a known argument"),
        (["info", "a", "--band", "0"], r"--band: '0' is not a whole number"),
        (["solve", "a"], r"--start: there is no start\. Give X,Y, or --starts FILE\."),
        (["solve", "a", "--start", "1,2", "--unit", "ms"], r"isofront solve: '--unit'"),
        (["solve", "a", "--start", "1;2"], r"--start: '1;2' is not a start; give X,Y"),
        (["solve", "a", "--start", "1"], r"--start: '1' is not a start"),
        (["solve", "a", "--start", "1,2,3,4"], r"is not a start"),
        (["solve", "a", "--start", "1,nan"], r"is not a start"),
        (["solve", "a", "--start", "1,2,-3"], r"delay below 0"),
        (["solve", "a", "--start", "-5,x"], r"--start: '-5,x' is not a start"),
        (["solve", "a", "--start"], r"--start: expected one argument"),
        (["solve", "a", "--start", "-5,3", "--bands", "-5,5"], r"bands: '-5' is not a time"),
        (["route", "a", "--closures=--"], r"--closures: '--' is not a value"),
        (["solve", "a", "--start", "1,2", "--time-limit", "0"], r"--time-limit: '0'"),
        (["solve", "a", "--start", "1,2", "--time-limit", "inf"], r"--time-limit: 'inf'"),
        (["solve", "a", "--start", "1,2", "--limit", "5 foo"], r"--limit: '5 foo' .* as 10min or"),
        (["solve", "a", "--start", "1,2", "--limit", "0 min"], r"--limit: '0 min' is not"),
        (["solve", "a", "--start", "1,2", "--limit", "1, 2 h"], r"--limit: '1, 2 h' is not"),
        (["solve", "a", "--start", "1,2", "--zero-speed-kmh", "-1"], r"--zero-speed-kmh"),
        (["solve", "a", "--start", "1,2", "--units", "mph"], r"--units: .*kmh"),
        (["solve", "a", "--start", "1,2", "--reproject", "4326"], r"--reproject: .*utm"),
        (["solve", "a", "--start", "1,2", "--param", "delta"], r"--param: .*NAME=NUMBER"),
        (["solve", "a", "--start", "1,2", "--png-size", "9"], r"--png-size: .*WIDTHxHEIGHT"),
        (["solve", "a", "--owners", "b.csv", "--owners=c.gpkg"], r"--owners: is given twice\. "),
        (
            ["solve", "a", "--limit", "5", "--time-limit=7"],
            r"--time-limit: .*twice, --limit before",
        ),
        (["--language", "en", "--language", "de"], r"--language: is given twice\. "),
        (["bench", "a", "--start", "1,2"], r"isofront bench: .*--algorithms"),
        (["bench", "a", "--start", "1,2", "--algorithms", ","], r"--algorithms: no name"),
        (["bench", "a", "--start", "1,2", "--algorithms", "x", "--repeat", "x"], r"--repeat"),
        (["demo", "--json"], r"--json: .*--files DIR"),
        (["demo", "--loop", "--out", "a"], r"--loop: .*--files"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_are_refused_in_one_line(
    isofront: CommandLine, words: list[str], line: str
) -> None:
    assert re.search(line, isofront.refused(*words))


@pytest.mark.parametrize("kind", [TERRAIN, ROADS, COMBINED, BURNED])
@pytest.mark.parametrize("command", ["info", "solve", "bench"])
def test_an_option_is_refused_where_it_means_nothing(
    command: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {option.name: option for option in options_of(command)}
    join = kind if kind in (COMBINED, BURNED) else ""
    if join and "roads" not in table:
        return
    monkeypatch.setattr("app.cli.kinds.holds_roads", lambda name: name != "terrain")
    monkeypatch.setattr("app.cli.kinds.kind_held_by", lambda path: SimpleNamespace(id=path.name))
    monkeypatch.setattr("app.cli.kinds._join", lambda _, roads: join)
    file = "roads" if kind == ROADS else "terrain"
    unsaid = {name: option.unsaid for name, option in table.items()}
    plain_question = argparse.Namespace(**{**unsaid, "command": command, "file": file})
    assert kind_of(plain_question) == kind
    for name, option in table.items():
        asked = argparse.Namespace(**{**vars(plain_question), name: "given"})
        asked.file = file
        if kind in option.kinds:
            assert kind_of(asked) == kind
        else:
            with pytest.raises(InputError) as caught:
                kind_of(asked)
            assert caught.value.where == option.flag


def test_starts_may_lie_left_of_zero() -> None:
    arguments = parse(["solve", "a", "--start", "-500,20", "--start", "-.5,-7,60", "--json"])
    assert [start.told for start in arguments.start] == [(-500, 20, 0), (-0.5, -7, 60)]
    assert arguments.json


def test_a_start_may_be_left_to_isofront() -> None:
    assert parse(["solve", "a", "--start", "Auto"]).start == [ANYWHERE]


def test_a_file_opens_the_window_and_nothing_does_too() -> None:
    file = str(ROOT / "pyproject.toml")
    assert parse([file]).file == file
    assert parse([]).file is None
    assert parse([]).run == parse([file]).run == parse(["--sample"]).run


def test_a_sample_may_be_named() -> None:
    assert [parse(words).sample for words in ([], ["--sample"], ["--sample", "roads"])] == [
        "", "terrain", "roads",
    ]  # fmt: skip
    with pytest.raises(InputError, match="atlantis"):
        parse(["--sample", "atlantis"])


def test_a_raster_within_an_archive_is_a_file() -> None:
    inside = str(ROOT / "pyproject.toml" / "grid.asc")
    assert parse([inside]).file == inside


def test_a_file_called_like_a_command_opens_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solve").write_text("")
    assert parse(["./solve"]).file == "./solve"
    with pytest.raises(InputError, match="isofront solve"):
        parse(["solve"])


def test_parameters_are_names_and_numbers() -> None:
    assert values.parameter("delta_seconds = 1e2") == ("delta_seconds", 100.0)
    with pytest.raises(argparse.ArgumentTypeError):
        values.parameter("=3")


def test_names_are_kept_once_and_in_order() -> None:
    assert values.names("tiled, dijkstra,,tiled") == ("tiled", "dijkstra")


@pytest.mark.parametrize("text", ["63x100", "100x16385", "100", "axb", "100x-5", "²x100"])
def test_sizes_that_no_picture_has_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        values.size(text)


def test_json_knows_no_nan_and_no_infinity() -> None:
    record = {"a": float("nan"), "b": [float("inf"), 1.5], "c": {"d": (-float("inf"), None)}}
    assert plain(record) == {"a": None, "b": [None, 1.5], "c": {"d": [None, None]}}
    assert json_text({"Δ": 1}).isascii()


def test_a_table_sets_numbers_right_and_words_left() -> None:
    assert table(("name", "ms"), [("tiled", "9.5"), ("dijkstra", "123.0")]) == (
        "name         ms\ntiled       9.5\ndijkstra  123.0"
    )


def test_facts_without_value_are_left_out() -> None:
    assert facts([("a", "1"), ("long", ""), ("bc", "2")]) == "a   1\nbc  2"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.0 s"),
        (59.94, "59.9 s"),
        (59.96, "1 min 00 s"),
        (3599.6, "1 h 00 min"),
        (845.2, "14 min 05 s"),
        (7380.0, "2 h 03 min"),
    ],
)
def test_durations_never_show_sixty_of_anything(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (5 * 2**30, "5.0 GiB")],
)
def test_sizes_of_files_are_short(count: int, text: str) -> None:
    assert byte_size(count) == text


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--limit", value) for value in ("1e308", "1e-320", "nan", "9" * 4400)),
        *(("--start", value) for value in ("1,2,1e308", "vertex:1,1e308", "vertex:" + "9" * 5000)),
        *(("--zero-speed-kmh", value) for value in ("1e308", "-1")),
        *((option, "1e308") for option in ("--cell-size", "--tolerance")),
        *((option, "1e-9") for option in ("--cell-size", "--tolerance")),
        *(("--off-road", value) for value in ("5,1e308", "1e308,5")),
        *((option, "9" * 4400) for option in ("--band", "--device", "--gpu-memory")),
        ("--png-size", "9" * 4400 + "x64"),
    ],
)
def test_numbers_beyond_all_reason_are_refused_at_the_door(option: str, value: str) -> None:
    given = [] if option == "--start" else ["--start", "auto"]
    with pytest.raises(InputError) as caught:
        parse(["solve", "a.asc", *given, option, value])
    assert caught.value.where == option
    assert "invalid" not in caught.value.found
    assert len(caught.value.one_line()) < 500


def test_a_user_that_is_not_there_is_a_name_like_any_other() -> None:
    assert expanded("~nosuchuser/a.tif") == Path("~nosuchuser/a.tif")
    assert expanded("~/a.tif").is_absolute()
