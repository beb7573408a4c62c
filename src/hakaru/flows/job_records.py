"""Records of long pieces of work: which there are, their progress and their outcome.

A job is written down before it begins, with everything needed to begin it again.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import LANGUAGES, Language, message, parts_of, with_parts
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.file_access import UPLOADS
from hakaru.store.jobs import Job, Jobs, JobStatus, NewJob
from hakaru.store.private import private_folder
from hakaru.store.state import State

JobKind = Literal["import", "simulate", "train", "export", "organize", "advise", "summarise"]
KINDS: tuple[JobKind, ...] = get_args(JobKind)
Phase = Literal[
    "uploading",
    "waiting",
    "reading",
    "simulating",
    "training",
    "gathering",
    "thinking",
    "stopped",
    "done",
]
PART_MARK = ".part-"
"""How the name of a file begins that has not come in whole; no uploaded name begins with a dot."""
_SAVED_EVERY_S = 0.4
_STOPPED, _STOPPED_KEPT = "jobs_stopped_owners", 16
_TO_STOP = "jobs_to_stop"
_GUESS_FROM_S, _GUESS_FROM_FRAC = 2.0, 0.02
"""Before that, how long a job still takes is not guessed."""
_FILE_STEPS = ("reading", "rows")
"""Steps of an ingest in which files go in one after the other."""
_ID_MOST = 2**63 - 1


@frozen
class Subject:
    """What a job is about; None: it is about no such thing.

    `intent` is what somebody wants in their own words, `day` a day as YYYY-MM-DD, `lang` the
    language of the answer (None: that of the settings).
    """

    node: str | None = None
    intent: str | None = None
    day: str | None = None
    lang: Language | None = None


NO_SUBJECT = Subject()


@frozen
class FileOutcome:
    """What came of one file. `activity_id` '' and `why` '': there is none."""

    name: str
    outcome: str
    why: str = ""
    activity_id: str = ""


@frozen
class JobDetail:
    """How far a job is: `done` of `total` pieces (0: not known yet), and in the end what came of
    it. `error` '': it has not failed. `file`, `text` '': it made none. `deaths`: how often the
    program ended while it did the job.

    While it goes on, `step` says what the pieces are (as flows call it), `item` which file is being
    read ('': none), `files_done` of `files_total` and `rows` what came in so far, and `left_s` how
    long it still takes as fast as it was until now (None: too early to say)."""

    phase: Phase = "waiting"
    done: int = 0
    total: int = 0
    ingested: int = 0
    completed: int = 0
    duplicates: int = 0
    removed: int = 0
    refused: int = 0
    failed: int = 0
    evaluated: int = 0
    step: str = ""
    item: str = ""
    files_done: int = 0
    files_total: int = 0
    rows: int = 0
    left_s: float | None = None
    baselines: int = 0
    file: str = ""
    n_tables: int = 0
    text: str = ""
    error: str = ""
    deaths: int = 0
    outcomes: tuple[FileOutcome, ...] = ()


@frozen
class JobView:
    """A job as it is now. `owner`: who does it; None: nobody yet."""

    job_id: int
    kind: JobKind
    subject: Subject
    status: JobStatus
    started_at: datetime
    detail: JobDetail
    owner: str | None


def begin_job(
    context: Context,
    kind: JobKind,
    *,
    subject: Subject = NO_SUBJECT,
    phase: Phase = "waiting",
    owner: str | None = None,
) -> JobView:
    """Write down a new job of an owner (see `store.jobs`; None: nobody's yet); `run_job` does it.

    The same that is under way already is not begun a second time, except an import: that takes
    files of its own.
    """
    new = NewJob(
        kind=kind,
        subject=_subject_text(subject),
        detail=job_text(JobDetail(phase=phase)),
        owner=owner,
    )
    job_id = stored_jobs(context).begin(new, now=context.now(), again=kind == "import")
    if kind == "import":
        private_folder(folder_of(context, job_id))
    return job_of(context, job_id)


def stored_jobs(context: Context) -> Jobs:
    """Where jobs are written down."""
    return Jobs(State(context.data_folder))


def job_of(context: Context, job_id: int) -> JobView:
    """One job. Raises BadArgument where there is none."""
    jobs = stored_jobs(context).find(job_id=job_id) if job_id <= _ID_MOST else ()
    for job in jobs:
        if job.kind in KINDS:
            return _view(job)
    raise BadArgument("job", job_id, message("the number of a job"))


def jobs_of(context: Context, *kinds: JobKind) -> tuple[JobView, ...]:
    """Every job, or those of some kinds; newest first."""
    stored = stored_jobs(context)
    jobs = [job for kind in kinds or KINDS for job in stored.find(kind=kind)]
    return tuple(_view(job) for job in sorted(jobs, key=lambda job: -job.job_id))


def note_stop(context: Context, owner: str) -> None:
    """Write down that an owner is stopped on purpose: what it does then was not killed by it."""
    stopped = [*owners_stopped(context), owner][-_STOPPED_KEPT:]
    State(context.data_folder).write_setting(_STOPPED, json.dumps(stopped))


def owners_stopped(context: Context) -> tuple[str, ...]:
    """The last owners that were stopped on purpose while they did something."""
    written = State(context.data_folder).setting(_STOPPED)
    try:
        owners = json.loads(written or "[]")
    except ValueError:
        return ()
    return tuple(map(str, owners)) if isinstance(owners, list) else ()


def folder_of(context: Context, job_id: int) -> Path:
    """Where the files of an import lie; they stay there, as the source of what was stored."""
    return context.data_folder / UPLOADS / str(job_id)


def queue_job(context: Context, job_id: int) -> None:
    """Say that everything needed is there, so that a restart begins it, too."""
    detail = job_of(context, job_id).detail
    stored_jobs(context).note(job_id, job_text(replace(detail, phase="waiting")))


def want_stopped(context: Context, job_id: int, *, wanted: bool = True) -> None:
    """Write down that a job is to stop at its next step, or (`wanted` False) that it may go on;
    whichever program does it reads that."""
    job_ids = _to_stop(State(context.data_folder)) - {job_id}
    job_ids |= {job_id} if wanted else set()
    State(context.data_folder).write_setting(_TO_STOP, json.dumps(sorted(job_ids)))


def is_to_stop(context: Context, job_id: int) -> bool:
    """Whether somebody wants that this job stops."""
    return job_id in _to_stop(State(context.data_folder))


def _to_stop(state: State) -> set[int]:
    try:
        job_ids = json.loads(state.setting(_TO_STOP) or "[]")
    except ValueError:
        return set()
    return {job_id for job_id in job_ids if isinstance(job_id, int)}


class JobStopped(BaseException):
    """Somebody stopped the job, which may go on later.

    Not an `Exception`: a flow that goes on after one bad file must not go on after this.
    """


class JobProgress:
    """Keeps how far a job is in the state file, a few times a second."""

    def __init__(
        self,
        jobs: Jobs,
        job_id: int,
        *,
        phase: Phase,
        deaths: int = 0,
        folder: Path | None = None,
        is_to_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Write down that the job has begun: a program that ends from here on ended in it.

        `folder`: files in it are named without it; `is_to_stop` is asked before each step.
        """
        self._jobs, self._job_id, self._saved_s = jobs, job_id, 0.0
        self._prefix = "" if folder is None else f"{folder}/"
        self._is_to_stop = is_to_stop
        self._lock = threading.Lock()
        self._begun_s = time.monotonic()
        self.detail = JobDetail(phase=phase, deaths=deaths)
        self._tell(self.detail, at_once=True)

    def begin(self, label: str, total: int) -> None:
        """A step with `total` pieces starts; one that reads files may go on with those left."""
        before = self.detail
        if not (label in _FILE_STEPS and before.step in _FILE_STEPS):
            self._begun_s = time.monotonic()
        made = replace(before, done=0, total=total, step=label, left_s=None)
        if label == "reading":
            n_files = before.files_total if before.step in _FILE_STEPS else total
            made = replace(made, files_total=n_files, files_done=n_files - total)
        elif label != "rows":
            made = replace(made, item="")
        self._tell(self._guessed(made), at_once=True)

    def advance(self, pieces: int = 1) -> None:
        """So many pieces of the current step are done."""
        made = replace(self.detail, done=self.detail.done + pieces)
        if made.step == "reading":
            made = replace(made, files_done=made.files_done + pieces)
        self._tell(self._guessed(made), at_once=False)

    def at(self, item: str, *, rows: int = 0) -> None:
        """The current step is about this file; so many rows of data came in since the last."""
        name = item.removeprefix(self._prefix)
        self._tell(replace(self.detail, item=name, rows=self.detail.rows + rows), at_once=False)

    def end(self) -> None:
        """The current step is over."""
        done = replace(self.detail, done=self.detail.total, item="", left_s=None)
        self._tell(done, at_once=True)

    def check(self) -> None:
        """Raise JobStopped if somebody wants it; a job goes on whoever looks."""
        if self._is_to_stop():
            raise JobStopped

    def _guessed(self, detail: JobDetail) -> JobDetail:
        """With how long it still takes."""
        elapsed_s, done_frac = time.monotonic() - self._begun_s, _done_frac(detail)
        if elapsed_s < _GUESS_FROM_S or done_frac < _GUESS_FROM_FRAC:
            return detail
        return replace(detail, left_s=elapsed_s * (1 - done_frac) / done_frac)

    def _tell(self, detail: JobDetail, *, at_once: bool) -> None:
        with self._lock:
            self.detail = detail
            now_s = time.monotonic()
            if at_once or now_s - self._saved_s >= _SAVED_EVERY_S:
                self._saved_s = now_s
                self._jobs.note(self._job_id, job_text(detail))


def _done_frac(detail: JobDetail) -> float:
    """How much of the current step is done; the files of an ingest are one step."""
    step_frac = min(1.0, detail.done / detail.total) if detail.total else 0.0
    if detail.step not in _FILE_STEPS or not detail.files_total:
        return step_frac
    in_list_files = step_frac if detail.step == "rows" else 0.0
    return min(1.0, (detail.files_done + in_list_files) / detail.files_total)


def done_frac(detail: JobDetail) -> float | None:
    """How much of the current step is done, 0 to 1; None: how much there is is not known."""
    return _done_frac(detail) if detail.total else None


def job_text(detail: JobDetail) -> str:
    """How the detail of a job is written down."""
    payload = _with_parts(asdict(detail), "error", detail.error)
    payload["outcomes"] = [
        _with_parts(asdict(outcome), "why", outcome.why) for outcome in detail.outcomes
    ]
    return json.dumps(payload, ensure_ascii=False)


def _with_parts(payload: dict[str, Any], name: str, sentence: str) -> dict[str, Any]:
    """Beside a sentence, what it was made of."""
    parts = parts_of(sentence)
    return payload if parts is None else {**payload, f"{name}_parts": parts}


def _whole(payload: dict[str, Any], name: str) -> dict[str, Any]:
    """The sentence again of its parts."""
    parts = payload.pop(f"{name}_parts", None)
    return {**payload, name: with_parts(payload.get(name, ""), parts)}


def _view(job: Job) -> JobView:
    try:
        payload = json.loads(job.detail or "{}")
        outcomes = tuple(
            FileOutcome(**_whole(outcome, "why")) for outcome in payload.pop("outcomes", ())
        )
        detail = JobDetail(**_whole(payload, "error"), outcomes=outcomes)
    except (ValueError, TypeError):
        detail = JobDetail(error=job.detail or "")
    kind = next(candidate for candidate in KINDS if candidate == job.kind)
    return JobView(
        job_id=job.job_id,
        kind=kind,
        subject=_subject(job.subject),
        status=job.status,
        started_at=job.started_at,
        detail=detail,
        owner=job.owner,
    )


def _subject_text(subject: Subject) -> str:
    """'' for what is about nothing in particular."""
    payload = {name: value for name, value in asdict(subject).items() if value is not None}
    return json.dumps(payload, ensure_ascii=False, sort_keys=True) if payload else ""


def _subject(written: str) -> Subject:
    try:
        payload = json.loads(written or "{}")
    except ValueError:
        return NO_SUBJECT
    values = payload if isinstance(payload, dict) else {}
    arguments = {
        name: value
        for name in ("node", "intent", "day")
        if isinstance(value := values.get(name), str)
    }
    lang = next((language for language in LANGUAGES if language == values.get("lang")), None)
    return Subject(**arguments, lang=lang)
