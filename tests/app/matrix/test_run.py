"""A matrix worked out chunk by chunk: what is there is not done again, and where a GPU fails."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.document.roads import RoadsDocument
from app.matrix.methods import Method
from app.matrix.places import NamedPlaces
from app.matrix.request import MatrixJob, MatrixRequest, job_of
from app.matrix.run import FinishedMatrix, run_matrix
from app.matrix.spec import Keeping
from app.matrix.store import chunk_store
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import CancelledError, DeviceError
from core.progress import no_progress
from tests.app.drawn_roads import opened
from tests.app.gpu_rows import use_gpus


def job_on(roads=None, **more) -> MatrixJob:
    places = tuple(PlacedStart(vertex=k) for k in range(100, 105))
    named = NamedPlaces("places", tuple("abcde"), places)
    request = MatrixRequest(RoadsDocument(roads or opened()), named, None, **more)
    job = job_of(request)
    return replace(job, spec=replace(job.spec, chunk=2))


def run(job: MatrixJob, folder: Path, cancel: Cancel = NEVER) -> FinishedMatrix:
    with chunk_store(folder, job.key) as store:
        return run_matrix(job, store, no_progress, cancel)


def ticks_of(finished: FinishedMatrix) -> np.ndarray:
    return np.concatenate([kept["ticks"] for _, kept in finished.rows()])


def test_finished_chunks_are_not_done_again(tmp_path: Path) -> None:
    job = job_on()
    with chunk_store(tmp_path / "chunks", job.key) as store:
        whole = run_matrix(job, store, no_progress, NEVER)
        expected = ticks_of(whole)
        store.path(1).unlink()
    again = run(job.solved_by(Method("near-far", "cpu", "another")), tmp_path / "chunks")
    assert (again.resumed, again.chunks) == (2, 3)
    assert again.worked is not None
    assert again.worked.method.algorithm == "near-far"
    assert "2 of 3 chunks were there from a run before" in again.notes
    np.testing.assert_array_equal(ticks_of(again), expected)
    third = run(job, tmp_path / "chunks")
    assert (third.resumed, third.worked) == (3, None)


def test_other_costs_and_places_are_another_job() -> None:
    keys = {
        job_on().key,
        job_on(opened("foot")).key,
        job_on(opened().turned("to")).key,
        job_on(limit_seconds=3.0).key,
        job_on(keeping=Keeping(times=True, nearest=2)).key,
    }
    assert len(keys) == 5
    assert job_on().key == job_on(options=Options("crp", "cpu")).key


def test_where_a_gpu_that_nobody_asked_for_fails_the_cpu_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch)  # none
    failing = Method("near-far", "gpu", "chosen")
    finished = run(job_on().solved_by(failing), tmp_path / "chunks")
    assert finished.worked is not None
    assert finished.worked.method.backend == "cpu"
    assert "worked out on the CPU instead" in finished.notes[0]
    np.testing.assert_array_equal(ticks_of(finished), ticks_of(run(job_on(), tmp_path / "other")))


def test_a_gpu_that_was_asked_for_fails_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch)  # none
    job = job_on()
    options = replace(job.request.options, backend="gpu")
    asked = replace(job, request=replace(job.request, options=options))
    with pytest.raises(DeviceError):
        run(asked.solved_by(Method("near-far", "gpu", "as asked")), tmp_path / "chunks")
    assert not (tmp_path / "chunks").exists()


def test_a_cancelled_run_leaves_no_half_chunk(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        run(job_on(), tmp_path / "chunks", cancel)
    assert not (tmp_path / "chunks").exists()
