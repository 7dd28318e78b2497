"""From what the user names to the file that holds the raster.

A raster may lie in a plain file, in a folder (Esri binary grid), in a `.zip` or in a `.gz`, also
in a `.gz` within a `.zip`. `resolve` settles which one is meant and how GDAL calls it.
"""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, cast

from core.errors import InputError
from core.files.packed import NO_BOUND, STREAM_ERRORS, Unpacked, open_zip, unreadable
from core.files.user_paths import expanded
from raster.files.archive import choose_member, raster_members
from raster.files.names import (
    DATA_SUFFIXES,
    RASTER_SUFFIXES,
    SIDE_SUFFIXES,
    listed,
    raster_suffix,
    unpacked,
)

DEFLATE_RATIO = 1032
"""Most bytes that one packed byte may become: 258 by two bits."""

MOST_SIDE_BYTES = 4 << 20
"""Most bytes of a header, a CRS or the like beside a raster; they have some kilobytes."""


@dataclass(frozen=True, slots=True)
class RasterSource:
    """A raster that is there.

    gdal_name : what GDAL opens.
    path : the file or folder on disk.
    member : name within the archive; None for plain files.
    is_folder : whether the raster is a folder of files, on disk or in the archive.
    """

    gdal_name: str
    path: Path
    member: str | None = None
    is_folder: bool = False

    @property
    def where(self) -> str:
        """Path for error messages, as the user wrote it."""
        return f"{self.path}/{self.member}" if self.member else str(self.path)

    @property
    def stem(self) -> str:
        """Name of the raster itself, without suffixes of packing and format."""
        name = PurePosixPath(self.member or self.path.name).name
        return PurePosixPath(unpacked(name)).stem

    @property
    def suffix(self) -> str:
        """Suffix of the raster itself, lower case, packing taken off: `.asc` for `dem.ASC.gz`."""
        return raster_suffix(self.member or self.path.name)

    @property
    def gzipped(self) -> bool:
        return (self.member or self.path.name).lower().endswith(".gz")


def resolve(path: str | Path, member: str | None = None) -> RasterSource:
    """The raster meant by a path.

    member : which raster of a `.zip`; may also be written into the path (`grids.zip/dem.asc`). An
        archive of a single raster needs none.
    """
    try:
        return _settle(expanded(path), member)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {reason}", where=str(path)) from error


def members(path: str | Path) -> tuple[str, ...]:
    """Names of the rasters in a `.zip`, sorted; empty for anything else."""
    place = expanded(path)
    if not place.is_file() or not zipfile.is_zipfile(place):
        return ()
    with open_zip(place) as archive:
        return raster_members(archive)


@contextmanager
def open_stream(source: RasterSource, most: int = NO_BOUND) -> Iterator[Unpacked]:
    """The raster's bytes, of which `most` bytes may be read; damage is an InputError."""
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(_packed_stream(source))
            if source.gzipped:
                content = stack.enter_context(gzip.GzipFile(fileobj=stream))
                stream = cast(IO[bytes], content)
        except STREAM_ERRORS as error:
            raise unreadable(source.where, error) from error
        beyond = InputError(
            "holds more bytes than its header has values for",
            where=source.where,
            advice="It may be no raster at all: look into it, or fetch it again.",
        )
        yield Unpacked(stream, source.where, most, beyond)


@contextmanager
def _packed_stream(source: RasterSource) -> Iterator[IO[bytes]]:
    if source.member is None:
        with source.path.open("rb") as stream:
            yield stream
    else:
        with open_zip(source.path) as archive, archive.open(source.member) as entry:
            yield entry


def byte_count(source: RasterSource) -> int:
    """Bytes of the raster's file when unpacked.

    A `.gz` says it only modulo 4 GiB, and one within a `.zip` not at all: then four times the
    packed size stands in, which is only used for progress and for what counts as big.
    """
    if source.member is not None:
        with open_zip(source.path) as archive:
            size = archive.getinfo(source.member).file_size
        return 4 * size if source.gzipped else size
    size = source.path.stat().st_size
    if not source.gzipped:
        return size
    with source.path.open("rb") as stream:
        stream.seek(max(size - 4, 0))
        return max(int.from_bytes(stream.read(4), "little"), size)


def most_bytes(source: RasterSource) -> int:
    """Bytes that the raster's file can have at most when unpacked."""
    if not source.gzipped:
        return byte_count(source)
    if source.member is None:
        return DEFLATE_RATIO * source.path.stat().st_size
    with open_zip(source.path) as archive:
        return DEFLATE_RATIO * archive.getinfo(source.member).file_size


def side_file(source: RasterSource, suffix: str) -> bytes | None:
    """Bytes of the file of the same stem and another suffix, in any case; None if there is none.

    `dem.prj` and `dem.asc.prj` both belong to `dem.asc`. InputError for one that cannot be read, or
    that is larger than any is.
    """
    name = PurePosixPath(unpacked(source.member or source.path.name)).name
    wanted = {f"{source.stem}{suffix}".lower(), f"{name}{suffix}".lower()}
    if source.member is not None:
        folder = PurePosixPath(source.member).parent
        with open_zip(source.path) as archive:
            for entry in archive.namelist():
                inside = PurePosixPath(entry)
                if inside.parent == folder and inside.name.lower() in wanted:
                    return _little(partial(archive.open, entry), f"{source.path}/{entry}")
        return None
    for beside in sorted(source.path.absolute().parent.iterdir()):
        if beside.name.lower() in wanted and beside.is_file():
            return _little(partial(_opened, beside), str(beside))
    return None


