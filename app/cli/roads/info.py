"""`isofront info` of road graphs."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.cli.foreground import Foreground
from app.cli.report import Description, ground
from app.roads.costs import choices_for
from core.cancel import Cancel
from core.progress import Progress
from road.components import strong_components, weak_components
from road.files.describe import RoadFacts, facts_of
from road.files.read import format_of, open_roads
from road.files.source.reading import existing
from road.graph import RoadGraph
from road.properties import RoadClass


@dataclass(frozen=True, eq=False)
class _Summary:
    """What a graph holds.

    classes : (name, arcs, metres) of the road classes that occur. parts, strong_parts : how many
    parts hang together, and from how many one also comes back; largest : vertices of the largest.
    """

    facts: RoadFacts
    graph: RoadGraph
    classes: tuple[tuple[str, int, float], ...]
    parts: int
    largest: int
    strong_parts: int
    largest_strong: int

    @property
    def length_m(self) -> float:
        return sum(metres for _, _, metres in self.classes)


def road_graph(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> Description:
    """What the file holds and what was made of it."""
    found = _summary(arguments, foreground, progress, cancel)
    return Description(_record(found), _facts(found), found.facts.notes)


def _summary(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> _Summary:
    with foreground.on_disk():  # imports are kept in a cache
        graph = open_roads(
            arguments.file,
            coordinates=arguments.coordinates,
            elevation=arguments.elevation,
            progress=progress,
            cancel=cancel,
        )
    cancel.check("reading")
    progress(-1.0, "looking for parts")
    _, weak = weak_components(graph)
    _, strong = strong_components(graph)
    return _Summary(
        facts_of(graph, format_of(existing(arguments.file))),
        graph,
        _classes(graph),
        len(weak),
        int(weak.max(initial=0)),
        len(strong),
        int(strong.max(initial=0)),
    )


def _classes(graph: RoadGraph) -> tuple[tuple[str, int, float], ...]:
    codes = graph.arcs.road_class
    arcs = np.bincount(codes, minlength=256)
    metres = np.bincount(codes, graph.arcs.length_m, minlength=256)
    return tuple((c.name.lower(), int(arcs[c]), float(metres[c])) for c in RoadClass if arcs[c])


def _record(found: _Summary) -> dict[str, Any]:
    facts = found.facts
    return {
        "kind": str(facts.kind),
        "name": facts.name,
        "vertices": facts.vertices,
        "arcs": facts.arcs,
        "restrictions": facts.restrictions,
        "skipped": facts.skipped,
        "crs": facts.crs or None,
        "extent": facts.extent,
        "length_m": found.length_m,
        "classes": {name: {"arcs": n, "length_m": m} for name, n, m in found.classes},
        "components": found.parts,
        "largest_component": found.largest,
        "strong_components": found.strong_parts,
        "largest_strong_component": found.largest_strong,
        "metrics": [{"name": name, "unit": unit} for name, unit in facts.metrics],
        "choices": [costs.name for costs in choices_for(found.graph)],
        "slopes": facts.slopes,
        "left_hand": found.graph.left_hand,
        "notes": facts.notes,
    }


def _restrictions(given: RoadFacts) -> str:
    """As many as the note of the import counts, which says what became of each."""
    skipped = f", {given.skipped:,} skipped" if given.skipped else ""
    return f"{given.restrictions + given.skipped:,} in the file{skipped}"


def _facts(found: _Summary) -> list[tuple[str, str]]:
    given = found.facts
    extent = ", ".join(f"{value:.10g}" for value in given.extent or ())
    pairs = [
        ("format", str(given.kind)),
        ("vertices", f"{given.vertices:,}"),
        ("arcs", f"{given.arcs:,}, {ground(found.length_m, lengths=True)}"),
        ("turn restrictions", _restrictions(given)),
        ("CRS", given.crs or "none"),
        ("extent", extent or "no positions"),
        ("parts", f"{found.parts:,}, the largest of {found.largest:,} vertices"),
        (
            "there and back",
            f"{found.strong_parts:,}, the largest of {found.largest_strong:,} vertices",
        ),
        ("costs", ", ".join(f"{name} in {unit}" for name, unit in given.metrics)),
        ("profiles", ", ".join(c.name for c in choices_for(found.graph) if c.metric is not None)),
        ("slopes", "known" if given.slopes else "unknown"),
        ("traffic keeps", "left" if found.graph.left_hand else "right"),
    ]
    for name, arcs, metres in found.classes:
        pairs.append((name, f"{arcs:,} arcs, {ground(metres, lengths=True)}"))
    return pairs
