"""Work around an open road file that belongs into threads: reading it, and getting ready."""

from __future__ import annotations

import math
from pathlib import Path

from app.catalog.algorithms import DEFAULT_ON_ROADS
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from app.solving.road_jobs import RoadRequest, RoadSolving
from core.cancel import Cancel
from core.progress import Progress
from core.solver import Start
from road.maps.drawing_layout import lines_of
from road.maps.drawing_times import timed
from road.results.spans import spans_of
from ui.dialogs.road_options import RoadOpenOptions
from ui.pictures.ground import RoadGround
from ui.pictures.streets import prepare_drawing

_SHORT = 1e-9
"""Limit at which nothing but the start itself is reached."""


def read_roads(
    path: Path, options: RoadOpenOptions, progress: Progress, cancel: Cancel
) -> OpenRoads:
    """Read a file and get it ready to be clicked and drawn."""
    roads = open_road_file(
        path,
        coordinates=options.coordinates,
        elevation=options.elevation,
        fields=options.fields,
        progress=progress,
        cancel=cancel,
    )
    progress(-1.0, "preparing the map of roads")
    prepare_drawing(roads)
    return roads


def warm_up_for(roads: OpenRoads) -> None:
    """Compile and load what a first click needs, so that it is answered at once."""
    if not roads.graph.vertices:
        return
    request = RoadRequest(
        roads=roads,
        sources=(Start(0),),
        places=((math.nan, math.nan, 0.0),),
        snapped=(None,),
        limit_seconds=_SHORT,
        algorithm=DEFAULT_ON_ROADS,
    )
    times = RoadSolving().run(request).times
    spans_of(times, (1.0,))
    ground = RoadGround.of(roads.graph)
    if ground is not None and roads.graph.arc_count:
        timed(roads.graph, lines_of(roads.graph, ground.project), times)
