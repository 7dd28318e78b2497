"""Where compiled kernels are kept: a folder for each version of the source.

Numba keys its cache by the file a kernel stands in, not by the files of what it calls. After an
edit or an upgrade of `tiles.py`, the kernel compiled from `tiled.py` would go on with the old
tiles, and be wrong without a word. The folder's name holds a hash of all source that kernels are
made of: the modules that import Numba, or `in_place`, and every module of ours that these import.
Any change of them makes a new one; an edit of a file reader compiles nothing again. Folders not
used for a month are deleted. There is one folder for all packages with kernels, since Numba can be
told of one only.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import sys
import time
from importlib.abc import MetaPathFinder
from pathlib import Path

_CORE = Path(__file__).parents[1]
_SOURCES = ("core", "raster", "road", "experiments")
_IMPORT = re.compile(r"^\s*import (\S+)", re.MULTILINE)
_FROM = re.compile(r"^\s*from (\S+) import (\([^)]*\)|[^(\n]+)", re.MULTILINE)
_NAME = re.compile(r"\w+")
_PREFIX = "kernels-"
_VARIABLE = "NUMBA_CACHE_DIR"

MONTH = 30 * 86400.0  # seconds


def _imports(source: str) -> set[str]:
    """What a module's import statements name: modules, and names that may be modules."""
    found = set(_IMPORT.findall(source))
    for package, names in _FROM.findall(source):
        found.add(package)
        found.update(f"{package}.{name}" for name in _NAME.findall(names))
    return found


def _compiles(imported: str) -> bool:
    """Whether who imports it has kernels."""
    return imported.split(".")[0] == "numba" or imported.startswith("core.parallel.in_place")


def kernel_sources(root: Path) -> list[Path]:
    """The files under `root` that compiled kernels are made of, in order of their names.

    Parameters
    ----------
    root : the folder that holds the packages `core`, `raster` and `road`.
    """
    files: dict[str, Path] = {}
    for package in _SOURCES:
        for file in (root / package).rglob("*.py"):
            words = file.relative_to(root).with_suffix("").parts
            files[".".join(words).removesuffix(".__init__")] = file
    imports = {name: _imports(file.read_text("utf-8")) for name, file in files.items()}
    waiting = [name for name in files if any(_compiles(i) for i in imports[name])]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [i for i in imports[name] if i in files]
    return sorted(files[name] for name in reached)


def _source_hash() -> str:
    digest = hashlib.sha256()
    for file in kernel_sources(_CORE.parent):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def choose_folder(name: str) -> Path | None:
    """Beside the code, else among the user's caches; None where neither can be written."""
    for parent in (_CORE / "__pycache__", Path.home() / ".cache" / "isofront"):
        if _writable(parent / name):
            return parent / name
    return None


def use_own_folder() -> None:
    """Point Numba to the folder of this version, unless the user names one."""
    named = os.environ.get(_VARIABLE, "")
    if named and not Path(named).name.startswith(_PREFIX):
        return
    folder = choose_folder(_PREFIX + _source_hash())
    if folder is None:
        return
    os.environ[_VARIABLE] = str(folder)  # enough where Numba is not loaded yet, which is dear
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    os.utime(folder)
    for other in folder.parent.glob(f"{_PREFIX}*"):
        # A younger one may belong to an older version that is still running.
        if time.time() - other.stat().st_mtime > MONTH:
            shutil.rmtree(other, ignore_errors=True)


def keeps(kernel: str) -> bool:
    """Whether a kernel was compiled before, by this version on this Python, for whatever types;
    True where nothing is kept. Loads Numba. kernel : the module's last name and its own."""
    importlib.import_module("numba")  # names the folder
    folder = os.environ.get(_VARIABLE, "")
    python = f"py{sys.version_info[0]}{sys.version_info[1]}"
    return not folder or any(Path(folder).glob(f"*/{kernel}-*.{python}*.nbi"))


class _BeforeNumba(MetaPathFinder):
    """Names the folder just before Numba, which asks for it, is loaded. To hash all source takes as
    long as to load a quarter of what is shown first, and many commands compile nothing."""

    due = True

    def find_spec(self, name: str, *_: object) -> None:
        if name == "numba" and self.due:
            self.due = False
            use_own_folder()


if "numba" in sys.modules:
    use_own_folder()
else:
    sys.meta_path.insert(0, _BeforeNumba())
