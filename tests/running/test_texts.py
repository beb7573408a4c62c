import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.reply import DETAIL_MAX_BYTES, REPLY_MAX_BYTES, as_reply
from hakaru.running.score import grade, score_gct_observation, score_vo_observation, stars
from hakaru.running.texts import (
    TEXT_MAX_BYTES,
    balance_text,
    cadence_text,
    generate_gct_evaluation_text,
    generate_vo_evaluation_text,
    generate_vr_evaluation_text,
    metric_text,
    overall_text,
)
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.running.wording import HEADS, LANGUAGES, PHRASES, Lang
from tests.running.factories import make_balance, make_cadence, make_evaluation, make_verdict


def _judged(metric: MetricName, delta_frac: float, **given: Any) -> MetricVerdict:
    """A verdict whose points, stars and flags follow from its deviation."""
    half = given.pop("half_width_frac", 0.06)
    extra = given.pop("extra", 0.0)
    expected = given.pop("expected", METRICS[metric].prior("garmin").level_at_ref)
    tolerance = max(0.05, half)
    graded = grade(
        delta_frac, rubric="personal", tolerance_frac=tolerance, unfavourable=1, extra=extra
    )
    return make_verdict(
        metric,
        expected=expected,
        actual=expected * (1.0 + delta_frac),
        half_width_frac=half,
        penalty=graded.penalty,
        score=graded.score,
        stars=stars(graded.score),
        needs_improvement=graded.needs_improvement,
        notable="lower" if delta_frac < -tolerance - 1e-9 else None,
        **given,
    )


def test_a_usual_value_is_within_the_usual_range() -> None:
    verdict = _judged("gct", -4.0 / 262.0, expected=262.0, half_width_frac=17.0 / 262.0)
    assert metric_text(verdict, "ja") == (
        "接地時間は258msで、このペースでのあなたの普段（262ms、90%区間 245〜279ms）の範囲内です。"
        "評価は優秀。"
    )
    assert metric_text(verdict, "en") == (
        "Ground contact time 258ms is within your usual range at this pace"
        " (262ms, 90% interval 245–279ms). Rating: excellent."
    )


def test_a_longer_contact_time_says_how_much_longer_and_what_it_costs() -> None:
    text = metric_text(_judged("gct", 0.16, expected=250.0), "ja")
    assert "より16.0%長め" in text
    assert "20点減点で許容範囲、改善の余地あり。" in text


def test_a_shorter_contact_time_is_not_praised() -> None:
    for lang in LANGUAGES:
        text = metric_text(_judged("gct", -0.12), lang)
        assert ("短め" if lang == "ja" else "shorter than usual for you at this pace") in text
        assert not any(word in text for word in ("優秀", "良好", "excellent", "good"))


def test_a_value_just_outside_a_narrow_interval_says_both() -> None:
    text = metric_text(_judged("vr", 0.04, half_width_frac=0.02), "ja")
    assert "4.0%高め" in text
    assert "差は5%以内で減点なし" in text


def test_a_population_value_is_never_called_ones_own() -> None:
    for delta in (0.0, 0.3):
        verdict = _judged("vo", delta, basis="population", n_runs=0, half_width_frac=0.2)
        japanese, english = (metric_text(verdict, lang) for lang in LANGUAGES)
        assert "個人の基準は未学習" in japanese
        assert "あなたの普段" not in japanese and "優秀" not in japanese
        assert "No personal baseline yet" in english and "your usual" not in english


def test_an_extrapolated_or_growing_baseline_says_so() -> None:
    assert "学習外のペース" in metric_text(_judged("gct", 0.0, extrapolated=True), "ja")
    assert "3ランで学習中" in metric_text(_judged("gct", 0.0, basis="shrunk", n_runs=3), "ja")


_VERDICTS = st.builds(
    _judged,
    metric=st.sampled_from(SCORED_METRICS),
    delta_frac=st.floats(-0.6, 1.5) | st.sampled_from([-0.05, 0.05, 0.1, 0.15]),
    half_width_frac=st.floats(0.005, 0.45),
    basis=st.sampled_from(["personal", "shrunk", "population"]),
    n_runs=st.integers(0, 9999),
    extrapolated=st.booleans(),
)


@given(verdict=_VERDICTS, lang=st.sampled_from(LANGUAGES), uneven=st.booleans())
def test_a_text_of_a_metric_is_at_most_160_bytes(
    verdict: MetricVerdict, lang: Lang, uneven: bool
) -> None:
    uneven = uneven and verdict.metric == "gct"
    extra = 10.0 if uneven else 0.0
    worse = _judged(
        verdict.metric,
        verdict.delta_frac,
        half_width_frac=verdict.interval_90[1] / verdict.expected - 1.0,
        extra=extra,
        basis=verdict.basis,
        n_runs=verdict.n_runs,
        extrapolated=verdict.extrapolated,
    )
    assert len(metric_text(worse, lang, imbalance_penalised=uneven).encode()) <= TEXT_MAX_BYTES


