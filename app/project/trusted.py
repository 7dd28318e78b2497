"""Which projects of this user may name files outside their folder: those that were saved here, and
those of which somebody said so."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_dir

from core.errors import ExportError
from core.files.atomic_write import atomic_write

MOST_PROJECTS = 1000
"""Most projects that are remembered, the newest ones."""


def trust_file() -> Path:
    """Where it is kept: in $ISOFRONT_CONFIG_DIR, else beside the user's other settings."""
    named = os.environ.get("ISOFRONT_CONFIG_DIR")
    folder = Path(named) if named else Path(user_config_dir("Isofront", appauthor=False))
    return folder / "projects.json"


def is_trusted(project: Path, names: Iterable[str]) -> bool:
    """Whether a project may read these files outside its folder."""
    return set(names) <= set(_known().get(_key(project), ()))


def trust(project: Path, names: Iterable[str]) -> None:
    """Let it, from now on; nothing is kept where that cannot be written."""
    known = _known()
    known.pop(_key(project), None)
    kept = dict(list(known.items())[-MOST_PROJECTS + 1 :])
    kept[_key(project)] = sorted(names)
    with suppress(OSError, ExportError, ValueError):
        trust_file().parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(trust_file()) as beside:
            beside.write_text(json.dumps(kept), encoding="utf-8")


def _known() -> dict[str, list[str]]:
    try:
        found = json.loads(trust_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        project: names
        for project, names in found.items()
        if isinstance(names, list) and all(isinstance(name, str) for name in names)
    }


def _key(project: Path) -> str:
    return os.path.realpath(project)
