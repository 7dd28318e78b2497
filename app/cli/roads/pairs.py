"""Pairs of places for `isofront route`: read from a table, and the answers as one."""

from __future__ import annotations

import csv
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.cli import values
from app.cli.foreground import Foreground
from app.cli.opening import placed
from app.editing.session import Session
from app.roads.open_roads import OpenRoads
from app.solving.routes import FoundWay, Pair
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError
from core.files.atomic_write import atomic_write
from core.files.csv_rows import csv_rows
from core.files.user_paths import expanded
from core.progress import Progress

BY_PLACE = ("from_x", "from_y", "to_x", "to_y")
BY_VERTEX = ("from_vertex", "to_vertex")


@dataclass(frozen=True, eq=False)
class AskedPair:
    """origin, destination : as options say them. where : the line, empty of options."""

    origin: PlacedStart
    destination: PlacedStart
    where: str = ""

    def on(self, session: Session, start_crs: str | None) -> Pair:
        """Where they lie on the roads of a session. Raises InputError."""
        try:
            option = "" if self.where else "--"  # a table has columns
            origin = placed(self.origin, session, start_crs, f"{option}from")
            destination = placed(self.destination, session, start_crs, f"{option}to")
            return Pair.on(session.driven, origin, destination)
        except InputError as error:
            if not self.where:
                raise
            where = f"{self.where}: {error.where}"
            raise InputError(error.found, where=where, advice=error.advice) from error


def asked_pairs(arguments: Namespace) -> list[AskedPair]:
    """By --from and --to, or of the file of --pairs. Raises InputError, also for files to write
    that nothing is written to."""
    ends = arguments.origin, arguments.destination
    if arguments.pairs is not None:
        if ends != (None, None):
            raise InputError(
                "names pairs as --from and --to do",
                where="--pairs",
                advice="Give one or the other.",
            )
        pairs = list(_read(expanded(arguments.pairs)))
        if not pairs:
            raise InputError("has no pairs", where=arguments.pairs, advice="Give a row for each.")
        return pairs
    if None in ends:
        raise InputError(
            "a place is missing", where="--from, --to", advice="Give both, or --pairs FILE.csv."
        )
    return [AskedPair(*ends)]


def _read(path: Path) -> Iterator[AskedPair]:
    for row, where in csv_rows(path, BY_PLACE, BY_VERTEX):
        texts = list(row.values())
        half = len(texts) // 2
        sign = values.VERTEX if half == 1 else ""
        try:
            origin, destination = (
                values.place(sign + ",".join(some)) for some in (texts[:half], texts[half:])
            )
        except ArgumentTypeError as error:
            advice = "Give whole numbers." if sign else "Give numbers."
            raise InputError(str(error), where=where, advice=advice) from error
        yield AskedPair(origin, destination, where)


def end_text(pair: AskedPair, which: int) -> str:
    """An end of a pair for people, as it was given."""
    return values.as_given((pair.origin, pair.destination)[which])


def write_pairs(
    target: Path,
    asked: Sequence[AskedPair],
    ways: Sequence[FoundWay],
    roads: OpenRoads,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> None:
    """Write a row for each pair, in their order: its ends, cost and metres, empty where there is no
    way. Raises ExportError and CancelledError."""
    by_vertex = asked[0].origin.vertex is not None
    measure = roads.measure
    progress(-1.0, f"writing {target.name}")
    with (
        foreground.on_disk(),
        atomic_write(target) as draft,
        draft.open("w", encoding="utf-8", newline="") as file,
    ):
        table = csv.writer(file, lineterminator="\n")
        table.writerow((*(BY_VERTEX if by_vertex else BY_PLACE), measure.field, "length_m"))
        for pair, way in zip(asked, ways, strict=True):
            ends = (end_text(pair, which) for which in range(2))
            texts = (text.removeprefix(values.VERTEX).split(",") for text in ends)
            found = ["", ""]
            if way.route is not None:
                found = [f"{measure.shown(way.route.cost):.12g}", f"{way.route.length_m:.10g}"]
            table.writerow([text for some in texts for text in some] + found)
        cancel.check("the table")
    foreground.written.append(str(target))
