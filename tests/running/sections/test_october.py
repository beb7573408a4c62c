"""The validation cases of the requirement: one verdict, said alike by every section."""

from __future__ import annotations

import pytest
from benchmarks.sections.tokens import token_costs

from hakaru.guard.cleaning import musts
from hakaru.present.narrator import narrate_all
from hakaru.running.sections.facts import gather
from hakaru.running.sections.judge import judge_section
from hakaru.running.sections.model import RunKnown, SectionText
from hakaru.running.sections.rules import contradictions
from tests.running.sections.october import EASY, FAST, october_run

EASY_RUN = october_run(EASY, 431.0)
FAST_RUN = october_run(FAST, 300.0)
A_MODEL_SAYS = {
    "text": "接地時間は258msで、期待値262msより1.3%短く優秀です。"
    "垂直振幅7.1cmと垂直比率8.4%も良好です。",
    "evidence": ["gct.actual", "gct.expected", "gct.delta_pct", "vo.actual", "vr.actual"],
}


@pytest.mark.parametrize(
    ("known", "shown"), [(EASY_RUN, "258ms"), (FAST_RUN, "216ms")], ids=["easy", "fast"]
)
def test_both_paces_are_as_usual_in_every_section(known: RunKnown, shown: str) -> None:
    """GCT 258 ms at 7:11/km and 216 ms at 5:00/km: efficiency and summary agree."""
    texts = narrate_all(known, "ja")
    assert f"接地時間は{shown}" in texts["efficiency"].text
    assert f"接地時間は{shown}で、このペースではいつもどおりです" in texts["efficiency"].text
    assert "総合100.0点（★★★★★）" in texts["summary"].text
    assert "範囲外" not in texts["efficiency"].text + texts["summary"].text
    assert texts["summary"].improvements == ()
    assert contradictions(texts, lang="ja") == ()


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
    praised = SectionText(section="efficiency", text="GCT 258msは優秀です。", evidence=())
    against = SectionText(section="summary", text="GCT 258msは要改善です。", evidence=())
    crossed = contradictions({"efficiency": praised, "summary": against}, lang="ja")
    assert [one.rule for one in crossed] == ["cross.verdict"]


def test_the_efficiency_section_costs_less_than_a_third_of_the_old_way() -> None:
    """Resolutions row 61: at most 240 tokens where the baseline is about 800."""
    costs = token_costs(EASY_RUN, A_MODEL_SAYS)
    assert 760 <= costs["old_tokens"] <= 840
    assert costs["new_tokens"] <= 240
    assert costs["saved_pct"] >= 70.0


def test_a_reply_that_does_not_pass_is_not_counted() -> None:
    with pytest.raises(ValueError, match="does not pass"):
        token_costs(EASY_RUN, {"text": "GCTは199msです。", "evidence": ["gct.actual"]})
