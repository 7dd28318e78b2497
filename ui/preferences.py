"""What the window remembers between runs: its geometry, its look and the recent files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app.units import METRIC, SYSTEMS
from ui.language import LANGUAGES, SYSTEM

RECENTS = 10


def settings() -> QSettings:
    """The store of this user; an INI file, alike on every system."""
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Isofront", "Isofront")


def recent_files() -> tuple[Path, ...]:
    """Newest first; files that are gone stay, so that an unplugged disk forgets nothing."""
    value = settings().value("recents", [])
    if isinstance(value, str):  # how a list of one reads
        value = [value]
    names = value if isinstance(value, list) else []
    return tuple(Path(name) for name in names if name)


def remember_file(path: Path) -> None:
    """Put a file first among the recent ones."""
    others = [p for p in recent_files() if p != path]
    settings().setValue("recents", [str(p) for p in (path, *others)][:RECENTS])


def forget_files() -> None:
    settings().remove("recents")


def window_geometry() -> tuple[QByteArray, QByteArray] | None:
    """(geometry, state) as Qt saved them; None at the first run."""
    store = settings()
    geometry, state = store.value("window/geometry"), store.value("window/state")
    if isinstance(geometry, QByteArray) and isinstance(state, QByteArray):
        return geometry, state
    return None


def window_maximised() -> bool:
    """Whether the window was maximised when it was closed; False where nobody told."""
    return bool(settings().value("window/maximised") == "true")


def remember_window(geometry: QByteArray, state: QByteArray, *, maximised: bool = False) -> None:
    """Geometry and state as Qt saves them, and whether the window is maximised: a geometry tells
    that, too, but only to a screen of the same size."""
    store = settings()
    store.setValue("window/geometry", geometry)
    store.setValue("window/state", state)
    store.setValue("window/maximised", "true" if maximised else "false")


def forget_window() -> None:
    """The window begins with its usual size and layout."""
    store = settings()
    for key in ("window/geometry", "window/state", "window/maximised"):
        store.remove(key)


def first_run() -> bool:
    """Whether no window was closed yet and nobody closed what is told to beginners."""
    store = settings()
    return window_geometry() is None and not store.contains("window/began")


def remember_first_run() -> None:
    """What is told to beginners was read."""
    settings().setValue("window/began", "true")


def start_lock() -> Path:
    """The file that stands while a window starts, beside the settings; its folder is there, where
    it can be made."""
    path = Path(settings().fileName()).with_name("starting.lock")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def gpu_choice() -> tuple[int | None, int]:
    """Index of the GPU to use, None for any, and the MiB of it to use, 0 for all that is free."""
    store = settings()
    device, mib = store.value("gpu/device", ""), store.value("gpu/memory_mib", "")
    index = int(str(device)) if _is_count(device) else None
    return index, int(str(mib)) if _is_count(mib) else 0


def _is_count(value: object) -> bool:
    """Whether a value reads as a whole number, whatever hand wrote it into the file."""
    return str(value).isascii() and str(value).isdigit()


def remember_gpu(device: int | None, mib: int) -> None:
    store = settings()
    store.setValue("gpu/device", "" if device is None else device)
    store.setValue("gpu/memory_mib", mib)


def backend() -> str:
    """What is to solve where it can: "auto", "cpu" or "gpu"."""
    value = settings().value("solver/backend", "auto")
    return value if value in ("auto", "cpu", "gpu") else "auto"


def remember_backend(choice: str) -> None:
    settings().setValue("solver/backend", choice)


def look() -> dict[str, object]:
    """How the map looked last, as plain values; empty at the first run, and where a hand spoiled
    what was kept."""
    try:
        values = json.loads(str(settings().value("map/look", "{}")))
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


def remember_look(values: Mapping[str, object]) -> None:
    settings().setValue("map/look", json.dumps(values))


def front_after_solve() -> bool:
    """Whether the front is played after each new start."""
    return str(settings().value("map/front_after_solve", "true")).lower() != "false"


def remember_front_after_solve(on: bool) -> None:
    settings().setValue("map/front_after_solve", "true" if on else "false")


def language() -> str:
    """A code of `language.LANGUAGES`, or SYSTEM for that of the system."""
    value = settings().value("window/language", SYSTEM)
    return value if value in LANGUAGES else SYSTEM


def remember_language(choice: str) -> None:
    settings().setValue("window/language", choice)


def colour_scheme() -> str:
    """One of `theme.SCHEMES`."""
    value = settings().value("window/scheme", "system")
    return value if value in ("system", "light", "dark") else "system"


def remember_scheme(scheme: str) -> None:
    settings().setValue("window/scheme", scheme)


def unit_system() -> str:
    """Name of the units in which lengths, areas and speeds are read: one of `app.units.SYSTEMS`."""
    value = str(settings().value("window/units", METRIC.name))
    return value if value in SYSTEMS else METRIC.name


def remember_unit_system(name: str) -> None:
    settings().setValue("window/units", name)


def tile_server() -> tuple[bool, str]:
    """Whether tiles may be asked of a server, and its address. Off unless it was switched on."""
    store = settings()
    on = str(store.value("network/tiles", "false")).lower() == "true"
    return on, str(store.value("network/tile_address", ""))


def remember_tile_server(on: bool, address: str) -> None:
    store = settings()
    store.setValue("network/tiles", "true" if on else "false")
    store.setValue("network/tile_address", address)
