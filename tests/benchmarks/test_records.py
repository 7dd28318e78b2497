"""Records come from a clean commit or not at all, and the docs say what they say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import records, report
from benchmarks.everything import COMMANDS, Program
from benchmarks.everything import main as everything
from benchmarks.measuring import machine
from benchmarks.measuring.machine import (
    ROOT,
    STAMP,
    command,
    commit,
    is_clean,
    stamp,
)
from benchmarks.records import RESULTS, Record, ResultFile, fault_of, read_records, take
from benchmarks.report import DOCUMENTS, TABLES, drawn
from benchmarks.reports.book import MISSING, Book, Kept, measured, number


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=n", "-c", "user.email=e")
    subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with a package, a result file, a text and one commit."""
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    root = tmp_path / "clone"
    for name in (
        "raster/__init__.py",
        "raster/steps.py",
        "benchmarks/results/a.jsonl",
        "docs/a.md",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("1\n")
    (root / "README.md").write_text("1\n")
    (root / ".gitignore").write_text(".carry/\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "all")
    return root


def dirtied(root: Path, name: str) -> str:
    """The commit as it is called with a file changed."""
    path = root / name
    before = path.read_text() if path.is_file() else None
    path.write_text("2\n")
    found = commit(root)
    if before is None:
        path.unlink()
    else:
        path.write_text(before)
    return found


def test_a_commit_is_clean_where_all_that_is_measured_stands_in_it(clone: Path) -> None:
    name = commit(clone)
    assert is_clean(name)
    for text in ("README.md", "docs/a.md", "docs/new.md", "benchmarks/results/a.jsonl"):
        assert dirtied(clone, text) == name
    for code in ("raster/steps.py", "raster/new.py", "new.cu", ".gitignore"):
        assert dirtied(clone, code) == name + "+"
        assert not is_clean(name + "+")
    assert not is_clean("")


def test_a_stamp_stands_for_the_clone_where_there_is_none(clone: Path) -> None:
    name = commit(clone)
    (clone / STAMP).parent.mkdir()
    (clone / STAMP).write_text(json.dumps(stamp(clone)))
    clone.joinpath(".git").rename(clone.parent / "elsewhere")
    assert commit(clone) == name
    assert dirtied(clone, "docs/a.md") == name
    for code in ("raster/steps.py", "raster/new.py", "raster/new.cuh"):
        assert dirtied(clone, code) == name + "+"
    (clone / "raster" / "steps.py").unlink()
    assert commit(clone) == name + "+"
    (clone / STAMP).unlink()
    assert commit(clone) == ""


def test_a_stamp_stands_for_files_that_came_into_a_clone_of_another_commit(clone: Path) -> None:
    before = commit(clone)
    (clone / "raster" / "steps.py").write_text("3\n")
    git(clone, "commit", "-q", "-a", "-m", "more")
    name = commit(clone)
    assert is_clean(name)
    assert name != before
    (clone / STAMP).parent.mkdir()
    (clone / STAMP).write_text(json.dumps(stamp(clone)))
    git(clone, "reset", "-q", "--soft", before)
    assert commit(clone) == name
    for code in ("raster/steps.py", "raster/new.py"):
        assert dirtied(clone, code) == before + "+"
    (clone / STAMP).unlink()
    assert commit(clone) == before + "+"


def test_a_stamp_is_made_of_a_clean_commit_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "commit", lambda: "abc+")
    assert machine.main([str(tmp_path / "stamp.json")]) == 2
    assert "files differ from their commit" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        machine.main(["--any"])
    assert not list(tmp_path.iterdir())


def test_results_are_refused_from_a_changed_tree_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(records, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(records, "commit", lambda: "abc+")
    with pytest.raises(SystemExit) as ended:
        ResultFile(tmp_path / "results" / "a.jsonl")
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())
    elsewhere = ResultFile(tmp_path / "elsewhere" / "a.jsonl", gpu=["a card"])
    told = elsewhere.add({"ms": 1})
    assert read_records(tmp_path / "elsewhere" / "a.jsonl") == [told]
    assert (told["gpu"], told["ms"]) == (["a card"], 1)
    assert set(records.FIELDS) <= set(told)
    assert ResultFile(None).add({"ms": 1}) == {"ms": 1}


def a_record(commit: str, **more: Any) -> dict[str, Any]:
    device = {"cpu": "a processor", "threads": 2}
    return {"commit": commit, "date": "2026-11-20T12:00:00+00:00", "device": device,
            "versions": {}, **more}  # fmt: skip


def lines_of(*found: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in found)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (lambda name: a_record(name + "+"), "differ from commit"),
        (lambda name: a_record(""), "differ from commit"),
        (lambda name: a_record("f" * 7), "which this clone does not have"),
        (lambda name: a_record(name, commit_noted="later"), "noted by hand"),
        (lambda name: {"commit": name, "ms": 1}, "has no date and no device and no versions"),
    ],
)
def test_records_from_elsewhere_are_taken_whole_or_not_at_all(
    clone: Path, tmp_path: Path, bad: Any, said: str
) -> None:
    name, results = commit(clone), tmp_path / "results"
    results.mkdir()
    good, file = a_record(name, ms=1), tmp_path / "a.jsonl"
    file.write_text(lines_of(good, bad(name)))
    with pytest.raises(ValueError, match=f"line 2: .*{said}"):
        take([file], results, clone)
    assert not list(results.iterdir())
    file.write_text(lines_of(good))
    for told in ("1 records into a.jsonl", "0 records into a.jsonl"):
        assert take([file], results, clone) == [told]
        assert read_records(results / "a.jsonl") == [good]


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*.jsonl")), ids=lambda path: path.name)
def test_every_result_was_written_from_a_clean_commit(path: Path) -> None:
    assert [(n, fault_of(r)) for n, r in enumerate(read_records(path), 1) if fault_of(r)] == []


