"""How do files come in, how far is that, and what came of each of them?"""

from __future__ import annotations

import json
from dataclasses import dataclass

from hakaru.errors import BadArgument
from hakaru.flows.jobs import CUT_OFF, FileOutcome, JobView, begin_job, job_of, jobs_of, queue_job
from hakaru.guard.cleaning import clean
from hakaru.render.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.visit import Data, Onward, Shown, Visit
from hakaru.surfaces.web.words import said

_JOBS_SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class OutcomeLine:
    """What came of one file."""

    name: str
    outcome: str
    label: str
    why: str
    address: str


@dataclass(frozen=True, kw_only=True)
class JobLine:
    """A job as finished strings. `percent` None: how much there is to do is not known."""

    job_id: int
    title: str
    started: str
    status: str
    status_label: str
    phase: str
    running: bool
    percent: int | None
    done: str
    summary: str
    error: str
    outcomes: tuple[OutcomeLine, ...]


@dataclass(frozen=True, kw_only=True)
class ImportView:
    """The page: the newest jobs."""

    jobs: tuple[JobLine, ...]


def show(visit: Visit) -> Shown:
    """Where files are dropped."""
    jobs = jobs_of(visit.context)[:_JOBS_SHOWN]
    view = ImportView(jobs=tuple(_line(one, visit.lang) for one in jobs))
    title = said("nav_import", visit.lang)
    return Shown(template="import.html.j2", title=title, view=view, section="import")


def show_job(visit: Visit) -> Shown:
    """One job: a page, and a piece of one while it runs."""
    found = job_of(visit.context, int(visit.here["job_id"]))
    return Shown(
        template="job.html.j2" if visit.partly else "job_page.html.j2",
        title=said(f"job_{found.kind}", visit.lang),
        view=_line(found, visit.lang),
        section="form" if found.kind == "train" else "import",
    )


def begin(visit: Visit) -> Data:
    """A new import that takes files."""
    job = begin_job(visit.context, "import", phase="uploading")
    return Data(text=json.dumps({"ok": True, "job": job.job_id}))


def start(visit: Visit) -> Data:
    """Everything was uploaded: take it in."""
    job_id = int(visit.here["job_id"])
    job = job_of(visit.context, job_id)
    if job.kind != "import" or job.detail.phase != "uploading" or job.status != "running":
        raise BadArgument("job", job_id, "an import that still takes files")
    queue_job(visit.context, job_id)
    visit.worker.hand_in(job_id)
    return Data(text=json.dumps({"ok": True, "page": f"/jobs/{job_id}"}))


def simulate(visit: Visit) -> Onward:
    """A season of a simulated runner."""
    job = begin_job(visit.context, "simulate")
    visit.worker.hand_in(job.job_id)
    return Onward(to=f"/jobs/{job.job_id}")


def _line(job: JobView, lang: Lang) -> JobLine:
    detail = job.detail
    running = job.status == "running"
    return JobLine(
        job_id=job.job_id,
        title=said(f"job_{job.kind}", lang),
        started=job.started_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        status=job.status,
        status_label=said(f"job_{job.status}", lang),
        phase=said(f"phase_{detail.phase}", lang),
        running=running,
        percent=round(100 * detail.done / detail.total) if running and detail.total else None,
        done=said("job_pieces", lang, done=detail.done, total=detail.total) if detail.total else "",
        summary=_summary(job, lang),
        error=_error(detail.error, lang),
        outcomes=tuple(_outcome(one, lang) for one in detail.outcomes),
    )


def _summary(job: JobView, lang: Lang) -> str:
    detail = job.detail
    if job.status != "done":
        return ""
    if job.kind == "train":
        return said("job_trained", lang, n=detail.baselines)
    return said(
        "job_counts",
        lang,
        ingested=detail.ingested,
        completed=detail.completed,
        duplicates=detail.duplicates,
        refused=detail.refused,
        failed=detail.failed,
    )


def _error(text: str, lang: Lang) -> str:
    return said("job_cut_off", lang) if text == CUT_OFF else in_language(text, lang)


def _outcome(one: FileOutcome, lang: Lang) -> OutcomeLine:
    return OutcomeLine(
        name=clean(one.name),
        outcome=one.outcome,
        label=said(f"outcome_{one.outcome}", lang),
        why=clean(in_language(one.why, lang)),
        address=f"/runs/{one.activity_id}" if one.activity_id else "",
    )
