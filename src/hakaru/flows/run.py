"""Runs from Garmin Connect or a file to their report: each step goes on where it can."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hakaru.core.errors import FetchFailed, NotAnalysed, NotEvaluated, SourceError
from hakaru.core.i18n import Lang, Language, message, say, term
from hakaru.core.plain import Rows, Text, fields_shown
from hakaru.flows.context import Context
from hakaru.flows.evaluate import evaluate, understand
from hakaru.flows.ingest import IngestResult, first_problems, ingest
from hakaru.flows.narrate import AnalyzeResult, word_runs, wording_of
from hakaru.flows.report import ReportResult, report
from hakaru.records import frozen
from hakaru.running.sections.model import SECTIONS
from hakaru.sources.discover import discover
from hakaru.sources.files import shown
from hakaru.sources.garmin.account import GarminAccount, connect, read_tokens
from hakaru.sources.garmin.fetch import FetchFailure, FetchReport, PatientAccount, fetch
from hakaru.sources.read import fingerprint, unfolded
from hakaru.store.activities import known_sources, resolve_activity
from hakaru.store.file_access import Output
from hakaru.store.private import private_folder
from hakaru.store.sessions import read_session
from hakaru.store.verdicts import read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_SHOWN_IDS = 20
_SHOWN_FAILURES = 10
_FAILURES_BYTES = 500
_REASON_BYTES = 200


@frozen
class FetchResult:
    """What came to disk, and what the ingest made of it."""

    fetched: FetchReport
    ingested: IngestResult

    @property
    def ok(self) -> bool:
        """Whether everything listed is on disk and nothing failed to be read."""
        return self.fetched.ok and self.ingested.ok

    @property
    def shape(self) -> Mapping[str, object]:
        """What of the fetch, and what of the ingest; both share the room of a reply."""
        report, ingested = self.fetched, self.ingested
        fetched = {
            "n_fetched": len(report.fetched),
            "activity_ids": Rows(report.fetched, most=_SHOWN_IDS),
            "skipped": report.skipped,
            "failed": _first_failures(report.failed, count="n_failed"),
            "incomplete": _first_failures(report.incomplete, count="n_incomplete"),
            "stopped": report.stopped and Text(report.stopped, within_bytes=_REASON_BYTES),
        }
        problems = {
            name: first_problems(
                getattr(ingested, name), count=f"n_{name}", room_bytes=_FAILURES_BYTES
            )
            for name in ("refused", "failed")
        }
        return {"fetched": fetched, "ingested": fields_shown(ingested) | problems}


def fetch_garmin(context: Context, *, since: date | None, until: date | None) -> FetchResult:
    """Sign in (or resume the stored session), fetch what is missing, ingest it.

    E-mail and password come from GARMIN_EMAIL and GARMIN_PASSWORD or are asked for on a terminal;
    neither is stored.

    Raises:
        FetchFailed: the extra is not installed, or the service refused, throttled or is away.
    """
    account = _account(context.data_folder / "garmin_session", context.settings.language)
    return fetch_from(
        context, PatientAccount(account=account, sleep=time.sleep), since=since, until=until
    )


def _account(session_folder: Path, lang: Lang) -> GarminAccount:
    """The stored session; without one, e-mail and password (asked for on a terminal)."""
    email, password = os.environ.get("GARMIN_EMAIL"), os.environ.get("GARMIN_PASSWORD")
    if sys.stdin.isatty() and read_tokens(session_folder) is None:
        email = email or ask(say("Garmin e-mail: ", lang))
        password = password or getpass(say("Garmin password: ", lang), stream=sys.stderr)
    return connect(session_folder, email=email, password=password, mfa=partial(_ask_code, lang))


def fetch_from(
    context: Context, account: GarminAccount, *, since: date | None, until: date | None
) -> FetchResult:
    """The same with an account that is signed in."""
    raw = context.data_folder / "raw" / "garmin"
    started = False

    def progress(done: int, total: int) -> None:
        nonlocal started
        if not started:
            context.progress.begin("fetching", total)
            started = True
        elif done:
            context.progress.advance()

    with contextlib.suppress(OSError):  # said by whoever writes there
        private_folder(raw)
    fetched = fetch(account, raw, since=since, until=until, on_progress=progress)
    context.progress.end()
    return FetchResult(fetched=fetched, ingested=ingest(context, paths=(raw,)))


def ask(words: str) -> str:
    """What somebody types at a terminal. The question is no part of what is printed."""
    sys.stderr.write(words)
    sys.stderr.flush()
    return input().strip()


def _ask_code(lang: Lang) -> str:
    if not sys.stdin.isatty():
        raise FetchFailed(
            "Garmin Connect", message("asks for a one-time code: run it on a terminal")
        )
    return ask(say("Garmin code: ", lang))


def _first_failures(failures: Sequence[FetchFailure], *, count: str) -> Rows[object]:
    rows = [
        {
            "activity_id": failure.activity_id,
            "reason": Text(failure.reason, within_bytes=_REASON_BYTES),
        }
        for failure in failures
    ]
    return Rows(rows, most=_SHOWN_FAILURES, within_bytes=_FAILURES_BYTES, n_marks=1, count=count)


Step = Literal["ingest", "evaluate", "understand"]

_SHOWN = 10
_ROWS_BYTES = 2400


@frozen
class RunResult:
    """The reports that lie there now. `steps` are those that had something to do beside them."""

    steps: tuple[Step, ...]
    sections: AnalyzeResult
    reports: tuple[ReportResult, ...]

    @property
    def ok(self) -> bool:
        """Whether every run has its sections."""
        return self.sections.ok

    @property
    def shape(self) -> Mapping[str, object]:
        """Where the reports are, and how many sections were worded."""
        return {
            "steps": list(self.steps),
            "reports": Rows(self.reports, most=_SHOWN, within_bytes=_ROWS_BYTES, count="n_reports"),
            "sections": {
                **self.sections.counts,
                "n_failed": len(self.sections.failed),
                "model_given_up": self.sections.given_up
                and Text(self.sections.given_up, within_bytes=_REASON_BYTES),
            },
        }


def run(
    context: Context,
    *,
    subject: str | Path,
    out: Path | Output | None,
    language: Language | None,
) -> RunResult:
    """A file, a day or an id: what is missing is done, then the report is written.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        SourceError: the file holds no run, or cannot be read.
        FileIsThere: the folder that was named holds a report of the run.
        StoreError: the store or the folder of the reports cannot be used.
    """
    lang = language or context.settings.language
    context = replace(context, settings=replace(context.settings, language=lang))
    steps: list[Step] = []
    if isinstance(subject, Path):
        chosen, fresh = _take_in(context, subject)
        steps += ["ingest"] if fresh else []
    else:
        with context.store.read() as con:
            chosen = (resolve_activity(con, subject),)
    steps += _judge(context, chosen)
    sections = word_runs(context, chosen, wording=wording_of(context, SECTIONS, lang=lang))
    reports = tuple(report(context, activity=str(key), out=out) for key in chosen)
    return RunResult(steps=tuple(steps), sections=sections, reports=reports)


def _take_in(context: Context, path: Path) -> tuple[Sequence[int], bool]:
    """The runs in a file, stored now or before, and whether anything was new."""
    result = ingest(context, paths=(path,))
    folded = discover((path,))
    with unfolded(folded, folder=context.data_folder, on_bytes=lambda _: None) as members:
        keys = [(identity.sha256, identity.member or "") for identity in map(fingerprint, members)]
    with context.store.read() as con:
        records = known_sources(con, keys)
    recorded_ids = [
        record.activity_id for record in records.values() if record.activity_id is not None
    ]
    chosen = tuple(dict.fromkeys((*result.activity_ids, *recorded_ids)))
    if not chosen:
        problems = (*result.failed, *result.refused)
        reason = term(problems[0].reason) if problems else message("there is no run in it")
        raise SourceError(shown(path), reason)
    return chosen, bool(result.activity_ids)


def _judge(context: Context, activity_ids: Sequence[int]) -> Sequence[Step]:
    """Look at runs as sessions, and judge their form, where nobody has yet."""
    done: list[Step] = []
    for activity_id in activity_ids:
        with context.store.read() as con:
            steps = _due(con, activity_id)
        if "evaluate" in steps:
            evaluate(context, activity=str(activity_id), all=False)
        if "understand" in steps:
            understand(context, activity=str(activity_id), all=False)
        done += [step for step in steps if step not in done]
    return done


def _due(con: DuckDBPyConnection, activity_id: int) -> Sequence[Step]:
    due: list[Step] = []
    try:
        read_evaluation(con, activity_id)
    except NotEvaluated:
        due.append("evaluate")
    try:
        read_session(con, activity_id)
    except NotAnalysed:
        due.append("understand")
    return due
