"""What is taken from an OpenStreetMap file: roads, barriers on them, turn restrictions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from road.graph import F64, I64
from road.names import PlaceKind

Tags = Mapping[str, str]

Area = tuple[F64, ...]
"""Rings of an area: float64, (points, 2) each, degrees, closed; within two of them is outside."""

RESTRICTION_TYPES = (
    "restriction",
    *(f"restriction:{v}" for v in ("motorcar", "motor_vehicle", "bicycle", "hgv", "bus", "foot")),
)
"""Values of `type` that a turn restriction may have; those with a vehicle are an old habit."""


@dataclass(frozen=True)
class Member:
    """A member of a relation. kind : "n", "w" or "r"."""

    kind: str
    ref: int
    role: str


@dataclass(frozen=True)
class Relation:
    id: int
    tags: Tags
    members: tuple[Member, ...]


@dataclass(frozen=True)
class TaggedNode:
    id: int
    tags: Tags


@dataclass(frozen=True)
class NamedPlace:
    """A node with a `place` and a `name`, in degrees."""

    lon: float
    lat: float
    kind: PlaceKind
    name: str


@dataclass(frozen=True, eq=False)
class OsmObjects:
    """Ways in the file's order: roads, and areas with a `landuse`.

    way_ids : int64, ways.
    tags_of : int32, ways; place in `tags` (many ways have equal ones).
    first : int64, ways + 1; refs : int64, ids of nodes; way w has refs[first[w]] to
        refs[first[w + 1]].
    lon_lat : float64, (refs, 2), degrees; NaN where the file does not hold the node.
    tags : the different sets of tags, only keys that matter.
    barriers : nodes with a `barrier`. signs : those with signals or signs.
    relations : turn restrictions.
    names : of ways that have one, by id. places : towns and the like.
    areas : land that relations mark as lived in.
    """

    way_ids: I64
    tags_of: NDArray[np.int32]
    first: I64
    refs: I64
    lon_lat: F64
    tags: tuple[Tags, ...]
    barriers: tuple[TaggedNode, ...]
    relations: tuple[Relation, ...]
    names: Mapping[int, str] = field(default_factory=dict)
    places: tuple[NamedPlace, ...] = ()
    signs: tuple[TaggedNode, ...] = ()
    areas: tuple[Area, ...] = ()

    @property
    def ways(self) -> int:
        return len(self.way_ids)
