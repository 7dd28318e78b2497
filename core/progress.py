"""Progress of a long piece of work, reported as a fraction with a label."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""Function called with a fraction in 0..1 (or -1 when unknown) and what is being done; must be
quick."""


def no_progress(fraction: float, label: str) -> None:
    """Reports to nobody."""


def part_of(progress: Progress, first: float, last: float) -> Progress:
    """Progress of a piece of the work, which is `first` to `last` of the whole."""
    return lambda fraction, label: progress(first + (last - first) * fraction, label)
