"""Shortcuts of the query levels brought to the host while higher levels are still worked on.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 5: one stream customizes, another copies each level as soon as it is ready.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from gpu.host_memory import pinned
from gpu.roads.crp.customization.customize import Customizer, Launch, LevelPlan
from gpu.roads.crp.customization.host_costs import kept_places
from gpu.roads.crp.device_metric import DeviceMetric, LevelCosts
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.overlay.overlay import OverlayLevel
from road.graph import U32

TO_HOST = 2
"""Copy kind cudaMemcpyDeviceToHost."""


class CopyBack:
    """The kept levels' shortcuts in pinned memory, written again by every customization.

    kept : uint32; one level after another, the lowest first, as in `Customized` of the CPU. Not to
    be read before the stream of the customization has been waited for.
    """

    def __init__(self, levels: Sequence[OverlayLevel]) -> None:
        import cupy

        self._place = kept_places(levels)
        filled = sum(level.shortcuts for level in levels if level.kept)
        self.kept: U32 = pinned((filled,), "u4")
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._behind = False

    def level_is_ready(self, level: LevelCosts) -> None:
        """Begin to copy a level once the current stream has come to here; nothing if not kept."""
        import cupy

        if level.number not in self._place:
            return
        self._stream.wait_event(cupy.cuda.get_current_stream().record())
        self._behind = True
        to = self.kept[self._place[level.number] :]
        size = 4 * level.host.shortcuts
        if size:
            cupy.cuda.runtime.memcpyAsync(
                to.ctypes.data, level.shortcuts.data.ptr, size, TO_HOST, self._stream.ptr
            )

    def join(self) -> None:
        """Have the current stream wait for all copies."""
        import cupy

        if not self._behind:
            return
        self._behind = False
        cupy.cuda.get_current_stream().wait_event(self._stream.record())


class CopyingCustomizer(Customizer):
    """A `Customizer`, whose parameters it takes, that brings the kept levels to `on_host`.

    The work of each level is followed by its copy, that of the last one by the wait for all.
    """

    def __init__(self, overlay: DeviceOverlay, **parameters: Any) -> None:
        super().__init__(overlay, **parameters)
        self.on_host = CopyBack(overlay.overlay.levels)
        self.plans = tuple(replace(plan, bind=partial(self._bind, plan)) for plan in self.plans)

    def _bind(self, plan: LevelPlan, metric: DeviceMetric) -> tuple[Launch]:
        (work,), level = plan.bind(metric), metric.levels[plan.number]
        last = plan.number == self.plans[-1].number

        def launch() -> None:
            work()
            self.on_host.level_is_ready(level)
            if last:
                self.on_host.join()

        return (launch,)
