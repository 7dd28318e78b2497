"""Files that belong to a DIMACS `.gr` and lie beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from core.files.suffixes import PACKED
from road.files.source.reading import unpacked_name

_METRIC = re.compile(r"-road-([dt])\b", re.IGNORECASE)


def coordinates_beside(path: Path) -> Path | None:
    """`X.co` or `X.co.gz` beside `X.gr`; the challenge has it under the distances' name only."""
    stem = unpacked_name(path).removesuffix(".gr")
    stems = [stem, _METRIC.sub("-road-d", stem)]
    return _first_there(path, (f"{s}.co" for s in stems))


def companions(path: Path) -> list[Path]:
    """The challenge's other metric of the same graph: times of distances, distances of times."""
    name = unpacked_name(path)
    metric = _METRIC.search(name)
    if metric is None:
        return []
    other = "d" if metric.group(1).lower() == "t" else "t"
    found = _first_there(path, [_METRIC.sub(f"-road-{other}", name)])
    return [found] if found else []


def _first_there(path: Path, names: Iterable[str]) -> Path | None:
    beside = {p.name.lower(): p for p in sorted(path.absolute().parent.iterdir())}
    for name in names:
        for suffix in ("", *PACKED):
            found = beside.get(name.lower() + suffix)
            if found is not None and found.is_file():
                return found
    return None
