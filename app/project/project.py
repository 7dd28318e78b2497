"""A project as it is open: the plain values of its file, where its sources lie, and what they mean.

Nothing here opens a source: `app.cli.opening` does, for the window as for the command line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.bands import Bands
from app.catalog import rows
from app.document.document import Document
from app.measure import Measure
from app.paths.pins import Pin
from app.project.file import SLOTS, ProjectFile, read_project
from app.project.scenarios import USUAL_NAME, chosen_name, names_in, values_of
from app.project.scenarios import VERSION as SCENARIOS_VERSION
from app.project.sources import FoundSource, OutsideError, located, outside_of
from app.project.trusted import is_trusted
from app.roads.closures import OPEN_EVERYWHERE, Closure, Closures
from app.roads.congestion import read_congestion
from app.roads.costs import RoadCosts
from app.starts import PlacedStart, start_of
from core.errors import InputError, IsofrontError
from core.files.links import are_followed
from raster.edits.edit import NO_EDITS, EditLayer, layer_of_plain
from raster.files.slopes.text import model_of
from raster.slopes.models import FactorTable, Naismith, SlopeModel
from road.costs.metric_records import metric_of_record
from road.graph import RoadGraph

TERRAIN, ROADS, COORDINATES, ROAD_HEIGHTS = "terrain", "roads", "coordinates", "road_heights"
SLOPES, RELIEF, WAYS, LAYER = "slopes", "relief", "ways", "layer_"
"""Names of sources, and how those of base layers begin."""


EDITS_VERSION = 1
"""Version of edits of the ground as `raster.edits.edit.plain_layer` tells them."""

KNOWN_SLOTS = {"edits": EDITS_VERSION, "scenarios": SCENARIOS_VERSION}
"""Version of each slot that counts here; others are kept as they are."""


@dataclass(frozen=True, eq=False)
class Project:
    """values : as `project.schema.json` has them, with those of one scenario at their head. path :
    of its file. found : its sources by name. file : the values of the file, with all scenarios.
    scenario : name of the one that is asked.

    notes : what its user should know of them: what has moved, what has changed.
    """

    values: Mapping[str, Any]
    path: Path
    found: Mapping[str, FoundSource] = field(default_factory=dict)
    file: Mapping[str, Any] = field(default_factory=dict, repr=False)
    scenario: str = USUAL_NAME

    def __repr__(self) -> str:
        """All that decides an answer, for who tells questions apart by their texts."""
        return f"Project({self.values!r}, {sorted((n, s.path) for n, s in self.found.items())})"

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of all of them, at least one."""
        return names_in(self.file)

    @property
    def notes(self) -> tuple[str, ...]:
        notes = tuple(note for source in self.found.values() for note in source.notes)
        for name in SLOTS:
            version, known = self.part(name).get("version"), KNOWN_SLOTS.get(name)
            if version is not None and version != known:
                kept = (
                    f"{self.name}: its {name} of version {version} are kept, and do not count here"
                )
                notes = (*notes, kept)
        return notes

    def source(self, name: str) -> Path | None:
        """Where a source lies; None where the project names none."""
        found = self.found.get(name)
        return None if found is None else found.path

    def part(self, name: str) -> Mapping[str, Any]:
        """A table of the project, empty where it has none."""
        found: Mapping[str, Any] = self.values.get(name, {})
        return found

    @property
    def main(self) -> Path:
        """What is opened first: the raster, else the roads. Raises InputError."""
        found = self.source(TERRAIN) or self.source(ROADS)
        if found is None:
            advice = f"Name one: {TERRAIN} or {ROADS}."
            raise InputError("has no source to open", where=self.name, advice=advice)
        return found

    def has(self, name: str) -> bool:
        """Whether the project names such a source."""
        return name in self.found

    @property
    def joins(self) -> str:
        """How raster and roads are joined; "" where there are not both."""
        both = self.has(TERRAIN) and self.has(ROADS)
        return str(self.part("reading").get("join", "combined")) if both else ""

    @property
    def domain(self) -> str:
        """Whose solvers answer, of `app.catalog.rows`."""
        alone = rows.TERRAIN if self.has(TERRAIN) else rows.ROADS
        return {"combined": rows.JOINED}.get(self.joins, alone)

    # -- what is asked

    @property
    def starts(self) -> tuple[PlacedStart, ...]:
        """As they were, delays in what the costs count. Raises InputError."""
        found = []
        for number, record in enumerate(self.values.get("starts", ())):
            if "vertex" not in record and not {"x", "y"} <= record.keys():
                raise InputError(
                    "has no place", where=f"{self.name}, starts[{number}]", advice="Give x and y."
                )
            found.append(start_of(record))
        return tuple(found)

    @property
    def limit(self) -> float | None:
        """How far one goes, in what the costs count; None for as far as one can."""
        return self.values.get("limit")

    def bands(self, measure: Measure) -> Bands | None:
        """The bands; None where there are none, or of another kind of cost. Raises InputError."""
        kept = self.part("bands")
        if not kept or kept.get("counts", measure.quantity) != measure.quantity:
            return None
        try:
            limits = tuple(float(limit) for limit in kept["limits"])
            bands = Bands(limits, measure, kept.get("beyond", False))
        except InputError as error:
            raise InputError(
                error.found, where=f"{self.name}, bands", advice=error.advice
            ) from None
        return replace(bands, automatic=kept.get("automatic", False))

    @property
    def pins(self) -> tuple[Pin, ...]:
        kept = self.values.get("pins", ())
        return tuple(Pin(p["x"], p["y"], p["name"], p.get("colour", "")) for p in kept)

    # -- how roads are driven

    def costs(self, graph: RoadGraph) -> RoadCosts | None:
        """What roads cost; None where the project does not say. Raises InputError."""
        kept, where = self.part("vehicle"), f"{self.name}, vehicle"
        if "metric" not in kept:
            given = kept.get("given", "")
            return RoadCosts(given=given) if given else None
        metric = metric_of_record(kept["metric"], f"{where}.metric")
        chosen = metric
        if "chosen" in kept:
            chosen = metric_of_record(kept["chosen"], f"{where}.chosen")
        path = self.source(WAYS)
        ways = None if path is None else read_congestion(path, graph)
        return RoadCosts(replace(metric, ways=ways), unedited=replace(chosen, ways=ways))

    @property
    def closures(self) -> Closures:
        """Drawings that close roads. Raises InputError."""
        shapes = []
        for number, kept in enumerate(self.part("vehicle").get("closures", ())):
            try:
                holes = tuple(_ring(hole) for hole in kept.get("holes", ()))
                shapes.append(Closure(_ring(kept["corners"]), kept.get("area", False), holes))
            except IsofrontError as error:
                where = f"{self.name}, vehicle.closures[{number}]"
                raise InputError(error.found, where=where, advice=error.advice) from None
        return Closures(tuple(shapes)) if shapes else OPEN_EVERYWHERE

    @property
    def direction(self) -> str:
        """Whether times are "from" the starts or "to" them."""
        asked = self.part("slopes") or self.part("vehicle")
        return str(asked.get("direction", "from"))

    @property
    def slope_model(self) -> str | None:
        """As `raster.files.slopes.text.model_of` reads it; None for no slopes. Raises InputError
        for one that would read a file."""
        text: str | None = self.part("slopes").get("model")
        if text is not None:
            where = f"{self.name}, slopes.model"
            if text.partition(":")[0].strip() == "table":
                raise InputError("names a file", where=where, advice="Write its points.")
            try:
                model_of(text)
            except IsofrontError as error:
                raise InputError(error.found, where=where, advice=error.advice) from None
        return text

    @property
    def edits(self) -> EditLayer:
        """Edits of the ground, those of a newer version left out. Raises InputError."""
        kept = self.part("edits")
        if kept.get("version") != EDITS_VERSION:
            return NO_EDITS
        return layer_of_plain(kept.get("layer"), f"{self.name}, edits")

    def expect_crs(self, document: Document) -> None:
        """Raise InputError where what was opened lies in another CRS than the places kept."""
        from raster.files.crs.start_crs import same_crs

        kept = self.values.get("crs")
        if kept is not None and not same_crs(kept, document.crs_wkt):
            raise InputError(
                "its places are in another CRS than what it opens now",
                where=f"{self.name}, {document.name}",
                advice="Give back the file of before, or re-project it with gdalwarp.",
            )


