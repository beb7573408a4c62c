"""The stored verdict on the form of one run: reading it imports nothing that judges."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.verdict import FormEvaluation
from hakaru.running.verdict_text import as_reply
from hakaru.store.activities import resolve_activity
from hakaru.store.verdicts import read_evaluation


@frozen
class FormResult:
    """One verdict, and how its JSON is worded."""

    evaluation: FormEvaluation
    lang: Lang
    detail: bool

    @property
    def shape(self) -> Mapping[str, object]:
        """The required shape."""
        return as_reply(self.evaluation, self.lang, detail=self.detail)


def get_form_evaluations(context: Context, *, activity_id: str, detail: bool) -> FormResult:
    """The stored verdict on one run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotEvaluated: the run has no verdict; the reason says why.
    """
    with context.store.read() as con:
        evaluation = read_evaluation(con, resolve_activity(con, activity_id))
    return FormResult(evaluation=evaluation, lang=context.settings.language, detail=detail)
