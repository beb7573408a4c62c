"""A week in two or three shapes: from the runner's own weeks, never on no data."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from hakaru.core.i18n import Lang
from hakaru.present.training import kind_texts, shape_table, week_head
from hakaru.running.effort_relation import EffortRelation
from hakaru.running.next_training_evidence import NextQuestion
from hakaru.running.next_training_targets import return_targets
from hakaru.running.session.model import SessionSummary
from hakaru.running.week_plan import WeekPlan, plan_week
from tests.running.summaries import make_interval, make_summary, make_tempo
from tests.running.test_next_training import ATHLETE

RELATION = EffortRelation(
    reference_mps=3.0,
    level_bpm=140.0,
    slope_bpm_per_mps=33.0,
    drift_bpm_per_h=3.0,
    half_width_bpm=5.0,
    low_mps=2.6,
    high_mps=4.2,
    n_runs=20,
    n_stretches=120,
)


def weeks(n_weeks: int = 6) -> list[SessionSummary]:
    """Each week intervals, an easy run, a tempo run and a long run: 40 km."""
    found: list[SessionSummary] = []
    for week in range(n_weeks):
        day = 7.0 * week
        found += [
            make_interval(len(found) + 1, days=day, distance_m=9000.0),
            make_summary(len(found) + 2, days=day + 1.0, distance_m=7000.0),
            make_tempo(len(found) + 3, days=day + 3.0, distance_m=9000.0),
            make_summary(
                len(found) + 4, days=day + 6.0, distance_m=15000.0, training_type="long_run"
            ),
        ]
    return found


def ask(sessions: list[SessionSummary], *, days: float = 1.0, **given: Any) -> NextQuestion:
    this = sessions[-1]
    values: dict[str, Any] = {"athlete": ATHLETE, "tsb_score": 0.0, "relation": RELATION} | given
    return NextQuestion(
        this=this, recent=sessions, now=this.started_at + timedelta(days=days), **values
    )


def planned(sessions: list[SessionSummary], **given: Any) -> WeekPlan:
    plan = plan_week(ask(sessions, **given))
    assert plan is not None
    return plan


def test_there_are_shapes_with_one_run_less_as_many_and_one_more() -> None:
    plan = planned(weeks())
    assert [len(shape.runs) for shape in plan.shapes] == [3, 4, 5]
    assert [shape.is_usual for shape in plan.shapes] == [False, True, False]


def test_no_shape_exceeds_the_usual_week_by_more_than_a_tenth() -> None:
    plan = planned(weeks())
    assert plan.usual_m == pytest.approx(40_000.0)
    assert plan.most_m == pytest.approx(44_000.0)
    for shape in plan.shapes:
        assert shape.distance_m is not None
        assert 0.75 * plan.usual_m <= shape.distance_m <= plan.most_m


def test_no_run_is_much_longer_than_those_of_the_month() -> None:
    for shape in planned(weeks()).shapes:
        assert max(run.distance_m or 0.0 for run in shape.runs) <= 1.10 * 15_000.0


def test_hard_days_are_spaced_and_there_is_one_long_run() -> None:
    for shape in planned(weeks()).shapes:
        hard = [run.day for run in shape.runs if run.kind in ("tempo", "interval")]
        gaps = [(after - before).days for before, after in pairwise(hard)]
        assert all(gap >= 3 for gap in gaps)
        assert sum(run.kind == "long" for run in shape.runs) == 1
        assert len({run.day for run in shape.runs}) == len(shape.runs)


def test_the_week_begins_on_the_day_that_is_asked_for() -> None:
    question = ask(weeks(), days=2.0)
    plan = plan_week(question)
    assert plan is not None
    assert plan.start == question.today
    for shape in plan.shapes:
        assert all(0 <= (run.day - plan.start).days < 7 for run in shape.runs)


def test_the_long_run_lies_on_the_weekday_of_the_long_runs() -> None:
    sessions = weeks()
    usual = sessions[-1].activity_date.weekday()
    for shape in planned(sessions).shapes:
        assert [run.day.weekday() for run in shape.runs if run.kind == "long"] == [usual]


def test_every_kind_has_pace_and_heart_rate_that_belong_together() -> None:
    plan = planned(weeks())
    assert set(plan.targets) == {"easy", "long", "tempo", "interval"}
    for kind in ("easy", "long", "tempo"):
        pace, beats = plan.targets[kind].pace_s_per_km, plan.targets[kind].heart_rate_bpm
        assert pace is not None
        assert beats is not None
        slow_bpm, fast_bpm = (RELATION.heart_rate_bpm(1000.0 / one) for one in pace[::-1])
        assert beats[0] == pytest.approx(slow_bpm, abs=RELATION.half_width_bpm)
        assert beats[1] == pytest.approx(fast_bpm, abs=RELATION.half_width_bpm)


def test_a_tired_runner_gets_a_lighter_week_with_one_hard_session_at_most() -> None:
    plan = planned(weeks(), tsb_score=-40.0)
    assert plan.load == "lighter"
    for shape in plan.shapes:
        assert shape.distance_m is not None
        assert shape.distance_m <= 0.75 * plan.usual_m
        assert sum(run.kind in ("tempo", "interval") for run in shape.runs) <= 1


def test_after_a_break_the_week_is_short_and_easy() -> None:
    plan = planned(weeks(), days=40.0)
    assert plan.load == "return"
    assert plan.usual_m == pytest.approx(40_000.0)
    for shape in plan.shapes:
        assert {run.kind for run in shape.runs} == {"easy"}
        assert shape.distance_m is not None
        assert shape.distance_m <= 0.33 * plan.usual_m


def test_nothing_is_planned_on_no_data() -> None:
    assert plan_week(ask(weeks()[:1])) is None
    assert plan_week(ask([make_summary(n, days=float(n)) for n in (1, 2, 3)])) is None
    nowhere = [make_summary(n, days=3.0 * n, distance_m=None) for n in range(12)]
    assert plan_week(ask(nowhere)) is None


def short_runs(every_days: float) -> list[SessionSummary]:
    return [
        make_summary(number, days=every_days * number, distance_m=1500.0) for number in range(1, 20)
    ]


def test_after_weeks_of_short_easy_runs_a_week_of_fewer_runs_stays_below_its_most() -> None:
    plan = plan_week(ask(short_runs(1.5), days=60.0))
    assert plan is not None
    assert 2000.0 < plan.most_m < 3000.0
    (shape,) = plan.shapes
    assert len(shape.runs) == 2
    assert not shape.is_usual
    assert shape.distance_m is not None
    assert shape.distance_m <= plan.most_m


def test_the_week_after_a_break_holds_at_least_the_run_that_comes_next() -> None:
    """Somebody who ran once in two weeks was offered 3 km next and a week of 1 km."""
    sparse = [make_summary(number, days=14.0 * number, distance_m=6000.0) for number in range(1, 9)]
    question = ask(sparse, days=120.0)
    plan = plan_week(question)
    assert plan is not None
    assert question.pause is not None
    low_m, high_m = return_targets(question, question.pause).distance_m or (0.0, 0.0)
    assert plan.most_m >= low_m > 1000.0
    (shape,) = plan.shapes
    (run,) = shape.runs
    assert run.distance_m is not None
    assert low_m * 0.95 <= run.distance_m <= high_m


def test_where_less_than_a_least_run_is_left_there_is_one_run_by_time_in_easy_minutes() -> None:
    plan = plan_week(ask(short_runs(5.0), days=400.0))
    assert plan is not None
    assert plan.most_m < 1000.0
    (shape,) = plan.shapes
    (run,) = shape.runs
    assert shape.distance_m is None
    assert run.distance_m is None
    assert run.duration_s % 60.0 == 0.0
    assert 1000.0 / 2.6 * (plan.most_m / 1000.0) >= run.duration_s >= 60.0
    assert "several" not in week_head(plan, "en")


def test_every_easy_and_long_run_takes_minutes_that_lie_within_its_target_pace() -> None:
    for given in ({}, {"tsb_score": -40.0}, {"days": 20.0}):
        plan = planned(weeks(), **given)
        paces = {kind: targets.pace_s_per_km for kind, targets in plan.targets.items()}
        runs = [run for shape in plan.shapes for run in shape.runs if run.kind in ("easy", "long")]
        assert runs
        for run in runs:
            pace = paces[run.kind]
            assert pace is not None
            assert run.distance_m is not None
            assert pace[0] <= 1000.0 * run.duration_s / run.distance_m <= pace[1]
            assert run.duration_s % 60.0 == 0.0


def test_after_a_long_break_the_minutes_are_slower_than_any_easy_pace_of_before() -> None:
    plan = planned(weeks(), days=400.0)
    assert plan.targets["easy"].pace_s_per_km is None
    for shape in plan.shapes:
        for run in shape.runs:
            assert run.distance_m is not None
            assert 1000.0 * run.duration_s / run.distance_m >= 1000.0 / 2.6


@pytest.mark.parametrize(
    ("lang", "whole", "part"),
    [
        ("en", "tempo (whole run)", "tempo (main part): Tempo or threshold run, "),
        ("ja", "テンポ走（全体）", "テンポ走（メイン区間）: テンポ/閾値走、"),
    ],
)
def test_a_hard_run_says_which_figures_are_of_all_of_it_and_which_of_its_main_part(
    lang: Lang, whole: str, part: str
) -> None:
    """A day has warm-up and cool-down in it; the pace below is that of the hard part alone."""
    plan = planned(weeks())
    shape = next(shape for shape in plan.shapes if any(run.kind == "tempo" for run in shape.runs))
    run = next(run for run in shape.runs if run.kind == "tempo")
    assert run.distance_m is not None
    assert run.distance_m > max(plan.targets["tempo"].distance_m or (0.0,))
    assert whole in [row.cells[1] for row in shape_table(shape, lang).rows]
    assert any(text.startswith(part) for text in kind_texts(plan, lang))
