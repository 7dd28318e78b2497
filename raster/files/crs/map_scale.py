"""How long a metre of a raster's map is on the ground."""

from __future__ import annotations

from core.files.projections import scale_within
from core.map_scale import TRUE, MapScale
from raster.files.crs.reference import CrsReference, Placement


def map_scale(placement: Placement, reference: CrsReference) -> MapScale:
    """The scale of a projected CRS over a raster; TRUE where it is not known."""
    if reference.wkt is None or reference.metres_per_unit is None:
        return TRUE
    corners = [
        placement.point(u * placement.cols, v * placement.rows) for u in (0, 1) for v in (0, 1)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    bounds = min(xs), min(ys), max(xs), max(ys)
    return scale_within(bounds, reference.wkt, reference.metres_per_unit)


def true_metres(placement: Placement, reference: CrsReference) -> float | None:
    """Metres on the ground of a unit of the CRS, by the mean scale where the map stretches; None
    for degrees."""
    scale = map_scale(placement, reference)
    if reference.metres_per_unit is None or not scale.stretched:
        return reference.metres_per_unit
    return reference.metres_per_unit / scale.mean


def scale_notes(scale: MapScale, *, kept: bool) -> tuple[str, ...]:
    """What is to be said of a map that stretches, a sentence.

    kept : whether an uneven one stays, so that its lengths and areas are off.
    """
    if not scale.stretched:
        return ()
    says = f"the map stretches lengths {scale.words} times"
    if not scale.uneven:
        return (f"{says}: cells are measured on the ground",)
    if not kept:
        return (f"{says}: before solving, re-project it or choose to keep it as it is",)
    times, areas = f"{100 * scale.off:.2g} %", f"{100 * scale.area_off:.2g} %"
    return (f"{says}: times and lengths are off by up to {times}, areas by up to {areas}",)
