"""Long pieces of work after a kill: gone on with once, then set aside with the reason."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import in_language
from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest
from hakaru.flows.job_records import (
    JobDetail,
    JobProgress,
    JobStopped,
    JobView,
    begin_job,
    done_frac,
    folder_of,
    is_to_stop,
    job_of,
    job_text,
    note_stop,
    queue_job,
    stored_jobs,
    want_stopped,
)
from hakaru.flows.jobs import resume_job, run_job, stop_job, take_over_jobs
from hakaru.store.activities import list_activities
from hakaru.store.jobs import Owner

SET_ASIDE = (
    "set aside: the program died twice while it did this, the last time after 3 of 7; start it "
    "anew to try again"
)


def die_in(context: Context, job_id: int, *, owner: Owner, done: int = 0) -> None:
    """Begin a job as `run_job` does, do so many of seven pieces of it, and be gone."""
    stored, job = stored_jobs(context), job_of(context, job_id)
    assert stored.take(job_id, owner=owner.name)
    progress = JobProgress(stored, job_id, phase="reading", deaths=job.detail.deaths)
    if done:
        stored.note(job_id, job_text(replace(progress.detail, done=done, total=7)))
    owner.release()


def started(context: Context) -> JobView:
    return begin_job(context, "train")


def test_a_job_is_gone_on_with_after_one_death_and_set_aside_after_two(context: Context) -> None:
    job_id = started(context).job_id
    die_in(context, job_id, owner=Owner(context.data_folder))
    second = Owner(context.data_folder)
    assert take_over_jobs(context, owner=second.name) == (job_id,)
    die_in(context, job_id, owner=second)
    third = Owner(context.data_folder)
    assert take_over_jobs(context, owner=third.name) == ()
    job = job_of(context, job_id)
    assert job.status == "failed"
    assert job.detail.error.startswith("set aside: the program died twice")
    assert run_job(context, job_id, owner=third.name).status == "failed"
    assert take_over_jobs(context, owner=third.name) == ()
    third.release()


def test_how_far_it_came_is_told_in_both_languages(context: Context) -> None:
    job_id = started(context).job_id
    for done in (5, 3):
        owner = Owner(context.data_folder)
        assert take_over_jobs(context, owner=owner.name) == (job_id,)
        die_in(context, job_id, owner=owner, done=done)
    last = Owner(context.data_folder)
    assert take_over_jobs(context, owner=last.name) == ()
    assert job_of(context, job_id).detail.error == SET_ASIDE
    assert "3 / 7" in in_language(job_of(context, job_id).detail.error, "ja")
    last.release()


@pytest.mark.parametrize("n_stops", [1, 2, 5])
def test_a_program_that_is_stopped_on_purpose_has_not_died(context: Context, n_stops: int) -> None:
    job_id = started(context).job_id
    for _ in range(n_stops):
        owner = Owner(context.data_folder)
        assert take_over_jobs(context, owner=owner.name) == (job_id,)
        note_stop(context, owner.name)
        die_in(context, job_id, owner=owner)
    last = Owner(context.data_folder)
    assert take_over_jobs(context, owner=last.name) == (job_id,)
    assert job_of(context, job_id).detail.deaths == 0
    last.release()


def test_a_job_that_only_waited_when_the_program_died_is_not_blamed(context: Context) -> None:
    job_id = started(context).job_id
    for _ in range(3):
        owner = Owner(context.data_folder)
        assert take_over_jobs(context, owner=owner.name) == (job_id,)
        owner.release()
    assert job_of(context, job_id).detail == JobDetail()


def importing(context: Context, season: Path, n_files: int) -> JobView:
    """An import whose files have all come."""
    job = begin_job(context, "import", phase="uploading")
    for recording in sorted(season.glob("*.fit"))[:n_files]:
        shutil.copy(recording, folder_of(context, job.job_id))
    queue_job(context, job.job_id)
    return job


def n_stored(context: Context) -> int:
    with context.store.read() as con:
        return len(list_activities(con))


def test_an_import_that_is_stopped_goes_on_where_it_was(context: Context, season: Path) -> None:
    job_id = importing(context, season, 5).job_id
    stop_job(context, job_id)
    owner = Owner(context.data_folder)
    stopped = run_job(context, job_id, owner=owner.name)
    assert (stopped.status, stopped.detail.phase, stopped.owner) == ("running", "stopped", None)
    assert n_stored(context) == 0
    assert not is_to_stop(context, job_id)
    assert run_job(context, job_id, owner=owner.name).detail.phase == "stopped"
    assert take_over_jobs(context, owner=owner.name) == ()
    resume_job(context, job_id, owner=owner.name)
    done = run_job(context, job_id, owner=owner.name)
    assert (done.status, done.detail.ingested) == ("done", 5)
    assert n_stored(context) == 5
    owner.release()


def test_what_came_in_before_a_stop_counts_as_taken_in_by_the_same_import(
    context: Context, season: Path
) -> None:
    job_id = importing(context, season, 6).job_id
    folder = folder_of(context, job_id)
    (folder / "walk.fit").write_bytes(b"no recording")
    twice = sorted(folder.glob("*.fit"))[0]
    shutil.copy(twice, folder / "zz-the-same-again.fit")
    files = sorted(path for path in folder.glob("*.fit") if path.name[0] not in "wz")
    first = ingest(context, paths=files[:4])  # until here it came
    assert first.ingested == 4
    done = run_job(context, job_id).detail
    assert (done.ingested, done.completed, done.failed, done.duplicates) == (6, 0, 1, 1)
    with context.store.read() as con:
        judged = con.execute("SELECT count(*) FROM data.run_verdicts").fetchone()
    assert judged is not None
    assert done.evaluated == judged[0]
    outcomes = {outcome.name: outcome.outcome for outcome in done.outcomes}
    assert [outcomes[path.name] for path in files] == ["ingested"] * 6
    again = importing(context, season, 6).job_id
    assert run_job(context, again).detail.ingested == 0
    assert job_of(context, again).detail.duplicates == 6


def test_an_import_that_is_stopped_in_the_middle_counts_every_file_once(
    context: Context, season: Path
) -> None:
    job_id = importing(context, season, 10).job_id
    owner = Owner(context.data_folder)
    working = threading.Thread(target=run_job, args=[context, job_id], kwargs={"owner": owner.name})
    working.start()
    ticks = threading.Event()
    while working.is_alive() and not job_of(context, job_id).detail.files_done:
        ticks.wait(0.01)
    if working.is_alive():
        stop_job(context, job_id)
    working.join()
    if job_of(context, job_id).detail.phase == "stopped":
        resume_job(context, job_id, owner=owner.name)
    done = run_job(context, job_id, owner=owner.name).detail
    assert (done.phase, done.ingested, done.duplicates, done.failed) == ("done", 10, 0, 0)
    owner.release()


def test_only_an_import_under_way_is_stopped_and_only_a_stopped_one_resumed(
    context: Context, season: Path
) -> None:
    job_id, owner = importing(context, season, 1).job_id, Owner(context.data_folder)
    with pytest.raises(BadArgument, match="was stopped"):
        resume_job(context, job_id, owner=owner.name)
    run_job(context, job_id, owner=owner.name)
    training = begin_job(context, "train").job_id
    for done_or_other in (job_id, training):
        with pytest.raises(BadArgument, match="under way"):
            stop_job(context, done_or_other)
    owner.release()


def test_progress_names_the_file_counts_files_and_rows_and_stops_when_asked(
    context: Context,
) -> None:
    job = begin_job(context, "import", phase="uploading")
    folder = folder_of(context, job.job_id)
    progress = JobProgress(
        stored_jobs(context),
        job.job_id,
        phase="reading",
        folder=folder,
        is_to_stop=lambda: is_to_stop(context, job.job_id),
    )
    progress.begin("reading", 4)
    progress.at(f"{folder}/trip/a.fit", rows=0)
    progress.advance()
    progress.at(f"{folder}/list.csv", rows=1800)
    progress.begin("rows", 10)
    progress.advance(5)
    detail = progress.detail
    assert (detail.item, detail.rows) == ("list.csv", 1800)
    assert (detail.files_done, detail.files_total) == (1, 4)
    assert done_frac(detail) == pytest.approx(1.5 / 4)
    progress.begin("reading", 2)
    assert (progress.detail.files_done, progress.detail.files_total) == (2, 4)
    progress.check()
    want_stopped(context, job.job_id)
    with pytest.raises(JobStopped):
        progress.check()


def test_the_files_of_a_job_that_is_done_all_have_verdicts_and_rows_were_counted(
    context: Context, season: Path
) -> None:
    done = run_job(context, importing(context, season, 6).job_id)
    assert done.detail.ingested == 6
    assert 0 < done.detail.evaluated <= 6
