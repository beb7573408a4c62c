"""What the command line prints."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.baselines import BaselinesResult
from hakaru.flows.form import FormResult
from hakaru.flows.status import ActivitiesResult
from hakaru.present.document import Document
from hakaru.present.figures import width_columns
from hakaru.present.form import baselines_document, curve_drawing, expectation_text, form_document
from hakaru.present.stored import activities_document
from hakaru.present.terminal import TERMINAL_COLUMNS, document_text
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.running.wording import value_text
from hakaru.store.activities import StoredActivity
from tests.documents import lines_of, text_of
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


def _run(**changes: object) -> StoredActivity:
    run = StoredActivity(
        activity_id=20790040925,
        activity_date=DAY,
        started_at=datetime(2025, 10, 25, 6, tzinfo=UTC),
        utc_offset_s=None,
        sport="running",
        title="朝ラン",
        distance_m=10023.0,
        timer_s=3365.0,
        elapsed_s=None,
        speed_mps=3.05,
        heart_rate_avg_bpm=None,
        power_avg_w=None,
        totals_basis="watch",
        running_s=None,
        sensor_group="garmin-hrm",
        sensor_label=None,
        coverage_frac=None,
        partial=False,
        simulated=False,
        n_samples=0,
        n_splits=0,
        overall_score=96.13,
        overall_stars=5,
        unrated_reason=None,
        n_runs=84,
        refusal=None,
    )
    return replace(run, **changes)  # type: ignore[arg-type]


def _runs(*runs: StoredActivity, lang: Lang = "ja") -> str:
    result = ActivitiesResult(activities=runs, n_stored=len(runs))
    return document_text(activities_document(result, lang))


def _baselines(*baselines: MetricBaseline, lang: Lang = "ja") -> Document:
    return baselines_document(
        BaselinesResult(baselines=baselines, n_versions=len(baselines), curve=None, points=None),
        lang,
    )


def _form(evaluation: FormEvaluation, lang: Lang) -> Document:
    return form_document(FormResult(evaluation=evaluation, detail=False, lang=lang), lang)


def test_a_verdict_reads_as_heading_table_sentences_and_notes() -> None:
    evaluation = make_evaluation(new_sensor=True)
    document = _form(evaluation, "ja")
    lines = lines_of(document)
    assert lines[0].startswith("接地時間は274msで、")
    assert "2025-10-25（土）" in lines
    assert "フォーム効率（ペース補正評価） ★★★★★ 96.1/100" in lines
    for verdict in evaluation.metrics.values():
        assert value_text(verdict.metric, verdict.actual) in text_of(document)
        assert verdict.text_ja in lines
    assert "センサー: Garmin 胸ベルト" in lines
    assert any(line.startswith("! このセンサーでは") for line in lines)
    assert make_balance().text_ja in lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_fit_a_terminal(lang: Lang) -> None:
    texts = [
        document_text(_form(make_evaluation(), lang)),
        document_text(_baselines(_baseline("vo", basis="shrunk", sensor_group="stryd"), lang=lang)),
        _runs(_run(title="long run " * 9), _run(overall_score=None, overall_stars=None), lang=lang),
    ]
    for text in texts:
        assert max(map(width_columns, text.splitlines())) <= TERMINAL_COLUMNS


def test_a_verdict_in_english_says_what_is_missing() -> None:
    evaluation = make_evaluation(
        metrics={"gct": make_verdict("gct")}, balance=None, sensor_group="novel"
    )
    text = text_of(_form(evaluation, "en"))
    assert text.count("  not judged") == 6
    assert text.count(": not measured, or at a speed too far") == 3
    assert "Vertical ratio: not measured" in text
    assert "Sensor: another sensor" in text


def test_runs_are_listed_with_what_is_known() -> None:
    text = _runs(_run(), _run(title="x" * 80, overall_score=None, overall_stars=None), lang="en")
    assert text.splitlines()[0].split() == [
        "Day", "ID", "Distance", "Time", "Pace", "Title", "Rating",
    ]  # fmt: skip
    assert "★★★★★" in text
    assert "96.1" in text
    assert "…" in text
    bare = _runs(
        _run(
            title=None,
            distance_m=None,
            timer_s=None,
            speed_mps=None,
            overall_score=None,
            overall_stars=None,
            n_runs=None,
        )
    )
    assert bare.splitlines()[-1].split() == ["2025-10-25", "20790040925", "-", "-", "-", "-"]


def test_a_title_cannot_move_the_cursor() -> None:
    assert "\x1b" not in _runs(_run(title="朝\x1b[2Jラン"))


def test_empty_lists_say_what_to_do() -> None:
    assert _runs() == "記録がありません。"
    assert "learned from the first run" in text_of(_baselines(lang="en"))


def test_baselines_are_listed_with_their_error_in_the_metrics_unit() -> None:
    population = _baseline(
        "vo", basis="population", version=None, n_runs=0, rmse=0.91, sensor_group="stryd"
    )
    sensor, _, first, stryd, _, second = lines_of(_baselines(_baseline("gct"), population))
    assert (sensor, stryd) == ("Garmin 胸ベルト", "Stryd ポッド")
    assert "8.9ms" in first
    assert "7:06-3:50" in first
    assert "0.91cm" in second
    assert "まだ個人の基準ではない" in second


def test_an_expectation_is_one_sentence_with_half_its_90_percent_interval() -> None:
    assert expectation_text(_expectation(), 270.0, "en").startswith(
        "At 4:30/km you would show 219 ± 9 ms for ground contact time (90% interval 210 to 228)."
    )
    japanese = expectation_text(_expectation(extrapolated=True, basis="shrunk"), 270.0, "ja")
    assert japanese.startswith("4:30/kmなら、接地時間は 219 ± 9 ms（90%区間 210〜228）。")
    assert japanese.endswith("延長による推定です。")


@pytest.mark.parametrize("metric", METRICS)
def test_a_plot_is_ascii_and_has_the_size_asked_for(metric: MetricName) -> None:
    drawn = curve_drawing(make_curve(metric), make_history(metric).points, "en", size=(50, 12))
    body = [line.partition("|")[2] for line in drawn.lines if "|" in line]
    assert len(body) == 12
    assert all(len(line) == 50 for line in body)
    assert all(mark in "".join(body) for mark in "=.o@")
    assert "".join(body).isascii()
    assert "8:20" in "".join(drawn.lines)
    assert "3:12" in "".join(drawn.lines)


def test_a_plot_without_points_shows_the_line_in_its_band() -> None:
    drawn = curve_drawing(make_curve("gct"), None, "ja")
    columns = zip(*[line.partition("|")[2] for line in drawn.lines if "|" in line], strict=True)
    assert all(column.count("=") == 1 for column in columns)


def test_a_plot_of_a_flat_band_does_not_divide_by_zero() -> None:
    curve = make_curve("gct")
    flat = np.full_like(curve.expected, 250.0)
    level = replace(curve, expected=flat, low_90=flat, high_90=flat)
    assert any("250ms" in line for line in curve_drawing(level, None, "ja").lines)
