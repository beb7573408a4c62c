"""What is said about one run, and about many at once?"""

from __future__ import annotations

from hakaru.flows.evaluate import EvaluateResult, FormResult
from hakaru.present.rows import heading_rating
from hakaru.present.sentences import in_language
from hakaru.present.terminal import verdict_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say

_LISTED = 10


def evaluate_text(result: EvaluateResult, language: Lang) -> str:
    """One verdict in full, several as a table, and who has none."""
    shown = result.evaluations[-_LISTED:]
    lines = [say("evaluated", language, n=result.evaluated, changed=result.changed)]
    if len(result.evaluations) == 1:
        lines.append(verdict_text(result.evaluations[0], lang=language))
    else:
        lines += [
            f"  {verdict.day}  {verdict.activity_id:>13}  {heading_rating(verdict, language)}"
            for verdict in reversed(shown)
        ]
        left = result.evaluated - len(shown)
        if left > 0:
            lines.append(say("more", language, n=left))
    if result.refused:
        lines.append(say("without_verdict", language, n=len(result.refused)))
        lines += [
            f"  {refusal.activity_id}: {in_language(refusal.reason, language)}"
            for refusal in result.refused[:_LISTED]
        ]
    return "\n".join(lines)


def form_text(result: FormResult, language: Lang) -> str:
    """The verdict on one run."""
    return verdict_text(result.evaluation, lang=language)
