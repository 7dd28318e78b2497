"""`isofront route` over ground, with roads on it or without: by a solve from one end."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.opening import OPENINGS, check_choice, placed, preprocess_first, session_on
from app.cli.paths.writing import target_of, write_paths
from app.cli.report import distance, duration, facts, json_text, noted, remark
from app.editing.session import Session
from app.paths.path import TravelPath, path_to
from app.paths.pins import NamedPath, Pin, coloured
from app.solving.one_solve import solve_once
from app.solving.result import Result
from app.starts import PlacedStart, names_of
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress


@dataclass(frozen=True, eq=False)
class PathAnswer:
    """A way over ground. ends : where it begins and ends, in CRS units. notes : on the files."""

    result: Result
    path: TravelPath
    ends: tuple[PlacedStart, PlacedStart]
    notes: tuple[str, ...]
    open_ms: float

    @property
    def named(self) -> NamedPath:
        end, (start,) = self.ends[1], names_of(self.ends[:1])
        (pin,) = coloured((Pin(end.x, end.y, "Path"),))
        return NamedPath(pin, self.path, start)


def route(arguments: Namespace, kind: str, foreground: Foreground) -> int:
    """Find the way and print it. Raises InputError, also where there is none."""
    if None in (arguments.origin, arguments.destination):
        raise InputError("a place is missing", where="--from, --to", advice="Give both.")
    target = target_of(arguments)
    answer = foreground.run("looking for the way", partial(_answer, arguments, kind, foreground))
    notes = answer.notes
    if target is not None:
        write = partial(write_paths, target, (answer.named,), foreground)
        notes += foreground.run("writing", write)
    remark(answer.result.notes)
    if arguments.json:
        print(json_text(_record(answer, (*answer.result.notes, *notes), foreground.written)))
    else:
        print(_for_people(answer, notes, foreground.written))
    return DONE


def _answer(
    arguments: Namespace, kind: str, foreground: Foreground, progress: Progress, cancel: Cancel
) -> PathAnswer:
    progress(-1.0, "preparing")
    opening = OPENINGS[kind]
    check_choice(arguments, opening.domain, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    given = opening.read(arguments, foreground, progress, cancel)
    session = session_on(given.document, arguments, given.slopes)
    origin = placed(arguments.origin, session, arguments.start_crs, "--from")
    destination = placed(arguments.destination, session, arguments.start_crs, "--to")
    session.set_starts((origin,))
    elevation = None
    if arguments.heights is not None:
        told: Any = {"progress": progress, "cancel": cancel}
        elevation = given.document.elevation(expanded(arguments.heights), **told)
    request = session.request()
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(request, foreground, progress, cancel)
    result, _ = solve_once(request, progress, cancel)
    path = path_to(result, destination.x, destination.y, elevation)
    if path is None:
        raise _no_way(session, origin, destination, arguments.file)
    return PathAnswer(result, path, (origin, destination), given.notes, open_ms)


def _no_way(
    session: Session, origin: PlacedStart, destination: PlacedStart, where: str
) -> InputError:
    if session.required.same_place(origin, destination):
        return InputError(
            "both ends lie in the same cell", where="--to", advice="Give another place."
        )
    return InputError(
        "there is no way from one to the other",
        where=where,
        advice="Barriers or missing data part them; --zero-speed-kmh lets cells of 0 km/h pass.",
    )


def _record(answer: PathAnswer, notes: tuple[str, ...], written: list[str]) -> dict[str, Any]:
    path, result = answer.path, answer.result
    up, down = path.climb or (None, None)
    places = {
        name: {"x": float(point[0]), "y": float(point[1])}
        for name, point in (("from", path.points[0]), ("to", path.points[-1]))
    }
    return {
        "seconds": path.total,
        "length_m": path.length_m,
        "climb_m": up,
        "descent_m": down,
        "points": len(path.points),
        **places,
        "algorithm": result.algorithm,
        "backend": result.backend,
        "device": result.device,
        "solve_ms": result.solve_ms,
        "prepare_ms": result.prepare_ms,
        "open_ms": answer.open_ms,
        "notes": notes,
        "outputs": written,
    }


def _for_people(answer: PathAnswer, notes: tuple[str, ...], written: list[str]) -> str:
    path, result = answer.path, answer.result
    climbs = "" if path.climb is None else "{} up, {} down".format(*map(distance, path.climb))
    pairs = [
        ("takes", duration(path.total)),
        ("length", distance(path.length_m)),
        ("climbs", climbs),
        ("solved in", f"{result.solve_ms:.1f} ms"),
        ("by", f"{result.algorithm} on {result.backend}, {result.device}"),
        *(("written", name) for name in written),
    ]
    return "\n".join((facts(pairs), *noted(notes)))
