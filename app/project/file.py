"""Project files: read with care, and written whole or not at all."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

from app.project.scenarios import check_names, listed
from app.project.schema import check
from core.errors import InputError
from core.files.atomic_write import atomic_write

SUFFIX = ".isofront"

VERSION_KEY = "isofront_project"
"""Key of the version of the format; a file without it is none of ours."""

FORMAT = 2
"""Newest version of the format that is read and written. Version 2 has a list of scenarios."""

OLDEST = 1
"""Version that is written where that holds everything, so that older programs can read it."""

MOST_BYTES = 64 << 20
"""Most bytes of a project: that many hold a million corners of drawings."""

MOST_DEPTH = 40
"""Most tables and lists within each other; what we write has ten."""

_MOST_DIGITS = 300
"""Most digits of a whole number, beyond which it is no number of ours."""

SLOTS = ("recipe", "edits", "scenarios")
"""Keys whose values are kept as they are where nobody here knows them, each with its version."""


class NewerProjectError(InputError):
    """A project that a newer Isofront has written."""


@dataclass(frozen=True, eq=False)
class ProjectFile:
    """A project that was read. values : as the schema has them. path : where it lies."""

    values: Mapping[str, Any]
    path: Path


def is_project(name: str | os.PathLike[str] | None) -> bool:
    """Whether a file is named like a project."""
    return name is not None and os.fspath(name).lower().endswith(SUFFIX)


def read_project(path: Path) -> ProjectFile:
    """The plain values of a project. Raises InputError that names the file and the place in it."""
    where = path.name
    try:
        if not path.is_file():  # a pipe would keep us waiting
            raise InputError("there is no such file", where=str(path), advice="Check the name.")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Check your rights."
        ) from error
    if len(data) > MOST_BYTES:
        raise InputError(
            f"has more than {MOST_BYTES >> 20} MiB", where=where, advice="It is no project."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("is not text in UTF-8", where=where, advice="It is no project.") from error
    return ProjectFile(values_of(text, where), path)


def values_of(text: str, where: str) -> dict[str, Any]:
    """The values of a project's text, checked; where : what errors call it. Raises InputError."""

    def constant(word: str) -> Never:
        raise InputError(f"{word} is not a number", where=where, advice="Correct it there.")

    def number(digits: str) -> float:
        value = float(digits)
        return value if math.isfinite(value) else constant(digits[:20])

    def whole(digits: str) -> int:
        return int(digits) if len(digits) <= _MOST_DIGITS else constant(f"{digits[:10]}…")

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"'{twice[:40]}' stands there twice", where=where, advice="Keep one.")
        return found

    try:
        values = json.loads(
            text, parse_constant=constant, parse_float=number, parse_int=whole,
            object_pairs_hook=table,
        )  # fmt: skip
        deep = _deeper(values, MOST_DEPTH)
    except RecursionError:
        deep = True
    except json.JSONDecodeError as error:
        raise InputError(
            f"is not JSON ({error.msg})",
            where=f"{where}, line {error.lineno}",
            advice="It is no project, or it was cut short.",
        ) from error
    if deep:
        raise InputError(
            f"nests deeper than {MOST_DEPTH} levels", where=where, advice="It is no project."
        )
    version = values.get(VERSION_KEY) if isinstance(values, dict) else None
    if version is None:
        raise InputError(
            "is no Isofront project", where=where, advice=f'One begins with {{"{VERSION_KEY}": 1.'
        )
    if type(version) is int and version > FORMAT:
        raise NewerProjectError(
            f"is of version {version}, and this Isofront reads up to {FORMAT}",
            where=where,
            advice="Install a newer Isofront.",
        )
    check(values, where)
    check_names(values, where)
    return dict(values)


def version_for(values: Mapping[str, Any]) -> int:
    """The oldest version of the format that holds all of the values."""
    return FORMAT if listed(values) else OLDEST


def _deeper(value: Any, levels: int) -> bool:
    """Whether tables and lists nest deeper than so many levels."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(
        _deeper(each, levels - 1) for each in inner if isinstance(each, (dict, list))
    )


def text_of(values: Mapping[str, Any]) -> str:
    """The text of a project: alike for like values, floats to their last bit."""
    return json.dumps(values, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def write_project(path: Path, values: Mapping[str, Any]) -> None:
    """Write a project; the old file stays where that fails, or the process ends. Raises ExportError
    and, for values that could not be read again, InputError."""
    text = text_of(values)
    values_of(text, path.name)
    with atomic_write(path) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # before it takes the place of the old one
