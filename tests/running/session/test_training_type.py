"""Which kind of training a run was: structure, intensity, zones, length, and what is unknown."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.athlete.known import ZoneSeconds
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.session.model import (
    Form,
    Segment,
    SegmentFigures,
    Structure,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.session.training_type import classify, deciding_row, rows_that_hold
from hakaru.running.session.type_evidence import (
    CLASSIFIES_PCT,
    SHARE_TABLE,
    Habits,
    TypeQuestion,
    Whole,
    habits_on,
)
from hakaru.running.splits import Role
from tests.running.athlete.runners import DAY, THRESHOLD_MPS, make_athlete, pulse_bpm
from tests.running.summaries import make_summary

NOBODY = make_athlete()
RUNNER = make_athlete(threshold_speed_mps=4.0, lt_heart_rate_bpm=170.0, heart_rate_rest_bpm=50.0)
USUAL = Habits(
    n_easy_runs=8, median_easy_s=2700.0, median_easy_distance_m=8400.0, median_easy_speed_mps=3.12
)
Part = tuple[Role, float, float]
"""Role, seconds, share of threshold speed."""


def ask(*parts: Part, form: Form = "steady", **given: Any) -> TypeQuestion:
    """A run of the invented runner; heart rate follows speed unless `with_heart_rate` is False."""
    with_heart_rate = given.pop("with_heart_rate", True)
    with_speed = given.pop("with_speed", True)
    segments, figures, start_s = [], [], 0.0
    for index, (role, length_s, share) in enumerate(parts):
        end_s = start_s + length_s
        segments.append(
            Segment(role=role, source="speed", start_elapsed_s=start_s, end_elapsed_s=end_s)
        )
        figures.append(
            SegmentFigures(
                segment_index=index,
                role=role,
                source="speed",
                rep_index=None,
                start_elapsed_s=start_s,
                end_elapsed_s=end_s,
                distance_m=length_s * share * THRESHOLD_MPS,
                running_s=length_s,
                running_distance_m=length_s * share * THRESHOLD_MPS,
                speed_mps=share * THRESHOLD_MPS if with_speed else None,
                heart_rate_bpm=pulse_bpm(share) if with_heart_rate else None,
            )
        )
        start_s = end_s
    structure = Structure(form=form, segments=tuple(segments), confidence_frac=0.9)
    values: dict[str, Any] = {"athlete": RUNNER, "habits": USUAL} | given
    return TypeQuestion(structure=structure, figures=tuple(figures), **values)


def steady(share: float, *, minutes: float = 45.0, **given: Any) -> TypeVerdict:
    return classify(ask(("main", minutes * 60.0, share), **given))


def reps(n: int, rep_s: float, share: float, *, rest_s: float = 120.0, **given: Any) -> TypeVerdict:
    parts: list[Part] = [("warmup", 900.0, 0.75)]
    for _ in range(n):
        parts += [("work", rep_s, share), ("recovery", rest_s, 0.6)]
    return classify(ask(*parts, form="reps", **given))


def block(share: float, *, minutes: float = 25.0, **given: Any) -> TypeVerdict:
    parts: list[Part] = [("warmup", 720.0, 0.75), ("main", minutes * 60.0, share)]
    return classify(ask(*parts, ("cooldown", 600.0, 0.72), form="block", **given))


def only_zones(*zone_s: float, **given: Any) -> TypeVerdict:
    """A run of which nothing is known but the time in zones."""
    first, second, third, fourth, fifth = zone_s
    zones = (first, second, third, fourth, fifth)
    return steady(0.78, athlete=NOBODY, habits=Habits(), zone_s=zones, main_zone_s=zones, **given)


def codes(verdict: TypeVerdict) -> list[str]:
    return [one.code for one in verdict.evidence]


# The table of zones


@pytest.mark.parametrize(
    ("shares_pct", "expected"),
    [
        ((60, 0, 20, 20, 0), "recovery"),
        ((59.9, 0, 20.1, 20, 0), None),
        ((0, 60, 0, 0, 40), "aerobic_base"),
        ((0, 30, 30, 20, 20), "aerobic_base"),
        ((40, 0, 0, 60, 0), "tempo_threshold"),
        ((0, 20, 0, 30, 50), "interval"),
        ((20, 30, 0, 0, 50), "interval"),
        ((20, 30.1, 0, 0, 49.9), None),
    ],
)
def test_each_row_of_the_table_classifies_from_its_share_on(
    shares_pct: ZoneSeconds, expected: TrainingType | None
) -> None:
    """Row 15: 60 % classifies (50 % for intervals)."""
    row = deciding_row(shares_pct)
    assert (None if row is None else row.training_type) == expected


@pytest.mark.parametrize(
    ("shares_pct", "expected"),
    [
        ((21, 60, 19, 0, 0), "recovery"),
        ((20, 60, 20, 0, 0), "aerobic_base"),
        ((19, 60, 21, 0, 0), "aerobic_base"),
        ((0, 20, 60, 20, 0), "aerobic_base"),
        ((0, 19, 60, 21, 0), "tempo_threshold"),
        ((0, 0, 100, 0, 0), "aerobic_base"),
        ((0, 0, 20, 60, 20), "tempo_threshold"),
        ((0, 0, 19, 60, 21), "interval"),
        ((0, 10, 45, 0, 45), None),
    ],
)
def test_overlapping_rows_go_to_the_larger_share_and_equal_ones_by_precedence(
    shares_pct: ZoneSeconds, expected: TrainingType | None
) -> None:
    """Row 15: zone 2 is recovery and base, zone 3 base and tempo, zone 4 tempo and interval."""
    row = deciding_row(shares_pct)
    assert (None if row is None else row.training_type) == expected


def test_the_table_is_data_and_asks_for_less_than_what_is_achieved() -> None:
    """Row 15."""
    assert [row.training_type for row in SHARE_TABLE] == [
        "aerobic_base",
        "tempo_threshold",
        "recovery",
        "interval",
    ]
    assert CLASSIFIES_PCT == 60.0


@given(st.lists(st.floats(0.0, 100.0), min_size=5, max_size=5).filter(lambda parts: sum(parts) > 1))
def test_the_deciding_row_is_one_that_holds(parts: list[float]) -> None:
    first, second, third, fourth, fifth = (100.0 * part / sum(parts) for part in parts)
    shares_pct = (first, second, third, fourth, fifth)
    row = deciding_row(shares_pct)
    assert (row is None) == (not rows_that_hold(shares_pct))
    assert row is None or row in rows_that_hold(shares_pct)


@pytest.mark.parametrize(
    ("zone_s", "expected"),
    [
        ((1500, 900, 300, 0, 0), "recovery"),
        ((300, 1500, 900, 0, 0), "aerobic_base"),
        ((0, 300, 900, 1500, 0), "tempo_threshold"),
        ((0, 0, 600, 600, 1500), "unknown"),
        ((900, 0, 900, 0, 900), "unknown"),
    ],
)
def test_zones_alone_decide_where_nothing_else_is_known(
    zone_s: ZoneSeconds, expected: TrainingType
) -> None:
    """Row 15."""
    verdict = only_zones(*zone_s)
    assert verdict.training_type == expected
    assert verdict.source == ("none" if expected == "unknown" else "zones")


# Structure first


def test_repetitions_are_intervals_whatever_the_zones_say() -> None:
    """Row 15: structure first."""
    easy_zones = (0.0, 3000.0, 0.0, 0.0, 0.0)
    verdict = reps(5, 240.0, 1.08, zone_s=easy_zones, main_zone_s=easy_zones)
    assert (verdict.training_type, verdict.source) == ("interval", "structure")
    assert codes(verdict) == ["reps_n", "rep_duration_s", "work_of_threshold_pct"]
    assert verdict.confidence_frac > 0.8


def test_repetitions_are_told_by_their_mean_pace_beside_threshold_pace() -> None:
    """Both stand on the page: habits, which may speak for another intensity, are not in it."""
    verdict = reps(5, 240.0, 1.06, athlete=RUNNER, habits=USUAL)
    (told,) = (one.value for one in verdict.evidence if one.code == "work_of_threshold_pct")
    assert told == pytest.approx(106.0)


def test_without_a_threshold_repetitions_are_told_beside_easy_runs() -> None:
    verdict = reps(5, 240.0, 1.06, athlete=NOBODY, habits=USUAL)
    (told,) = (one.value for one in verdict.evidence if one.code == "work_of_easy_pct")
    assert told == pytest.approx(106.0 * 4.0 / 3.12)


def test_repetitions_need_no_athlete() -> None:
    verdict = reps(5, 240.0, 1.08, athlete=NOBODY, habits=Habits())
    assert (verdict.training_type, verdict.source) == ("interval", "structure")
    assert codes(verdict) == ["reps_n", "rep_duration_s"]


@pytest.mark.parametrize(
    ("rep_s", "share", "expected"),
    [
        (30.0, 1.35, "sprint"),
        (35.0, 1.26, "sprint"),
        (36.0, 1.35, "interval"),
        (30.0, 1.15, "interval"),
    ],
)
def test_sprints_are_very_short_and_far_above_threshold(
    rep_s: float, share: float, expected: TrainingType
) -> None:
    assert reps(8, rep_s, share).training_type == expected


def test_walk_breaks_and_traffic_are_no_intervals() -> None:
    assert reps(6, 400.0, 0.80, rest_s=40.0).training_type == "aerobic_base"
    assert reps(4, 100.0, 0.93, rest_s=300.0).training_type != "interval"


def test_long_work_at_threshold_with_hardly_any_rest_is_threshold_training() -> None:
    assert reps(3, 600.0, 0.99, rest_s=60.0).training_type == "tempo_threshold"
    assert reps(3, 600.0, 0.99, rest_s=180.0).training_type == "interval"
    assert reps(3, 600.0, 1.08, rest_s=60.0).training_type == "interval"


def test_strides_do_not_change_the_type() -> None:
    question = ask(("main", 2700.0, 0.78))
    plain = classify(question)
    structure = Structure(
        form="steady", segments=question.structure.segments, confidence_frac=0.9, n_strides=6
    )
    with_strides = TypeQuestion(
        structure=structure, figures=question.figures, athlete=RUNNER, habits=USUAL
    )
    assert classify(with_strides) == plain


# Intensity


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.66, "recovery"),
        (0.79, "aerobic_base"),
        (0.98, "tempo_threshold"),
        (1.15, "tempo_threshold"),
    ],
)
def test_intensity_relative_to_the_own_threshold_decides(
    share: float, expected: TrainingType
) -> None:
    given: dict[str, Any] = {"minutes": 18.0, "habits": Habits()}
    assert steady(share, **given).training_type == expected
    speed_only = steady(share, with_heart_rate=False, **given)
    assert (speed_only.training_type, speed_only.source) == (expected, "speed")
    pulse_only = steady(share, with_speed=False, **given)
    assert (pulse_only.training_type, pulse_only.source) == (expected, "heart_rate")


def test_a_hard_run_that_lasts_is_at_threshold_not_above_it() -> None:
    assert steady(1.07, minutes=45.0).training_type == "tempo_threshold"


def test_a_block_at_threshold_is_a_tempo_run_and_is_judged_without_its_ends() -> None:
    verdict = block(0.97)
    assert verdict.training_type == "tempo_threshold"
    assert verdict.evidence[0].value == pytest.approx(97.0)


def test_a_moderate_block_stays_a_base_run() -> None:
    assert block(0.80).training_type == "aerobic_base"


def test_a_quick_last_kilometre_leaves_the_run_what_it_was() -> None:
    parts: tuple[Part, ...] = (("warmup", 2400.0, 0.78), ("main", 260.0, 0.95))
    assert classify(ask(*parts, form="block")).training_type == "aerobic_base"


def test_zones_of_a_watch_change_nothing_where_intensity_is_known() -> None:
    """Resolutions row 85."""
    tempo_s = (0.0, 0.0, 600.0, 2100.0, 0.0)
    base_s = (0.0, 2100.0, 600.0, 0.0, 0.0)
    verdicts = [steady(0.86, zone_s=zone_s, main_zone_s=zone_s) for zone_s in (tempo_s, base_s)]
    assert verdicts[0] == verdicts[1] == steady(0.86)


def test_a_threshold_that_was_estimated_from_the_run_itself_makes_its_kind_less_sure() -> None:
    def verdict(on: date) -> TypeVerdict:
        known: dict[Quantity, Known] = {
            "threshold_speed_mps": Known(
                value=4.0, origin="estimated", method="race", on=on, low=3.9, high=4.1
            )
        }
        athlete = Athlete(day=DAY, known=known)
        return steady(0.93, with_heart_rate=False, athlete=athlete, habits=Habits())

    earlier, own = verdict(DAY - timedelta(days=9)), verdict(DAY)
    assert earlier.training_type == own.training_type == "tempo_threshold"
    assert own.confidence_frac < earlier.confidence_frac - 0.05


def test_nobody_but_the_runner_is_certain() -> None:
    assert steady(0.79).confidence_frac <= 0.97


def test_who_walks_more_than_half_of_the_time_does_no_kind_of_running() -> None:
    question = ask(("main", 3600.0, 0.6))
    walked = tuple(replace(figure, running_s=700.0) for figure in question.figures)
    verdict = classify(replace(question, figures=walked, whole=Whole(active_s=3600.0)))
    assert verdict.training_type == "unknown"
    assert (verdict.evidence[0].code, round(verdict.evidence[0].value)) == ("walked_share_pct", 81)


def test_a_shorter_run_than_usual_is_rather_recovery() -> None:
    assert steady(0.725, minutes=28.0).training_type == "recovery"
    assert steady(0.735, minutes=50.0).training_type == "aerobic_base"


@given(st.floats(0.5, 1.2), st.floats(0.5, 1.2))
def test_more_speed_is_never_an_easier_type(one: float, other: float) -> None:
    order = ["recovery", "aerobic_base", "tempo_threshold"]
    slow, fast = sorted((one, other))
    found = [order.index(steady(share).training_type) for share in (slow, fast)]
    assert found == sorted(found)


@given(st.floats(0.4, 1.4), st.floats(5.0, 240.0), st.booleans(), st.booleans())
def test_every_run_has_a_verdict_with_a_confidence(
    share: float, minutes: float, with_speed: bool, with_heart_rate: bool
) -> None:
    verdict = steady(share, minutes=minutes, with_speed=with_speed, with_heart_rate=with_heart_rate)
    assert 0.0 <= verdict.confidence_frac <= 1.0
    assert verdict.training_type != "low_moderate"
    assert verdict.evidence


def test_confidence_is_low_at_a_boundary_and_high_away_from_it() -> None:
    assert steady(0.80).confidence_frac > 0.85 > 0.65 > steady(0.87).confidence_frac


def test_a_lower_bound_from_easy_runs_is_not_trusted() -> None:
    """The bound of easy runs is their own speed: taken at its word, each would be a tempo run."""
    bound = Known(value=3.1, origin="estimated", method="lower_bound", low=3.1, high=4.4)
    athlete = Athlete(day=DAY, known={"threshold_speed_mps": bound})
    alone = steady(0.78, athlete=athlete, habits=Habits(), with_heart_rate=False)
    assert alone.training_type == "unknown"
    with_habits = steady(0.78, athlete=athlete, with_heart_rate=False)
    assert with_habits.training_type == "aerobic_base"


@given(
    st.floats(0.9, 1.6),
    st.floats(5.0, 60.0),
    st.lists(st.floats(0.0, 3600.0), min_size=5, max_size=5).filter(lambda parts: sum(parts) > 1),
    st.booleans(),
)
def test_without_repetitions_nothing_is_an_interval_training(
    share: float, minutes: float, zone_s: list[float], known: bool
) -> None:
    first, second, third, fourth, fifth = zone_s
    zones = (first, second, third, fourth, fifth)
    given: dict[str, Any] = {"zone_s": zones, "main_zone_s": zones}
    if not known:
        given |= {"athlete": NOBODY, "habits": Habits()}
    verdict = steady(share, minutes=minutes, **given)
    assert verdict.training_type not in ("interval", "sprint")


def test_a_continuous_run_far_above_threshold_is_a_doubtful_tempo_run() -> None:
    verdict = steady(1.15, minutes=18.0)
    assert verdict.training_type == "tempo_threshold"
    assert verdict.confidence_frac < 0.6


def treadmill(heart_rate_bpm: float, *, minutes: float = 57.0, **given: Any) -> TypeVerdict:
    """Neither speed nor distance: nothing tells when the runner ran."""
    question = ask(("main", minutes * 60.0, 0.0), with_speed=False, with_heart_rate=False, **given)
    still = tuple(replace(figure, running_s=0.0, distance_m=0.0) for figure in question.figures)
    whole = Whole(active_s=minutes * 60.0, heart_rate_bpm=heart_rate_bpm)
    return classify(replace(question, figures=still, whole=whole))


def test_without_speed_the_heart_rate_over_active_time_decides() -> None:
    assert treadmill(pulse_bpm(0.78)).training_type == "aerobic_base"
    hard = treadmill(pulse_bpm(0.98))
    assert (hard.training_type, hard.source) == ("tempo_threshold", "heart_rate")
    length = next(one for one in hard.evidence if one.code == "running_s")
    assert length.value == 57.0 * 60.0
    assert treadmill(pulse_bpm(0.76), minutes=100.0).training_type == "long_run"


@pytest.mark.parametrize(("active_s", "known"), [(2.0, False), (57.0, False), (300.0, True)])
def test_a_run_under_five_minutes_is_unknown_and_says_how_short_it_was(
    active_s: float, known: bool
) -> None:
    whole = Whole(active_s=active_s, heart_rate_bpm=120.0)
    verdict = classify(ask(("main", active_s, 0.66), whole=whole))
    assert (verdict.training_type != "unknown") == known
    if not known:
        assert (verdict.source, verdict.confidence_frac) == ("none", 0.0)
        assert [(one.code, one.value) for one in verdict.evidence] == [("running_s", active_s)]


def test_five_minutes_of_repetitions_are_asked_for_too() -> None:
    assert reps(2, 50.0, 1.4, rest_s=30.0).training_type != "unknown"
    short = ask(("work", 40.0, 1.4), ("recovery", 30.0, 0.5), ("work", 40.0, 1.4), form="reps")
    assert classify(short).training_type == "unknown"


def by_witnesses(*, speed: float, heart_rate: float) -> TypeVerdict:
    """Speed and heart rate each at a share of threshold."""
    question = ask(("main", 3400.0, speed), habits=Habits())
    torn = tuple(
        replace(figure, heart_rate_bpm=pulse_bpm(heart_rate)) for figure in question.figures
    )
    return classify(replace(question, figures=torn))


def test_witnesses_of_an_easy_and_a_hard_run_leave_the_type_unknown() -> None:
    """A trail run: slow for the runner's threshold speed, hard by the heart."""
    verdict = by_witnesses(speed=0.76, heart_rate=0.97)
    assert (verdict.training_type, verdict.confidence_frac) == ("unknown", 0.0)
    shown = {one.code: one.value for one in verdict.evidence}
    assert "main_of_threshold_pct" not in shown
    assert shown["speed_of_threshold_pct"] == pytest.approx(76.0)
    assert shown["heart_rate_of_threshold_pct"] == pytest.approx(97.0, abs=0.5)
    assert by_witnesses(speed=0.76, heart_rate=0.77).confidence_frac > 0.8


