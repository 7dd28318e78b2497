"""What a customization on the CPU took, in the words of `road.crp.customization.report`."""

from __future__ import annotations

from road.crp.customization.customize import Customized, microcode_of
from road.crp.customization.report import CustomizationReport, CustomizedLevel, LevelPurpose
from road.crp.overlay.overlay import OverlayLevel


def purpose_of(level: OverlayLevel) -> LevelPurpose:
    """What a level is for."""
    if level.phantom:
        return "phantom"
    return "mezzanine" if level.mezzanine else "query"


def report_on_cpu(done: Customized, total_ms: float) -> CustomizationReport:
    """Of a customization by `road.crp.customization.customize`."""
    overlay = done.overlay
    code = microcode_of(overlay)
    down = done.down or (None,) * len(overlay.levels)
    levels = tuple(
        CustomizedLevel(
            size=level.size,
            kind=purpose_of(level),
            cells=level.cells,
            entries=len(level.entering),
            shortcuts=level.shortcuts,
            ms=done.times[k].seconds * 1e3,
            engine="local" if k or code is None else "microinstructions",
            nbytes=done.shortcuts[k].nbytes + (0 if inside is None else inside.nbytes),
        )
        for k, (level, inside) in enumerate(zip(overlay.levels, down, strict=True))
    )
    return CustomizationReport(
        levels=levels,
        total_ms=total_ms,
        shortcut_bytes=done.kept.nbytes,
        memory_bytes=done.nbytes,
        set_up_bytes=overlay.nbytes + sum(array.nbytes for array in code or ()),
        backend="cpu",
    )
