"""What came of wording the sections of runs, and of one run from its file to its report?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.flows.narrate import AnalyzeResult, WordedRun
from hakaru.flows.run import RunResult
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.present.terminal import SECTION_NAMES, section_lines, wrapped
from hakaru.present.words import say as say_word
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.text.report import report_text
from hakaru.surfaces.cli.words import say


def analyze_text(result: AnalyzeResult, language: Lang) -> str:
    """The words of a single run; of several how many there were; then what went wrong."""
    if not result.runs and not result.failed:
        return say("nothing_to_word", language)
    lines = _counts(result, language)
    if len(result.runs) == 1:
        lines += ["", *section_lines(result.runs[0].shown, language)]
    for run in result.runs:
        lines += _reasons(run, language)
    for failed in result.failed:
        why = clean(in_language(failed.reason, language))
        lines += wrapped(f"{failed.activity_id}: {why}", first="  ")
    return "\n".join(lines)


def run_text(result: RunResult, language: Lang) -> str:
    """What was done, then each report as `hakaru report` tells it."""
    steps = [say(f"step_{step}", language) for step in result.steps]
    lines = [say("steps_done", language, steps=say("and", language).join(steps))] if steps else []
    lines += [*_counts(result.sections, language), ""]
    for failure in result.sections.failed:
        why = clean(in_language(failure.reason, language))
        lines += wrapped(f"{failure.activity_id}: {why}", first="  ")
    return "\n".join([*lines, *(report_text(report, language) for report in result.reports)])


def _counts(result: AnalyzeResult, language: Lang) -> list[str]:
    stored = [source for run in result.runs for source in run.stored.values()]
    up_to_date = sum(len(run.up_to_date) for run in result.runs)
    return [
        say(
            "worded",
            language,
            n=len(stored),
            model=stored.count("llm"),
            narrator=stored.count("narrator"),
            current=up_to_date,
            failed=len(result.failed),
        )
    ]


def _reasons(run: WordedRun, language: Lang) -> Sequence[str]:
    """Why the narrator spoke where a model was asked."""
    lines: list[str] = []
    for name, why in run.reasons.items():
        title = say_word(SECTION_NAMES[name], language)
        sentence = say(
            "not_by_model",
            language,
            section=title,
            activity_id=run.activity_id,
            reason=clean(in_language(why, language)),
        )
        lines += wrapped(sentence, first="  ")
    return lines
