"""The program's log."""

from __future__ import annotations

import logging
from pathlib import Path

from app import log
from app.user_errors import as_user_error


def test_lines_are_kept_in_memory_and_in_the_file_and_no_handler_stays(tmp_path: Path) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), logging.getLogger("app").level
    file = tmp_path / "logs" / "isofront.log"
    with log.kept(file) as kept:
        assert log.current() is kept
        logging.getLogger("ui.anything").info("a note of ours")
        logging.getLogger("a_library").info("a note of theirs")
        logging.getLogger("a_library").warning("a warning of theirs")
        try:
            raise RuntimeError("a wheel came off")
        except RuntimeError as fault:
            as_user_error(fault)
        told = [line.text.partition(": ")[2] for line in kept.lines()]
        assert told[:2] == ["a note of ours", "a warning of theirs"]
        assert "a wheel came off" in told[2]
        assert "Traceback" in told[2]
        assert [line.level for line in kept.lines(logging.ERROR)] == [logging.ERROR]
    assert root.handlers == before
    assert (log.current() is kept, logging.getLogger("app").level) == (False, level)
    logging.getLogger("ui.anything").warning("after the end")
    written = file.read_text("utf-8")
    assert "a wheel came off" in written
    assert "after the end" not in written


def test_a_log_that_cannot_be_written_is_kept_in_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file in its place")
    with log.kept(tmp_path / "logs" / "isofront.log") as kept:
        logging.getLogger("app").error("seen all the same")
        assert kept.file is None
        assert "seen all the same" in kept.lines()[0].text


def test_the_file_is_put_aside_when_it_is_full(tmp_path: Path) -> None:
    file = tmp_path / "isofront.log"
    with log.kept(file):
        for _ in range(5):
            logging.getLogger("app").info("x" * (log.FILE_BYTES // 2))
    files = sorted(tmp_path.iterdir())
    assert len(files) == 1 + log.OLD_FILES
    assert all(each.stat().st_size <= log.FILE_BYTES for each in files)
