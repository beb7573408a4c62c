"""A database whose verdicts lie in one wide table: they are graded again, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import duckdb
import pytest

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.verdicts import read_evaluation
from tests.store.factories import superseded
from tests.store.session_factories import migrated

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RUN_ID, SHORT_ID, NEW_ID = 1, 2, 3
_HEAD = {
    "activity_date": "2026-03-01",
    "sensor_group": "garmin-hrm",
    "new_sensor": False,
    "speed_mps": 3.0,
    "n_splits": 8,
    "running_s": 2600.0,
    "selection": "flat_splits",
    "rubric": "personal",
    "overall_score": 100.0,
    "overall_stars": 5,
    "overall_star_rating": "★★★★★",
    "evaluated_at": "2026-03-01 10:00:00",
    "code_version": "2",
}


def _metric(
    metric: str, column: str, unit: str, *, actual: float, n_runs: int
) -> dict[str, object]:
    """One metric that was expected at 100 with a 90 % interval of 10 % to either side."""
    bounds = {50: 4.0, 80: 8.0, 90: 10.0}
    return {
        f"{column}_actual": actual,
        f"{column}_expected": 100.0,
        **{f"{metric}_interval_{i}_low_{unit}": 100.0 - half for i, half in bounds.items()},
        **{f"{metric}_interval_{i}_high_{unit}": 100.0 + half for i, half in bounds.items()},
        f"{metric}_basis": "personal",
        f"{metric}_n_runs": n_runs,
        f"{metric}_sensor_group": "garmin-hrm",
        f"{metric}_baseline_version": 3,
        f"{metric}_extrapolated": False,
        f"{metric}_evaluation_text": "前の文",
        f"{metric}_evaluation_text_en": "earlier text",
    }


def _old_row(
    activity_id: int, *, gct: float, n_runs: int = 40, **changes: object
) -> dict[str, object]:
    scored = {
        f"{metric}_{name}": value
        for metric in ("gct", "vo", "vr")
        for name, value in (("penalty", 0.0), ("score", 100.0), ("stars", 5))
    }
    return {
        "activity_id": activity_id,
        **_HEAD,
        **scored,
        **_metric("gct", "gct_ms", "ms", actual=gct, n_runs=n_runs),
        **_metric("vo", "vo_cm", "cm", actual=100.0, n_runs=n_runs),
        **_metric("vr", "vr_pct", "pct", actual=100.0, n_runs=n_runs),
        **_metric("cadence", "cadence", "spm", actual=95.0, n_runs=n_runs),
        "cadence_minimum": 90.0,
        "cadence_achieved": True,
        **changes,
    }


def _insert(con: DuckDBPyConnection, table: str, row: dict[str, object]) -> None:
    marks = ", ".join("?" * len(row))
    con.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with migrated(duckdb.connect(), version=6) as con:
        _insert(con, "form_evaluations", _old_row(RUN_ID, gct=112.0))
        _insert(con, "form_evaluations", _old_row(SHORT_ID, gct=112.0, running_s=57.0))
        _insert(con, "form_evaluations", _old_row(NEW_ID, gct=112.0, n_runs=3))
        old = _old_row(RUN_ID, gct=107.0, eval_id=0, superseded_at="2026-03-02 10:00:00")
        _insert(con, "form_evaluation_history", old)
        apply_migrations(con, load_migrations("migrations"), code_version=None)
        yield con


def test_a_verdict_is_graded_again_by_the_runners_own_spread(con: DuckDBPyConnection) -> None:
    verdict = read_evaluation(con, RUN_ID)
    gct = verdict.metrics["gct"]
    assert (gct.actual, gct.expected, gct.interval_90) == (112.0, 100.0, (90.0, 110.0))
    assert gct.z == pytest.approx(1.645 * 1.2)
    assert gct.penalty == pytest.approx(10.0 * (1.645 * 1.2 - 0.645))
    assert (gct.stars, gct.needs_improvement) == (4, True)
    assert verdict.overall_score == pytest.approx(100.0 - (gct.penalty or 0.0))
    assert verdict.overall_stars == 4
    cadence = verdict.metrics["cadence"]
    assert (cadence.rated, cadence.unrated_reason, cadence.score) == (False, "never_scored", None)


@pytest.mark.parametrize(("activity_id", "reason"), [(SHORT_ID, "short_run"), (NEW_ID, "few_runs")])
def test_what_could_not_be_rated_loses_its_stars(
    con: DuckDBPyConnection, activity_id: int, reason: str
) -> None:
    verdict = read_evaluation(con, activity_id)
    assert (verdict.overall_score, verdict.overall_stars) == (None, None)
    assert {one.unrated_reason for one in verdict.scored} == {reason}
    found = con.execute(
        "SELECT unrated_reason, overall_star_rating, gct_score, gct_ms_actual "
        "FROM form_evaluations WHERE activity_id = ?",
        [activity_id],
    ).fetchall()
    assert found == [(reason, None, None, 112.0)]


def test_a_superseded_verdict_stays_as_it_was_given(con: DuckDBPyConnection) -> None:
    (old,) = superseded(con, RUN_ID)
    assert (old.metrics["gct"].actual, old.metrics["gct"].score, old.overall_stars) == (
        107.0,
        100.0,
        5,
    )
    named = con.execute("SELECT gct_score, cadence_minimum FROM form_evaluation_history").fetchall()
    assert named == [(100.0, 90.0)]
