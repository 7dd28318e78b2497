"""The files that a project names: their stamps, and where they lie now."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.files.links import ALLOW

WHOLE_BYTES = 16 << 20
"""Most bytes of a file that is hashed whole; of a larger one its ends and its size are."""

END_BYTES = 1 << 20
"""Bytes of each end of a large file that are hashed."""

_DIGEST_BYTES = 16
"""Length of a hash in bytes: two files never have the same by chance."""

MOST_LOOKED_AT = 20_000
"""Most files beside a project that are looked at for one that moved."""

LEVELS = 3
"""Folders below that of a project in which a file is looked for that moved."""

_NO_FILE = re.compile(r"(?i)[\\/]{2}|/vsi|.*://")
"""Pattern of names that are of the network, of a driver, or of a share on another machine."""


_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""Pattern of dates as `stamp_of` writes them."""


class OutsideError(InputError):
    """A project that names files outside its folder. names : as it writes them."""

    def __init__(self, names: tuple[str, ...], where: str) -> None:
        self.names = names
        shown = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
        super().__init__(
            f"names files outside its folder: {shown}",
            where=where,
            advice=f"If you trust it, let it: {ALLOW}.",
        )


class MissingSourceError(InputError):
    """A file of a project that is gone. source : what the project calls it."""

    def __init__(self, source: str, name: str, where: str) -> None:
        self.source, self.name = source, name
        super().__init__(
            f"its file {name} ({source}) is gone, and is not beside the project either",
            where=where,
            advice=f"Put it there, or name it: --source {source}=FILE.",
        )


@dataclass(frozen=True)
class FoundSource:
    """Where a file of a project lies. notes : what its user should know of it."""

    path: Path
    notes: tuple[str, ...] = ()


def stamp_of(path: Path) -> dict[str, Any]:
    """Size, date and hash of a file, as a project keeps them; of a folder those of its files."""
    place = _on_disk(path)
    found = place.stat()
    if stat.S_ISDIR(found.st_mode):
        names = sorted(p for p in place.iterdir() if p.is_file())
        sizes = [(p.name, p.stat().st_size) for p in names]
        return {
            "bytes": sum(size for _, size in sizes),
            "modified": _date(found.st_mtime),
            "hash": blake2b(repr(sizes).encode(), digest_size=_DIGEST_BYTES).hexdigest(),
            "hashed": "folder",
        }
    if not stat.S_ISREG(found.st_mode):  # a pipe would keep us waiting
        raise InputError("is neither a file nor a folder", where=str(path), advice="Name another.")
    size = found.st_size
    whole = size <= WHOLE_BYTES
    digest = blake2b(str(size).encode(), digest_size=_DIGEST_BYTES)
    with place.open("rb") as file:
        digest.update(file.read(WHOLE_BYTES if whole else END_BYTES))
        if not whole:
            file.seek(size - END_BYTES)
            digest.update(file.read(END_BYTES))
    return {
        "bytes": size,
        "modified": _date(found.st_mtime),
        "hash": digest.hexdigest(),
        "hashed": "whole" if whole else "ends",
    }


def source_of(path: Path, folder: Path, stamped: bool = True) -> dict[str, Any]:
    """A file as a project in a folder names it, with its stamp or without. Raises InputError where
    it cannot be read."""
    path = Path(os.path.abspath(path))
    if not stamped:
        return {"path": relative(path, folder)}
    try:
        stamp = stamp_of(path)
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Open it again."
        ) from error
    return {"path": relative(path, folder), **stamp}


