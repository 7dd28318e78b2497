"""What has no door is not in the house: every module is reached from the program or a program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from app.catalog.algorithms import ALGORITHMS
from tests.test_architecture import ROOT, parsed

PACKAGES = ("core", "raster", "road", "gpu", "app", "ui", "resources")

NO_DOOR_YET: set[str] = set()
"""Modules that are to get theirs, each with a word on which."""

DOTTED = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+(?::\w+)?")
IN_THIS_FOLDER = re.compile(r"[a-z_]+(?:\.[a-z_]+)*:[a-z_]+")
"""A module and what is in it, as tables name what they load when it is first asked for."""

PROGRAM = re.compile(r'^if __name__ == "__main__":', re.MULTILINE)


def modules_in(root: Path) -> dict[str, Path]:
    """Every module of the application by its dotted name."""
    files = [f for package in PACKAGES for f in sorted((root / package).rglob("*.py"))]
    parts = [(f.relative_to(root).with_suffix("").parts, f) for f in files]
    return {".".join(p[:-1] if p[-1] == "__init__" else p): f for p, f in parts}


def named_in(module: str, file: Path) -> Iterator[str]:
    """What a module imports, and the modules that its texts name."""
    folder = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if DOTTED.fullmatch(text):
                yield text.partition(":")[0]
            elif IN_THIS_FOLDER.fullmatch(text):
                yield f"{folder}.{text.partition(':')[0]}"


def reached(modules: dict[str, Path], begin: list[str]) -> set[str]:
    """Those that are loaded, at once or later, by who begins with these."""
    found: set[str] = set()
    waiting = list(begin)
    while waiting:
        name = waiting.pop()
        while name and name not in modules:  # a class or a function of a module
            name = name.rpartition(".")[0]
        if name and name not in found:
            found.add(name)
            waiting += [name.rpartition(".")[0], *named_in(name, modules[name])]
    return found


def test_every_module_has_a_door() -> None:
    modules = modules_in(ROOT)
    rows = [row for algorithm in ALGORITHMS for row in vars(algorithm).values()]
    classes = [text.partition(":")[0] for text in rows if isinstance(text, str) and ":" in text]
    programs = [name for name, file in modules.items() if PROGRAM.search(file.read_text("utf-8"))]
    without = set(modules) - reached(modules, ["app.__main__", *classes, *programs])
    assert without == NO_DOOR_YET


def test_a_module_that_nobody_names_is_found_out(tmp_path: Path) -> None:
    texts = {
        "app/__init__.py": "",
        "app/__main__.py": "from app.table import rows",
        "app/table.py": 'rows = ("writer:write", "core.solver:Solver")',
        "app/writer.py": "import core.words",
        "app/forgotten.py": "import app.table",
        "core/__init__.py": "",
        "core/solver.py": "",
        "core/words.py": "",
        "core/lost.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    modules = modules_in(tmp_path)
    assert set(modules) - reached(modules, ["app.__main__"]) == {"app.forgotten", "core.lost"}
