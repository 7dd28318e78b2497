"""What compiled solvers share has no words of either domain."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import core.parallel

OF_A_DOMAIN = {"cell", "grid", "raster", "tile", "arc", "vertex", "road", "street", "turn"}


def words_of(file: Path) -> set[str]:
    """What its names are made of, in the singular."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "arg"):
            if isinstance(name := getattr(node, field, None), str):
                names.add(name)
    parts = (part for name in names for part in re.findall("[A-Z]?[a-z]+|[A-Z]+", name))
    return {part.lower().removesuffix("s").replace("vertice", "vertex") for part in parts}


def test_names_know_neither_cells_nor_arcs() -> None:
    (folder,) = core.parallel.__path__
    found = {file.name: words_of(file) & OF_A_DOMAIN for file in Path(folder).glob("*.py")}
    assert {file: words for file, words in found.items() if words} == {}
