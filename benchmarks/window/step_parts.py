"""The parts of a step of a hand, from its event until the map has painted the picture.

The program tells nobody of them, so its methods are wrapped while a benchmark counts steps: where
the solver's thread answers, where a frame is drawn, and where a device paints and lends the memory
that its picture is copied to.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple
from weakref import ref

from app.solving.solve import Solving
from benchmarks.measuring.timings import STEP_PARTS
from gpu.grids.pictures import TimePainter
from gpu.host_memory import PinnedPictures
from gpu.roads.pictures.streets import StreetPainter
from ui.canvas.painter_thread import PainterThread
from ui.pictures.scene import Frame


class StepTimes(NamedTuple):
    """Milliseconds of the parts of a step, as `StepParts` has them; picture_bytes : of the picture
    that was copied, or without a device of the frame's pixels."""

    asked: float
    solved: float
    coloured: float
    copied: float
    painted: float
    picture_bytes: int

    @property
    def ms(self) -> dict[str, float]:
        """Those of time alone, by their names."""
        return {name: getattr(self, name) for name in STEP_PARTS}


class _Answered(NamedTuple):
    """An answer of the solver: seconds on the clock, and its times, which are not held: their
    memory is needed for the next."""

    began: float
    ended: float
    of: ref[Any]


class _Copied(NamedTuple):
    """A picture of a device: seconds when its kernels were done and when it was on the host."""

    done: float
    ended: float
    bytes: int


class _DrawnFrame(NamedTuple):
    """A frame: when it was drawn, the size of its picture, and the device's pictures in it."""

    ended: float
    bytes: int
    of: ref[Any]
    copied: tuple[_Copied, ...]


class _PaintedNow(threading.local):
    """What a thread is in the midst of.

    pictures : those of a device in the frame that is drawn; None while none is. done : when the
    kernels of the one that a device paints were done, nothing while they may run; None while no
    device paints.
    """

    pictures: list[_Copied] | None = None
    done: list[float] | None = None


def finish_kernels() -> None:
    """Wait for what was launched on the current stream of the current device."""
    import cupy  # nothing without a GPU comes by here

    cupy.cuda.get_current_stream().synchronize()


class StepParts:
    """Takes steps apart while it is entered as a context; one at a time in a process.

    `asked` ends where the answer begins whose times are painted; earlier ones that were not shown,
    as of a coarser grid, count as asking. `solved` ends with that answer, `coloured` with the
    kernels of the device that made its picture, or without one with the frame, `copied` with the
    copy to the host (0 without a device), and `painted` with the step. Each begins where the one
    before ended: what waits between two parts, or is done there by others, belongs to the one that
    follows, and the parts add up to the step. A device is waited for before its copy begins, which
    waits for it anyway.

    clock : in seconds. finish : waits for the kernels of the calling thread's device.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        finish: Callable[[], object] = finish_kernels,
    ) -> None:
        self._clock, self._finish = clock, finish
        self._plain: list[tuple[type, str, Any]] = []
        self._under = _PaintedNow()
        self._began = 0.0
        self._answers: list[_Answered] = []
        self._frames: list[_DrawnFrame] = []

    def __enter__(self) -> StepParts:
        self._wrap(Solving, "_answer", self._answering)
        self._wrap(PainterThread, "_draw", self._drawing)
        self._wrap(StreetPainter, "draw", self._painting)
        self._wrap(TimePainter, "paint", self._painting)
        self._wrap(PinnedPictures, "lend", self._lending)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        while self._plain:
            owner, name, plain = self._plain.pop()
            setattr(owner, name, plain)

    def begin(self) -> float:
        """A step begins with the event that is about to be sent; returns when, in seconds."""
        self._answers.clear()
        self._frames.clear()
        self._began = self._clock()
        return self._began

    def end(self, times: object, at: float) -> StepTimes:
        """Of the step that painted these times, at so many seconds on the clock; LookupError where
        nobody was seen to find or to draw them."""
        answer = next((a for a in reversed(self._answers) if a.of() is times), None)
        frames = (f for f in reversed(self._frames) if f.of() is times and f.ended <= at)
        frame = next(frames, None)
        if answer is None or frame is None:
            raise LookupError("nobody was seen to find or to draw the times that were painted")
        # Several layers may be a device's: what lies between two copies is colouring, too.
        ended = max((copy.ended for copy in frame.copied), default=frame.ended)
        copied = sum(copy.ended - copy.done for copy in frame.copied)
        sizes = [copy.bytes for copy in frame.copied] or [frame.bytes]
        return StepTimes(
            asked=(answer.began - self._began) * 1e3,
            solved=(answer.ended - answer.began) * 1e3,
            coloured=(ended - answer.ended - copied) * 1e3,
            copied=copied * 1e3,
            painted=(at - ended) * 1e3,
            picture_bytes=sum(sizes),
        )

    def _wrap(self, owner: type, name: str, around: Callable[[Callable[[], Any]], Any]) -> None:
        plain = getattr(owner, name)
        self._plain.append((owner, name, plain))
        setattr(owner, name, lambda *given, **named: around(lambda: plain(*given, **named)))

    def _answering(self, work: Callable[[], Any]) -> Any:
        began = self._clock()
        found = work()
        self._answers.append(_Answered(began, self._clock(), ref(found.times)))
        return found

    def _drawing(self, work: Callable[[], Frame | None]) -> Frame | None:
        """Around the first picture of a frame; finer ones follow the step."""
        pictures: list[_Copied] = []
        self._under.pictures = pictures
        try:
            frame = work()
        finally:
            self._under.pictures = None
        if frame is not None and frame.scene.times is not None:
            of = ref(frame.scene.times)
            drawn = _DrawnFrame(self._clock(), _size_of(frame), of, tuple(pictures))
            self._frames.append(drawn)
        return frame

    def _painting(self, work: Callable[[], Any]) -> Any:
        pictures, done = self._under.pictures, list[float]()
        if pictures is None:  # a finer picture, or that of the whole
            return work()
        self._under.done = done
        try:
            picture = work()
        finally:
            self._under.done = None
        if done:  # else it was given up before
            pictures.append(_Copied(done[-1], self._clock(), picture.nbytes))
        return picture

    def _lending(self, work: Callable[[], Any]) -> Any:
        """Between the last launch of a picture and its copy."""
        done = self._under.done
        if done is not None:
            self._finish()
            done.append(self._clock())
        return work()


def _size_of(frame: Frame) -> int:
    """Bytes of the pixels that the window paints."""
    shown = frame.layers if frame.flat is None else (frame.flat,)
    return sum(layer.pixels.nbytes for layer in shown)
