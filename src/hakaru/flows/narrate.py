"""Word the sections of runs: by the model that is configured, else by the narrator; check; store.

One run at a time, its sections at the same time. What is up to date is passed over, so that what
was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hakaru.core.errors import BadArgument, ModelNotConfigured, ModelNotInstalled
from hakaru.flows.brevity import beginning, first_rows
from hakaru.flows.context import Context
from hakaru.flows.isolate import isolate
from hakaru.flows.sections_words import WordedRun, Wording, word_sections, wording_of
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.store.activities import resolve_activity
from hakaru.store.references import LATEST
from hakaru.store.sections import unwritten_activities

_SHOWN = 10
_ROWS_BYTES = 1400
_REASON_BYTES = 200


@dataclass(frozen=True, kw_only=True)
class FailedRun:
    """A run whose sections could not be stored, and why."""

    activity_id: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class AnalyzeResult:
    """What was worded and stored now, run by run."""

    runs: tuple[WordedRun, ...]
    failed: tuple[FailedRun, ...]

    @property
    def ok(self) -> bool:
        """Whether no run failed."""
        return not self.failed

    @property
    def reply(self) -> Mapping[str, object]:
        """Counts, and the first runs: `n_more` others were looked at."""
        rows = first_rows(map(_row, self.runs), most=_SHOWN, within_bytes=_ROWS_BYTES)
        failed = (
            {
                "activity_id": failure.activity_id,
                "reason": beginning(failure.reason, within_bytes=_REASON_BYTES),
            }
            for failure in self.failed
        )
        stored = [source for run in self.runs for source in run.stored.values()]
        return {
            "n_runs": len(self.runs),
            "n_stored": len(stored),
            "n_by_model": stored.count("llm"),
            "n_by_narrator": stored.count("narrator"),
            "n_up_to_date": sum(len(run.up_to_date) for run in self.runs),
            "runs": rows,
            "n_more": len(self.runs) - len(rows),
            "n_failed": len(self.failed),
            "failed": first_rows(failed, most=_SHOWN, within_bytes=_ROWS_BYTES, n_marks=1),
        }


def analyze(
    context: Context,
    *,
    activity: str | None,
    missing: bool,
    section: SectionName | None,
    language: Literal["ja", "en"] | None,
) -> AnalyzeResult:
    """Word and store the sections of one run (None: the latest), or of every run that lacks some
    or whose verdict is newer than its sections.

    Raises:
        BadArgument: both an activity and `missing`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
        StoreError: the store cannot be used; what was stored until then stays.
    """
    if activity is not None and missing:
        raise BadArgument("activity", activity, "left out, as --missing requires")
    wanted = SECTIONS if section is None else (section,)
    wording = wording_of(context, wanted, lang=language or context.settings.language)
    with context.store.read() as con:
        if missing:
            chosen: Sequence[int] = unwritten_activities(con, wording.sections, lang=wording.lang)
        else:
            chosen = (resolve_activity(con, activity or LATEST),)
    return word_runs(context, chosen, wording=wording)


def word_runs(context: Context, activity_ids: Sequence[int], *, wording: Wording) -> AnalyzeResult:
    """Each run by itself: one that fails does not stop the others."""
    runs: list[WordedRun] = []
    failed: list[FailedRun] = []
    context.progress.begin("wording", len(activity_ids))
    for activity_id in activity_ids:
        word = partial(word_sections, context, activity_id, wording=wording)
        outcome = isolate(word, item=f"sections of {activity_id}")
        if outcome.value is not None:
            runs.append(outcome.value)
        if isinstance(outcome.error, ModelNotConfigured | ModelNotInstalled):
            raise outcome.error
        if outcome.error is not None:
            failed.append(FailedRun(activity_id=activity_id, reason=str(outcome.error)))
        context.progress.advance()
    context.progress.end()
    return AnalyzeResult(runs=tuple(runs), failed=tuple(failed))


def _row(run: WordedRun) -> Mapping[str, object]:
    return {
        "activity_id": run.activity_id,
        "day": run.day.isoformat(),
        "stored": dict(run.stored),
        "not_by_model": {
            name: beginning(why, within_bytes=_REASON_BYTES) for name, why in run.reasons.items()
        },
    }
