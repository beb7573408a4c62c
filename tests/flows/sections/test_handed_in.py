"""What an author outside hands in: judged like everybody else's, refused with the reasons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hakaru.catalog.reply import error_reply
from hakaru.core.errors import AnalysisRefused, BadArgument, UnknownActivity
from hakaru.core.i18n import in_language
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.reads import (
    InsertedSection,
    get_analysis_contract,
    insert_section_analysis_dict,
    prefetch_activity_context,
    validate_section_json,
)
from hakaru.guard.task import EVIDENCE_MOST_BYTES
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.running.sections.rules import RULES
from hakaru.store.readers.base import size_bytes
from tests.flows.factories import run_sql, with_settings
from tests.flows.sections.reading import run_id, stored_of, true_content


def hand_in(context: Context, section: SectionName, analysis: dict[str, Any]) -> InsertedSection:
    return insert_section_analysis_dict(
        context,
        activity_id=str(run_id(context)),
        section_type=section,
        analysis_data=analysis,
        agent_name="an agent",
        agent_version="7",
    )


def findings(context: Context, section: SectionName, analysis: dict[str, Any]) -> set[str]:
    checked = validate_section_json(
        context,
        activity_id=str(run_id(context)),
        section_type=section,
        analysis_data=json.dumps(analysis),
    )
    assert checked.ok is (as_plain(checked)["n_findings"] == 0)
    return {finding.rule for finding in checked.findings}


@pytest.mark.parametrize("section", SECTIONS)
def test_a_true_section_is_stored_as_its_author_wrote_it(
    own: Context, section: SectionName
) -> None:
    analysis = true_content(own, run_id(own), section)
    assert findings(own, section, analysis) == set()
    assert hand_in(own, section, analysis).changed
    stored = stored_of(own, run_id(own))[section]
    assert (stored.data, stored.agent_name, stored.agent_version) == (analysis, "an agent", "7")


@pytest.mark.parametrize("section", SECTIONS)
def test_an_untrue_section_is_refused_with_the_reasons_and_not_stored(
    own: Context, section: SectionName
) -> None:
    analysis = true_content(own, run_id(own), section)
    analysis["text"] += " GCTは199msで要改善です。"
    analysis["evidence"] = [*analysis["evidence"], "mood.actual"]
    rules = findings(own, section, analysis)
    assert {"grounding.number", "section.evidence_unknown"} <= rules
    with pytest.raises(AnalysisRefused) as refused:
        hand_in(own, section, analysis)
    reply = error_reply(refused.value)
    assert reply["status"] == 422
    assert any("199ms" in reason for reason in refused.value.reasons)
    assert any("mood.actual" in reason for reason in refused.value.reasons)
    assert "保存しません" in in_language(str(refused.value), "ja")
    assert stored_of(own, run_id(own)) == {}


def test_a_free_form_is_stored_where_every_text_and_number_is_true(own: Context) -> None:
    known = true_content(own, run_id(own), "efficiency")
    assert (
        findings(own, "efficiency", {"text": known["text"], "notes": ["水を飲んだ", None]}) == set()
    )
    assert "grounding.number" in findings(own, "efficiency", {"評価": {"GCT": "199msでした"}})
    assert "section.number" in findings(own, "efficiency", {"gct_ms": 199.125})
    assert "section.type" in findings(own, "summary", {"種別": "ロング走でした"})
    with pytest.raises(AnalysisRefused):
        hand_in(own, "efficiency", {"評価": "GCTは199msでした"})


def test_a_section_that_contradicts_another_one_is_refused(own: Context) -> None:
    """By itself each could be stored: the kind of training is not known to the judge of neither."""
    summary = true_content(own, run_id(own), "summary")
    hand_in(own, "summary", summary)
    blamed = {"note": "GCT: 要改善"}
    rules = findings(own, "efficiency", blamed)
    assert any(rule.startswith(("cross.", "grounding.", "section.")) for rule in rules)


def test_a_stored_section_that_no_longer_holds_is_not_asked(own: Context) -> None:
    stale = '{"text": "GCTは要改善です。", "evidence": []}'
    run_sql(
        own,
        "INSERT INTO section_analyses (activity_id, activity_date, section_type, analysis_data, "
        "created_at) SELECT activity_id, activity_date, 'summary', ?, started_at FROM activities "
        "WHERE activity_id = ?",
        [stale, run_id(own)],
    )
    assert findings(own, "efficiency", true_content(own, run_id(own), "efficiency")) == set()


def test_the_findings_are_in_the_language_of_the_user(own: Context) -> None:
    english = with_settings(own, language="en")
    for context, words in ((own, "事実にありません"), (english, "is no fact of this run")):
        checked = validate_section_json(
            context,
            activity_id=str(run_id(own)),
            section_type="split",
            analysis_data={"text": "雨でした。", "evidence": ["mood.actual"]},
        )
        assert words in str(as_plain(checked)["findings"])


def test_the_evidence_of_all_sections_comes_in_one_small_reply(own: Context) -> None:
    reply = as_plain(
        prefetch_activity_context(own, activity_id=str(run_id(own)), section_type=None)
    )
    sections = reply["sections"]
    assert isinstance(sections, dict)
    assert list(sections) == list(SECTIONS)
    assert all(size_bytes(section) <= EVIDENCE_MOST_BYTES for section in sections.values())
    assert size_bytes(reply) <= 10_240
    context = as_plain(
        prefetch_activity_context(own, activity_id=str(run_id(own)), section_type="split")
    )
    assert context["sections"] == {"split": sections["split"]}


@pytest.mark.parametrize("section", SECTIONS)
def test_the_contract_names_every_rule_and_fits(own: Context, section: SectionName) -> None:
    for language in ("ja", "en"):
        reply = as_plain(get_analysis_contract(own, section_type=section, language=language))
        rules = reply["rules"]
        assert isinstance(rules, dict)
        assert {rule.id for rule in RULES if section in rule.sections} <= set(rules)
        assert reply["language"] == language
        assert size_bytes(reply) <= 4096


def test_a_wrong_run_or_no_json_is_an_error(own: Context) -> None:
    with pytest.raises(UnknownActivity):
        prefetch_activity_context(own, activity_id="1", section_type=None)
    with pytest.raises(BadArgument):
        validate_section_json(
            own, activity_id=str(run_id(own)), section_type="split", analysis_data="[]"
        )


def test_many_findings_are_cut_and_counted(own: Context) -> None:
    analysis = {"text": "雨でした。", "evidence": [f"mood.{n}" for n in range(55)]}
    reply = as_plain(
        validate_section_json(
            own, activity_id=str(run_id(own)), section_type="split", analysis_data=analysis
        )
    )
    shown = reply["findings"]
    assert isinstance(shown, list)
    assert reply["n_findings"] == 55
    assert len(shown) >= 15
    assert size_bytes(reply) <= 4096
