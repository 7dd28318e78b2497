"""The rooms of the house: how full they are, and which of them may know which."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("core", "raster", "road", "gpu", "app", "ui", "resources", "experiments")
MOST_FILES = 20

CRP = {
    "device_layout": {"overlay"},
    "overlay": {"partition"},
    "customization": {"overlay"},
    "query": {"customization", "overlay"},
}
"""Which room of road/crp may import which."""

APP = {
    "builder": {"words"},
    "catalog": set[str](),
    "roads": {"words"},
    "solving": {"catalog", "roads", "words"},
    "document": {"catalog", "roads", "solving", "words"},
    "asked": {"catalog", "document", "roads", "solving", "words"},
    "paths": {"solving", "words"},
    "editing": {"document", "matrix", "paths", "roads", "solving", "words"},
    "uncertainty": {"document", "roads", "solving"},
    "project": {
        *("batch", "catalog", "document", "editing", "matrix", "paths", "roads", "solving"),
        *("uncertainty", "words"),
    },
    "exports": {"asked", "document", "matrix", "paths", "solving", "uncertainty", "words"},
    "cluster": {"words"},
    "matrix": {"catalog", "cluster", "document", "roads", "solving", "words"},
    "batch": {"document", "exports", "solving", "words"},
    "timing": {"catalog", "roads", "solving"},
    "cli": {
        *("catalog", "document", "editing", "exports", "matrix", "paths", "roads", "solving"),
        *("asked", "batch", "builder", "project", "timing", "uncertainty", "words"),
    },
    "main": {"cli", "solving", "words"},
}
"""Which room of app may import which, the lowest first. The files beside the folders are two rooms:
`main`, the composition root, and `words`, of which all speak: starts, bands, measures, settings."""

ROOTS = {"app.main": "main", "app.__main__": "main"}


def name_of(file: Path) -> str:
    """The dotted name of a module or package."""
    words = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(words).removesuffix(".__init__")


@cache
def imports() -> dict[str, set[str]]:
    """Module -> the modules of ours that it imports, wherever in the file, also for types alone."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    names = {name_of(file) for file in files}
    found: dict[str, set[str]] = {}
    for file in files:
        seen = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                seen |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                seen |= inner & names or {node.module}
        found[name_of(file)] = seen & names - {name_of(file)}
    return found


def arrows(package: str) -> set[tuple[str, str]]:
    """(room, room that it imports from) within a package, by the names of its folders; the files
    beside those are a room called `words`, but for ROOTS."""

    def room(module: str) -> str:
        words = module.removeprefix(f"{package}.").split(".")
        return words[0] if len(words) > 1 else ROOTS.get(module, "words")

    return {
        (room(module), room(other))
        for module, others in imports().items()
        for other in others
        if module.startswith(f"{package}.") and other.startswith(f"{package}.")
        and room(module) != room(other)
    }  # fmt: skip


def test_no_room_is_crowded() -> None:
    files = Counter(
        file.parent.relative_to(ROOT).as_posix()
        for folder in (*PACKAGES, "benchmarks", "tests")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".cu", ".cuh", ".cpp") and file.name != "__init__.py"
    )
    assert {folder: count for folder, count in files.items() if count > MOST_FILES} == {}


def test_no_imports_run_in_a_circle() -> None:
    try:
        list(TopologicalSorter(imports()).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize(("package", "allowed"), [("road.crp", CRP), ("app", APP)])
def test_rooms_know_whom_they_may(package: str, allowed: dict[str, set[str]]) -> None:
    unexpected = {(a, b) for a, b in arrows(package) if b not in allowed.get(a, set())}
    assert unexpected == set()
    assert {(a, b) for a, others in allowed.items() for b in others} == arrows(package)
