"""A partition in a file beside the cache of its graph.

Layout, little endian: MAGIC, uint32 version, uint32 CRC-32 of all that follows the start, uint64
length of the header; the header, JSON: fingerprint of the graph and what each level is; then uint32
arrays: the lowest level's cell of each vertex, and of each level but the highest the cell above of
each of its cells.
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import IsofrontError
from core.files.atomic_write import atomic_write
from road.crp.partition.nested import Level, Partition
from road.graph import U32, RoadGraph

MAGIC = b"ISOCELLS"
VERSION = 1
"""Version of the file, raised whenever the layout changes, or partitions should be made anew."""

_START = struct.Struct("<8sIIQ")


class PartitionFileError(IsofrontError):
    """A partition that is absent, damaged, of another version or another graph: make it anew."""


class DamagedPartitionError(PartitionFileError):
    """One that is not as it was written."""


def fingerprint(graph: RoadGraph) -> str:
    """Of vertices and arcs, all that a partition depends on besides places; 1 GB a second."""
    checksum = zlib.crc32(np.ascontiguousarray(graph.first_out).view(np.uint8).data)
    checksum = zlib.crc32(np.ascontiguousarray(graph.head).view(np.uint8).data, checksum)
    return f"{graph.vertices}-{graph.arc_count}-{checksum:08x}"


def save_partition(path: Path, partition: Partition, graph_fingerprint: str) -> None:
    """Write beside `path` and move it there. Raises ExportError for what the system refuses."""
    with atomic_write(path) as place, place.open("wb") as file:
        file.write(partition_to_bytes(partition, graph_fingerprint))


def partition_to_bytes(partition: Partition, graph_fingerprint: str) -> bytes:
    """What a file of the partition holds, to be kept or sent."""
    levels = partition.levels
    arrays = [levels[0].cell_of] if levels else []
    arrays += [partition.parents(level) for level in range(len(levels) - 1)]
    meta = {
        "graph": graph_fingerprint,
        "vertices": len(levels[0].cell_of) if levels else 0,
        "levels": [[lv.size, lv.cells, lv.mezzanine, lv.phantom] for lv in levels],
    }
    header = json.dumps(meta).encode()
    body: list[Any] = [header, *(np.ascontiguousarray(a, "<u4").view(np.uint8) for a in arrays)]
    checksum = 0
    for part in body:
        checksum = zlib.crc32(part, checksum)
    return b"".join((_START.pack(MAGIC, VERSION, checksum, len(header)), *body))


def open_partition(path: Path, graph_fingerprint: str) -> Partition:
    """Read and checked as a whole. Raises PartitionFileError, DamagedPartitionError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise _unusable(path, "there is no partition") from error
    except OSError as error:
        raise _unusable(path, f"it cannot be opened ({error})") from error
    return partition_from_bytes(data, graph_fingerprint, path)


def partition_from_bytes(
    data: bytes | memoryview, graph_fingerprint: str, path: Path = Path("cells")
) -> Partition:
    """What `partition_to_bytes` made. path : for messages. Raises as `open_partition`."""
    try:
        meta, body = _header(path, data)
        if meta["graph"] != graph_fingerprint:
            raise _unusable(path, "it is of other roads")
        return Partition(_levels(meta["levels"], _arrays(meta, body)))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        # The length of the header is the one thing that its checksum does not hold.
        raise _damaged(path, "its parts do not fit together") from error


def _header(path: Path, data: bytes | memoryview) -> tuple[dict[str, Any], memoryview]:
    if len(data) < _START.size or data[: len(MAGIC)] != MAGIC:
        raise _damaged(path, "it is not a partition")
    _, version, checksum, length = _START.unpack_from(data)
    if version != VERSION:
        raise _unusable(path, f"it is of version {version}, not {VERSION}")
    rest = memoryview(data)[_START.size :]
    if zlib.crc32(rest) != checksum:
        raise _damaged(path, "its checksum differs")
    return json.loads(bytes(rest[:length])), rest[length:]


def _arrays(meta: dict[str, Any], body: memoryview) -> list[U32]:
    """The cells of vertices and of cells; ValueError where some are missing or name none."""
    kinds = meta["levels"]
    counts = [meta["vertices"], *(cells for _, cells, _, _ in kinds[:-1])] if kinds else []
    whole = np.frombuffer(body, "<u4")
    if len(whole) != sum(counts):
        raise ValueError(f"{len(whole)} numbers of {sum(counts)}")
    arrays = np.split(whole, np.cumsum(counts))[:-1]
    for array, (_, cells, _, _) in zip(arrays, kinds, strict=True):
        if len(array) and int(array.max()) >= cells:
            raise ValueError(f"cell {array.max()} of {cells}")
    return [array.astype(np.uint32) for array in arrays]


def _levels(kinds: list[Any], arrays: list[U32]) -> tuple[Level, ...]:
    levels: list[Level] = []
    for (size, cells, mezzanine, phantom), array in zip(kinds, arrays, strict=True):
        array.flags.writeable = False
        below = levels[-1] if levels else None
        levels.append(Level(size, cells, array, mezzanine, phantom, below))
    return tuple(levels)


def _unusable(path: Path, found: str) -> PartitionFileError:
    return PartitionFileError(found, where=str(path), advice="The partition will be made again.")


def _damaged(path: Path, found: str) -> DamagedPartitionError:
    return DamagedPartitionError(found, where=str(path), advice="The partition will be made again.")
