"""What the command line prints."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from hakaru.present.blocks import width_columns
from hakaru.present.terminal import (
    ActivityLine,
    activities_text,
    baselines_text,
    curve_plot,
    expectation_text,
    table,
    verdict_text,
)
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import value_text
from tests.present.factories import (
    DAY,
    make_balance,
    make_curve,
    make_evaluation,
    make_history,
    make_verdict,
)


def _baseline(metric: MetricName = "gct", **changes: object) -> MetricBaseline:
    """A personal baseline."""
    baseline = MetricBaseline(
        metric=metric,
        sensor_group="garmin-hrm",
        model_type=METRICS[metric].model_type,
        intercept=5.9,
        slope=-0.38,
        basis="personal",
        n_samples=672,
        n_runs=84,
        n_runs_effective=31.0,
        rmse=8.9,
        run_sd_frac=0.02,
        split_sd_frac=0.01,
        splits_per_run=8.0,
        drift_var_per_day=0.0,
        half_widths=(0.014, 0.027, 0.035),
        level_var=1e-5,
        slope_var=1e-4,
        level_slope_cov=0.0,
        speed_center_mps=3.1,
        speed_min_mps=2.35,
        speed_max_mps=4.35,
        half_life_days=90.0,
        window_start=None,
        window_end=None,
        trained_at=datetime(2025, 10, 1, tzinfo=UTC),
        code_version="0.1.0",
        version=3,
    )
    return replace(baseline, **changes)  # type: ignore[arg-type]


def _expectation(**changes: object) -> Expectation:
    """'219 ± 9 ms'."""
    expectation = Expectation(
        metric="gct",
        value=219.0,
        intervals=((215.5, 222.5), (212.0, 226.0), (210.0, 228.0)),
        basis="personal",
        n_runs=84,
        sensor_group="garmin-hrm",
        extrapolated=False,
        baseline_version=3,
    )
    return replace(expectation, **changes)  # type: ignore[arg-type]


def _line(**changes: object) -> ActivityLine:
    line = ActivityLine(
        activity_id=20790040925,
        day=DAY,
        title="朝ラン",
        distance_m=10023.0,
        timer_s=3365.0,
        speed_mps=3.05,
        score=96.13,
        stars=5,
    )
    return replace(line, **changes)  # type: ignore[arg-type]


def test_columns_are_aligned_by_width_not_by_characters() -> None:
    text = table([("名前", "x"), ("abc", "1"), ("朝ラン", "22")], right={1})
    assert text.splitlines() == ["名前     x", "----------", "abc      1", "朝ラン  22"]
    assert len({width_columns(line) for line in text.splitlines()}) == 1


def test_a_verdict_reads_as_heading_table_sentences_and_notes() -> None:
    evaluation = make_evaluation(new_sensor=True)
    text = verdict_text(evaluation, title="朝\x1b[2Jラン")
    lines = text.splitlines()
    assert lines[0].startswith("接地時間は274msで、")
    assert "2025-10-25（土）  朝 [2Jラン" in lines
    assert "フォーム効率（ペース補正評価） ★★★★★ 96.1/100" in lines
    for verdict in evaluation.metrics.values():
        assert value_text(verdict.metric, verdict.actual) in text
        assert f"- {verdict.text_ja}" in lines
    assert "センサー: Garmin 胸ベルト" in lines
    assert any(line.startswith("! このセンサーでは") for line in lines)
    assert f"- {make_balance().text_ja}" in lines


def test_a_verdict_in_english_says_what_is_missing() -> None:
    evaluation = make_evaluation(
        metrics={"gct": make_verdict("gct")}, balance=None, sensor_group="novel"
    )
    text = verdict_text(evaluation, lang="en")
    assert text.count("  not judged") == 6
    assert text.count("Not measured, or at a speed too far") == 3
    assert "Sensor: another sensor" in text


def test_runs_are_listed_with_what_is_known() -> None:
    text = activities_text([_line(), _line(title="x" * 80, score=None, stars=None)], lang="en")
    head, _, first, second = text.splitlines()
    assert head.split() == ["Day", "ID", "Distance", "Time", "Pace", "Title", "Rating"]
    assert first.endswith("★★★★★ 96.1")
    assert "…" in second
    bare = activities_text(
        [_line(title=None, distance_m=None, timer_s=None, speed_mps=None, score=None, stars=None)]
    )
    assert bare.splitlines()[-1].split() == ["2025-10-25", "20790040925", "-", "-", "-", "-"]


def test_empty_lists_say_what_to_do() -> None:
    assert activities_text([]) == "記録がありません。"
    assert "learned from the first run" in baselines_text([], lang="en")


def test_baselines_are_listed_with_their_error_in_the_metrics_unit() -> None:
    population = _baseline(
        "vo", basis="population", version=None, n_runs=0, rmse=0.91, sensor_group="stryd"
    )
    text = baselines_text([_baseline("gct"), population])
    _, _, first, second = text.splitlines()
    assert "8.9ms" in first
    assert "7:06-3:50" in first
    assert "0.91cm" in second
    assert "Stryd ポッド" in second
    assert "まだ個人の基準ではない" in second


def test_an_expectation_is_one_sentence_with_half_its_90_percent_interval() -> None:
    assert expectation_text(_expectation(), 270.0, lang="en").startswith(
        "At 4:30/km you would show 219 ± 9 ms for ground contact time (90% interval 210 to 228)."
    )
    japanese = expectation_text(_expectation(extrapolated=True, basis="shrunk"), 270.0)
    assert japanese.startswith("4:30/kmなら、接地時間は 219 ± 9 ms（90%区間 210〜228）。")
    assert japanese.endswith("延長による推定です。")


@pytest.mark.parametrize("metric", METRICS)
def test_a_plot_is_ascii_and_has_the_size_asked_for(metric: str) -> None:
    points = make_history(metric).points  # type: ignore[arg-type]
    text = curve_plot(make_curve(metric), points, size=(50, 12), lang="en")  # type: ignore[arg-type]
    body = [line.partition("|")[2] for line in text.splitlines() if "|" in line]
    assert len(body) == 12
    assert all(len(line) == 50 for line in body)
    assert all(mark in "".join(body) for mark in "=.o@")
    assert "".join(body).isascii()
    assert "8:20" in text
    assert "3:12" in text


def test_a_plot_without_points_shows_the_line_in_its_band() -> None:
    text = curve_plot(make_curve("gct"))
    columns = zip(
        *[line.partition("|")[2] for line in text.splitlines() if "|" in line], strict=True
    )
    assert all(column.count("=") == 1 for column in columns)


def test_a_plot_of_a_flat_band_does_not_divide_by_zero() -> None:
    curve = make_curve("gct")
    flat = np.full_like(curve.expected, 250.0)
    level = replace(curve, expected=flat, low_90=flat, high_90=flat)
    assert "250ms" in curve_plot(level)
