"""What a matrix is asked, as plain values: a JSON object and arrays, to be sent anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from core.times import UNLIMITED
from road.search.search_graph import Direction

Arrays = dict[str, NDArray[Any]]
"""Arrays by name."""


@dataclass(frozen=True)
class Keeping:
    """What is kept of the times of each origin at all destinations.

    times : all of them. nearest : so many of the nearest origins of each destination, and how many
    origins reach it within the limit; 0 for neither.
    """

    times: bool = True
    nearest: int = 0

    def __post_init__(self) -> None:
        if self.nearest < 0 or not (self.times or self.nearest):
            raise ParameterError(f"{self.nearest} nearest origins", advice="Give 1 or more.")


@dataclass(frozen=True)
class MatrixSpec:
    """A matrix between places that are told beside it, and how it is worked out.

    domain : whose solvers answer. algorithm, backend : of a row of the catalogue, "cpu" or "gpu".
    limit_seconds : in the unit of the costs where those are no time.
    edge_based : as in `app.catalog.algorithms.prepare_roads`. zero_speed_kmh : on terrain.
    cells : of a raster that was joined with roads, which are the first vertices of the graph and
        all destinations that there are; 0 of roads alone.
    chunk : origins that are solved between two looks at the disk. They decide nothing but how much
        of the work is done again after it was broken off, and how much memory it takes.
    """

    domain: str
    algorithm: str
    backend: str
    direction: Direction = "from"
    limit_seconds: float = UNLIMITED
    keeping: Keeping = Keeping()
    chunk: int = 64
    parameters: tuple[tuple[str, float], ...] = ()
    edge_based: bool | None = None
    zero_speed_kmh: float = 0.0
    cells: int = 0

    def __post_init__(self) -> None:
        if self.chunk < 1:
            raise ParameterError(f"chunks of {self.chunk} origins", advice="Give 1 or more.")

    @property
    def question(self) -> MatrixSpec:
        """Without what decides who works it out: all solvers give the same bits."""
        return replace(self, algorithm="", backend="", parameters=())

    def to_json(self) -> str:
        """An object of plain values; no limit is null."""
        values = asdict(self)
        values["limit_seconds"] = None if self.limit_seconds == UNLIMITED else self.limit_seconds
        return json.dumps(values, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> MatrixSpec:
        """What `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        if values["limit_seconds"] is None:
            values["limit_seconds"] = UNLIMITED
        values["keeping"] = Keeping(**values["keeping"])
        values["parameters"] = tuple((name, value) for name, value in values["parameters"])
        return cls(**values)


def arrays_of(**groups: Any) -> Arrays:
    """The arrays of dataclasses of arrays, by "group.field"; None is left out."""
    found: Arrays = {}
    for group, value in groups.items():
        if isinstance(value, np.ndarray):
            found[group] = value
        elif value is not None:
            found |= arrays_of(**{f"{group}.{name}": v for name, v in vars(value).items()})
    return found


def part(arrays: Mapping[str, NDArray[Any]], group: str) -> Arrays:
    """The arrays of one group, by field."""
    start = f"{group}."
    return {n.removeprefix(start): a for n, a in arrays.items() if n.startswith(start)}
