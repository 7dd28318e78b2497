"""What the program keeps between runs: imports, partitions and settings, spoiled."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from unittest import mock

from app.main import main
from tests.fuzz.cases import Sound
from tests.fuzz.mutations import BINARY, spoiled
from tests.fuzz.raster_seeds import CELLS, HEADER, _rows
from tests.fuzz.road_seeds import OSM, START

SETTINGS = (
    "[General]\nrecents=/data/a.tif, /data/b.osm.pbf\n\n[window]\nscheme=dark\n"
    "geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0)\nstate=@ByteArray(\\0\\0\\0\\xff\\0\\0)\n\n"
    "[gpu]\ndevice=0\nmemory_mib=2048\n"
)


def _kept(
    words: tuple[str, ...], suffix: str
) -> Callable[[Path, Random], AbstractContextManager[object]]:
    """The command is run once, so that it keeps something; then that is spoiled."""

    @contextmanager
    def around(folder: Path, random: Random) -> Iterator[None]:
        cache = folder / "cache"
        with (
            mock.patch("raster.files.text.import_cache.BIG_TEXT_BYTES", 0),
            mock.patch("road.files.source.cache.WORTH_BYTES", 0),
            mock.patch.dict(os.environ, {"ISOFRONT_CACHE_DIR": str(cache)}),
        ):
            assert main([word.replace("{}", str(folder)) for word in words]) == 0
            forget()
            (place,) = cache.glob(f"*{suffix}")
            place.write_bytes(spoiled(random, place.read_bytes(), BINARY))
            yield

    return around


def forget() -> None:
    """As a new process begins: partitions are held in memory, too."""
    from app.solving import partitions

    partitions._HELD.clear()


def imports() -> list[Sound]:
    """Text grids imported to GeoTIFFs."""
    words = ("solve", "{}/a.asc", "--start", "auto", "--json")
    files = {"a.asc": (HEADER + _rows(CELLS)).encode()}
    return [Sound(files, (words,), targets=(), around=_kept(words, ".tif"), opens=True)]


def road_imports() -> list[Sound]:
    words = ("solve", "{}/a.osm", *START)
    return [
        Sound(
            {"a.osm": OSM.encode()}, (words,), targets=(), around=_kept(words, ".roads"), opens=True
        )
    ]


def partitions_kept() -> list[Sound]:
    words = ("solve", "{}/a.osm", *START, "--algorithm", "crp")
    return [
        Sound(
            {"a.osm": OSM.encode()}, (words,), targets=(), around=_kept(words, ".cells"), opens=True
        )
    ]


def settings() -> list[Sound]:
    """The INI file of the window."""
    files = {"Isofront/Isofront.ini": SETTINGS.encode()}
    return [Sound(files, (("settings", "{}"),), opens=True)]


def read_settings(folder: str) -> int:
    """All that the window asks of its settings; 0."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QSettings

    from ui import preferences

    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
    for read in (
        preferences.recent_files,
        preferences.window_geometry,
        preferences.window_maximised,
        preferences.gpu_choice,
        preferences.colour_scheme,
    ):
        read()
    preferences.remember_file(Path("/data/c.tif"))
    return 0


READERS: dict[str, Callable[[], list[Sound]]] = {
    "import-cache": imports,
    "road-cache": road_imports,
    "partition": partitions_kept,
    "settings": settings,
}
