"""One language: what constants count is said in full, and a name means one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from tests.test_architecture import ROOT, SOURCES, parsed

FRAGMENTS = re.compile(
    "above|after|along|as|at|behind|below|between|beyond|by|coarser|ends|enough|fewer|for|from|how|"
    "in|larger|longer|of|opens|raised|smaller|so|stands|that|too|under|what|whatever|where|whether|"
    "which|who|with",
    re.IGNORECASE,
)
"""Opening words of texts that go on from a name instead of saying what it holds."""


STRUCT = re.compile(
    r"^\s*(?:struct|union|enum) (?:__align__\([^)]+\) )?(\w+)[^;{]*\{", re.MULTILINE
)
"""Opening of a type on the device, aligned or not, with or without a base."""


def constants() -> Iterator[tuple[str, str]]:
    """Where each documented constant of a module stands with its name, and its text."""
    for file in SOURCES:
        body = parsed(file).body
        for assignment, below in pairwise(body):
            if isinstance(assignment, ast.Assign | ast.AnnAssign) and isinstance(below, ast.Expr):
                text = below.value
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    name = ast.unparse(assignment).partition("=")[0].strip()
                    yield f"{file.relative_to(ROOT)}: {name}", text.value


def test_constants_say_in_full_what_they_are() -> None:
    texts = dict(constants())
    assert len(texts) > 300
    opening = {name: text.split()[0].strip(",.:;") for name, text in texts.items()}
    assert [name for name, word in opening.items() if FRAGMENTS.fullmatch(word)] == []


def twin_of(path: str) -> str:
    """What a module and its twins share: the device's lie in the folders of the processor's, and
    solvers of terrain and of roads under the same name."""
    path = re.sub("^gpu/grids/", "raster/", path)
    path = re.sub("^gpu/roads/", "road/", path)
    return re.sub("^(raster|road)/solvers/", "solvers/", path)


def homonyms(named: dict[str, list[str]]) -> dict[str, list[str]]:
    """Names that stand for several things, and where."""
    return {n: files for n, files in named.items() if len({*map(twin_of, files)}) > 1}


def test_a_class_name_means_one_thing() -> None:
    named = defaultdict(list)
    for file in SOURCES:
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ClassDef):
                named[node.name].append(str(file.relative_to(ROOT)))
    assert len(named) > 300
    assert homonyms(named) == {}


def test_a_struct_name_means_one_thing() -> None:
    named = defaultdict(list)
    for file in [*(ROOT / "gpu").rglob("*.cu"), *(ROOT / "gpu").rglob("*.cuh")]:
        for name in STRUCT.findall(file.read_text(encoding="utf-8")):
            named[name].append(str(file.relative_to(ROOT)))
    assert {"MatrixJob", "PhaseSolve", "Query", "Piece"} < set(named)  # aligned, of a base, plain
    assert homonyms(named) == {}
