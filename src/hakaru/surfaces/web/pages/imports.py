"""How do files come in?"""

from __future__ import annotations

import json
from dataclasses import dataclass

from hakaru.core.errors import BadArgument
from hakaru.flows.job_records import begin_job, job_of, jobs_of, queue_job
from hakaru.flows.jobs import stop_upload
from hakaru.surfaces.web.pages.jobs import JobLine, job_line
from hakaru.surfaces.web.pages.jobs import begin as begin_work
from hakaru.surfaces.web.pages.visit import Data, Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

_JOBS_SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class ImportView:
    """The page: the newest jobs."""

    jobs: tuple[JobLine, ...]


def show(visit: Visit) -> Shown:
    """Where files are dropped."""
    jobs = jobs_of(visit.context, "import", "simulate", "train")[:_JOBS_SHOWN]
    view = ImportView(jobs=tuple(job_line(job, visit) for job in jobs))
    title = page_text("nav_import", visit.lang)
    return Shown(template="import.html.j2", title=title, view=view, section="import")


def begin(visit: Visit) -> Data:
    """A new import that takes files."""
    owner = visit.worker.owner
    job = begin_job(visit.context, "import", phase="uploading", owner=owner)
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
    return Onward(to=f"/jobs/{begin_work(visit, 'simulate').job_id}")


def stop(visit: Visit) -> Onward:
    """Files will not come any more."""
    stop_upload(visit.context, int(visit.here["job_id"]))
    return Onward(to="/import")
