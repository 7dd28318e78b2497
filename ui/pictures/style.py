"""How the map is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from resources.colormaps import DEFAULT


@dataclass(frozen=True, slots=True)
class OverlayStyle:
    """What the map shows and how.

    colormap : a name that `resources.colormaps` knows.
    continuous : colours run smoothly over time instead of one per band.
    opacity : of the isochrone overlay, 0..1.
    isolines : lines at the band limits.
    velocity : the speeds beneath; without them cells that are not reached stay empty.
    note : travel time and way beside the pointer while a path is shown.
    """

    colormap: str = DEFAULT
    continuous: bool = False
    opacity: float = 0.75
    isolines: bool = True
    velocity: bool = True
    legend: bool = True
    scale_bar: bool = True
    note: bool = True

    def __post_init__(self) -> None:
        if not 0.0 <= self.opacity <= 1.0:
            raise ValueError(f"an opacity of {self.opacity}; give 0 to 1")
