"""The rules of the house: who imports whom, how the code reads, what must load without what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.settings import VERSION

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (
    "core",
    "raster",
    "road",
    "gpu",
    "app",
    "ui",
    "resources",
    "benchmarks",
    "experiments",
    "examples",
)
SOURCES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LONGEST_FILE = 400  # lines; near 250 is pleasant
NO_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "new"}

FREE_OF_GIS_AND_QT = """
import importlib, pkgutil, sys

BLOCKED = {"rasterio", "osgeo", "shapely", "contourpy", "pyogrio", "pyproj", "osmium"}
BLOCKED |= {"PySide6", "pyqtgraph"}

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is not on this machine")

sys.meta_path.insert(0, Absent())
names = sys.argv[1:]
READERS = ("road.files", "core.files.projections")  # these do need GIS packages
for package in ("core", "road", "gpu"):
    module = importlib.import_module(package)
    names += [m.name for m in pkgutil.walk_packages(module.__path__, package + ".")]
names = [name for name in names if not name.startswith(READERS)]
for name in names:
    importlib.import_module(name)
    print(name)
"""


SHOWN = """
import sys
import app.cli.run
import ui.running.starting
if early := {"numba", "rasterio", "pyproj"} & sys.modules.keys():
    sys.exit(f"{early} before the sign")
from ui.application import application
from ui.main_window import MainWindow

app = application([], on_screen=False)
window = MainWindow(remember=False)
window.show()
app.processEvents()
late = {"pyogrio", "pandas", "pyqtgraph", "shapely", "osmium", "distributed", "cupy"}
sys.exit(" ".join(late & sys.modules.keys()) or 0)
"""


def run(*words: str) -> None:
    """A program that must succeed; what it says is the reason when it does not."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def test_imports_go_one_way() -> None:
    lint = "import sys; from importlinter.cli import lint_imports as lint; sys.exit(lint({}))"
    run(sys.executable, "-c", lint.format("no_cache=True, no_logo=True"))


def test_ruff_finds_nothing() -> None:
    run(sys.executable, "-m", "ruff", "check", "--no-cache", ".")


def test_the_code_is_formatted() -> None:
    run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", ".")


TYPES = """
import gc
gc.disable()
gc.enable = gc.set_threshold = lambda *_: None
from mypy.__main__ import console_entry
console_entry()
"""
"""mypy as on the command line. Nearly all that it makes stays, and to look for garbage would be a
quarter of its time; without, it takes two gigabytes."""


@pytest.mark.timeout(1800)  # a minute of a processor, and several on a busy machine
def test_types_are_strict() -> None:
    run(sys.executable, "-c", TYPES)


def test_solvers_load_without_gis_and_qt() -> None:
    solvers = [
        "raster.solvers.dijkstra",
        "raster.solvers.tiled",
        "raster.validation",
        "benchmarks.instances.terrains",
    ]
    run(sys.executable, "-c", FREE_OF_GIS_AND_QT, *solvers)


def test_the_command_line_is_understood_before_qt_is_loaded() -> None:
    loaded = "import sys, app.main, app.cli.run; sys.exit(any(m in sys.modules for m in {}))"
    run(sys.executable, "-c", loaded.format(("PySide6", "pyqtgraph", "cupy")))


def test_the_window_shows_itself_before_what_it_does_not_need_yet_is_loaded() -> None:
    run(sys.executable, "-c", SHOWN)


def test_source_files_are_short() -> None:
    lines = {file: file.read_text(encoding="utf-8").count("\n") for file in SOURCES}
    assert {file.name: count for file, count in lines.items() if count > LONGEST_FILE} == {}


def test_source_files_are_named_after_something() -> None:
    assert [file for file in SOURCES if NO_NAMES & set(re.split("[_.]", file.name))] == []


def test_source_files_open_with_their_meaning() -> None:
    mute = [file for file in SOURCES if ast.get_docstring(parsed(file)) is None]
    assert mute == []


def test_package_files_hold_nothing_but_their_meaning() -> None:
    # These also settle where their kernels are kept, before the first of them is compiled.
    own = [ROOT / room for room in ("raster", "road")]
    own += [ROOT / "core" / room for room in ("parallel", "geometry", "files")]
    packages = [f for f in SOURCES if f.name == "__init__.py" and f.parent not in own]
    assert [file for file in packages if len(parsed(file).body) != 1] == []


def test_threads_that_share_work_are_made_in_one_place() -> None:
    own = [*(ROOT / "core" / "parallel").glob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    own.append(ROOT / "gpu" / "grids" / "blocks" / "copies.py")  # they copy, and are waited for
    own.append(ROOT / "app" / "cluster" / "dask_crew.py")  # they wait for other machines
    own.append(ROOT / "ui" / "layers" / "tiles.py")  # they wait for a server
    text = {file: file.read_text(encoding="utf-8") for file in SOURCES if file not in own}
    assert [file for file, source in text.items() if "concurrent.futures" in source] == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {file.parent for file in TESTS}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_file_knows_a_machine() -> None:
    # Spelled in parts, so that this file does not find itself.
    home = re.compile("/" + "(home|Users|root|tmp|work)" + "/")
    texts = [
        *SOURCES,
        *TESTS,
        ROOT / "start.py",
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
    assert [f.name for f in texts if home.search(f.read_text(encoding="utf-8"))] == []


def test_the_files_that_the_documents_name_are_there() -> None:
    named = re.compile(r"`((?:[a-z_]+/)+(?:\w+\.\w+)?)`")
    gone = [
        (document.name, path)
        for document in (
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
            *(ROOT / "docs").rglob("*.md"),
        )
        for path in named.findall(document.read_text(encoding="utf-8"))
        if not (ROOT / path).exists() and not path.startswith("out/") and "NAME" not in path
    ]
    assert gone == []


def test_files_that_documents_name_without_a_folder_are_somewhere() -> None:
    named = re.compile(r"`(\w+\.(?:py|cu|cuh))`")
    sources = {
        file.name for folder in (*PACKAGES, "tests") for file in (ROOT / folder).rglob("*.*")
    }
    sources |= {"start.py"}
    gone = [
        (document.name, name)
        for document in (ROOT / "docs").rglob("*.md")
        for name in named.findall(document.read_text(encoding="utf-8"))
        if name not in sources
    ]
    assert gone == []


def test_the_version_is_said_twice_alike() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
