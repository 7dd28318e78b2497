"""Speed limits with units, words and the codes of countries."""

from __future__ import annotations

import pytest

from road.files.osm.speed import (
    WALKING_KMH,
    implied_kmh,
    is_urban,
    posted_kmh,
    speed_limits,
)
from road.speed_limits import NO_LIMIT


@pytest.mark.parametrize(
    ("text", "kmh"),
    [
        ("50", 50),
        ("50 km/h", 50),
        ("30 mph", 48.28032),
        ("30mph", 48.28032),
        ("10 knots", 18.52),
        ("7.5", 7.5),
        ("none", NO_LIMIT),
        ("400", 400),
        ("walk", WALKING_KMH),
        ("signals", 0),
        ("variable", 0),
        ("", 0),
        ("0", 0),
        ("fast", 0),
        ("50 furlongs", 0),
        ("50;30", 30),
        ("50|none", 50),
        ("RU:urban", 60),
        ("ru:URBAN", 60),
        ("DE:motorway", NO_LIMIT),
        ("DE:zone:30", 30),
        ("DE:zone30", 30),
        ("FR:30", 30),
        ("GB:nsl_dual", 112.65408),
        ("GB:30", 48.28032),
        ("BE-VLG:rural", 70),
        ("BE-WAL:urban", 50),
        ("XX:urban", 0),
    ],
)
def test_a_limit_is_read_in_its_unit(text: str, kmh: float) -> None:
    assert posted_kmh(text) == pytest.approx(kmh)


def test_a_limit_of_one_direction_goes_before_that_of_both() -> None:
    tags = {"maxspeed": "50", "maxspeed:backward": "30"}
    assert speed_limits(tags) == (50, 30)


def test_the_kind_of_limit_stands_in_for_a_missing_one() -> None:
    assert speed_limits({"maxspeed:type": "RU:rural"}) == (90, 90)
    assert speed_limits({"maxspeed": "40", "source:maxspeed": "RU:rural"}) == (40, 40)
    assert speed_limits({"source:maxspeed": "sign"}) == (0, 0)


def test_only_tags_tell_what_is_urban() -> None:
    assert is_urban({"zone:traffic": "DE:urban"})
    assert is_urban({"maxspeed": "RU:urban"})
    assert not is_urban({"maxspeed": "50", "source:maxspeed": "RU:rural"})


def test_a_word_without_a_country_implies_nothing() -> None:
    assert implied_kmh("urban") == 0
