"""Chromium without a window, where it is installed: how a page looks, and what it asks for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rasterio import open as open_raster

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

WIDTH, HEIGHT = 1000, 700

NO_PAGE = "not an origin"
"""What the log of the network names as the initiator of the browser's own requests."""

QUIET = (
    *("--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--no-sandbox"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--virtual-time-budget=3000", f"--window-size={WIDTH},{HEIGHT}"),
)
"""Options under which nothing but the page has a reason to ask for anything."""


def run(page: Path, folder: Path, fragment: str, *words: str) -> str:
    """What Chromium prints that opens a page, with a profile of its own."""
    command = [str(CHROMIUM), *QUIET, f"--user-data-dir={folder / 'profile'}", *words]
    command.append(f"{page.as_uri()}#{fragment}")
    home = {**os.environ, "HOME": str(folder)}
    done = subprocess.run(command, capture_output=True, check=True, timeout=240, env=home)
    return done.stdout.decode("utf-8", "replace")


def picture(
    page: Path, folder: Path, fragment: str = "light", size: tuple[int, int] = (WIDTH, HEIGHT)
) -> NDArray[np.uint8]:
    """uint8, (height, width, 3): the page as it is seen. size : width and height."""
    png = folder / "page.png"
    words = f"--screenshot={png}", f"--window-size={size[0]},{size[1]}"
    run(page, folder, fragment, *words)
    with open_raster(png) as file:
        found: NDArray[np.uint8] = np.moveaxis(file.read([1, 2, 3]), 0, 2)
    return found


def elements(page: Path, folder: Path, fragment: str = "light") -> str:
    """The page's elements once its program has run."""
    return run(page, folder, fragment, "--dump-dom")


def requests(page: Path, folder: Path) -> list[str]:
    """Every address that the page asked for; what the browser asks for of its own has no origin."""
    log = folder / "net.json"
    run(page, folder, "light", f"--log-net-log={log}", "--dump-dom")
    events: list[dict[str, Any]] = json.loads(log.read_text("utf-8"))["events"]
    told = [event.get("params", {}) for event in events]
    found = {str(e["url"]) for e in told if "url" in e and e.get("initiator", NO_PAGE) != NO_PAGE}
    return sorted(found)
