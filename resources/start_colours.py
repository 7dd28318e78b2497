"""Colours of starts and of origins: far from each other for all eyes.

Eight that were searched for so that any two differ by at least 26 in CIELAB, also as the blind to
red, green or blue see them (simulated after Machado, Oliveira and Fernandes 2009); the first are
the farthest apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

TONES = ("#2f7de1", "#f08a1d", "#d80e3d", "#05dcaf", "#881af9", "#eca3ef", "#c71287", "#aacf76")
"""Colours as CSS writes them, in the order in which they are dealt."""

DISTINCT = len(TONES)
"""Number of colours that are told apart at a glance; more starts share them."""

Rgb = tuple[int, int, int]


def rgb_of(tone: str) -> Rgb:
    """Red, green and blue, 0 to 255, of a colour as CSS writes it."""
    red, green, blue = bytes.fromhex(tone.removeprefix("#"))
    return red, green, blue


def dealt(chosen: Sequence[str]) -> tuple[str, ...]:
    """A colour for each: the one chosen, or where that is "" the first that is taken least."""
    taken = Counter(tone for tone in chosen if tone)
    found = []
    for tone in chosen:
        if not tone:
            tone = min(TONES, key=lambda each: taken[each])
            taken[tone] += 1
        found.append(tone)
    return tuple(found)
