"""What an author of sections sees in a terminal."""

from __future__ import annotations

from datetime import date

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.reads import ActivityContext, ValidatedSection
from hakaru.guard.cleaning import Finding
from hakaru.present.sections import (
    context_document,
    contract_document,
    validated_document,
)
from hakaru.running.claims.outside import Contract
from hakaru.running.sections.evidence import bundle
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.model import SECTIONS
from tests.documents import text_of
from tests.running.sections.known_runs import known_run

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_the_evidence_of_each_section_stands_under_its_name(language: Lang) -> None:
    known = known_run(4)
    result = ActivityContext(
        activity_id=7,
        day=date(2026, 3, 1),
        bundles={name: bundle(about) for name, about in gather_all(known).items()},
        written=(),
    )
    shown = text_of(context_document(result, language))
    assert all(f"({name})" in shown for name in SECTIONS)
    assert "training_type" in shown


@every_language
def test_a_contract_shows_rules_and_shape(language: Lang) -> None:
    for name in SECTIONS:
        contract = Contract(section=name, lang=language)
        shown = text_of(contract_document(contract, language))
        assert "outside.note" in shown
        assert '"example"' in shown


def test_a_judgement_says_whether_it_would_be_stored() -> None:
    wrong = Finding(rule="section.type", path="text", message="no\x1b[31m long run")
    refused = ValidatedSection(activity_id=7, section_type="split", findings=(wrong,))
    assert "1 problem:" in text_of(validated_document(refused, "en"))
    assert "section.type" not in text_of(validated_document(refused, "en"))  # it is in the JSON
    assert "\x1b" not in text_of(validated_document(refused, "ja"))
    fine = ValidatedSection(activity_id=7, section_type="split", findings=())
    assert "保存できます" in text_of(validated_document(fine, "ja"))
