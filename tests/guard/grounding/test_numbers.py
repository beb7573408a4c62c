"""Is every number a fact, of the metric, role and part it is said of?"""

from __future__ import annotations

import pytest

from tests.guard.grounding.known import judged, rules


@pytest.mark.parametrize(
    "text",
    [
        "接地時間は258msで、期待値261.5msより1.3%短く良好です。",
        "1kmあたり7分11秒のペースで、平均心拍は142bpmです。",
        "GCT was 258 ms against an expected 261.5 ms (-1.3%), which is excellent.",
        "およそ260msの接地時間でした。",
        "10月25日、10.02kmを1:11:58で走りました。",
        "October 25: 10.0 km in 72 minutes.",
        "気温は-3°Cでした。",
        "The cadence of 183 spm compares with a target of 180 spm.",
        "The cadence of 183 spm met the target of 180 spm.",
        "Cadence hit the target, 180 spm.",
        "接地時間は期待値から1.3%外れています。",
        "接地時間は期待値と1.3%しか違いません。",
        "Cadence was above target at 183 spm.",
        "3km目のペースは7:32/kmでした。",
        "ペースは全体で7:11/km、3km目は7:32/kmでした。",
        "In lap 3 the pace was 7:32/km, against an average of 7:11/km.",
        "The slowest split took 7:32/km.",
        "接地時間と垂直振幅はそれぞれ258ms、7.13cmでした。",
        "258 ms of contact time and 7.13 cm of oscillation.",
        "GCT 258、期待 261.5",
        "普段の範囲は249〜274msです。",
        "12回のランで学習しました。",
        "心拍は最大168bpmまで上がりました。",
        "At 7:11/km, contact time was 258 ms.",
        "It was windy, 2.5 m/s, and 9 km/h is the same.",
        "261.5 ms was expected; you showed 258 ms.",
        "GCTは★★★★★、VRは★★★☆☆です。",
        "VO2 max とゾーン2、ラップ3の話です。",
        "258 ms is the contact time.",
        "Vertical ratio ended up 14.7% above expectation.",
        "GCTは261.5msの期待に対して258msでした。",
        "期待値どおりではなく、258msと短めの接地時間でした。",
    ],
)
def test_a_true_sentence_passes(text: str) -> None:
    assert rules(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("接地時間は258.4msです。", "258.4ms"),
        ("ペースは6:11/kmでした。", "6:11/km"),
        ("GCTは+1.3%です。", "+1.3%"),
        ("接地時間は二百四十八ミリ秒です。", "二百四十八ミリ秒"),
        ("接地時間は258cmです。", "258cm"),
        ("気温は3°Cでした。", "3°C"),
        ("You ran half as far.", "half"),
        ("5倍の距離です。", "5倍"),
        ("It was on October 26.", "October 26"),
        ("約290msの接地時間です。", "290ms"),
        ("13回のランで学習しました。", "13回"),
        ("値は77です。", "77"),
    ],
)
def test_what_no_fact_says_is_unsupported(text: str, claim: str) -> None:
    assert claim in judged(text).unsupported


@pytest.mark.parametrize(
    "text",
    [
        "垂直振幅は10.9%です。",
        "ケイデンスは10.9%です。",
        "接地時間は14.7%短いです。",
        "Cadence was 142 bpm.",
        "258msの垂直比率でした。",
        "接地時間と垂直振幅はそれぞれ7.13cm、258msでした。",
        "At 10.9%, vertical oscillation was high.",
        "接地時間です。実測は10.9%でした。",
        "垂直比率は、183spmでした。",
        "It was the contact time (10.9%).",
    ],
)
def test_a_fact_of_another_metric_is_found(text: str) -> None:
    assert "metric" in rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "期待値258msに対し、実測は261.5msでした。",
        "GCT was 261.5 ms.",
        "接地時間（261.5ms）は普通です。",
        "Your target of 183 spm was met.",
        "The maximum heart rate was 142 bpm.",
        "接地時間は258ms短くなりました。",
        "接地時間は1.3%です。",
        "接地時間は258msより1.3%短いです。",
        "普段の範囲は258〜261.5msです。",
        "Contact time: 258 ms expected.",
    ],
)
def test_a_fact_in_another_role_is_found(text: str) -> None:
    assert "role" in rules(text)


@pytest.mark.parametrize(
    "text",
    ["3km目のペースは7:11/kmでした。", "ペースは7:32/kmでした。", "Lap 3 was run at 7:11/km."],
)
def test_a_fact_of_another_part_is_found(text: str) -> None:
    assert rules(text) == ["scope"]


def test_findings_name_what_may_be_said() -> None:
    findings = judged("接地時間は248msです。").findings
    assert "258 ms (gct.actual)" in findings[0].message
    assert findings[0].severity == "must"
