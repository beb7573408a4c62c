"""Do directions, praise, blame and causes agree with the evidence?"""

from __future__ import annotations

import pytest

from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.check import check
from hakaru.running.sections.vocabulary import RUNNING
from tests.guard.grounding.known import RUN, fact, judged, rules


@pytest.mark.parametrize(
    "text",
    [
        "接地時間は期待値より1.3%長いです。",
        "垂直振幅は期待値を上回りました。",
        "258msは261.5msより長い。",
        "183spmは180spmを下回る。",
        "Contact time was longer than expected.",
        "Cadence was below the target of 180 spm.",
        "Cadence was not above the target of 180 spm.",
        "The pace was slower than last time by 8 s.",
        "ペースは前回より遅くなりました。",
        "期待値より高くなったのは垂直振幅です。",
        "接地時間は258msで、垂直比率は10.9%。前者は期待値より長く出ました。",
        "GCT and VR: the latter was lower than expected.",
    ],
)
def test_a_direction_against_the_values_is_found(text: str) -> None:
    assert "direction" in rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "垂直比率は期待値より高めです。",
        "Contact time was 1.3% shorter than expected.",
        "258msは261.5msより短い。",
        "ケイデンスは目標180spmを上回りました。",
        "The pace was faster than last time.",
        "接地時間は期待値より長くありません。",
        "Vertical ratio was not lower than expected.",
        "前半より後半の接地時間が長くなりました。",
        "接地時間と期待値の差は大きくありません。",
        "接地時間は258msで、垂直比率は10.9%。前者は期待値より短く、後者は高く出ました。",
        "Cadence was at least 180 spm, no longer a topic.",
    ],
)
def test_a_direction_that_fits_passes(text: str) -> None:
    assert "direction" not in rules(text)


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("接地時間は改善が必要です。", ("gct",)),
        ("接地時間は改善が必要かもしれません。", ("gct",)),
        ("接地時間は改善が必要ではないでしょうか。", ("gct",)),
        ("接地時間は改善しなければなりません。", ("gct",)),
        ("接地時間は良好とは言えません。", ("gct",)),
        ("Contact time isn't good.", ("gct",)),
        ("Contact time needs work.", ("gct",)),
        ("Contact time is far from ideal.", ("gct",)),
        ("Contact time could be better.", ("gct",)),
        ("接地時間は許容範囲外です。", ("gct",)),
        ("垂直振幅は許容範囲を超えています。", ("vo",)),
        ("Contact time is out of range.", ("gct",)),
        ("Contact time deserves attention.", ("gct",)),
        ("Neither contact time nor vertical ratio needs improvement.", ("vr",)),
        ("垂直比率は良好です。", ("vr",)),
        ("垂直比率に改善の必要はありません。", ("vr",)),
        ("垂直比率は悪くありません。", ("vr",)),
        ("垂直比率に課題や問題はありません。", ("vr",)),
        ("Vertical ratio is not a problem.", ("vr",)),
        ("No improvement or correction is needed for vertical ratio.", ("vr",)),
        ("Improvement isn't needed: vertical ratio.", ("vr",)),
        ("Achieved: contact time, vertical ratio.", ("vr",)),
        ("良好な垂直比率です。", ("vr",)),
        ("接地時間・垂直振幅は課題です。", ("gct", "vo")),
        ("接地時間は258msでした。これは悪い値です。", ("gct",)),
        ("ケイデンスは目標に届きませんでした。", ("cadence",)),
        ("すべての指標が良好です。", ("vr",)),
        ("全指標で改善は不要です。", ("vr",)),
        ("改善が必要な指標はありません。", ("vr",)),
        ("All metrics were good.", ("vr",)),
        ("No metric needs improvement.", ("vr",)),
        ("All metrics were good except contact time.", ("vr",)),
        ("ケイデンス以外は課題です。", ("gct", "vo")),
    ],
)
def test_a_verdict_against_the_flags_is_found(text: str, metrics: tuple[str, ...]) -> None:
    assert judged(text).contradictions == metrics