# -- the docs


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_says_what_the_records_say(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "<!-- table: " in text
    assert drawn(text, Book()) == text, "run: python -m benchmarks.report"


def test_every_table_stands_in_a_document() -> None:
    texts = "".join((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    assert [name for name in TABLES if f"<!-- table: {name} -->" not in texts] == []


def test_tables_are_drawn_without_any_record(tmp_path: Path) -> None:
    for draw in TABLES.values():
        assert all(isinstance(line, str) for line in draw(Book(tmp_path)))
    text = "a\n<!-- table: readme -->\nold\n<!-- end of table -->\nb\n"
    fresh = drawn(text, Book(tmp_path))
    assert MISSING in fresh
    assert "old" not in fresh
    assert fresh.startswith("a\n<!-- table: readme -->\n")
    assert fresh.endswith("\n<!-- end of table -->\nb\n")
    assert drawn(fresh, Book(tmp_path)) == fresh


def test_a_stale_document_is_told_and_drawn_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("<!-- table: readme -->\n<!-- end of table -->\n")
    monkeypatch.setattr(report, "ROOT", tmp_path)
    monkeypatch.setattr(report, "DOCUMENTS", ("a.md",))
    assert report.main(["--check"]) == 1
    assert "a.md: not what the records say" in capsys.readouterr().out
    assert report.main([]) == 0
    assert "one NVIDIA" in (tmp_path / "a.md").read_text()
    assert report.main(["--check"]) == 0


def test_a_record_says_how_it_was_called_without_folders_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["--roads", "/a/b/NY.gr.gz", "--out=/x/y.jsonl", "--seeds", "2,3", "a b"]
    assert command(words).endswith(" --roads NY.gr.gz --out=y.jsonl --seeds 2,3 'a b'")
    code = "from benchmarks.measuring.machine import conditions; print(conditions()['command'])"
    asked = [sys.executable, "-c", code, "1", "/a/b"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "python -c 1 b\n"
    main = SimpleNamespace(__spec__=SimpleNamespace(name="benchmarks.anywhere.__main__"))
    monkeypatch.setitem(sys.modules, "__main__", main)
    assert command(["--sizes", "2000"]) == "python -m benchmarks.anywhere --sizes 2000"


def test_a_ratio_to_a_twin_is_told_of_all_seeds(tmp_path: Path) -> None:
    def of(seed: int, values: str, ratio: float, same: bool = True) -> Record:
        return a_record(
            "c", part="values", side=2000, seed=seed, values=values, beside="uint8",
            place="corner", ms={"median": 10 * ratio}, ratio=ratio, same_bits=same,
        )  # fmt: skip

    found = of(4, "uint16", 1.05), of(5, "uint16", 1.2), of(6, "uint16", 1.31), of(4, "float32", 2)
    old, bytes_alone = of(4, "uint16", 9.0, same=False), of(4, "uint8", 1.0) | {"beside": None}
    (tmp_path / "anywhere_gpu.jsonl").write_text(lines_of(old, bytes_alone, *found))
    assert TABLES["anywhere-values-gpu"](Book(tmp_path))[2:4] == [
        "| 2000² | uint16 | corner | 12 | uint8 | 1.20 | 1.05 to 1.31 | 1.3 | 4, 5, 6 | yes |",
        "| 2000² | float32 | corner | 20 | uint8 | 2.00 | 2.00 to 2.00 | 1.3 | 4 | yes |",
    ]


def test_the_newest_record_counts(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        lines_of(
            a_record("c", what="x", ms=1),
            a_record("b", what="y", ms=2000.4),
            a_record("d", what="x", ms=2.5),
        )
    )
    book = Book(tmp_path)
    assert book.newest("a", what="x").text("ms", unit=" ms") == "2.5 ms"
    assert book.newest("a", what="y").text("ms", unit=" ms") == "2,000 ms"
    assert book.newest("a", what="z").text("ms", unit=" ms") == MISSING
    assert measured(book.by("what", "a").values()) == [
        "Measured on a processor, 2 threads; commit d (20 November 2026), b (20 November 2026)."
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.24, "0.24"),
        (11.374, "11.4"),
        (999.4, "999"),
        (1389.6, "1,390"),
        (2e6, "2,000,000"),
    ],
)
def test_numbers_have_three_digits_and_no_exponent(value: float, text: str) -> None:
    assert number(value) == text


def test_a_value_that_is_not_there_is_not_measured() -> None:
    kept = Kept({"ms": {"median": 1.0}})
    assert kept.value("ms", "median") == 1.0
    assert kept.value("ms", "mean") is None
    assert kept.text("s") == MISSING


# -- all benchmarks of a machine


@pytest.mark.parametrize("command", [c for some in COMMANDS.values() for c in some], ids=str)
def test_every_program_is_there_and_writes_to_a_file_of_the_tables(command: Program) -> None:
    line = command.line(Path("d"), Path("p"), Path("o"))
    module = line[2].replace(".", "/")
    assert (ROOT / f"{module}.py").is_file() or (ROOT / module / "__main__.py").is_file()
    assert line[-2] == "--out"
    files = {path.stem for path in RESULTS.glob("*.jsonl")}
    none_yet = {
        "cold_start",
        "osm_import",
        "real_speeds",
        "road_decode",
        "slopes_cpu",
    }
    assert Path(line[-1]).stem in files | none_yet
    assert not any("{" in word for word in line)


def test_what_would_run_is_listed_and_what_cannot_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = ["--data", str(tmp_path), "--packed", str(tmp_path), "--out", str(tmp_path)]
    assert everything(["gpu", "--list", *folders]) == 0
    told = capsys.readouterr().out
    assert f"terrain_gpu: -m benchmarks.terrain_gpu --out {tmp_path}" in told
    assert f"road_gpu: skipped, there is no {tmp_path / 'roads'}" in told
    with pytest.raises(SystemExit):
        everything(["cpu", "--only", "terrain"])
    assert "no program is called terrain" in capsys.readouterr().err
