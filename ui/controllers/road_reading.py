"""Work around an open road file that belongs into threads: reading it, and getting ready."""

from __future__ import annotations

from pathlib import Path

from app.document.roads import RoadsDocument
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from app.solving.request import Options
from core.cancel import NEVER, Cancel
from core.progress import Progress
from road.maps.drawing_layout import lines_of
from road.maps.drawing_times import timed
from road.results.spans import spans_of
from ui.dialogs.road_options import RoadOpenOptions
from ui.pictures.ground import RoadGround
from ui.pictures.streets import prepare_drawing


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


def warm_up_for(document: RoadsDocument) -> None:
    """Compile and load what a first click needs, so that it is answered at once."""
    solved = document.warm_up(Options(), NEVER)
    if solved is None or solved.on_graph is None:
        return
    graph, times = document.roads.graph, solved.on_graph.times
    ground = RoadGround.of(graph)
    spans_of(times, (1.0,))
    if ground is not None and graph.arc_count:
        timed(graph, lines_of(graph, ground.project), times)
