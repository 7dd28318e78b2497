"""Spoiled inputs of every kind end in a line, and take neither long nor much.

The cases are the same every time. `python -m tests.fuzz --many 50000` makes more of them.
"""

from __future__ import annotations

import time

import pytest

from tests.fuzz import child, watch
from tests.fuzz.cases import spoiled_case
from tests.fuzz.child import judged, sounds
from tests.fuzz.mutations import BINARY, TEXT
from tests.fuzz.probes import NAMES
from tests.fuzz.readers import READERS
from tests.fuzz.watch import fuzz

CASES = {
    "ascii": 60, "packed": 60, "prj": 40, "flt": 40, "bil": 40, "adf": 40, "geotiff": 60,
    "vrt": 60, "other": 30, "osm": 55, "pbf": 55, "dimacs": 55, "graphml": 55, "matrix": 30,
    "pace": 20, "geopackage": 30, "shapefile": 40, "geojson": 40, "flatgeobuf": 30, "metric": 30,
    "ways": 30, "closure": 30, "places": 40, "elevation": 30, "import-cache": 20, "road-cache": 15,
    "partition": 10, "settings": 30, "edits": 30, "project": 40,
    "recipe": 60,
}  # fmt: skip
ODD_LISTS = 40


@pytest.mark.timeout(1200)  # each case has limits of its own; a busy machine takes long for all
def test_spoiled_inputs_open_or_end_in_one_line() -> None:
    served, faults = fuzz([(reader, range(count)) for reader, count in CASES.items()])
    assert not faults, "\n".join(map(str, faults))
    assert served == sum(CASES.values())


@pytest.mark.timeout(1200)
def test_odd_lists_of_arguments_end_in_one_line() -> None:
    # In a child of its own that finds kernels compiled: compiling them takes time and memory.
    assert not fuzz([("arguments", ())])[1]
    served, faults = fuzz([("arguments", range(ODD_LISTS))])
    assert not faults, "\n".join(map(str, faults))
    assert served == ODD_LISTS


def faults_of(probes: set[str]) -> dict[str, str]:
    """What the watch says of probes, by their names."""
    faults = fuzz([(f"probe-{name}", [0]) for name in sorted(probes)], warm=False)[1]
    return {fault.reader.removeprefix("probe-"): fault.text for fault in faults}


def test_the_watch_sees_crashes_hangs_noise_and_greed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = faults_of(set(NAMES) - {"hang", "slow"})  # given time: a page of memory may be dear
    monkeypatch.setattr(child, "SECONDS", 1.0)
    monkeypatch.setattr(watch, "WALL_FACTOR", 4)
    said |= faults_of({"hang", "slow"})
    assert said.keys() == set(NAMES)
    assert said["crash"].startswith("crashed with status -")
    assert said["hang"].startswith("hung")
    assert said["slow"].startswith(("took 1.", "hung"))  # hung where the machine is very busy
    assert said["memory"].startswith("took 1.")
    assert said["noise"].startswith("opened, and printed 'ERROR 1")


def test_what_gdal_dies_of_in_another_process_is_no_crash() -> None:
    assert fuzz([("vrt", [900123])], warm=False) == (1, [])


@pytest.mark.parametrize("reader", CASES)
def test_a_case_is_the_same_whenever_it_is_made(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = time.time()
    for number in range(20):
        made = []
        for later in (0, 3600):  # packers write the time into what they pack
            monkeypatch.setattr(time, "time", lambda: at + later)  # noqa: B023 (called at once)
            case = spoiled_case(reader, number, sounds(reader))
            made.append((case.words, case.sound.files))
        assert made[0] == made[1]


def test_most_cases_are_spoiled() -> None:
    cases = [spoiled_case("ascii", number, sounds("ascii")) for number in range(50)]
    sound = [list(sound.files.values()) for sound in sounds("ascii")]
    assert sum(list(case.sound.files.values()) in sound for case in cases) < 5
    assert len(READERS) > 20
    assert len({*BINARY, *TEXT}) > 15


@pytest.mark.parametrize(
    ("status", "out", "err", "fault"),
    [
        (0, "{}", "", ""),
        (0, "{", "", "printed no JSON"),
        (0, "reached  3", "isofront: solved on the processor instead\n", ""),
        (0, '{"a": NaN}', "", "printed no JSON"),
        (0, "{}", "ERROR 1: TIFF\n", "opened, and printed"),
        (0, "{}", "isofront: it was damaged and is made again\n", ""),
        (0, "{}", "isofront: internal error: KeyError\n", "opened, and printed"),
        (2, "", "isofront: a.asc: is empty. Fetch it.\n", ""),
        (2, "", "ERROR 1: TIFF\nisofront: a.asc: is empty.\n", "not one line"),
        (2, "{}", "isofront: a.asc: is empty.\n", "not one line"),
        (2, "", "isofront: internal error: KeyError.\n", "no line for people"),
        (2, "", "isofront: '\x1b[31m' is not a number.\n", "no line for people"),
        (2, "", f"isofront: {'7' * 5000} is not a number.\n", "letters"),
        (1, "", "isofront: internal error: KeyError.\n", "ended with 1"),
    ],
)
def test_what_counts_as_a_fault(status: int, out: str, err: str, fault: str) -> None:
    found = judged(status, out, err, opens=False)
    assert fault in found
    assert bool(found) == bool(fault)


def test_what_must_open_may_not_end_in_a_line() -> None:
    assert judged(2, "", "isofront: a.asc: its import is damaged.\n", opens=True)