def _opened(place: Path) -> IO[bytes]:
    return place.open("rb")


def _little(opened: Callable[[], IO[bytes]], where: str) -> bytes:
    """The content of a side file."""
    try:
        with opened() as stream:
            content = stream.read(MOST_SIDE_BYTES + 1)
    except STREAM_ERRORS as error:
        raise InputError(
            f"cannot be read: {error}", where=where, advice="Fetch it again, or take it away."
        ) from error
    if len(content) > MOST_SIDE_BYTES:
        raise InputError(
            f"is larger than {MOST_SIDE_BYTES >> 20} MiB, and only says how to read a raster",
            where=where,
            advice="Take it away, or fetch it again.",
        )
    return content


def _settle(place: Path, member: str | None) -> RasterSource:
    place, inner = _split_archive(place)
    member = member or inner
    if not place.exists():
        raise InputError("there is no such file", where=str(place), advice="Check the name.")
    if place.is_dir():
        return _resolve_folder(place)
    if not place.is_file():  # nobody may ever write into a pipe, and a device may never end
        raise InputError(
            "is neither a file nor a folder",
            where=str(place),
            advice="Write what it gives to a file, and open that.",
        )
    _refuse_empty(place)
    suffix = place.suffix.lower()
    if zipfile.is_zipfile(place) and suffix not in RASTER_SUFFIXES:
        return _resolve_member(place, member)
    _refuse_other_archives(place)
    if suffix == ".adf":
        return _resolve_folder(place.absolute().parent)
    if suffix == ".hdr":
        place = _data_of_header(place)
    _refuse_side_file(place)
    prefix = "/vsigzip/" if suffix == ".gz" else ""
    return RasterSource(f"{prefix}{place.absolute()}", place)


def _split_archive(place: Path) -> tuple[Path, str | None]:
    """`a/b.zip/c/d.asc` as `a/b.zip` and `c/d.asc`."""
    if place.exists():
        return place, None
    for parent in place.parents:
        if parent.suffix.lower() == ".zip" and parent.is_file():
            return parent, place.relative_to(parent).as_posix()
    return place, None


def _refuse_empty(place: Path) -> None:
    with place.open("rb") as stream:
        if not stream.read(1):
            raise InputError(
                "the file is empty", where=str(place), advice="Fetch or write it again."
            )


def _refuse_other_archives(place: Path) -> None:
    name = place.name.lower()
    if name.endswith(".zip"):
        raise InputError(
            "is not a zip archive, or a damaged one", where=str(place), advice="Fetch it again."
        )
    if name.endswith((".tar", ".tgz", ".tar.gz", ".7z", ".rar", ".bz2", ".xz")):
        raise InputError(
            "this kind of archive is not opened", where=str(place), advice="Unpack it first."
        )


def _refuse_side_file(place: Path) -> None:
    suffix = place.suffix.lower()
    if suffix in SIDE_SUFFIXES or place.name.lower().endswith(".aux.xml"):
        raise InputError(
            f"a {suffix} file belongs to a raster but holds none",
            where=str(place),
            advice="Open the raster itself.",
        )


def _data_of_header(header: Path) -> Path:
    """The data file that an Esri or ENVI `.hdr` describes."""
    beside = {p.name.lower(): p for p in sorted(header.absolute().parent.iterdir())}
    stem = header.stem.lower()
    for name in (*(stem + suffix for suffix in DATA_SUFFIXES), stem):
        if name in beside and beside[name].is_file():
            return header.parent / beside[name].name
    raise InputError(
        "is a header without its data file",
        where=str(header),
        advice=f"Put {header.stem}.flt or {header.stem}.bil beside it.",
    )


def _resolve_folder(folder: Path) -> RasterSource:
    names = sorted(p.name for p in folder.iterdir())
    if any(name.lower() == "hdr.adf" for name in names) or folder.suffix.lower() == ".zarr":
        return RasterSource(str(folder.absolute()), folder, is_folder=True)
    inside = [p for p in sorted(folder.iterdir()) if _holds_raster(p)]
    if not inside:
        raise InputError(
            "the folder holds no raster",
            where=str(folder),
            advice="An Esri binary grid is a folder with hdr.adf in it.",
        )
    raise InputError(
        "is a folder", where=str(folder), advice=f"Open {listed([p.name for p in inside])} in it."
    )


def _holds_raster(place: Path) -> bool:
    if place.is_dir():
        return any(p.name.lower() == "hdr.adf" for p in place.iterdir())
    return raster_suffix(place.name) in {*RASTER_SUFFIXES, ".zip"}


def _resolve_member(place: Path, member: str | None) -> RasterSource:
    chosen, is_folder = choose_member(place, member)
    inside = "" if chosen == "." else f"/{chosen}"
    prefix = "/vsigzip/" if chosen.lower().endswith(".gz") else ""
    # Braces keep GDAL from looking for the end of the archive's name itself.
    return RasterSource(f"{prefix}/vsizip/{{{place.absolute()}}}{inside}", place, chosen, is_folder)
