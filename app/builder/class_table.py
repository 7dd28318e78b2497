"""Classes of land cover as a table: CSV with a row a code."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from app.builder.land_covers import class_of, kind_named
from core.errors import InputError
from raster.builder.rules import CoverClass

COLUMNS = ("code", "name", "factor", "ceiling_kmh", "water", "steepest_deg")
"""Columns that a table may have; code and name must be there."""

_YES = ("1", "yes", "true", "y")


def read_classes(path: str, factors: Mapping[str, float]) -> tuple[CoverClass, ...]:
    """The classes, codes of the same name together; InputError names the line."""
    try:
        if Path(path).exists() and not Path(path).is_file():  # a pipe would keep us waiting
            raise InputError("is no file", where=path, advice="Give a CSV with code,name,factor.")
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:  # of a name with a NUL, too
        utf8 = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        reason = getattr(error, "strerror", None) or utf8
        raise InputError(
            f"cannot be read: {reason}", where=path, advice="Give a CSV with code,name,factor."
        ) from error
    lines = text.splitlines()
    # Spreadsheets of countries with a decimal comma part columns by semicolons.
    commas = bool(lines) and ";" in lines[0]
    reader = csv.DictReader(lines, delimiter=";" if commas else ",")
    heads = [name.strip().lower() for name in reader.fieldnames or ()]
    reader.fieldnames = heads
    strange = [name for name in heads if name not in COLUMNS]
    if strange or not {"code", "name"} <= set(heads):
        found = f"there is a column '{strange[0]}'" if strange else "there is no code and name"
        raise InputError(found, where=f"{path}, line 1", advice=f"Give {', '.join(COLUMNS)}.")
    found_classes: dict[str, CoverClass] = {}
    taken: dict[int, str] = {}
    for row in _rows(reader, path):
        where = f"{path}, line {reader.line_num}"
        each = _class(row, factors, where, commas)
        if (other := taken.setdefault(each.codes[0], each.name)) != each.name:
            raise InputError(
                f"code {each.codes[0]} stands for {other} and {each.name}",
                where=where,
                advice="Give each code one class.",
            )
        known = found_classes.get(each.name)
        if known is not None:
            if replace(known, codes=()) != replace(each, codes=()):
                raise InputError(
                    f"class '{each.name}' has other numbers than above",
                    where=where,
                    advice="Give all its codes the same, or another name.",
                )
            each = replace(known, codes=(*known.codes, *each.codes))
        found_classes[each.name] = each
    if not found_classes:
        raise InputError("holds no class", where=path, advice="Give a row a code.")
    return tuple(found_classes.values())


def _rows(reader: csv.DictReader[str], path: str) -> Iterator[Mapping[str, str | None]]:
    """The rows; InputError for one that is none, as of a million characters in a cell."""
    try:
        yield from reader
    except csv.Error as error:
        raise InputError(
            f"is no table: {error}",
            where=f"{path}, line {reader.line_num}",
            advice="Give a CSV with code,name,factor.",
        ) from error


def _class(
    row: Mapping[str, str | None], factors: Mapping[str, float], where: str, commas: bool
) -> CoverClass:
    """commas : whether numbers may have a decimal comma."""
    name = (row.get("name") or "").strip()
    if commas:
        numbers = (key for key in COLUMNS if key not in ("name", "water"))
        row = {**row, **{key: (row.get(key) or "").replace(",", ".") for key in numbers}}
    code = _number(row, "code", where)
    if code is None or code != int(code) or not name:
        raise InputError("a row without a whole code and a name", where=where, advice="Give both.")
    kind = kind_named(name)
    base = class_of(kind, (), factors) if kind else CoverClass(name)
    said = (row.get("water") or "").strip().lower()
    water = said in _YES if said else base.water
    factor = _number(row, "factor", where)
    if factor is None and not kind and not water:
        raise InputError(
            f"class '{name}' has no factor", where=where, advice="Give one, or water = yes."
        )
    try:
        return CoverClass(
            name, (int(code),), base.factor if factor is None else factor,
            _number(row, "ceiling_kmh", where), water, _number(row, "steepest_deg", where),
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.found, where=where, advice=error.advice) from error


def _number(row: Mapping[str, str | None], key: str, where: str) -> float | None:
    text = (row.get(key) or "").strip()
    if not text:
        return None
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not abs(found) < 1e9:
        raise InputError(f"'{text}' is no {key}", where=where, advice="Give a number.")
    return found
