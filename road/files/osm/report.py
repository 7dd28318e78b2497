"""What the import left out or assumed, in numbers and in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from road.files.osm.restrictions import Fate
from road.graph import RoadGraph


@dataclass(frozen=True)
class RestrictionCounts:
    """Turn restrictions (relations) of the file, each counted once.

    total : all. complete : those whose members are all there.
    by_fate : how many met each fate; the sum is `total`.
    """

    total: int
    by_fate: dict[Fate, int]

    @property
    def complete(self) -> int:
        return self.total - self.skipped

    @property
    def skipped(self) -> int:
        """Incomplete ones."""
        return self.by_fate.get(Fate.INCOMPLETE, 0)

    def note(self) -> str:
        """One line; `restriction_counts` reads it again."""
        parts = [f"{self.by_fate[fate]} {fate.value}" for fate in Fate if self.by_fate.get(fate, 0)]
        return f"{_START}{self.total}" + (f" ({'; '.join(parts)})" if parts else "")


_START = "turn restrictions in the file: "
_PART = re.compile(r"(\d+) ([^;)]+)")


def counted(fates: Iterable[Fate]) -> RestrictionCounts:
    numbers = Counter(fates)
    return RestrictionCounts(numbers.total(), dict(numbers))


def restriction_counts(graph: RoadGraph) -> RestrictionCounts:
    """The counts of a graph's import, from its notes; zeros where it has none."""
    fates = {fate.value: fate for fate in Fate}
    for note in graph.notes:
        if note.startswith(_START):
            rest = note.removeprefix(_START)
            total, _, parts = rest.partition(" (")
            found = {fates[p[2]]: int(p[1]) for p in _PART.finditer(parts) if p[2] in fates}
            return RestrictionCounts(int(total), found)
    return RestrictionCounts(0, {})
