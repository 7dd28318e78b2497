"""Text of an option to its value; each refuses nonsense with a sentence that says what is right."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError

from app.catalog.rows import value_of_word
from app.measure import LARGEST, LENGTH, SMALLEST, TIME
from app.starts import ANYWHERE, PlacedStart
from core.errors import ParameterError
from road.conditions import departure_of

FARTHEST_BESIDE = 1e6
"""Greatest distance in metres from a road, or across a cell."""

MOST_DIGITS = 15
"""Most digits of a whole number; Python itself refuses more than 4,300."""


AUTO = "auto"
"""Word of `--start auto` for ANYWHERE."""

VERTEX = "vertex:"

MEZZANINE_PLACES, MOST_MEZZANINES = 6, 8
"""Positions of mezzanine levels and the most levels at each, as in
`road.crp.partition.level_kinds`, which would load the solvers; a test compares."""


def start(text: str) -> PlacedStart:
    """`X,Y[,DELAY_S]`, `vertex:ID[,DELAY_S]`, or AUTO for ANYWHERE; its delay is in seconds."""
    if text.strip().lower() == AUTO:
        return ANYWHERE
    if text.strip().lower().startswith(VERTEX):
        return _vertex(text)
    numbers = [_number(part) for part in text.split(",")]
    if len(numbers) not in (2, 3) or not all(map(math.isfinite, numbers)):
        raise ArgumentTypeError(f"'{text}' is not a start; give X,Y or X,Y,SECONDS, or auto")
    if len(numbers) == 3 and numbers[2] > LARGEST:
        raise ArgumentTypeError(f"'{text}' has a delay above {LARGEST:g} s; give a shorter one")
    if len(numbers) == 3 and numbers[2] < 0:
        raise ArgumentTypeError(f"'{text}' has a delay below 0; give 0 seconds or more")
    return PlacedStart(numbers[0], numbers[1], sum(numbers[2:], 0.0))


def place(text: str) -> PlacedStart:
    """An end of a route: a place or a vertex, without a delay."""
    found = start(text)
    if found is ANYWHERE or found.delay_seconds or len(text.split(",")) > 2:
        raise ArgumentTypeError(f"'{text}' is not a place; give X,Y or vertex:ID")
    return found


def as_given(place: PlacedStart) -> str:
    """A place as `place` reads it."""
    if place.vertex is not None:
        return f"{VERTEX}{place.vertex}"
    return f"{place.x:.10g},{place.y:.10g}"


def _vertex(text: str) -> PlacedStart:
    id_text, *rest = text.strip()[len(VERTEX) :].split(",")
    digits = id_text.strip().removeprefix("-")
    seconds = [_number(part) for part in rest]
    good = digits.isascii() and digits.isdigit() and len(digits) < 19 and len(rest) <= 1
    if not good or not all(0 <= second <= LARGEST for second in seconds):
        raise ArgumentTypeError(f"'{text}' is not a vertex; give vertex:ID or vertex:ID,SECONDS")
    return PlacedStart(delay_seconds=sum(seconds, 0.0), vertex=int(id_text))


def _number(text: str) -> float:
    """NaN for what is no number."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def number(text: str) -> float:
    """Any finite number."""
    found = _number(text)
    if not math.isfinite(found):
        raise ArgumentTypeError(f"'{text}' is not a number")
    return found


def point(text: str) -> tuple[float, float]:
    """`X,Y` in the coordinates of a raster."""
    numbers = [_number(part) for part in text.split(",")]
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise ArgumentTypeError(f"'{text}' is not a place; give X,Y")
    return numbers[0], numbers[1]


def extent(text: str) -> list[float]:
    """`LEFT,BOTTOM,RIGHT,TOP`."""
    numbers = [_number(part) for part in text.split(",")]
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        raise ArgumentTypeError(f"'{text}' is not an extent; give LEFT,BOTTOM,RIGHT,TOP")
    return numbers


def missing(text: str) -> str | float:
    """A word for cells without data, or their speed."""
    if text in ("nodata", "barrier", "ignore", "nearest"):
        return text
    found = _number(text)
    if not (math.isfinite(found) and found >= 0):
        raise ArgumentTypeError(f"'{text}' is no word for cells without data, and no km/h")
    return found


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def metres(text: str) -> float:
    """A length for cells and outlines: from a centimetre to a thousand kilometres."""
    number = _number(text)
    if not 0.01 <= number <= FARTHEST_BESIDE:
        raise ArgumentTypeError(f"'{text}' is not between 0.01 and {FARTHEST_BESIDE:g} metres")
    return number


def positive(text: str) -> float:
    """A number from SMALLEST to LARGEST."""
    number = _number(text)
    if not 0 < number < math.inf:
        raise ArgumentTypeError(f"'{text}' is not a number above 0")
    if not SMALLEST <= number <= LARGEST:
        raise ArgumentTypeError(f"'{text}' is not between {SMALLEST:g} and {LARGEST:g}")
    return number


def limit(text: str) -> float | str:
    """How far one goes: a number as `positive`, or one with a unit, as text: whether it fits is
    seen once it is known what costs count."""
    if not math.isnan(_number(text)):
        return positive(text)
    from app.bands import counted_limit  # with numpy, which most commands load later

    for measure in (TIME, LENGTH):
        try:
            found = counted_limit(text, measure)
        except ParameterError:
            continue
        if SMALLEST <= found <= LARGEST:
            return text.strip()
    raise ArgumentTypeError(
        f"'{text}' is not a number above 0, or one with a unit such as 10min or 5km"
    )


