"""A project of three scenarios, each with files and answers of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.editing.session import Session
from app.project.saving import contents_of, kept
from app.roads.closures import OPEN_EVERYWHERE
from app.starts import PlacedStart
from raster.edits.edit import NO_EDITS
from tests.app.cli.test_joined import CELL, LEFT, TOP
from tests.app.project.projects import asking, restored

TODAY, DRY, LATER = "Today", "Dry ground", "Two starts later"


def several(kind: str, folder: Path, path: Path) -> dict[str, Session]:
    """Write a project of scenarios; returns what each of them asks."""
    found = {name: asking(kind, folder) for name in (TODAY, DRY, LATER)}
    dry, later = found[DRY], found[LATER]
    if "edits" in dry.required.panels:
        dry.document = dry.required.with_edits(NO_EDITS)
    else:
        dry.set_closures(OPEN_EVERYWHERE)
    if dry.options.slopes is not None:
        dry.options = replace(dry.options, slopes=None)
    second = PlacedStart(LEFT + 20.5 * CELL, TOP - 4.5 * CELL, 2.0, name="Alp")
    later.set_starts((later.starts[0], second))
    later.set_limit(3000.0)
    entries = [kept(name, session) for name, session in found.items()]
    contents = contents_of(found[TODAY], scenarios=entries, opened=TODAY)
    path.write_text(json.dumps(contents.saved_to(path.parent)), encoding="utf-8")
    return found


def entry(path: Path, name: str) -> dict[str, Any]:
    """A scenario as its file has it."""
    values = json.loads(path.read_text(encoding="utf-8"))
    return next(each for each in values["scenarios"]["list"] if each["name"] == name)


__all__ = ["restored"]