@given(verdict=_VERDICTS)
def test_no_text_contradicts_its_flags(verdict: MetricVerdict) -> None:
    japanese, english = (metric_text(verdict, lang) for lang in LANGUAGES)
    inside = verdict.interval_90[0] <= verdict.actual <= verdict.interval_90[1]
    assert ("範囲" in japanese.replace("許容範囲", "")) == (inside and verdict.penalty <= 1e-9)
    assert ("改善" in japanese) == verdict.needs_improvement
    assert ("improve" in english) == verdict.needs_improvement
    assert ("要改善" in japanese) == (verdict.stars <= 2)
    assert ("優秀" in japanese) == ("excellent" in english)
    if "優秀" in japanese:
        assert (verdict.stars, inside, verdict.extrapolated) == (5, True, False)
        assert verdict.basis != "population"
    if "許容範囲" in japanese:
        assert verdict.stars == 3
    if "良好" in japanese:
        assert verdict.stars == 4
    if not inside and verdict.delta != 0.0:
        longer = any(word in japanese for word in ("長め", "大きめ", "高め"))
        assert longer == (verdict.delta > 0.0)


def test_every_phrase_exists_in_both_languages_with_the_same_fields() -> None:
    phrases = [*PHRASES.values(), *(head for group in HEADS.values() for head in group)]
    for japanese, english in phrases:
        assert japanese and english


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "普段（167spm、90%区間 161〜173spm）の範囲内"),
        ({"actual_spm": 180.0}, "高め"),
        ({"actual_spm": 155.0, "achieved": False}, "下限161spmを下回って"),
        ({"basis": "population"}, "一般的な値"),
        ({"minimum_spm": 180.0, "achieved": False}, "設定した下限180spmを下回って"),
        ({"minimum_spm": 160.0}, "設定した下限160spmを満たして"),
        ({"expected_spm": None, "interval_90": None}, "設定した下限161spmを満たして"),
        (
            {"expected_spm": None, "interval_90": None, "minimum_spm": None, "achieved": None},
            "ケイデンスは168spmです。",
        ),
    ],
)
def test_cadence_words_come_from_the_same_comparison(given: dict[str, Any], words: str) -> None:
    verdict = make_cadence(**given)
    assert words in cadence_text(verdict, "ja")
    assert all(len(cadence_text(verdict, lang).encode()) <= TEXT_MAX_BYTES for lang in LANGUAGES)


def test_a_cadence_that_rounds_to_its_lower_end_is_said_to_be_just_below() -> None:
    verdict = make_cadence(
        actual_spm=168.6, expected_spm=172.0, interval_90=(168.8, 175.0), minimum_spm=168.8,
        achieved=False,
    )  # fmt: skip
    assert "下限169spmをわずかに下回っています" in cadence_text(verdict, "ja")
    assert "Just below the lower end, 169spm" in cadence_text(verdict, "en")
    lower = dataclasses.replace(verdict, actual_spm=165.0)
    assert "わずかに" not in cadence_text(lower, "ja")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "普段（左50.1%）とほぼ同じ"),
        ({"left_pct": 49.0, "usual_left_pct": 49.2}, "ほぼ同じ"),
        ({"left_pct": 52.0}, "より左へ1.9ポイント"),
        ({"left_pct": 48.0}, "より右へ2.1ポイント"),
        ({"usual_left_pct": None}, "左50.2%・右49.8%です。"),
        ({"left_pct": 54.0, "usual_left_pct": 54.0, "penalised": True}, "10点減点"),
    ],
)
def test_balance_is_told_against_what_is_usual(given: dict[str, Any], words: str) -> None:
    verdict = make_balance(**given)
    assert words in balance_text(verdict, "ja")
    assert all(len(balance_text(verdict, lang).encode()) <= TEXT_MAX_BYTES for lang in LANGUAGES)


@given(verdicts=st.lists(_VERDICTS, min_size=1, max_size=3), new_sensor=st.booleans())
def test_achieved_is_said_exactly_when_nothing_needs_improvement(
    verdicts: list[MetricVerdict], new_sensor: bool
) -> None:
    evaluation = make_evaluation(*verdicts, new_sensor=new_sensor)
    rows = evaluation.metrics.values()
    improve = any(row.needs_improvement for row in rows)
    assert ("達成済み" in overall_text(evaluation, "ja")) == (not improve)
    assert ("Achieved" in overall_text(evaluation, "en")) == (not improve)
    assert ("変化" in overall_text(evaluation, "ja")) == any(row.notable for row in rows)
    assert ("新しいセンサー" in overall_text(evaluation, "ja")) == new_sensor


def test_the_overall_line_names_reasons() -> None:
    verdict = _judged("gct", 0.09, extra=10.0)
    evaluation = make_evaluation(verdict, balance=make_balance(penalised=True))
    assert "接地時間（普段より9.0%長め、左右差）" in overall_text(evaluation, "ja")
    strangers = make_evaluation(_judged("vo", 0.3, basis="population"))
    assert "個人の基準はまだなく" in overall_text(strangers, "ja")


