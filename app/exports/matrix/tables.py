"""Matrices as long tables, a line for each pair, and as arrays."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.exports.matrix.parquet import Column, Kind, write_parquet
from app.exports.matrix.request import MatrixExport
from core.errors import ExportError
from core.files.atomic_write import atomic_write
from core.numerals import counted
from core.parallel.nearest_rows import NOBODY

DIGITS = 12
"""Digits of a cost: more than any number of ticks has."""

BLOCK = 1 << 18
"""Lines of a block of a Parquet file: some megabytes of text."""

Pairs = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]
"""(origin, destination, cost, rank) of some lines: int64 numbers, float64, NaN without a way."""


def csv_table(export: MatrixExport) -> tuple[str, ...]:
    """`origin,destination` by their ids, and the cost, as `Measure.field` calls it; with the
    nearest origins alone, `rank`, too."""
    ranked, left_out = _ranked(export), 0
    origins, destinations = export.origins, export.destinations
    with (
        atomic_write(export.path) as draft,
        draft.open("w", encoding="utf-8", newline="") as file,
    ):
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            ("origin", "destination", export.measure.field, *(["rank"] if ranked else []))
        )
        for some in _pairs(export):
            kept, dropped = _kept(export, some)
            left_out += dropped
            columns: list[list[Any]] = [
                [origins[k] for k in kept[0].tolist()],
                [destinations[k] for k in kept[1].tolist()],
                ["" if c != c else f"{c:.{DIGITS}g}" for c in kept[2].tolist()],
            ]
            columns += [kept[3].tolist()] if ranked else []
            table.writerows(zip(*columns, strict=True))
    return _notes(export, left_out)


def parquet_table(export: MatrixExport) -> tuple[str, ...]:
    """The same columns; ids are whole numbers where all of them are."""
    ranked, left_out, field = _ranked(export), [0], export.measure.field
    origins, destinations = _ids(export.origins), _ids(export.destinations)
    kinds = {"origin": origins[0], "destination": destinations[0], field: Kind.AMOUNT}
    if ranked:
        kinds["rank"] = Kind.WHOLE

    def blocks() -> Iterator[dict[str, Column]]:
        for some in _pairs(export):
            (origin, destination, cost, rank), dropped = _kept(export, some)
            left_out[0] += dropped
            for begin in range(0, len(origin), BLOCK):
                own = slice(begin, begin + BLOCK)
                columns: dict[str, Column] = {
                    "origin": origins[1][origin[own]],
                    "destination": destinations[1][destination[own]],
                    field: cost[own],
                }
                yield {**columns, "rank": rank[own]} if ranked else columns

    with atomic_write(export.path) as draft, draft.open("wb") as file:
        write_parquet(file, kinds, blocks())
    return _notes(export, left_out[0])


def npz_arrays(export: MatrixExport) -> tuple[str, ...]:
    """Arrays by name: `origins`, `destinations` (text); `ticks`, uint32, (origins, destinations),
    2**30 without a way, and `tick_seconds`, of each origin; or of the nearest origins the cost, as
    `Measure.field` calls it, `origin` and `count`."""
    matrix = export.matrix
    with (
        atomic_write(export.path) as draft,
        zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        _store(archive, "origins", np.array(export.origins))
        _store(archive, "destinations", np.array(export.destinations))
        if _ranked(export):
            nearest = matrix.nearest
            _store(archive, export.measure.field, export.measure.shown(nearest.seconds))
            _store(archive, "origin", nearest.row)
            _store(archive, "count", nearest.count)
            return ()
        scales = [kept["tick_seconds"] for _, kept in matrix.rows()]
        _store(archive, "tick_seconds", np.concatenate(scales))
        shape = len(export.origins), matrix.job.count
        with archive.open("ticks.npy", "w", force_zip64=True) as file:
            head = {"descr": "<u4", "fortran_order": False, "shape": shape}
            np.lib.format.write_array_header_2_0(file, head)
            for begin, kept in matrix.rows():
                export.cancel.check("the export")
                export.writing(begin / shape[0])
                file.write(np.ascontiguousarray(kept["ticks"], "<u4").data)
    return ()


def _store(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
        np.lib.format.write_array(file, array, allow_pickle=False)


def _ranked(export: MatrixExport) -> bool:
    """Whether the nearest origins are written, and not all of them."""
    return not export.matrix.job.spec.keeping.times


def _pairs(export: MatrixExport) -> Iterator[Pairs]:
    if not _ranked(export):
        places = np.arange(export.matrix.job.count)
        none = np.zeros(len(places), np.int64)
        for origin, costs in export.costs():
            yield np.full(len(places), origin), places, costs, none
        return
    nearest = export.matrix.nearest
    kept, count = nearest.row.shape
    costs = export.measure.shown(nearest.seconds)
    at_once = max(BLOCK // kept, 1)
    for begin in range(0, count, at_once):
        export.cancel.check("the export")
        export.writing(begin / count)
        own = slice(begin, begin + at_once)
        rows = nearest.row[:, own].T
        rank = np.broadcast_to(np.arange(1, kept + 1), rows.shape)
        places = np.broadcast_to(np.arange(count)[own, None], rows.shape)
        cost = np.where(rows == NOBODY, np.nan, costs[:, own].T)
        yield (
            rows.ravel().astype(np.int64), places.ravel(), cost.ravel(), rank.ravel(),
        )  # fmt: skip


def _kept(export: MatrixExport, some: Pairs) -> tuple[Pairs, int]:
    """The lines that are written, and how many are not: pairs without a way, where nobody named
    the destination."""
    reached = ~np.isnan(some[2])
    if not (export.everywhere or _ranked(export)):
        reached[:] = True
    origin, destination, cost, rank = some
    kept = origin[reached], destination[reached], cost[reached], rank[reached]
    return kept, int(len(reached) - reached.sum())


def _notes(export: MatrixExport, left_out: int) -> tuple[str, ...]:
    if not left_out or _ranked(export):
        return ()
    pairs, are = counted(left_out, "pair"), "is" if left_out == 1 else "are"
    return (f"{pairs} without a way within the limit {are} not in {export.path.name}.",)


def _ids(ids: tuple[str, ...]) -> tuple[Kind, Any]:
    """What ids are, and an array of them."""
    if all(_is_whole(text) for text in ids):
        return Kind.WHOLE, np.array([int(text) for text in ids], np.int64)
    found = np.empty(len(ids), np.object_)
    found[:] = ids
    if max(len(text) for text in ids) > 1 << 16:
        raise ExportError("an id is longer than 65536 letters", advice="Shorten it.")
    return Kind.TEXT, found


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) <= 18
    return whole and str(int(text)) == text
