"""What a writer of exports is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.bands import Bands
from app.solved import Solved
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT


@dataclass(frozen=True, eq=False)
class Export:
    """A result, where to write it and how.

    bands : what to divide the times into; None where the times themselves are written.
    colormap : for formats that hold colours.
    """

    path: Path
    solved: Solved
    bands: Bands | None = None
    colormap: str = DEFAULT
    progress: Progress = no_progress
    cancel: Cancel = NEVER

    @property
    def chosen_bands(self) -> Bands:
        """The bands, for writers of bands."""
        assert self.bands is not None, "an export of bands without bands"
        return self.bands


Writer = Callable[[Export], tuple[str, ...]]
"""Writes an export and returns notes for its reader; raises ExportError or CancelledError."""
