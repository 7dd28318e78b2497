"""From a session to the plain values of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from app.document.reading import RasterReading, RoadSource
from app.editing.session import Session
from app.project.file import (
    SLOTS,
    VERSION_KEY,
    is_project,
    read_project,
    version_for,
    write_project,
)
from app.project.looks import NO_LOOKS, ProjectLooks
from app.project.project import (
    COORDINATES,
    EDITS_VERSION,
    KNOWN_SLOTS,
    LAYER,
    RELIEF,
    ROAD_HEIGHTS,
    SLOPES,
    WAYS,
    Project,
    exact_text,
)
from app.project.scenarios import KEYS, as_list, listed
from app.project.scenarios import VERSION as SCENARIOS_VERSION
from app.project.sources import named, outside_of, relative, source_of
from app.project.trusted import trust
from app.project.wishes import PEOPLE, plain_wishes
from app.roads.closures import Closure
from app.settings import VERSION
from core.errors import InputError
from core.times import UNLIMITED
from raster.edits.edit import plain_layer
from road.costs.metric_records import record_of
from road.files.vector.fields import FieldChoice


@dataclass(frozen=True)
class ProjectContents:
    """A project that is to be saved. values : all but what depends on where that is; files : its
    sources by name. stamps : what a file said of those of them that nobody opened since."""

    values: Mapping[str, Any]
    files: Mapping[str, Path]
    stamps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def saved_to(self, folder: Path, *, stamps: bool = True) -> dict[str, Any]:
        """The values of a file in a folder. stamps : with size, date and hash of the sources, of
        which the large ones are read at both ends. Raises InputError."""
        head = {VERSION_KEY: version_for(self.values), "written_by": VERSION}
        sources = {
            name: {**self.stamps[name], "path": relative(path, folder)}
            if name in self.stamps
            else source_of(path, folder, stamps)
            for name, path in self.files.items()
        }
        return {**head, "sources": sources, **self.values}

    @property
    def work(self) -> object:
        """All that is anybody's work: neither how the window lies nor what is fitted by itself."""
        values = {key: value for key, value in self.values.items() if key != "window"}
        if listed(values):
            entries = [_chosen(entry) for entry in listed(values)]
            values["scenarios"] = {**values["scenarios"], "list": entries}
        return _chosen(values), dict(self.files)


