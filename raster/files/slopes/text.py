"""Slope models as people write them: `tobler`, `naismith:lambda=1`, `table:factors.csv`."""

from __future__ import annotations

from dataclasses import replace

from core.errors import ParameterError
from raster.files.slopes.table import read_table
from raster.slopes.models import NAMED, FactorTable, Naismith, SlopeModel

KNOWN = (*NAMED, "table:FILE", "points:DEGREES=FACTOR,…")
"""Models by name, as an advice lists them."""


def model_of(text: str) -> SlopeModel:
    """The model of `MODEL[:PARAMETERS]`. Raises ParameterError, and InputError for a table."""
    name, _, rest = text.partition(":")
    if name == "table" and rest:
        return read_table(rest)
    if name == "points" and rest:
        return FactorTable(tuple((angle, factor) for angle, factor in _pairs(rest, text)))
    if name not in NAMED:
        raise ParameterError(
            f"no slope model '{text}'", advice=f"Choose one of: {', '.join(KNOWN)}."
        )
    model: SlopeModel = NAMED[name]
    if not rest:
        return model
    if not isinstance(model, Naismith):
        raise ParameterError(f"'{name}' has no parameters", where=text, advice=f"Give {name}.")
    fields = {"a": "a", "b": "b", "c": "c", "d": "d", "threshold": "threshold"}
    fields["lambda"] = "friction"
    given = {}
    for part in rest.split(","):
        key, equals, value = part.partition("=")
        if key.strip() not in fields or not equals:
            raise ParameterError(
                f"'{part}' is no parameter of naismith",
                where=text,
                advice=f"Give {', '.join(fields)}, as in naismith:lambda=1,a=0.72.",
            )
        given[fields[key.strip()]] = _number(value, text)
    return replace(model, **given)


def _pairs(rest: str, text: str) -> list[tuple[float, float]]:
    found = []
    for part in rest.split(","):
        angle, equals, factor = part.partition("=")
        if not equals:
            raise ParameterError(
                f"'{part}' is no pair", where=text, advice="Give DEGREES=FACTOR, as in -30=2."
            )
        found.append((_number(angle, text), _number(factor, text)))
    return found


def _number(word: str, text: str) -> float:
    try:
        return float(word)
    except ValueError as error:
        raise ParameterError(
            f"'{word}' is no number", where=text, advice="Give one, such as 0.5."
        ) from error
