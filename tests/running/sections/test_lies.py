"""A language model that lies in twelve ways, asked as it would be: nothing of it is let through."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.task import MAX_ATTEMPTS, Accepted, Rejected, Reply, ask
from hakaru.present.narrator import narrate_all
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import SectionTask
from hakaru.running.sections.model import SectionEvidence, SectionText
from tests.running.sections.known_runs import known_run
from tests.running.sections.lies import LIES, About
from tests.running.sections.readers import untrue

RUNS = range(0, 36)


def outcome_of(
    about: SectionEvidence, lang: Lang, replies: list[Mapping[str, Any]]
) -> tuple[Accepted[SectionText] | Rejected, int]:
    """Asks a model that gives these replies, then the last one for ever."""
    steps = ask(SectionTask(about, lang))
    next(steps)
    n_asked = 0
    while True:
        told = replies[min(n_asked, len(replies) - 1)]
        n_asked += 1
        try:
            steps.send(Reply(text=json.dumps(told, ensure_ascii=False), finish="stop"))
        except StopIteration as end:
            return end.value, n_asked


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", LIES)
def test_a_model_that_lies_is_never_believed(way: str) -> None:
    seen: Counter[str] = Counter()
    for number in RUNS:
        known = known_run(number)
        abouts = gather_all(known)
        for lang in LANGUAGES:
            for section, true in narrate_all(known, lang).items():
                about = abouts[section]
                liar = About(
                    section=section,
                    language=lang,
                    needs_improvement=about.evidence.needs_improvement,
                    training_type=known.training_type,
                )
                lie = LIES[way](true.content, liar)
                if lie == true.content:
                    continue
                seen[section] += 1
                stubborn, n_asked = outcome_of(about, lang, [lie])
                assert isinstance(stubborn, Rejected), (number, section, lie)
                assert n_asked == MAX_ATTEMPTS
                mending, n_asked = outcome_of(about, lang, [lie, true.content])
                assert isinstance(mending, Accepted), (number, section)
                assert n_asked == 2
                assert mending.value == true
    assert seen, "this lie was never told"


def test_what_is_let_through_says_nothing_untrue() -> None:
    """By readers that share nothing with the judge."""
    for number in RUNS:
        known = known_run(number)
        for lang in LANGUAGES:
            for section, text in narrate_all(known, lang).items():
                assert untrue(text, gather_all(known)[section]) == []


def test_the_readers_see_the_lies() -> None:
    """They are no rubber stamp: of the lies about numbers and verdicts each is seen."""
    for way in ("wrong digit", "fine called poor", "poor called fine", "invented number"):
        seen = 0
        for number in RUNS:
            known = known_run(number)
            for section, true in narrate_all(known, "ja").items():
                about = gather_all(known)[section]
                liar = About(
                    section=section,
                    language="ja",
                    needs_improvement=about.evidence.needs_improvement,
                    training_type=known.training_type,
                )
                lie = LIES[way](true.content, liar)
                if lie != true.content:
                    told = SectionText(section=section, text=lie["text"], evidence=())
                    seen += bool(untrue(told, about))
        assert seen, way
