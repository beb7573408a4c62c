import dataclasses
import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.compat import (
    generate_gct_evaluation_text,
    generate_vo_evaluation_text,
    generate_vr_evaluation_text,
    score_gct_observation,
    score_vo_observation,
)
from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.verdict import FormEvaluation, MetricVerdict, UnratedReason
from hakaru.running.verdict_text import (
    TEXT_MAX_BYTES,
    as_reply,
    balance_text,
    cadence_text,
    headline,
    metric_text,
    overall_text,
)
from tests.running.factories import make_balance, make_cadence, make_evaluation, make_verdict
from tests.shared import examples


def _judged(metric: MetricName, delta_frac: float, **given: Any) -> MetricVerdict:
    """A verdict whose points, stars and flags follow from its deviation."""
    extra = given.pop("extra", 0.0)
    expected = given.pop("expected", METRICS[metric].prior("garmin").level_at_ref)
    verdict = make_verdict(metric, expected=expected, actual=expected * (1.0 + delta_frac), **given)
    if not extra or verdict.penalty is None:
        return verdict
    lost = verdict.penalty + extra
    return dataclasses.replace(verdict, penalty=lost, score=100.0 - lost)


def test_a_usual_value_is_as_usual() -> None:
    verdict = _judged("gct", -4.0 / 262.0, expected=262.0, half_width_frac=17.0 / 262.0)
    assert metric_text(verdict, "ja") == (
        "接地時間は258msで、このペースではいつもどおりです（262ms、90%区間 245〜279ms）。"
    )
    assert metric_text(verdict, "en") == (
        "Ground contact time 258ms is as usual for you at this pace"
        " (262ms, 90% interval 245–279ms)."
    )


@pytest.mark.parametrize(
    ("delta_frac", "japanese", "english"),
    [
        (0.01, "いつもどおり", "as usual"),
        (0.05, "いつもの範囲", "within your range"),
        (0.08, "より8.0%長め、範囲外", "8.0% longer than usual"),
        (0.16, "大きく範囲外", "far outside your range"),
        (-0.16, "大きく範囲外", "far outside your range"),
    ],
)
def test_words_follow_the_runners_own_interval(
    delta_frac: float, japanese: str, english: str
) -> None:
    verdict = _judged("gct", delta_frac)
    assert japanese in metric_text(verdict, "ja")
    assert english in metric_text(verdict, "en")


def test_a_longer_contact_time_says_what_it_costs() -> None:
    text = metric_text(_judged("gct", 0.06 * (1.0 + 1.0 / 1.645)), "ja")
    assert "20点減点です。" in text


def test_no_word_says_that_a_value_is_good_or_bad() -> None:
    merit = ("優秀", "良好", "許容", "改善", "達成", "excellent", "good", "improve", "achieved")
    for delta_frac in (-0.3, -0.05, 0.0, 0.05, 0.3):
        verdicts = [_judged(metric, delta_frac) for metric in SCORED_METRICS]
        evaluation = make_evaluation(*verdicts)
        for lang in LANGUAGES:
            texts = [metric_text(verdict, lang) for verdict in verdicts] + [
                overall_text(evaluation, lang)
            ]
            assert not [word for text in texts for word in merit if word in text]


def test_a_population_value_is_never_called_ones_own() -> None:
    for delta in (0.0, 0.3):
        verdict = _judged(
            "vo", delta, basis="population", n_runs=0, half_width_frac=0.2,
            unrated_reason="few_runs",
        )  # fmt: skip
        japanese, english = (metric_text(verdict, lang) for lang in LANGUAGES)
        assert "個人の基準はまだありません" in japanese
        assert "いつも" not in japanese
        assert "No personal baseline yet" in english and "your range" not in english


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
    rank_pct=st.none() | st.floats(0.001, 99.999),
    unrated_reason=st.sampled_from([None, None, None, *get_args(UnratedReason)]),
)


@given(verdict=_VERDICTS, lang=st.sampled_from(LANGUAGES), uneven=st.booleans())
def test_a_text_of_a_metric_is_at_most_160_bytes(
    verdict: MetricVerdict, lang: Lang, uneven: bool
) -> None:
    uneven = uneven and verdict.metric == "gct"
    assert len(metric_text(verdict, lang, imbalance_penalised=uneven).encode()) <= TEXT_MAX_BYTES


