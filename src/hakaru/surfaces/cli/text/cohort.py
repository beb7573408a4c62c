"""How does work over very many runners read on a terminal?"""

from __future__ import annotations

from hakaru.flows.cohort import CohortResult, CohortSimulated
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.present.words import counted
from hakaru.running.wording import Lang

_SHOWN = 10
_WORDS: dict[str, tuple[str, str]] = {
    "simulated": (
        "シミュレーションしたランナー {n} 人（各 {runs} ラン）を {lake} に書きました。"
        "実在の人の記録ではありません。",
        "Wrote {n} simulated <n:runner|runners> of {runs} runs each to {lake}. "
        "Nobody ran <n:it|them>.",
    ),
    "train": (
        "{n} 人のうち {done} 人を学習し（基準 {rows} 件）、{skipped} 人は"
        "済んでいました。{seconds} 秒。",
        "{n} <n:runner|runners>: {done} learned ({rows} baselines), {skipped} were done already; "
        "{seconds} s.",
    ),
    "evaluate": (
        "{n} 人のうち {done} 人を評価し（{rows} 行）、{skipped} 人は済んでいました。{seconds} 秒。",
        "{n} <n:runner|runners>: {done} judged ({rows} rows), {skipped} were done already; "
        "{seconds} s.",
    ),
    "failed": ("できなかったランナー {n} 人:", "{n} failed:"),
    "results": ("結果: {lake}/_results", "Results: {lake}/_results"),
}


def simulated_text(result: CohortSimulated, language: Lang) -> str:
    """One sentence."""
    return _say("simulated", language, n=result.n_runners, runs=result.runs_each, lake=result.lake)


def cohort_text(result: CohortResult, language: Lang) -> str:
    """Counts, the first failures, and where the results are."""
    lines = [
        _say(
            result.step,
            language,
            n=result.n_runners,
            done=result.done,
            rows=result.n_rows,
            skipped=result.skipped,
            seconds=f"{result.elapsed_s:.1f}",
        )
    ]
    if result.failed:
        lines.append(_say("failed", language, n=len(result.failed)))
        lines += [
            f"  {clean(outcome.runner_id)}: {clean(in_language(outcome.reason or '', language))}"
            for outcome in result.failed[:_SHOWN]
        ]
    return "\n".join([*lines, _say("results", language, lake=result.lake)])


def _say(key: str, language: Lang, **slots: object) -> str:
    return counted(_WORDS[key][language == "en"], slots).format(**slots)
