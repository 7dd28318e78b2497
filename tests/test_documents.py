"""Documents that are written by programs are current, and whoever reads the index finds all."""

from __future__ import annotations

import re

from benchmarks.reports.file_list import PAGE, listed
from tests.test_architecture import ROOT

DOCS = ROOT / "docs"


def test_the_list_of_files_is_current() -> None:
    kept = PAGE.read_text(encoding="utf-8")
    assert kept == listed(), "run python -m benchmarks.reports.file_list"


def test_the_index_names_every_document() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    named = {(DOCS / path).resolve() for path in re.findall(r"\]\(([^)#]+\.md)\)", index)}
    assert [path for path in named if not path.exists()] == []
    assert set(DOCS.rglob("*.md")) - named == {DOCS / "README.md"}


def test_the_glossary_is_in_order() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    words = [
        word.lower().replace("δ", "delta")
        for word in re.findall(r"^\*\*([^*,]+)", text, re.MULTILINE)
    ]
    assert len(words) > 55
    assert words == sorted(words)
