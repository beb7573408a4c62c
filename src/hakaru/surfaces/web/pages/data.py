"""How is everything taken along, and how is everything deleted?"""

from __future__ import annotations

from hakaru.flows.job_records import jobs_of
from hakaru.flows.jobs import delete_everything
from hakaru.surfaces.web.pages.jobs import JobLine, begin, job_line
from hakaru.surfaces.web.pages.visit import Onward, Visit

DELETE_WORD = "DELETE"


def newest_export(visit: Visit) -> JobLine | None:
    """The export that was asked for last; None: nobody asked for one."""
    jobs = jobs_of(visit.context, "export")
    return job_line(jobs[0], visit) if jobs else None


def export(visit: Visit) -> Onward:
    """Everything in open formats, made beside the pages."""
    begin(visit, "export")
    return Onward(to="/settings#data")


def delete(visit: Visit) -> Onward:
    """Delete everything, if that is what was written."""
    if visit.sent.get("confirm", "").strip() != DELETE_WORD:
        return Onward(to="/settings?told=kept#data")
    delete_everything(visit.context)
    return Onward(to="/settings?told=deleted")
