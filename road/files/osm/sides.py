"""On which side of the road traffic keeps, by tags or else by where the streets lie.

Countries are drawn as rough boxes, the first that holds the middle of the streets decides. Borders
are missed by tens of kilometres; where that matters, tag the ways with `driving_side`.
Source: https://en.wikipedia.org/wiki/Left-_and_right-hand_traffic
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from road.graph import F64


@dataclass(frozen=True)
class Box:
    """Degrees. name : the country; a box of the right-hand side cuts a hole into later ones."""

    name: str
    west: float
    south: float
    east: float
    north: float
    left: bool = True

    def holds(self, lon: float, lat: float) -> bool:
        return self.west <= lon <= self.east and self.south <= lat <= self.north


@dataclass(frozen=True)
class TrafficSide:
    """left : whether traffic keeps to the left. reason : a note about how that was found."""

    left: bool
    reason: str


BOXES = (
    Box("Northern France", -1.0, 49.0, 8.0, 50.5, left=False),
    Box("Calais and Flanders", 1.5, 50.4, 8.0, 51.1, left=False),
    Box("Ireland", -10.8, 51.3, -5.4, 55.5),
    Box("Great Britain", -8.7, 49.8, 1.8, 61.0),
    Box("Channel Islands", -2.8, 49.1, -1.95, 49.8),
    Box("Malta", 14.1, 35.7, 14.7, 36.2),
    Box("Cyprus", 32.2, 34.4, 34.7, 35.8),
    Box("Afghanistan", 60.5, 29.4, 69.2, 38.5, left=False),
    Box("Iran", 44.0, 25.0, 61.0, 40.0, left=False),
    Box("Tibet", 78.8, 30.5, 97.0, 36.0, left=False),
    Box("Tibet", 83.5, 29.0, 97.0, 36.0, left=False),
    Box("Tibet", 88.9, 28.35, 97.0, 36.0, left=False),
    Box("Myanmar", 92.6, 15.8, 97.3, 21.3, left=False),
    Box("Myanmar", 94.8, 16.0, 98.8, 28.3, left=False),
    Box("Pakistan", 60.9, 23.6, 77.8, 37.1),
    Box("India, Nepal, Bhutan and Bangladesh", 68.1, 6.5, 97.4, 35.5),
    Box("Sri Lanka and the Maldives", 72.5, -1.0, 82.0, 10.0),
    Box("Laos", 101.3, 17.9, 107.7, 22.5, left=False),
    Box("Laos", 105.6, 13.9, 107.7, 18.0, left=False),
    Box("Cambodia and Vietnam", 102.9, 8.5, 109.5, 13.9, left=False),
    Box("Thailand", 97.3, 5.6, 105.6, 20.5),
    Box("Malaysia", 99.6, 0.8, 104.6, 6.8),
    Box("Indonesia and Borneo", 95.0, -11.1, 119.3, 7.4),
    Box("Indonesia", 95.0, -11.1, 141.1, 4.0),
    Box("Papua New Guinea", 140.8, -11.8, 156.0, -0.8),
    Box("Hong Kong", 113.83, 22.13, 114.45, 22.56),
    Box("Macau", 113.52, 22.1, 113.61, 22.22),
    Box("Korea", 124.0, 34.8, 129.6, 43.0, left=False),
    Box("Russia", 130.0, 41.5, 138.5, 50.0, left=False),
    Box("Japan", 122.9, 24.0, 127.9, 28.5),
    Box("Japan", 128.3, 27.0, 146.0, 45.6),
    Box("Australia", 112.8, -44.0, 154.0, -9.0),
    Box("New Zealand", 165.8, -47.6, 179.1, -34.0),
    Box("New Caledonia", 163.5, -22.8, 168.2, -19.5, left=False),
    Box("Solomon Islands", 155.5, -12.5, 167.5, -6.5),
    Box("Fiji", 176.8, -19.3, 180.0, -15.9),
    Box("Rwanda and Burundi", 28.95, -4.5, 30.5, -1.05, left=False),
    Box("Congo", 12.0, -8.1, 29.3, 5.4, left=False),
    Box("Congo", 21.8, -11.2, 28.4, -6.0, left=False),
    Box("Angola", 11.6, -17.3, 22.0, -4.4, left=False),
    Box("South Sudan", 24.0, 3.8, 33.9, 13.0, left=False),
    Box("Ethiopia and Somalia", 35.9, 4.6, 51.5, 15.0, left=False),
    Box("Somalia", 41.9, -1.7, 51.5, 12.0, left=False),
    Box("Kenya, Uganda and Tanzania", 29.4, -11.8, 41.9, 5.1),
    Box("Comoros and Madagascar", 43.0, -26.0, 51.0, -11.0, left=False),
    Box("Southern Africa", 11.7, -35.0, 41.0, -11.7),
    Box("Zambia", 21.9, -18.1, 33.8, -8.2),
    Box("Mauritius", 57.2, -20.6, 63.6, -19.6),
    Box("Seychelles", 46.1, -10.3, 56.4, -3.6),
    Box("Jamaica", -78.5, 17.6, -76.1, 18.6),
    Box("Bahamas", -79.4, 22.6, -72.7, 27.4),
    Box("Cayman Islands", -81.5, 19.2, -79.6, 19.8),
    Box("Virgin Islands", -65.1, 17.6, -64.2, 18.8),
    Box("Barbados, Saint Lucia, Saint Vincent and Grenada", -61.85, 11.9, -59.4, 14.12),
    Box("Trinidad and Tobago", -61.95, 10.0, -60.4, 11.4),
    Box("Antigua, Saint Kitts and Dominica", -61.5, 15.2, -61.2, 15.65),
    Box("Antigua, Saint Kitts and Dominica", -62.95, 16.9, -61.6, 17.8),
    Box("Guyana", -61.4, 1.2, -57.0, 8.6),
    Box("Suriname", -58.1, 1.8, -54.0, 6.1),
    Box("Falkland Islands", -61.4, -52.5, -57.6, -50.9),
    Box("Bermuda", -64.9, 32.2, -64.6, 32.4),
)


def side_of(lon_lat: F64, tagged: Sequence[tuple[str, int]], ways: int) -> TrafficSide:
    """The side for streets at those points.

    lon_lat : float64, (n, 2), degrees. tagged : values of `driving_side` and how many of the ways
    have it; most of them must, since single ones are exceptions to the country's rule.
    """
    for side in ("left", "right"):
        if 2 * sum(number for value, number in tagged if value == side) > ways:
            return TrafficSide(side == "left", f"traffic keeps {side}, as driving_side says")
    lon, lat = np.median(lon_lat, axis=0) if len(lon_lat) else (0.0, 0.0)
    for box in BOXES:
        if box.holds(float(lon), float(lat)):
            if not box.left:
                break
            return TrafficSide(True, f"traffic keeps left, as in {box.name} (by coordinates)")
    return TrafficSide(False, "traffic keeps right (by coordinates)")
