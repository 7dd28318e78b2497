"""A job for a cluster: plain values, parts that are sent once, and chunks that nobody else knows.

What a job is about is told by JSON and by arrays of numbers as bytes (`core.files.array_layout`),
with a checksum each, and nothing else: no class of ours is ever pickled, and what is done with the
bytes stands in a table here, not in the message.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Protocol, cast

from numpy.typing import NDArray

from core.cancel import Cancel
from core.errors import IsofrontError
from core.files.array_layout import ArrayLayout
from core.progress import Progress

Parts = Mapping[str, bytes]
"""Bytes by name: what workers need besides the plain values, large, and the same for all chunks."""

Arrays = dict[str, NDArray[Any]]

KINDS: Mapping[str, str] = {"matrix": "app.matrix.sent:worker_of"}
"""Kinds of jobs: of each the function that makes what works out its chunks."""

ANSWER = ArrayLayout(b"ISOCHUNK", 1)
"""Layout of what a worker answers: plain values of how it went, and the arrays of a chunk."""

_DIGEST_BYTES = 12


class ChunkMaker(Protocol):
    """What works out chunks where it was made. chunks : how many there are. told : of its method
    and its device, in words."""

    @property
    def chunks(self) -> int: ...
    @property
    def told(self) -> str: ...

    def chunk(self, number: int, progress: Progress, cancel: Cancel) -> Arrays:
        """A pure function of the number: the same bits wherever it is called."""
        ...

    def close(self) -> None:
        """Give back what it holds of a device."""
        ...


class ClusterError(IsofrontError):
    """A cluster that is not there, or that cannot go on."""


@dataclass(frozen=True, eq=False)
class ClusterJob:
    """A job; see the module's text. kind : of KINDS. spec : JSON, all of its plain values."""

    kind: str
    spec: str
    parts: Parts

    @cached_property
    def part_names(self) -> tuple[str, ...]:
        """Names under which the cluster knows the parts, by their content."""
        return tuple(f"isofront-{name}-{_digest(data)}" for name, data in self.parts.items())

    @cached_property
    def key(self) -> str:
        """Equal for equal jobs."""
        return _digest("\n".join((self.kind, self.spec, *self.part_names)).encode())

    @property
    def bytes_sent(self) -> int:
        """Bytes that each worker gets once."""
        return sum(map(len, self.parts.values()))


def maker_of(kind: str, spec: str, parts: Mapping[str, Any], progress: Progress) -> ChunkMaker:
    """What works out the chunks of a job here. parts : bytes, or memoryviews."""
    module, _, name = KINDS[kind].partition(":")
    make: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return cast(ChunkMaker, make(spec, parts, progress))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
