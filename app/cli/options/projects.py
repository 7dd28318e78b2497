"""A project wherever a file is taken: what it says stands where options say nothing else.

The one way from a project to a document and a question: its values become the options of a command
line, or what these cannot say, and are opened and asked by `app.cli.opening` as any others.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.cli.options.option import Option
from app.cli.options.table import options_of
from app.cli.report import Description, remark
from app.project.file import SLOTS, SUFFIX, is_project
from core.errors import InputError
from core.files.links import following_links
from core.files.user_paths import expanded
from resources.colormaps import DEFAULT, REVERSED

if TYPE_CHECKING:  # what knows documents loads their readers: not for `isofront --help`
    from app.document.document import Document
    from app.editing.session import Session
    from app.project.project import Project
    from app.roads.costs import RoadCosts
    from app.starts import PlacedStart
    from raster.edits.edit import EditLayer
    from road.files.vector.fields import FieldChoice
    from road.graph import RoadGraph


MOST_NAMED = 12
"""Most starts of a project that are told by their names."""

AnyDocument = TypeVar("AnyDocument", bound="Document")


def with_project(
    arguments: Namespace, options: Sequence[Option], words: Iterable[str]
) -> Namespace:
    """The arguments with what a project says in place of what nobody said.

    words : of the command line, by which what was said is known. Raises InputError for a project
    that cannot be read, and where a source is missing.
    """
    from app.project.project import open_project

    said = [word.partition("=")[0] for word in words]
    given = {option.name for option in options if option.flag in said}
    with following_links(getattr(arguments, "allow_links", False)):
        path = expanded(arguments.file)
        project = open_project(
            path,
            _instead(getattr(arguments, "source", ())),
            scenario=getattr(arguments, "scenario", None),
        )
    remark(project.notes)
    return _filled(project, arguments, given)


def question_of_project(project: Project) -> Namespace:
    """A project as a command line of `solve` that says nothing else."""
    unsaid = {option.name: option.unsaid for option in options_of("solve")}
    return _filled(project, Namespace(**unsaid, command="solve"), frozenset())


def _filled(project: Project, arguments: Namespace, given: Collection[str]) -> Namespace:
    """The arguments with what a project says; given : names of those that stay."""
    filled = Namespace(**vars(arguments))
    filled.project = project
    filled.said = tuple(sorted(given))
    for name, value in words_of(project, arguments, fresh="algorithm" in given).items():
        if hasattr(filled, name) and (name == "file" or name not in given):
            setattr(filled, name, value)
    return filled


def described(arguments: Namespace) -> Description:
    """What a project holds, and how its sources are. Raises InputError."""
    from app.project.project import open_project
    from app.starts import names_of

    path, instead = expanded(arguments.file), _instead(arguments.source)
    project = open_project(path, instead, scenario=arguments.scenario)
    values, starts = project.values, project.starts
    sources = {name: str(source.path) for name, source in project.found.items()}
    called = ", ".join(names_of(starts[:MOST_NAMED])) + (" …" if len(starts) > MOST_NAMED else "")
    solver = project.part("solver")
    pairs = [
        ("format", f"Isofront project, version {values['isofront_project']}"),
        *(
            [("scenarios", ", ".join(project.scenarios)), ("scenario", project.scenario)]
            if "scenarios" in values
            else []
        ),
        *sources.items(),
        ("starts", f"{len(starts)} ({called})" if starts else "none"),
        ("limit", "none" if project.limit is None else f"{project.limit:.10g}"),
        ("bands", ", ".join(f"{limit:.10g}" for limit in project.part("bands").get("limits", ()))),
        ("vehicle", str(project.part("vehicle").get("metric", {}).get("name", ""))),
        ("solver", " on ".join(filter(None, map(solver.get, ("algorithm", "backend"))))),
        ("keeps", ", ".join(name for name in SLOTS if name in values)),
    ]
    record = {"project": str(project.path), "sources": sources, "notes": project.notes}
    told = [(name, text) for name, text in pairs if text]
    return Description({**values, **record}, told, project.notes)


def save_session(session: Session, arguments: Namespace) -> None:
    """Write what a command line asks as a project, with all that another one has of which nothing
    is asked here. Raises InputError, ExportError."""
    from app.project.looks import looks_kept
    from app.project.saving import contents_of, save, scenarios_kept
    from app.project.scenarios import opened_in

    path = expanded(arguments.save_project)
    if not is_project(path):
        raise InputError(f"a project is named NAME{SUFFIX}", where=str(path), advice="Name it so.")
    project = _project(arguments)
    if project is None:
        contents = contents_of(session)
    else:
        looks, kept = looks_kept(project), scenarios_kept(project)
        opens = opened_in(project.file)
        contents = contents_of(session, looks, project.values, kept, project.scenario, opens=opens)
    if not (arguments.bands or session.bands.automatic):  # of nobody's choosing, and not fitted
        rest = {name: value for name, value in contents.values.items() if name != "bands"}
        contents = replace(contents, values=rest)
    save(path, contents)


def _instead(texts: Sequence[str]) -> dict[str, Path]:
    found = {}
    for text in texts:
        name, equals, file = text.partition("=")
        if not (name and equals and file):
            raise InputError(
                f"'{text}' is not NAME=FILE", where="--source", advice="As in terrain=speed.tif."
            )
        found[name] = expanded(file).absolute()
        if not found[name].exists():
            raise InputError("there is no such file", where=f"--source {text}")
    return found


def words_of(project: Project, arguments: Namespace, *, fresh: bool = False) -> dict[str, Any]:
    """Values of options by their names, as `argparse` would have them. fresh : another algorithm is
    to answer, so that parameters of the one before go."""
    from app.catalog.algorithms import default_of
    from app.project.project import COORDINATES, RELIEF, ROAD_HEIGHTS, ROADS, SLOPES

    def text(name: str) -> str | None:
        path = project.source(name)
        return None if path is None else str(path)

    found: dict[str, Any] = {"file": str(project.main)}
    joins = hasattr(arguments, "roads")
    if not hasattr(arguments, "member") and project.source(ROADS) is not None:
        found["file"] = text(ROADS)  # of commands that take roads alone
    elif project.joins and not joins:
        raise InputError(
            "joins terrain and roads, which this command does not take",
            where=project.name,
            advice="Name the raster or the roads.",
        )
    if project.joins and joins:
        found["roads"] = text(ROADS)
        found["join"] = project.joins
    found |= dict(project.part("reading").get("terrain", {}))
    found["coordinates"] = text(COORDINATES)
    found["elevation"] = text(SLOPES) or text(ROAD_HEIGHTS)
    slopes, direction = project.part("slopes"), project.direction
    found["slope_model"] = project.slope_model
    found["surface_length"] = slopes.get("surface", False)
    if direction == "to":
        found["direction"] = direction
    of_matrix = hasattr(arguments, "destinations")  # whose methods and bands are others
    chosen = project.part("solver").get("algorithm")
    by_size = of_matrix and chosen == default_of(project.domain)  # nobody chose it
    alone = fresh or by_size or not hasattr(arguments, "algorithm")
    found |= _solver(project, alone, isinstance(getattr(arguments, "backend", ""), tuple))
    bands, fitted = project.part("bands"), project.part("bands").get("automatic", False)
    if bands and not fitted and not of_matrix and bands.get("counts", "time") == "time":
        found["bands"] = ",".join(repr(float(limit)) for limit in bands["limits"])
    if getattr(arguments, "command", "") == "uncertainty":
        noise = dict(project.part("uncertainty"))
        found |= {"correlation": noise.pop("correlation_m", 0.0) or None, **noise}
    found |= _look(project, text(RELIEF))
    if getattr(arguments, "png", None) is not None:
        found |= _layers(project)
    return {name: value for name, value in found.items() if value is not None}


def _solver(project: Project, of_the_question: bool, several_backends: bool) -> dict[str, Any]:
    """Algorithm, backend and parameters; of_the_question : only parameters that say what is asked,
    whoever answers."""
    from app.catalog.algorithms import of_question

    solver, found = project.part("solver"), dict[str, Any]()
    parameters = tuple((name, float(v)) for name, v in solver.get("parameters", {}).items())
    if of_the_question:
        parameters = of_question(parameters, project.domain)
    elif solver.get("algorithm"):
        found["algorithm"] = solver["algorithm"]
    if "backend" in solver and not several_backends:
        found["backend"] = solver["backend"]
    found["param"] = list(parameters)
    found["zero_speed_kmh"] = float(solver.get("zero_speed_kmh", 0.0))
    return found


def _look(project: Project, relief: str | None) -> dict[str, Any]:
    style, found = project.part("style"), dict[str, Any]()
    if "colormap" in style:
        palette = style["colormap"] + (REVERSED if style.get("reversed") else "")
        found["palette"] = None if palette == DEFAULT else palette
    kind = style.get("relief", "auto")
    found["relief"] = relief if relief and kind in ("auto", "elevation") else kind
    if found["relief"] == "elevation":
        found["relief"] = "auto"
    for name in ("continuous", "graticule", "north_arrow"):
        found[name] = style.get(name, False)
    return found


def _layers(project: Project) -> dict[str, Any]:
    found: dict[str, Any] = {"base_layer": [], "top_layer": []}
    for layer in project.values.get("layers", ()):
        path = project.source(layer["source"])
        if path is not None and layer.get("visible", True):
            side = "top_layer" if layer.get("above") else "base_layer"
            found[side].append((str(path), float(layer.get("opacity", 1.0))))
    return found


# -- what options cannot say


def _project(arguments: Namespace) -> Project | None:
    found: Project | None = getattr(arguments, "project", None)
    return found


def kept_starts(arguments: Namespace) -> tuple[PlacedStart, ...]:
    """The starts of a project, unless others were named, or the command has none."""
    project = _project(arguments)
    said = getattr(arguments, "said", ())
    if project is None or not hasattr(arguments, "start") or {"start", "starts"} & set(said):
        return ()
    return project.starts


def road_heights(arguments: Namespace) -> str | Path | None:
    """Heights for slopes of roads: those of a raster's slopes are another file of a project."""
    project, named = _project(arguments), arguments.elevation
    if project is None or "elevation" in arguments.said:
        return named  # type: ignore[no-any-return]
    return project.source("road_heights")


def costs_kept(arguments: Namespace, graph: RoadGraph) -> RoadCosts | None:
    """What roads cost by a project; None where it does not say."""
    project = _project(arguments)
    return None if project is None else project.costs(graph)


def closed_as_kept(document: AnyDocument, arguments: Namespace) -> AnyDocument:
    """The document with the roads closed that a project closes, unless a file closes others."""
    project, given = _project(arguments), document.roads
    if project is None or not given or not project.closures or arguments.closures is not None:
        return document
    return document.driven(given.closed_by(project.closures))  # type: ignore[return-value]


def kept_edits(arguments: Namespace) -> EditLayer:
    """Edits of the ground by a project."""
    from raster.edits.edit import NO_EDITS

    project = _project(arguments)
    return NO_EDITS if project is None else project.edits


def fields_kept(arguments: Namespace) -> FieldChoice | None:
    """What the fields of a layer of roads mean by a project."""
    project = _project(arguments)
    kept = None if project is None else project.part("reading").get("fields")
    if not kept:
        return None
    from road.files.vector.fields import FieldChoice

    plain: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in kept.items()}
    plain["classes"] = tuple((str(a), str(b)) for a, b in kept.get("classes", ()))
    return FieldChoice(**plain)
