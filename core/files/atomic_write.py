"""Files that appear whole or not at all, also where one thing takes several files."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten

from core.errors import ExportError
from core.files.leftovers import NAMES, NEW, OLD, PREFIX, working_folder

_REASONS = {
    errno.ENOSPC: ("the disk is full", "Make room, or choose another place."),
    errno.EDQUOT: ("your share of the disk is full", "Make room, or choose another place."),
    errno.EFBIG: ("the file grows too large for this disk", "Choose another place."),
    errno.EROFS: ("the disk cannot be written to", "Choose another place."),
    errno.EACCES: (
        "may not be written, or another program holds it open",
        "Close it there, or choose another place.",
    ),
}

_FULL = ("database or disk is full", "no space left on device")
"""Words of SQLite, and of GDAL for the system, on a full disk."""

_KERNELS = "NUMBA_CACHE_DIR"

MESSAGE_LENGTH = 120
"""Characters kept of a library's message, which may quote a whole database schema."""


@contextmanager
def atomic_write(target: Path, companions: Sequence[str] = ()) -> Iterator[Path]:
    """A path to write to in place of `target`, in a folder of its own beside it.

    When the block ends well, all files of that folder take the places of their namesakes beside
    the target, together or not at all. When it fails, every old file is as it was, and nothing of
    the new ones remains; what a killed process left of its own is cleared by the next.

    companions : names of files beside the target that belonged to the old one, such as
        "roads.dbf" to "roads.shp". Those that are not written anew go, since they would not fit.
    Raises ExportError for what the system refuses; other exceptions pass.
    """
    # A link stays a link: what it points to is replaced.
    place = Path(os.path.realpath(target))
    if not place.parent.is_dir():
        raise ExportError(
            f"there is no folder {place.parent}", where=str(target), advice="Make it first."
        )
    if place.is_dir():
        raise ExportError(
            "a folder has this name", where=str(target), advice="Choose another name."
        )
    try:
        with working_folder(place.parent) as folder:
            yield folder / NEW / place.name
            _move(folder, place, companions)
    except UnicodeEncodeError as error:
        if PREFIX not in error.object:  # no name of ours
            raise
        raise ExportError(
            "libraries that write this format take only names in UTF-8",
            where=str(target),
            advice="Choose another name or folder.",
        ) from error
    except OSError as error:
        raise not_written(target, error) from error


def not_written(target: Path, error: Exception, needs: int = 0) -> ExportError:
    """What the system, or a library, says about a file that it could not write; as advice.

    needs : bytes that the file takes, if that is known. A library that does not say why has no room
    where so many are not free; it may have deleted what did not fit.
    """
    advice = "Check the free space and your rights there, or choose another place."
    found = f"could not be written ({_gist(error)})"
    code = _code(error)
    found, advice = _REASONS.get(code, (found, advice))
    kernels = _kept_kernels(error)
    if kernels:
        advice = f"Make room there, or set {_KERNELS} to another folder."
        return ExportError(f"compiled code cannot be kept: {found}", where=kernels, advice=advice)
    with contextlib.suppress(OSError):
        usage = shutil.disk_usage(target.parent)
        least = 1 << 20 if code else max(1 << 20, needs)
        if usage.total and usage.free < least:  # else it has no size, as some network drives
            found, advice = _REASONS[errno.ENOSPC]
    return ExportError(found, where=str(target), advice=advice)


def from_system(error: OSError, otherwise: str) -> ExportError:
    """What the system refused to somebody who knows of no target.

    otherwise : where it was, if the error does not say.
    """
    kernels = _kept_kernels(error)
    if kernels:
        return not_written(Path(kernels), error)
    where = str(error.filename or otherwise)
    advice = "Check the disk and your rights."
    return ExportError(error.strerror or str(error), where=where, advice=advice)


def _kept_kernels(error: Exception) -> str:
    """The folder where Numba keeps compiled kernels, for an error from there: it may name no file,
    and comes up in the middle of anything that calls a kernel. Empty for others."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == "numba.core.caching":
            return os.environ.get(_KERNELS, "__pycache__")
        trace = trace.tb_next
    return ""


def _code(error: Exception) -> int:
    """The number that the system has for what it refused; 0 where neither it nor a library
    says."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    text = str(_innermost(error)).lower()
    return errno.ENOSPC if any(words in text for words in _FULL) else 0


def _innermost(error: Exception) -> Exception:
    while isinstance(error.__cause__, Exception):
        error = error.__cause__
    return error


def _gist(error: Exception) -> str:
    """The innermost message of an error, short, without the folder that nobody has heard of."""
    error = _innermost(error)
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    words = [word for word in text.split() if PREFIX not in word]
    return shorten(" ".join(words) or type(error).__name__, MESSAGE_LENGTH, placeholder="…")


def _move(folder: Path, place: Path, companions: Sequence[str]) -> None:
    """Move all new files beside `place`, its own namesake last; undo all if one fails."""
    source, backup = folder / NEW, folder / OLD
    names = sorted((path.name for path in source.iterdir()), key=lambda name: name == place.name)
    with contextlib.suppress(OSError):
        shutil.copymode(place, source / place.name)
    leaving = [name for name in companions if name not in names]
    for name in (*leaving, *names):
        if (place.parent / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, f"{name} is a folder")
    if names == [place.name] and not any((place.parent / name).exists() for name in leaving):
        os.replace(source / place.name, place)  # in one step
        return
    backup.mkdir()
    (folder / NAMES).write_text("\n".join(names), encoding="utf-8")  # for who finds it left
    moved: list[Path] = []
    try:
        for name in (*leaving, *names):
            if (place.parent / name).exists():
                os.replace(place.parent / name, backup / name)
        for name in names:
            os.replace(source / name, place.parent / name)
            moved.append(place.parent / name)
    except OSError:
        for path in moved:
            path.unlink(missing_ok=True)
        for path in backup.iterdir():
            os.replace(path, place.parent / path.name)
        raise
