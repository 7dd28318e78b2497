"""Names on a road map: of streets, by their ways, and of places such as towns."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.plain_text import plain

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]


MOST_LETTERS = 80
"""Letters of a name that are shown at most: longer ones are no names."""


class PlaceKind(IntEnum):
    """What a place is, the greatest first. Caches store the codes."""

    CITY = 0
    TOWN = 1
    ISLAND = 2
    VILLAGE = 3
    SUBURB = 4
    HAMLET = 5
    NEIGHBOURHOOD = 6
    LOCALITY = 7


@dataclass(frozen=True, eq=False)
class MapNames:
    """Texts, and what has them.

    way : int64, rising; ids of features as in `ArcProperties.way`. name : uint32, the text of each.
    place_x, place_y : float64, places, in the graph's CRS. place_kind : uint8, codes of PlaceKind.
    place_name : uint32, their texts.
    text_first : int64, texts + 1, into text : uint8, UTF-8.
    """

    way: I64
    name: U32
    place_x: F64
    place_y: F64
    place_kind: U8
    place_name: U32
    text_first: I64
    text: U8

    @classmethod
    def of(
        cls,
        ways: Mapping[int, str],
        places: Sequence[tuple[float, float, PlaceKind, str]] = (),
    ) -> MapNames:
        """Names by id of the way, and places: x, y, kind and name."""
        texts = sorted({*ways.values(), *(place[3] for place in places)})
        number = {text: k for k, text in enumerate(texts)}
        encoded = [text.encode() for text in texts]
        way = np.array(sorted(ways), np.int64)
        first = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(each) for each in encoded], out=first[1:])
        return cls(
            way,
            np.array([number[ways[each]] for each in way.tolist()], np.uint32),
            np.array([place[0] for place in places], np.float64),
            np.array([place[1] for place in places], np.float64),
            np.array([place[2] for place in places], np.uint8),
            np.array([number[place[3]] for place in places], np.uint32),
            first,
            np.frombuffer(b"".join(encoded), np.uint8),
        )

    @cached_property
    def texts(self) -> tuple[str, ...]:
        whole, first = self.text.tobytes(), self.text_first.tolist()
        ends = itertools.pairwise(first)
        return tuple(
            plain(whole[begin:end].decode(errors="replace"), MOST_LETTERS) for begin, end in ends
        )

    def of_ways(self, ways: I64) -> I64:
        """int64, ways: the number of each one's text, -1 for none."""
        if not len(self.way):
            return np.full(len(ways), -1, np.int64)
        at = np.minimum(np.searchsorted(self.way, ways), len(self.way) - 1)
        return np.where(self.way[at] == ways, self.name[at].astype(np.int64), -1)

    def of_way(self, way: int) -> str:
        """The name of a way, "" for none."""
        number = int(self.of_ways(np.array([way], np.int64))[0])
        return self.texts[number] if number >= 0 else ""
