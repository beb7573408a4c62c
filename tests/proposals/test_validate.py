"""Are all broken rules told in one pass, whatever is thrown at the judge?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import say
from hakaru.core.plain import as_plain
from hakaru.proposals.report_rules import ADVISOR_RULES, ORGANIZER_RULES
from hakaru.proposals.tasks import (
    build_correction_prompt,
    validate_advisor_report,
    validate_organizer_report,
)
from tests.proposals.factories import good_advisor, good_organizer
from tests.proposals.planted import ADVISOR_PLANTS, ORGANIZER_PLANTS
from tests.shared import examples

IDS = ["n1", "n2", "n3"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(
    [
        *good_organizer(), *good_organizer()["decomposition_proposals"][0],
        *good_organizer()["grouping_proposals"][0], *good_organizer()["relation_proposals"][0],
        "title", "context", "suggested_status", *good_advisor(), *good_advisor()["options"][0],
        "name", "description", "targetNodeId",
    ]
) | st.text(max_size=5)  # fmt: skip
WORDS = st.sampled_from(["n1", "n9", "", "べき", "ベスト", "まず見る", "案A", "\u202e", "READY"])
JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@st.composite
def reports(draw: st.DrawFn) -> object:
    """Any JSON, or a good report with any JSON put somewhere into it."""
    report = draw(st.sampled_from([good_organizer, good_advisor, None]))
    if report is None:
        return draw(JSON)
    whole = inner = report()
    for _ in range(draw(st.integers(0, 3))):
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            break
        key = draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or draw(st.booleans()):
            inner[key] = draw(JSON)
            break
        inner = inner[key]
    return whole


def is_judged(report: object, ids: list[str]) -> None:
    """An answer each, no exception, and no list longer than a person reads."""
    for judge in (validate_organizer_report, validate_advisor_report):
        result = judge(report, ids)
        assert result.ok is (result.errors == [])
        assert len(result.errors) <= 60
        assert len(result.warnings) <= 60
        for message in (*result.errors, *result.warnings):
            assert len(message) < 400
            assert message.isprintable()
        build_correction_prompt(result.errors, ids)


@settings(max_examples=examples(1_000), deadline=None)
@given(report=reports(), ids=st.lists(WORDS, max_size=3))
def test_no_json_raises_and_lists_stay_short(report: object, ids: list[str]) -> None:
    is_judged(report, ids)


@pytest.mark.soak
@settings(max_examples=examples(10_000), deadline=None)
@given(report=reports(), ids=st.lists(WORDS, max_size=3))
def test_so_it_is_with_ten_thousand(report: object, ids: list[str]) -> None:
    is_judged(report, ids)


def test_good_reports_break_nothing() -> None:
    for result in (
        validate_organizer_report(good_organizer(), IDS),
        validate_advisor_report(good_advisor(), IDS),
    ):
        assert (result.ok, result.errors, result.warnings, result.findings) == (True, [], [], ())
        assert as_plain(result) == {"ok": True, "errors": [], "warnings": []}


@pytest.mark.parametrize("name", ORGANIZER_PLANTS)
def test_a_violation_of_the_organizer_is_told_as_the_requirement_words_it(name: str) -> None:
    report = good_organizer()
    plant, words = ORGANIZER_PLANTS[name]
    plant(report)
    (error,) = validate_organizer_report(report, IDS).errors
    assert words in error


@pytest.mark.parametrize("name", ADVISOR_PLANTS)
def test_a_violation_of_the_advisor_is_told_as_the_requirement_words_it(name: str) -> None:
    report = good_advisor()
    plant, words = ADVISOR_PLANTS[name]
    plant(report)
    (error,) = validate_advisor_report(report, IDS).errors
    assert words in error


# plants that look at the same value cannot stand side by side
ORGANIZER_SETS = st.sets(st.sampled_from(sorted(ORGANIZER_PLANTS)), min_size=1, max_size=6)
ADVISOR_SETS = st.sets(st.sampled_from(sorted(ADVISOR_PLANTS)), min_size=1, max_size=6)


@settings(max_examples=examples(600), deadline=None)
@given(names=ORGANIZER_SETS)
def test_all_violations_of_the_organizer_are_told_in_one_pass(names: set[str]) -> None:
    report = good_organizer()
    for name in sorted(names):
        ORGANIZER_PLANTS[name][0](report)
    errors = validate_organizer_report(report, IDS).errors
    assert len(errors) == len(names)
    assert all(any(ORGANIZER_PLANTS[name][1] in error for error in errors) for name in names)


@settings(max_examples=examples(600), deadline=None)
@given(names=ADVISOR_SETS)
def test_all_violations_of_the_advisor_are_told_in_one_pass(names: set[str]) -> None:
    report = good_advisor()
    for name in sorted(names):
        ADVISOR_PLANTS[name][0](report)
    errors = validate_advisor_report(report, IDS).errors
    assert len(errors) == len(names)
    assert all(any(ADVISOR_PLANTS[name][1] in error for error in errors) for name in names)


def test_many_errors_of_one_rule_do_not_hide_another() -> None:
    report = good_organizer() | {"summary": ""}
    report["grouping_proposals"] = [
        {"group_label": "同じ", "reason": "似ています", "node_ids": ["ghost"] * 10_000}
    ]
    result = validate_organizer_report(report, IDS)
    assert "summary must be non-empty" in result.errors
    assert result.errors[-1] == "... and 9975 more"
    assert len(result.errors) == 27


def test_warnings_do_not_reject() -> None:
    report = good_organizer()
    report["relation_proposals"][0]["to_node_id"] = "n1"
    report["grouping_proposals"][0] |= {"group_label": "x", "node_ids": ["n1", "n1"]}
    report["decomposition_proposals"][0]["suggested_children"][0]["suggested_status"] = "FINISHED"
    report["summary"] = "3 件あります。n1 を見る必要があります。"
    result = validate_organizer_report(report, IDS)
    assert result.ok
    walk = "\n".join(result.warnings)
    for words in (
        "same node",
        "duplicate",
        "group_label",
        "'FINISHED'",
        "まず◯◯",
        "必要があります",
    ):
        assert words in walk
    alone = good_organizer()
    alone["grouping_proposals"][0]["node_ids"] = ["n1"]
    assert "one member" in validate_organizer_report(alone, IDS).warnings[0]


def test_what_the_user_owns_is_not_scanned() -> None:
    report = good_advisor() | {
        "target_title": "ベスト盤の正解データを作るべきか",
        "target_node_id": "推奨",
        "targetNodeId": "推奨",
    }
    result = validate_advisor_report(report, ["推奨"])
    assert (result.errors, result.warnings) == ([], [])


def test_two_ids_of_a_target_must_agree() -> None:
    result = validate_advisor_report(good_advisor() | {"targetNodeId": "n2"}, IDS)
    assert result.errors == ["targetNodeId and target_node_id must be the same"]


def test_text_in_a_key_of_the_models_own_is_scanned_and_its_name_made_harmless() -> None:
    report = good_advisor() | {"<b>\x1b[31m": {"deep": ["推奨します"]}}
    (error,) = validate_advisor_report(report, IDS).errors
    assert "forbidden word" in error
    assert "<" not in error
    assert "\x1b" not in error


def test_sentences_can_be_had_in_japanese() -> None:
    errors = validate_organizer_report({}, IDS, lang="ja").errors
    assert errors == [
        "decomposition_proposals は必須で、リストにします",
        "grouping_proposals は必須で、リストにします",
        "relation_proposals は必須で、リストにします",
        "summary は必須で、1 文字以上入れます",
    ]


def test_a_rule_keeps_its_severity_and_words_in_all_its_rows() -> None:
    for rules in (ORGANIZER_RULES, ADVISOR_RULES):
        severity = {rule.id: rule.severity for rule in rules}
        assert all(severity[rule.id] == rule.severity for rule in rules)
        for rule in rules:
            english, japanese = (
                say(rule.text, lang, path="p", value="v", found="f") for lang in ("en", "ja")
            )
            assert english != japanese


def test_values_are_quoted_short_and_harmless() -> None:
    for value, shown in (
        (10**5_000, "a very long number"), (12, "12"), (True, "true"), (1.5, "1.5"),
        ([], "a list"), ({}, "an object"), ("<a>\n" + "x" * 500, "'‹a› x"),
    ):  # fmt: skip
        report = good_organizer()
        report["relation_proposals"][0]["from_node_id"] = value
        (error,) = validate_organizer_report(report, IDS).errors
        assert f"from_node_id {shown}" in error
        assert len(error) < 200


def test_a_correction_names_every_error_and_the_ids() -> None:
    prompt = build_correction_prompt(["summary is required", "a\nb"], ["n1", "n2"])
    head, *rest = prompt.split("\n")
    assert head.startswith("【検証エラー】")
    assert "JSON だけ" in head
    assert rest == ["- summary is required", "- a b", "利用可能な ID: n1, n2"]
    assert "ID" not in build_correction_prompt(["x"]).split("\n")[-1]


def test_a_correction_stays_short() -> None:
    prompt = build_correction_prompt(["e" * 1_000] * 100, [f"node-{n}" for n in range(9_000)])
    assert len(prompt) < 25_000
    assert "- ほか 40 件" in prompt
    assert prompt.endswith("ほか 8950 件")
    assert build_correction_prompt(["x"], [], lang="en").endswith("Ids that exist: ")