def not_negative(text: str) -> float:
    """A number from 0 to LARGEST."""
    number = _number(text)
    if not 0 <= number <= LARGEST:
        raise ArgumentTypeError(f"'{text}' is not a number of 0 or more, up to {LARGEST:g}")
    return number


def count(text: str) -> int:
    """A whole number, 1 or above."""
    if not _is_whole(text) or int(text) < 1:
        raise ArgumentTypeError(f"'{text}' is not a whole number of 1 or more")
    return int(text)


def index(text: str) -> int:
    """A whole number, 0 or above."""
    if not _is_whole(text):
        raise ArgumentTypeError(f"'{text}' is not a whole number of 0 or more")
    return int(text)


def mezzanines(text: str) -> tuple[int, ...] | None:
    """Mezzanine levels between two levels: a number for all, or six numbers; None for auto."""
    if text.strip().lower() == AUTO:
        return None
    parts = [part.strip() for part in text.split(",")]
    good = all(_is_whole(part) and int(part) <= MOST_MEZZANINES for part in parts)
    if len(parts) not in (1, MEZZANINE_PLACES) or not good:
        raise ArgumentTypeError(
            f"'{text}' are not mezzanine levels; give auto, a number from 0 to {MOST_MEZZANINES}, "
            "or six such as 1,1,3,3,3,3"
        )
    numbers = tuple(map(int, parts))
    return numbers if len(numbers) > 1 else numbers * MEZZANINE_PLACES


def off_road(text: str) -> tuple[float, float]:
    """`KMH,METRES`: metres above 0 and the speed, 0 or more, in this order."""
    parts = [_number(part) for part in text.split(",")]
    if len(parts) != 2 or not (0 <= parts[0] <= LARGEST and 0 < parts[1] <= FARTHEST_BESIDE):
        raise ArgumentTypeError(f"'{text}' is not KMH,METRES, such as 5,250")
    return parts[1], parts[0]


def layer(text: str) -> tuple[str, float]:
    """`FILE[,OPACITY]`: the name, and 0 to 1."""
    name, comma, last = text.rpartition(",")
    share = _number(last) if comma else math.nan
    if not 0 <= share <= 1:  # a comma of the name
        name, share = text, 1.0
    if not name:
        raise ArgumentTypeError(f"'{text}' is not FILE[,OPACITY], such as map.tif,0.6")
    return name, share


def value_raster(text: str) -> tuple[str, ...]:
    """`FILE[,NAME[,UNIT]]`, parted."""
    name, *words = (part.strip() for part in text.split(","))
    if not name or len(words) > 2 or not all(words):
        raise ArgumentTypeError(
            f"'{text}' is not FILE[,NAME[,UNIT]], such as heat.tif,heat demand,MWh"
        )
    return name, *words


def parameter(text: str) -> tuple[str, float]:
    """`name=value`, or a word that stands for the value."""
    name, equals, value = text.partition("=")
    meant = value_of_word(name.strip(), value.strip())
    number = _number(value) if meant is None else meant
    if not equals or not name.strip() or not math.isfinite(number):
        raise ArgumentTypeError(
            f"'{text}' is not NAME=NUMBER, or a word that isofront algorithms tells"
        )
    return name.strip(), number


def setting(text: str) -> tuple[str, str]:
    """`key=value` of a metric, as written."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise ArgumentTypeError(f"'{text}' is not KEY=VALUE, such as wait_seconds.signals=8")
    return name.strip(), value.strip()


def size(text: str) -> tuple[int, int]:
    """`WIDTHxHEIGHT` in pixels."""
    sides = text.lower().split("x")
    if len(sides) != 2 or not all(map(_is_whole, sides)):
        raise ArgumentTypeError(f"'{text}' is not a size; give WIDTHxHEIGHT, such as 1600x1000")
    width, height = int(sides[0]), int(sides[1])
    if not (64 <= width <= 16384 and 64 <= height <= 16384):
        raise ArgumentTypeError(
            f"'{text}' is too small or too large; give sides of 64 to 16384 pixels"
        )
    return width, height


def names(text: str) -> tuple[str, ...]:
    """Comma-separated names, at least one, each once."""
    found = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not found:
        raise ArgumentTypeError("no name is given; separate several by commas")
    return found


def departure(text: str) -> str:
    """A date and an hour, local time."""
    try:
        return departure_of(text)
    except ParameterError as error:
        advice = error.advice[:1].lower() + error.advice[1:].rstrip(".")
        raise ArgumentTypeError(f"{error.found}; {advice}") from None


def figures(text: str) -> dict[str, float]:
    """`height=3.8,weight=12`: fields of `road.conditions.Situation` by name."""
    found = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        field, value = FIGURE_NAMES.get(name.strip().lower()), _number(number)
        if field is None or not 0 <= value < LARGEST:
            known = ", ".join(FIGURE_NAMES)
            raise ArgumentTypeError(f"'{part}' is no figure; give NAME=NUMBER of {known}")
        found[field] = value
    return found


FIGURE_NAMES = {
    "height": "height_m", "width": "width_m", "length": "length_m", "weight": "weight_t",
    "axle-load": "axle_load_t",
}  # fmt: skip
"""Field of each figure by its name: metres, and tonnes laden."""
