"""A seal is found again where every bit is as it was, and nowhere else."""

from pathlib import Path

import numpy as np
import pytest

from core.files.checksums import BLOCK_BYTES, DamagedFileError, check_seal, checksum_of, seal


@pytest.mark.parametrize("size", [0, 1, 300])
def test_a_sealed_file_is_found_whole(tmp_path: Path, size: int) -> None:
    path = tmp_path / "kept"
    path.write_bytes(bytes(range(256)) * 2)
    path.write_bytes(path.read_bytes()[:size])
    seal(path)
    assert check_seal(path) == size
    assert path.read_bytes()[:size] == (bytes(range(256)) * 2)[:size]


def test_every_bit_that_turns_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"speeds of cells")
    seal(path)
    whole = path.read_bytes()
    for bit in range(8 * len(whole)):
        hurt = bytearray(whole)
        hurt[bit // 8] ^= 1 << bit % 8
        path.write_bytes(hurt)
        with pytest.raises(DamagedFileError, match="kept"):
            check_seal(path)


def test_every_shorter_or_longer_file_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"speeds of cells")
    seal(path)
    whole = path.read_bytes()
    for other in (*(whole[:size] for size in range(len(whole))), whole + b"\0", whole + whole):
        path.write_bytes(other)
        with pytest.raises(DamagedFileError, match="kept"):
            check_seal(path)


def test_the_block_that_is_damaged_is_named(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(bytes(3 * BLOCK_BYTES + 5))
    seal(path)
    assert check_seal(path) == 3 * BLOCK_BYTES + 5
    with path.open("r+b") as file:
        file.seek(2 * BLOCK_BYTES + 77)
        file.write(b"!")
    with pytest.raises(DamagedFileError, match=f"is damaged after byte {2 * BLOCK_BYTES}"):
        check_seal(path)


def test_checksums_go_on_where_others_ended() -> None:
    numbers = np.arange(10, dtype=np.uint32)
    assert checksum_of(numbers) == checksum_of(numbers[4:], checksum_of(numbers[:4]))
    assert checksum_of(numbers.reshape(2, 5)) == checksum_of(numbers.tobytes())
    assert checksum_of(numbers[:0], 7) == 7
    assert checksum_of(b"123456789") == 0xCBF43926  # the check value that CRC-32 is known by
