"""Long pieces of work after a kill: gone on with once, then set aside with the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hakaru.core.i18n import in_language
from hakaru.flows.context import Context
from hakaru.flows.job_records import (
    JobDetail,
    JobProgress,
    JobView,
    begin_job,
    job_of,
    job_text,
    note_stop,
    stored_jobs,
)
from hakaru.flows.jobs import run_job, take_over_jobs
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
