"""What the command line asks of the window; the composition root hands it in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # so that `isofront --version` need not load the solvers
    from app.bands import Bands
    from app.solving.road_solved import RoadSolved
    from app.solving.solved import Solved
    from core.trace import Event


class WindowService(Protocol):
    """The window and the pictures it draws; called in the main thread only, as Qt wants it."""

    def open(self, path: str | None, *, sample: bool) -> int:
        """Show the window until it is closed; returns the exit status."""
        ...

    def draw_sample(
        self, out_png: Path, solved: Solved, bands: Bands, events: Sequence[Event]
    ) -> None:
        """Write a picture of the whole window with the sample solved."""
        ...

    def draw_view(
        self, out_png: Path, solved: Solved | RoadSolved, bands: Bands, width: int, height: int
    ) -> None:
        """Write a picture of the map alone."""
        ...
