"""Real schedulers and workers: the same bits as here, whoever is killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cluster import dask_crew as crews
from app.cluster.dask_crew import dask_crew
from app.cluster.dispatch import CrewReport, hand_out
from app.cluster.job import Arrays, ClusterError, ClusterJob, maker_of
from app.cluster.program import PACKAGES, program
from app.document.document import Document
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.matrix.places import NamedPlaces
from app.matrix.request import MatrixRequest, job_of
from app.matrix.sent import cluster_job
from app.matrix.spec import Keeping
from app.roads.open_roads import OpenRoads
from app.settings import VERSION
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.progress import no_progress
from gpu.device import devices
from raster.grid import grid_from_kmh
from tests.app.cluster.processes import PATIENCE, Processes, processes
from tests.road.drawn import random_town
from tests.road.searches import random_weights
from tests.test_architecture import ROOT

CHUNKS = 20


@pytest.fixture(autouse=True)
def ample_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that compiles and tests side by side is slow to answer."""
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 60.0)


def request(document: Document, origins: list[PlacedStart], *ends: PlacedStart, **how: Any) -> Any:
    def named(places: Sequence[PlacedStart]) -> NamedPlaces:
        return NamedPlaces("drawn", tuple(map(str, range(len(places)))), tuple(places))

    limit = how.pop("limit_seconds", 9.0)
    options = Options(algorithm=how.pop("algorithm", ""), backend="cpu")
    keeping = Keeping(times=True, nearest=2)
    ends_or_all = named(ends) if ends else None
    return MatrixRequest(document, named(origins), ends_or_all, limit, keeping, options, **how)


def job_in(chunk: int, asked: MatrixRequest) -> ClusterJob:
    """With so many origins a chunk."""
    job = job_of(asked)
    small = replace(job, spec=replace(job.spec, chunk=chunk))
    return cluster_job(small, no_progress, NEVER)


def matrix_on_roads(algorithm: str = "", chunks: int = CHUNKS, each: int = 3) -> ClusterJob:
    town = random_town(80, 2)
    roads = OpenRoads.weighing(town, OpenRoads.of(town).turned("to"), random_weights(town, 2))
    ids = [int(v) for v in town.vertex_ids]
    origins = [PlacedStart(vertex=ids[v % 80]) for v in range(chunks * each)]
    return job_in(each, request(RoadsDocument(roads), origins, algorithm=algorithm))


def matrix_on_terrain(side: int = 15, chunk: int = 1) -> ClusterJob:
    kmh = np.random.default_rng(3).integers(1, 30, (side, side)).astype(np.float64)
    document = TerrainDocument(grid_from_kmh(kmh))
    centres = [PlacedStart(*document.grid.centre_of(3, col)) for col in range(15)]
    return job_in(chunk, request(document, centres * chunk, *centres[3:6], limit_seconds=1e9))


def on(
    address: str, job: ClusterJob, then: Callable[[int], None] = lambda kept: None, **told: Any
) -> CrewReport:
    """What the cluster keeps has the bits that are worked out here. then : after each chunk, with
    how many there are."""
    here = maker_of(job.kind, job.spec, job.parts, no_progress)
    # First, so that what is compiled is compiled once.
    expected = [here.chunk(number, no_progress, NEVER) for number in range(here.chunks)]
    kept: dict[int, Arrays] = {}

    def keep(number: int, arrays: Arrays) -> None:
        assert number not in kept
        kept[number] = arrays
        then(len(kept))

    with dask_crew(address, job) as crew:
        report = hand_out(
            crew, job, range(here.chunks), keep, told.get("progress", no_progress), NEVER
        )
    for number, whole in enumerate(expected):
        assert set(kept[number]) == set(whole)
        for name, array in whole.items():
            np.testing.assert_array_equal(kept[number][name], array, strict=True)
    return report


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    """Two workers of this program, and one of another version."""
    folder = tmp_path_factory.mktemp("cluster")
    other = folder / "other"
    ignored = shutil.ignore_patterns("__pycache__")
    for package in (*PACKAGES, "resources"):
        shutil.copytree(ROOT / package, other / package, ignore=ignored)
    settings = other / "app" / "settings.py"
    settings.write_text(settings.read_text().replace('VERSION = "', 'VERSION = "not '))
    with processes(folder, 2) as started:
        started.start_worker(other)
        wait_for(started, 3)
        yield started


