"""Steps of time of a page: bands divided further, so that its scrubber moves smoothly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands

MOST_SLICES = 32
"""Slices of all bands together, where there are fewer bands; each costs the page an outline."""


@dataclass(frozen=True, eq=False)
class Slices:
    """Bands, each in one or more slices.

    fine : the slices as bands. band : number of the band of each slice.
    """

    bands: Bands
    fine: Bands
    band: tuple[int, ...]

    @classmethod
    def of(cls, bands: Bands) -> Slices:
        """Every band in as many slices as the others, as many as end at round times; whole where
        things are counted, and what is beyond the last band whole, too."""
        most = 1 if bands.measure.quantity == "count" else MOST_SLICES // len(bands.limits)
        return next(
            slices
            for slices in (cls._divided(bands, each) for each in range(max(most, 1), 0, -1))
            if len(slices.band) == len(bands.limits) or slices._are_round
        )

    @classmethod
    def _divided(cls, bands: Bands, each: int) -> Slices:
        last = len(bands.limits) - 1
        limits: list[float] = []
        band: list[int] = []
        for number, (begin, end) in enumerate(bands.pairs):
            parts = 1 if bands.beyond and number == last else each
            limits += [*np.linspace(begin, end, parts + 1)[1:-1].tolist(), end]
            band += [number] * parts
        return cls(bands, Bands(tuple(limits), bands.measure, bands.beyond), tuple(band))

    @property
    def _are_round(self) -> bool:
        """Whether they end at whole units of the bands, or halves."""
        worth = self.bands.measure.worth(self.bands.unit)
        asked = self.fine.limits[:-1] if self.fine.beyond else self.fine.limits
        halves = 2 * np.array(asked) / worth
        return bool(np.allclose(halves, np.rint(halves), rtol=0, atol=1e-6))

    def told(self, colormap: str) -> list[dict[str, object]]:
        """What a page says of each slice: its label, what the scrubber shows there, its colour."""
        tones = css(self.bands.colours(colormap))
        ends = [*self.fine.limit_labels()]
        if self.fine.beyond:
            ends.append("all")
        return [
            {"label": label, "until": until, "colour": tones[number], "band": number}
            for label, until, number in zip(self.fine.labels(), ends, self.band, strict=True)
        ]


def css(colours: NDArray[np.uint8]) -> list[str]:
    """Colours as CSS writes them. colours : uint8 RGBA, (n, 4)."""
    return [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue, _ in colours.tolist()]
