"""An option, and the kinds of questions to which options may belong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TERRAIN, ROADS, COMBINED, BURNED = "terrain", "roads", "combined", "burned"
"""Kinds of questions: about a raster, a road graph, both as one graph, roads burned into cells."""

ALL = frozenset((TERRAIN, ROADS, COMBINED, BURNED))
CELLS = ALL - {ROADS}
GRAPHS = ALL - {TERRAIN}
ALONE = CELLS - {COMBINED}


@dataclass(frozen=True, eq=False)
class Option:
    """An option. flag : its name, or "file". how : what argparse is told. kinds : of questions to
    which it means something."""

    flag: str
    how: Mapping[str, Any]
    kinds: frozenset[str] = ALL

    @property
    def name(self) -> str:
        """Of its value among the arguments."""
        return str(self.how.get("dest", self.flag.removeprefix("--").replace("-", "_")))

    @property
    def unsaid(self) -> Any:
        """Its value where it is not given."""
        return self.how.get("default", False if self.how.get("action") == "store_true" else None)

    def as_text(self) -> Option:
        """The same, whose value stays the text that is given: another command reads it."""
        left_out = ("type", "choices", "default")
        how = {name: value for name, value in self.how.items() if name not in left_out}
        return Option(self.flag, how | ({"default": []} if how.get("action") == "append" else {}))


def option(flag: str, help: str = "", *, of: frozenset[str] = ALL, **how: Any) -> Option:
    """One that is told something. of : kinds of questions to which it means something."""
    return Option(flag, {"help": help, **how}, of)


def file(flag: str, help: str, *, of: frozenset[str] = ALL) -> Option:
    """One that names a file."""
    return option(flag, help, of=of, metavar="FILE")


def switch(flag: str, help: str, *, of: frozenset[str] = ALL) -> Option:
    """One that is there or not."""
    return option(flag, help, of=of, action="store_true")
