"""Conditions of rules on roads: hours, days, months and a vehicle's figures, as OpenStreetMap
writes them after the `@` of `…:conditional`.

A condition holds, does not, or is unknown (None): what needs a time of day where none is chosen, a
figure that is not given, and all words that are not read here (`wet`, `sunset`, `SH`, `week 1`).
Nothing is guessed: a text that is not understood to its end is unknown as a whole. Public holidays
(`PH`) are on no calendar here: a day counts by its weekday.
Sources: https://wiki.openstreetmap.org/wiki/Conditional_restrictions,
https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from core.errors import ParameterError

DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")
HOLIDAY = "ph"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAY_MINUTES = 24 * 60

Span = tuple[int, int]
"""(first, last) or (begin, end), either way round where it goes over the end of a day or year."""


class Situation(NamedTuple):
    """What conditions depend on. departure : local time as ISO 8601 writes it, "" is none chosen.
    The other fields are the vehicle's, laden; 0 is unknown."""

    departure: str = ""
    height_m: float = 0.0
    width_m: float = 0.0
    length_m: float = 0.0
    weight_t: float = 0.0
    axle_load_t: float = 0.0


UNKNOWN = Situation()
"""Situation of which nothing is known: no departure, no figures."""

FIGURES = {
    "height": "height_m",
    "width": "width_m",
    "length": "length_m",
    "weight": "weight_t",
    "axleload": "axle_load_t",
    "maxweightrating": "weight_t",
    "weightrating": "weight_t",
}
"""Field of `Situation` for each figure that a condition may compare."""

COMPARISONS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}


def departure_of(text: str) -> str:
    """A date and an hour in the form that `Situation` holds. Raises ParameterError."""
    moment: datetime | None
    try:
        moment = datetime.fromisoformat(text.strip().replace(" ", "T"))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is not None or len(text.strip()) < len("2026-11-23T8"):
        raise ParameterError(
            f"'{text}' is no date with an hour", advice="Write it as 2026-11-23T08:30, local time."
        )
    return moment.isoformat(timespec="minutes")


def clauses(text: str) -> list[tuple[str, str]]:
    """(value, condition) of a conditional value, `no @ (Mo-Fr 07:00-09:00); yes @ (wet)`; in the
    order of the text, of which the last that holds counts."""
    found = []
    for part in re.split(r";(?![^(]*\))", text):
        value, at, condition = part.partition("@")
        condition = condition.strip()
        if at and value.strip() and condition:
            if condition[0] == "(" and condition[-1] == ")":
                condition = condition[1:-1]
            found.append((value.strip().lower(), condition.strip()))
    return found


def both(*conditions: str) -> str:
    """What holds where all of these do; "" always holds."""
    return " AND ".join(condition for condition in conditions if condition)


def holds(condition: str, situation: Situation) -> bool | None:
    """Whether a condition holds, None where that is unknown."""
    found = [_part(part, situation) for part in re.split(r"\s+and\s+", condition.lower().strip())]
    if False in found:
        return False
    return None if None in found else True


def understood(condition: str) -> bool:
    """Whether a condition is known to hold or not once all is given that it may ask for."""
    return holds(condition, _ALL_GIVEN) is not None


_ALL_GIVEN = Situation("2026-11-23T08:30", 1.0, 1.0, 1.0, 1.0, 1.0)

_COMPARED = re.compile(r"([a-z]+)\s*([<>]=?)\s*(\d+(?:\.\d+)?)\s*(t|m|kg|st)?")
_TONNES = {"kg": 0.001, "st": 0.90718474}


def _part(text: str, situation: Situation) -> bool | None:
    if not text:
        return True
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        return _in_hours(text, situation.departure)
    figure, comparison, number, unit = compared.groups()
    if figure not in FIGURES:
        return None
    own = getattr(situation, FIGURES[figure])
    return COMPARISONS[comparison](own, float(number) * _TONNES.get(unit, 1.0)) if own else None


def _in_hours(text: str, departure: str) -> bool | None:
    rules = opening_hours(text)
    if rules is None or not departure:
        return None
    moment = datetime.fromisoformat(departure)
    open_ = False
    for rule in rules:
        today, spilt = rule.covers(moment), rule.spills(moment)
        if today is None:
            open_ |= spilt and not rule.off
        elif rule.adds:
            open_ |= (today or spilt) and not rule.off
        else:
            open_ = (today or spilt) and not rule.off
    return open_


@dataclass(frozen=True)
class HoursRule:
    """One rule of opening hours. dates : spans of month × 100 + day; years : spans; days : numbers
    of weekdays; times : spans of minutes; each empty where it does not bind. adds : whether it adds
    to what was said of a day, instead of replacing it. off : whether it says that it does not
    hold. holidays : it speaks of public holidays alone."""

    years: tuple[Span, ...]
    dates: tuple[Span, ...]
    days: frozenset[int]
    times: tuple[Span, ...]
    adds: bool
    off: bool
    holidays: bool

    def covers(self, moment: datetime) -> bool | None:
        """Whether it holds by what it says of this day; None where that is nothing."""
        if not self._names(moment):
            return None
        minute = moment.hour * 60 + moment.minute
        return not self.times or any(begin <= minute < end for begin, end in self.times)

    def spills(self, moment: datetime) -> bool:
        """Whether hours that began the day before go on."""
        minute = moment.hour * 60 + moment.minute + DAY_MINUTES
        late = any(begin <= minute < end for begin, end in self.times)
        return late and self._names(moment - timedelta(days=1))

    def _names(self, moment: datetime) -> bool:
        day = 100 * moment.month + moment.day
        return (
            not self.holidays
            and (not self.years or any(a <= moment.year <= b for a, b in self.years))
            and (not self.dates or any(_within(day, span) for span in self.dates))
            and (not self.days or moment.weekday() in self.days)
        )


