"""Numbers as the window writes them."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QCoreApplication

from app.measure import Measure
from app.roads.costs import HOPS
from road.properties import RoadClass

THIN_SPACE = "\u202f"

DEGREES_A_METRE = 1 / 111_195


def translatable(context: str, text: str) -> str:
    """The text itself; marks it in a table for whoever collects texts to translate."""
    return text


def duration(seconds: float) -> str:
    """`42 s`, `12 min 5 s`, `3 h 20 min`, `2 d 4 h`: two parts at most."""
    if not math.isfinite(seconds):
        return "∞"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for unit, size, smaller, small_size in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if whole >= size:
            rest = whole % size // small_size
            return f"{whole // size} {unit} {rest} {smaller}" if rest else f"{whole // size} {unit}"
    return f"{whole} s"


def amount(value: float, measure: Measure) -> str:
    """What solvers count, for people: `12 min 5 s`, `12.4 km`."""
    if measure.quantity == "time":
        return duration(value)
    return measure.text(value) if math.isfinite(value) else "∞"


def length(metres: float) -> str:
    """A length as people write it: 250 m, 1.5 km, 20 cm."""
    if metres >= 1e6:
        return f"{count(metres / 1000)} km"
    if metres >= 1000:
        kilometres = metres / 1000
        digits = 0 if kilometres >= 100 or kilometres == round(kilometres) else 1
        return f"{kilometres:.{digits}f} km"
    return f"{metres:.0f} m" if metres >= 1 or metres == 0 else f"{metres * 100:.2g} cm"


def street_class(code: RoadClass) -> str:
    """A class of roads as people read it: `living street`."""
    return code.name.lower().replace("_", " ")


VEHICLES = {
    "car": translatable("Vehicle", "Car"),
    "truck": translatable("Vehicle", "Truck"),
    "4x4": translatable("Vehicle", "Four-wheel drive"),
    "bicycle": translatable("Vehicle", "Bicycle"),
    "foot": translatable("Vehicle", "On foot"),
    "time": translatable("Vehicle", "Times from the file"),
    "distance": translatable("Vehicle", "Distances from the file"),
    HOPS: translatable("Vehicle", "Number of arcs"),
}


def vehicle_name(name: str) -> str:
    """A vehicle, or costs of a file, as people call them; a name of their own stays."""
    return QCoreApplication.translate("Vehicle", VEHICLES.get(name, name))


def count(number: float) -> str:
    """Whole number with thin spaces between thousands."""
    return f"{round(number):,}".replace(",", THIN_SPACE)


def milliseconds(value: float) -> str:
    """`0.84 ms`, `12.3 ms`, `340 ms`, `2.41 s`; `< 0.01 ms` of what would read as nothing."""
    if 0 < value < 0.005:
        return "< 0.01 ms"
    if value >= 1000:
        return f"{value / 1000:.2f} s"
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f} ms"


def square_km(value: float) -> str:
    """`0.042`, `3.18`, `127`, `12 400` km², without the unit."""
    if value >= 1000:
        return count(value)
    return f"{value:.3g}"


def coordinate(value: float, cell: float) -> str:
    """A coordinate with one digit more than its cell size tells apart."""
    digits = min(max(1 - math.floor(math.log10(cell)), 0), 7)
    return f"{value:.{digits}f}"


def byte_size(size: int) -> str:
    """`640 B`, `12.5 MiB`."""
    value = float(size)
    for unit in ("B", "KiB", "MiB"):
        if value < 1024:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:.1f} GiB"


def one_line(text: str, most: int = 48) -> str:
    """A name that fits a menu: cut in the middle."""
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def crs_name(wkt: str | None) -> str:
    """The name that a WKT gives its CRS, with the EPSG code where it says one; else empty."""
    if not wkt:
        return ""
    name = re.search(r'"([^"]+)"', wkt)
    code = re.search(r'(?:AUTHORITY\["EPSG",\s*"?|ID\["EPSG",\s*)(\d+)"?\]\s*\]\s*$', wkt)
    words = name.group(1) if name else ""
    return f"{words} (EPSG:{code.group(1)})" if code else words