@pytest.mark.parametrize(
    "text",
    [
        "接地時間は良好です。垂直比率は改善が必要です。",
        "接地時間に改善の必要はありません。",
        "接地時間は申し分ありません。",
        "Contact time isn't bad, and vertical ratio needs improvement.",
        "Contact time is nothing short of excellent.",
        "Contact time is not only good but excellent.",
        "Contact time could not be better.",
        "Neither GCT nor VO needs improvement.",
        "垂直比率は許容範囲から外れています。",
        "接地時間は許容範囲を超えていません。",
        "垂直比率は許容範囲ですが、改善の余地があります。",
        "垂直比率は良好とは言えません（10.9%）。",
        "To work on: vertical ratio.",
        "接地時間は短めです（良し悪しではなく変化です）。",
        "The run was good.",
        "垂直比率以外の指標は良好です。",
        "垂直比率を除いて、すべての指標が良好です。",
        "すべての指標が良好ですが、垂直比率は改善が必要です。",
        "すべての指標のうち、接地時間は良好です。",
        "All metrics but vertical ratio were good.",
        "Everything was good apart from vertical ratio.",
    ],
)
def test_a_verdict_that_fits_passes(text: str) -> None:
    assert rules(text) == []


def test_what_nobody_judged_gets_no_verdict() -> None:
    assert rules("ペースは良好でした。") == ["unjudged"]
    assert rules("The heart rate was poor.") == ["unjudged"]


def test_the_whole_is_not_praised_where_everything_needs_improvement() -> None:
    all_bad = Evidence(facts=RUN.facts, needs_improvement={"gct": True, "vo": True})
    assert rules("全体として良好なランでした。", all_bad) == ["praise"]
    assert judged("全体として良好なランでした。", all_bad).contradictions == ()


@pytest.mark.parametrize(
    "text",
    [
        "疲労のため、平均心拍は142bpmでした。",
        "心拍が142bpmだったのは睡眠不足が原因です。",
        "Because of fatigue, heart rate was 142 bpm.",
        "Heart rate was 142 bpm due to the wind.",
        "風が強かったので、心拍は142bpmでした。",
        "It was the shoes. Therefore heart rate was 142 bpm.",
        "Due to something else, heart rate was 142 bpm.",
        "暑さと疲労のため、心拍は142bpmでした。",
        "風が強かったため心拍は142bpmでした。",
        "シューズの効果で心拍は142bpmでした。",
    ],
)
def test_an_invented_cause_is_found(text: str) -> None:
    assert "cause" in rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "暑さのため、平均心拍は142bpmでした。",
        "暑かったため平均心拍は142bpmでした。",
        "普段より短いため良好です。",
        "Heart rate was 142 bpm because of the heat.",
        "Contact time is good because it is within the usual range.",
        "改善のためのヒントです。",
        "センサーによる測定です。",
    ],
)
def test_a_cause_of_the_evidence_passes(text: str) -> None:
    assert "cause" not in rules(text)


def test_a_cause_without_words_is_known_by_its_name() -> None:
    known = Evidence(facts=RUN.facts, causes=frozenset({"jet lag"}))
    assert rules("Because of jet lag, heart rate was 142 bpm.", known) == []


def test_without_a_domain_numbers_dates_and_causes_are_judged() -> None:
    known = Evidence(facts=(fact("focus.minutes", 42, "min"),))
    assert check("42 minutes of focus, and 42分.", known) == ()
    findings = check("43分でした。眠気のため短いです。", known, path="text", lang="ja")
    assert [finding.rule for finding in findings] == ["grounding.number", "grounding.cause"]
    assert findings[0].path == "text"
    assert "データにありません" in findings[0].message
    assert "なし" in findings[1].message


def test_a_scope_of_no_vocabulary_binds_nothing() -> None:
    known = Evidence(facts=(fact("pace.actual@judged", 431, "s/km"),))
    assert check("ペースは7:11/kmでした。", known, vocabulary=RUNNING) == ()