def test_named_texts_keep_their_argument_order() -> None:
    text = generate_gct_evaluation_text(258.0, 262.0, score_gct_observation(258.0, 262.0), 431 / 60)
    assert text == "接地時間は258msで、7:11/kmでの期待値262msより1.5%短めです。評価は優秀。"
    same = generate_vr_evaluation_text(8.0, 8.0, score_vo_observation(8.0, 8.0), lang="en")
    assert same == "Vertical ratio 8.0% is as expected (8.0%). Rating: excellent."
    worse = generate_vo_evaluation_text(10.0, 8.0, score_vo_observation(10.0, 8.0))
    assert "改善の余地あり" in worse
    free = score_gct_observation(200.0, 262.0, rubric="personal")
    assert "優秀" not in generate_gct_evaluation_text(200.0, 262.0, free, 4.5)


def test_the_reply_has_the_shape_of_the_requirement() -> None:
    evaluation = make_evaluation(balance=make_balance())
    reply: Any = as_reply(evaluation, "ja")
    assert reply["activity_id"] == 20790040925
    assert {"actual", "expected", "delta_pct", "star_rating", "score", "needs_improvement",
            "evaluation_text"} <= set(reply["gct"])  # fmt: skip
    assert "delta_cm" in reply["vo"] and "delta_pct" not in reply["vo"]
    assert set(reply["cadence"]) == {"actual", "minimum", "achieved"}
    assert (reply["overall_score"], reply["overall_star_rating"]) == (100.0, "★★★★★")
    assert (reply["gct"]["stars"], reply["overall_stars"]) == (5, 5)


def test_a_metric_that_was_not_measured_is_absent_from_the_reply() -> None:
    reply = as_reply(make_evaluation(make_verdict("vo"), cadence=None), "ja")
    assert not {"gct", "vr", "cadence", "balance"} & set(reply)


def test_detail_adds_intervals_and_both_languages() -> None:
    evaluation = make_evaluation(
        make_verdict("gct", text_ja="日本語", text_en="English"), new_sensor=True,
        cadence=make_cadence(expected_spm=None, interval_90=None, minimum_spm=None),
        balance=make_balance(usual_left_pct=None),
    )  # fmt: skip
    japanese: Any = as_reply(evaluation, "ja", detail=True)
    english: Any = as_reply(evaluation, "en", detail=True)
    assert (japanese["gct"]["evaluation_text"], japanese["gct"]["text_en"]) == ("日本語", "English")
    assert (english["gct"]["evaluation_text"], english["gct"]["text_ja"]) == ("English", "日本語")
    assert {"interval_50", "interval_80", "tolerance_pct", "score"} <= set(japanese["gct"])
    assert japanese["new_sensor"] is True
    assert japanese["selection"] == "flat_splits"


@settings(max_examples=150)
@given(
    rows=st.tuples(
        *(
            st.builds(
                _judged,
                metric=st.just(metric),
                delta_frac=st.floats(-0.6, 1.5),
                half_width_frac=st.floats(0.005, 0.45),
                basis=st.sampled_from(["personal", "shrunk", "population"]),
                n_runs=st.integers(0, 9999),
                baseline_version=st.integers(1, 9999),
                extrapolated=st.just(True),
                text_ja=st.just("接" * 53),
                text_en=st.just("x" * 160),
            )
            for metric in SCORED_METRICS
        )
    ),
    lang=st.sampled_from(LANGUAGES),
)
def test_the_reply_stays_within_its_bytes(rows: tuple[MetricVerdict, ...], lang: Lang) -> None:
    evaluation = make_evaluation(
        *rows,
        activity_id=1_760_000_000_000,
        new_sensor=True,
        sensor_group="garmin-unknown",
        selection="running_samples",
        cadence=make_cadence(text_ja="接" * 53, text_en="x" * 160),
        balance=make_balance(text_ja="接" * 53, text_en="x" * 160),
    )
    assert _bytes(evaluation, lang, detail=False) <= REPLY_MAX_BYTES
    assert _bytes(evaluation, lang, detail=True) <= DETAIL_MAX_BYTES


def _bytes(evaluation: FormEvaluation, lang: Lang, *, detail: bool) -> int:
    reply = as_reply(evaluation, lang, detail=detail)
    return len(json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("basis", ["personal", "shrunk", "population"])
def test_the_longest_texts_fit_too(basis: str, lang: Lang) -> None:
    for step in range(-60, 150):
        for half in (0.02, 0.06, 0.2, 0.45):
            verdict = _judged(
                "gct", step / 100.0, half_width_frac=half, basis=basis, n_runs=9999,
                extrapolated=True, extra=10.0, expected=350.0,
            )  # fmt: skip
            text = metric_text(verdict, lang, imbalance_penalised=True)
            assert len(text.encode()) <= TEXT_MAX_BYTES, text
