"""Conditions by date, hour and figures of a vehicle: hold, do not, or are unknown."""

from __future__ import annotations

import pytest

from core.errors import ParameterError
from road.conditions import Situation, both, clauses, departure_of, holds, understood

# 2026: 23 November is a Monday, 22 a Sunday.
MONDAY, SATURDAY, SUNDAY = "2026-11-23", "2026-11-21", "2026-11-22"


@pytest.mark.parametrize(
    ("condition", "moment", "expected"),
    [
        ("24/7", f"{MONDAY}T03:00", True),
        ("07:00-09:00", f"{MONDAY}T07:00", True),
        ("07:00-09:00", f"{MONDAY}T09:00", False),  # the end does not belong to it
        ("7:00-9:00,16:00-18:00", f"{MONDAY}T17:59", True),
        ("Mo-Fr 07:00-09:00", f"{SATURDAY}T08:00", False),
        ("Fr-Mo", f"{SUNDAY}T08:00", True),  # over the end of the week
        ("Tu-Th", f"{SUNDAY}T08:00", False),
        ("22:00-06:00", f"{MONDAY}T05:59", True),
        ("22:00-06:00", f"{MONDAY}T06:00", False),
        ("Sa 22:00-06:00", f"{SUNDAY}T05:00", True),  # what began on Saturday
        ("Su 22:00-06:00", f"{SUNDAY}T05:00", False),
        ("Mo-Fr 19:00-00:00", f"{MONDAY}T23:59", True),
        ("Mo-Fr 19:00-00:00", f"{MONDAY}T00:00", False),
        ("Mo 18:00-26:00", "2026-11-24T01:30", True),
        ("18:00+", f"{MONDAY}T23:00", True),
        ("Nov-Apr", f"{MONDAY}T03:00", True),  # over the end of the year
        ("Nov 24-Apr 15", f"{MONDAY}T03:00", False),
        ("Nov 01-23", f"{MONDAY}T03:00", True),
        ("May-Sep,Nov Mo 08:00-10:00", f"{MONDAY}T09:00", True),
        ("2025", f"{MONDAY}T03:00", False),
        ("2025-2027 Mo", f"{MONDAY}T03:00", True),
        # The last rule that speaks of a day counts; a comma adds.
        ("Tu-Su 12:00-19:00; Th 12:00-21:00", "2026-11-26T20:00", True),
        ("Mo-Su 08:00-20:00; Su off", f"{SUNDAY}T12:00", False),
        ("Mo-Sa 08:00-20:00; Mo 10:00-12:00", f"{MONDAY}T09:00", False),
        ("Mo-Sa 10:00-12:00, Mo 15:00-16:00", f"{MONDAY}T11:00", True),
        ("Su 00:00-24:00; Mo-Sa 00:00-06:00,23:00-24:00", f"{MONDAY}T23:30", True),
        ("Sa,Su,PH 07:00-20:00", f"{SUNDAY}T07:00", True),
        ("PH 07:00-20:00", f"{SUNDAY}T07:00", False),  # on no calendar here
        # Not understood to the end: unknown.
        ("sunset-sunrise", f"{MONDAY}T08:00", None),
        ("wet", f"{MONDAY}T08:00", None),
        ("SH Mo-Fr 07:00-09:00", f"{MONDAY}T08:00", None),
        ("Su[1] 08:00-10:00", f"{SUNDAY}T09:00", None),
        ("week 1-10", f"{MONDAY}T08:00", None),
        ("Mo-Fr 07:00-", f"{MONDAY}T08:00", None),
        ("Mo-Fr 99:00-99:10", f"{MONDAY}T08:00", None),
        ("2026 Nov 01-2027 Feb 01", f"{MONDAY}T08:00", None),
    ],
)
def test_hours(condition: str, moment: str, expected: bool | None) -> None:
    assert holds(condition, Situation(moment)) is expected
    assert understood(condition) == (expected is not None)
    assert holds(condition, Situation()) is None  # no time chosen


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("weight>7.5", True),
        ("weight > 18", False),
        ("weight>=18", True),
        ("weight<3.5", False),
        ("weight>7500 kg", True),
        ("height>3.9", None),  # not given
        ("axles>3", None),
        ("weight>7.5 AND Mo-Fr 08:00-10:00", True),
        ("weight>7.5 AND Sa", False),
        ("height>3.9 AND Sa", False),  # whatever the height
        ("weight>7.5 and wet", None),
        ("", True),
    ],
)
def test_figures(condition: str, expected: bool | None) -> None:
    assert holds(condition, Situation(f"{MONDAY}T09:00", weight_t=18.0)) is expected


def test_a_value_has_clauses_and_semicolons_within_brackets_part_none() -> None:
    text = "no @ (Mo-Fr 07:00-09:00; Sa 10:00-12:00); Delivery @ 20:00-22:00;yes @ (wet);no"
    assert clauses(text) == [
        ("no", "Mo-Fr 07:00-09:00; Sa 10:00-12:00"),
        ("delivery", "20:00-22:00"),
        ("yes", "wet"),
    ]
    assert both("weight>3.5", "", "Sa") == "weight>3.5 AND Sa"


def test_a_departure_is_a_date_with_an_hour() -> None:
    assert departure_of("2026-11-23 08:30") == departure_of("2026-11-23T08:30:59")
    for wrong in ("tomorrow", "2026-11-23", "2026-13-23T08:30", "08:30", "2026-11-23T08:30Z", ""):
        with pytest.raises(ParameterError, match="no date with an hour"):
            departure_of(wrong)
