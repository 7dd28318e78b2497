"""Standard error kept for the program's own words.

Libraries written in C print to descriptor 2 whatever Python does with `sys.stderr`: libtiff, for
one, whose own handler nobody can reach. So the descriptor leads nowhere while a command runs, and
`sys.stderr` has another one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

DESCRIPTOR = 2


@contextmanager
def kept_for_us() -> Iterator[None]:
    """Within, what libraries print on descriptor 2 is not seen; `sys.stderr` writes as before."""
    try:
        before = os.dup(DESCRIPTOR)
    except OSError:  # there is none
        yield
        return
    ours, stream = None, sys.stderr
    with suppress(OSError, ValueError, AttributeError):  # tests have streams without descriptors
        if stream.fileno() == DESCRIPTOR:
            stream.flush()
            ours = open(  # noqa: SIM115  closed below, after what is written last
                os.dup(before), "w", encoding=stream.encoding, errors="replace", buffering=1
            )
            sys.stderr = ours
    try:
        _lead_to(os.open(os.devnull, os.O_WRONLY))
        yield
    finally:
        _lead_to(before)
        if ours is not None:
            sys.stderr = stream
            ours.close()


@contextmanager
def heard() -> Iterator[None]:
    """Within, descriptor 2 leads to where `sys.stderr` writes: for what may end the process with
    its reason as last words, as Qt does where it finds no platform."""
    try:
        ours = os.dup(sys.stderr.fileno())
        before = os.dup(DESCRIPTOR)
    except (OSError, ValueError, AttributeError):
        yield
        return
    try:
        _lead_to(ours)
        yield
    finally:
        _lead_to(before)


def _lead_to(descriptor: int) -> None:
    os.dup2(descriptor, DESCRIPTOR)
    os.close(descriptor)
