"""Result files: JSON lines, written by the programs that measured them, from a clean commit.

    python -m benchmarks.records FILE …

takes records that were measured on another machine (`--out FILE` of the programs) into the file of
the same name in benchmarks/results/, and draws the tables of the docs anew. Nothing is written by
hand: a record whose files were not those of a commit of this clone is refused.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring.machine import ROOT, commit, conditions, git, is_clean

Record = dict[str, Any]

RESULTS = Path(__file__).with_name("results")

FIELDS = ("commit", "date", "device", "versions")
"""Fields that every record has, of how it came about."""


def results_file(name: str) -> Path:
    """Where a program appends what it measured, unless told otherwise."""
    return RESULTS / f"{name}.jsonl"


class ResultFile:
    """Appends records to a file; with None for a path it keeps them to itself.

    always : fields of every record besides `machine.conditions`.
    Ends the program with status 2 and a line where the file is one of the results and files differ
    from their commit. Made before anything is measured.
    """

    def __init__(self, path: Path | None, **always: Any) -> None:
        self._path = path
        self._always: Record = {}
        if path is None:
            return
        if path.resolve().is_relative_to(RESULTS.resolve()) and not is_clean(commit()):
            print(
                "nothing was measured: results are written from a clean commit, and files differ "
                "from theirs. Commit first, or give --out FILE elsewhere.",
                file=sys.stderr,
            )
            raise SystemExit(2)
        self._always = conditions() | always
        path.parent.mkdir(parents=True, exist_ok=True)

    def add(self, record: Record) -> Record:
        """The record with all that is always said, appended."""
        whole = {**self._always, **record}
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(whole) + "\n")
        return whole


def read_records(path: Path) -> list[Record]:
    """Of a file of JSON lines, in order; none where there is no file."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def fault_of(record: Record) -> str:
    """Why a record has no place among the results; "" where it has."""
    missing = [field for field in FIELDS if field not in record]
    if missing:
        return f"has no {' and no '.join(missing)}"
    if "commit_noted" in record:
        return "has a commit that was noted by hand"
    if not is_clean(record["commit"]):
        return f"was measured on files that differ from commit '{record['commit']}'"
    return ""


def take(files: Iterable[Path], results: Path = RESULTS, root: Path = ROOT) -> list[str]:
    """Append the records of files to their namesakes among the results; a line for each file.

    Raises ValueError that names the file and the line of a record that has no place there; then
    nothing is written.
    """
    told: list[str] = []
    appended: list[tuple[Path, list[str]]] = []
    for file in files:
        target = results / file.name
        held = set(target.read_text(encoding="utf-8").splitlines()) if target.is_file() else set()
        lines: list[str] = []
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            record = json.loads(line)
            fault = fault_of(record)
            if not fault and git(root, "cat-file", "-t", record["commit"]) != "commit":
                fault = f"is of commit '{record['commit']}', which this clone does not have"
            if fault:
                raise ValueError(f"{file}, line {number}: {fault}")
            if line not in held:
                lines.append(line)
        appended.append((target, lines))
        told.append(f"{len(lines)} records into {target.name}")
    for target, lines in appended:
        with target.open("a", encoding="utf-8") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    return told


def main(argv: Sequence[str] | None = None) -> int:
    names = sys.argv[1:] if argv is None else argv
    if not names:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        told = take(Path(name) for name in names)
    except (OSError, ValueError) as error:
        print(f"nothing was taken: {error}", file=sys.stderr)
        return 2
    print("\n".join(told))
    from benchmarks.report import main as report

    return report([])


if __name__ == "__main__":
    sys.exit(main())
