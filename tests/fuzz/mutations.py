"""Ways to spoil a file: bits, bytes, numbers, lines, items of XML and JSON, encodings, packing."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

Mutation = Callable[[Random, bytes], bytes]

_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_ITEM = re.compile(rb"<[^<>]*>")
_WORD = re.compile(rb"[A-Za-z_:]{2,}")

NUMBERS = (
    b"0", b"-1", b"1", b"-0.0", b"255", b"65536", b"2147483647", b"2147483648", b"-2147483649",
    b"4294967296", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
    b"1" + b"0" * 30, b"1e38", b"-3.4028234663852886e+38", b"1e308", b"-1e308", b"1e-320",
    b"1e999999", b"nan", b"-nan", b"NaN", b"inf", b"-Infinity", b"1.#QNAN", b"", b".", b"-",
    b"0x10", b"1_000", b"1,5", b"1.5.2", b"\xef\xbc\x91", b"\xc2\xb2",
    b"9" * 4300, b"-" + b"7" * 4301, b"0." + b"3" * 5000, b"True", b"null",
    b"[]", b'"12"', b"\x1b[31m7", b"1e400", b"1e-400",
)  # fmt: skip
"""What stands in place of a number: huge, tiny, negative, no number, 4,300 digits, no ASCII."""

_WORDS = (
    b"", b"\x00", b"x" * 5000, b"\x1b]0;title\x07", b"\r\n", b"\xff\xfe", "é".encode(), b"%s%n",
    b"{}", b"..", b"/", b"nan", b"<", b"&amp;", b'"', b"'", b"\xe2\x80\xae", b"NaN", b"None",
)  # fmt: skip
_PATTERNS = (b"\x00", b"\xff", b"\x7f", b"\x80", b"A", b" ", b"\n", b"\x1b")
_WIDE = (0, 1, -1, 2**31 - 1, -(2**31), 2**16, 2**24, 7, 0x7FC00000, 0x7F800000)


def bits(random: Random, data: bytes) -> bytes:
    """One to eight bits turned."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        at = random.randrange(len(changed)) if changed else 0
        if changed:
            changed[at] ^= 1 << random.randrange(8)
    return bytes(changed)


def head_bits(random: Random, data: bytes) -> bytes:
    """Bits of the first 128 bytes, where headers are."""
    return bits(random, data[:128]) + data[128:]


