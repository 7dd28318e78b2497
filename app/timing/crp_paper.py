"""What the paper on customization by GPUs reports, to be held against ours.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014. Its
graph is Western Europe by PTV, 18.0 million vertices and 42 million arcs, U-turns 100 s; its GPU an
NVIDIA GTX Titan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import ParameterError
from road.crp.customization.report import CustomizationReport, CustomizedLevel, Engine
from road.crp.partition.nested import PHANTOM_SIZES, QUERY_SIZES

VERTICES = 18_000_000

LEVEL_SIZES = (*PHANTOM_SIZES, *QUERY_SIZES)
"""Largest cells of the paper's levels -1 to 5 in vertices, with the mezzanine levels below each."""

SHORTCUTS_A_VERTEX = (("Europe", 1.05), ("the United States", 1.24))
"""Shortcuts per vertex on the levels that queries use: table 3's 72.3 MiB and 113.1 MiB at four
bytes each, over 18.0 and 23.9 million vertices."""


@dataclass(frozen=True)
class PaperRow:
    """Half a row of table 1: customization by one kind of Bellman-Ford.

    mezzanines : levels between each two others.
    level_ms : of levels 0 to 5, each with the mezzanine levels below it; None where it could not
        run, since a cell was too large. total_ms : with the lowest level, of some 50 ms.
    memory_mib : of the GPU.
    """

    engine: Literal["local", "global"]
    mezzanines: int
    level_ms: tuple[float | None, ...]
    total_ms: float | None
    memory_mib: float


TABLE_1 = (
    PaperRow("local", 0, (73.8, 37.9, 23.0, 25.5, 40.7, None), None, 2212),
    PaperRow("local", 1, (52.2, 26.5, 14.4, 12.6, 16.7, 65.8), 244, 2816),
    PaperRow("local", 2, (51.9, 26.8, 14.6, 11.3, 16.5, 50.7), 228, 3412),
    PaperRow("local", 3, (56.0, 27.2, 14.0, 10.6, 12.4, 38.5), 212, 3911),
    PaperRow("local", 4, (61.7, 28.7, 15.3, 10.6, 13.9, 42.3), 224, 4342),
    PaperRow("global", 0, (157.6, 82.1, 56.9, 45.8, 43.7, 40.4), 477, 3679),
    PaperRow("global", 1, (94.9, 48.9, 28.6, 25.9, 25.6, 22.8), 295, 4363),
    PaperRow("global", 2, (99.3, 47.9, 26.1, 23.0, 23.7, 21.3), 289, 5559),
    PaperRow("global", 3, (114.9, 47.7, 25.5, 20.4, 20.0, 18.8), 297, 5913),
    PaperRow("global", 4, (133.1, 52.0, 44.7, 21.3, 21.2, 19.7), 344, 7318),
)

LOWEST_MS = 50.0
"""Milliseconds for level -1, "about 50 ms" in section 6; the rows of table 1 leave it out."""

BEST_MS, BEST_MIB, BEST_JOULES = 150.4, 3791, 37.3
"""Milliseconds, MiB and joules of the paper's usual levels: one mezzanine level up to level 1,
three above; global where there are fewer than 100 cells, local elsewhere (section 6), with
microinstructions for cells of up to 32 vertices (table 2, one Titan)."""


@dataclass(frozen=True)
class Bar:
    """A level of the paper, ours beside theirs.

    level : -1 to 5. size : of its largest cells. engine : what took most of our time.
    ms, paper_ms : with the mezzanine levels below; paper_ms None where it could not run.
    """

    level: int
    size: int
    ms: float
    paper_ms: float | None
    engine: Engine


def paper_row(engine: str = "local", mezzanines: int = 1) -> PaperRow:
    """The row of table 1; raises ParameterError where it has none."""
    for row in TABLE_1:
        if (row.engine, row.mezzanines) == (engine, mezzanines):
            return row
    raise ParameterError(
        f"no row '{engine}' with {mezzanines} mezzanine levels in the paper's table 1",
        advice="Choose local or global, and 0 to 4.",
    )


def bars(report: CustomizationReport, row: PaperRow) -> tuple[Bar, ...]:
    """The levels of the paper that ours has, the lowest first."""
    groups: dict[int, list[CustomizedLevel]] = {}
    for level in report.levels:
        groups.setdefault(_level_of(level.size), []).append(level)
    return tuple(_bar(number, group, row) for number, group in sorted(groups.items()))


def _level_of(size: int) -> int:
    """The paper's number of the level that a size belongs to; of larger ones the last."""
    return sum(size > largest for largest in LEVEL_SIZES[:-1]) - 1


def _bar(number: int, group: Sequence[CustomizedLevel], row: PaperRow) -> Bar:
    paper_ms = LOWEST_MS if number < 0 else row.level_ms[number]
    dearest = max(group, key=lambda level: level.ms)
    size = LEVEL_SIZES[number + 1]
    return Bar(number, size, sum(level.ms for level in group), paper_ms, dearest.engine)
