"""From options to roads as they are driven: files, costs, closures, direction."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.cli.foreground import Foreground
from app.cli.options.projects import costs_kept, fields_kept, road_heights
from app.roads.closure_files import beside_roads, read_closures
from app.roads.costs import HOPS, RoadCosts, choices_for
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.numerals import counted
from core.progress import Progress
from road.conditions import UNKNOWN
from road.costs.metric_files import read_metric, with_settings
from road.costs.profiles import PROFILES
from road.costs.way_speeds import read_way_speeds
from road.graph import RoadGraph

QUANTITIES = ("time", "distance")


def open_driven(
    file: Path, arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenRoads:
    """Read a road file by the options that say how, and what driving it costs."""
    progress(-1.0, f"opening {file.name}")
    with foreground.on_disk():  # imports are kept in a cache
        roads = open_road_file(
            file,
            coordinates=arguments.coordinates,
            elevation=road_heights(arguments),
            fields=fields_kept(arguments),
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
    return roads.closed_by(read_closures(path, roads.graph, lambda: roads.snap_index))


def closure_notes(roads: OpenRoads) -> tuple[str, ...]:
    """What there is to say of drawings that close nothing."""
    if not roads.closures:
        return ()
    beside = beside_roads(roads.closures, roads.graph, lambda: roads.snap_index)
    over = len(roads.closures.shapes)
    lie = "lies" if beside == 1 else "lie"
    return (f"{beside:,} of {over:,} closures {lie} over no road",) if beside else ()


def closure_record(roads: OpenRoads) -> dict[str, int]:
    """What the JSON says of closures."""
    closed = len(roads.closed_arcs) if roads.closures else 0
    return {"closures": len(roads.closures.shapes), "closed_arcs": closed}


def closure_facts(roads: OpenRoads) -> list[tuple[str, str]]:
    """What people read of closures; nothing where there are none."""
    if not roads.closures:
        return []
    arcs, closures = len(roads.closed_arcs), len(roads.closures.shapes)
    return [("closed", f"{counted(arcs, 'arc')} by {counted(closures, 'closure')}")]


def costs_record(*driven: OpenRoads) -> dict[str, str | None]:
    """What the JSON says of what was changed of the vehicle, as `--set` takes it, and of the hour
    that roads are driven at, null where nothing was; nothing without roads."""
    for roads in driven:
        costs = roads.costs
        return {"metric_changes": costs.changes or None, "departure": costs.departure or None}
    return {}


def costs_facts(*driven: OpenRoads) -> list[tuple[str, str]]:
    """What people read of it; nothing where nothing was changed or chosen."""
    facts = []
    for costs in (roads.costs for roads in driven):
        facts += [("changed", costs.changes), ("departure", costs.departure.replace("T", " "))]
    return [(name, text) for name, text in facts if text]


def costs_of(arguments: Namespace, graph: RoadGraph) -> RoadCosts:
    """What roads cost by `--profile` or `--metric`, `--set`, `--departure`, `--figures` and
    `--overrides`, else what is usual."""
    costs = _with_settings(_metric_of(arguments, graph), arguments.set)
    figures = arguments.figures or {}
    if arguments.departure is not None or figures:
        now = UNKNOWN if costs.metric is None else costs.metric.situation
        departure = arguments.departure or now.departure
        costs = costs.with_situation(now._replace(departure=departure, **figures))
    if arguments.overrides is None:
        return costs
    if costs.metric is None:
        raise InputError(
            f"speeds of ways do not apply to the costs '{costs.given}'",
            where=f"--overrides {arguments.overrides}",
            advice=f"Give --profile with one of: {', '.join(PROFILES)}.",
        )
    return costs.with_ways(read_way_speeds(expanded(arguments.overrides)))


def _with_settings(costs: RoadCosts, settings: Sequence[tuple[str, str]]) -> RoadCosts:
    if not settings:
        return costs
    if costs.metric is None:
        raise InputError(
            f"the costs '{costs.given}' have no settings",
            where=f"--set {settings[0][0]}",
            advice=f"Give --profile with one of: {', '.join(PROFILES)}.",
        )
    changed = with_settings(costs.metric, settings)
    renamed = changed.name != costs.name
    return RoadCosts.of_metric(changed) if renamed else replace(costs, metric=changed)


def _metric_of(arguments: Namespace, graph: RoadGraph) -> RoadCosts:
    name, profile = arguments.metric, arguments.profile
    kept = costs_kept(arguments, graph) if name is None and profile is None else None
    if kept is not None:
        return kept
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
