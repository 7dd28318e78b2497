"""Opening a file sends nothing, and reads nothing that lies elsewhere.

Some formats hold no data but names of where they lie: virtual rasters and layers (VRT), MRF, tile
indices (GTI) and the descriptions of map servers (WMS, WMTS, WCS, WFS and others). GDAL follows
them, also to the network. Here

- GDAL and PROJ, in every copy and in processes of ours, are kept off the network by their
  settings, from the import of this module on;
- `check_links` looks for such names before GDAL opens a file, so that there is an answer and not
  the failure of a download.

`following_links` allows both, for who asked for it.
"""

from __future__ import annotations

import gzip
import json
import os
import posixpath
import re
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast
from xml.etree import ElementTree

from core.errors import InputError

OFF = {
    # Requests of drivers (map servers, GeoJSON, CRSs that are URLs): nobody speaks to this proxy.
    "GDAL_HTTP_PROXY": "none://",
    "GDAL_HTTPS_PROXY": "none://",
    # File systems (/vsicurl/, /vsis3/ and kin): the one file that may be opened does not exist.
    "CPL_VSIL_CURL_ALLOWED_FILENAME": "none",
    "GML_DOWNLOAD_SCHEMA": "NO",
    "PROJ_NETWORK": "OFF",
    # Hosts named there would be asked past the proxy.
    "NO_PROXY": None,
    "no_proxy": None,
}
"""Environment that keeps GDAL and PROJ off the network; None takes a variable away. It is handed on
to child processes."""

BEFORE = "ISOFRONT_LINKS_BEFORE"
"""Variable that tells child processes, which find all of `OFF` set, what was set before (JSON)."""

ALLOW = "--allow-links"
"""The option of the command line that follows links."""

HEAD_BYTES = 4096
"""Bytes at the beginning of a file in which GDAL looks for what it is, with some to spare."""

MOST_XML_BYTES = 64 << 20
"""Most bytes of XML that are read: a virtual raster of some hundred thousand tiles."""

MOST_DEPTH = 8
"""Deepest nesting of virtual files that name virtual files."""

_SERVERS = re.compile(
    rb"<(?:GDAL_WMS|WMS_Tile_Service|TileMapService|TileMap|GDAL_WMTS|WMT_MS_Capabilities"
    rb"|(?:\w+:)?(?:WMS_Capabilities|WFS_Capabilities|WCS_Capabilities|Capabilities)"
    rb"|WCS_GDAL|OGRWFSDataSource|OGRCSWDataSource|OGROAPIFDataSource)[\s>]"
)
"""Roots of XML that describe a server and hold no data."""

_VIRTUAL = re.compile(rb"<(VRTDataset|OGRVRTDataSource|MRF_META|GDALTileIndexDataset)[\s>]")
"""Roots of XML that name files."""

_NAMES = frozenset((
    "sourcefilename", "sourcedataset", "srcdatasource", "indexdataset", "datafile", "indexfile",
    "source", "srcdsn",
))  # fmt: skip
"""Elements that hold such a name, lower case."""

_PLAIN = frozenset(("srs", "layersrs", "metadata", "description", "gcplist", "geolocation"))
"""Elements whose text opens nothing: a URL in them is words."""

_SUBDATASET = re.compile(
    r"(?:NETCDF|HDF5|HDF4_SDS|GPKG|NITF_IM|GTIFF_DIR|SQLITE):(?:\d+:)?"
    r'(?:"(?P<quoted>[^"]+)".*|(?P<bare>[^":]+)(?::[^/]*)?)'
)
"""Form of the name of a part of a file: `NETCDF:"speeds.nc":car`."""

_INDEX_DRIVERS = frozenset((
    "GTI", "STACIT", "STACTA", "WMS", "WMTS", "WCS", "HTTP", "DAAS", "EEDAI", "OGCAPI", "PLMOSAIC",
    "KMLSUPEROVERLAY",
))  # fmt: skip
"""Drivers of GDAL whose rasters lie wherever a table or a server says, which no look at the file
settles."""

_PACKED = re.compile(r"/vsi(?:zip|gzip|tar)/\{?")

