"""Rows of CSV files that people hand in, with the line that a mistake stands in."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

from core.errors import InputError

MOST_LINE = 1 << 16
"""Most characters of a line, columns that are passed over among them."""

NAMED_BY = "id", "name"
"""Columns, and fields of layers, that name places, the first that says something. They hold words,
also where these are numbers."""

PARTINGS = ",;\t"
"""Marks that may part columns, the usual one first."""

_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
"""A number as it is written where columns are not parted by commas."""


def csv_rows(
    path: Path,
    *choices: Sequence[str],
    optional: Sequence[str] = (),
    unasked: Sequence[Sequence[str]] = (),
) -> Iterator[tuple[dict[str, str], str]]:
    """(value by column, the line in words) of each row, for the first of the choices of columns
    whose columns are all there; others are passed over.

    Columns may be parted by semicolons or tabs as well, as spreadsheets of countries with a decimal
    comma do it; in numbers there is then a point for that comma. Names of columns may begin with
    capitals.

    optional : columns that are told, too, where they are there, after those of the choice.
    unasked : choices after the others that no error asks for, since they are of no use here; who
    calls says why. Raises InputError for what cannot be read, is no CSV or has none of them.
    """
    advice = f"Give the columns {' or '.join(map(','.join, choices))}."
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = _lines(file, path.name, advice)
            heads = list(islice(lines, 1))
            known = (*choices, *unasked)
            comma = _parting("".join(heads), known)
            rows = csv.DictReader(chain(heads, lines), delimiter=comma)
            rows.fieldnames = given = _lowered(rows.fieldnames or (), optional)
            absent = [[name for name in columns if name not in given] for columns in known]
            if all(absent):
                fewest = min(absent[: len(choices)], key=lambda names: len(names))
                raise InputError(
                    f"there is no column {' or '.join(fewest)}",
                    where=f"{path.name}, line 1",
                    advice=advice,
                )
            also = [name for name in optional if name in given]
            columns = [*known[absent.index([])], *also]
            for row in rows:
                found = {name: (row[name] or "").strip() for name in columns}
                if comma != ",":
                    found = {name: _with_point(name, text) for name, text in found.items()}
                yield found, f"{path.name}, line {rows.line_num}"
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Check the path."
        ) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"is not a CSV file ({error})", where=path.name, advice="Save it as CSV in UTF-8."
        ) from error


def _parting(head: str, known: Sequence[Sequence[str]]) -> str:
    """What parts the columns, by the line of their names: that by which all of a choice are there,
    else that which looks like it."""
    for mark in PARTINGS:
        given = _lowered(next(csv.reader([head], delimiter=mark), []), ())
        if any(set(columns) <= set(given) for columns in known):
            return mark
    return next((mark for mark in PARTINGS[1:] if mark in head), PARTINGS[0])


def _lowered(given: Sequence[str], known: Sequence[str]) -> list[str]:
    """Names of columns without capitals, but where they are meant so."""
    names = [name.strip() for name in given]
    return [name if name in known else name.lower() for name in names]


def _with_point(name: str, text: str) -> str:
    plain = name not in NAMED_BY and _DECIMAL_COMMA.fullmatch(text) is not None
    return text.replace(",", ".") if plain else text


def _lines(file: TextIO, where: str, advice: str) -> Iterator[str]:
    number = 0
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE:
            raise InputError(
                f"has more than {MOST_LINE:,} letters",
                where=f"{where}, line {number}",
                advice=advice,
            )
        yield line
