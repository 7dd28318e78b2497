"""The table of a batch: one row a question, as CSV or TOML, before anything of it is read."""

from __future__ import annotations

import csv
import difflib
import io
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError

MOST_ROWS = 1_000_000
MOST_BYTES = 64 << 20
"""Size in bytes up to which a table is read: a million rows of sixty letters."""

SEPARATOR = ";"
"""Sign between several values of a column in a CSV."""

ALIASES = {"solver": "algorithm", "limit": "time-limit"}


@dataclass(frozen=True)
class TableRow:
    """number : in the table, from 1. values : texts by column, those that are there."""

    number: int
    values: Mapping[str, tuple[str, ...]]


def read_table(path: Path, columns: Collection[str], lists: Collection[str]) -> list[TableRow]:
    """The rows of a table. columns : that there may be; in the table `_` may stand for `-`. lists :
    those that may hold several values.

    A TOML file has its rows as `[[row]]`; what stands before them holds for all rows that do not
    say otherwise. Raises InputError for a table that is none, and for a column that is none.
    """
    if not path.is_file():
        raise InputError("there is no such table", where=str(path), advice="Check the name.")
    if path.stat().st_size > MOST_BYTES:
        raise InputError("the table is too large", where=str(path), advice="Divide it.")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read ({error})", where=str(path)) from error
    raw = _of_toml(text, path) if path.suffix.lower() == ".toml" else _of_csv(text, path)
    if not raw:
        raise InputError("the table has no rows", where=str(path), advice="Give one a question.")
    if len(raw) > MOST_ROWS:
        raise InputError(f"{len(raw)} rows are too many", where=str(path), advice="Divide it.")
    return [
        TableRow(number, _values(each, f"{path}, row {number}", columns, lists))
        for number, each in enumerate(raw, start=1)
    ]


def _of_csv(text: str, path: Path) -> list[dict[str, Any]]:
    first = text.split("\n", 1)[0]
    rows = csv.reader(io.StringIO(text), delimiter="\t" if "\t" in first else ",")
    try:
        lines = [line for line in rows if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise InputError(f"is no CSV ({error})", where=str(path)) from error
    if not lines:
        return []
    head, found = [cell.strip() for cell in lines[0]], []
    if len(set(head)) < len(head):
        raise InputError("two columns have one name", where=str(path), advice="Rename one.")
    for number, line in enumerate(lines[1:], start=1):
        if len(line) > len(head) and any(cell.strip() for cell in line[len(head) :]):
            raise InputError(
                f"{len(line)} values for {len(head)} columns",
                where=f"{path}, row {number}",
                advice='Put values with commas in quotes, such as "1005,2035".',
            )
        found.append(dict(zip(head, line, strict=False)))
    return found


def _of_toml(text: str, path: Path) -> list[dict[str, Any]]:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML ({error})", where=str(path)) from error
    rows = read.pop("row", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError("the rows are no tables", where=str(path), advice="Write [[row]].")
    return [read | row for row in rows]


def _values(
    raw: Mapping[str, Any], where: str, columns: Collection[str], lists: Collection[str]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for head, value in raw.items():
        name = head.strip().lower().replace("_", "-").removeprefix("--")
        name = ALIASES.get(name, name)
        if name not in columns:
            alike = difflib.get_close_matches(name, columns, n=1)
            advice = f"Did you mean {alike[0]}?" if alike else "Columns are options of `solve`."
            raise InputError(f"there is no column '{head}'", where=where, advice=advice)
        if isinstance(value, list):
            texts = tuple(_text(each) for each in value)
        elif name in lists:
            texts = tuple(part.strip() for part in _text(value).split(SEPARATOR))
        else:
            texts = (_text(value),)
        texts = tuple(text for text in texts if text)
        if texts:
            found[name] = texts
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).strip()
