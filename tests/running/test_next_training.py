"""Options for what comes next: evidence from the requirement's table, never an order."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.athlete.model import Athlete, HeartRateZones, Known, Quantity
from hakaru.running.effort_relation import EffortRelation
from hakaru.running.next_training import OPTIONS_MAX, TrainingOption, next_options
from hakaru.running.next_training_evidence import (
    NextQuestion,
    find_objections,
    find_reasons,
    power_saved_w,
    step_shortened_cm,
)
from hakaru.running.next_training_targets import Targets
from hakaru.running.session.model import SessionSummary
from tests.running.summaries import FIRST_DAY, make_interval, make_summary, make_tempo

ATHLETE = Athlete(
    day=FIRST_DAY,
    known={
        "threshold_speed_mps": Known(value=3.7, origin="user", method="stated"),
        "lt_heart_rate_bpm": Known(value=168.0, origin="user", method="stated"),
    },
)


def ask(
    this: SessionSummary, *recent: SessionSummary, hours: float = 2.0, **given: Any
) -> NextQuestion:
    values: dict[str, Any] = {"athlete": ATHLETE, "tsb_score": 0.0} | given
    now: datetime = this.started_at + timedelta(hours=hours)
    return NextQuestion(this=this, recent=(this, *recent), now=now, **values)


def named(options: tuple[TrainingOption, ...], name: str) -> TrainingOption:
    return next(option for option in options if option.name == name)


def names(options: tuple[TrainingOption, ...]) -> set[str]:
    return {option.name for option in options}


def test_ninety_percent_utilisation_speaks_for_intervals_a_week_later() -> None:
    options = next_options(ask(make_interval(1, vo2_utilisation_pct=92.0)))
    again = named(options, "interval")
    assert [(reason.code, reason.threshold) for reason in again.reasons] == [
        ("vo2_utilisation_pct", 90.0)
    ]
    assert again.earliest_day == FIRST_DAY + timedelta(days=7)
    assert again.targets is not None
    assert (again.targets.n_reps, again.targets.rep_distance_m) == (5, 1000.0)
    assert again.targets.pace_s_per_km == pytest.approx((247.0, 253.0))


def test_below_the_threshold_of_the_table_the_option_is_not_offered() -> None:
    assert names(next_options(ask(make_interval(1, vo2_utilisation_pct=89.9)))) == {"easy_day"}
    assert names(next_options(ask(make_tempo(1, threshold_share_pct=69.0)))) == {"easy_day"}
    assert "interval" in names(next_options(ask(make_interval(1, vo2_utilisation_pct=90.0))))


def test_threshold_held_for_seventy_percent_speaks_for_tempo_runs() -> None:
    tempo = named(next_options(ask(make_tempo(1, threshold_share_pct=75.0))), "tempo")
    assert [reason.code for reason in tempo.reasons] == ["threshold_share_pct"]
    assert tempo.targets is not None
    assert tempo.targets.pace_s_per_km == pytest.approx((272.8, 282.8), abs=0.05)
    assert tempo.targets.heart_rate_bpm is None
    assert tempo.targets.notes == ("pace_only",)
    assert tempo.targets.distance_m == pytest.approx((5400.0, 6600.0))


def test_five_watts_less_at_equal_pace_on_one_device_speak_for_the_same_pace() -> None:
    """Row 24."""
    this = make_summary(1, days=9.0, target_power_w=240.0)
    earlier = [make_summary(i, days=float(i), target_power_w=246.0) for i in (2, 4, 6)]
    device = dict.fromkeys([1, 2, 4, 6], "pod a")
    question = ask(this, *earlier, power_device=device)
    assert power_saved_w(question) == pytest.approx(6.0)
    assert "same_pace" in names(next_options(question))
    assert power_saved_w(ask(this, *earlier)) is None
    assert power_saved_w(ask(this, *earlier[:2], power_device=device)) is None


def test_steps_three_centimetres_shorter_speak_for_strength_beside_running() -> None:
    this = make_interval(1, target_step_length_cm=140.0, step_length_decline_pct=2.5)
    assert step_shortened_cm(this) == pytest.approx(3.54, abs=0.01)
    strength = named(next_options(ask(this)), "strength")
    assert strength.targets is None
    assert strength.earliest_day == FIRST_DAY + timedelta(days=2)
    fresh = make_interval(1, target_step_length_cm=140.0, step_length_decline_pct=1.5)
    assert "strength" not in names(next_options(ask(fresh)))
    assert step_shortened_cm(make_interval(1)) is None


@pytest.mark.parametrize(("pct", "offered"), [(105.0, True), (105.1, False), (123.0, False)])
def test_more_than_all_of_vo2_max_speaks_for_nothing(pct: float, offered: bool) -> None:
    """Nobody repeats at 123 % of VO2max: the VO2max is wrong."""
    options = next_options(ask(make_interval(1, vo2_utilisation_pct=pct)))
    assert ("interval" in names(options)) == offered


@pytest.mark.parametrize(
    ("quantity", "method"),
    [("vo2_max_ml_per_kg_min", "threshold_speed"), ("threshold_speed_mps", "vo2_max")],
)
def test_a_vo2_max_that_only_repeats_the_threshold_speaks_for_nothing(
    quantity: Quantity, method: str
) -> None:
    derived = Known(value=50.0, origin="estimated", method=method, low=49.0, high=51.0)
    athlete = Athlete(day=FIRST_DAY, known={**ATHLETE.known, quantity: derived})
    options = next_options(ask(make_interval(1, vo2_utilisation_pct=95.0), athlete=athlete))
    assert "interval" not in names(options)


def test_an_easy_day_uses_the_zones_of_the_watch() -> None:
    zones = HeartRateZones(low_bpm=(94.0, 113.0, 145.0, 160.0, 170.0), basis="watch")
    targets = named(next_options(ask(make_summary(1), zones=zones)), "easy_day").targets
    assert targets is not None
    assert targets.heart_rate_bpm == (94.0, 145.0)


def test_a_run_of_a_minute_is_no_session_to_build_on() -> None:
    fragment = make_interval(2, days=-3.0, running_s=57.0)
    assert ask(make_summary(1), fragment).earlier == ()


def test_right_after_a_hard_session_the_easy_day_comes_first_and_says_why() -> None:
    options = next_options(ask(make_interval(1, vo2_utilisation_pct=95.0)))
    assert options[0].name == "easy_day"
    assert [reason.code for reason in options[0].reasons] == ["hours_since_hard_h"]
    against = {objection.code: objection for objection in named(options, "interval").objections}
    assert against["hours_since_hard_h"].threshold == 72.0


@pytest.mark.parametrize(
    ("hours", "threshold"), [(2.0, 72.0), (47.9, 72.0), (71.9, 72.0), (72.0, None)]
)
def test_rest_after_a_hard_session_is_one_figure_wherever_it_is_named(
    hours: float, threshold: float | None
) -> None:
    found = {
        objection.code: objection for objection in find_objections(ask(make_tempo(1), hours=hours))
    }
    rest = found.get("hours_since_hard_h")
    assert (None if rest is None else rest.threshold) == threshold
    easy = {reason.code: reason for reason in find_reasons(ask(make_tempo(1), hours=hours))}
    named_for_rest = easy.get("hours_since_hard_h")
    assert (None if named_for_rest is None else named_for_rest.threshold) == threshold


def test_a_habit_of_a_week_ago_is_an_option_and_what_was_never_done_is_not() -> None:
    this = make_summary(1, days=20.0)
    options = next_options(ask(this, make_tempo(2, days=11.0), make_interval(3, days=16.0)))
    assert names(options) == {"tempo", "easy_day"}
    tempo = named(options, "tempo")
    assert tempo.targets is not None
    assert tempo.targets.basis == "earlier_session"
    assert names(next_options(ask(this))) == {"easy_day"}


def test_load_and_missing_knowledge_speak_against() -> None:
    this = make_tempo(1, threshold_share_pct=80.0)
    tired = ask(this, tsb_score=-42.0)
    assert "tsb_score" in {objection.code for objection in find_objections(tired)}
    assert "tsb_score" in {reason.code for reason in find_reasons(tired)}
    blind = ask(this, tsb_score=None, athlete=Athlete(day=FIRST_DAY))
    assert {"load_unknown", "threshold_unknown", "few_sessions_n"} <= {
        objection.code for objection in find_objections(blind)
    }
    targets = named(next_options(blind), "easy_day").targets
    assert targets is not None
    assert (targets.basis, targets.pace_s_per_km) == ("none", None)


def test_two_hard_sessions_in_a_week_are_an_objection_to_a_third() -> None:
    this = make_interval(1, days=6.0)
    codes = {objection.code for objection in find_objections(ask(this, make_tempo(2, days=2.0)))}
    assert "hard_sessions_in_week_n" in codes
    alone = {objection.code for objection in find_objections(ask(this, make_tempo(2, days=-2.0)))}
    assert "hard_sessions_in_week_n" not in alone


def test_signs_of_strain_speak_against_doing_the_same_again() -> None:
    this = make_interval(
        1, vo2_utilisation_pct=96.0, heart_rate_retention_pct=90.0, power_decline_pct=7.0
    )
    codes = {objection.code for objection in named(next_options(ask(this)), "interval").objections}
    assert {"heart_rate_retention_pct", "power_decline_pct"} <= codes


def test_an_easy_day_is_slow_and_as_long_as_the_runners_own_ones() -> None:
    easy = [
        make_summary(i, days=float(i), training_type="recovery", distance_m=6000.0)
        for i in (2, 3, 4)
    ]
    targets = named(next_options(ask(make_summary(1, days=9.0), *easy)), "easy_day").targets
    assert targets is not None
    assert targets.distance_m == pytest.approx((5100.0, 6900.0))
    assert targets.pace_s_per_km is not None
    assert 1000.0 / 3.7 < targets.pace_s_per_km[0] < targets.pace_s_per_km[1]
    assert (targets.heart_rate_bpm, targets.notes) == (None, ("pace_only",))


def test_later_sessions_do_not_change_the_options() -> None:
    this = make_summary(1, days=20.0)
    later = make_interval(2, days=40.0, vo2_utilisation_pct=99.0)
    assert next_options(ask(this, later)) == next_options(ask(this))


FIGURE = st.one_of(st.none(), st.floats(0.0, 120.0))


@given(
    st.sampled_from([make_interval, make_tempo, make_summary]),
    FIGURE,
    FIGURE,
    st.one_of(st.none(), st.floats(-80.0, 60.0)),
    st.floats(0.0, 200.0),
)
def test_there_are_one_to_four_options_and_an_easy_day_among_them(
    make: Any, utilisation: float | None, held: float | None, tsb: float | None, hours: float
) -> None:
    this = make(
        1,
        days=30.0,
        vo2_utilisation_pct=utilisation,
        threshold_share_pct=held,
        target_step_length_cm=130.0,
        step_length_decline_pct=4.0,
        target_power_w=200.0,
    )
    earlier = [
        *(make(i, days=float(i), target_power_w=230.0) for i in (2, 4, 6)),
        make_tempo(10, days=12.0),
        make_interval(11, days=14.0),
    ]
    device = dict.fromkeys([1, 2, 4, 6], "pod a")
    question = ask(this, *earlier, tsb_score=tsb, hours=hours, power_device=device)
    options = next_options(question)
    assert 1 <= len(options) <= OPTIONS_MAX
    assert sum(option.name == "easy_day" for option in options) == 1
    assert len(names(options)) == len(options)
    assert [-option.weight for option in options] == sorted(-option.weight for option in options)
    assert all(option.reasons for option in options if option.name != "easy_day")
    assert all(option.earliest_day > this.activity_date for option in options)
    assert next_options(question) == options


def test_the_earliest_day_is_a_calendar_day() -> None:
    option = named(next_options(ask(make_interval(1, vo2_utilisation_pct=95.0))), "easy_day")
    assert type(option.earliest_day) is date


def season(n_weeks: int = 6) -> list[SessionSummary]:
    """Easy runs on three days a week."""
    days = [7.0 * week + day for week in range(n_weeks) for day in (0.0, 2.0, 4.0)]
    return [make_summary(100 + n, days=day) for n, day in enumerate(days)]


def relation(**given: Any) -> EffortRelation:
    values: dict[str, Any] = {
        "reference_mps": 3.0,
        "level_bpm": 140.0,
        "slope_bpm_per_mps": 33.0,
        "drift_bpm_per_h": 3.0,
        "half_width_bpm": 5.0,
        "low_mps": 2.6,
        "high_mps": 4.2,
        "n_runs": 20,
        "n_stretches": 120,
    } | given
    return EffortRelation(**values)


def easy(question: NextQuestion) -> Targets:
    targets = named(next_options(question), "easy_day").targets
    assert targets is not None
    return targets


def test_pace_and_heart_rate_of_an_easy_run_are_those_of_the_own_relation() -> None:
    *earlier, this = season()
    targets = easy(ask(this, *earlier, relation=relation()))
    assert targets.pace_s_per_km is not None
    assert targets.heart_rate_bpm is not None
    slow_mps, fast_mps = (1000.0 / pace for pace in targets.pace_s_per_km[::-1])
    assert slow_mps < 3.0 < fast_mps
    told = [relation().heart_rate_bpm(one, after_h=0.4) for one in (slow_mps, fast_mps)]
    assert list(targets.heart_rate_bpm) == pytest.approx(told, abs=1.0)


def test_an_easy_run_is_slower_than_usual_where_the_heart_would_leave_the_easy_band() -> None:
    *earlier, this = season()
    targets = easy(ask(this, *earlier, relation=relation(level_bpm=152.0)))
    assert targets.notes == ("slower_for_heart_rate",)
    assert targets.pace_s_per_km is not None
    assert targets.pace_s_per_km[0] > 1000.0 / 3.0
    assert targets.heart_rate_bpm is not None
    assert targets.heart_rate_bpm[1] <= 0.91 * 168.0


def test_the_own_relation_wins_where_it_does_not_meet_the_share_of_threshold() -> None:
    *earlier, this = season()
    targets = easy(ask(this, *earlier, relation=relation(level_bpm=170.0, low_mps=2.9)))
    assert targets.notes == ("above_usual_share",)
    assert targets.heart_rate_bpm is not None
    assert targets.heart_rate_bpm[1] > 0.91 * 168.0
    assert targets.pace_s_per_km is not None
    assert targets.pace_s_per_km[1] <= 1000.0 / (0.96 * 3.0) + 1e-6


def test_short_repetitions_are_run_by_pace() -> None:
    short = make_interval(1, vo2_utilisation_pct=95.0, rep_s=90.0, rep_distance_m=400.0)
    targets = named(next_options(ask(short, relation=relation())), "interval").targets
    assert targets is not None
    assert (targets.heart_rate_bpm, targets.notes) == (None, ("reps_by_pace",))


def test_a_regular_runner_is_offered_what_was_never_run() -> None:
    *earlier, this = season()
    offered = next_options(ask(this, *earlier, hours=24.0))
    assert {"tempo", "long_run", "easy_day"} == names(offered)
    assert "interval" not in names(offered)
    with_tempo = [make_tempo(1, days=33.0), *earlier]
    assert "interval" in names(next_options(ask(this, *with_tempo, hours=24.0)))


def test_one_long_run_a_week() -> None:
    *earlier, this = season()
    long_ago = make_summary(1, days=30.0, training_type="long_run", distance_m=16000.0)
    due = named(next_options(ask(this, long_ago, *earlier)), "long_run")
    assert [reason.code for reason in due.reasons] == ["days_since_long_days"]
    assert due.targets is not None
    assert due.targets.distance_m is not None
    assert due.targets.distance_m[1] <= 1.10 * 16000.0
    lately = make_summary(1, days=36.5, training_type="long_run", distance_m=16000.0)
    assert "long_run" not in names(next_options(ask(this, lately, *earlier)))


def test_what_is_due_is_reckoned_from_the_day_that_is_asked_for() -> None:
    *earlier, this = season()
    question = ask(this, make_tempo(1, days=33.0), *earlier, hours=26.0)
    assert "tempo" in names(next_options(question))


def test_after_half_a_year_without_a_run_there_is_a_way_back_and_no_hard_session() -> None:
    *earlier, this = season()
    question = ask(this, make_tempo(1, days=30.0), *earlier, hours=24.0 * 155, relation=relation())
    (option,) = next_options(question)
    assert option.name == "return_run"
    assert [(reason.code, reason.value) for reason in option.reasons] == [
        ("after_break_days", 154.0)
    ]
    assert option.targets is not None
    assert option.targets.distance_m == pytest.approx((0.5 * 8500.0, 0.5 * 11500.0))
    assert option.targets.pace_s_per_km is None
    assert option.targets.heart_rate_bpm is not None
    assert "heart_rate_only_after_break" in option.targets.notes


def test_on_the_first_half_of_the_way_back_there_are_easy_days_only() -> None:
    runs = [*season(), make_tempo(1, days=20.0)]
    back = make_summary(2, days=39.0 + 40.0)
    assert names(next_options(ask(back, *runs, hours=24.0))) == {"easy_day"}


def test_a_full_week_speaks_against_more() -> None:
    runs = season()
    full = [make_summary(200 + n, days=36.0 + n, distance_m=16000.0) for n in range(4)]
    question = ask(full[-1], *runs, *full[:-1], make_tempo(1, days=20.0), hours=24.0)
    codes = {objection.code for objection in find_objections(question)}
    assert "week_volume_pct" in codes
    assert "week_volume_pct" not in {
        objection.code for objection in find_objections(ask(runs[-1], *runs[:-1]))
    }
