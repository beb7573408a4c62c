"""Do the words of sections hold, over many runs and every way to lie, and what do they cost?

`python -m benchmarks sections [--quick]`. Must show 2 of issue 5: 500 made-up runs x 5 sections x
(narrator ja, narrator en, a model that lies in 12 ways): nothing is let through that contradicts
the verdict or has a number without a source, by readers that share nothing with the judge. Beside
it times, sizes of evidence and prompts, and the tokens of the efficiency section.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping

from tests.running.sections.known_runs import known_run
from tests.running.sections.lies import LIES, About
from tests.running.sections.october import EASY, october_run
from tests.running.sections.readers import untrue
from tests.running.sections.test_october import A_MODEL_SAYS

from benchmarks.sections.tokens import token_costs
from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.task import Accepted, Rejected, Reply, ask
from hakaru.present.narrator import narrate
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import SectionTask, bundle, bundle_bytes, judge_section
from hakaru.running.sections.model import RunKnown, SectionEvidence, SectionName, SectionText
from hakaru.running.sections.rules import contradictions

_RUNS = 500
_QUICK_RUNS = 20


class _Tally:
    """Counts and times while the runs go by."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.let_through: Counter[str] = Counter()
        self.untrue_stored = self.contradictions_stored = self.narrator_refused = 0
        self.mended = 0
        self.narrate_ms: list[float] = []
        self.judge_ms: list[float] = []
        self.evidence_bytes: list[int] = []


def run(quick: bool) -> Mapping[str, object]:
    """Counts that must be 0, those they are out of, and milliseconds."""
    n_runs, tally = _QUICK_RUNS if quick else _RUNS, _Tally()
    for number in range(n_runs):
        _one_run(known_run(number), tally)
    return {
        "runs": n_runs,
        "sections": n_runs * 5 * len(LANGUAGES),
        "lies_told": sum(tally.told.values()),
        "lies_told_by_way": dict(tally.told),
        "lies_let_through": sum(tally.let_through.values()),
        "mended_after_a_correction": tally.mended,
        "narrator_refused": tally.narrator_refused,
        "untraceable_or_untrue_stored": tally.untrue_stored,
        "contradictions_between_sections_stored": tally.contradictions_stored,
        "narrate_ms": _spread(tally.narrate_ms),
        "judge_ms": _spread(tally.judge_ms),
        "evidence_bytes": {
            "median": statistics.median(tally.evidence_bytes),
            "max": max(tally.evidence_bytes),
        },
        "tokens": dict(token_costs(october_run(EASY, 431.0), A_MODEL_SAYS)),
    }


def _one_run(known: RunKnown, tally: _Tally) -> None:
    abouts = gather_all(known)
    tally.evidence_bytes += [bundle_bytes(bundle(about)) for about in abouts.values()]
    for lang in LANGUAGES:
        stored: dict[SectionName, SectionText] = {}
        for section, about in abouts.items():
            stored[section] = _section(known, about, lang=lang, tally=tally)
        tally.contradictions_stored += len(contradictions(stored, lang="en"))


def _section(known: RunKnown, about: SectionEvidence, *, lang: Lang, tally: _Tally) -> SectionText:
    """The narrator's text, judged; then every lie about it, told three times, and once mended."""
    started_s = time.perf_counter()
    text = narrate(about.section, known, lang=lang)
    told_s = time.perf_counter()
    judged = judge_section(text.content, about, lang=lang, told_in=lang)
    tally.judge_ms.append(1000.0 * (time.perf_counter() - told_s))
    tally.narrate_ms.append(1000.0 * (told_s - started_s))
    tally.narrator_refused += not judged.passes
    tally.untrue_stored += len(untrue(text, about))
    for way, lie in _lies(known, about, text, lang=lang):
        tally.told[way] += 1
        stubborn = _asked(about, lang, [lie])
        if isinstance(stubborn, Accepted):
            tally.let_through[way] += 1
            tally.untrue_stored += len(untrue(stubborn.value, about))
        tally.mended += isinstance(_asked(about, lang, [lie, text.content]), Accepted)
    return text


def _lies(
    known: RunKnown, about: SectionEvidence, text: SectionText, *, lang: Lang
) -> Iterator[tuple[str, Mapping[str, object]]]:
    liar = About(
        section=about.section,
        language=lang,
        needs_improvement=about.evidence.needs_improvement,
        training_type=known.training_type,
    )
    for way, lie in LIES.items():
        changed = lie(text.content, liar)
        if changed != text.content:
            yield way, changed


def _asked(
    about: SectionEvidence, lang: Lang, replies: list[Mapping[str, object]]
) -> Accepted[SectionText] | Rejected:
    """What becomes of a task whose model gives these replies, then the last one for ever."""
    steps, n_asked = ask(SectionTask(about, lang)), 0
    next(steps)
    while True:
        told = json.dumps(replies[min(n_asked, len(replies) - 1)], ensure_ascii=False)
        n_asked += 1
        try:
            steps.send(Reply(text=told, finish="stop"))
        except StopIteration as end:
            outcome: Accepted[SectionText] | Rejected = end.value
            return outcome


def _spread(values_ms: list[float]) -> Mapping[str, float]:
    in_order = sorted(values_ms)
    return {
        "median": round(in_order[len(in_order) // 2], 3),
        "p99": round(in_order[int(0.99 * (len(in_order) - 1))], 3),
        "max": round(in_order[-1], 3),
    }
