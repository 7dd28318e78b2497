"""What each of several starts is first at."""

from __future__ import annotations

from dataclasses import dataclass

from app.solving.result import Result
from app.starts import PlacedStart, coloured, names_of


@dataclass(frozen=True, slots=True)
class OwnedShare:
    """What a start is first at: m² of cells, or metres of streets, and its share of all that is
    reached, 0 to 1."""

    start: PlacedStart
    name: str
    amount: float
    share: float


def coloured_rows(starts: tuple[PlacedStart, ...]) -> list[tuple[str, str]]:
    """(name, colour) of each start, as it is drawn."""
    told = coloured(starts)
    return [(name, start.colour) for name, start in zip(names_of(told), told, strict=True)]


def shares_of(result: Result) -> tuple[OwnedShare, ...]:
    """A row for each start of a result, in their order. For any thread; may take long."""
    amounts = result.owned_amounts()
    whole = sum(amounts) or 1.0
    starts = coloured(result.starts)
    return tuple(
        OwnedShare(start, name, amount, amount / whole)
        for start, name, amount in zip(starts, names_of(starts), amounts, strict=True)
    )
