"""The file of paths that `--out` names: checked before the work, written after it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from app.cli.foreground import Foreground
from app.cli.outputs import Output
from app.exports.paths.request import FORMATS, PathExport, export_paths
from app.exports.table import Format
from app.paths.pins import NamedPath
from core.cancel import Cancel
from core.files.user_paths import expanded
from core.progress import Progress

TABLE = Format("CSV", (".csv",))
"""Format of the ways of many pairs, which holds costs and no lines."""


def target_of(arguments: Namespace, *others: Format) -> Path | None:
    """Where paths are written; None for nowhere. others : formats beside those of paths. Raises
    InputError where they cannot be written there."""
    if arguments.out is None:
        return None
    output = Output("--out", "paths", expanded(arguments.out), (*others, *FORMATS))
    for source in (arguments.file, arguments.pairs, getattr(arguments, "roads", None)):
        if source is not None:
            output.check(expanded(source))
    return output.path


def write_paths(
    target: Path,
    paths: Sequence[NamedPath],
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> tuple[str, ...]:
    """Write them; returns notes. Raises ExportError and CancelledError."""
    progress(-1.0, f"writing {target.name}")
    with foreground.on_disk():
        notes = export_paths(PathExport(target, paths, cancel)).notes
    foreground.written.append(str(target))
    return notes
