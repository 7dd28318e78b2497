"""What every test may rely on: no screen, no files of the user, GPU tests named where skipped."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

if not os.environ.get("ISOFRONT_TEST_WINDOW"):  # set it to watch the windows
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is loaded

from gpu.device import devices, first_gpu

LONG_TESTS = ("test_architecture.py",)
"""Files of few tests that take long: begun last, they would leave the other core idle."""

WITH_WHAT_OTHERS_COMPILE = ("test_road_tables.py",)
"""Files that need the kernels of a large one: begun beside it, they would compile them as well."""

BEGUN_LATE = {"test_fuzz.py": 9}
"""Files whose processes find kernels compiled once others had them compiled: they are begun with
files of so few tests. There it is dearer, since nothing below is left out."""

gc.set_threshold(50_000, 20, 100)
"""Objects made before garbage is looked for. Compiling a kernel makes millions that stay: looking
at them after every 700 was an eighth of its time."""

NO_DEVICE = "needs a CUDA device: "
"""Begins the reason of a test that is skipped for that."""


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nothing of the user's cache is read or written, by child processes neither."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["ISOFRONT_CACHE_DIR"] = str(folder)
    os.environ["ISOFRONT_CONFIG_DIR"] = str(folder / "config")
    return folder


@pytest.fixture(autouse=True, scope="session")
def no_wrappers_for_c() -> Iterator[None]:
    """Kernels are called from Python and by each other. The function by which C could call each one
    as well is a seventh of the time of compiling, and Numba has no switch that `njit` is typed for.
    """
    with pytest.MonkeyPatch.context() as patch:
        wrapper = "numba.core.lowering.Lower.create_cfunc_wrapper"
        patch.setattr(wrapper, lambda _: None, raising=False)
        yield


def _shapes_differ(src_shapes: object, index_shape: object) -> None:
    """What a kernel says where it sets a part of an array to an array of another shape."""


@pytest.fixture(autouse=True, scope="session")
def short_words_of_shapes() -> Iterator[None]:
    """A kernel that sets a part of an array would put both shapes into the words of the error if
    they differ. Compiling how numbers are written took a tenth of the time of all compiling, and no
    shapes differ."""
    from numba.extending import overload

    @overload(_shapes_differ)
    def _(src_shapes: object, index_shape: object) -> object:
        def said(src_shapes: object, index_shape: object) -> None:
            raise ValueError("cannot assign an array of another shape")

        # A kernel that is kept names the modules of all that it calls, and the program, which has
        # no tests beside it, imports them when it loads one that a test compiled.
        said.__module__ = "numba.np.arrayobj"
        return said

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.np.arrayobj.raise_with_shape_context", _shapes_differ, raising=False)
        yield


@pytest.fixture(autouse=True, scope="module")
def no_second_look_at_what_stays() -> Iterator[None]:
    """Compiling leaves objects that stay to the end as well, and each full collection of garbage
    would look through them: an eighth of the time."""
    yield
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay to the end: looked through at each collection of garbage, they would
    make collecting tests a fifth slower and compiling kernels an eighth."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    size = Counter(item.path for item in items)

    def place(item: pytest.Item) -> tuple[bool, bool, int]:
        name = item.path.name
        tests = BEGUN_LATE.get(name, size[item.path])
        return name not in LONG_TESTS, name in WITH_WHAT_OTHERS_COMPILE, -tests

    items.sort(key=place)
    marked = [item for item in items if item.get_closest_marker("gpu")]
    if not marked or first_gpu() is not None:
        return
    reason = next((d.remark for d in devices() if d.backend == "gpu"), "") or "there is no GPU"
    for item in marked:
        item.add_marker(pytest.mark.skip(reason=NO_DEVICE + reason))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    # From the reports: where several processes test, this one has collected nothing itself.
    skipped = [
        report.nodeid
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and NO_DEVICE in report.longrepr[2]
    ]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} GPU tests skipped, no CUDA device answers:")
        for name in sorted(skipped):
            terminalreporter.write_line(f"  {name}")
