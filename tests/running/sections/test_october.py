"""The validation cases of the requirement: one verdict, said alike by every section."""

from __future__ import annotations

import pytest
from benchmarks.sections.tokens import token_costs

from hakaru.core.i18n import LANGUAGES
from hakaru.guard.cleaning import musts
from hakaru.present.narrator import narrate_all
from hakaru.running.sections.facts import gather
from hakaru.running.sections.model import RunKnown
from hakaru.running.sections.stored import judge_section
from tests.running.sections.october import EASY, FAST, october_run

EASY_RUN = october_run(EASY, 431.0)
FAST_RUN = october_run(FAST, 300.0)


@pytest.mark.parametrize(
    ("known", "shown"), [(EASY_RUN, "258ms"), (FAST_RUN, "216ms")], ids=["easy", "fast"]
)
def test_both_paces_are_as_usual_in_every_section(known: RunKnown, shown: str) -> None:
    """GCT 258 ms at 7:11/km and 216 ms at 5:00/km: efficiency and summary agree."""
    texts = narrate_all(known, "ja")
    assert f"接地時間は{shown}" in texts["efficiency"].text
    assert "普段の範囲に収まりました" in texts["efficiency"].text or "いつもどおり" in (
        texts["efficiency"].text
    )
    assert "フォームは100.0/100（★★★★★）" in texts["summary"].text
    assert "範囲外" not in texts["efficiency"].text + texts["summary"].text
    assert texts["summary"].improvements == ()


def test_the_contradiction_of_the_requirement_is_refused_in_either_section() -> None:
    """ "GCT 258msは優秀" beside "GCT 258msは改善必要（目標250ms未満）"."""
    about = gather("summary", EASY_RUN)
    blamed = {
        "text": "GCT 258msは改善必要（目標250ms未満）。垂直振幅と垂直比率は達成済みです。",
        "evidence": ["gct.actual"],
        "improvements": [{"metric": "gct", "text": "GCTを250ms未満にする。", "evidence": []}],
    }
    found = judge_section(blamed, about, lang="ja", told_in="ja").findings
    rules = {finding.rule for finding in musts(found)}
    assert {"grounding.number", "summary.not_needed"} <= rules
    assert "section.verdict" in rules


def test_a_section_costs_at_most_500_tokens_and_the_efficiency_less_than_the_old_way() -> None:
    """Prompt and reply at most 250 each, in either language."""
    for lang in LANGUAGES:
        costs = token_costs(EASY_RUN, lang=lang)
        assert costs["old_tokens"] > costs["new_tokens"]
        assert costs["prompt_tokens_most"] <= 250
        assert costs["reply_tokens_most"] <= 250
