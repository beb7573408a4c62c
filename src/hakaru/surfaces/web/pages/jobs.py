"""Long pieces of work: files that come in, and how far each piece is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, in_context, in_language, message, say
from hakaru.flows.job_records import (
    FileOutcome,
    JobDetail,
    JobKind,
    JobView,
    Phase,
    Subject,
    begin_job,
    done_frac,
    is_to_stop,
    job_of,
    jobs_of,
    queue_job,
)
from hakaru.flows.jobs import (
    CUT_OFF,
    DEATHS_MAX,
    STOPPABLE,
    exported_file,
    resume_job,
    stop_job,
    stop_upload,
)
from hakaru.flows.run_edits import removed
from hakaru.guard.cleaning import clean
from hakaru.present.figures import lasting, minute_text
from hakaru.present.run_edits import run_name
from hakaru.records import frozen
from hakaru.store.jobs import JobStatus
from hakaru.surfaces.web.pages.visit import (
    Choice,
    Data,
    Download,
    Onward,
    Section,
    Shown,
    Visit,
)

_SECTIONS: Mapping[JobKind, Section] = {
    "import": "import",
    "simulate": "import",
    "train": "form",
    "export": "settings",
    "organize": "plans",
    "advise": "plans",
    "summarise": "focus",
}


@frozen
class OutcomeLine:
    """What came of one file."""

    name: str
    outcome: str
    label: str
    why: str
    address: str


@frozen
class JobLine:
    """A job as finished strings. `percent` None: how much there is to do is not known. `file` '':
    there is nothing to save. `item` is the file that is being read, `left` how long it still takes;
    '': not known. `may_stop`: it goes on later where it stopped; `stops`: somebody asked for that.
    """

    job_id: int
    kind: JobKind
    title: str
    started: str
    status: str
    status_label: str
    phase: str
    phase_is_uploading: bool
    running: bool
    percent: int | None
    done: str
    item: str
    left: str
    may_stop: bool
    stops: bool
    stopped: bool
    summary: str
    error: str
    file: str
    outcomes: tuple[OutcomeLine, ...]


@frozen
class Asked:
    """A question that is answered beside the pages. `working` says how far it is ('': nothing is
    under way), `failed` why there is no answer, `text` the answer if it is one sentence or two, and
    `at` when that was asked for.
    `fresh`: whoever asked is looking at the answer now."""

    working: str = ""
    failed: str = ""
    text: str = ""
    at: str = ""
    fresh: bool = False


_KINDS: Mapping[JobKind, str] = {
    "import": N_("Import"),
    "simulate": N_("Simulation"),
    "train": in_context("job train", "Training"),
    "export": N_("Export"),
    "organize": N_("Proposals"),
    "advise": N_("Options"),
    "summarise": N_("A day in words"),
}
_PHASES: Mapping[Phase, str] = {
    "uploading": N_("Receiving files"),
    "waiting": N_("Waiting for its turn"),
    "reading": N_("Reading and judging"),
    "simulating": N_("Making runs"),
    "training": N_("Learning the baselines"),
    "gathering": N_("Gathering and packing"),
    "thinking": N_("Working it out"),
    "done": N_("Finished"),
    "stopped": N_("Stopped"),
}
_STATUSES: Mapping[JobStatus, str] = {
    "running": N_("under way"),
    "done": N_("done"),
    "failed": N_("failed"),
}
_OUTCOMES: Mapping[str, str] = {
    "ingested": in_context("outcome ingested", "taken in"),
    "duplicate": N_("known already"),
    "refused": N_("passed over"),
    "failed": N_("cannot be read"),
}


def show(visit: Visit) -> Shown:
    """One job: a page, and a piece of one while it runs."""
    job = job_of(visit.context, int(visit.here["job_id"]))
    return Shown(
        template="job.html.j2" if visit.partly else "job_page.html.j2",
        title=say(_KINDS[job.kind], visit.lang),
        view=job_line(job, visit),
        section=_SECTIONS[job.kind],
    )


def save(visit: Visit) -> Download:
    """The file that a job made. Raises BadArgument where there is none, or none any more."""
    job = job_of(visit.context, int(visit.here["job_id"]))
    path = exported_file(visit.context, job.detail.file)
    if path is None:
        raise BadArgument("job", job.job_id, message("a job whose file is still there"))
    return Download(name=path.name, media_type="application/zip", path=path)


def begin(visit: Visit, kind: JobKind) -> JobView:
    """Write a job down and hand it in; the same that is under way is not begun again."""
    job = begin_job(visit.context, kind, owner=visit.worker.owner)
    visit.worker.hand_in(job.job_id)
    return job


def ask(visit: Visit, kind: JobKind, *, about: Subject) -> None:
    """The same for a question that a model may be asked: long work does not hold it up."""
    talker = visit.talker
    talker.hand_in(begin_job(visit.context, kind, subject=about, owner=talker.owner).job_id)


def asked_before(visit: Visit, kind: JobKind, *, about: Subject, since: datetime | None) -> Asked:
    """How it stands with the last question about a node or a day. What failed before `since`, when
    something else was answered, is not told any more."""
    newest = next(
        (
            job
            for job in jobs_of(visit.context, kind)
            if (job.subject.node, job.subject.day) == (about.node, about.day)
        ),
        None,
    )
    if newest is None:
        return Asked()
    working, detail = newest.status == "running", newest.detail
    failed = newest.status == "failed" and (since is None or newest.started_at > since)
    return Asked(
        working=say(_PHASES[detail.phase], visit.lang) if working else "",
        failed=clean(_error(detail.error, visit.lang)) if failed else "",
        text=detail.text,
        at=minute_text(newest.started_at),
        fresh=not working and (visit.partly or visit.choice("told") == "asked"),
    )


def job_line(job: JobView, visit: Visit) -> JobLine:
    """A job as it reads now."""
    detail, lang = job.detail, visit.lang
    stopped = job.status == "running" and detail.phase == "stopped"
    running = job.status == "running" and not stopped
    frac = done_frac(detail)
    there = exported_file(visit.context, detail.file) is not None
    return JobLine(
        job_id=job.job_id,
        kind=job.kind,
        title=say(_KINDS[job.kind], lang),
        started=minute_text(job.started_at),
        status=job.status,
        status_label=say(_outcome_name(job), lang),
        phase=say(_phase(detail), lang),
        phase_is_uploading=running and detail.phase == "uploading",
        running=running,
        percent=None if frac is None or not running else round(100 * frac),
        done=_pieces(detail, lang),
        item=clean(detail.item) if running else "",
        left=""
        if detail.left_s is None or not running
        else say("about {time} left", lang, time=lasting(detail.left_s, lang)),
        may_stop=running and job.kind in STOPPABLE and detail.phase != "uploading",
        stops=running and is_to_stop(visit.context, job.job_id),
        stopped=stopped,
        summary=_summary(job, lang, there=there),
        error=_error(detail.error, lang),
        file=f"/jobs/{job.job_id}/file" if there else "",
        outcomes=tuple(_outcome(outcome, lang) for outcome in detail.outcomes),
    )


def _outcome_name(job: JobView) -> str:
    """How a job stands: its status, or that it was set aside."""
    is_set_aside = job.status == "failed" and job.detail.deaths >= DEATHS_MAX
    if job.status == "running" and job.detail.phase == "stopped":
        return N_("stopped")
    return in_context("job set aside", "set aside") if is_set_aside else _STATUSES[job.status]


def _phase(detail: JobDetail) -> str:
    """What is done at this moment."""
    if detail.phase == "reading" and detail.step in ("evaluating", "understanding"):
        return N_("Bringing verdicts up to date")
    return _PHASES[detail.phase]


def _pieces(detail: JobDetail, lang: Lang) -> str:
    """'12 of 40 files · 31,204 rows', as far as it is known."""
    if not detail.total:
        return ""
    rows = say("{n:,} <n:row|rows> read", lang, n=detail.rows) if detail.rows else ""
    if detail.files_total and detail.step in ("reading", "rows"):
        done, total = detail.files_done, detail.files_total
        files = say("{done:,} of {total:,} files", lang, done=done, total=total)
        if detail.step == "rows":
            of_list = say(
                "{done:,} of {total:,} rows of a list", lang, done=detail.done, total=detail.total
            )
            return " · ".join((files, of_list))
        return " · ".join(part for part in (files, rows) if part)
    template = _UNITS_OF_STEPS.get(detail.step, N_("{done} of {total}"))
    pieces = say(template, lang, done=detail.done, total=detail.total)
    return " · ".join(part for part in (pieces, rows) if part)


_UNITS_OF_STEPS: Mapping[str, str] = {
    "streaming": N_("{done:,} of {total:,} MB"),
    "export": N_("{done:,} of {total:,} MB"),
    "evaluating": N_("{done:,} of {total:,} runs"),
    "understanding": N_("{done:,} of {total:,} runs"),
    "simulating": N_("{done:,} of {total:,} runs"),
}
"""By the name of a step: what its pieces are."""


def _summary(job: JobView, lang: Lang, *, there: bool) -> str:
    detail = job.detail
    if job.status != "done" or job.kind in ("organize", "advise", "summarise"):
        return ""
    if job.kind == "train":
        return say("Made {n} new <n:version|versions>.", lang, n=detail.baselines)
    if job.kind == "export":
        return say(
            N_("{n} <n:table|tables> in one file.")
            if there
            else N_("The file is not there any more; export again."),
            lang,
            n=detail.n_tables,
        )
    counts = say(
        "{ingested} new, {completed} completed, {duplicates} known already, {refused} "
        "passed over, {failed} failed",
        lang,
        ingested=detail.ingested,
        completed=detail.completed,
        duplicates=detail.duplicates,
        refused=detail.refused,
        failed=detail.failed,
    )
    if detail.removed:
        away = say("{n} removed before <n:stays|stay> away", lang, n=detail.removed)
        counts = f"{counts} · {away}"
    if not detail.ingested + detail.completed:
        return counts
    return (
        f"{counts} · {say('{n} <n:run has|runs have> a verdict on form', lang, n=detail.evaluated)}"
    )


def _error(text: str, lang: Lang) -> str:
    return (
        say("The upload was cut off; add the files again.", lang)
        if text == CUT_OFF
        else in_language(text, lang)
    )


def _outcome(outcome: FileOutcome, lang: Lang) -> OutcomeLine:
    return OutcomeLine(
        name=clean(outcome.name),
        outcome=outcome.outcome,
        label=say(_OUTCOMES[outcome.outcome], lang),
        why=clean(in_language(outcome.why, lang)),
        address=f"/runs/{outcome.activity_id}" if outcome.activity_id else "",
    )


_JOBS_SHOWN = 8


@frozen
class ImportView:
    """The page: the newest jobs, and the runs that were removed. `told`: what was done just now."""

    jobs: tuple[JobLine, ...]
    removed: tuple[Choice, ...]
    told: str


def show_imports(visit: Visit) -> Shown:
    """Where files are dropped."""
    jobs = jobs_of(visit.context, "import", "simulate", "train")[:_JOBS_SHOWN]
    gone = removed(visit.context)
    view = ImportView(
        jobs=tuple(job_line(job, visit) for job in jobs),
        removed=tuple(
            Choice(value=str(run.activity_id), label=run_name(run, visit.lang), chosen=False)
            for run in gone
        ),
        told=say("It may come back: import its file again.", visit.lang)
        if visit.choice("told") == "back"
        else "",
    )
    title = say("Import", visit.lang)
    return Shown(template="import.html.j2", title=title, view=view, section="import")


def begin_import(visit: Visit) -> Data:
    """A new import that takes files."""
    owner = visit.worker.owner
    job = begin_job(visit.context, "import", phase="uploading", owner=owner)
    return Data(text=json.dumps({"ok": True, "job": job.job_id}))


def start(visit: Visit) -> Data:
    """Everything was uploaded: take it in."""
    job_id = int(visit.here["job_id"])
    job = job_of(visit.context, job_id)
    if job.kind != "import" or job.detail.phase != "uploading" or job.status != "running":
        raise BadArgument("job", job_id, message("an import that still takes files"))
    queue_job(visit.context, job_id)
    visit.worker.hand_in(job_id)
    return Data(text=json.dumps({"ok": True, "page": f"/jobs/{job_id}"}))


def simulate(visit: Visit) -> Onward:
    """A season of a simulated runner."""
    return Onward(to=f"/jobs/{begin(visit, 'simulate').job_id}")


def stop(visit: Visit) -> Onward:
    """Files will not come any more, or what came is to be taken in later."""
    job_id = int(visit.here["job_id"])
    job = job_of(visit.context, job_id)
    if job.detail.phase == "uploading":
        stop_upload(visit.context, job_id)
        return Onward(to="/import")
    stop_job(visit.context, job_id)
    return Onward(to=f"/jobs/{job_id}")


def resume(visit: Visit) -> Onward:
    """Go on where it stopped."""
    job_id = int(visit.here["job_id"])
    resume_job(visit.context, job_id, owner=visit.worker.owner)
    visit.worker.hand_in(job_id)
    return Onward(to=f"/jobs/{job_id}")