def test_witnesses_that_contradict_each_other_lower_the_confidence_of_what_both_allow() -> None:
    agreed = by_witnesses(speed=0.80, heart_rate=0.80)
    apart = by_witnesses(speed=0.88, heart_rate=1.04)
    assert apart.training_type == "tempo_threshold"
    easy = by_witnesses(speed=0.62, heart_rate=0.85)
    assert easy.training_type in ("recovery", "aerobic_base")
    assert easy.confidence_frac < 0.8 < agreed.confidence_frac


# Length


def test_an_easy_run_that_is_long_for_this_runner_is_a_long_run() -> None:
    """Row 76: 1.5 x the usual easy run, and 70 min."""
    usual = {"habits": Habits(n_easy_runs=5, median_easy_s=3000.0)}
    assert steady(0.76, minutes=75.0, **usual).training_type == "long_run"
    assert steady(0.76, minutes=74.9, **usual).training_type == "aerobic_base"
    short = {"habits": Habits(n_easy_runs=5, median_easy_s=1800.0)}
    assert steady(0.76, minutes=69.9, **short).training_type == "aerobic_base"
    assert steady(0.76, minutes=70.0, **short).training_type == "long_run"


def test_where_habits_are_unknown_an_hour_and_a_half_is_long() -> None:
    assert steady(0.76, minutes=89.9, habits=Habits()).training_type == "aerobic_base"
    assert steady(0.76, minutes=90.0, habits=Habits()).training_type == "long_run"
    nobody = steady(0.76, minutes=90.0, habits=Habits(), athlete=NOBODY, with_heart_rate=False)
    assert (nobody.training_type, nobody.source) == ("long_run", "structure")


