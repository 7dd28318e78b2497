"""The questions of a project as rows of a batch: each scenario, and each start by itself."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from app.batch.table import TableRow
from app.cli.options.table import FILES_OF_BATCH, OF_A_BATCH
from app.cli.report import remark
from app.project.file import is_project, read_project
from app.project.project import Project
from app.project.scenarios import chosen_name, names_in, values_of
from app.starts import names_of, on
from core.errors import InputError


def rows_of(path: Path, arguments: Namespace) -> list[TableRow]:
    """The starts of a project as rows of a batch, scenario by scenario. arguments : of `isofront
    batch`. Raises InputError."""
    file = read_project(path)
    names = names_in(file.values)
    asked = [chosen_name(file.values, name, path.name) for name in arguments.scenario]
    files, found = _said(arguments), list[TableRow]()
    for scenario in dict.fromkeys(asked or names):
        starts = on(Project(values_of(file.values, scenario), path).starts)
        if not starts:
            told = f"scenario '{scenario}' has no start, and is passed over"
            remark((told,) if len(names) > 1 else ())
            continue
        common = {"file": (str(path),), "scenario": (scenario,), **files}
        if arguments.together:
            found.append(TableRow(len(found) + 1, {**common, "name": (scenario,)}))
            continue
        for name, start in zip(names_of(starts), starts, strict=True):
            place = f"{start.x!r},{start.y!r}" if start.vertex is None else f"vertex:{start.vertex}"
            called = f"{scenario} {name}" if len(names) > 1 else name
            values = {"start": (f"{place},{start.delay_seconds!r}",), "name": (called,)}
            found.append(TableRow(len(found) + 1, {**common, **values, "start-name": (name,)}))
    if not found:
        raise InputError("has no start", where=path.name, advice="Set one in the window.")
    return found


def expect_table(arguments: Namespace) -> None:
    """Raise InputError for options that mean something where a project is named alone."""
    if is_project(arguments.table):
        return
    for option in (*OF_A_BATCH, *FILES_OF_BATCH):
        if getattr(arguments, option.name) != option.unsaid:
            raise InputError(
                "is for a project; a table says it in a column",
                where=option.flag,
                advice="Name a project, or add the column.",
            )


def _said(arguments: Namespace) -> Mapping[str, tuple[str, ...]]:
    """Options of files as cells of a table."""
    found = {}
    for option in FILES_OF_BATCH:
        value = getattr(arguments, option.name)
        if value != option.unsaid:
            texts = tuple(value) if isinstance(value, list) else (value,)
            found[option.flag.removeprefix("--")] = ("yes",) if value is True else texts
    return found
