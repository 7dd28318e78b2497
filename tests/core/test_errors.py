"""Errors are one line of advice, whatever their parts hold."""

from __future__ import annotations

import pytest

from core.errors import (
    CancelledError,
    DeviceError,
    DeviceMemoryError,
    ExportError,
    InputError,
    IsofrontError,
    ParameterError,
)


def test_the_line_says_where_what_and_what_to_do() -> None:
    error = InputError("no such band", where="dem.tif", advice="Choose 1 to 3.")
    assert error.one_line() == "dem.tif: no such band. Choose 1 to 3."
    assert str(error) == error.one_line()


def test_empty_parts_leave_no_punctuation_behind() -> None:
    assert InputError("no start").one_line() == "no start"
    assert InputError("no start", advice="Click.").one_line() == "no start. Click."
    assert InputError("no start", where="map").one_line() == "map: no start"


def test_a_full_stop_is_not_doubled() -> None:
    assert InputError("It is empty.", advice="Fetch it.").one_line() == "It is empty. Fetch it."


def test_line_breaks_of_a_library_message_become_spaces() -> None:
    error = InputError("a\n  b", where="c\r\nd", advice="e\n\nf")
    assert error.one_line() == "c d: a b. e f"


@pytest.mark.parametrize(
    "family", [InputError, ExportError, DeviceError, DeviceMemoryError, ParameterError]
)
def test_all_are_caught_as_one_family(family: type[IsofrontError]) -> None:
    with pytest.raises(IsofrontError):
        raise family("something")


def test_a_cancelled_piece_of_work_names_itself() -> None:
    assert CancelledError("the import").one_line() == "the import was cancelled"


def test_what_a_file_says_moves_no_cursor_and_turns_no_direction() -> None:
    error = InputError("'\x1b[31m7\x07' is not a number", where="a\u202eb", advice="\x9b2J \udcff.")
    assert error.one_line() == (r"a\u202eb: '\x1b[31m7\x07' is not a number. \x9b2J \udcff.")
    assert error.found == r"'\x1b[31m7\x07' is not a number"


def test_long_words_lose_their_middle_and_long_texts_too() -> None:
    error = InputError(f"'{'7' * 5000}' is not a number", where="a.asc, line 3", advice="Mend it.")
    assert len(error.one_line()) < 300
    assert error.one_line().startswith("a.asc, line 3: '777")
    assert error.one_line().endswith("77' is not a number. Mend it.")
    assert "7…7" in error.one_line()
    assert len(InputError("many words " * 5000, where="x " * 5000).one_line()) < 700


def test_names_of_usual_length_are_whole() -> None:
    where = "/data/somebody/" + "long-folder-name/" * 10 + "raster.tif"
    assert InputError("is empty", where=where).where == where