@pytest.mark.parametrize("algorithm", ["dijkstra", "crp"])
def test_a_matrix_on_roads_has_the_same_bits(cluster: Processes, algorithm: str) -> None:
    report = on(cluster.address, matrix_on_roads(algorithm))
    assert set(report.told.values()) <= {f"{algorithm} on {devices()[0].name}"}


def test_a_matrix_on_terrain_has_the_same_bits(cluster: Processes) -> None:
    on(cluster.address.removeprefix("tcp://"), matrix_on_terrain())


def test_nothing_is_lost_when_one_of_three_workers_is_killed(
    cluster: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crews, "STUCK_SECONDS", 0.5)
    cluster.start_worker()
    wait_for(cluster, 4)
    victim, labels, at = cluster.workers[-1].pid, [""], [0]

    def kill(kept: int) -> None:
        if not at[0] and "3 workers" in labels[-1]:
            at[0] = kept
            os.kill(victim, signal.SIGSTOP)  # it has chunks, perhaps an answer, and says no more
        elif not at[0]:
            assert kept < 45, "the third was never ready"
            time.sleep(0.3 if kept < 20 else 8.0)
        elif kept == at[0] + 12:  # more than all had in hand: the others go on
            os.kill(victim, signal.SIGKILL)
            wait_until_gone(cluster, 3)

    job = matrix_on_roads(chunks=80)
    report = on(cluster.address, job, kill, progress=lambda _, label: labels.append(label))
    assert report.lost == 1
    assert len(report.told) == 3


def wait_for(started: Processes, workers: int) -> None:
    import distributed

    with distributed.Client(started.address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=PATIENCE)


def wait_until_gone(started: Processes, left: int) -> None:
    import distributed

    until = time.monotonic() + PATIENCE
    with distributed.Client(started.address, set_as_default=False) as client:
        while len(client.ncores()) > left:
            assert time.monotonic() < until
            time.sleep(0.05)
    time.sleep(crews.LOOK_SECONDS)  # who is there is looked at no oftener


def test_a_cancel_stops_the_workers_within_a_chunk(cluster: Processes) -> None:
    cancel, job, whole = Cancel(), matrix_on_terrain(side=300, chunk=4_000), []
    threading.Timer(1.5, cancel.set).start()
    with dask_crew(cluster.address, job) as crew, pytest.raises(CancelledError):
        hand_out(crew, job, range(15), lambda *kept: whole.append(kept), no_progress, cancel)
    assert not whole
    on(cluster.address, matrix_on_terrain())  # nobody is at it any more


def test_a_worker_of_another_version_is_refused_in_a_line(cluster: Processes) -> None:
    report = on(cluster.address, matrix_on_roads())
    (line,) = report.refused.values()
    assert line.startswith(f"is Isofront not {VERSION} (")
    assert line.endswith(f"not {program()}. Install the same there.")
    assert not report.refused.keys() & report.told.keys()


def test_a_scheduler_that_is_not_there_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        addresses = [f"tcp://127.0.0.1:{port}", "127.0.0.1:1", "nowhere.invalid:8786", "odd://x:y"]
        for address in addresses:
            with (
                pytest.raises(ClusterError, match="no Dask scheduler answers within") as caught,
                dask_crew(address, matrix_on_terrain()),
            ):
                pass
            assert caught.value.one_line().startswith(address)


def test_a_scheduler_that_goes_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with processes(tmp_path, 1) as started:

        def kill(kept: int) -> None:
            if kept == 2:
                started.scheduler.kill()
                monkeypatch.setattr(crews, "CONNECT_SECONDS", 3.0)
            time.sleep(0.05)

        with pytest.raises(ClusterError, match="the Dask scheduler is gone"):
            on(started.address, matrix_on_roads(), kill)


def test_a_cluster_of_its_own() -> None:
    report = on("local:2", matrix_on_terrain())
    assert 1 <= len(report.told) <= 2
    for odd in ("local:0", "local:many"):
        with (
            pytest.raises(ClusterError, match="is no number of workers"),
            dask_crew(odd, matrix_on_terrain()),
        ):
            pass


def test_without_dask_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    load = builtins.__import__

    def without(name: str, *told: Any) -> Any:
        if name == "distributed":
            raise ImportError("No module named 'distributed'")
        return load(name, *told)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ClusterError) as caught, dask_crew("local", matrix_on_terrain()):
        pass
    assert caught.value.one_line() == (
        "--scheduler: Dask is not installed (No module named 'distributed'). "
        "Run `python3 start.py install cluster`."
    )