@given(verdict=_VERDICTS)
def test_no_text_contradicts_its_figures(verdict: MetricVerdict) -> None:
    japanese, english = (metric_text(verdict, lang) for lang in LANGUAGES)
    inside = verdict.usual_range[0] <= verdict.actual <= verdict.usual_range[1]
    if verdict.basis != "population":
        assert ("範囲外" in japanese) == (not inside)
        assert ("outside your range" in english) == (not inside)
        assert ("大きく範囲外" in japanese) == (abs(verdict.z) > 3.0)
    assert ("減点" in japanese) == bool(verdict.penalty and verdict.penalty > 1e-9)
    if not inside:
        longer = any(word in japanese for word in ("長め", "大きめ", "高め"))
        assert longer == (verdict.delta > 0.0)


def test_the_headline_names_the_furthest_metric_how_far_and_how_often() -> None:
    furthest = _judged("gct", 9.0 / 282.0, expected=282.0, half_width_frac=0.03, rank_pct=96.2)
    evaluation = make_evaluation(
        furthest, _judged("vo", 0.01), _judged("vr", -0.02), speed_mps=1000.0 / 312.0
    )
    assert headline(evaluation, "en") == (
        "Contact time 291 ms, 9 ms (3.2%) longer than usual at 5:12/km:"
        " longer than in 96 of 100 of your runs."
    )
    assert headline(evaluation, "ja") == (
        "接地時間は291msで、5:12/kmでのいつもより9ms（3.2%）長めです。"
        "この向きにここまで離れるのは、あなたのラン100回のうち4回ほどです。"
    )


def test_a_favourable_deviation_counts_the_runs_on_its_own_side() -> None:
    shorter = make_evaluation(_judged("gct", -0.08, rank_pct=3.0))
    assert headline(shorter, "en").endswith(": shorter than in 97 of 100 of your runs.")


@pytest.mark.parametrize("rank_pct", [0.01, 99.99])
def test_a_headline_never_says_none_or_all_of_the_runs(rank_pct: float) -> None:
    text = headline(make_evaluation(_judged("gct", 0.08, rank_pct=rank_pct)), "en")
    assert "in 0 of" not in text and "in 100 of" not in text


@pytest.mark.parametrize(
    ("delta_frac", "ending"),
    [(0.05, ": within the range learned from 1 run."), (0.08, "longer than usual at 5:33/km.")],
)
def test_without_earlier_runs_to_count_a_headline_says_whether_the_value_is_within_the_range(
    delta_frac: float, ending: str
) -> None:
    text = headline(make_evaluation(_judged("gct", delta_frac, n_runs=1)), "en")
    assert text.endswith(ending)


def test_a_value_as_expected_is_said_to_be_as_usual() -> None:
    text = headline(make_evaluation(_judged("gct", 0.0, rank_pct=50.0)), "en")
    assert text == "Contact time 267 ms, as usual at 5:33/km."


@pytest.mark.parametrize(
    ("reason", "n_runs", "japanese", "english"),
    [
        ("few_runs", 3, "まだ評価しません：5回中3回。", "Not rated yet: 3 of 5 runs."),
        ("short_run", 40, "5分未満", "less than 5 minutes"),
        ("sensor_coverage", 40, "センサーの記録が足りません", "too little of the run"),
        ("hilly_summary", 40, "坂を含む平均値", "only averages over hills"),
        ("unknown_summary", 40, "起伏が分かりません", "not how hilly it was"),
    ],
)
def test_a_run_that_is_not_rated_says_why_and_shows_no_star(
    reason: str, n_runs: int, japanese: str, english: str
) -> None:
    evaluation = make_evaluation(
        *(_judged(metric, 0.02, unrated_reason=reason, n_runs=n_runs) for metric in SCORED_METRICS),
        overall_score=None,
        overall_stars=None,
    )
    assert japanese in overall_text(evaluation, "ja")
    assert english in overall_text(evaluation, "en")
    for lang in LANGUAGES:
        reply: Any = as_reply(evaluation, lang)
        assert "★" not in overall_text(evaluation, lang) + json.dumps(reply, ensure_ascii=False)
        assert (reply["overall_score"], reply["gct"]["stars"]) == (None, None)
        assert reply["overall_unrated"] in overall_text(evaluation, lang)


