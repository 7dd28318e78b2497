"""How a project looks: style, relief, base layers and layout, as plain values and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.project.project import RELIEF, Project


@dataclass(frozen=True)
class KeptLayer:
    """A base layer: its file, and whether it lies above the map of times."""

    path: Path
    opacity: float = 1.0
    visible: bool = True
    above: bool = False


@dataclass(frozen=True)
class ProjectLooks:
    """How a project looks. style : plain values of a map's style. relief : a file of heights.
    window : plain values of the layout. uncertainty : of the panel of uncertain speeds, as
    `app.project.wishes` tells them."""

    style: Mapping[str, Any] = field(default_factory=dict)
    relief: Path | None = None
    layers: Sequence[KeptLayer] = ()
    window: Mapping[str, Any] = field(default_factory=dict)
    uncertainty: Mapping[str, Any] = field(default_factory=dict)


NO_LOOKS = ProjectLooks()


def layers_of(project: Project) -> tuple[KeptLayer, ...]:
    """The base layers of a project, those beneath the map of times first."""
    found = [
        KeptLayer(
            project.found[each["source"]].path,
            float(each.get("opacity", 1.0)),
            each.get("visible", True),
            each.get("above", False),
        )
        for each in project.values.get("layers", ())
        if each["source"] in project.found
    ]
    return tuple(sorted(found, key=lambda layer: layer.above))


def looks_kept(project: Project) -> ProjectLooks:
    """How a project looks, for another that looks alike."""
    return ProjectLooks(
        project.part("style"),
        project.source(RELIEF),
        layers_of(project),
        project.part("window"),
        project.part("uncertainty"),
    )
