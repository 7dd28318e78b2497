"""From options to a session with roads, costs and starts: for `solve`, `route` and `bench`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.catalog.algorithms import (
    DEFAULT_ON_ROADS,
    Runner,
    default_of,
    find,
    prepare_roads,
    preprocessing_of,
)
from app.catalog.rows import ROADS
from app.cli.foreground import Foreground
from app.cli.terrain import ONE_CELL
from app.cli.values import StartOption, VertexOption
from app.document.road_starts import good_start
from app.document.roads import RoadsDocument
from app.editing.session import Session
from app.roads.costs import HOPS, RoadCosts, choices_for
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from app.solving.request import Options, SolveRequest
from app.solving.warm_up_roads import two_streets
from app.starts import PlacedStart
from app.timing.bench import runners
from core.cancel import Cancel
from core.errors import DeviceError, InputError
from core.files.user_paths import expanded
from core.progress import Progress
from road.costs.metric import hop_weights
from road.costs.metric_files import read_metric
from road.costs.profiles import PROFILES
from road.costs.way_speeds import read_way_speeds
from road.graph import RoadGraph

QUANTITIES = ("time", "distance")


def open_road_session(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> Session:
    """Read the roads and what they cost; raises InputError where something cannot be used."""
    roads = open_driven(Path(arguments.file), arguments, foreground, progress, cancel)
    session = Session()
    session.open(RoadsDocument(roads))
    session.set_options(_options(arguments, roads))
    limit = getattr(arguments, "time_limit", None)
    if limit is not None:
        session.set_limit(roads.measure.counted(limit))
    return session


def open_driven(
    file: Path, arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenRoads:
    """Read a road file by the options that say how, and what driving it costs."""
    progress(-1.0, f"opening {file.name}")
    with foreground.on_disk():  # imports are kept in a cache
        roads = open_road_file(
            file,
            coordinates=arguments.coordinates,
            elevation=arguments.elevation,
            to_click=False,
            progress=progress,
            cancel=cancel,
        )
    roads = roads.driven(costs_of(arguments, roads.graph))
    if arguments.closures is not None:
        progress(-1.0, "closing roads")
        roads = closed_by_file(roads, expanded(arguments.closures))
    return roads.turned(getattr(arguments, "direction", None) or "from")


def closed_by_file(roads: OpenRoads, path: Path) -> OpenRoads:
    """The roads with those closed that lie under the drawings of a file."""
    from app.roads.closure_files import read_closures  # loads projections

    return roads.closed_by(read_closures(path, roads.graph, lambda: roads.snap_index))


def closure_notes(roads: OpenRoads) -> tuple[str, ...]:
    """What there is to say of drawings that close nothing."""
    if not roads.closures:
        return ()
    from app.roads.closure_files import beside_roads

    beside = beside_roads(roads.closures, roads.graph, lambda: roads.snap_index)
    over = len(roads.closures.shapes)
    return (f"{beside} of {over} closures lie over no road",) if beside else ()


def closure_record(roads: OpenRoads) -> dict[str, int]:
    """What the JSON says of closures."""
    closed = len(roads.closed_arcs) if roads.closures else 0
    return {"closures": len(roads.closures.shapes), "closed_arcs": closed}


def closure_facts(roads: OpenRoads) -> list[tuple[str, str]]:
    """What people read of closures; nothing where there are none."""
    if not roads.closures:
        return []
    return [("closed", f"{len(roads.closed_arcs)} arcs by {len(roads.closures.shapes)} closures")]


def costs_of(arguments: Namespace, graph: RoadGraph) -> RoadCosts:
    """What roads cost by `--profile`, `--metric` and `--overrides`, else what is usual."""
    costs = _metric_of(arguments, graph)
    if arguments.overrides is None:
        return costs
    if costs.metric is None:
        raise InputError(
            f"speeds of ways do not apply to the costs '{costs.given}' of the file",
            where=f"--overrides {arguments.overrides}",
            advice=f"Give --profile with one of: {', '.join(PROFILES)}.",
        )
    return costs.with_ways(read_way_speeds(expanded(arguments.overrides)))


def _metric_of(arguments: Namespace, graph: RoadGraph) -> RoadCosts:
    name, profile = arguments.metric, arguments.profile
    chosen = None if profile is None else RoadCosts.of_profile(profile)
    usual = choices_for(graph)
    if name is None:
        with_ways = arguments.overrides is not None and usual[-1].metric is not None
        return chosen or (RoadCosts.of_profile("car") if with_ways else usual[0])
    if name == HOPS or (chosen is None and name in {given.name for given in graph.given}):
        return RoadCosts(given=name)
    if name in QUANTITIES:
        if chosen is None and usual[0].given and usual[-1].metric is None:
            return usual[0]  # weights of which nothing is known, and nothing else to go by
        costs = chosen or RoadCosts.of_profile("car")
        return costs.with_quantity("time" if name == "time" else "distance")
    if chosen is not None:
        raise InputError(
            "--profile and --metric each name one",
            where=f"--metric {name}",
            advice='Give one of them; a metric file may begin with "based_on" and a profile.',
        )
    path = expanded(name)
    if not path.exists():
        known = ", ".join(dict.fromkeys((*(g.name for g in graph.given), *QUANTITIES, HOPS)))
        raise InputError(
            "there is no such metric and no such file",
            where=f"--metric {name}",
            advice=f"Choose one of: {known}; or name a JSON file.",
        )
    return RoadCosts.of_metric(read_metric(path))


def _options(arguments: Namespace, roads: OpenRoads) -> Options:
    return Options(
        algorithm=getattr(arguments, "algorithm", "") or default_of(ROADS, roads.graph.arc_count),
        backend=arguments.backend if isinstance(arguments.backend, str) else "auto",
        parameters=tuple(dict(arguments.param).items()),
        device=arguments.device,
        gpu_memory_mib=arguments.gpu_memory or 0,
    )


def check_road_choice(
    arguments: Namespace, algorithms: Sequence[str], backends: Sequence[str]
) -> tuple[Runner, ...]:
    """As `app.cli.terrain.check_choice`, on a graph of three vertices."""
    given = dict(arguments.param)
    names = [name or DEFAULT_ON_ROADS for name in algorithms]
    chosen = runners(names, backends, arguments.device, ROADS)
    if arguments.device is not None and all(runner.backend == "cpu" for runner in chosen):
        raise InputError(
            "names a GPU, and the CPU is to solve",
            where=f"--device {arguments.device}",
            advice="Leave it out, or choose an algorithm and --backend that use the GPU.",
        )
    known = {p.name for runner in chosen for p in find(runner.algorithm, ROADS).parameters}
    graph = two_streets()
    for runner in chosen:
        own = {p.name for p in find(runner.algorithm, ROADS).parameters}
        fitting = {name: value for name, value in given.items() if name in own or name not in known}
        device = arguments.device if runner.backend == "gpu" else None
        try:
            prepare_roads(
                graph, hop_weights(graph), runner.algorithm, runner.backend, "from", fitting, device
            )
        except DeviceError:
            if "auto" not in backends:
                raise
    return chosen


def preprocess_first(
    request: SolveRequest,
    graph: RoadGraph,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> None:
    """Have at hand what the solver sets out from.

    Apart from the solve, since an interrupt has to wait for a file that is being written.
    """
    phase = request.preprocessing
    options = request.options
    phase = phase or preprocessing_of(options.algorithm, dict(options.parameters))
    if phase is not None:
        told: Any = {"progress": progress, "cancel": cancel, "on_disk": foreground.on_disk}
        phase.build(graph, **told)


# -- places


def placed(
    option: StartOption | VertexOption | str, session: Session, arguments: Namespace
) -> PlacedStart:
    """A start on the roads; raises InputError where it cannot be used."""
    roads = session.driven
    if isinstance(option, str):  # AUTO
        return good_start(roads)
    seconds = roads.measure.counted(option.delay_seconds)
    if isinstance(option, VertexOption):
        return session.required.at_vertex(option.vertex_id, seconds)
    if arguments.start_crs is not None:
        x, y = _to_road_crs(option.x, option.y, arguments.start_crs, roads.graph)
        return session.start_at(x, y, seconds)
    try:
        return session.start_at(option.x, option.y, seconds)
    except InputError:
        if not _may_be_degrees(option, roads.graph):
            raise
        with suppress(InputError):  # what was wrong with the place as it was given says more
            place = _to_road_crs(option.x, option.y, "EPSG:4326", roads.graph)
            return session.start_at(*place, seconds)
        raise


def _may_be_degrees(option: StartOption, graph: RoadGraph) -> bool:
    """Whether a place outside planar roads may be meant as longitude and latitude."""
    on_globe = abs(option.x) <= 180 and abs(option.y) <= 90
    return on_globe and not graph.geographic and graph.crs_wkt != ""


def _to_road_crs(x: float, y: float, crs: str, graph: RoadGraph) -> tuple[float, float]:
    from raster.files.crs.start_crs import to_grid_crs

    stand_in = replace(ONE_CELL, crs_wkt=graph.crs_wkt or None, name=graph.name)
    try:
        return to_grid_crs(x, y, crs, stand_in)
    except InputError as error:
        words = (text.replace("the raster", "the roads") for text in (error.found, error.advice))
        found, advice = words
        raise InputError(found, where=error.where, advice=advice) from error
