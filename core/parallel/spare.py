"""Memory of fields that nobody has any more, for the next: the system's own comes slowly.

Each page of it is cleared when it is first touched, which takes as long as a quarter of a solve; a
virtual machine that gives freed memory back to its host waits some times as long as the solve.
Fields are filled, and so first touched, by all threads.
"""

from __future__ import annotations

from weakref import WeakValueDictionary, finalize, ref

import numpy as np
from numpy.typing import NDArray

from core.host_memory import free_memory
from core.parallel.ranges import even_ranges
from core.parallel.threads import RangeWork, kept_threads, thread_count

WORTH_KEEPING = 1 << 18
"""Words from which on memory is kept: less comes quickly."""

WORTH_SHARING = 1 << 20
"""Words from which on several threads fill them: fewer take as long as waking a thread."""

RANGES_A_THREAD = 2
"""Ranges of a field that each thread fills, so that one that comes late holds nobody up."""

MOST_KEPT = 4
"""Memories that are kept at most: those of a map, and of the coarser ones while it is dragged."""

MOST_OF_FREE_MEMORY = 0.25
"""Share of the host memory free that all memory kept may have, as of when some is kept."""

Words = NDArray[np.uint32]

_CACHE_LINE = 16
"""Words of a cache line."""


def aligned_words(size: int) -> Words:
    """Memory for so many words, which begins on a cache line: a vector then lies in one."""
    words = np.empty(size + _CACHE_LINE, np.uint32)
    skip = -(words.ctypes.data // words.itemsize) % _CACHE_LINE
    return words[skip : skip + size]


class _Memory:
    """Words, told from others by which they are."""

    def __init__(self, size: int) -> None:
        self.words: Words = np.empty(size, np.uint32)


class _Memories:
    """Memories that nobody uses, the latest last.

    Fields end in any thread, also in the midst of what is done here: each line that changes the
    list is a step that nothing comes between.
    """

    def __init__(self) -> None:
        self.memories: list[_Memory] = []

    def taken(self, size: int) -> _Memory | None:
        """One of that size, which is nobody else's from now on."""
        for memory in tuple(reversed(self.memories)):
            if memory.words.size == size:
                try:
                    self.memories.remove(memory)
                except ValueError:  # another thread was first
                    continue
                return memory
        return None

    def keep(self, memory: _Memory) -> None:
        self.memories.append(memory)
        kept = tuple(self.memories)
        allowed = MOST_OF_FREE_MEMORY * free_memory()
        while kept and (len(kept) > MOST_KEPT or sum(m.words.nbytes for m in kept) > allowed):
            kept = kept[1:]
            self.memories[:1] = ()


class Spare:
    """Lends fields, and keeps the memory of those that are gone; whoever holds this holds it."""

    def __init__(self) -> None:
        self._kept = _Memories()

    @property
    def nbytes(self) -> int:
        """Bytes of memory that is kept and that nobody uses."""
        return sum(memory.words.nbytes for memory in tuple(self._kept.memories))

    def field(self, shape: tuple[int, int]) -> Words:
        """uint32, of a shape, of any values. Once it and all views of it are gone its memory is
        spare."""
        size = shape[0] * shape[1]
        if size < WORTH_KEEPING:
            return np.empty(shape, np.uint32)
        memory = self._kept.taken(size) or _Memory(size)
        # What is made of a buffer is the base of all views of it, and the memory is not.
        whole: Words = np.frombuffer(memory.words.data, np.uint32)
        finalize(whole, _come_back, ref(self._kept), memory).atexit = False
        return whole.reshape(shape)

    def filled(self, shape: tuple[int, int], value: int) -> Words:
        """A field of one value, written by all threads."""
        field = self.field(shape)
        words = field.reshape(-1)
        _by_all_threads(words, lambda begin, end: words[begin:end].fill(value))
        return field

    def copied(self, other: Words) -> Words:
        """A field of the values of another, copied by all threads."""
        field = self.field((other.shape[0], other.shape[1]))
        words, values = field.reshape(-1), other.reshape(-1)
        _by_all_threads(words, lambda begin, end: np.copyto(words[begin:end], values[begin:end]))
        return field

    def forget(self) -> None:
        """Give back what is kept; that of fields which somebody has goes with them."""
        self._kept = _Memories()


def shared_spare() -> Spare:
    """That of all solvers of this process; what it keeps goes when nobody holds it any more."""
    spare = _SHARED.get(0)
    if spare is None:
        spare = _SHARED.setdefault(0, Spare())
    return spare


_SHARED: WeakValueDictionary[int, Spare] = WeakValueDictionary()


def _come_back(kept: ref[_Memories], memory: _Memory) -> None:
    keeper = kept()
    if keeper is not None:
        keeper.keep(memory)


def _by_all_threads(words: Words, work: RangeWork[None]) -> None:
    count = thread_count()
    if len(words) < WORTH_SHARING or count == 1:
        work(0, len(words))
    else:
        kept_threads("fields").over(work, even_ranges(len(words), RANGES_A_THREAD * count))
