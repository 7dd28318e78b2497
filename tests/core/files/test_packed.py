"""Bytes unpacked as they are read: up to their bound, and damage is an error of the file's."""

from __future__ import annotations

import gzip
import io
from typing import IO, cast

import pytest

from core.errors import InputError
from core.files.packed import Unpacked, opener_of

BEYOND = InputError("is too large")


def unpacked(data: bytes, left: int) -> Unpacked:
    stream = cast(IO[bytes], gzip.GzipFile(fileobj=io.BytesIO(data)))
    return Unpacked(stream, "a.gz", left, BEYOND)


def test_up_to_its_bound_and_no_further() -> None:
    content = unpacked(gzip.compress(b"one\ntwo\n"), 8)
    assert (content.readline(99), content.read(99), content.read(99)) == (b"one\n", b"two\n", b"")
    with pytest.raises(InputError, match="too large"):
        unpacked(gzip.compress(b"one\ntwo\n"), 7).read(99)


def test_what_is_cut_short_is_told_of_its_file() -> None:
    with pytest.raises(InputError, match=r"a\.gz: cannot be read to its end") as caught:
        unpacked(gzip.compress(bytes(range(256)) * 99)[:-20], 1 << 20).read(1 << 20)
    assert caught.value.where == "a.gz"


def test_files_are_unpacked_by_what_they_hold() -> None:
    packed, plain = io.BytesIO(gzip.compress(b"x")), io.BytesIO(b"x")
    opener = opener_of(packed)
    assert opener is not None
    assert opener(packed).read() == b"x"
    assert opener_of(plain) is None
