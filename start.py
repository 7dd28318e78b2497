#!/usr/bin/env python3
"""Sets Isofront up and starts it; nothing but Python is needed.

    python3 start.py                 install what is missing, open the window on the sample terrain
    python3 start.py FILE            the same, with that file
    python3 start.py COMMAND ...     run the command line: info, solve, algorithms, devices, bench
    python3 start.py test [...]      run the tests; what follows goes to pytest
    python3 start.py install [...]   install and stop; what follows are extras: test, hooks, cluster
    python3 start.py system-packages name the Debian packages that Qt lacks here

Without a display the sample is solved all the same and written to out/.
"""

import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)
if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        f"start.py: this is Python {sys.version_info[0]}.{sys.version_info[1]}, but Isofront needs "
        "3.11 to 3.13. Run it with one of these, for example: python3.12 start.py"
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "isofront.json"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

# Library: its package on Debian and Ubuntu, on Fedora. Read off the plug-ins of PySide6-Essentials
# 6.11 (readelf -d); libexpat is what rasterio's wheel expects of the system.
QT_LIBRARIES = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libexpat.so.1": ("libexpat1", "expat"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libzstd.so.1": ("libzstd1", "libzstd"),
}
X11_LIBRARIES = {
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
    "libwayland-egl.so.1": ("libwayland-egl1", "libwayland-egl"),
}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
FONT_PACKAGES = ("fonts-dejavu-core", "dejavu-sans-fonts")
VENV_PACKAGES = (f"python{sys.version_info[0]}.{sys.version_info[1]}-venv", "python3")


class SetupError(Exception):
    """What stands in the way, as one sentence or two, and the exit status."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


def say(text: str) -> None:
    print(f"start.py: {text}", file=sys.stderr, flush=True)


# What the machine offers


def has_display() -> bool:
    """Whether a window can be seen."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform:
        return platform not in ("offscreen", "minimal")
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_fonts() -> bool:
    folders = (Path(name).expanduser() for name in FONT_FOLDERS)
    return any(next(folder.glob("**/*.[to]t[fc]"), None) for folder in folders if folder.is_dir())


def can_make_venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None  # Debian parts it from Python


def missing_packages(for_display: bool) -> list[tuple[str, str]]:
    """The packages that are needed and this Linux lacks: names on Debian and on Fedora."""
    if not sys.platform.startswith("linux"):
        return []
    wanted = dict(QT_LIBRARIES)
    if for_display and os.environ.get("DISPLAY"):
        wanted.update(X11_LIBRARIES)
    elif for_display:
        wanted.update(WAYLAND_LIBRARIES)
    packages = [pair for name, pair in wanted.items() if not loads(name)]
    if not can_make_venv() and installed_extras() is None:
        packages.append(VENV_PACKAGES)
    return list(dict.fromkeys(packages))


def check_libraries(for_display: bool) -> None:
    missing = missing_packages(for_display)
    if missing:
        debian, fedora = (" ".join(names) for names in zip(*missing, strict=True))
        raise SetupError(
            "packages of the system are missing here, most of them for Qt. Install them and start "
            "again.\n"
            f"  Debian, Ubuntu: sudo apt-get install {debian}\n"
            f"  Fedora: sudo dnf install {fedora}"
        )
    if sys.platform.startswith("linux") and not has_fonts():
        say(f"no fonts found; without text on screen, install {FONT_PACKAGES[0]} or another font.")