def _within(number: int, span: Span) -> bool:
    first, last = span
    inside = first <= number, number <= last
    return all(inside) if first <= last else any(inside)


_TOKEN = re.compile(
    r"\s*(\d{1,2}:\d{2}|24/7|\d{4}|\d{1,2}|[a-z]+|[-–,;+])",
)


@lru_cache(maxsize=1 << 12)
def opening_hours(text: str) -> tuple[HoursRule, ...] | None:
    """The rules of a text in the order in which they count; None for what is not understood."""
    tokens, at = [], 0
    text = text.lower().strip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        tokens.append("-" if token[1] == "–" else token[1])
        at = token.end()
    rules, adds = [], False
    reading = _HoursReader(tokens)
    while reading.here:
        rule = reading.rule(adds=adds)
        if rule is None:
            return None
        rules.append(rule)
        adds = reading.here == ","
        if reading.here and not reading.take(",", ";"):
            return None
    return tuple(rules) or None


class _HoursReader:
    """Tokens of opening hours, taken one after another."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def here(self) -> str:
        """The next token; "" at the end."""
        return self._ahead(0)

    def _ahead(self, count: int) -> str:
        place = self._at + count
        return self._tokens[place] if place < len(self._tokens) else ""

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, which is then behind; else ""."""
        token = self.here
        if token not in wanted:
            return ""
        self._at += 1
        return token

    def rule(self, *, adds: bool) -> HoursRule | None:
        begin = self._at
        if self.take("24/7"):
            return HoursRule((), (), frozenset(), (), adds, off=False, holidays=False)
        years, dates = self._years(), self._dates()
        days, holiday = self._weekdays()
        times = self._times()
        if None in (years, dates, days, times):
            return None
        off = bool(self.take("off", "closed"))
        if self._at == begin:
            return None
        assert years is not None and dates is not None  # noqa: PT018  for the types
        assert days is not None and times is not None  # noqa: PT018
        return HoursRule(years, dates, days, times, adds, off, holiday and not days)

    def _years(self) -> tuple[Span, ...] | None:
        if not re.fullmatch(r"\d{4}", self.here):
            return ()
        if self._ahead(1) in MONTHS:
            return None  # from a day of one year to one of another
        first = int(self.take(self.here))
        if self.take("-"):
            if not re.fullmatch(r"\d{4}", self.here):
                return None
            return ((first, int(self.take(self.here))),)
        return ((first, first),)

    def _dates(self) -> tuple[Span, ...] | None:
        spans: list[Span] = []
        while self.here in MONTHS:
            month, day = self._date()
            last_month, last_day = month, day
            if self.take("-"):
                if self.here in MONTHS:
                    last_month, last_day = self._date()
                elif day and self._is_day():
                    last_day = int(self.take(self.here))
                else:
                    return None
            spans.append((100 * month + day, 100 * last_month + (last_day or 31)))
            if self._ahead(1) in MONTHS:
                self.take(",")
        return tuple(spans)

    def _date(self) -> Span:
        month = 1 + MONTHS.index(self.take(*MONTHS))
        return month, int(self.take(self.here)) if self._is_day() else 0

    def _is_day(self) -> bool:
        return self.here.isdecimal() and 1 <= int(self.here) <= 31

    def _weekdays(self) -> tuple[frozenset[int] | None, bool]:
        days: set[int] = set()
        holiday = False
        while self.here in (*DAYS, HOLIDAY):
            if self.take(HOLIDAY):
                holiday = True
            else:
                first = last = DAYS.index(self.take(*DAYS))
                if self.take("-"):
                    if self.here not in DAYS:
                        return None, False
                    last = DAYS.index(self.take(*DAYS))
                days |= {(first + k) % 7 for k in range((last - first) % 7 + 1)}
            if self._ahead(1) in (*DAYS, HOLIDAY):
                self.take(",")
        return frozenset(days), holiday

    def _times(self) -> tuple[Span, ...] | None:
        spans: list[Span] = []
        while ":" in self.here:
            begin = _minutes(self.take(self.here))
            if self.take("+"):
                end = DAY_MINUTES
            elif self.take("-") and ":" in self.here:
                end = _minutes(self.take(self.here))
            else:
                return None
            if begin > DAY_MINUTES or end > 2 * DAY_MINUTES:
                return None
            spans.append((begin, end if end > begin else end + DAY_MINUTES))
            if ":" in self._ahead(1):
                self.take(",")
        return tuple(spans)


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)