def _chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values without bands that nobody chose."""
    fitted = values.get("bands", {}).get("automatic")
    return {key: value for key, value in values.items() if not (fitted and key == "bands")}


@dataclass(frozen=True, eq=False)
class KeptScenario:
    """A scenario as a project keeps it. values : of KEYS. files : sources of its own by their
    roles. stamps : what a project said of those that nobody opened since. results : its results, as
    they are kept."""

    name: str
    values: Mapping[str, Any]
    files: Mapping[str, Path] = field(default_factory=dict)
    stamps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    results: Sequence[Mapping[str, Any]] = ()


def scenarios_kept(project: Project) -> list[KeptScenario]:
    """All scenarios of a project, as its file has them; none where it has no list."""
    folder, sources = project.path.absolute().parent, project.file["sources"]
    found = []
    for entry in as_list(project.file) if listed(project.file) else ():
        own = entry.get("files", {})
        files = {role: named(sources[name], folder) for role, name in own.items()}
        stamps = {role: sources[name] for role, name in own.items()}
        values = {key: entry[key] for key in KEYS if key in entry}
        results = entry.get("results", ())
        found.append(KeptScenario(entry["name"], values, files, stamps, results))
    return found


def kept(
    name: str,
    session: Session,
    others: Mapping[str, Any] | None = None,
    results: Sequence[Mapping[str, Any]] = (),
) -> KeptScenario:
    """What a session asks, as a scenario. others : values of a project that was opened,
    whose edits are kept where nobody here knows their version. Raises InputError where nothing is
    open."""
    document, options = session.required, session.options
    made_of, values = document.sources, dict[str, Any]()
    files: dict[str, Path | None] = {}
    for driven in filter(None, (made_of.roads,)):
        files[WAYS] = _ways(driven)
        values["vehicle"] = _vehicle(driven, made_of.directed)
    if options.slopes is not None:
        slopes = options.slopes
        files[SLOPES] = slopes.heights.path
        model = {"model": exact_text(slopes.model), "surface": slopes.surface}
        values["slopes"] = model | {"direction": slopes.direction}
    limit, bands = session.limit_seconds, session.bands
    zero = made_of.zero_speed_kmh or options.zero_speed_kmh
    values = {
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
    }  # fmt: skip
    before = {} if others is None else others.get("edits", {})
    if document.edits:
        values["edits"] = {"version": EDITS_VERSION, "layer": plain_layer(document.edits)}
    elif before and before["version"] != EDITS_VERSION:
        values["edits"] = before
    absolute = {role: path.absolute() for role, path in files.items() if path}
    return KeptScenario(name, values, absolute, {}, results)


def contents_of(
    session: Session,
    looks: ProjectLooks = NO_LOOKS,
    others: Mapping[str, Any] | None = None,
    scenarios: Sequence[KeptScenario] = (),
    opened: str = "",
    *,
    opens: str = "",
) -> ProjectContents:
    """What a session asks. others : values of a project that was opened, of which those of SLOTS
    are kept. scenarios : all of a project, of which the session asks the one called `opened`; none
    for a project that has no list. opens : the one that is opened next time; "" for the same.
    Raises InputError where nothing is open, or no file of it is known."""
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
    if made_of.join:
        reading["join"] = made_of.join
    for driven in filter(None, (made_of.roads,)):
        beside = driven.reading
        files[COORDINATES] = _path(beside.coordinates)
        files[ROAD_HEIGHTS] = _path(beside.elevation)
        if beside.fields is not None:
            reading["fields"] = _fields(beside.fields)
    files[RELIEF] = looks.relief
    layers = []
    for number, layer in enumerate(looks.layers, start=1):
        name = f"{LAYER}{number}"
        files[name] = layer.path
        told = {"opacity": layer.opacity, "visible": layer.visible, "above": layer.above}
        layers.append({"source": name, **told})
    asked, wishes = kept(opened, session, others), plain_wishes(session.matrix)
    files[PEOPLE] = session.matrix.people
    values = {
        "reading": reading,
        "crs": document.crs_wkt,
        "style": dict(looks.style),
        "layers": layers,
        "pins": [asdict(pin) for pin in session.pins],
        "window": dict(looks.window),
        **({"matrix": wishes} if wishes else {}),
        **({"uncertainty": dict(looks.uncertainty)} if looks.uncertainty else {}),
    }
    found = {name: path.absolute() for name, path in files.items() if path}
    if not scenarios:
        slots = {name: others[name] for name in SLOTS if others and name in others}
        slots.pop("edits", None)
        return ProjectContents({**values, **asked.values, **slots}, {**found, **asked.files})
    entries = [
        replace(asked, results=each.results) if each.name == opened else each for each in scenarios
    ]
    entries_told, own, stamps = _named_sources(entries)
    slot = {"version": SCENARIOS_VERSION, "open": opens or opened, "list": entries_told}
    recipe = {"recipe": others["recipe"]} if others and "recipe" in others else {}
    return ProjectContents({**values, **recipe, "scenarios": slot}, {**found, **own}, stamps)


def _named_sources(
    entries: Sequence[KeptScenario],
) -> tuple[list[dict[str, Any]], dict[str, Path], dict[str, Mapping[str, Any]]]:
    """Scenarios as a file has them; their files by names of sources, and what is known of those
    that nobody opened. Scenarios with one file share its name."""
    files: dict[str, Path] = {}
    stamps: dict[str, Mapping[str, Any]] = {}
    listed_so = []
    for entry in entries:
        own = {}
        for role, path in entry.files.items():
            number = 1
            while files.get(name := role if number == 1 else f"{role}_{number}", path) != path:
                number += 1
            fresh = role not in entry.stamps
            if name not in files and not fresh:
                stamps[name] = entry.stamps[role]
            elif fresh:
                stamps.pop(name, None)
            files[name], own[role] = path, name
        told: dict[str, Any] = {"name": entry.name, **entry.values}
        told |= {"files": own} if own else {}
        told |= {"results": list(entry.results)} if entry.results else {}
        listed_so.append(told)
    return listed_so, files, stamps


def save(path: Path, contents: ProjectContents) -> dict[str, Any]:
    """Write a project, for a thread of its own; returns its values. It may name the files that it
    names from now on. Raises InputError, also where parts of a newer Isofront would be lost, and
    ExportError."""
    folder = path.absolute().parent
    values = contents.saved_to(folder)
    _expect_none_lost(path, values)
    write_project(path, values)
    beyond = outside_of(values["sources"], folder)
    if beyond:
        trust(path, beyond)
    return values


def _expect_none_lost(path: Path, values: Mapping[str, Any]) -> None:
    """Raise InputError where a project of that name has parts of a version that nobody here knows,
    and others of them would take their place. A scenario that was deleted went on purpose."""
    try:
        before = read_project(path).values if is_project(path) and path.exists() else {}
    except InputError:
        return  # whoever names a file that is no project knows what goes
    after, names = _parts(values), {entry["name"] for entry in listed(values)}
    for (scenario, slot), part in _parts(before).items():
        theirs = part["version"] != KNOWN_SLOTS.get(slot)
        goes = theirs and part not in after.values() and (not scenario or scenario in names)
        ours = [of for (_, of), a in after.items() if a["version"] == KNOWN_SLOTS.get(of)]
        if not goes or slot not in ours:
            continue
        version = part["version"]
        raise InputError(
            f"has {slot} of scenario '{scenario}' in version {version}, which those made here "
            "would replace"
            if scenario
            else f"has {slot} in version {version}, which those made here would replace",
            where=path.name,
            advice="Save under another name; a newer Isofront knows both.",
        )


def _parts(values: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Parts with a version of their own, by scenario and slot; "" for the project's."""
    tables = {"": values, **{entry["name"]: entry for entry in listed(values)}}
    return {
        (of, slot): table[slot] for of, table in tables.items() for slot in SLOTS if slot in table
    }


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
