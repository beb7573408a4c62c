"""Are the acceptance lines of the form requirements met from files to report?"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from hakaru import api
from hakaru.catalog.reply import as_json
from hakaru.compat import GCTPowerModel, score_gct_observation, to_speed
from hakaru.core.errors import NotEvaluated
from hakaru.flows.baselines import baselines
from hakaru.flows.context import Context, NoProgress, Settings
from hakaru.flows.evaluate import EvaluateResult, TrainResult, reevaluate, train
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.flows.report import report
from hakaru.flows.simulate import simulate
from hakaru.running.metrics import METRICS
from hakaru.running.verdict_text import headline
from hakaru.store.activities import list_activities
from hakaru.store.database import Store
from tests.shared import CASES, REAL, needs_cases, needs_real

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
REQUIRED = {"activity_id", "cadence", "overall_score", "overall_star_rating"}
REQUIRED_OF_A_METRIC = {
    "actual", "expected", "star_rating", "score", "needs_improvement", "evaluation_text",
}  # fmt: skip


@dataclass(frozen=True)
class History:
    """A data folder that went the whole way: first verdicts, training, verdicts again."""

    context: Context
    ingested: IngestResult
    first: EvaluateResult
    trained: TrainResult
    judged: EvaluateResult


def make_context(folder: Path) -> Context:
    return Context(
        store=Store(folder),
        settings=Settings(workers=1),
        data_folder=folder,
        now=lambda: NOW,
        progress=NoProgress(),
    )


def go_all_the_way(context: Context, *folders: Path) -> History:
    ingested = ingest(context, paths=folders)
    first = reevaluate(context, since=None, until=None)
    trained = train(context, method="direct", history=False)
    judged = reevaluate(context, since=None, until=None)
    return History(context, ingested, first, trained, judged)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    folder = tmp_path_factory.mktemp("season")
    context = make_context(folder / "data")
    with closing(context.store):
        simulate(
            context, folder=folder / "fit", weeks=5, runs_per_week=3, seed=3, start=date(2026, 6, 1)
        )
        yield go_all_the_way(context, folder / "fit")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    context = make_context(tmp_path_factory.mktemp("real"))
    with closing(context.store):
        folders = [
            folder for folder in sorted(REAL.iterdir()) if folder.name not in ("csv", "LICENSES")
        ]
        yield go_all_the_way(context, *[folder for folder in folders if folder.is_dir()])


def test_ingest_ends_with_a_verdict_on_every_run_by_those_before_it(season: History) -> None:
    assert season.ingested.ok
    assert season.ingested.ingested == season.ingested.evaluated == 15
    for n_before, evaluation in enumerate(season.first.evaluations):
        assert {verdict.n_runs for verdict in evaluation.metrics.values()} == {n_before}
        assert ({verdict.basis for verdict in evaluation.metrics.values()} == {"population"}) == (
            n_before == 0
        )


def test_what_is_stored_already_is_neither_read_nor_judged_again(season: History) -> None:
    recordings = season.context.data_folder.parent / "fit"
    again = ingest(season.context, paths=(recordings,))
    assert (again.ingested, again.evaluated, again.duplicates) == (0, 0, 15)


def test_every_metric_of_the_sensor_is_learned_after_every_run(season: History) -> None:
    learned = {(baseline.metric, baseline.sensor_group) for baseline in season.trained.baselines}
    assert {metric for metric, _ in learned} == set(METRICS)
    assert len({group for _, group in learned}) == 1
    listed = baselines(season.context, sensor=None, plot=None, limit=1000)
    assert {(baseline.metric, baseline.n_runs) for baseline in listed.baselines} == {
        (metric, n_runs) for metric in METRICS for n_runs in range(1, 16)
    }


def test_contact_time_falls_with_speed_in_every_trained_model(season: History) -> None:
    slopes = [baseline.slope for baseline in season.trained.baselines if baseline.metric == "gct"]
    assert slopes
    assert all(slope < 0 for slope in slopes)


def test_verdicts_after_training_are_the_runners_own(season: History) -> None:
    bases = {
        v.basis for evaluation in season.judged.evaluations for v in evaluation.metrics.values()
    }
    assert bases <= {"personal", "shrunk", "population"}
    assert season.judged.evaluated == 15


def test_the_reply_of_a_stored_verdict_has_the_required_keys(season: History) -> None:
    activity_id = str(season.judged.evaluations[-1].activity_id)
    reply = json.loads(
        as_json(get_form_evaluations(season.context, activity_id=activity_id, detail=False))
    )
    assert reply.keys() >= REQUIRED | {"gct", "vo", "vr"}
    for metric in ("gct", "vo", "vr"):
        assert reply[metric].keys() >= REQUIRED_OF_A_METRIC
    assert reply["gct"].keys() >= {"delta_pct"}
    assert reply["vo"].keys() >= {"delta_cm"}
    assert reply["cadence"].keys() >= {"actual", "minimum", "achieved"}


def test_the_report_shows_the_table_and_the_comments_of_the_stored_verdict(
    season: History, tmp_path: Path
) -> None:
    activity_id = str(season.judged.evaluations[-1].activity_id)
    written = report(season.context, activity=activity_id, out=tmp_path)
    text = written.markdown.read_text(encoding="utf-8")
    assert "| 指標 | 実測値 | 期待値 | 偏差 | 評価 |" in text
    assert "### 評価コメント" in text
    assert written.evaluation == season.judged.evaluations[-1]
    page = written.html.read_text(encoding="utf-8")
    for verdict in season.judged.evaluations[-1].metrics.values():
        assert verdict.score is None or f"{verdict.score:.1f}/100" in text
        assert verdict.text_ja in text
        assert verdict.text_ja in page


def test_judging_again_with_the_same_baseline_changes_nothing(season: History) -> None:
    assert reevaluate(season.context, since=None, until=None).changed == 0


def test_the_named_functions_judge_and_predict_on_a_connection(season: History) -> None:
    stored = season.judged.evaluations[-1]
    with season.context.store.turn() as con:
        judged = api.evaluate_and_store(con, stored.activity_id, stored.day.isoformat())
        expected = api.predict_expectations(con, stored.speed_mps)
    assert judged.metrics == stored.metrics
    assert expected.gct_ms == pytest.approx(stored.metrics["gct"].expected, rel=0.03)


@pytest.mark.soak
@needs_real
def test_every_real_run_with_dynamics_ends_with_a_verdict_and_others_say_why(
    real: History,
) -> None:
    with real.context.store.read() as con:
        runs = list_activities(con)
    judged = {evaluation.activity_id for evaluation in real.judged.evaluations}
    refused = {refusal.activity_id: refusal.reason for refusal in real.judged.refused}
    assert len(judged) >= 12
    assert judged | refused.keys() == {run.activity_id for run in runs}
    assert all(refused.values())
    for activity_id in list(refused)[:5]:
        with pytest.raises(NotEvaluated):
            get_form_evaluations(real.context, activity_id=str(activity_id), detail=False)


@pytest.mark.soak
@needs_real
def test_real_expectations_are_finite_plausible_and_say_when_they_extrapolate(
    real: History,
) -> None:
    for evaluation in real.judged.evaluations:
        for name, verdict in evaluation.metrics.items():
            assert math.isfinite(verdict.expected)
            assert name != "gct" or 150 <= verdict.expected <= 400
            assert verdict.interval_90[0] < verdict.expected < verdict.interval_90[1]
            assert isinstance(verdict.extrapolated, bool)
            assert verdict.sensor_group == evaluation.sensor_group


@pytest.mark.soak
@needs_real
def test_no_real_sensor_is_pooled_with_another(real: History) -> None:
    keys = [(baseline.sensor_group, baseline.metric) for baseline in real.trained.baselines]
    assert len(set(keys)) == len(keys)
    assert len({group for group, _ in keys}) >= 3


@pytest.mark.soak
@needs_real
def test_every_real_verdict_makes_a_report_whose_table_and_comments_agree(
    real: History, tmp_path: Path
) -> None:
    for evaluation in real.judged.evaluations:
        written = report(real.context, activity=str(evaluation.activity_id), out=tmp_path)
        text = written.markdown.read_text(encoding="utf-8")
        assert "### 評価コメント" in text
        assert headline(evaluation, "ja") in text
        form = text[text.index("## フォーム効率") : text.index("### 期待値の根拠")]
        assert "達成" not in form and "優秀" not in form
        for verdict in evaluation.metrics.values():
            assert verdict.text_ja in text


@needs_cases
def test_a_fast_and_an_easy_run_are_each_judged_at_their_own_pace() -> None:
    cases = json.loads((CASES / "oracles.json").read_text(encoding="utf-8"))["cases"]
    coefficients = next(case["inputs"] for case in cases if case["id"] == "A07")
    model = GCTPowerModel(coefficients["alpha"], coefficients["d"], 9.0, 1800, (2.0, 4.5))
    for pace_s_per_km, actual_ms in ((300.0, 216.0), (431.0, 258.0)):
        expected_ms = model.predict_inverse(to_speed(pace_s_per_km))
        score = score_gct_observation(actual_ms, expected_ms)
        assert (score.star_rating, score.needs_improvement) == ("★★★★★", False)
    slow_ms, fast_ms = (model.predict_inverse(to_speed(pace)) for pace in (431.0, 300.0))
    assert slow_ms - fast_ms == pytest.approx(31, abs=2)
    assert re.fullmatch("★+", score.star_rating)
