"""Japanese sentences are read completely or not at all, and false ones are never true."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.guard.claims import (
    Cause,
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Flag,
    Said,
    Series,
    Span,
    Text,
    Trend,
    Value,
    Within,
    all_hold,
    place_of,
)
from hakaru.guard.evidence import Fact
from hakaru.running.claims.ja.sentences import claims_of_sentence
from tests.running.claims.cases_ja import facts_from, invented, japanese, load, mutants, told
from tests.shared import CASES, needs_cases

_FILE = CASES / "narrative_first_contact.json"
_D = invented()
_ROUGH = (
    "約|およそ|ほど|以|下回|上回|超え|切|未満|より[速遅長短高低]|台|年"
    "|届|満た|[割点m分]弱|割|除|ほか|足らず"
)
Row = tuple[str, bool, str]


@cache
def _runs() -> dict[str, Facts]:
    runs = {"D": _D} | told(str(Path(__file__).with_name("runs_ja.json")))
    if _FILE.is_file():
        runs |= {run: facts_from(facts) for run, facts in load(str(_FILE))["facts"].items()}
    return runs


@cache
def _shared() -> tuple[Row, ...]:
    if not _FILE.is_file():
        return ()
    return tuple((case["run"], case["true"], case["text"]) for case in japanese(load(str(_FILE))))


@cache
def _own(name: str = "sentences_ja.txt") -> tuple[Row, ...]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    rows = (line.split("|", 2) for line in lines if line and not line.startswith("#"))
    return tuple((run, label == "T", text) for run, label, text in rows if run in _runs())


def _accepted(facts: Facts, sentence: str) -> bool:
    claims = claims_of_sentence(sentence, facts)
    return claims is not None and all_hold(claims, facts)


def _kept(rows: tuple[Row, ...]) -> tuple[float, list[str]]:
    """Share of true sentences that are read and true, and the false ones that are too."""
    kept = [_accepted(_runs()[run], text) for run, true, text in rows if true]
    lies = [text for run, true, text in rows if not true and _accepted(_runs()[run], text)]
    return sum(kept) / len(kept), lies


@pytest.mark.skipif(not _FILE.is_file(), reason="labelled cases are absent")
def test_of_the_shared_sentences_no_false_one_is_accepted_and_most_true_ones_are() -> None:
    share, lies = _kept(_shared())
    assert lies == []
    assert share >= 0.85


def test_of_own_sentences_no_false_one_is_accepted_and_most_true_ones_are() -> None:
    share, lies = _kept(_own())
    assert lies == []
    assert share >= 0.93


def test_of_sentences_in_the_voice_of_a_model_no_false_one_is_accepted() -> None:
    share, lies = _kept(_own("sentences_ja_runs.txt"))
    assert lies == []
    assert share >= 0.8


def _read(sentence: str) -> tuple[object, ...]:
    claims = claims_of_sentence(sentence, _D)
    assert claims is not None
    return claims


def _said(value: float, unit: str, slack: float = 0.5) -> Said:
    return Said(value=value, unit=unit, slack=slack)


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("接地時間は262msでした。", Value("gct.actual", _said(262.0, "ms"))),
        ("ＧＣＴは２６２ｍｓでした。", Value("gct.actual", _said(262.0, "ms"))),
        ("接地時間は二百六十二ミリ秒でした。", Value("gct.actual", _said(262.0, "ms"))),
        ("3km目は6:05/kmでした。", Value("pace.actual@split 3", _said(365.0, "s/km"))),
        ("7月5日のランです。", Text("date.activity", "2026-07-05")),
        ("有酸素ベース走でした。", Text("kind.actual", "aerobic_base")),
        (
            "後半は前半より7秒遅くなりました。",
            Compare(
                "pace.actual@second half", "higher", "pace.actual@first half", _said(7.0, "s/km")
            ),
        ),
        (
            "接地時間は普段の範囲を上回りました。",
            Within("gct.actual", "above", "gct.low", "gct.high"),
        ),
        (
            "最も速かったのは3km目です。",
            Extreme(Series("pace", "actual", "split"), "lowest", ("split 3",)),
        ),
        (
            "すべての区間で心拍数は155bpmを下回りました。",
            Every(Series("heart_rate", "actual", "split"), "below", _said(155.0, "bpm")),
        ),
        (
            "心拍数が150bpm以上だったのは2区間でした。",
            Count(Series("heart_rate", "actual", "split"), "at_least", _said(150.0, "bpm"), 2),
        ),
        (
            "4km目から6km目までの心拍は145〜149bpmでした。",
            Span(
                Series("heart_rate", "actual", "split", 4, 6), _said(145, "bpm"), _said(149, "bpm")
            ),
        ),
        (
            "心拍数は徐々に上がりました。",
            Trend(Series("heart_rate", "actual", "split"), "higher"),
        ),
        ("接地時間は良好とは言えません。", Flag("needs_improvement.gct", True)),
        ("垂直振幅が良好でないとは言えません。", Flag("needs_improvement.vo", False)),
        ("クールダウンはありませんでした。", Flag("present.cooldown", False)),
        ("ペースには暑さの影響が見られます。", Cause("pace.actual", "heat")),
        ("262msの接地時間は期待値より長い。", Compare("gct.actual", "higher", "gct.expected")),
        (
            "接地時間は262msなので、普段の範囲を上回っています。",
            Within("gct.actual", "above", "gct.low", "gct.high"),
        ),
        (
            "接地時間は普段の範囲から外れていません。",
            Within("gct.actual", "inside", "gct.low", "gct.high"),
        ),
        (
            "後半は7秒のペースダウンでした。",
            Compare(
                "pace.actual@second half", "higher", "pace.actual@first half", _said(7.0, "s/km")
            ),
        ),
        (
            "いつもより7ms長い接地でした。",
            Compare("gct.actual", "higher", "gct.expected", _said(7.0, "ms")),
        ),
        (
            "後半のペースは6:15/km、前半は6:08/kmで、その差は7秒。",
            Compare(
                "pace.actual@first half", "lower", "pace.actual@second half", _said(7.0, "s/km")
            ),
        ),
        (
            "6:20/kmより遅い区間は一つもない。",
            Every(Series("pace", "actual", "split"), "at_most", _said(380.0, "s/km")),
        ),
    ],
)
def test_a_sentence_is_read_as_its_claim(sentence: str, claim: object) -> None:
    assert claim in _read(sentence)


def test_what_is_not_shorter_is_longer_or_equal() -> None:
    assert _accepted(_D, "接地時間は期待値より短くありませんでした。")
    assert not _accepted(_D, "接地時間は期待値より長くありませんでした。")


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "。",
        "素晴らしい走りでした。",
        "次回は心拍を140bpm以下に抑えましょう。",
        "接地時間が長いのは疲労のためです。",
        "6:20/kmを上回ったのは8km目だけでした。",
        "後半で最も速かったのは3km目です。",
        "9km目は6:11/km、10km目は？",
        "The mean heart rate was 145 bpm.",
        "心拍は" * 200,
        "接地時間は262msなので、上下動は普段の範囲内です。",
        "ペースの振れ幅は5:50から6:20/km、実に4分以上。",
        "4km目終了時の心拍は145bpmでした。",
        "平均ケイデンスは145bpmでした。",
        "暑かったため、後半は7秒遅くなりました。",
        "接地時間が長かったため、後半は遅くなりました。",
        "接地時間は普段の上限を大きく上回りました。",
        "ウォームアップはあるものの、クールダウンはありません。",
    ],
)
def test_what_is_not_understood_is_not_read(sentence: str) -> None:
    assert claims_of_sentence(sentence, _D) is None


@cache
def _readable() -> list[tuple[str, str]]:
    rows = (*_own(), *_own("sentences_ja_runs.txt"))
    return [(run, text) for run, true, text in rows if true and _accepted(_runs()[run], text)]


@needs_cases
def test_no_true_sentence_that_was_made_false_is_true() -> None:
    made = [(run, wrong) for run, text in _readable() for wrong in {*mutants(text)} - {text}]
    assert len(made) > 4500
    assert [wrong for run, wrong in made if _accepted(_runs()[run], wrong)] == []


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_unknown_word_anywhere_refuses_a_sentence(data: st.DataObject) -> None:
    run, text = data.draw(st.sampled_from(_readable()))
    place = data.draw(st.integers(0, len(text)))
    word = data.draw(st.sampled_from(["筋肉", "なぜか", "素晴らしく", "疲労", "xyz", "靴", "?"]))
    assert claims_of_sentence(text[:place] + word + text[place:], _runs()[run]) is None


def test_what_is_said_of_each_of_a_list_is_claimed_of_every_one_of_it() -> None:
    sentence = "接地256ms、上下動8.2cm、上下動比7.5%はいずれも普段の範囲内でした。"
    claims = claims_of_sentence(sentence, _runs()["11-19"]) or ()
    inside = {claim.fact for claim in claims if isinstance(claim, Within)}
    assert inside == {"gct.actual", "vo.actual", "vr.actual"}


@pytest.mark.parametrize(
    ("sentence", "true"),
    [
        ("テンポ区間の4〜9km目は、どれも4:07〜4:12/kmの狭い幅に収まっています。", True),
        ("テンポ区間の4〜9km目は、どれも4:10〜4:12/kmの狭い幅に収まっています。", False),
        ("テンポ区間の2〜9km目は、どれも4:07〜5:09/kmに収まっています。", False),
        ("クールダウンの4km目は4:07/kmでした。", False),
        ("本体のラップは4分07秒〜12秒。", True),
        ("本体のラップは4分07秒〜18秒。", False),
    ],
)
def test_kilometres_of_a_stretch_must_lie_in_it(sentence: str, true: bool) -> None:
    lengths = (1.0, 1.0, 0.437, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.393, 1.0, 0.867)
    run = _runs()["11-20"]
    known = {place_of(f.scope)[1]: f.scope for f in run.facts if f.metric == "pace"}
    splits = (
        Fact(
            metric="distance",
            role="actual",
            value=km,
            unit="km",
            scope=known.get(place, f"other split {place}"),
        )
        for place, km in enumerate(lengths, 1)
    )
    assert _accepted(replace(run, facts=(*run.facts, *splits)), sentence) is true


def test_hundreds_of_digits_are_read_in_no_time() -> None:
    started = time.process_time()
    for text in ("1" * 290, "1." * 140, "接地時間は" + "9" * 250 + "msです。", "12秒" * 90):
        assert not _accepted(_D, text)
    assert time.process_time() - started < 0.5


@settings(max_examples=250, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_changed_digit_is_not_true(data: st.DataObject) -> None:
    """But in a rough figure, a limit, or a digit that is rounded away."""
    exact = [(run, text) for run, text in _readable() if not re.search(_ROUGH, text)]
    run, text = data.draw(st.sampled_from(exact))
    places = [
        match.start() for match in re.finditer(r"(?<!スプリット)\d(?![\d~〜]*(?:km|本)目)", text)
    ]
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from("0123456789"))
    changed = text[:place] + digit + text[place + 1 :]
    rounded = digit == "0" and text[place - 1] == "."
    if rounded or abs(int(digit) - int(text[place])) in (0, 1, 9):
        return
    assert not _accepted(_runs()[run], changed), changed


def test_many_clauses_do_not_make_a_sentence_slow() -> None:
    parts = [text.rstrip("。") for _, _, text in _own()[:120]]
    texts = ["、".join(parts[at : at + 12])[:299] + "。" for at in range(0, 108, 3)]
    started = time.process_time()
    for text in texts:
        claims_of_sentence(text, _D)
    assert (time.process_time() - started) / len(texts) < 0.03


def test_a_sentence_is_read_in_about_a_millisecond() -> None:
    texts = [(run, text) for run, _, text in _own()]
    started = time.perf_counter()
    for run, text in texts:
        claims_of_sentence(text, _runs()[run])
    assert (time.perf_counter() - started) / len(texts) < 0.01
