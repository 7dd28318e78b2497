"""Rows of CSV files that people hand in, with the line that a mistake stands in."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from core.errors import InputError

MOST_LINE = 1 << 16
"""Most characters of a line, columns that are passed over among them."""


def csv_rows(
    path: Path,
    *choices: Sequence[str],
    optional: Sequence[str] = (),
    unasked: Sequence[Sequence[str]] = (),
) -> Iterator[tuple[dict[str, str], str]]:
    """(value by column, the line in words) of each row, for the first of the choices of columns
    whose columns are all there; others are passed over.

    optional : columns that are told, too, where they are there, after those of the choice.
    unasked : choices after the others that no error asks for, since they are of no use here; who
    calls says why. Raises InputError for what cannot be read, is no CSV or has none of them.
    """
    advice = f"Give the columns {' or '.join(map(','.join, choices))}."
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(_lines(file, path.name, advice))
            given = rows.fieldnames or ()
            known = (*choices, *unasked)
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
                yield found, f"{path.name}, line {rows.line_num}"
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Check the path."
        ) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"is not a CSV file ({error})", where=path.name, advice="Save it as CSV in UTF-8."
        ) from error


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
