"""How the map is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from raster.elevation import Elevation
from resources.colormaps import COLORMAPS, DEFAULT, REVERSED

RELIEFS = ("auto", "elevation", "speeds", "times", "none")
"""Names of what may throw shadows; "auto" is the first of the next three that there is."""

KEPT = (
    "colormap", "reversed", "continuous", "opacity", "isolines", "velocity", "relief", "legend",
    "scale_bar", "names", "glow", "areas", "graticule", "grid", "north_arrow",
)  # fmt: skip
"""Fields that a look is remembered by."""


class LayersAround(Protocol):
    """Base layers that lie around the layers of a scene."""

    @property
    def cover(self) -> bool:
        """Whether any is seen beneath the map of times, in place of the ground's own picture."""
        ...

    @property
    def credits(self) -> tuple[str, ...]:
        """What is to be read on the map beside them."""
        ...

    def around(self, scene: Any) -> tuple[Any, ...]: ...


@dataclass(frozen=True, slots=True)
class OverlayStyle:
    """What the map shows and how.

    colormap : a name that `resources.colormaps` knows.
    reversed : dark at the start and light far away.
    continuous : colours run smoothly over time instead of one per band.
    opacity : of the isochrone overlay, 0..1.
    isolines : lines at the band limits.
    relief : one of RELIEFS. elevation : of the terrain that is shown, None where none was given.
    velocity : the speeds beneath; without them cells that are not reached stay empty.
    owners : where there are several starts, each place in the colour of the first to reach it.
    names : of streets and places, where the file has any. glow : light around reached roads.
    areas : the ground near reached roads, by band.
    graticule : lines of longitude and latitude. grid : lines of the CRS's own coordinates.
    north_arrow : to true north.
    layers : base layers of one's own, see `ui.pictures.stack`; None for none.
    note : travel time and way beside the pointer while a path is shown.
    """

    colormap: str = DEFAULT
    reversed: bool = False
    continuous: bool = False
    opacity: float = 0.95
    isolines: bool = True
    velocity: bool = True
    relief: str = "auto"
    elevation: Elevation | None = None
    owners: bool = False
    legend: bool = True
    scale_bar: bool = True
    note: bool = True
    names: bool = True
    glow: bool = True
    areas: bool = False
    graticule: bool = False
    grid: bool = False
    north_arrow: bool = False
    layers: LayersAround | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.opacity <= 1.0:
            raise ValueError(f"an opacity of {self.opacity}; give 0 to 1")
        if self.relief not in RELIEFS:
            raise ValueError(f"a relief of {self.relief}; choose {', '.join(RELIEFS)}")

    def kept(self) -> dict[str, object]:
        """The look as plain values, to be remembered or saved; not what belongs to one terrain."""
        return {name: getattr(self, name) for name in KEPT}

    @classmethod
    def of_kept(cls, values: Mapping[str, object]) -> OverlayStyle:
        """The look of plain values; what is missing or makes no sense is as usual."""
        style = cls()
        for name, default in style.kept().items():
            value = values.get(name, default)
            if isinstance(default, float) and isinstance(value, int):
                value = float(value)
            known = name != "colormap" or value in COLORMAPS
            if type(value) is type(default) and known:
                with suppress(ValueError):
                    style = replace(style, **{name: value})  # type: ignore[arg-type]
        return style

    @property
    def shows_speeds(self) -> bool:
        """Speeds would hide what lies beneath them."""
        return self.velocity and not (self.layers is not None and self.layers.cover)

    @property
    def palette(self) -> str:
        """The colour map as it runs: what exports are told."""
        return self.colormap + REVERSED if self.reversed else self.colormap
