"""Does a text say only what the evidence says?

Numbers, dates and shares are facts, within half the last digit shown; each belongs to the metric,
role and part it is said of; directions, praise, blame and causes agree with the evidence. Japanese
and English, in one text as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from hakaru.guard.evidence import Evidence
from hakaru.guard.findings import Finding
from hakaru.guard.grounding.binding import bind
from hakaru.guard.grounding.causes import cause_problems
from hakaru.guard.grounding.claims import Grounding
from hakaru.guard.grounding.directions import direction_problems
from hakaru.guard.grounding.numbers import number_problems
from hakaru.guard.grounding.page import page_of
from hakaru.guard.grounding.parts import part_problems
from hakaru.guard.grounding.roles import role_problems
from hakaru.guard.grounding.verdicts import verdict_problems
from hakaru.guard.grounding.vocabulary import GENERAL, Vocabulary
from hakaru.guard.grounding.wording import Lang, Problem, finding


def check(
    text: str,
    evidence: Evidence,
    *,
    vocabulary: Vocabulary = GENERAL,
    path: str = "",
    lang: Lang = "en",
) -> tuple[Finding, ...]:
    """Everything in a text that the evidence does not say, told in `lang`; never raises."""
    return grounded(text, evidence, vocabulary=vocabulary, path=path, lang=lang).findings


def grounded(
    text: str,
    evidence: Evidence,
    *,
    vocabulary: Vocabulary = GENERAL,
    path: str = "",
    lang: Lang = "en",
) -> Grounding:
    """The claims of a text, and what is wrong with them."""
    page = page_of(text, evidence, vocabulary=vocabulary)
    bound = bind(page)
    verdicts = tuple(verdict_problems(page))
    problems = [
        *number_problems(page, bound),
        *role_problems(page, bound),
        *part_problems(page, bound),
        *direction_problems(page, bound),
        *verdicts,
        *cause_problems(page),
    ]
    return Grounding(
        claims=tuple(page.claims),
        unsupported=tuple(
            bound_claim.claim.text for bound_claim in bound if not bound_claim.supported
        ),
        contradictions=_metrics(verdicts),
        findings=tuple(
            finding(problem, path, lang=lang)
            for problem in sorted(problems, key=lambda problem: problem.start)
        ),
    )


def _metrics(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Each contradicted metric once."""
    return tuple(dict.fromkeys(problem.metric for problem in problems if problem.metric))
