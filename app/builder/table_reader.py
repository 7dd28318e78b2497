"""A table of a recipe, read key by key: what is of another type, or left over, is refused."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from typing import Any, cast

from core.errors import InputError
from raster.builder.rules import Missing

_NONE = object()

MOST_TOLD = 60
"""Most characters of a value that an error tells."""


class TableReader:
    """where : file and key of the table, for errors."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self._values, self.where = values, where
        self._asked: set[str] = set()

    def _taken(self, key: str, otherwise: Any, kinds: tuple[type, ...], what: str) -> Any:
        self._asked.add(key)
        if key not in self._values:
            if otherwise is _NONE:
                raise InputError(f"there is no key {key}", where=self.where, advice=f"Give {what}.")
            return otherwise
        value = self._values[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise InputError(
                f"{key} = {value!r}", where=self.where, advice=f"Give {what} for {key}."
            )
        return value

    def text(self, key: str, otherwise: Any = _NONE) -> str:
        return cast(str, self._taken(key, otherwise, (str,), "a text"))

    def whole(self, key: str, otherwise: Any = _NONE) -> int:
        found = cast(int, self._taken(key, otherwise, (int,), "a whole number"))
        if found < 1:
            raise InputError(f"{key} = {found}", where=self.where, advice="Give 1 or more.")
        return found

    def number(self, key: str, otherwise: Any = _NONE) -> float:
        return self._finite(key, self._taken(key, otherwise, (int, float), "a number"))

    def optional(self, key: str) -> float | None:
        """A number, or None where there is none."""
        found = self._taken(key, None, (int, float), "a number")
        return None if found is None else self._finite(key, found)

    def truth(self, key: str, otherwise: bool) -> bool:
        return bool(self._taken(key, otherwise, (bool,), "true or false"))

    def missing(self, key: str, otherwise: str) -> Missing:
        """A word, or km/h."""
        found = self._taken(key, otherwise, (str, int, float), "a word or km/h")
        return found if isinstance(found, str) else self._finite(key, found)

    def texts(self, key: str, otherwise: Any = _NONE) -> tuple[str, ...]:
        """A text or a list of texts."""
        found = self._taken(key, otherwise, (str, list, tuple), "a text, or a list of texts")
        many = [found] if isinstance(found, str) else list(found)
        if not all(isinstance(each, str) for each in many) or (otherwise is _NONE and not many):
            raise InputError(f"{key} = {found!r}", where=self.where, advice="Give texts.")
        return tuple(many)

    def numbers(self, key: str) -> tuple[float, ...]:
        """A list of numbers; none where it is absent."""
        found = self._taken(key, (), (list, tuple), "a list of numbers")
        return tuple(self._finite(key, each) for each in found)

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; none where it is absent."""
        found = self._taken(key, (), (list, tuple), "a list of whole numbers")
        if not all(isinstance(each, int) and not isinstance(each, bool) for each in found):
            raise InputError(f"{key} = {found!r}", where=self.where, advice="Give whole numbers.")
        return tuple(found)

    def pairs(self, key: str) -> tuple[tuple[float, float], ...]:
        """A list of pairs of numbers."""
        found = self._taken(key, _NONE, (list, tuple), "a list of [degrees, value]")
        if not all(isinstance(each, list | tuple) and len(each) == 2 for each in found):
            raise InputError(
                f"{key} holds what is no pair", where=self.where, advice="Give [[0, 5.0], …]."
            )
        return tuple((self._finite(key, a), self._finite(key, b)) for a, b in found)

    def table(self, key: str) -> TableReader | None:
        """A table within this one; None where there is none."""
        found = self._taken(key, None, (dict,), "a table")
        return None if found is None else TableReader(found, f"{self.where}: {key}")

    def tables(self, key: str) -> list[TableReader]:
        """A list of tables; empty where there is none."""
        found = self._taken(key, (), (list, tuple), f"a list of tables, [[{key}]]")
        if not all(isinstance(each, dict) for each in found):
            raise InputError(f"{key} is no list of tables", where=self.where, advice="Give tables.")
        return [TableReader(t, f"{self.where}: {key} {n}") for n, t in enumerate(found, start=1)]

    def all_numbers(self) -> tuple[tuple[str, float], ...]:
        """Every key with its number."""
        return tuple((key, self.number(key)) for key in self._values)

    def all_texts(self) -> tuple[tuple[str, str], ...]:
        """Every key with its text."""
        return tuple((key, self.text(key)) for key in self._values)

    def finish(self) -> None:
        """InputError for a key that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                near = difflib.get_close_matches(key, self._asked, n=1)
                known = ", ".join(sorted(self._asked))
                advice = f"Did you mean {near[0]}?" if near else f"Known are {known}."
                raise InputError(f"'{key}' is no key of a recipe", where=self.where, advice=advice)

    def _finite(self, key: str, value: Any) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not abs(value) <= sys.float_info.max:  # whole numbers may be larger
            told = repr(value) if len(repr(value)) <= MOST_TOLD else f"{repr(value)[:MOST_TOLD]}…"
            raise InputError(f"{key} holds {told}", where=self.where, advice="Give numbers.")
        return float(value)