def cuda_extra() -> list[str]:
    """The extra that fits the NVIDIA driver; empty without one."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    try:
        answer = subprocess.run([program], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    version = re.search(r"CUDA Version:\s*(\d+)\.", answer.stdout)
    if answer.returncode or version is None:
        return []
    newest = int(version.group(1))
    return ["cuda13"] if newest >= 13 else ["cuda12"] if newest == 12 else []


# The environment


def key() -> str:
    """Changes whenever an installation must be looked at again."""
    facts = [(ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(facts)).hexdigest()


def installed_extras() -> set[str] | None:
    """The extras of a finished installation that is still right; None without one."""
    try:
        stamp = json.loads(STAMP.read_text())
        return set(stamp["extras"]) if stamp["key"] == key() and PYTHON.exists() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def ensure(extras: set[str], again: bool = False) -> None:
    """Make `.venv` hold Isofront with these extras; quick when it does."""
    present = installed_extras()
    if present is not None and extras <= present and not again:
        return
    if present is None:
        make_venv()
    STAMP.unlink(missing_ok=True)
    wanted = (extras | (present or set())) - {"cuda12", "cuda13"}
    cuda = cuda_extra()
    done = install(wanted | set(cuda), optional=bool(cuda))
    if done is None:
        say("the CUDA packages could not be installed; going on without the GPU.")
        done = install(wanted, optional=False)
    STAMP.write_text(json.dumps({"key": key(), "extras": sorted(done or ())}))


def make_venv() -> None:
    """A fresh `.venv`, unless one of this very Python stands there already."""
    asked = [str(PYTHON), "-c", "import pip, sys; print(sys.version, end='')"]
    if PYTHON.exists():
        found = subprocess.run(asked, capture_output=True, text=True, check=False)
        if found.stdout == sys.version:
            return
    if not can_make_venv():
        raise SetupError(
            f"this Python cannot make environments. Install {VENV_PACKAGES[0]}, for example with "
            f"sudo apt-get install {VENV_PACKAGES[0]}, and start again."
        )
    say(f"making {VENV.name} with Python {sys.version.split()[0]}")
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True
    )
    if made.returncode:
        last = (made.stderr + made.stdout).strip().splitlines()[-1:] or ["no reason given"]
        raise SetupError(f"{VENV} could not be made: {last[0]}")


def install(extras: set[str], optional: bool) -> set[str] | None:
    """Run pip; the extras installed, or None where it failed and that is allowed."""
    named = f" with {', '.join(sorted(extras))}" if extras else ""
    say(f"installing Isofront{named}; the first time this takes some minutes ...")
    target = f"{ROOT}[{','.join(sorted(extras))}]" if extras else str(ROOT)
    words = ["install", "--quiet", "--disable-pip-version-check", "--no-input"]
    if "test" in extras:  # all modules are half of an installation, and the tests load a third
        words.append("--no-compile")
    words.append("--editable")
    pip = subprocess.run([str(PYTHON), "-m", "pip", *words, target], cwd=ROOT)
    if pip.returncode == 0:
        return extras
    if optional:
        return None
    raise SetupError(
        "pip could not install Isofront; its reason is above. It needs the network the first "
        "time; run this again when that is there.",
        pip.returncode,
    )


# What it starts


def become(words: list[str], **environment: str) -> int:
    """Go on as another program of the environment; its exit status is ours."""
    command = [str(PYTHON), *words]
    os.environ.update(environment)
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(command[0], command)
    return subprocess.run(command).returncode


def open_window(arguments: list[str]) -> int:
    """Everything that is not set-up is for Isofront itself."""
    # -P keeps the folder this is called from off the path: it may hold a `core` of its own.
    isofront = ["-P", "-m", "app"]
    shown = has_display()
    if not arguments or (shown and Path(arguments[0]).exists()):
        check_libraries(for_display=shown)
    ensure(set())
    if arguments or shown:
        return become([*isofront, *(arguments or ["--sample"])])
    out = ROOT / "out"
    say(f"no display here, so the sample is solved without a window; the files go to {out}")
    return become([*isofront, "demo", "--files", str(out)], QT_QPA_PLATFORM="offscreen")


def run_tests(arguments: list[str]) -> int:
    check_libraries(for_display=False)
    ensure({"test"})
    os.chdir(ROOT)
    # Two at a time: half of a first run is compiling, which keeps one core busy.
    # The order of the files is that of tests/conftest.py.
    # Where a process crashes and another one takes its place, pytest-xdist 3.8 waits for ever.
    dealt = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]
    # The tests start a hundred processes, and without what pip left uncompiled being kept (see
    # `install`) each would compile for two seconds what it loads, where a container forbids that.
    return become(["-m", "pytest", *dealt, *arguments], PYTHONDONTWRITEBYTECODE="")


def install_only(arguments: list[str]) -> int:
    ensure(set(arguments), again=True)
    say(f"installed into {VENV}")
    check_libraries(for_display=has_display())
    return 0


def print_system_packages(arguments: list[str]) -> int:
    names = [debian for debian, _ in missing_packages(for_display=has_display())]
    if sys.platform.startswith("linux") and not has_fonts():
        names.append(FONT_PACKAGES[0])
    print(" ".join(names))
    return 0


ACTIONS = {
    "test": run_tests,
    "install": install_only,
    "system-packages": print_system_packages,
}


def main(arguments: list[str]) -> int:
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    try:
        if arguments and arguments[0] in ACTIONS:
            return ACTIONS[arguments[0]](arguments[1:])
        return open_window(arguments)
    except SetupError as problem:
        say(str(problem))
        return problem.status
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
