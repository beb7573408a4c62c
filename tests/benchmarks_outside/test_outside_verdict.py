"""The measuring of verdicts on seasons from outside does what README.md says."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache

import pytest
from benchmarks.outside.experiments import EXPERIMENTS, with_one_run
from benchmarks.outside.real_table import coverage, table
from benchmarks.outside.splits import OutsideRun, outside_runs
from benchmarks.outside.verdict import figures, judged_season

from hakaru.running.metrics import SCORED_METRICS
from tests.shared import REAL, needs_real

SEED = 7


@cache
def season() -> tuple[OutsideRun, ...]:
    return outside_runs(EXPERIMENTS["ordinary"].season(0, SEED), runs=16)


def test_a_longer_run_made_by_the_generator_is_the_ordinary_one_with_longer_splits() -> None:
    made = outside_runs(with_one_run(0, 3, 5.0, SEED), runs=4)[3]
    altered = season()[3].altered(5.0)
    assert [split.gct_ms for split in made.splits] == pytest.approx(
        [split.gct_ms for split in altered.splits], rel=1e-3
    )
    assert [split.vo_cm for split in made.splits] == [split.vo_cm for split in altered.splits]


def test_no_verdict_changes_when_later_runs_are_added() -> None:
    short, long = judged_season(season()[:9]), judged_season(season())
    assert [verdict.metrics for verdict in short] == [verdict.metrics for verdict in long[:9]]


def test_five_runs_are_needed_for_stars_and_a_longer_run_gets_fewer() -> None:
    judged = judged_season(season(), asked=(12,))
    assert all(verdict.scored.stars is None for verdict in judged[:5])
    assert all(verdict.scored.stars is not None for verdict in judged[5:])
    run = judged[12]
    assert run.scored.score is not None
    given = [run.scored.score, *(run.altered[percent].score for percent in (5.0, 8.0, 12.0))]
    scores = [score for score in given if score is not None]
    assert len(scores) == len(given)
    assert scores == sorted(scores, reverse=True)
    assert figures([judged])["runs"] == 16


def test_intervals_grow_surer_with_runs_and_wider_after_a_pause() -> None:
    runs = season()
    judged = judged_season(runs)
    late = replace(runs[-1], started_at=runs[-1].started_at + timedelta(days=60))
    paused = judged_season((*runs[:-1], late))[-1]
    for metric in SCORED_METRICS:
        first, last = judged[0].metrics[metric], judged[-1].metrics[metric]
        assert last.high / last.low < first.high / first.low
        after = paused.metrics[metric]
        assert after.high / after.low > last.high / last.low


@needs_real
def test_the_table_of_real_runs_names_no_file_and_no_runner() -> None:
    rows = table(REAL).splitlines()
    assert len(rows) > 50
    assert all(row.startswith("| ") or row.startswith("|--") for row in rows)
    names = {path.stem for path in REAL.rglob("*") if path.is_file()}
    assert not any(name in row for name in names for row in rows)
    held = coverage(REAL)["4 and more"]
    assert set(held) == set(SCORED_METRICS)
