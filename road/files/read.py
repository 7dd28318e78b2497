"""Open a road graph, whatever its format: the one entry for the window and the command line.

What reads layers and OpenStreetMap is loaded where a file asks for it: GDAL and osmium take longer
to load than a small file to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import NEVER, Cancel
from core.errors import InputError, IsofrontError
from core.files.suffixes import LAYERS
from core.files.user_paths import expanded
from core.progress import Progress, no_progress
from road.files.dimacs.beside import companions, coordinates_beside
from road.files.dimacs.importer import read_dimacs
from road.files.dimacs.matrix_market import read_matrix_market
from road.files.dimacs.pace import read_pace
from road.files.elevation import raster_files, with_elevation
from road.files.graphml.importer import read_graphml
from road.files.source.cache import cached
from road.files.source.reading import RoadFormat, existing, recognised
from road.files.vector.fields import FieldChoice
from road.graph import RoadGraph

_SHAPEFILE_PARTS = (".shx", ".dbf", ".prj", ".cpg")

_KNOWN = "DIMACS .gr, PACE .gr, Matrix Market, OSMnx GraphML, OSM PBF or XML, or a layer of lines"


@dataclass(frozen=True)
class RoadOptions:
    """How a road file is read; see `open_roads`."""

    coordinates: Path | None = None
    costs: tuple[Path, ...] | None = None
    elevation: tuple[Path, ...] = ()
    fields: FieldChoice | None = None

    def plain(self) -> dict[str, Any]:
        """The options as JSON, without paths: those are among the sources."""
        return {
            "coordinates": self.coordinates is not None,
            "costs": self.costs is not None,
            "elevation": [str(path.absolute()) for path in self.elevation],
            "fields": None if self.fields is None else asdict(self.fields),
        }


@dataclass(frozen=True)
class _FileReading:
    """A file, how to read it, and who listens."""

    path: Path
    options: RoadOptions
    progress: Progress = field(default=no_progress)
    cancel: Cancel = field(default=NEVER)


def open_roads(
    path: str | Path,
    *,
    coordinates: str | Path | None = None,
    costs: Sequence[str | Path] | None = None,
    elevation: str | Path | Sequence[str | Path] | None = None,
    fields: FieldChoice | None = None,
    cache_dir: str | Path | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> RoadGraph:
    """The road graph of a file; InputError with the line, byte or object that is wrong.

    coordinates, costs : of a DIMACS graph: its `.co` file, and `.gr` files of further metrics.
        None looks for them beside it; no costs at all are ().
    elevation : rasters, folders or `.zip`s of them that give slopes.
    fields : how a layer of lines is to be understood; None guesses.
    cache_dir : where imports are kept; None takes $ISOFRONT_CACHE_DIR or the user's cache.
    """
    place = existing(path)
    options = RoadOptions(
        None if coordinates is None else existing(coordinates),
        None if costs is None else tuple(existing(c) for c in costs),
        _elevation_paths(elevation),
        fields,
    )
    kind = format_of(place)
    _refuse_strange_options(kind, options, str(path))
    work = _FileReading(place, options, progress, cancel)
    sources = _sources(work, kind)
    folder = None if cache_dir is None else Path(cache_dir)
    keyed = options.plain() | {"sources": [str(source.absolute()) for source in sources]}
    return cached(place, sources, keyed, lambda: _read(work, kind), folder)


def format_of(path: Path) -> RoadFormat:
    """The format of a road file; InputError for what is none."""
    found = recognised(path)
    if found is None and path.suffix.lower() in LAYERS:
        return RoadFormat.VECTOR  # whose reader says what is wrong with it
    if found is None:
        raise InputError("is not a road graph", where=str(path), advice=f"Open {_KNOWN}.")
    return found


def is_road_file(path: str | Path) -> bool:
    """Whether a file holds roads, so that it is not a raster: quick, and never an error."""
    try:
        place = existing(path)
        found = recognised(place)
        if found is not RoadFormat.VECTOR:
            return found is not None
    except (IsofrontError, OSError, ValueError):
        return False
    from road.files.vector.layers import NoLinesError, line_layers

    try:  # it may hold points or areas only, which takes GDAL to tell
        return bool(line_layers(place))
    except NoLinesError:
        return False
    except IsofrontError:  # of a damaged layer the reader of roads can say what is wrong with it
        return place.suffix.lower() in LAYERS


def _elevation_paths(
    elevation: str | Path | Sequence[str | Path] | None,
) -> tuple[Path, ...]:
    if elevation is None:
        return ()
    named = [elevation] if isinstance(elevation, str | Path) else elevation
    return tuple(expanded(name) for name in named)


def _refuse_strange_options(kind: RoadFormat, options: RoadOptions, where: str) -> None:
    if kind is not RoadFormat.DIMACS and (options.coordinates or options.costs):
        raise InputError(
            "only DIMACS graphs have coordinates or metrics in files of their own",
            where=where,
            advice="Open it without them.",
        )
    if kind is not RoadFormat.VECTOR and options.fields is not None:
        raise InputError(
            "only layers of lines have fields to choose", where=where, advice="Leave them out."
        )


def _sources(work: _FileReading, kind: RoadFormat) -> list[Path]:
    """All files that the graph is made of."""
    path, options = work.path, work.options
    found: list[Path | None] = [path]
    if kind is RoadFormat.DIMACS:
        found.append(options.coordinates or coordinates_beside(path))
        found += companions(path) if options.costs is None else options.costs
    elif path.suffix.lower() == ".shp":
        found += [path.with_suffix(suffix) for suffix in _SHAPEFILE_PARTS]
    for named in options.elevation:
        raster_files(named)  # says what is wrong before anything is read
        found += sorted(named.iterdir()) if named.is_dir() else [named]
    return [source for source in found if source is not None and source.is_file()]


def _read(work: _FileReading, kind: RoadFormat) -> RoadGraph:
    graph = _READERS[kind](work)
    elevation = work.options.elevation
    if elevation:
        graph = with_elevation(graph, elevation, progress=work.progress, cancel=work.cancel)
    return graph


def _dimacs(work: _FileReading) -> RoadGraph:
    return read_dimacs(
        work.path,
        costs=work.options.costs,
        coordinates=work.options.coordinates,
        progress=work.progress,
        cancel=work.cancel,
    )


def _osm(work: _FileReading) -> RoadGraph:
    from road.files.osm.importer import read_osm

    return read_osm(work.path, progress=work.progress, cancel=work.cancel)


def _vector(work: _FileReading) -> RoadGraph:
    from road.files.vector.importer import read_vector

    return read_vector(
        work.path, fields=work.options.fields, progress=work.progress, cancel=work.cancel
    )


def _by(reader: Callable[..., RoadGraph]) -> Callable[[_FileReading], RoadGraph]:
    return lambda work: reader(work.path, progress=work.progress, cancel=work.cancel)


_READERS: dict[RoadFormat, Callable[[_FileReading], RoadGraph]] = {
    RoadFormat.DIMACS: _dimacs,
    RoadFormat.PACE: _by(read_pace),
    RoadFormat.MATRIX_MARKET: _by(read_matrix_market),
    RoadFormat.GRAPHML: _by(read_graphml),
    RoadFormat.OSM: _osm,
    RoadFormat.VECTOR: _vector,
}