def test_a_long_tempo_run_is_no_long_run() -> None:
    assert steady(0.98, minutes=72.0).training_type == "tempo_threshold"


# What is unknown


def test_without_any_reference_the_type_is_unknown_and_says_so() -> None:
    """Row 15: an unknown type says so."""
    verdict = steady(0.78, athlete=NOBODY, habits=Habits(), with_heart_rate=False)
    assert (verdict.training_type, verdict.source, verdict.confidence_frac) == (
        "unknown",
        "none",
        0,
    )
    assert codes(verdict) == ["running_s"]


def test_a_steady_run_of_a_stranger_is_what_such_heart_rates_mostly_are_and_never_sure() -> None:
    verdict = steady(0.78, athlete=NOBODY, habits=Habits())
    assert (verdict.training_type, verdict.source) == ("aerobic_base", "usual_heart_rate")
    assert verdict.confidence_frac < 0.7
    assert codes(verdict) == ["judged_heart_rate_bpm", "running_s"]


def test_a_block_speaks_for_itself_without_any_reference() -> None:
    verdict = block(0.97, athlete=NOBODY, habits=Habits())
    assert (verdict.training_type, verdict.source) == ("tempo_threshold", "structure")
    assert verdict.confidence_frac < 0.6
    assert block(0.80, athlete=NOBODY, habits=Habits()).training_type == "unknown"