_MEMBER = re.compile(r"(?:/vsigzip/)?/vsizip/\{(.+?)\}(?:/(.*))?", re.DOTALL)

_PROGRAM = b"<VRTDataset"
"""Beginning of a file that tells GDAL how to make cells from others: filters, warps, expressions,
raw bytes."""

Find = Callable[[str], BinaryIO | None]
"""Function that opens a file by its name, as bytes; None where there is none."""


class LinkedDataError(InputError):
    """The file names data in another place, or asks a server for them."""


_lock = threading.Lock()
_followers = 0
_before: dict[str, str | None] = {}


def _set(values: dict[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def seal() -> None:
    """Keep GDAL and PROJ off the network."""
    told = _told_before()
    for name, off in OFF.items():
        value = os.environ.get(name)
        _before.setdefault(name, told.get(name) if value == off else value)
    os.environ[BEFORE] = json.dumps(_before)
    _set(dict(OFF))


def _told_before() -> dict[str, str | None]:
    """What was set before a process sealed itself and started this one; {} if none did."""
    try:
        told = json.loads(os.environ.get(BEFORE, "{}"))
    except ValueError:
        return {}
    if not isinstance(told, dict):
        return {}
    return {name: value for name, value in told.items() if isinstance(value, str)}


@contextmanager
def following_links(allowed: bool = True) -> Iterator[None]:
    """Let files that are opened in the body, by any thread, name data anywhere, if allowed."""
    global _followers
    if not allowed:
        yield
        return
    with _lock:
        _followers += 1
        _set(_before)
    try:
        yield
    finally:
        with _lock:
            _followers -= 1
            if not _followers:
                _set(dict(OFF))


def are_followed() -> bool:
    """Whether files that are opened now may name data anywhere."""
    return _followers > 0


def check_links(gdal_name: str, where: str) -> None:
    """LinkedDataError for a file that names data outside its folder, or on the network.

    gdal_name : a path, or a file within a `.gz` or `.zip` as GDAL calls it.
    """
    path, member = _on_disk(gdal_name)
    if _followers or path.is_dir():
        return
    if member is None:
        folder = _folder_of(path)

        def find(name: str) -> BinaryIO | None:
            place = Path(folder, name)
            return place.open("rb") if place.is_file() else None

        _check(path.name, find, where, folder)
        return
    with zipfile.ZipFile(path) as archive:
        names, parent = frozenset(archive.namelist()), PurePosixPath(member).parent

        def find_member(name: str) -> BinaryIO | None:
            inside = posixpath.normpath((parent / name).as_posix())
            return cast(BinaryIO, archive.open(inside)) if inside in names else None

        _check(PurePosixPath(member).name, find_member, where, None)


def is_program(head: bytes) -> bool:
    """Whether a file that begins so is a program, which GDAL may crash on: for another process."""
    return _PROGRAM in head


def head_of(gdal_name: str) -> bytes:
    """The first bytes, unpacked, of a file that `check_links` has passed; none of a folder's."""
    path, member = _on_disk(gdal_name)
    if member is None:
        return b"" if path.is_dir() else _content(path.open("rb"))[:HEAD_BYTES]
    with zipfile.ZipFile(path) as archive:
        return _content(cast(BinaryIO, archive.open(member)))[:HEAD_BYTES]


def check_opened(driver: str, files: list[str], gdal_name: str, where: str) -> None:
    """LinkedDataError where one of the files that make up a raster lies outside its folder.

    driver, files : as GDAL tells them of an open raster.
    """
    if _followers:
        return
    if driver in _INDEX_DRIVERS:
        raise _elsewhere(f"others ({driver})", where)
    folder = _folder_of(_on_disk(gdal_name)[0])
    for name in files:
        if not _inside(_PACKED.sub("", name), folder, os.getcwd()):
            raise _elsewhere(name, where)


def _on_disk(gdal_name: str) -> tuple[Path, str | None]:
    """The file on disk, and the member of it where it is an archive."""
    packed = _MEMBER.fullmatch(gdal_name)
    if packed:
        return Path(packed[1]), packed[2] or "."
    return Path(gdal_name.removeprefix("/vsigzip/")), None


def _folder_of(path: Path) -> str:
    return os.path.abspath(path.parent)


def _content(file: BinaryIO) -> bytes:
    """The first bytes, unpacked; all of them where they name files."""
    with file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        stream = gzip.GzipFile(fileobj=file) if packed else file
        try:
            head = stream.read(HEAD_BYTES)
            return head + stream.read(MOST_XML_BYTES) if _VIRTUAL.search(head) else head
        except (OSError, EOFError, zlib.error):  # damaged: its reader says so
            return b""


def _check(name: str, find: Find, where: str, folder: str | None) -> None:
    waiting, seen = [(name, 0)], {name}
    while waiting:
        name, depth = waiting.pop()
        file = find(name)
        if file is None:
            continue
        content = _content(file)
        if _SERVERS.search(content[:HEAD_BYTES]):
            raise _elsewhere("a map server", where, server=True)
        if not _VIRTUAL.search(content[:HEAD_BYTES]):
            continue
        if depth == MOST_DEPTH or len(content) > MOST_XML_BYTES:
            raise InputError("names files that name files, too many to follow", where=where)
        for found in _local_names(content, where, folder, os.path.dirname(name)):
            if found not in seen:
                seen.add(found)
                waiting.append((found, depth + 1))


def _local_names(content: bytes, where: str, folder: str | None, below: str) -> Iterator[str]:
    """Names of files relative to the first one's folder; LinkedDataError for any other.

    below : folder of the file that names them, relative to the first one's.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InputError(
            f"its XML cannot be read: {error}", where=where, advice="Fetch or write it again."
        ) from error
    relative_by_default = root.tag not in ("VRTDataset", "OGRVRTDataSource")
    waiting = [root]
    while waiting:
        element = waiting.pop()
        tag = str(element.tag).rpartition("}")[2].lower()
        if tag in _PLAIN and element.get("domain") != "OVERVIEWS":
            continue
        waiting.extend(element)
        marks = {name.lower(): value for name, value in element.attrib.items()}
        text = (element.text or "").strip()
        if tag not in _NAMES or not text:
            said = (value for name, value in marks.items() if "schemalocation" not in name)
            for words in (text, *said):
                if "://" in words or "/vsi" in words:
                    raise _elsewhere(words, where)
            continue
        relative = marks.get("relativetovrt", "1" if relative_by_default else "0")
        part = _SUBDATASET.fullmatch(text)
        found = _PACKED.sub("", (part["quoted"] or part["bare"]) if part else text)
        if relative.strip().lower() not in ("1", "true", "yes") and not os.path.isabs(found):
            found = os.path.join(os.getcwd(), found)
        elif not os.path.isabs(found):
            found = os.path.join(below, found)
        if folder is None:
            if os.path.isabs(found) or not _inside(found, "/", "/", lexical=True):
                raise _elsewhere(text, where)
        elif not _inside(found, folder, folder):
            raise _elsewhere(text, where)
        yield found


def _inside(name: str, folder: str, base: str, *, lexical: bool = False) -> bool:
    """Whether a name, relative to `base`, is of a file in a folder or below it."""
    if re.match(r"\w{2,}:|[\\/]{2}|/vsi|<", name) or "://" in name:
        return False
    if lexical:
        return not posixpath.normpath(name.replace("\\", "/")).startswith("..")
    place = os.path.normpath(os.path.join(base, name.replace("\\", os.sep)))
    folders = {os.path.normpath(folder), os.path.realpath(folder)}
    return any(place == f or place.startswith(f.rstrip(os.sep) + os.sep) for f in folders)


def _elsewhere(name: str, where: str, *, server: bool = False) -> LinkedDataError:
    short = name if len(name) <= 80 else f"{name[:77]}…"
    network = server or "://" in name or "/vsi" in name
    return LinkedDataError(
        f"holds no data but names {short}, {'on the network' if network else 'outside its folder'}",
        where=where,
        advice=f"If you trust it, follow its links: {ALLOW}.",
    )


seal()
