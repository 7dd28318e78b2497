"""Pictures of streets on a device: the twin of `road.maps.picture.paint`, to the pixel.

Which pieces of streets may touch which squares of a picture depends on the view alone, so it is
found once for a view; a step of a slider or a drag finds times and colours pixels.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DeviceError
from gpu.buffers import require, when_short
from gpu.compiling import Wanted, compiled
from gpu.failures import device_errors
from gpu.host_memory import PinnedPictures
from gpu.module import load, reading_stream
from gpu.roads.pictures.street_times import OnDevice, StreetClocks, on_device
from gpu.roads.travel_times import DeviceRoadTimes
from gpu.sources import layout_of
from road.graph import U32, RoadGraph
from road.maps.drawing import Inks, View
from road.maps.drawing_layout import RANKS, StreetLines
from road.maps.glow import CORE, HAZE, SmallPicture, backdrop, strength
from road.maps.picture import FILLED, StreetPicture

PIECES = layout_of("Pieces", "roads/pictures/streets.cu")
VIEW = layout_of("StreetView", "roads/pictures/streets.cu")
INKS = layout_of("StreetInks", "roads/pictures/streets.cu")

SIDE = 8
"""Pixels along a side of a square, whose pixels one block draws."""

PART = 16
"""Pixels of the small picture along a side of what a block spreads light over."""

THREADS = 256

KERNELS = (
    Wanted("roads/pictures/streets", "paint_streets"),
    Wanted("roads/pictures/light", "lay_light"),
    Wanted("roads/pictures/street_times", "time_streets", exact=False),
    Wanted("roads/labels", "summarise", exact=False),
)
"""One of each file that a picture takes."""

_MARGIN = 1.5
"""Pixels beyond half its width that a piece may touch."""

_VIEWS = 4
"""Views whose squares are kept: a picture and its light, and those of the picture around."""

Pixels = NDArray[np.uint32]


class _Squares:
    """Which pieces may touch which squares of a view, in the order in which they are drawn.

    keys : uint64, ascending: the square above, the piece below 32 bits. first : uint32, squares
    + 1, into the keys.
    """

    def __init__(self, record: Any, keys: Any, first: Any, squares: int) -> None:
        self.record, self.keys, self.first, self.count = record, keys, first, squares


class StreetPainter:
    """Draws the streets of one graph; may be asked from any thread. On the current device."""

    def __init__(self, graph: RoadGraph, lines: StreetLines, device: int) -> None:
        self.lines, self.device, self.lock = lines, device, threading.Lock()
        self._module = load("roads/pictures/streets", {}, device, exact=True)
        self._light = load("roads/pictures/light", {}, device, exact=True)
        self._clocks = StreetClocks(graph, lines, device)
        self._pieces, self._count = _pieces_of(lines, device)
        self._squares: OrderedDict[tuple[Any, ...], _Squares] = OrderedDict()
        self._timed: tuple[Any, U32 | None, OnDevice | None] = (None, None, None)
        self._tables: OrderedDict[int, tuple[U32, Any]] = OrderedDict()
        self._host = PinnedPictures()

    def draw(
        self,
        times: DeviceRoadTimes,
        picture: StreetPicture,
        shape: tuple[int, int],
        ground: Pixels | np.uint32,
        shut: U32,
    ) -> Pixels:
        """A picture, uint32, of this shape, 0xffrrggbb. ground : what lies beneath, opaque, or its
        colour. shut : uint32, arcs closed by hand. On the current stream."""
        import cupy

        clocks = self._clocks_of(times, shut)
        if isinstance(ground, np.ndarray):
            image = cupy.asarray(np.ascontiguousarray(ground))
        elif picture.light is None or picture.filled is not None:
            image = cupy.full(shape, ground, cupy.uint32)
        else:
            image = cupy.empty(shape, cupy.uint32)
        if picture.filled is not None:
            self._fill(image, picture, clocks)
        if picture.light is not None:
            there = isinstance(ground, np.ndarray) or picture.filled is not None
            self._shine(image, picture, clocks, None if there else np.uint32(ground))
        self._paint(image, picture.view, picture.inks, clocks)
        found = self._host.lend(shape)
        image.get(out=found)
        return found

    def _fill(self, image: Any, picture: StreetPicture, clocks: OnDevice) -> None:
        assert picture.filled is not None
        over = image.copy()
        view = picture.view._replace(widths=np.full(RANKS, picture.filled.width))
        for table in picture.filled.tables:
            self._paint(over, view, picture.alone._replace(table=table), clocks)
        part, pixels = np.uint32(round(FILLED * 256)), np.uint32(image.size)
        self._module.launch(
            "mix_pictures", -(-image.size // THREADS), THREADS, image, over, part, pixels
        )

    def _shine(
        self, image: Any, picture: StreetPicture, clocks: OnDevice, ground: np.uint32 | None
    ) -> None:
        """Lay light under streets; ground : the colour of all that lies beneath, None for the
        picture that is there already."""
        import cupy

        light, (high, wide) = picture.light, image.shape
        assert light is not None
        place = SmallPicture.around(light.col, light.row, wide, high)
        small = cupy.full((place.rows, place.cols), backdrop(light.dark), cupy.uint32)
        self._paint(small, picture.lit_view(place), picture.alone, clocks)
        spread = cupy.empty((place.rows, place.cols, 3), cupy.float32)
        dark = np.int32(light.dark)
        self._light.launch(
            "spread_light", (-(-place.rows // PART), -(-place.cols // PART)), THREADS, small,
            np.int32(place.rows), np.int32(place.cols), dark, strength(light.dark),
            np.float32(CORE), np.float32(HAZE), spread,
        )  # fmt: skip
        right, down = np.int32(light.col - place.col), np.int32(light.row - place.row)
        self._light.launch(
            "lay_light", (-(-wide // THREADS), high), THREADS, spread, np.int32(place.cols), right,
            down, dark, np.int32(ground is None), np.uint32(ground or 0), np.int32(high),
            np.int32(wide), image,
        )  # fmt: skip

    def _paint(self, image: Any, view: View, inks: Inks, clocks: OnDevice) -> None:
        cased, resting = bool(inks.casing.any()), _rests(inks)
        squares = self._squares_of(view, image.shape, cased)
        values = {
            "table": self._table(inks.table), "per_unit": inks.per_unit, "end": inks.end,
            "coarse": inks.coarse, "thin": inks.thin, "entries": len(inks.table), "cased": cased,
            "resting": resting, "closed": inks.closed, "rest": inks.rest, "casing": inks.casing,
            "shut": inks.shut,
        }  # fmt: skip
        self._module.launch(
            "paint_streets", squares.count, SIDE * SIDE, self._pieces.record, squares.record,
            clocks.record, on_device(INKS, values).record, squares.keys, squares.first, image,
        )  # fmt: skip

    def _squares_of(self, view: View, shape: tuple[int, int], cased: bool) -> _Squares:
        key = view.left, view.top, view.scale, view.widths.tobytes(), view.level, shape, cased
        known = self._squares.pop(key, None)
        if known is None:
            known = self._binned(view, shape, cased)
        self._squares[key] = known
        while len(self._squares) > _VIEWS:
            self._squares.popitem(last=False)
        return known

    def _binned(self, view: View, shape: tuple[int, int], cased: bool) -> _Squares:
        import cupy

        across, down = -(-shape[1] // SIDE), -(-shape[0] // SIDE)
        record = np.zeros(1, VIEW)[0]
        record["left"], record["top"] = view.left - self.lines.left, view.top - self.lines.top
        record["per_unit"], record["width"] = 1 / view.scale, view.widths
        record["reach"] = view.widths / 2 + (1.0 if cased else 0.0) + _MARGIN
        record["level"], record["rows"], record["cols"] = view.level, *shape
        record["square_cols"], record["square_rows"] = across, down
        counts, blocks = cupy.empty(self._count, cupy.uint32), -(-self._count // THREADS)
        none, total = np.uint64(0), 0
        if blocks:
            self._module.launch(
                "bin_pieces", blocks, THREADS, self._pieces.record, record, none, counts, none
            )
            ends = cupy.cumsum(counts, dtype=cupy.uint32)
            total = int(ends[-1:].get()[0])
            require(32 * total, self.device, "a picture of roads")
        keys, first = cupy.empty(total, cupy.uint64), cupy.empty(across * down + 1, cupy.uint32)
        if total:
            self._module.launch(
                "bin_pieces", blocks, THREADS, self._pieces.record, record, ends, counts, keys
            )
            keys.sort()
        self._module.launch(
            "first_keys", total // THREADS + 1, THREADS, keys, np.uint32(total),
            np.uint32(across * down), first,
        )  # fmt: skip
        return _Squares(record, keys, first, across * down)

    def _clocks_of(self, times: DeviceRoadTimes, shut: U32) -> OnDevice:
        known, closed, clocks = self._timed
        if clocks is None or known is None or known() is not times or closed is not shut:
            clocks = self._clocks.clocks(times, shut)
            self._timed = weakref.ref(times), shut, clocks
        return clocks

    def _table(self, table: U32) -> Any:
        """On the device; the same array is the same table."""
        import cupy

        known = self._tables.pop(id(table), None)
        if known is None or known[0] is not table:
            known = table, cupy.asarray(table)
        self._tables[id(table)] = known
        while len(self._tables) > 2 * _VIEWS:
            self._tables.popitem(last=False)
        return known[1]


def _rests(inks: Inks) -> bool:
    """Whether streets that are not reached are seen."""
    return bool(inks.rest.any() or inks.closed.any() or inks.shut.any())


def _pieces_of(lines: StreetLines, device: int) -> tuple[OnDevice, int]:
    """`Pieces`, and how many there are."""
    import cupy

    count = int(len(lines.px) - len(lines.street))
    require(8 * count + 12 * len(lines.px), device, "a picture of roads")
    sizes = np.diff(lines.runs)
    rank = np.repeat(np.tile(np.arange(RANKS), len(sizes) // RANKS), sizes)
    order = np.argsort(rank, kind="stable")
    each = np.diff(lines.first)[order] - 1
    street = np.repeat(order.astype(np.uint32), each)
    within = np.arange(count) - np.repeat(np.cumsum(each) - each, each)
    point = (np.repeat(lines.first[order], each) + within).astype(np.uint32)
    ends = np.cumsum(np.bincount(rank[order], weights=each, minlength=RANKS)).astype(np.uint32)
    arrays = {"px": lines.px, "py": lines.py, "share": lines.share, "level": lines.level}
    values = {name: cupy.asarray(np.ascontiguousarray(array)) for name, array in arrays.items()}
    values |= {"point": cupy.asarray(point), "street": cupy.asarray(street)}
    return on_device(PIECES, {**values, "end": ends}), count


def are_there(device: int) -> bool:
    """Whether pictures can be made without compiling anything first, which goes on meanwhile."""
    return compiled(KERNELS, device)


def street_picture(
    times: DeviceRoadTimes,
    picture: StreetPicture,
    lines: StreetLines,
    shape: tuple[int, int],
    ground: Pixels | np.uint32,
    shut: U32,
) -> Pixels | None:
    """The streets in the colours of these times, made where they are; None where that cannot be.

    For any thread; arguments as of `StreetPainter.draw`.
    """
    import cupy

    device = cupy.cuda.Device(times.device)
    try:
        with device_errors(times.device), device, reading_stream(times.device):
            painter = painter_of(times.search.graph, lines, times.device)
            with painter.lock:
                return painter.draw(times, picture, shape, ground, shut)
    except DeviceError:
        return None  # memory may be short there; the host has enough


_PAINTERS: weakref.WeakKeyDictionary[RoadGraph, dict[int, StreetPainter]]
_PAINTERS = weakref.WeakKeyDictionary()
_MAKING = threading.Lock()


def painter_of(graph: RoadGraph, lines: StreetLines, device: int) -> StreetPainter:
    """The painter of a graph on the current device, made once. DeviceMemoryError."""
    with _MAKING:
        made = _PAINTERS.setdefault(graph, {})
        if device not in made or made[device].lines is not lines:
            made[device] = StreetPainter(graph, lines, device)
        return made[device]


def _release(device: int) -> None:
    """Forget the painters of a device: memory is short."""
    for made in list(_PAINTERS.values()):
        made.pop(device, None)


when_short(_release)