# Habits


def test_habits_are_the_medians_of_easy_runs_before_the_day() -> None:
    day = make_summary(days=100).activity_date
    runs = [
        make_summary(index, days=95 - index, running_s=2400.0 + 60.0 * index, running_speed_mps=3.0)
        for index in range(5)
    ]
    later = make_summary(7, days=100, running_s=9.0)
    old = make_summary(8, days=9, running_s=9.0)
    hard = make_summary(9, days=98, running_s=9.0, training_type="interval")
    habits = habits_on(day, [hard, *runs, old, later])
    assert habits == Habits(
        n_easy_runs=5,
        median_easy_s=2520.0,
        median_easy_distance_m=10000.0,
        median_easy_speed_mps=3.0,
    )


def test_long_runs_are_no_habit_even_where_they_were_called_base_runs() -> None:
    day = make_summary(days=60).activity_date
    lengths_s = (5400.0, 5300.0, 2700.0, 5500.0, 2600.0, 5400.0, 2800.0)
    runs = [
        make_summary(index, days=40 + index, running_s=length_s)
        for index, length_s in enumerate(lengths_s)
    ]
    assert habits_on(day, runs).median_easy_s == 2700.0


def test_runs_under_five_minutes_are_no_habit_and_a_treadmill_counts_by_its_time() -> None:
    day = make_summary(days=60).activity_date
    run = make_summary(1, days=50, running_s=2700.0, elapsed_s=2800.0)
    tiny = make_summary(2, days=51, running_s=50.0, elapsed_s=57.0, training_type="recovery")
    treadmill_run = make_summary(3, days=52, running_s=0.0, elapsed_s=3420.0)
    assert habits_on(day, [run, tiny]).n_easy_runs == 1
    assert habits_on(day, [run, treadmill_run]).median_easy_s == 3060.0


def test_recovery_runs_are_a_habit_only_while_there_are_no_others() -> None:
    day = make_summary(days=60).activity_date
    recovery = [
        make_summary(index, days=40 + index, running_s=1800.0, training_type="recovery")
        for index in range(3)
    ]
    base = make_summary(9, days=50, running_s=2700.0)
    assert habits_on(day, recovery).median_easy_s == 1800.0
    assert habits_on(day, [*recovery, base]).median_easy_s == 2700.0
    assert habits_on(day, recovery).median_easy_speed_mps is None
    assert habits_on(day, []) == Habits()
