"""Compiled code that works on arrays it is given, and makes none.

Code that Numba compiles counts the references to every array that a function of it is handed, up
when it begins and down when it ends, even where nothing comes or goes. All threads of a team hold
the same arrays, so they count at the same places in memory, one after the other: a tuple of
seventeen arrays is 34 such turns a call, which was a third of the time of a solve on slopes by two
threads (docs/experiments.md). Code that makes no arrays need not count: who calls it holds what
it was given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

if TYPE_CHECKING:  # whose types leave out the option that is meant
    in_place = njit(cache=True, nogil=True)
else:
    in_place = njit(cache=True, nogil=True, _nrt=False, no_cfunc_wrapper=True)
"""Decorator of functions that make no arrays and give none back, no part of one either: whoever is
given one counts it down in the end, and nobody has counted it up. Where one makes an array,
compiling it fails.

Nobody takes them for functions of C, which Numba would compile of each as well: a fourteenth of the
time to a first answer.

They call only such, or what is inlined: other code would be compiled without counting the first
time, for whoever calls it later, too. Both are tested (tests/core/parallel/test_in_place.py)."""
