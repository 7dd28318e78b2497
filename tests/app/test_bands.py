"""Bands: limits as people write them, labels and colours."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.bands import BEYOND_COLOUR, Bands, round_step
from app.measure import LENGTH
from core.errors import InputError, ParameterError
from resources.colormaps import colormap, colormap_names


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("600,1200", (600, 1200)),
        ("10, 20, 45 min", (600, 1200, 2700)),
        ("1 h, 90 min", (3600, 5400)),
        ("30s;1min; 2 Minutes ", (30, 60, 120)),
        ("0.5 h", (1800,)),
        ("1e3", (1000,)),
        (".5,1", (0.5, 1)),
        ("90 s, 3, 5 min", (90, 180, 300)),
        ("600, 1200, 1 h", (600, 1200, 3600)),
        ("60, 120 s, 5, 10 min, 900", (60, 120, 300, 600, 900)),
    ],
)
def test_lists_are_read_as_people_write_them(text: str, limits: tuple[float, ...]) -> None:
    assert Bands.parse(text).limits == limits


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "ten",
        "10,5",
        "5,5",
        "0,5",
        "-3",
        "1 day",
        "nan",
        "inf",
        "1:30",
        "10 20",
        "1e-320",
        "1e-320,60",
        "60,1e308",
        "1e307 h",
    ],
)
def test_lists_that_are_none_are_refused_with_advice(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Bands.parse(text)
    assert caught.value.advice


def test_numbers_without_a_unit_are_in_the_one_that_is_shown() -> None:
    assert Bands.parse("7, 12.5, 1h, 100", unit="min").limits == (420, 750, 3600, 6000)
    assert Bands.parse("0.5, 1 h", unit="min").limits == (1800, 3600)
    with pytest.raises(ParameterError, match="a limit of 9 after 10"):
        Bands.parse("5, 10, 9", unit="min")


@pytest.mark.parametrize("limits", [(), (5.0, 5.0), (math.inf,), (math.nan,), (0.0,)])
def test_bad_limits_are_refused(limits: tuple[float, ...]) -> None:
    with pytest.raises(ParameterError):
        Bands(limits)


def test_there_are_at_most_255_bands() -> None:
    assert len(Bands.even(100, 255).limits) == 255
    for count in (0, 256):
        with pytest.raises(ParameterError):
            Bands.even(100, count)
    with pytest.raises(ParameterError):
        Bands(tuple(range(1, 257)))


def test_even_bands_end_at_the_limit() -> None:
    assert Bands.even(3600, 4).limits == (900, 1800, 2700, 3600)
    assert Bands.even(0.1 * 3, 7).limits[-1] == 0.1 * 3


@pytest.mark.parametrize("limit", [0, 1e-3, 0.7, 1, 59, 100, 3600, 5871.5, 86400, 4e6, 1e9])
def test_nice_bands_hold_the_limit_and_are_few_and_round(limit: float) -> None:
    bands = Bands.nice(limit)
    step = bands.limits[0]
    assert len(bands.limits) <= 8
    assert bands.limits[-1] >= limit > bands.limits[-1] - step - 1e-9 or limit == 0
    assert len(bands.labels()[-1]) <= 18


def test_an_hour_is_divided_into_tens_of_minutes() -> None:
    assert Bands.nice(3600).limits == tuple(range(600, 3601, 600))


def test_nice_bands_of_no_end_are_refused() -> None:
    for limit in (math.inf, math.nan, -1.0):
        with pytest.raises(ParameterError):
            Bands.nice(limit)


@pytest.mark.parametrize(
    ("limits", "labels"),
    [
        ((600, 1200), ("0–10 min", "10–20 min")),
        ((30, 90), ("0–30 s", "30–90 s")),
        ((3600, 7200), ("0–1 h", "1–2 h")),
        ((1800, 3600), ("0–30 min", "30–60 min")),
        ((5400, 10800, 14400), ("0–1.5 h", "1.5–3 h", "3–4 h")),
        ((90, 180, 270), ("0–1.5 min", "1.5–3 min", "3–4.5 min")),
        ((45, 61), ("0–45 s", "45–61 s")),
        ((0.25, 0.5), ("0–0.25 s", "0.25–0.5 s")),
    ],
)
def test_labels_share_a_unit_and_spare_digits(
    limits: tuple[float, ...], labels: tuple[str, ...]
) -> None:
    assert Bands(limits).labels() == labels
    ends = Bands(limits).limit_labels()
    assert [end.split()[1] for end in ends] == [label.split()[1] for label in labels]


@pytest.mark.parametrize("count", [1, 3, 7, 11, 255])
@pytest.mark.parametrize("limit", [0.9, 50.0, 777.0, 3600.0, 1e5])
def test_labels_tell_bands_apart_and_texts_read_back(limit: float, count: int) -> None:
    bands = Bands.even(limit, count)
    assert len(set(bands.labels())) == count
    again = Bands.parse(bands.text())
    np.testing.assert_allclose(again.limits, bands.limits, atol=0.0002 * limit / count)


@pytest.mark.parametrize("name", colormap_names())
@pytest.mark.parametrize("count", [1, 2, 6, 255])
def test_colours_are_opaque_and_run_along_the_map(name: str, count: int) -> None:
    colours = Bands.even(100, count).colours(name)
    assert colours.dtype == np.uint8
    assert colours.shape == (count, 4)
    assert (colours[:, 3] == 255).all()
    table = colormap(name).astype(int)
    nearest = [int(np.abs(table - colour[:3]).sum(axis=1).argmin()) for colour in colours]
    assert nearest == sorted(nearest) or name == "polar"
    assert len(np.unique(colours, axis=0)) > 0.98 * count  # 8 bits repeat a few


def test_what_lies_beyond_is_a_band_of_its_own() -> None:
    bands = Bands((600.0, 1200.0))
    assert bands.with_beyond(1200.0) is bands
    told = bands.with_beyond(4321.0)
    assert told.labels() == ("0–10 min", "10–20 min", "Beyond 20 min")
    assert told.pairs == ((0.0, 600.0), (600.0, 1200.0), (1200.0, 4321.0))
    assert (told.limit_labels(), told.text()) == (bands.limit_labels(), bands.text())
    colours = told.colours("viridis")
    np.testing.assert_array_equal(colours[:2], bands.colours("viridis"))
    assert tuple(colours[2]) == (*BEYOND_COLOUR, 255)
    assert told.with_beyond(9999.0) is told
    full = Bands(tuple(float(k) for k in range(1, 256)))
    assert full.with_beyond(1e6) is full, "a raster of bands has no room for one more"


def test_a_band_has_the_colour_of_the_middle_of_its_part_of_the_map() -> None:
    table = colormap("viridis").astype(int)
    for count, places in ((1, [128]), (2, [64, 192]), (4, [32, 96, 160, 224])):
        colours = Bands.even(100, count).colours("viridis")
        np.testing.assert_array_equal(colours[:, :3], table[places])


def test_a_limit_is_moved_to_round_numbers_between_its_neighbours() -> None:
    bands = Bands((600.0, 1200.0, 1800.0))
    assert bands.moved(1, 907.0, 60.0).limits == (600, 900, 1800)
    assert bands.moved(1, 100.0, 60.0).limits == (600, 660, 1800)
    assert bands.moved(1, 9999.0, 60.0).limits == (600, 1740, 1800)
    assert bands.moved(0, -5.0, 60.0).limits == (60, 1200, 1800)
    assert bands.moved(2, 9999.0, 60.0).limits == (600, 1200, 10020)
    assert bands.moved(1, 900.0, 3600.0) is bands, "no hour lies between"
    assert not replace(bands, automatic=True).moved(1, 900.0, 60.0).automatic


def test_steps_of_a_hand_are_round() -> None:
    assert [round_step(seconds) for seconds in (0.013, 3, 61, 5000)] == [0.02, 5, 120, 7200]
    assert round_step(130.0, LENGTH) == 200.0