@pytest.mark.parametrize(
    ("given", "minimum_spm", "words"),
    [
        ({}, None, "いつもどおり"),
        ({"actual": 180.0}, None, "高め"),
        ({"actual": 155.0}, None, "低め、大きく範囲外"),
        ({"basis": "population"}, None, "一般的な値"),
        ({}, 180.0, "設定した下限180spmを下回って"),
        ({}, 160.0, "設定した下限160spmを満たして"),
    ],
)
def test_cadence_words_come_from_the_same_comparison(
    given: dict[str, Any], minimum_spm: float | None, words: str
) -> None:
    silent = make_cadence(**given)
    cadence = dataclasses.replace(silent, text_ja=metric_text(silent, "ja"))
    evaluation = make_evaluation(make_verdict(), cadence, cadence_set_spm=minimum_spm)
    assert words in cadence_text(evaluation, "ja")
    assert len(cadence_text(evaluation, "ja").encode()) <= TEXT_MAX_BYTES


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


def test_the_overall_line_names_what_else_is_outside() -> None:
    evaluation = make_evaluation(
        _judged("gct", 0.09), _judged("vo", -0.3), balance=make_balance(penalised=True)
    )
    japanese = overall_text(evaluation, "ja")
    assert japanese.startswith("垂直振幅は")
    assert "ほかに範囲外：接地時間（9.0%長め）。" in japanese
    assert "左右差が6%を超えています" in japanese
    strangers = make_evaluation(_judged("vo", 0.3, basis="population"))
    assert "個人の基準はまだなく" in overall_text(strangers, "ja")
    assert "新しいセンサー" in overall_text(make_evaluation(new_sensor=True), "ja")


def test_named_texts_keep_their_argument_order() -> None:
    text = generate_gct_evaluation_text(258.0, 262.0, score_gct_observation(258.0, 262.0), 431 / 60)
    assert text == "接地時間は258msで、7:11/kmでの期待値262msより1.5%短めです。評価は優秀。"
    same = generate_vr_evaluation_text(8.0, 8.0, score_vo_observation(8.0, 8.0), lang="en")
    assert same == "Vertical ratio 8.0% is as expected (8.0%). Rating: excellent."
    worse = generate_vo_evaluation_text(10.0, 8.0, score_vo_observation(10.0, 8.0))
    assert "20点減点で許容範囲" in worse


def test_the_reply_has_the_shape_of_the_requirement() -> None:
    evaluation = make_evaluation(balance=make_balance())
    reply: Any = as_reply(evaluation, "ja")
    assert reply["activity_id"] == 20790040925
    assert {"actual", "expected", "delta_pct", "star_rating", "score", "needs_improvement",
            "evaluation_text"} <= set(reply["gct"])  # fmt: skip
    assert "delta_cm" in reply["vo"] and "delta_pct" not in reply["vo"]
    assert {"actual", "minimum", "achieved"} <= set(reply["cadence"])
    assert {"z", "rank_pct"} <= set(reply["gct"]) & set(reply["cadence"])
    assert str(reply["headline"]).startswith("接地時間")
    assert (reply["overall_score"], reply["overall_star_rating"]) == (100.0, "★★★★★")
    assert (reply["gct"]["stars"], reply["overall_stars"]) == (5, 5)


def test_a_metric_that_was_not_measured_is_absent_from_the_reply() -> None:
    reply = as_reply(make_evaluation(make_verdict("vo")), "ja")
    assert not {"gct", "vr", "cadence", "balance"} & set(reply)


def test_detail_adds_intervals_and_both_languages() -> None:
    evaluation = make_evaluation(
        make_verdict("gct", text_ja="日本語", text_en="English"), new_sensor=True,
        balance=make_balance(usual_left_pct=None),
    )  # fmt: skip
    japanese: Any = as_reply(evaluation, "ja", detail=True)
    english: Any = as_reply(evaluation, "en", detail=True)
    assert (japanese["gct"]["evaluation_text"], japanese["gct"]["text_en"]) == ("日本語", "English")
    assert (english["gct"]["evaluation_text"], english["gct"]["text_ja"]) == ("English", "日本語")
    assert {"interval_50", "interval_80", "tolerance_pct", "score"} <= set(japanese["gct"])
    assert japanese["new_sensor"] is True
    assert japanese["selection"] == "flat_splits"


@settings(max_examples=examples(150))
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
                rank_pct=st.just(50.123),
                text_ja=st.just("接" * 53),
                text_en=st.just("x" * 160),
            )
            for metric in METRICS
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
        balance=make_balance(text_ja="接" * 53, text_en="x" * 160),
    )
    assert _bytes(evaluation, lang, detail=False) <= 2048
    assert _bytes(evaluation, lang, detail=True) <= 4096


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
