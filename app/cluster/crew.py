"""The workers of a cluster as who hands out work sees them; `dask_crew` has those of Dask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

LOST = "lost"
"""Reason of an answer that there is none: its worker went, or the parts that it was to have did."""


@dataclass(frozen=True)
class CrewAnswer:
    """What came of a ticket. data : None where there is none; why : then, in words, or LOST."""

    ticket: int
    data: bytes | None
    why: str = ""


class Crew(Protocol):
    """Workers by name, and requests to them, which are answered in any order. where : the address
    of the cluster."""

    where: str

    def present(self) -> frozenset[str]:
        """The workers that are there; a moment ago. Raises ClusterError where nobody says."""
        ...

    def send(self, workers: Sequence[str]) -> int:
        """Bring the parts to one of these workers, from where others get them; a ticket."""
        ...

    def ask(self, worker: str, request: str, *, with_parts: bool) -> int:
        """Have a worker answer a request; a ticket."""
        ...

    def answers(self, seconds: float) -> Iterator[CrewAnswer]:
        """Those that came, after waiting for the first at most so long."""
        ...

    def drop(self, tickets: Iterable[int]) -> None:
        """Ask no more for these."""
        ...
