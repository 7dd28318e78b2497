"""Numbers of things in words, and round numbers."""

from __future__ import annotations

import math


def counted(number: int, thing: str, things: str = "") -> str:
    """ "1 place", "2,345 places". things : more than one of them, where that is not with an s."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def round_step(wanted: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is as large as wanted."""
    power: float = 10.0 ** math.floor(math.log10(wanted))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= wanted * (1 - 1e-9))
