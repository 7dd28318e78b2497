"""A customizer on a device overlay of its own, and the metric that it writes again and again."""

from __future__ import annotations

from typing import Any

from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.overlay.overlay import Overlay
from road.graph import U32


class Customizing:
    def __init__(self, made: Overlay, **more: Any) -> None:
        self.overlay = DeviceOverlay(made, 0)
        self.customizer = Customizer(self.overlay, **more)
        self.metric, self.plans = self.customizer.new_metric(), self.customizer.plans

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        assert self.customizer.customize(arc_costs, turn_costs, self.metric) is self.metric

    @property
    def work(self) -> Any:
        """Launches, and what was recorded of them."""
        return self.customizer._work_on(self.metric)

    def level_times(self) -> list[float]:
        return self.customizer.level_times(self.metric)
