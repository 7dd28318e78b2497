"""Documents that are written by programs are current, whoever reads the index finds all, and what
contributors are told works."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

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


def test_the_extras_that_contributors_are_told_to_install_exist() -> None:
    told = re.findall(
        r"start\.py install ([\w ]+?) +#", (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert told
    assert set(told[0].split()) <= set(project["optional-dependencies"])


def test_hooks_before_a_commit_find_their_tools_in_the_environment() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    entries = [line.split() for line in re.findall("entry: (.*)", config)]
    assert len(entries) == 4
    for runner, tool, *_ in entries:
        assert (ROOT / runner).is_file()
        assert shutil.which(tool, path=path), tool


def test_the_glossary_is_in_order() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    words = [
        word.lower().replace("δ", "delta")
        for word in re.findall(r"^\*\*([^*,]+)", text, re.MULTILINE)
    ]
    assert len(words) > 55
    assert words == sorted(words)
