"""Memory of fields that are gone is used again, and never one that somebody still looks at."""

from __future__ import annotations

from core.parallel.spare import Spare


def test_memory_is_used_again_once_all_views_are_gone() -> None:
    spare = Spare()
    field = spare.field((30, 40))
    field[:] = 7
    place, corner = field.ctypes.data, field[20:, 30:]
    del field
    other = spare.field((30, 40))
    assert other.ctypes.data != place, "a part of the first is still looked at"
    assert corner.max() == 7
    del corner
    again = spare.field((40, 30))
    assert again.ctypes.data == place
    assert again.flags.writeable
    assert again.flags.c_contiguous


def test_fields_of_another_size_have_memory_of_their_own() -> None:
    spare = Spare()
    spare.field((30, 40))
    assert spare.field((31, 40)).size == 31 * 40
