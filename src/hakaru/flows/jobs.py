"""Which long pieces of work are under way, how far are they, and what came of them?

A job is written down before it begins, with everything needed to begin it again: one that a kill
cut off goes on where it stopped, because what it runs looks at what is stored already.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal, get_args

from hakaru.errors import BadArgument, StoreError
from hakaru.flows.context import Context
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.flows.isolate import isolate
from hakaru.flows.simulate import simulate
from hakaru.flows.train import train
from hakaru.store.sources import SourceRecord, known_sources, sources_under
from hakaru.store.state import Job, JobStatus, State

JobKind = Literal["import", "simulate", "train"]
KINDS: tuple[JobKind, ...] = get_args(JobKind)
Phase = Literal["uploading", "waiting", "reading", "simulating", "training", "done"]
UPLOADS = "uploads"
CUT_OFF = "the upload was cut off; add the files again"
_SAVED_EVERY_S = 0.4
_SIMULATED_WEEKS, _RUNS_PER_WEEK, _SEED = 16, 4, 1
_KEPT_OUTCOMES = 500


@dataclass(frozen=True, kw_only=True)
class FileOutcome:
    """What came of one file. `activity_id` '' and `why` '': there is none."""

    name: str
    outcome: str
    why: str = ""
    activity_id: str = ""


@dataclass(frozen=True, kw_only=True)
class JobDetail:
    """How far a job is: `done` of `total` pieces (0: not known yet), and in the end what came of
    it. `error` '': it has not failed."""

    phase: Phase = "waiting"
    done: int = 0
    total: int = 0
    ingested: int = 0
    completed: int = 0
    duplicates: int = 0
    refused: int = 0
    failed: int = 0
    baselines: int = 0
    error: str = ""
    outcomes: tuple[FileOutcome, ...] = ()


@dataclass(frozen=True, kw_only=True)
class JobView:
    """A job as it is now."""

    job_id: int
    kind: JobKind
    status: JobStatus
    started_at: datetime
    detail: JobDetail


def begin_job(context: Context, kind: JobKind, *, phase: Phase = "waiting") -> JobView:
    """Write down a new job; `run_job` does it."""
    state = State(context.data_folder)
    job_id = state.begin_job(kind, "", now=context.now())
    state.note_job(job_id, _text(JobDetail(phase=phase)))
    if kind == "import":
        folder_of(context, job_id).mkdir(parents=True, exist_ok=True)
    return job_of(context, job_id)


def job_of(context: Context, job_id: int) -> JobView:
    """One job. Raises BadArgument where there is none."""
    for job in jobs_of(context):
        if job.job_id == job_id:
            return job
    raise BadArgument("job", job_id, "the number of a job")


def jobs_of(context: Context) -> tuple[JobView, ...]:
    """Every job, newest first."""
    found = State(context.data_folder).jobs()
    return tuple(_view(one) for one in reversed(found) if one.kind in KINDS)


def folder_of(context: Context, job_id: int) -> Path:
    """Where the files of an import lie; they stay there, as the source of what was stored."""
    return context.data_folder / UPLOADS / str(job_id)


def queue_job(context: Context, job_id: int) -> None:
    """Say that everything needed is there, so that a restart begins it, too."""
    detail = job_of(context, job_id).detail
    State(context.data_folder).note_job(job_id, _text(replace(detail, phase="waiting")))


def unfinished_jobs(context: Context) -> tuple[int, ...]:
    """Jobs that a crash cut off, in order. An upload that broke off is closed as failed."""
    state, found = State(context.data_folder), []
    for job in reversed(jobs_of(context)):
        if job.status != "running":
            continue
        if job.detail.phase == "uploading":
            broken = _text(replace(job.detail, error=CUT_OFF))
            state.finish_job(job.job_id, status="failed", now=context.now(), detail=broken)
        else:
            found.append(job.job_id)
    return tuple(found)


def run_job(context: Context, job_id: int) -> JobView:
    """Do a job, from its beginning or where it stopped. What goes wrong is written down."""
    job = job_of(context, job_id)
    state = State(context.data_folder)
    progress = JobProgress(state, job_id, phase=_PHASES[job.kind])
    own = replace(context, progress=progress)
    status: JobStatus = "failed"
    try:
        outcome = isolate(lambda: _WORK[job.kind](own, job_id), item=f"job {job_id}")
        detail = outcome.value or replace(progress.detail, error=str(outcome.error))
        status = "failed" if outcome.value is None else "done"
    except StoreError as error:
        detail = replace(progress.detail, error=str(error))
    state.finish_job(job_id, status=status, now=context.now(), detail=_text(detail))
    return job_of(context, job_id)


class JobProgress:
    """Keeps how far a job is in the state file, a few times a second."""

    def __init__(self, state: State, job_id: int, *, phase: Phase) -> None:
        self._state, self._job_id, self._saved_s = state, job_id, 0.0
        self._lock = threading.Lock()
        self.detail = JobDetail(phase=phase)

    def begin(self, label: str, total: int) -> None:  # noqa: ARG002
        """A step with `total` pieces starts."""
        self._tell(replace(self.detail, done=0, total=total), at_once=True)

    def advance(self, pieces: int = 1) -> None:
        """So many pieces of the current step are done."""
        self._tell(replace(self.detail, done=self.detail.done + pieces), at_once=False)

    def end(self) -> None:
        """The current step is over."""
        self._tell(replace(self.detail, done=self.detail.total), at_once=True)

    def _tell(self, detail: JobDetail, *, at_once: bool) -> None:
        with self._lock:
            self.detail = detail
            now_s = time.monotonic()
            if at_once or now_s - self._saved_s >= _SAVED_EVERY_S:
                self._saved_s = now_s
                self._state.note_job(self._job_id, _text(detail))


def _import(context: Context, job_id: int) -> JobDetail:
    folder = folder_of(context, job_id)
    paths = sorted(one for one in folder.iterdir() if not one.name.endswith(".part"))
    found = ingest(context, paths=paths)
    with context.store.read() as con:
        recorded = sources_under(con, f"{folder}/")
        others = [path for path in paths if str(path) not in {one.path for one in recorded}]
        keys = {path: (_sha256(path), "") for path in others if path.is_file()}
        earlier = known_sources(con, list(keys.values()))
    recorded += tuple(
        replace(earlier[key], path=str(path), outcome="duplicate", reason=None)
        for path, key in keys.items()
        if key in earlier and earlier[key].activity_id is not None
    )
    return _detail(found, _outcomes(folder, paths, recorded, found))


def _simulate(context: Context, job_id: int) -> JobDetail:  # noqa: ARG001
    folder = context.data_folder / UPLOADS / "simulated"
    made = simulate(
        context,
        folder=folder,
        weeks=_SIMULATED_WEEKS,
        runs_per_week=_RUNS_PER_WEEK,
        seed=_SEED,
        start=None,
    )
    found = ingest(context, paths=[made.folder])
    train(context, method="direct", history=True)
    return _detail(found, ())


def _train(context: Context, job_id: int) -> JobDetail:  # noqa: ARG001
    found = train(context, method="direct", history=False)
    return JobDetail(phase="done", baselines=len(found.baselines))


_WORK: Mapping[JobKind, Callable[[Context, int], JobDetail]] = {
    "import": _import,
    "simulate": _simulate,
    "train": _train,
}
_PHASES: Mapping[JobKind, Phase] = {
    "import": "reading",
    "simulate": "simulating",
    "train": "training",
}


def _outcomes(
    folder: Path, paths: list[Path], recorded: tuple[SourceRecord, ...], found: IngestResult
) -> tuple[FileOutcome, ...]:
    """Each file as the user called it; one whose content was known before is a duplicate."""
    told = [
        FileOutcome(
            name=_name(one.path, one.member, folder),
            outcome=one.outcome,
            why=one.reason or "",
            activity_id="" if one.activity_id is None else str(one.activity_id),
        )
        for one in recorded
    ]
    known = {one.path for one in recorded}
    for problem in (*found.failed, *found.refused):
        path, _, member = problem.path.partition("!")
        if path not in known:
            name = _name(path, member, folder)
            told.append(FileOutcome(name=name, outcome="failed", why=problem.reason))
            known.add(path)
    told += [
        FileOutcome(name=_name(str(path), "", folder), outcome="duplicate")
        for path in paths
        if str(path) not in known
    ]
    worst = {"failed": 0, "refused": 1, "ingested": 2, "duplicate": 3}
    return tuple(sorted(told, key=lambda one: (worst.get(one.outcome, 9), one.name)))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name(path: str, member: str, folder: Path) -> str:
    name = path.removeprefix(f"{folder}/")
    return f"{name}!{member}" if member else name


def _detail(found: IngestResult, outcomes: tuple[FileOutcome, ...]) -> JobDetail:
    return JobDetail(
        phase="done",
        ingested=found.ingested,
        completed=found.completed,
        duplicates=found.duplicates,
        refused=len(found.refused),
        failed=len(found.failed),
        outcomes=outcomes[:_KEPT_OUTCOMES],
    )


def _text(detail: JobDetail) -> str:
    return json.dumps(asdict(detail), ensure_ascii=False)


def _view(job: Job) -> JobView:
    try:
        found = json.loads(job.detail or "{}")
        outcomes = tuple(FileOutcome(**one) for one in found.pop("outcomes", ()))
        detail = JobDetail(**found, outcomes=outcomes)
    except (ValueError, TypeError):
        detail = JobDetail(error=job.detail or "")
    kind = next(one for one in KINDS if one == job.kind)
    return JobView(
        job_id=job.job_id,
        kind=kind,
        status=job.status,
        started_at=job.started_at,
        detail=detail,
    )
