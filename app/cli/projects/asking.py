"""A scenario of what is open, asked on the same ground: nothing that all have in common is read
again."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from app.cli.opening import ask
from app.cli.options.projects import question_of_project
from app.cli.options.slopes import slopes_asked
from app.document.document import Document
from app.editing.session import Session
from app.project.project import SLOPES, Project
from app.project.saving import kept
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from raster.files.slopes.text import model_of
from raster.grid import VelocityGrid
from raster.slopes.slopes import GridSlopes
from road.search.search_graph import Direction


def asked_on(like: Session, project: Project, progress: Progress, cancel: Cancel) -> Session:
    """What a project asks, on the ground of a session that asks another of its scenarios. For any
    thread. Raises InputError, CancelledError."""
    document = _driven(like, project)
    if project.edits or document.edits:
        document = document.with_edits(project.edits)
    cancel.check("the scenario")
    session = Session()
    session.open(document)
    slopes = _slopes(like, document, project, progress, cancel)
    ask(session, question_of_project(project), slopes, as_kept=True)
    device, memory = like.options.device, like.options.gpu_memory_mib
    session.options = replace(session.options, device=device, gpu_memory_mib=memory)
    return session


def _driven(like: Session, project: Project) -> Document:
    document = like.required
    if "vehicle" not in document.panels:
        before = kept("", like).values.get("vehicle")
        if before not in (None, project.part("vehicle")):
            raise InputError(
                f"scenario '{project.scenario}' burns roads into the cells otherwise",
                where=project.name,
                advice="Open the project with it: isofront FILE --scenario NAME.",
            )
        return document
    roads = like.driven
    roads = roads.driven(project.costs(roads.graph) or roads.costs)
    return document.driven(
        roads.turned(cast(Direction, project.direction)).closed_by(project.closures)
    )


def _slopes(
    like: Session, document: Document, project: Project, progress: Progress, cancel: Cancel
) -> GridSlopes | None:
    """Slopes of the cells; heights that are read already are taken as they are."""
    text, path, before = project.slope_model, project.source(SLOPES), like.options.slopes
    if text is None or "slopes" not in document.panels:
        return None
    if before is None or before.heights.path != path:
        grid = cast(VelocityGrid, document.grid)
        return slopes_asked(question_of_project(project), grid, progress, cancel)
    surface = bool(project.part("slopes").get("surface", False))
    return GridSlopes(before.heights, model_of(text), surface, cast(Direction, project.direction))
