"""Weights of a graph that has ground which straight lines lead over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from road.costs.metric import Weights
from road.terrain.straight_ground import StraightGround


@dataclass(frozen=True, eq=False)
class GroundedWeights(Weights):
    """Weights of a graph whose first vertices are cells that straight lines lead to."""

    ground: StraightGround | None = field(default=None, kw_only=True)

    @property
    def coarser(self) -> Weights:
        assert self.ground is not None
        return replace(super().coarser, ground=self.ground.coarser)  # type: ignore[call-arg]