def cut_off(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def cut_out(random: Random, data: bytes) -> bytes:
    first, last = _span(random, data)
    return data[:first] + data[last:]


def doubled(random: Random, data: bytes) -> bytes:
    first, last = _span(random, data)
    return data[:last] + data[first:last] * random.choice((1, 2, 40)) + data[last:]


def spliced(random: Random, data: bytes) -> bytes:
    """A piece laid over another place."""
    first, last = _span(random, data)
    at = random.randrange(len(data) + 1)
    return data[:at] + data[first:last] + data[at + last - first :]


def filled(random: Random, data: bytes) -> bytes:
    first, last = _span(random, data)
    return data[:first] + random.choice(_PATTERNS) * (last - first) + data[last:]


def wide_number(random: Random, data: bytes) -> bytes:
    """Four or eight bytes by a number that overflows, divides by 0 or is none."""
    order, value = random.choice("<>"), random.choice(_WIDE)
    word = struct.pack(f"{order}{random.choice('iq')}", value)
    if random.random() < 0.3:
        word = struct.pack(f"{order}d", random.choice((float("nan"), float("inf"), -1e308, 1e-320)))
    at = random.randrange(max(1, len(data) - len(word)))
    return data[:at] + word + data[at + len(word) :]


def number(random: Random, data: bytes) -> bytes:
    return _replaced(random, data, _NUMBER, NUMBERS)


def numbers(random: Random, data: bytes) -> bytes:
    for _ in range(4):
        data = number(random, data)
    return data


def word(random: Random, data: bytes) -> bytes:
    return _replaced(random, data, _WORD, _WORDS)


def other_word(random: Random, data: bytes) -> bytes:
    """A word by another of the same file."""
    found = _WORD.findall(data)
    return _replaced(random, data, _WORD, found) if found else data


def lines(random: Random, data: bytes) -> bytes:
    """A line removed, doubled, moved or emptied."""
    rows = data.split(b"\n")
    at, to = random.randrange(len(rows)), random.randrange(len(rows))
    match random.randrange(4):
        case 0:
            del rows[at]
        case 1:
            rows[at:at] = [rows[at]] * random.choice((1, 3, 60))
        case 2:
            rows[at], rows[to] = rows[to], rows[at]
        case _:
            rows[at] = random.choice((b"", b" ", b"\t\t", b"#", b"\x00"))
    return b"\n".join(rows)


def items(random: Random, data: bytes) -> bytes:
    """A tag of XML removed, doubled, or by another."""
    found = list(_ITEM.finditer(data))
    if not found:
        return lines(random, data)
    one, other = random.choice(found), random.choice(found)
    new = random.choice((b"", one.group() * random.choice((2, 30)), other.group(), b"<x>"))
    return data[: one.start()] + new + data[one.end() :]


def encoded(random: Random, data: bytes) -> bytes:
    """The text in another encoding than it says."""
    text = data.decode("utf-8", "replace")
    return random.choice(
        (
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le"),
            lambda: text.encode("utf-32"),
            lambda: b"\xef\xbb\xbf" + data,
            lambda: text.replace("e", "é").encode("latin-1", "replace"),
            lambda: data.replace(b"\n", b"\r"),
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: data.replace(b" ", b"\xc2\xa0"),
        )
    )()


def other_packing(random: Random, data: bytes) -> bytes:
    return random.choice(
        (
            lambda d: gzip.compress(d, mtime=0),
            zlib.compress,
            lambda d: d[::-1],
            lambda d: b"PK\x03\x04" + d,
        )
    )(data)


BINARY = (bits, bits, head_bits, head_bits, cut_off, cut_out, doubled, spliced, filled, wide_number,
          wide_number)  # fmt: skip
TEXT = (number, number, numbers, word, other_word, lines, lines, items, cut_off, cut_out, doubled,
        spliced, bits, filled, encoded, other_packing)  # fmt: skip


def spoiled(random: Random, data: bytes, ways: tuple[Mutation, ...] | None = None) -> bytes:
    """Data after one to three mutations that fit it."""
    ways = ways or (BINARY if _is_binary(data) else TEXT)
    for _ in range(random.choice((1, 1, 2, 3))):
        data = random.choice(ways)(random, data)
    return data


def spoiled_gzip(random: Random, data: bytes) -> bytes:
    """A `.gz` of spoiled content, or a spoiled `.gz`."""
    if random.random() < 0.3:
        return gzip.compress(spoiled(random, data), mtime=0)
    packed = bytearray(gzip.compress(data, mtime=0))
    if random.random() < 0.4:  # its checksum or size
        packed[-random.randrange(1, 9)] ^= 1 << random.randrange(8)
        return bytes(packed)
    return spoiled(random, bytes(packed), BINARY)


def spoiled_zip(random: Random, files: dict[str, bytes]) -> bytes:
    """A `.zip` of which one member, or the archive itself, is spoiled."""
    inside = random.random() < 0.3
    if inside:
        name = random.choice(sorted(files))
        files = {**files, name: spoiled(random, files[name])}
    packed = zipped(files)
    if inside:
        return packed
    if random.random() < 0.5:  # the bytes of a member: a bad CRC, or what deflate cannot read
        at = random.randrange(30, max(31, packed.find(b"PK\x01\x02")))
        return packed[:at] + bytes([packed[at] ^ (1 << random.randrange(8))]) + packed[at + 1 :]
    return spoiled(random, packed, BINARY)


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def spoiled_database(random: Random, data: bytes) -> bytes:
    """An SQLite file with a value changed, a row or a table gone; sometimes spoiled bytes."""
    if random.random() < 0.4:
        return spoiled(random, data, BINARY)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "database"
        place.write_bytes(data)
        database = sqlite3.connect(place)
        for _ in range(random.choice((1, 1, 3))):
            try:
                _change(random, database)
            except sqlite3.Error:
                continue
        database.close()
        return place.read_bytes()


def _change(random: Random, database: sqlite3.Connection) -> None:
    names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    tables = [name for (name,) in database.execute(names)]
    table = random.choice(tables)
    columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
    column = random.choice(columns)
    match random.randrange(6):
        case 0:
            database.execute(f'DROP TABLE "{table}"')
        case 1:
            database.execute(f'DELETE FROM "{table}" WHERE rowid % 2 = {random.randrange(2)}')
        case _:
            (old,) = database.execute(f'SELECT "{column}" FROM "{table}" LIMIT 1').fetchone() or (
                0,
            )
            new: object = random.choice(
                (None, -1, 2**62, 1e308, "", "x" * 5000, b"\x00\xff", "nan")
            )
            if isinstance(old, bytes) and random.random() < 0.8:
                new = spoiled(random, old, BINARY)
            elif isinstance(old, str) and random.random() < 0.6:
                new = spoiled(random, old.encode()).decode("latin-1")
            database.execute(f'UPDATE "{table}" SET "{column}" = ?', (new,))
    database.commit()


def _span(random: Random, data: bytes) -> tuple[int, int]:
    first = random.randrange(len(data) + 1)
    return first, min(len(data), first + random.choice((1, 4, 16, 64, 512)))


def _replaced(
    random: Random,
    data: bytes,
    pattern: re.Pattern[bytes],
    choices: tuple[bytes, ...] | list[bytes],
) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return bits(random, data)
    # Headers have as many chances as all the rest.
    one = random.choice(found if random.random() < 0.5 else found[:24])
    return data[: one.start()] + random.choice(choices) + data[one.end() :]


def _is_binary(data: bytes) -> bool:
    head = data[:512]
    return b"\x00" in head or sum(byte > 126 for byte in head) * 4 > len(head)
