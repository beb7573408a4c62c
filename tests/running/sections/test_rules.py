"""Each rule of sections: what breaks it, and that what it is not about is let alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from hakaru.running.sections.rules import (
    CONTRACT,
    RULES,
    RuleId,
    contradictions,
    involved,
    named_kinds,
)
from hakaru.running.sections.vocabulary import said_of_halves, said_of_metrics

from hakaru.core.i18n import LANGUAGES, say
from hakaru.guard.cleaning import musts
from hakaru.present.narrator import narrate
from hakaru.present.words_session import TYPES
from hakaru.running.sections.facts import gather
from hakaru.running.sections.model import RunKnown, SectionName, SectionText
from hakaru.running.sections.stored import judge_section
from hakaru.running.session.model import TrainingType
from tests.running.sections.known_runs import known_run
from tests.running.sections.october import EASY, october_run

FINE = october_run(EASY, 431.0)
LONG = october_run({**EASY, "gct": (290.0, 261.5)}, 431.0)
"""The same with a contact time that needs improvement."""

Change = Mapping[str, Any]


def rules_broken(section: SectionName, change: Change, known: RunKnown = FINE) -> set[str]:
    """Of the narrator's section with a change; `+text` is put behind its text."""
    content: dict[str, Any] = dict(narrate(section, known, lang="ja").content)
    content |= {key: value for key, value in change.items() if key != "+text"}
    content["text"] += change.get("+text", "")
    found = judge_section(content, gather(section, known), lang="ja", told_in="en").findings
    return {one.rule for one in found}


PROPOSAL = {"metric": "gct", "text": "短めにする。", "evidence": []}
BROKEN: tuple[tuple[str, SectionName, Change, RunKnown], ...] = (
    ("section.evidence_unknown", "split", {"evidence": ["x.y"]}, FINE),
    ("section.evidence_missing", "efficiency", {"evidence": []}, FINE),
    ("section.language", "split", {"text": "It rained."}, FINE),
    ("section.markup", "phase", {"+text": "\n# 見出し"}, FINE),
    ("section.markup", "phase", {"+text": " <b>太字</b>"}, FINE),
    ("section.markup", "phase", {"+text": " ｜a｜b｜"}, FINE),
    ("section.markup", "phase", {"+text": " \u202e逆"}, FINE),
    ("section.type", "summary", {"+text": "スプリントでした。"}, FINE),
    ("section.verdict", "efficiency", {"+text": "接地時間は要改善です。"}, FINE),
    ("section.verdict", "environment", {"+text": "接地時間は優秀です。"}, FINE),
    ("section.verdict", "summary", {"text": "接地時間は優秀です。"}, LONG),
    ("section.direction", "efficiency", {"text": "接地時間は普段より長めです。"}, FINE),
    ("efficiency.advice", "efficiency", {"+text": "ドリルを取り入れましょう。"}, FINE),
    ("summary.not_needed", "summary", {"improvements": [PROPOSAL]}, FINE),
    ("summary.twice", "summary", {"improvements": [PROPOSAL, PROPOSAL]}, LONG),
    ("schema.required", "summary", {"evidence": None}, FINE),
    ("schema.additional", "split", {"table": [[1]]}, FINE),
    ("schema.type", "split", {"evidence": "pace.actual"}, FINE),
    ("schema.max_length", "split", {"text": "雨。" * 700}, FINE),
)


@pytest.mark.parametrize(
    ("rule", "section", "change", "known"),
    BROKEN,
    ids=[f"{one[0]}-{n}" for n, one in enumerate(BROKEN)],
)
def test_what_breaks_a_rule_is_found(
    rule: str, section: SectionName, change: Change, known: RunKnown
) -> None:
    if rule == "schema.required":
        about = gather(section, known)
        found = judge_section({"text": "雨でした。"}, about, lang="ja", told_in="en").findings
        assert rule in {one.rule for one in found}
    else:
        assert rule in rules_broken(section, change, known)


def test_the_halves_of_a_run_are_told_the_right_way_round() -> None:
    for number in range(40):
        known = known_run(number)
        about = gather("split", known)
        change = {fact.id: fact.value for fact in about.evidence.facts}.get(
            "pace.delta@second half"
        )
        if isinstance(change, float) and change:
            wrong = (
                "後半のほうが遅くなりました。" if change < 0.0 else "後半のほうが速くなりました。"
            )
            assert "split.halves" in rules_broken("split", {"text": wrong}, known)
            return
    raise AssertionError("no run with halves")


