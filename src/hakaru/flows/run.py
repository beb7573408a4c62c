"""One run from its file to its report: take in, judge, word, draw; each step resumes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hakaru.core.errors import NotAnalysed, NotEvaluated, SourceError
from hakaru.flows.brevity import first_rows
from hakaru.flows.context import Context
from hakaru.flows.evaluate import evaluate
from hakaru.flows.ingest import ingest
from hakaru.flows.narrate import AnalyzeResult, word_runs
from hakaru.flows.report import ReportResult, report
from hakaru.flows.sections_words import wording_of
from hakaru.flows.understanding import understand
from hakaru.running.sections.model import SECTIONS
from hakaru.sources.discover import discover
from hakaru.sources.files import shown
from hakaru.sources.read import fingerprint
from hakaru.store.activities import known_sources, resolve_activity
from hakaru.store.file_access import Output
from hakaru.store.sessions import read_session
from hakaru.store.verdicts import read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Step = Literal["ingest", "evaluate", "understand"]

_SHOWN = 10
_ROWS_BYTES = 2400


@dataclass(frozen=True, kw_only=True)
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
    def reply(self) -> Mapping[str, object]:
        """Where the first reports are; `n_reports` counts all of them."""
        rows = first_rows(
            (run_report.reply for run_report in self.reports), most=_SHOWN, within_bytes=_ROWS_BYTES
        )
        sections_reply = self.sections.reply
        return {
            "steps": list(self.steps),
            "n_reports": len(self.reports),
            "reports": rows,
            "sections": {
                key: sections_reply[key]
                for key in ("n_stored", "n_by_model", "n_by_narrator", "n_up_to_date", "n_failed")
            },
        }


def run(
    context: Context,
    *,
    subject: str | Path,
    out: Path | Output | None,
    language: Literal["ja", "en"] | None,
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
    keys = [
        (identity.sha256, identity.member or "") for identity in map(fingerprint, discover((path,)))
    ]
    with context.store.read() as con:
        records = known_sources(con, keys)
    recorded_ids = [
        record.activity_id for record in records.values() if record.activity_id is not None
    ]
    chosen = tuple(dict.fromkeys((*result.activity_ids, *recorded_ids)))
    if not chosen:
        problems = (*result.failed, *result.refused)
        reason = problems[0].reason if problems else "there is no run in it"
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
