"""What a customization on a device took, in the words of `road.crp.customization.report`."""

from __future__ import annotations

from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_metric import DeviceMetric
from road.crp.customization.report import CustomizationReport, CustomizedLevel
from road.crp.customization.report_cpu import purpose_of


def report_on_gpu(
    customizer: Customizer, metric: DeviceMetric, total_ms: float
) -> CustomizationReport:
    """Of the costs that lie on the device: its levels are worked on once more, one by one.

    total_ms : on the clock, from the costs of arcs on the host to the last shortcut.
    """
    times = dict(zip(customizer.plans, customizer.level_times(metric), strict=True))
    levels = []
    for plan, ms in times.items():
        level, costs = customizer.overlay.levels[plan.number], metric.levels[plan.number]
        levels.append(
            CustomizedLevel(
                size=level.size,
                kind=purpose_of(level.host),
                cells=level.cells,
                entries=len(level.host.entering),
                shortcuts=level.host.shortcuts,
                ms=ms,
                engine=plan.engine,
                nbytes=costs.nbytes,
            )
        )
    overlay = customizer.overlay
    return CustomizationReport(
        levels=tuple(levels),
        total_ms=total_ms,
        shortcut_bytes=sum(4 * m.host.shortcuts for m in overlay.levels if m.host.kept),
        memory_bytes=metric.nbytes,
        set_up_bytes=overlay.nbytes + customizer.nbytes,
        backend="gpu",
    )