def open_project(
    path: Path,
    instead: Mapping[str, Path] | None = None,
    *,
    outside: bool = False,
    scenario: str | None = None,
) -> Project:
    """Read a project and find its sources.

    instead : files in place of sources, by name. outside : whether sources beyond the project's
    folder may be read without having been told of. scenario : name of the one that is asked; None
    for the one that the project opens. Raises InputError, of which OutsideError and
    MissingSourceError can be cured.
    """
    return found_project(read_project(path), instead or {}, outside=outside, scenario=scenario)


def found_project(
    file: ProjectFile,
    instead: Mapping[str, Path],
    *,
    outside: bool = False,
    scenario: str | None = None,
) -> Project:
    """A project whose values are read, with its sources found; see `open_project`. Those that other
    scenarios alone have are not looked for."""
    name, folder = file.path.name, file.path.absolute().parent
    all_outside = outside_of(file.values["sources"], folder)
    allowed = outside or are_followed() or is_trusted(file.path, all_outside)
    chosen = chosen_name(file.values, scenario, name)
    values = values_of(file.values, chosen)
    several = len(names_in(file.values)) > 1
    where = f"{name}, scenario '{chosen}'" if several else name
    found = located(values["sources"], folder, where, instead, outside=allowed)
    if all_outside and not allowed and not instead:
        raise OutsideError(all_outside, name)  # the other scenarios are asked for next
    return Project(values, file.path, found, file.values, chosen)


def exact_text(model: SlopeModel) -> str:
    """A slope model as `model_of` reads it, to the last bit of its numbers."""
    if isinstance(model, FactorTable):
        return "points:" + ",".join(f"{angle!r}={factor!r}" for angle, factor in model.points)
    if isinstance(model, Naismith):
        names = {"a": "a", "b": "b", "c": "c", "d": "d", "threshold": "threshold"}
        given = {n: getattr(model, n) for n in names} | {"lambda": model.friction}
        told = [f"{n}={v!r}" for n, v in given.items() if v is not None]
        return "naismith:" + ",".join(told)
    return model.text


def _ring(corners: list[list[float]]) -> tuple[tuple[float, float], ...]:
    ring = tuple((float(x), float(y)) for x, y in corners)
    if not all(math.isfinite(value) for corner in ring for value in corner):
        raise InputError("a corner beyond all places", advice="Draw it again.")
    return ring
