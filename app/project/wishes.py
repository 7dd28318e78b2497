"""What is asked between many places, and how uncertain speeds are, as plain values of a project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.bands import Bands
from app.matrix.places import NamedPlaces
from app.matrix.wishes import NOWHERE, MatrixWishes
from app.measure import Measure
from app.project.project import Project
from app.starts import start_of
from app.uncertainty.noise import SpeedNoise
from core.errors import InputError
from core.times import UNLIMITED

PEOPLE = "people"
"""Name of the source that counts people."""

MOST_PLACES = 100_000
"""Most origins, or destinations, that are kept: the schema takes no more."""


def plain_wishes(wishes: MatrixWishes) -> dict[str, Any]:
    """What is asked between many places; empty where nothing is. The scheduler of a cluster is a
    matter of the machine, and people are a source."""
    found: dict[str, Any] = {}
    for kind, named in (("origins", wishes.origins), ("destinations", wishes.destinations)):
        if named is not None and 0 < len(named) <= MOST_PLACES:
            found[kind] = _plain_places(named)
    if wishes.limit_seconds != UNLIMITED:
        found["limit"] = wishes.limit_seconds
    if wishes.bands is not None:
        found["bands"] = {
            "limits": list(wishes.bands.limits), "counts": wishes.bands.measure.quantity
        }  # fmt: skip
    if wishes.nearest != 1:
        found["nearest"] = wishes.nearest
    if wishes.every is not None:
        found["every"] = wishes.every
    return found


def wishes_of(project: Project, measure: Measure) -> MatrixWishes:
    """What a project asks between many places; measure : of the costs. Raises InputError."""
    kept = project.part("matrix")
    counted = kept.get("bands", {})
    bands = None
    if counted.get("counts") == measure.quantity:
        try:
            bands = Bands(tuple(map(float, counted["limits"])), measure)
        except InputError as error:
            where = f"{project.name}, matrix.bands"
            raise InputError(error.found, where=where, advice=error.advice) from None
    return MatrixWishes(
        _places(kept.get("origins")) or NOWHERE,
        _places(kept.get("destinations")),
        kept.get("limit", UNLIMITED),
        kept.get("nearest", 1),
        kept.get("every"),
        bands,
        project.source(PEOPLE),
    )


def plain_noise(noise: SpeedNoise) -> dict[str, Any]:
    """How uncertain speeds are; empty for what is usual."""
    usual, found = vars(SpeedNoise()), vars(noise)
    return {} if found == usual else dict(found)


def noise_of(values: Mapping[str, Any]) -> SpeedNoise:
    """The uncertainty that a project keeps, or what is usual. Raises InputError."""
    return SpeedNoise(**values.get("uncertainty", {}))


def _plain_places(named: NamedPlaces) -> dict[str, Any]:
    listed = []
    for id_, place in zip(named.ids, named.places, strict=True):
        at = {"vertex": place.vertex} if place.vertex is not None else {"x": place.x, "y": place.y}
        listed.append({"id": id_, **at})
    return {"name": named.name, "places": listed}


def _places(kept: Mapping[str, Any] | None) -> NamedPlaces | None:
    if kept is None or not kept["places"]:
        return None
    records = kept["places"]
    ids = tuple(record.get("id") or str(k) for k, record in enumerate(records, start=1))
    return NamedPlaces(kept.get("name", ""), ids, tuple(map(start_of, records)))
