"""`isofront contract`: what contracting a road graph takes, iteration by iteration."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median_low
from typing import Any

from app.catalog.algorithms import contracting, prepare_roads
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import expect_roads
from app.cli.opening import OPENINGS, OpenedFiles, check_choice, session_on
from app.cli.options.option import ROADS
from app.cli.report import facts, json_text, noted, table
from app.cli.roads.driving import (
    closure_facts,
    closure_record,
    costs_facts,
    costs_record,
)
from app.cli.window import WindowService
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem
from app.solving.contracting import ContractionReport, contraction_of
from app.solving.request import SolveRequest
from app.solving.warm_up_roads import warm_roads
from app.timing.ch_paper import nearest
from core.cancel import Cancel
from core.progress import Progress
from core.solver import OnDisk
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph

_STEPS = ("score", "select", "shortcut", "update", "extract")


@dataclass(frozen=True)
class _Anew:
    """A preprocessing that keeps nothing, so that all is contracted now."""

    def build(
        self, ground: RoadGraph, *, progress: Progress, cancel: Cancel, on_disk: OnDisk
    ) -> Mapping[str, Any]:
        return {}

    def at_hand(self, ground: RoadGraph, search: Callable[[], Any] | None = None) -> bool:
        return False

    def notes(self, ground: RoadGraph) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, eq=False)
class _Answer:
    """reports : of every repetition."""

    given: OpenedFiles
    roads: OpenRoads
    search: SearchGraph
    backend: str
    reports: tuple[ContractionReport, ...]

    @property
    def total_ms(self) -> tuple[float, ...]:
        return tuple(report.total_ms for report in self.reports)

    @property
    def typical(self) -> ContractionReport:
        """The one whose total is the median."""
        return self.reports[self.total_ms.index(median_low(self.total_ms))]


def contract(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Contract some times, print; InputError for what holds no roads."""
    expect_roads(arguments.file, "Only roads are contracted; on rasters use `isofront solve`.")
    found = foreground.run("contracting", partial(_measured, arguments, foreground))
    if arguments.json:
        print(json_text(_record(arguments.file, found)))
    else:
        print(_for_people(found))
    return DONE


def _measured(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> _Answer:
    progress(-1.0, "preparing")
    row = contracting()
    (runner,) = check_choice(arguments, ROADS, (row.id,), (arguments.backend,))
    given = OPENINGS[ROADS].read(arguments, foreground, progress, cancel)
    session = session_on(given.document, arguments)
    roads, parameters = session.driven, dict(arguments.param)
    edge_based = ArcProblem(SolveRequest(session.required, ()), roads).edge_based
    warm_roads(roads, runner, parameters, edge_based, progress)
    reports = []
    for turn in range(arguments.repeat):
        prepared = prepare_roads(
            roads.graph,
            roads.weights,
            row.id,
            runner.backend,
            roads.direction,
            parameters,
            arguments.device,
            edge_based=edge_based,
            preprocessing=_Anew(),
            progress=partial(_told, progress, f"contracting, {turn + 1} of {arguments.repeat}"),
            cancel=cancel,
        )
        report = contraction_of(prepared)
        assert report is not None, "the solver contracts nothing"
        reports.append(report)
        search = prepared.solver.search  # type: ignore[attr-defined]  # both twins have it
        del prepared  # its memory serves the next
    return _Answer(given, roads, search, runner.backend, tuple(reports))


def _told(progress: Progress, title: str, share: float, _label: str) -> None:
    progress(share, title)


def _record(file: str, found: _Answer) -> dict[str, Any]:
    typical, roads = found.typical, found.roads
    return {
        "file": file,
        "vertices": roads.graph.vertices,
        "arcs": roads.graph.arc_count,
        "metric": roads.costs.name,
        **costs_record(roads),
        "direction": roads.direction,
        **closure_record(roads),
        "algorithm": contracting().id,
        "backend": found.backend,
        "state_kind": found.search.active_unit,
        "contract_ms": found.total_ms,
        "levels": typical.levels,
        "edge_growth": typical.edge_growth,
        "contraction": asdict(typical),
        "paper": asdict(nearest(typical.states)),
        "notes": found.given.notes,
    }


def _for_people(found: _Answer) -> str:
    typical, roads = found.typical, found.roads
    totals = found.total_ms
    paper = nearest(typical.states)
    pairs = [
        ("metric", f"{roads.costs.name}, {roads.direction} the starts"),
        *costs_facts(roads),
        *closure_facts(roads),
        ("contracted", f"{typical.states} {found.search.active_unit}, {typical.steps} steps"),
        (
            "in",
            f"{typical.total_ms:.1f} ms, {min(totals):.1f} to {max(totals):.1f} of {len(totals)}",
        ),
        ("levels", f"{typical.levels}, the core of {typical.core_size} included"),
        ("steps", f"{typical.up} upward, {typical.down} downward"),
        ("edge growth", f"{typical.edge_growth:.2f}"),
        ("by", f"{typical.backend}, {typical.device}"),
    ]
    theirs = (
        f"The paper: ICS 2019, {paper.name} of {paper.vertices} vertices, Tesla P100: "
        f"{paper.levels} levels in {paper.contraction_ms:g} ms, a query {paper.query_ms:g} ms."
    )
    blocks = (facts(pairs), _iterations(typical), _rest(typical), theirs)
    return "\n".join(("\n\n".join(blocks), *noted(found.given.notes)))


def _iterations(report: ContractionReport) -> str:
    heads = ("iteration", "states", "steps", "degree", "taken out", "shortcuts")
    rows: list[Sequence[str]] = []
    for number, level in enumerate(report.iterations, 1):
        counts = level.states, level.steps, level.largest_degree, level.selected, level.shortcuts
        times = (getattr(level, f"{step}_ms") for step in _STEPS)
        rows.append((str(number), *map(str, counts), *(f"{ms:.2f}" for ms in times)))
    return table((*heads, *(f"{step} ms" for step in _STEPS)), rows)


def _rest(report: ContractionReport) -> str:
    return (
        f"Set up in {report.set_up_ms:.1f} ms, distances of the core in {report.core_ms:.1f} ms, "
        f"finished in {report.finish_ms:.1f} ms."
    )
