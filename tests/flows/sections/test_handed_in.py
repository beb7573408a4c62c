"""What an author outside is told beforehand: the evidence, the contract, what would be refused."""

from __future__ import annotations

import pytest

from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.reads import (
    get_analysis_contract,
    prefetch_activity_context,
    validate_section_json,
)
from hakaru.guard.claims_json import KINDS
from hakaru.guard.task import EVIDENCE_MOST_BYTES
from hakaru.running.claims.outside import RULES
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.store.readers.base import size_bytes
from tests.flows.factories import with_settings
from tests.flows.sections.reading import run_id


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
        assert set(rules) == set(RULES)
        assert set(reply["schema"]["claims"]) == set(KINDS)
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
