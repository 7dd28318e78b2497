"""Progress of a long piece of work, reported as a fraction with a label."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""Function called with a fraction in 0..1 (or -1 when unknown) and what is being done; must be
quick."""


def no_progress(fraction: float, label: str) -> None:
    """Reports to nobody."""


def part_of(progress: Progress, first: float, last: float) -> Progress:
    """Progress of a piece of the work, which is `first` to `last` of the whole; while nobody knows
    how far the piece is, the whole stays where it was."""
    reached = first

    def tell(fraction: float, label: str) -> None:
        nonlocal reached
        if fraction >= 0:
            reached = first + (last - first) * fraction
        progress(reached, label)

    return tell
