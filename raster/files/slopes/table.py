"""Tables of factors by slope from text files, as ArcGIS and spreadsheets write them."""

from __future__ import annotations

import csv
import math
from pathlib import Path

from core.errors import InputError
from core.files.user_paths import expanded
from raster.slopes.models import FactorTable

_MOST_POINTS = 10_000
"""Angles of a table: a hundredth of a degree would do with as many."""

_NOT_PASSABLE = -1.0
"""Factor by which vertical factor tables say that nobody can go."""


def read_table(path: str | Path) -> FactorTable:
    """Degrees and factors, a pair a line, with or without a line of names above; commas, semicolons
    or blanks between them. Beside semicolons and tabs decimals may have commas. A factor of -1 or
    `inf`, at the ends alone, says that nobody can go. Raises InputError that names the line."""
    named = expanded(path)
    try:
        lines = named.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = "there is no such file" if not named.exists() else "cannot be read as text"
        raise InputError(reason, where=str(path), advice="Give degrees and factors.") from error
    points: list[tuple[float, float]] = []
    closed, before = False, -math.inf
    for number, line in enumerate(lines, start=1):
        words = _words(line)
        if not words or words[0].startswith("#"):
            continue
        where = f"{path}, line {number}"
        pair = _pair(words)
        if pair is None and not points and not closed and not _is_number(words[0]):
            continue  # a line of names
        if pair is None:
            raise InputError(
                f"'{line.strip()[:60]}' is no angle and factor",
                where=where,
                advice="Give two numbers: degrees, -90 to 90, and what multiplies the time.",
            )
        angle, factor = pair
        if angle <= before:
            raise InputError(
                f"an angle of {angle:g}° after {before:g}°",
                where=where,
                advice="Sort the angles ascending, each once.",
            )
        before = angle
        if not -90 <= angle <= 90:
            raise InputError(f"an angle of {angle:g}°", where=where, advice="Give -90 to 90.")
        if factor == _NOT_PASSABLE or factor == math.inf:
            closed = closed or bool(points)
            continue
        if closed:
            raise InputError(
                f"a factor of {factor:g} after one that closes the slope",
                where=where,
                advice="Let only the flattest and the steepest angles be closed.",
            )
        if not 0 < factor < math.inf:
            raise InputError(
                f"a factor of {factor:g}", where=where, advice="Give more than 0, -1 for closed."
            )
        points.append((angle, factor))
        if len(points) > _MOST_POINTS:
            raise InputError("too many angles", where=where, advice=f"Give {_MOST_POINTS} at most.")
    if len(points) < 2:
        raise InputError(
            f"too few pairs of angle and factor: {len(points)}",
            where=str(path),
            advice="Give two or more, such as `0,1` and `20,3`.",
        )
    return FactorTable(tuple(points))


def _words(line: str) -> list[str]:
    for comma in (";", "\t", ","):
        if comma in line:
            words = [word.strip() for word in next(csv.reader([line], delimiter=comma))]
            return words if comma == "," else [word.replace(",", ".") for word in words]
    return line.split()


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _pair(words: list[str]) -> tuple[float, float] | None:
    if len(words) != 2 or not all(map(_is_number, words)):
        return None
    angle, factor = map(float, words)
    return None if math.isnan(angle) or math.isnan(factor) else (angle, factor)
