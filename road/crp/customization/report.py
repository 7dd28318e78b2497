"""What a customization took, level by level: the same words on every backend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Engine = Literal["microinstructions", "local", "global"]
"""Ways to compute a level: along contractions done symbolically before, or by Bellman-Ford, in each
cell separately or in all cells round by round."""

LevelPurpose = Literal["phantom", "mezzanine", "query"]


@dataclass(frozen=True)
class CustomizedLevel:
    """One level of a customization.

    size : most vertices of a cell. kind : what the level is for.
    entries : states that enter its cells, added up. shortcuts : costs computed.
    ms : what the level took; on the CPU for the thread that leads.
    nbytes : memory of its costs that is held afterwards.
    """

    size: int
    kind: LevelPurpose
    cells: int
    entries: int
    shortcuts: int
    ms: float
    engine: Engine
    nbytes: int


@dataclass(frozen=True)
class CustomizationReport:
    """A customization, from weights to the last shortcut.

    levels : those that are computed, the lowest first.
    total_ms : on the clock; more than all levels, since costs of steps are put in place first.
    shortcut_bytes : shortcuts of the levels that queries use. memory_bytes : all costs of a metric.
    set_up_bytes : what does not depend on costs.
    backend : "cpu" or "gpu". device : its name, where it is known.
    energy_joules : of one such customization; None where nobody measured it, or nothing tells it.
    metered : whether it was measured, or was to be.
    """

    levels: tuple[CustomizedLevel, ...]
    total_ms: float
    shortcut_bytes: int
    memory_bytes: int
    set_up_bytes: int
    backend: str
    device: str = ""
    energy_joules: float | None = None
    metered: bool = False

    @property
    def levels_ms(self) -> float:
        """All levels together."""
        return sum(level.ms for level in self.levels)

    def share_of(self, engine: Engine) -> float:
        """Share of the levels' time; 0 where there are none."""
        own = sum(level.ms for level in self.levels if level.engine == engine)
        return own / self.levels_ms if self.levels_ms > 0 else 0.0
