"""Street layers of GIS files as road graphs: noded, and told what their fields mean."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from road.build import FARTHEST, LooseStreets, arcs_of_streets, assemble
from road.files.source.crs import (
    METRES_PER_DEGREE,
    RoadCrs,
    crs_of,
    lengths_on_ground,
    looks_geographic,
    wgs84,
)
from road.files.source.reading import existing, stem_of
from road.files.vector.fields import FieldChoice
from road.files.vector.layers import (
    Features,
    LayerFacts,
    LineLayer,
    chosen_layer,
    describe_layers,
    guess_for,
    read_features,
)
from road.files.vector.noding import DrawnLines, Network, noded
from road.files.vector.streets import LineCodes, codes_of, joined
from road.files.vector.wkb import Polylines, polylines
from road.graph import F32, F64, I64, RoadGraph
from road.lengths import street_points
from road.names import MapNames


def layers_of(path: str | Path) -> tuple[LayerFacts, ...]:
    """The line layers of a file with their fields and a guess what these mean, for a dialog."""
    return describe_layers(existing(path))


def read_vector(
    path: str | Path,
    *,
    fields: FieldChoice | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> RoadGraph:
    """The network of a layer of lines; InputError names the feature.

    fields : what the fields mean, and how lines are joined; None guesses, and the notes say what.
    Vertices are numbered from 0; `way` is the feature's id. Lengths are true ones, on the
    ellipsoid, whatever the map projection.
    """
    place = existing(path)
    layer = chosen_layer(place, fields.layer if fields else None)
    choice = fields or guess_for(layer)
    notes = _words_on(choice, guess=fields is None)
    found = _read_lines(layer, choice, progress, cancel)
    if found.lines.others:
        notes.append(f"{found.lines.others:,} features are not lines and are left out")
    crs = _crs(layer, found.lines.points, notes)
    lines = _lines(found.lines, found.codes, crs)
    progress(-1, "Splitting lines where they meet")
    try:
        network = noded(lines, choice.snap_m, crossings=choice.split_crossings, cancel=cancel)
    except InputError as error:
        raise InputError(error.found, where=layer.where, advice=error.advice) from error
    notes += _words_on_noding(network, choice.snap_m)
    return _graph(layer, choice, network, found, crs, tuple(notes))


class _Found:
    """Lines gathered block by block: parts, what their fields say, the ids of features and the
    names by these."""

    def __init__(
        self, blocks: list[tuple[Polylines, LineCodes, I64]], names: dict[int, str]
    ) -> None:
        self.names = names
        parts, codes, ids = zip(*blocks, strict=True)
        counts = np.cumsum([0, *(len(p.points) for p in parts)])
        firsts = [p.first[:-1] + count for p, count in zip(parts, counts[:-1], strict=True)]
        first = np.concatenate((*firsts, counts[-1:]))
        points = np.concatenate([p.points for p in parts])
        feature = np.concatenate([p.feature for p in parts])
        self.lines = Polylines(points, first, feature, sum(p.others for p in parts))
        self.codes = joined(codes)
        self.ids = np.concatenate(ids)


def _read_lines(
    layer: LineLayer, choice: FieldChoice, progress: Progress, cancel: Cancel
) -> _Found:
    """Parts, each with the codes and the id of its feature."""
    blocks: list[tuple[Polylines, LineCodes, I64]] = []
    names: dict[int, str] = {}
    for features in read_features(layer, choice.fields, progress, cancel):
        parts = polylines(features.geometries)
        _check_finite(parts, features, layer)
        codes = codes_of(features.values, choice, len(features.ids))
        ids = features.ids[parts.feature]
        blocks.append((parts, codes.taken(parts.feature), ids))
        if choice.name:
            said = zip(features.ids.tolist(), features.values[choice.name].tolist(), strict=True)
            names.update((id_, name) for id_, given in said if (name := _name(given)))
    found = _Found(blocks, names)
    if not len(found.ids):
        raise InputError("there are no lines in it", where=layer.where, advice="Choose another.")
    return found


def _name(given: object) -> str:
    """A name as a field has it; "" of what is none."""
    return " ".join(given.split()) if isinstance(given, str) else ""


def _check_finite(parts: Polylines, features: Features, layer: LineLayer) -> None:
    # NaN is no less than anything.
    odd = np.flatnonzero(~(np.abs(parts.points) <= FARTHEST).all(axis=1))
    if len(odd):
        part = int(np.searchsorted(parts.first, odd[0], side="right")) - 1
        raise InputError(
            "has a point without coordinates, or beyond all maps",
            where=f"{layer.where}, feature {features.ids[parts.feature[part]]}",
            advice="Repair the layer.",
        )


def _crs(layer: LineLayer, points: F64, notes: list[str]) -> RoadCrs:
    if layer.crs:
        return crs_of(layer.crs, layer.where)
    if looks_geographic(points[:, 0], points[:, 1]):
        notes.append("the layer names no CRS: its coordinates are read as EPSG:4326")
        return wgs84()
    notes.append("the layer names no CRS: its coordinates are read as metres")
    return RoadCrs("", False)


def _lines(parts: Polylines, codes: LineCodes, crs: RoadCrs) -> DrawnLines:
    scale = (crs.metres_per_unit, crs.metres_per_unit)
    if crs.geographic:
        middle = (parts.points[:, 1].min() + parts.points[:, 1].max()) / 2
        shrink = max(float(np.cos(np.radians(middle))), 1e-3)
        scale = (METRES_PER_DEGREE * shrink, METRES_PER_DEGREE)
    return DrawnLines(parts.points, parts.first, codes.level, scale)


def _graph(
    layer: LineLayer,
    choice: FieldChoice,
    network: Network,
    found: _Found,
    crs: RoadCrs,
    notes: tuple[str, ...],
) -> RoadGraph:
    of_piece = found.codes.taken(network.line)
    ways = found.ids[network.line]
    kept = set(ways.tolist())
    named = {way: name for way, name in found.names.items() if way in kept}
    streets = LooseStreets(
        u=network.u,
        v=network.v,
        length_m=_lengths(network, crs),
        road_class=of_piece.road_class,
        speed_limit=of_piece.speed,
        lanes=of_piece.lanes,
        surface=of_piece.surface,
        flags=of_piece.flags,
        way=ways,
        forward=of_piece.forward,
        backward=of_piece.backward,
        first=network.first,
        points=network.points,
    )
    arcs = arcs_of_streets(streets)
    return assemble(
        tail=arcs.tail,
        head=arcs.head,
        arcs=arcs.arcs,
        vertex_ids=np.arange(len(network.nodes), dtype=np.int64),
        x=network.nodes[:, 0].copy(),
        y=network.nodes[:, 1].copy(),
        crs_wkt=crs.wkt,
        geographic=crs.geographic,
        shapes=arcs.shapes,
        left_hand=choice.left_hand,
        name=stem_of(layer.path),
        notes=notes,
        names=MapNames.of(named) if named else None,
    )


def _lengths(network: Network, crs: RoadCrs) -> F32:
    """float32, pieces; true metres from node to node along the points between."""
    nodes = network.nodes[:, 0], network.nodes[:, 1]
    inner = network.first, network.points
    return lengths_on_ground(*street_points((network.u, network.v), nodes, inner), crs)


def _words_on(choice: FieldChoice, *, guess: bool) -> list[str]:
    if not guess:
        return []
    roles = (
        *("one_way", "speed", "road_class", "access"),
        *("level", "bridge", "tunnel", "lanes", "surface", "name"),
    )
    said = [
        f"{role.replace('_', ' ')} from '{field}'"
        for role in roles
        if (field := getattr(choice, role)) is not None
    ]
    notes = [f"guessed from names and values of fields: {', '.join(said) or 'nothing'}"]
    if choice.one_way:
        forward, backward = "/".join(choice.forward), "/".join(choice.backward)
        notes.append(
            f"in '{choice.one_way}', {forward} is read as along the line, {backward} as against it"
        )
    return notes


def _words_on_noding(network: Network, snap_m: float) -> list[str]:
    notes = []
    if network.snapped_ends:
        notes.append(f"{network.snapped_ends:,} ends were joined within {snap_m:g} m")
    if network.crossings:
        notes.append(f"lines cross {network.crossings:,} times without a common point: split there")
    if network.dropped:
        notes.append(f"{network.dropped:,} lines no longer than the snap tolerance are left out")
    return notes
