"""One language: what constants count is said in full, and a name means one thing."""

from __future__ import annotations

import ast
import re
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
