"""Points in which two questions differ, and the sentence that they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from app.units import units

if TYPE_CHECKING:
    from app.document.document import Document
    from app.solving.request import SolveRequest

Translate = Callable[[str], str]
"""Function that puts a text into the reader's language."""

SAME = "{a} and {b} ask the same question."
ONE = "Nothing but {what} differs."
ONE_TOLD = "Nothing but {what} differs: {first} in {a}, {second} in {b}."
SEVERAL = "Nothing but this differs: {points}."
POINT = "{what} ({first} in {a}, {second} in {b})"


@dataclass(frozen=True)
class Point:
    """One thing that differs. first, second : what it is in A and in B; "" where that is long."""

    what: str
    first: str = ""
    second: str = ""


@dataclass(frozen=True)
class Differing:
    """What differs between two questions; nothing where they are the same one."""

    points: tuple[Point, ...]

    def sentence(self, names: tuple[str, str] = ("A", "B"), translated: Translate = str) -> str:
        """ "Nothing but the time limit differs: 30 min in A, none in B."; names : of A and of B."""
        a, b = names
        if not self.points:
            return translated(SAME).format(a=a, b=b)
        if len(self.points) == 1:
            [point] = self.points
            words = translated(ONE_TOLD if point.first else ONE)
            return words.format(**_said(point, translated), a=a, b=b)
        told = (
            translated(POINT).format(**_said(point, translated), a=a, b=b)
            if point.first
            else translated(point.what)
            for point in self.points
        )
        return translated(SEVERAL).format(points="; ".join(told))


def _said(point: Point, translated: Translate) -> dict[str, str]:
    texts = {"what": point.what, "first": point.first, "second": point.second}
    return {name: translated(text) if text else "" for name, text in texts.items()}


def told_of(asked: Differing | None, names: tuple[str, str]) -> str:
    """What differs, as files and the command line say it."""
    return "" if asked is None else asked.sentence(names)


def document_of(request: SolveRequest) -> Document:
    return cast("Document", request.document)


def alike(one: Any, other: Any) -> bool:
    """Of arrays of numbers; two that are not there are alike."""
    if one is None or other is None:
        return one is other
    if one is other:
        return True
    with_nan = one.dtype.kind == "f"
    return bool(np.array_equal(one, other, equal_nan=with_nan))


def speed_text(kmh: float) -> str:
    name, worth = units().speed
    return f"{kmh / worth:.6g} {name}"
