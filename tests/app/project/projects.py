"""Small projects on disk: a raster, roads, and both joined, with all that a project can hold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.bands import Bands
from app.cli.opening import opened_project
from app.document.document import Document
from app.document.joined import JoinRequest, open_joined
from app.document.kinds import kind_held_by
from app.editing.session import Session
from app.paths.pins import Pin
from app.project.file import write_project
from app.project.project import Project, open_project
from app.project.saving import ProjectContents, contents_of
from app.roads.closures import Closure, Closures
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER
from core.progress import no_progress
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.files.slopes.heights import read_heights
from raster.slopes.models import FactorTable
from raster.slopes.slopes import GridSlopes
from road.properties import RoadClass
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.cli_runs import write_ascii

KINDS = ("terrain", "roads", "combined", "burned")


def document_of(kind: str, folder: Path) -> Document:
    """A document of small files in a folder."""
    terrain = write_terrain(folder / "ground.tif")
    roads = write_roads(folder / "roads.gpkg")
    if kind in ("combined", "burned"):
        return open_joined(JoinRequest(terrain, roads, kind, "truck"))  # type: ignore[arg-type]
    path = terrain if kind == "terrain" else roads
    return kind_held_by(path).read(path, no_progress, NEVER)


def heights_in(folder: Path) -> Path:
    """Heights of the ground, rising to the east."""
    rise = np.tile(np.arange(41), (9, 1))
    path = write_ascii(folder / "heights.asc", rise)
    text = path.read_text().replace("xllcorner 1000", f"xllcorner {LEFT}")
    bottom, cell = TOP - 9 * CELL, f"cellsize {CELL}"
    text = text.replace("yllcorner 2000", f"yllcorner {bottom}").replace("cellsize 10", cell)
    path.write_text(text)
    return path


def asking(kind: str, folder: Path) -> Session:
    """A session that asks something of everything there is."""
    session = Session()
    session.open(document_of(kind, folder))
    here = [(LEFT + (col + 0.5) * CELL, TOP - 4.5 * CELL) for col in (8, 30)]
    session.set_starts(
        (
            PlacedStart(*here[0], 1 / 3, name="Dépôt", colour="#12ab9f"),
            PlacedStart(*here[1], 0.1, on=False),
        )
    )
    session.set_limit(3600.1)
    session.set_bands(Bands((0.1 + 0.2, 60.0, 1e4 / 3)))
    session.set_pins((Pin(*here[1], "Alp", "#aa0000"),))
    options = session.options
    if "edits" in session.required.panels:
        stroke = LineShape(((here[0][0], TOP - CELL), (here[1][0], TOP - CELL)), CELL * 1.1)
        layer = EditLayer((GroundEdit(stroke, "factor", 1 / 7, "mud"),))
        session.document = session.required.with_edits(layer)
    if "slopes" in session.required.panels:
        heights = read_heights(heights_in(folder), session.required.grid)  # type: ignore[arg-type]
        model = FactorTable(((-40.0, 1 / 3), (0.0, 1.0), (40.0, 2.7)))
        options = replace(options, slopes=GridSlopes(heights, model, True, "to"))
        options = replace(options, algorithm="near-far", zero_speed_kmh=0.7)
    else:
        options = Options("dijkstra", parameters=options.parameters)
        session.set_road_costs(session.driven.costs.with_speed(RoadClass.PRIMARY, 100 / 3))
        session.set_direction("to")
        away = (here[1][0] + 1.5 * CELL, here[1][1])
        line = ((away[0], away[1] - CELL), (away[0], away[1] + CELL))
        session.set_closures(Closures((Closure(line),)))
    session.set_options(options)
    return session


def saved(session: Session, path: Path) -> ProjectContents:
    """Write what a session asks; returns that."""
    asked = contents_of(session)
    write_project(path, asked.saved_to(path.parent))
    return asked


def restored(project: Project) -> Session:
    """A session as the project has it."""
    given, ask = opened_project(project, no_progress, NEVER)
    session = Session()
    session.open(given.document)
    ask(session)
    return session


def changed(path: Path, name: str, **values: Any) -> Path:
    """A copy of a project beside it in which some values are others."""
    found = json.loads(path.read_text(encoding="utf-8")) | values
    other = path.with_name(name)
    other.write_text(json.dumps(found), encoding="utf-8")
    return other


__all__ = ["KINDS", "asking", "changed", "open_project", "restored", "saved"]
