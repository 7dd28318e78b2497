"""Numbers as the window writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from app.bands import Bands, as_read
from app.catalog.algorithms import ALGORITHMS, Runner
from app.coordinates import DEGREES_A_METRE, decimals
from app.measure import Measure
from app.roads.costs import HOPS
from app.units import METRIC, units
from road.properties import RoadClass
from road.speed_limits import KMH_OF_CODE, NO_LIMIT, in_words
from ui.told import THIN_SPACE, told


def translatable(context: str, text: str) -> str:
    """The text itself; marks it in a table for whoever collects texts to translate."""
    return text


def of_catalogue(text: str) -> str:
    """A title, an explanation or a knob of the table of algorithms, in the user's language."""
    return QCoreApplication.translate("Catalogue", text) if text else ""


def runner_name(runner: Runner) -> str:
    """`Near and far queue, GPU`: as solvers are called wherever one is chosen. An algorithm has the
    same title on terrain and on roads."""
    title = next(row.title for row in ALGORITHMS if row.id == runner.algorithm)
    return f"{of_catalogue(title)}, {runner.backend.upper()}"


def amount(value: float, measure: Measure) -> str:
    """What solvers count, for people: `12 min 5 s`, `12.4 km`, `7.7 mi`."""
    return units().of(measure).text(value) if math.isfinite(value) else "∞"


def bands_typed(text: str, shown: Bands) -> Bands:
    """Bands of a list, of which bare numbers are in the unit that `shown` is written in. Raises
    ParameterError."""
    told = as_read(shown)
    return replace(Bands.parse(text, told.measure, told.unit), measure=shown.measure)


def length(metres: float) -> str:
    """A length as people write it: 250 m, 1.5 km, 20 cm; 820 ft, 0.9 mi."""
    system = units()
    name, worth = system.large
    if metres >= system.large_from_m:
        found = metres / worth
        if found >= 1000:
            return f"{count(found)} {name}"
        digits = 0 if found >= 100 or found == round(found) else 1
        return f"{found:.{digits}f} {name}"
    (small, worth), (tiny, least) = system.small, system.tiny
    if metres >= worth or metres == 0:
        return f"{metres / worth:.0f} {small}"
    return f"{metres / least:.2g} {tiny}"


def height(metres: float) -> str:
    """A height, or a climb: `512 m`, `1 680 ft`."""
    name, worth = units().small
    return f"{count(metres / worth)} {name}"


def area(square_metres: float) -> str:
    """An area as people write it: 3.18 km², 1.23 mi², 25 acres."""
    name, worth = units().amounts(False, square_metres)
    return f"{figure(square_metres / worth)} {name}"


def speed(kmh: float, digits: int = 3) -> str:
    """A speed with so many significant digits: `12.5 km/h`, `7.77 mph`."""
    name, worth = units().speed
    return f"{kmh / worth:.{digits}g} {name}"


def posted(code: int) -> str:
    """A speed limit by its code: as the sign has it, or in mph."""
    kmh = float(KMH_OF_CODE[code])
    if units() is METRIC or not 0 < kmh < math.inf or code == NO_LIMIT:
        return in_words(code)
    return f"{kmh / units().speed[1]:.0f} {units().speed[0]}"


def street_class(code: RoadClass) -> str:
    """A class of roads as people read it: `living street`."""
    return told(code.name.lower().replace("_", " "))


VEHICLES = {
    "car": translatable("Vehicle", "Car"),
    "truck": translatable("Vehicle", "Truck"),
    "bus": translatable("Vehicle", "Bus"),
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


def figure(value: float, digits: int = 3) -> str:
    """`0.042`, `3.18`, `127`, `12 400`: so many digits say something; never as 1.24e+04."""
    rounded = f"{value:.{digits}g}"
    whole = abs(float(rounded)) >= 10**digits
    return count(value) if whole else rounded


def in_short(value: float) -> str:
    """`0.42`, `812`, `45.1 k`, `3.02 M`: as wide as its place."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= max(0.9995 * size, 1000):
            return f"{figure(value / size)} {unit}"
    return figure(value)


def milliseconds(value: float) -> str:
    """`0.84 ms`, `12.3 ms`, `340 ms`, `2.41 s`; `< 0.01 ms` of what would read as nothing."""
    if 0 < value < 0.005:
        return "< 0.01 ms"
    if value >= 999.5:
        return f"{value / 1000:.2f} s"
    digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{digits}f} ms"


def coordinate(value: float, cell: float) -> str:
    """A coordinate with one digit more than its cell size tells apart."""
    return f"{value:.{decimals(cell)}f}"


def lon_lat(longitude: float, latitude: float, metres: float) -> str:
    """`41.15312° N, 8.61098° W`, with the digits that tell so many metres apart."""
    east = (longitude + 180) % 360 - 180
    sides = "N" if latitude >= 0 else "S", "E" if east >= 0 else "W"
    told = (coordinate(abs(degrees), 10 * metres * DEGREES_A_METRE) for degrees in (latitude, east))
    return ", ".join(f"{degrees}° {side}" for degrees, side in zip(told, sides, strict=True))


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


def without_slopes(panels: Collection[str]) -> str:
    """Why slopes that counted do so no longer. panels : of what was opened."""
    if "slopes" in panels:
        return QCoreApplication.translate(
            "Editor", "Slopes no longer count: their heights are of what was open before."
        )
    return QCoreApplication.translate(
        "Editor",
        "Slopes do not count here: they do on a raster alone, or with roads burned into it.",
    )
