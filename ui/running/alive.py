"""While all widgets are gone through, none of them may be taken apart."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_alive() -> Iterator[None]:
    """No garbage is collected meanwhile, in no thread.

    Qt goes through a list of all widgets when it dresses them, or hands them over. It makes Python
    objects on the way, and so the interpreter may collect garbage in the midst of it: windows and
    dialogs that were closed and that only themselves refer to. Qt would go on to where they were,
    which ends the program.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
