"""A hierarchy in a file beside the cache of its graph, or in bytes that are sent.

An uncompressed archive of NumPy's, which keeps a checksum of each array; beside the arrays of
`Hierarchy` it holds a header, JSON: version, what was contracted, and what that took.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from core.errors import IsofrontError
from core.files.atomic_write import atomic_write
from road.ch.contraction import Contracted, sealed_hierarchy
from road.ch.hierarchy import Steps
from road.ch.report import ContractedLevel, ContractionReport
from road.ch.settings import ContractionSettings
from road.search.search_graph import SearchGraph

VERSION = 1
"""Version of the file, raised whenever the layout changes, or graphs should be contracted anew."""

_SIDES = ("up", "down", "core_steps")
_KEY_BYTES = 12


class HierarchyFileError(IsofrontError):
    """A hierarchy that is absent, damaged or of another version: contract anew."""


class DamagedHierarchyError(HierarchyFileError):
    """One that is not as it was written."""


def key_of(search: SearchGraph, settings: ContractionSettings) -> str:
    """24 hexadecimal digits of all that a hierarchy depends on: steps, costs and parameters."""
    digest = blake2b(digest_size=_KEY_BYTES)
    digest.update(f"{VERSION} {settings.fraction!r} {settings.core_of(search.states)} ".encode())
    for array in (search.first_out, search.head, search.cost):
        held: Any = np.ascontiguousarray(array)
        digest.update(held)
    return digest.hexdigest()


def save_hierarchy(path: Path, contracted: Contracted, key: str) -> None:
    """Write beside `path` and move it there. Raises ExportError for what the system refuses."""
    with atomic_write(path) as place, place.open("wb") as file:
        _write(file, contracted, key)


def hierarchy_to_bytes(contracted: Contracted, key: str) -> bytes:
    """As its file would be."""
    memory = io.BytesIO()
    _write(memory, contracted, key)
    return memory.getvalue()


def hierarchy_from_bytes(data: bytes | memoryview) -> tuple[str, Contracted]:
    """What `hierarchy_to_bytes` made: key, and what was contracted. Raises as `open_hierarchy`."""
    return _read(io.BytesIO(data), Path("hierarchy"))


def _write(file: BinaryIO, contracted: Contracted, key: str) -> None:
    hierarchy = contracted.hierarchy
    meta = {"version": VERSION, "key": key, "report": asdict(contracted.report)}
    arrays: dict[str, Any] = {
        name: getattr(hierarchy, name) for name in ("state_at", "place_of", "first_place", "core")
    }
    for side in _SIDES:
        steps: Steps = getattr(hierarchy, side)
        arrays |= {f"{side}_{name}": array for name, array in steps._asdict().items()}
    header = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    np.savez(file, header=header, **arrays)


def open_hierarchy(path: Path, key: str) -> Contracted:
    """Read and checked as a whole. Raises HierarchyFileError, DamagedHierarchyError."""
    found, contracted = _read(path, path)
    if found != key:
        raise _unusable(path, "it is of other roads")
    return contracted


def _read(source: Path | BinaryIO, path: Path) -> tuple[str, Contracted]:
    """(key, contracted). path : for messages."""
    try:
        with np.load(source, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        meta = json.loads(arrays.pop("header").tobytes())
        if meta["version"] != VERSION:
            raise _unusable(path, "it is of another version")
        sides = [Steps(*(arrays.pop(f"{side}_{n}") for n in Steps._fields)) for side in _SIDES]
        return meta["key"], Contracted(
            sealed_hierarchy(
                arrays["state_at"],
                arrays["place_of"],
                arrays["first_place"],
                sides[0],
                sides[1],
                arrays["core"],
                sides[2],
            ),
            _report(meta["report"]),
        )
    except FileNotFoundError as error:
        raise _unusable(path, "there is no hierarchy") from error
    except (zipfile.BadZipFile, EOFError, LookupError, TypeError, ValueError) as error:
        raise _damaged(path, "its parts do not fit together") from error
    except OSError as error:
        raise _unusable(path, f"it cannot be opened ({error})") from error


def _report(meta: dict[str, Any]) -> ContractionReport:
    iterations = tuple(ContractedLevel(**level) for level in meta.pop("iterations"))
    return ContractionReport(iterations, **meta)


def _unusable(path: Path, found: str) -> HierarchyFileError:
    return HierarchyFileError(found, where=str(path), advice="The graph will be contracted again.")


def _damaged(path: Path, found: str) -> DamagedHierarchyError:
    return DamagedHierarchyError(
        found, where=str(path), advice="The graph will be contracted again."
    )
