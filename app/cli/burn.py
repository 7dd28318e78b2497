"""`isofront burn FILE --edits EDITS --out SPEEDS`: edits, and roads, as speeds of cells."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import OPENINGS, OpenedFiles
from app.cli.options.option import BURNED
from app.cli.options.projects import kept_edits
from app.cli.report import facts, json_text, noted
from app.cli.window import WindowService
from app.document.edit_words import told_of_edit
from app.exports.ground.speeds import SPEEDS, burn_edits
from app.exports.table import format_among
from core.cancel import Cancel
from core.errors import ExportError, InputError
from core.files.user_paths import expanded
from core.progress import Progress


def burn(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Burn, write and print; InputError where there is nothing to burn."""
    edits, across = arguments.edits or kept_edits(arguments), arguments.roads
    if not (edits or across):
        raise InputError(
            "there is nothing to burn", where="isofront burn", advice="Give --edits or --roads."
        )
    if arguments.out is None:
        raise InputError(
            "there is no file to write", where="isofront burn", advice="Give --out FILE.tif."
        )
    target = expanded(arguments.out)
    try:
        format_among(SPEEDS, target)
    except ExportError as error:
        raise InputError(error.found, where=f"--out {target}", advice=error.advice) from error
    if target.resolve() == expanded(arguments.file).resolve():
        raise InputError("would be overwritten", where=arguments.file, advice="Give another --out.")
    arguments.join = BURNED if across else None
    opening = OPENINGS[kind_of(arguments)]
    work = partial(_burnt, arguments, opening.read, foreground)
    given, notes = foreground.run("burning", work)
    foreground.written.append(str(target))
    drawn = given.document.edits.edits
    if arguments.json:
        told = {
            "file": arguments.file,
            "edits": len(drawn),
            "outputs": foreground.written,
            "notes": notes,
        }
        print(json_text(told))
    else:
        told_edits = [("edit", told_of_edit(edit)) for edit in drawn if edit.visible]
        print("\n".join((facts([*told_edits, ("written", str(target))]), *noted(notes))))
    return DONE


def _burnt(
    arguments: Namespace, read: object, foreground: Foreground, progress: Progress, cancel: Cancel
) -> tuple[OpenedFiles, tuple[str, ...]]:
    assert callable(read)
    given: OpenedFiles = read(arguments, foreground, progress, cancel)
    with foreground.on_disk():
        notes = burn_edits(
            expanded(arguments.out),
            given.document,
            compression=arguments.compression,
            progress=progress,
            cancel=cancel,
        )
    return given, (*given.notes, *notes)
