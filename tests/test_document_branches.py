"""Branches on which kind of document is open: what one is, and that there are few.

A branch is a test (of an if, a choice, a while, an assertion or a comprehension, or a comparison
that is handed on or kept) that asks

- `isinstance` of a class that only one kind of document has: its ground, request, result, scene;
- whether the ground or the result of one kind is there: `grid`, `roads`, `joined` … `is None`;
- for a result of one kind by itself: `solved or road_solved`;
- whether a kind, a domain or a way of joining is a certain one: `domain == ROADS`;
- a flag that says nothing else, such as `on_roads`.

What the builder of velocity rasters is given is no document, and no part of this.
A test counts once, however much it asks. Methods of documents and tables by kind are no branches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

MOST = 2
"""Branches that there may be, in `app` and `ui`. It only ever falls."""

BUILDER = ROOT / "app" / "builder"

OF_ONE_KIND = frozenset(
    (
        *("VelocityGrid", "OpenRoads", "RoadGraph", "Joined", "CombinedTerrain"),
        *("TerrainDocument", "RoadsDocument", "JoinedDocument"),
        *("SolveRequest", "RoadRequest", "Cells", "Arcs", "Export", "RoadExport"),
        *("Solved", "RoadSolved", "JoinedSolved", "TravelTimes", "TravelTimeGrid", "RoadTimes"),
        *("TerrainGround", "RoadGround", "Scene", "RoadScene", "Inspection", "RoadInspection"),
    )
)
THERE = frozenset(
    ("grid", "roads", "joined", "terrain", "road_solved", "both_solved", "road_times")
)
RESULTS = frozenset(["road_solved", "both_solved"])
FLAGS = frozenset(["on_roads", "on_terrain", "asks_for_roads", "holds_roads"])
KINDS = frozenset(
    ("roads", "terrain", "joined", "combined", "burned", "ROADS", "TERRAIN", "JOINED")
)


def branches(source: str) -> list[int]:
    """Lines of the branches in a file, rising."""
    return sorted(
        test.lineno
        for node in ast.walk(ast.parse(source))
        for test in _tests(node)
        if any(_asks(part) for part in _parts(test))
    )


def _tests(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.If() | ast.IfExp() | ast.While() | ast.Assert():
            return [node.test]
        case ast.comprehension():
            return node.ifs
        case ast.Return() | ast.Assign():
            handed = [node.value]
        case ast.Call():
            handed = [*node.args, *(word.value for word in node.keywords)]
        case _:
            return []
    return [value for value in handed if isinstance(value, ast.Compare | ast.BoolOp)]


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    """What a test asks, without and, or, not."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _parts(value)
    elif isinstance(test, ast.UnaryOp):
        yield from _parts(test.operand)
    else:
        yield test


def _asks(part: ast.expr) -> bool:
    if isinstance(part, ast.Call) and _name(part.func) == "isinstance":
        return any(_name(node) in OF_ONE_KIND for node in ast.walk(part.args[1]))
    if isinstance(part, ast.Call):
        return _name(part.func) in FLAGS
    if isinstance(part, ast.Compare):
        names = {_name(side) for side in (part.left, *part.comparators)}
        return bool(names & (THERE if "None" in names else KINDS))
    return _name(part) in FLAGS | RESULTS


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr.strip("_")
    return node.id.strip("_") if isinstance(node, ast.Name) else ""


def test_no_more_branches_ask_which_document_is_open() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for package in ("app", "ui")
        for file in sorted((ROOT / package).rglob("*.py"))
        if not file.is_relative_to(BUILDER)
        for line in branches(file.read_text(encoding="utf-8"))
    ]
    assert len(found) <= MOST, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "if session.roads is None: pass",
        "x = 1 if isinstance(done.solved, RoadSolved) else 2",
        "assert self._grid is not None and a",
        "solved = session.solved or session.road_solved",
        "show(session.roads is not None)",
        "if self.domain == ROADS: pass",
        "what = 'arcs' if on_roads else 'cells'",
        "return kind == 'joined'",
        "[x for x in y if not holds_roads(x)]",
    ],
)
def test_a_branch_is_seen(text: str) -> None:
    assert branches(f"def f():\n    {text}") == [2]


@pytest.mark.parametrize(
    "text",
    [
        "if session.document is None: pass",
        "PANELS[document.kind](document)",
        "if document.measure == TIME: pass",
        "if isinstance(error, InputError): pass",
    ],
)
def test_what_is_no_branch_is_not(text: str) -> None:
    assert branches(text) == []