def relative(path: Path, folder: Path) -> str:
    """A file as a project in a folder names it."""
    try:
        return Path(os.path.relpath(path, folder.absolute())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def located(
    sources: Mapping[str, Mapping[str, Any]],
    folder: Path,
    where: str,
    instead: Mapping[str, Path],
    *,
    outside: bool,
) -> dict[str, FoundSource]:
    """Where the files of a project lie: as it says, as `instead` says, or beside it.

    where : its name. outside : whether those beyond its folder may be read. Raises OutsideError
    before any is touched, MissingSourceError, and InputError for names of no file.
    """
    unknown = [name for name in instead if name not in sources]
    if unknown:
        raise InputError(
            f"has no source '{unknown[0]}'", where=where, advice=f"It has: {', '.join(sources)}."
        )
    asked = {name: values for name, values in sources.items() if name not in instead}
    for values in asked.values():
        if _NO_FILE.match(values["path"]):
            raise InputError(
                f"'{values['path'][:80]}' is the name of no file on this machine",
                where=where,
                advice="Fetch it, and name the file.",
            )
    beyond = tuple(v["path"] for v in asked.values() if not is_inside(named(v, folder), folder))
    if beyond and not outside:
        raise OutsideError(beyond, where)
    found = {name: FoundSource(path) for name, path in instead.items()}
    for name, values in asked.items():
        found[name] = _located(name, values, folder, where)
    return found


def outside_of(sources: Mapping[str, Mapping[str, Any]], folder: Path) -> tuple[str, ...]:
    """The names of files that do not lie in a project's folder or below it, sorted."""
    return tuple(
        sorted(v["path"] for v in sources.values() if not is_inside(named(v, folder), folder))
    )


def named(values: Mapping[str, Any], folder: Path) -> Path:
    """Where a project in a folder says that a file lies: the very name that is looked at and read,
    since `..` after a link leads elsewhere on the disk than in the text."""
    return Path(os.path.normpath(folder / values["path"]))


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a file lies in a folder or below it, links followed."""
    place, home = os.path.realpath(path), os.path.realpath(folder)
    return place.startswith(home.rstrip(os.sep) + os.sep)


def _located(name: str, values: Mapping[str, Any], folder: Path, where: str) -> FoundSource:
    path = named(values, folder)
    if _on_disk(path).exists():
        return FoundSource(path, _changes(path, values))
    others = list(_namesakes(path.name, folder))
    same = [other for other in others if not _changes(other, values)]
    chosen = (same or others)[:1]
    if not chosen:
        raise MissingSourceError(name, values["path"], where)
    here, there = relative(chosen[0], folder), values["path"]
    lies = f"{path.name} was found at {here}, and no longer at {there}"
    return FoundSource(chosen[0], (lies, *_changes(chosen[0], values)))


def _changes(path: Path, values: Mapping[str, Any]) -> tuple[str, ...]:
    """What there is to say of a file that is not as it was."""
    if "hash" not in values:
        return ()
    try:
        now = stamp_of(path)
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Check your rights."
        ) from error
    if (now["hash"], now["hashed"]) == (values["hash"], values.get("hashed", "whole")):
        return ()
    before, since = _read(values.get("modified", "")), _read(now["modified"])
    if not before:
        return (f"{path.name} has changed since the project was saved",)
    name = path.name
    return (f"{name} has changed since the project was saved: then of {before}, now of {since}",)


def _read(date: str) -> str:
    """A date as people read it, to the minute; "" for what is none."""
    return f"{date[:10]} {date[11:16]} UTC" if _DATE.fullmatch(date) else ""


def _namesakes(name: str, folder: Path) -> Iterator[Path]:
    """Files of that name beside a project or some folders below, the nearest first."""
    looked, level = 0, [folder]
    for _ in range(LEVELS + 1):
        below: list[Path] = []
        for place in level:
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                looked += 1
                if looked > MOST_LOOKED_AT:
                    return
                if entry.name == name and is_inside(Path(entry.path), folder):
                    yield Path(entry.path)
                elif entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                    below.append(Path(entry.path))
        level = below


def _on_disk(path: Path) -> Path:
    """The file itself, or the archive that it lies in, as of `grids.zip/dem.asc`."""
    if path.exists():
        return path
    return next((parent for parent in path.parents if parent.is_file()), path)


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
