"""The validation cases of the requirement: one verdict, said alike by every section."""

from __future__ import annotations

import re

import pytest
from benchmarks.sections.tokens import token_costs

from hakaru.core.i18n import LANGUAGES
from hakaru.guard.claims import all_hold
from hakaru.present.sections import narrate_all
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.outside import take
from hakaru.running.sections.model import RunKnown
from tests.running.sections.october import EASY, FAST, october_run

EASY_RUN = october_run(EASY, 431.0)
FAST_RUN = october_run(FAST, 300.0)


@pytest.mark.parametrize("known", [EASY_RUN, FAST_RUN], ids=["easy", "fast"])
def test_both_paces_are_as_usual_in_every_section(known: RunKnown) -> None:
    """GCT 258 ms at 7:11/km and 216 ms at 5:00/km: efficiency and summary agree."""
    texts = narrate_all(known, "ja")
    assert "接地時間、垂直振幅と垂直比率は" in texts["efficiency"].text
    assert "100.0/100（★★★★★）" in texts["summary"].text
    for section in ("efficiency", "summary"):
        assert not re.search("範囲外|改善|課題|外れ", texts[section].text)


@pytest.mark.parametrize(
    "text",
    [
        "GCT 258msは改善必要（目標250ms未満）。垂直振幅と垂直比率は達成済みです。",
        "接地時間は258 msで、改善が必要です。",
        "接地時間は248 msでした。",
    ],
)
def test_the_contradiction_of_the_requirement_is_no_finding(text: str) -> None:
    """ "GCT 258msは優秀" beside "GCT 258msは改善必要（目標250ms未満）"."""
    facts = facts_of(EASY_RUN)
    taken = take({"text": text}, facts, menu=dict)
    assert taken.refusals or taken.is_note
    assert all(all_hold(statement.claims, facts) for statement in taken.statements)


def test_a_section_costs_at_most_500_tokens_and_the_efficiency_less_than_the_old_way() -> None:
    """Prompt and reply at most 250 each, in either language."""
    for lang in LANGUAGES:
        costs = token_costs(EASY_RUN, lang=lang)
        assert costs["old_tokens"] > costs["new_tokens"]
        assert costs["prompt_tokens_most"] <= 250
        assert costs["reply_tokens_most"] <= 250
