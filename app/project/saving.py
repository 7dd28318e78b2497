"""From a session to the plain values of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from app.document.reading import RasterReading, RoadSource
from app.editing.session import Session
from app.project.file import FORMAT, SLOTS, VERSION_KEY, write_project
from app.project.project import (
    COORDINATES,
    EDITS_VERSION,
    LAYER,
    RELIEF,
    ROAD_HEIGHTS,
    SLOPES,
    WAYS,
    exact_text,
)
from app.project.sources import outside_of, source_of
from app.project.trusted import trust
from app.roads.closures import Closure
from app.settings import VERSION
from core.errors import InputError
from core.times import UNLIMITED
from raster.edits.edit import plain_layer
from road.costs.metric_records import record_of
from road.files.vector.fields import FieldChoice


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
    window : plain values of the layout."""

    style: Mapping[str, Any] = field(default_factory=dict)
    relief: Path | None = None
    layers: Sequence[KeptLayer] = ()
    window: Mapping[str, Any] = field(default_factory=dict)


NO_LOOKS = ProjectLooks()


@dataclass(frozen=True)
class ProjectContents:
    """A project that is to be saved. values : all but what depends on where that is; files : its
    sources by name."""

    values: Mapping[str, Any]
    files: Mapping[str, Path]

    def saved_to(self, folder: Path, *, stamps: bool = True) -> dict[str, Any]:
        """The values of a file in a folder. stamps : with size, date and hash of the sources, of
        which the large ones are read at both ends. Raises InputError."""
        head = {VERSION_KEY: FORMAT, "written_by": VERSION}
        sources = {name: source_of(path, folder, stamps) for name, path in self.files.items()}
        return {**head, "sources": sources, **self.values}

    @property
    def work(self) -> object:
        """All that is anybody's work: neither how the window lies nor what is fitted by itself."""
        values = {key: value for key, value in self.values.items() if key != "window"}
        if values.get("bands", {}).get("automatic"):
            del values["bands"]
        return values, dict(self.files)


def contents_of(
    session: Session, looks: ProjectLooks = NO_LOOKS, others: Mapping[str, Any] | None = None
) -> ProjectContents:
    """What a session asks. others : values of a project that was opened, of which those of SLOTS
    are kept. Raises InputError where nothing is open, or no file of it is known."""
    document = session.required
    made_of = document.sources
    files: dict[str, Path | None] = dict(made_of.paths)
    if not any(files.values()):
        raise InputError(
            "is in no file, so that no project can name it",
            where=document.name,
            advice="Save it as a raster first.",
        )
    reading: dict[str, Any] = {"terrain": _raster(made_of.raster)}
    options, values = session.options, dict[str, Any]()
    if made_of.join:
        reading["join"] = made_of.join
    for driven in filter(None, (made_of.roads,)):
        beside = driven.reading
        files[COORDINATES] = _path(beside.coordinates)
        files[ROAD_HEIGHTS] = _path(beside.elevation)
        files[WAYS] = _ways(driven)
        if beside.fields is not None:
            reading["fields"] = _fields(beside.fields)
        values["vehicle"] = _vehicle(driven, made_of.directed)
    if options.slopes is not None:
        slopes = options.slopes
        files[SLOPES] = slopes.heights.path
        model = {"model": exact_text(slopes.model), "surface": slopes.surface}
        values["slopes"] = model | {"direction": slopes.direction}
    files[RELIEF] = looks.relief
    layers = []
    for number, layer in enumerate(looks.layers, start=1):
        name = f"{LAYER}{number}"
        files[name] = layer.path
        told = {"opacity": layer.opacity, "visible": layer.visible, "above": layer.above}
        layers.append({"source": name, **told})
    bands, limit = session.bands, session.limit_seconds
    zero = made_of.zero_speed_kmh or options.zero_speed_kmh
    values = {
        "reading": reading,
        "crs": document.crs_wkt,
        "starts": [start.record() for start in session.starts],
        "limit": None if limit == UNLIMITED else limit,
        "bands": {
            "limits": list(bands.limits), "counts": bands.measure.quantity,
            "beyond": bands.beyond, "automatic": bands.automatic,
        },
        **values,
        "solver": {
            "algorithm": options.algorithm, "backend": options.backend,
            "parameters": dict(options.parameters), "zero_speed_kmh": zero,
        },
        "style": dict(looks.style),
        "layers": layers,
        "pins": [asdict(pin) for pin in session.pins],
        "window": dict(looks.window),
        **{name: others[name] for name in SLOTS if others and name in others},
    }  # fmt: skip
    if document.edits:
        values["edits"] = {"version": EDITS_VERSION, "layer": plain_layer(document.edits)}
    elif values.get("edits", {}).get("version") == EDITS_VERSION:
        del values["edits"]
    return ProjectContents(values, {name: path.absolute() for name, path in files.items() if path})


def save(path: Path, contents: ProjectContents) -> dict[str, Any]:
    """Write a project, for a thread of its own; returns its values. It may name the files that it
    names from now on. Raises InputError, ExportError."""
    folder = path.absolute().parent
    values = contents.saved_to(folder)
    write_project(path, values)
    beyond = outside_of(values["sources"], folder)
    if beyond:
        trust(path, beyond)
    return values


def _path(given: Any) -> Path | None:
    """The one file that was named; several heights are not kept."""
    if isinstance(given, (list, tuple)):
        given = given[0] if given else None
    return None if given is None else Path(given)


def _raster(reading: RasterReading) -> dict[str, Any]:
    options = reading.options
    return {
        "member": reading.member,
        "band": options.band,
        "units": options.units.value,
        "undefined_255": options.undefined_255,
        "reproject": options.reproject,
    }


def _fields(choice: FieldChoice) -> dict[str, Any]:
    found = {each.name: getattr(choice, each.name) for each in fields(choice)}
    plain = {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}
    return plain | {"classes": [list(pair) for pair in choice.classes]}


def _vehicle(roads: RoadSource, directed: bool) -> dict[str, Any]:
    costs, found = roads.costs, dict[str, Any]()
    if costs.metric is None:
        found["given"] = costs.given
    else:
        found["metric"] = record_of(costs.metric)
        if costs.unedited is not None and costs.edited:
            found["chosen"] = record_of(costs.unedited)
    if directed:
        found["direction"] = roads.direction
    found["closures"] = [_closure(shape) for shape in roads.closures.shapes]
    return found


def _closure(shape: Closure) -> dict[str, Any]:
    rings = {"holes": [[list(c) for c in hole] for hole in shape.holes]} if shape.holes else {}
    return {"corners": [list(c) for c in shape.corners], "area": shape.area, **rings}


def _ways(roads: RoadSource) -> Path | None:
    ways = None if roads.costs.metric is None else roads.costs.metric.ways
    return None if ways is None else ways.path