def test_every_rule_is_broken_by_a_case_and_told_beforehand() -> None:
    cases = {one[0] for one in BROKEN} | {"split.halves"}
    assert {rule.id for rule in RULES} <= cases
    assert set(CONTRACT) == set(get_args(RuleId))


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("efficiency", "接地時間の左右比は普段どおりです。"),
        ("efficiency", "接地時間に改善の必要はありません。"),
        ("summary", "普段のペースで走れました。"),
        ("split", "2km目から落ち着いたペースでした。"),
        ("environment", "雨でした。"),
    ],
)
def test_harmless_words_break_no_must(section: SectionName, text: str) -> None:
    known = FINE
    content: dict[str, Any] = dict(narrate(section, known, lang="ja").content)
    content["text"] += text
    found = judge_section(content, gather(section, known), lang="ja", told_in="en").findings
    assert not [
        finding for finding in musts(found) if finding.rule.startswith(("section.", section))
    ]


def test_a_reply_is_never_repaired() -> None:
    about = gather("split", FINE)
    values: tuple[Mapping[str, Any], ...] = ({}, {"text": 3}, {"evidence": []}, {"text": "雨"})
    for value in values:
        judged = judge_section(value, about, lang="ja", told_in="ja")
        assert judged.text is None
        assert not judged.passes
        assert judged.findings
    odd = {"text": "雨でした。", "evidence": [], "improvements": [3, {"metric": "mood"}, "x"]}
    assert judge_section(odd, gather("summary", FINE), lang="ja", told_in="ja").text is None
    assert judge_section(
        {**odd, "improvements": "none"}, gather("summary", FINE), lang="ja", told_in="ja"
    ).findings


@pytest.mark.parametrize("training_type", get_args(TrainingType))
def test_each_kind_is_known_by_the_name_the_product_gives_it(training_type: TrainingType) -> None:
    for lang in LANGUAGES:
        named = named_kinds(say(TYPES[training_type], lang))
        if training_type == "unknown":
            assert named == {}
        else:
            assert [training_type in family for family in named] == [True]


def text(section: SectionName, words: str) -> SectionText:
    return SectionText(section=section, text=words, evidence=())


@pytest.mark.parametrize(
    ("rule", "efficiency", "summary"),
    [
        ("cross.verdict", "接地時間は優秀です。", "接地時間は改善が必要です。"),
        ("cross.verdict", "GCT: excellent.", "GCT needs improvement."),
        ("cross.number", "接地時間は258msでした。", "接地時間は248msでした。"),
        ("cross.direction", "接地時間は普段より長めです。", "接地時間は短めでした。"),
        ("cross.type", "インターバルでした。", "ロング走でした。"),
    ],
)
def test_two_sections_that_disagree_are_found(rule: str, efficiency: str, summary: str) -> None:
    sections = {
        "efficiency": text("efficiency", efficiency),
        "summary": text("summary", summary),
    }
    for lang in LANGUAGES:
        found = contradictions(sections, lang=lang)  # type: ignore[arg-type]
        assert [one.rule for one in found] == [rule]
        assert involved(found) == {"efficiency", "summary"}


@pytest.mark.parametrize(
    ("efficiency", "summary"),
    [
        ("接地時間は258.3msでした。", "接地時間は258msでした。"),
        ("接地時間は良好、改善の余地あり。", "改善の候補は接地時間です。"),
        ("接地時間は258ms、期待値は262ms。", "接地時間の期待値262msに近い値です。"),
        ("接地時間は優秀です。", "垂直比率は要改善です。"),
        ("接地時間の改善は不要です。", "接地時間は達成済みです。"),
    ],
)
def test_two_sections_that_agree_are_let_alone(efficiency: str, summary: str) -> None:
    sections = {
        "efficiency": text("efficiency", efficiency),
        "summary": text("summary", summary),
    }
    assert contradictions(sections, lang="ja") == ()  # type: ignore[arg-type]


def test_what_a_text_says_of_metrics_and_halves() -> None:
    said = said_of_metrics(
        "GCTは良好ですが、垂直比率は8.4%で課題が残ります。評価は優秀とは言えません。"
    )
    assert said["gct"].verdict == "fine"
    assert said["vr"].verdict == "to_improve"
    assert said["vr"].actual is not None
    assert said["vr"].actual.text == "8.4%"
    assert said_of_halves("後半は失速しました") == "slower"
    assert said_of_halves("the second half was a little faster") == "faster"
    assert said_of_halves("後半は速く、後半は遅く") is None
