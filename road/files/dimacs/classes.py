"""Road classes of the challenge's USA graphs, won back from their two metrics.

The graphs are made of TIGER/Line: roads of categories A1 to A4 and above take distance times 1,
1/0.8, 1/0.6 and 1/0.4. Read as 100, 80, 60 and 40 km/h the unit of time is 3.6 ms.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from road.graph import U32, ArcProperties
from road.properties import RoadClass

_CLASSES = (
    (40, RoadClass.RESIDENTIAL),  # A4: local
    (60, RoadClass.SECONDARY),  # A3: secondary and connecting
    (80, RoadClass.PRIMARY),  # A2: primary without limited access
    (100, RoadClass.MOTORWAY),  # A1: primary with limited access
)


def classes_of(arcs: ArcProperties, distance: U32, time: U32) -> ArcProperties:
    """The arcs with class and speed; short ones, whose weights are rounded off, by the nearest.

    distance, time : uint32, arcs, 0.1 m and 3.6 ms.
    """
    speed = np.full(len(distance), _CLASSES[0][0], np.uint8)
    road_class = np.full(len(distance), _CLASSES[0][1], np.uint8)
    off = np.abs(distance * 2.5 - time)
    for kmh, its_class in _CLASSES[1:]:
        miss = np.abs(distance * (100.0 / kmh) - time)
        nearer = miss < off  # a draw stays with the slower
        speed[nearer], road_class[nearer] = kmh, its_class
        np.minimum(off, miss, out=off)
    return replace(arcs, speed_limit=speed, road_class=road_class)
