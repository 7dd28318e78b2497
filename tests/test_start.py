"""start.py: what it decides before and around the installation."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "start.py"
POSIX = os.name == "posix"

pytestmark = pytest.mark.usefixtures("clean_environment")


@pytest.fixture
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """start.py as a module whose project lies in a folder of its own."""
    spec = importlib.util.spec_from_file_location("start_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    python = tmp_path / ".venv" / module.PYTHON.relative_to(module.VENV)
    python.parent.mkdir(parents=True)
    python.touch()
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    places = {"ROOT": tmp_path, "VENV": tmp_path / ".venv", "PYTHON": python}
    for name, place in {**places, "STAMP": tmp_path / ".venv" / "isofront.json"}.items():
        monkeypatch.setattr(module, name, place)
    return module


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def stamp(start: ModuleType, *extras: str) -> None:
    names = ", ".join(f'"{extra}"' for extra in extras)
    start.STAMP.write_text(f'{{"key": "{start.key()}", "extras": [{names}]}}')


def program(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def test_only_the_standard_library_is_imported() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names


def test_an_old_python_can_read_the_script_and_is_told() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))
    old = "import sys, runpy; sys.version_info = (3, 9, 2, 'final', 0); runpy.run_path({!r})"
    told = run("-c", old.format(str(SCRIPT)))
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "this is Python 3.9, but Isofront needs 3.11 to 3.13" in told.stderr


def test_a_python_to_come_is_told_as_well() -> None:
    new = "import sys, runpy; sys.version_info = (3, 14, 0, 'final', 0); runpy.run_path({!r})"
    told = run("-c", new.format(str(SCRIPT)))
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)


def test_help_says_what_there_is() -> None:
    told = run(str(SCRIPT), "--help")
    assert told.returncode == 0
    assert "start.py test" in told.stdout


def test_a_finished_installation_is_not_looked_at_again(start: ModuleType) -> None:
    stamp(start, "test", "cuda12")
    start.ensure({"test"})  # the interpreter is an empty file: running it would fail
    assert start.installed_extras() == {"test", "cuda12"}


def test_changed_dependencies_call_for_an_installation(start: ModuleType) -> None:
    stamp(start)
    assert start.installed_extras() == set()
    (start.ROOT / "pyproject.toml").write_text("[project]\ndependencies = []\n")
    assert start.installed_extras() is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"key": 1}'])
def test_a_broken_stamp_calls_for_an_installation(start: ModuleType, text: str) -> None:
    start.STAMP.write_text(text)
    assert start.installed_extras() is None


def test_a_vanished_interpreter_calls_for_an_installation(start: ModuleType) -> None:
    stamp(start)
    start.PYTHON.unlink()
    assert start.installed_extras() is None


@pytest.mark.skipif(not POSIX, reason="the programs stood in for are shell scripts")
def test_a_failing_pip_is_explained_and_leaves_no_stamp(start: ModuleType) -> None:
    program(start.PYTHON.parent, start.PYTHON.name, 'echo "no network" >&2; exit 3')
    stamp(start)
    with pytest.raises(start.SetupError, match="needs the network") as caught:
        start.ensure({"test"})
    assert caught.value.status == 3
    assert start.installed_extras() is None


@pytest.mark.skipif(not POSIX, reason="the programs stood in for are shell scripts")
@pytest.mark.parametrize(
    ("answer", "extras"),
    [
        ("echo '| Driver Version: 550.54    CUDA Version: 12.4     |'", ["cuda12"]),
        ("echo '| Driver Version: 595.10    CUDA Version: 13.1     |'", ["cuda13"]),
        ("echo '| Driver Version: 470.57    CUDA Version: 11.4     |'", []),
        ("echo 'NVIDIA-SMI has failed'; exit 9", []),
    ],
)
def test_the_driver_chooses_the_cuda_packages(
    start: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    extras: list[str],
) -> None:
    program(tmp_path, "nvidia-smi", answer)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert start.cuda_extra() == extras


@pytest.mark.skipif(not POSIX, reason="the programs stood in for are shell scripts")
def test_cuda_packages_that_fail_do_not_stop_the_rest(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "nvidia-smi", "echo 'CUDA Version: 13.0 '")
    program(start.PYTHON.parent, start.PYTHON.name, 'case "$*" in *cuda13*) exit 1;; esac')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    stamp(start)
    start.ensure({"test"})
    assert start.installed_extras() == {"test"}


def test_missing_libraries_are_named_by_package(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(start.QT_LIBRARIES, "libnowhere.so.7", ("libnowhere7", "nowhere-libs"))
    with pytest.raises(start.SetupError, match=r"apt-get install .*libnowhere7") as caught:
        start.check_libraries(for_display=False)
    assert "nowhere-libs" in str(caught.value)


@pytest.mark.parametrize(
    ("platform", "environment", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("linux", {"QT_QPA_PLATFORM": "vnc"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_display_is_noticed(
    start: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    environment: dict[str, str],
    seen: bool,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert start.has_display() is seen


def test_processes_of_tests_keep_what_they_compiled(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.chdir(tmp_path)  # it goes to another folder
    monkeypatch.setattr(start, "check_libraries", lambda **_: None)
    monkeypatch.setattr(start, "become", lambda words, **given: begun.append((words, given)) or 0)
    stamp(start, "test")
    assert start.run_tests(["-x"]) == 0
    ((words, given),) = begun
    assert (words[:2], words[-1]) == (["-m", "pytest"], "-x")
    assert given == {"PYTHONDONTWRITEBYTECODE": ""}  # as if it were not set


def test_the_exit_status_of_what_it_starts_is_its_own() -> None:
    code = (
        "import runpy, sys; start = runpy.run_path({!r}); become = start['become'];"
        "become.__globals__['PYTHON'] = sys.executable;"
        "sys.exit(become(['-c', 'raise SystemExit(7)']))"
    )
    assert run("-c", code.format(str(SCRIPT))).returncode == 7


def test_tests_end_where_one_of_them_crashes(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    monkeypatch.setattr(start, "check_libraries", lambda for_display: None)
    monkeypatch.setattr(start, "ensure", lambda extras: None)
    monkeypatch.setattr(start, "become", lambda given, **_: words.extend(given))
    monkeypatch.chdir(tmp_path)
    start.run_tests([str(tmp_path), "-p", "no:cacheprovider"])

    for name in "abcdef":
        # The pause: pytest-xdist itself fails where it sends tests to a process that has just died.
        crash = "time.sleep(0.5); os.abort()" if name == "c" else "pass"
        text = "import os, time\n\n"
        text += f"def test_1(): pass\n\ndef test_2(): {crash}\n\ndef test_3(): pass\n"
        (tmp_path / f"test_{name}.py").write_text(text)
    ran = run(*words)
    assert ran.returncode == 1, ran.stdout
    assert "crashed while running 'test_c.py::test_2'" in ran.stdout
