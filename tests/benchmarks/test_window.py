"""What is told of pictures of the window; to measure them takes a window and minutes."""

from __future__ import annotations

from benchmarks.window.hand import told


def test_quantiles_of_what_a_picture_took_and_of_what_the_window_worked() -> None:
    found = told([(float(k), k / 10) for k in range(101)])
    assert found == {
        "n": 101,
        "wall": {"median": 50.0, "p95": 95.0, "longest": 100.0},
        "own": {"median": 5.0, "p95": 9.5, "longest": 10.0},
    }


def test_no_picture_in_time_is_no_failure() -> None:
    assert told([]) == {"n": 0, "wall": {}, "own": {}}
