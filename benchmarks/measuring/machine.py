"""What a figure was measured with: command, commit, date, processor, versions.

    python -m benchmarks.measuring.machine [FILE]

Outside a clone nobody can ask git. So that a copy of the files, on another machine, still knows its
commit, this writes a *stamp* in the clone: the commit, and a checksum of each file that measuring
depends on. It goes to .carry/stamp.json, or FILE. Where there is no clone, or one of another
commit, the files are compared with the stamp; a hash that somebody types proves nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numba
import psutil

PACKAGES = ("numpy", "numba", "scikit-image", "xarray-spatial")

ROOT = Path(__file__).resolve().parents[2]
STAMP = Path(".carry") / "stamp.json"

DIFFERS = "+"
"""Mark at the end of a commit: files that measuring depends on are not those of the commit."""

NO_MATTER = ("benchmarks/results", "docs", "*.md")
"""Paths that may differ: results are written while measuring, and nothing is measured by a text."""

CODE = (".py", ".cu", ".cuh", ".cpp")
"""Suffixes of the files that a stamp knows all of: an additional one would be a difference."""


def git(root: Path, *words: str) -> str:
    command = ["git", "-C", str(root), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:  # no git
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _is_clone(root: Path) -> bool:
    top = git(root, "rev-parse", "--show-toplevel")
    return bool(top) and Path(top).resolve() == root.resolve()


def _changed(root: Path) -> bool:
    """Whether files differ from the commit, or stand beside its files, that matter."""
    but = [f":(exclude){pattern}" for pattern in NO_MATTER]
    return bool(git(root, "status", "--porcelain", "--", ".", *but))


def commit(root: Path = ROOT) -> str:
    """Short hash of the commit, with DIFFERS where files differ from it; "" where it is unknown."""
    is_clone = _is_clone(root)
    head = git(root, "rev-parse", "--short", "HEAD") if is_clone else ""
    if is_clone and not _changed(root):
        return head
    stamped = _stamped(root)
    return head + DIFFERS if is_clone and not is_clean(stamped) else stamped


def _stamped(root: Path) -> str:
    """The same by a stamp alone."""
    stamp = root / STAMP
    if not stamp.is_file():
        return ""
    told = json.loads(stamp.read_text(encoding="utf-8"))
    same = all(_checksum(root / name) == checksum for name, checksum in told["files"].items())
    same = same and _code_in(root) <= set(told["files"])
    return str(told["commit"]) + ("" if same else DIFFERS)


def is_clean(name: str) -> bool:
    """Whether a commit is known, and all that was measured stands in it."""
    return bool(name) and not name.endswith(DIFFERS)


def stamp(root: Path = ROOT) -> dict[str, object]:
    """The commit, and a checksum of each of its files that matter; of a clone."""
    but = [f":(exclude){pattern}" for pattern in NO_MATTER]
    names = git(root, "ls-files", "--", ".", *but).splitlines()
    return {"commit": commit(root), "files": {name: _checksum(root / name) for name in names}}


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _code_in(root: Path) -> set[str]:
    """Names of files of code in the folders of the root that hold packages, and beside them."""
    folders = [child for child in root.iterdir() if (child / "__init__.py").is_file()]
    files = [path for folder in folders for path in folder.rglob("*")] + list(root.glob("*"))
    return {path.relative_to(root).as_posix() for path in files if path.suffix in CODE}


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def command(words: Sequence[str] | None = None) -> str:
    """What this process was called by, as one would type it again; of paths only their names,
    since folders differ from machine to machine. words : of the command line, None for its own."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    program = Path(sys.argv[0]).name if spec is None else f"-m {_module(spec.name)}"
    given = sys.argv[1:] if words is None else words
    return shlex.join(["python", *program.split(), *map(_without_folders, given)])


def _module(name: str) -> str:
    """As it is called: a package by its own name."""
    return name.removesuffix(".__main__")


def _without_folders(word: str) -> str:
    """A word, of a path the last part."""
    head, equals, value = word.rpartition("=")
    return f"{head}{equals}{Path(value).name}" if "/" in value else word


def conditions() -> dict[str, object]:
    """Fields of every record."""
    return {
        "command": command(),
        "commit": commit(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "device": {
            "cpu": processor(),
            "cores": psutil.cpu_count(logical=True),
            "threads": numba.get_num_threads(),
            "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
            "system": platform.system(),
        },
        "versions": _versions(),
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measuring.machine")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, default=ROOT / STAMP)
    target: Path = parser.parse_args(argv).file
    if not is_clean(commit()):
        print("not stamped: files differ from their commit, or this is no clone", file=sys.stderr)
        return 2
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(stamp(), indent=0) + "\n", encoding="utf-8")
    print(f"{target}: commit {commit()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
