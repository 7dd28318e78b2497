"""What a user wants to know of a matrix in the window, as it is put together there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from app.bands import Bands
from app.matrix.places import NamedPlaces
from app.starts import PlacedStart
from core.times import UNLIMITED

Kind = Literal["origins", "destinations"]
"""Word for one of the two lists of places."""

NOWHERE = NamedPlaces("", (), ())


@dataclass(frozen=True, eq=False)
class MatrixWishes:
    """origins, destinations : as files or clicks gave them; None for all vertices, or all cells.

    limit_seconds : in the unit of the costs where those are no time. nearest : origins told of each
    destination. every : whether the times of all pairs are kept; None where destinations are
    listed. bands : of the statistics; None for round ones within the limit, or those of the
    map without one. people : raster that counts them, None for no such statistics. scheduler : of a
    cluster that works it out; "" for this machine.
    """

    origins: NamedPlaces = NOWHERE
    destinations: NamedPlaces | None = None
    limit_seconds: float = UNLIMITED
    nearest: int = 1
    every: bool | None = None
    bands: Bands | None = None
    people: Path | None = None
    scheduler: str = ""

    @property
    def keeps_times(self) -> bool:
        """Whether the times of all pairs are kept, and not those of the nearest origins alone."""
        return self.destinations is not None if self.every is None else self.every

    def bands_beside(self, of_the_map: Bands) -> Bands:
        """The bands of the statistics."""
        if self.bands is not None:
            return self.bands
        if self.limit_seconds == UNLIMITED:
            return of_the_map
        nice = Bands.nice(self.limit_seconds, of_the_map.measure)
        return replace(nice, limits=(*nice.limits[:-1], self.limit_seconds))

    @property
    def elsewhere(self) -> MatrixWishes:
        """What stays when another document is opened: no place, and nothing that counts costs."""
        return MatrixWishes(nearest=self.nearest, people=self.people, scheduler=self.scheduler)


def without_place(kind: Kind, named: NamedPlaces, index: int) -> NamedPlaces | None:
    """One place less; without the last destination all places are destinations."""
    left = named.only([k for k in range(len(named)) if k != index])
    if len(left):
        return left
    return NOWHERE if kind == "origins" else None


def with_place(named: NamedPlaces | None, place: PlacedStart) -> NamedPlaces:
    """One place more, under a number that none has."""
    named = named or NOWHERE
    number = len(named) + 1
    while str(number) in named.ids:
        number += 1
    return NamedPlaces(named.name, (*named.ids, str(number)), (*named.places, place))
