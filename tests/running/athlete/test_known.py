"""What is known of the runner on a day: who is believed, what is estimated, what is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import Physiology
from hakaru.running.athlete.efforts import EffortHistory, RunEfforts
from hakaru.running.athlete.known import (
    athlete_on,
    disagreement,
    is_circular,
    is_reliable,
    kept_since,
    reliable_value,
    wanted,
)
from hakaru.running.athlete.model import Athlete, AthleteFact, Known, Quantity, gaps, reconcile
from hakaru.running.physiology.oxygen import threshold_speed_mps
from tests.running.athlete.runners import (
    DAY,
    LT_BPM,
    THRESHOLD_MPS,
    days_ago,
    easy_weeks,
    make_athlete,
    make_efforts,
    pulse_bpm,
)

WATCH = Physiology(lt_heart_rate_bpm=LT_BPM, heart_rate_max_bpm=190.0, heart_rate_rest_bpm=50.0)


def known_of(
    *,
    facts: tuple[AthleteFact, ...] = (),
    reported: tuple[tuple[date, Physiology], ...] = (),
    efforts: EffortHistory = (),
) -> Athlete:
    return athlete_on(DAY, facts=facts, reported=reported, efforts=efforts)


def hard_weeks(*, with_heart_rate: bool = True) -> list[tuple[date, RunEfforts]]:
    """Easy runs, repetitions up to 190 bpm and a tempo run of half an hour."""
    tempo = make_efforts(0.99, length_s=1800.0, with_heart_rate=with_heart_rate)
    reps = make_efforts(0.90, top=1.08, length_s=1800.0, with_heart_rate=with_heart_rate)
    easy = easy_weeks(with_heart_rate=with_heart_rate)
    return [*easy, (days_ago(5), reps), (days_ago(9), tempo)]


def test_the_runner_is_believed_before_the_watch_and_the_watch_before_an_estimate() -> None:
    fact = AthleteFact(quantity="lt_heart_rate_bpm", value=168.0, since=days_ago(30))
    reported = ((days_ago(1), WATCH),)
    efforts = hard_weeks()
    estimate = known_of(efforts=efforts).known["lt_heart_rate_bpm"]
    watch = known_of(reported=reported, efforts=efforts).known["lt_heart_rate_bpm"]
    user = known_of(facts=(fact,), reported=reported, efforts=efforts).known["lt_heart_rate_bpm"]
    assert (estimate.origin, watch.origin, user.origin) == ("estimated", "watch", "user")
    assert (watch.value, user.value, user.on) == (LT_BPM, 168.0, days_ago(30))


def test_the_newest_statement_not_after_the_day_holds() -> None:
    facts = tuple(
        AthleteFact(quantity="weight_kg", value=value, since=since)
        for value, since in ((61.0, days_ago(10)), (60.0, days_ago(100)), (59.0, days_ago(-1)))
    )
    assert known_of(facts=facts).value("weight_kg") == 61.0


def test_nothing_dated_after_the_day_is_looked_at() -> None:
    later = days_ago(-1)
    athlete = known_of(
        facts=(AthleteFact(quantity="weight_kg", value=60.0, since=later),),
        reported=((later, WATCH), (days_ago(3), Physiology(lt_heart_rate_bpm=1.0, lt_on=later))),
        efforts=[(later, run) for _, run in hard_weeks()],
    )
    assert dict(athlete.known) == {}


def test_a_threshold_older_than_ninety_days_is_stale() -> None:
    for age_days, stale in ((90, False), (91, True)):
        known = replace(WATCH, lt_on=days_ago(age_days))
        found = known_of(reported=((days_ago(1), known),)).known
        assert found["lt_heart_rate_bpm"].stale is stale
        assert not found["heart_rate_max_bpm"].stale


def test_what_a_watch_repeats_unchanged_dates_from_the_first_time() -> None:
    reported = tuple((days_ago(age), WATCH) for age in (120, 60, 1))
    changed = (*reported, (days_ago(30), replace(WATCH, lt_heart_rate_bpm=171.0)))
    assert known_of(reported=reported).known["lt_heart_rate_bpm"].stale
    again = known_of(reported=changed).known["lt_heart_rate_bpm"]
    assert (again.value, again.on, again.stale) == (LT_BPM, days_ago(1), False)


@pytest.mark.parametrize(
    ("reported", "quantity"),
    [
        (Physiology(heart_rate_max_bpm=170.0), "heart_rate_max_bpm"),
        (Physiology(lt_heart_rate_bpm=160.0), "lt_heart_rate_bpm"),
        (Physiology(lt_speed_mps=3.4), "threshold_speed_mps"),
        (Physiology(vo2_max_ml_per_kg_min=40.0), "vo2_max_ml_per_kg_min"),
    ],
)
def test_a_figure_that_newer_efforts_exceed_is_stale(reported: Physiology, quantity: str) -> None:
    before = known_of(reported=((days_ago(1), reported),), efforts=hard_weeks())
    since = known_of(reported=((days_ago(20), reported),), efforts=hard_weeks())
    (old,) = (one for name in since.sources if name == quantity for one in of_watch(since, name))
    (new,) = (one for name, one in before.known.items() if name == quantity)
    (instead,) = (one for name, one in since.known.items() if name == quantity)
    assert (old.stale, new.stale) == (True, False)
    assert (new.origin, instead.origin) == ("watch", "estimated")
    assert instead.value > old.value


def of_watch(athlete: Athlete, quantity: Quantity) -> list[Known]:
    return [source for source in athlete.sources[quantity] if source.origin == "watch"]


def test_an_old_maximum_stays_where_no_effort_exceeds_it() -> None:
    reported = ((days_ago(300), Physiology(lt_heart_rate_bpm=175.0)),)
    found = known_of(reported=reported, efforts=hard_weeks()).known["lt_heart_rate_bpm"]
    assert (found.origin, found.stale) == ("watch", True)


def test_an_old_threshold_speed_gives_way_to_what_runs_show_now() -> None:
    """Fitness changes within months; both stay to be compared."""
    reported = ((days_ago(200), Physiology(lt_speed_mps=4.4)),)
    athlete = known_of(reported=reported, efforts=hard_weeks())
    assert athlete.known["threshold_speed_mps"].origin == "estimated"
    assert [one.value for one in of_watch(athlete, "threshold_speed_mps")] == [4.4]


def test_views_of_one_quantity_are_weighed_by_their_widths() -> None:
    sure = Known(value=4.0, origin="estimated", method="a", low=3.9, high=4.1)
    wide = Known(value=4.4, origin="estimated", method="b", low=3.6, high=5.2)
    found = reconcile([sure, wide])
    assert found is not None
    assert found.method == "reconciled"
    assert 4.0 < found.value < 4.1
    apart = reconcile([sure, replace(sure, value=4.6, low=4.5, high=4.7)])
    assert apart is not None
    assert apart.low is not None
    assert apart.high is not None
    assert apart.low < 4.1 < 4.5 < apart.high
    assert reconcile([sure]) == sure
    assert reconcile([]) is None


def test_what_an_effort_has_proved_is_the_least() -> None:
    sure = Known(value=4.0, origin="estimated", method="a", low=3.9, high=4.1)
    found = reconcile([sure], lowest_value=4.3)
    assert found is not None
    assert (found.value, found.low) == (4.3, 4.3)


def test_a_watch_that_contradicts_runs_is_named_with_both_figures() -> None:
    """Resolutions row 86."""
    reported = ((days_ago(1), replace(WATCH, lt_speed_mps=4.7)),)
    athlete = known_of(reported=reported, efforts=hard_weeks())
    (gap,) = gaps(athlete)
    assert gap.quantity == "threshold_speed_mps"
    assert (gap.believed.value, gap.believed.origin) == (4.7, "watch")
    assert gap.other.value == pytest.approx(THRESHOLD_MPS, rel=0.05)
    assert gap.difference_pct < -10.0
    close = known_of(
        reported=((days_ago(1), replace(WATCH, lt_speed_mps=4.05)),), efforts=hard_weeks()
    )
    assert gaps(close) == ()


def test_a_ride_reaches_no_estimate() -> None:
    """Resolutions row 86: faster than any human for so long, so nothing of it counts."""
    ride = RunEfforts(replace(effort, speed_mps=8.5, power_w=400.0) for effort in make_efforts(1.0))
    assert known_of(efforts=[*hard_weeks(), (days_ago(1), ride)]) == known_of(efforts=hard_weeks())
    watch = ((days_ago(20), Physiology(lt_speed_mps=4.1)),)
    ridden = known_of(reported=watch, efforts=[*easy_weeks(), (days_ago(1), ride)])
    assert not ridden.known["threshold_speed_mps"].stale


@pytest.mark.parametrize("value", [12.0, 19.9, 90.1, 135.0])
def test_a_vo2_max_outside_20_to_90_is_not_shown(value: float) -> None:
    reported = ((days_ago(1), Physiology(vo2_max_ml_per_kg_min=value)),)
    assert known_of(reported=reported).known == {}


def test_power_tells_threshold_speed_at_critical_power() -> None:
    easy = [
        (day, make_efforts(0.76, power_w={1200.0: 228.0}, with_heart_rate=False))
        for day, _ in easy_weeks()
    ]
    fact = AthleteFact(quantity="critical_power_w", value=300.0, since=days_ago(30))
    found = known_of(facts=(fact,), efforts=easy).known["threshold_speed_mps"]
    assert found.method == "power_line"
    assert found.value == pytest.approx(THRESHOLD_MPS, rel=0.01)


def test_heart_rate_up_to_its_maximum_tells_vo2_max() -> None:
    reported = ((days_ago(1), replace(WATCH, lt_heart_rate_bpm=None)),)
    athlete = known_of(reported=reported, efforts=easy_weeks())
    views = athlete.sources["vo2_max_ml_per_kg_min"]
    assert "heart_rate_reserve" in {view.method for view in views}
    assert 40.0 < athlete.known["vo2_max_ml_per_kg_min"].value < 60.0


def test_easy_running_shows_no_maximum_and_no_threshold_heart_rate() -> None:
    """Never 220 minus age, whatever is known of the age."""
    age = AthleteFact(quantity="age_years", value=40.0, since=days_ago(9))
    athlete = known_of(facts=(age,), efforts=easy_weeks(8))
    assert athlete.value("heart_rate_max_bpm") is None
    assert athlete.value("lt_heart_rate_bpm") is None


def test_easy_running_gives_only_a_lower_bound_of_threshold_speed() -> None:
    found = known_of(efforts=easy_weeks(8)).known["threshold_speed_mps"]
    assert found.method == "lower_bound"
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.value < THRESHOLD_MPS <= found.high
    assert not is_reliable(found)


def test_hard_efforts_show_maximum_and_threshold() -> None:
    known = known_of(efforts=hard_weeks()).known
    assert known["heart_rate_max_bpm"].value == pytest.approx(pulse_bpm(1.08))
    assert known["heart_rate_max_bpm"].method == "hard_efforts"
    assert known["lt_heart_rate_bpm"].value == pytest.approx(LT_BPM, rel=0.02)
    assert known["lt_heart_rate_bpm"].method == "sustained_effort"
    assert known["threshold_speed_mps"].value == pytest.approx(THRESHOLD_MPS, rel=0.05)
    assert all(is_reliable(one) for name, one in known.items() if name.startswith(("lt", "heart")))


def test_a_known_maximum_gives_threshold_heart_rate_as_a_share() -> None:
    fact = AthleteFact(quantity="heart_rate_max_bpm", value=190.0, since=days_ago(5))
    found = known_of(facts=(fact,), efforts=easy_weeks()).known["lt_heart_rate_bpm"]
    assert found.method == "share_of_max"
    assert found.low is not None
    assert found.high is not None
    assert found.value == pytest.approx(0.89 * 190.0)
    assert found.low < found.value < found.high


def test_heart_rate_tells_threshold_speed_from_easy_runs() -> None:
    found = known_of(reported=((days_ago(1), WATCH),), efforts=easy_weeks()).known
    speed = found["threshold_speed_mps"]
    assert speed.method == "heart_rate_line"
    assert speed.value == pytest.approx(THRESHOLD_MPS, rel=0.03)
    assert speed.low is not None
    assert speed.high is not None
    assert speed.low < THRESHOLD_MPS < speed.high


def test_without_heart_rate_repetitions_stand_out() -> None:
    found = known_of(efforts=hard_weeks(with_heart_rate=False)).known["threshold_speed_mps"]
    assert found.method == "critical_speed"
    assert found.low is not None
    assert found.high is not None
    assert found.low < THRESHOLD_MPS < found.high


def test_a_stated_vo2_max_gives_threshold_speed() -> None:
    fact = AthleteFact(quantity="vo2_max_ml_per_kg_min", value=52.3, since=days_ago(5))
    found = known_of(facts=(fact,)).known["threshold_speed_mps"]
    assert found.method == "vo2_max"
    assert found.value == threshold_speed_mps(52.3)


def test_efforts_older_than_the_window_say_nothing() -> None:
    old = [(days_ago(130), run) for _, run in hard_weeks()]
    known = known_of(efforts=old).known
    assert "threshold_speed_mps" not in known
    assert "critical_power_w" not in known
    assert known["heart_rate_max_bpm"].value == pytest.approx(pulse_bpm(1.08))
    assert known_of(efforts=[(days_ago(366), run) for _, run in old]).known == {}


def powers(critical_w: float, w_prime_j: float) -> dict[float, float]:
    return {one_s: critical_w + w_prime_j / one_s for one_s in (180.0, 300.0, 600.0, 1200.0)}


def test_critical_power_is_fitted_to_hard_efforts() -> None:
    easy = [
        (day, make_efforts(0.76, power_w={180.0: 205.0, 1200.0: 200.0})) for day, _ in easy_weeks()
    ]
    best = make_efforts(1.0, length_s=1800.0, power_w=powers(280.0, 15000.0))
    found = known_of(efforts=[*easy, (days_ago(4), best)]).known["critical_power_w"]
    assert found.method == "critical_power"
    assert found.value == pytest.approx(280.0, rel=0.02)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 280.0 < found.high
    bound = known_of(efforts=easy).known["critical_power_w"]
    assert bound.method == "lower_bound"
    assert not is_reliable(bound)


def test_a_single_hard_duration_falls_back_to_twenty_minutes() -> None:
    easy = [(day, make_efforts(0.76, power_w={1200.0: 150.0})) for day, _ in easy_weeks()]
    odd = make_efforts(1.0, length_s=1800.0, power_w={180.0: 200.0, 1200.0: 280.0})
    found = known_of(efforts=[*easy, (days_ago(4), odd)]).known["critical_power_w"]
    assert found.method == "share_of_20_min"


@given(st.floats(0.70, 0.86), st.integers(1, 12))
def test_an_easy_threshold_is_never_trusted(of_threshold: float, n_runs: int) -> None:
    efforts = [(days_ago(3 * index), make_efforts(of_threshold)) for index in range(n_runs)]
    athlete = known_of(efforts=efforts)
    assert reliable_value(athlete, "threshold_speed_mps") is None
    assert reliable_value(athlete, "heart_rate_max_bpm") is None


def test_what_is_unknown_stale_or_a_wide_guess_is_asked_for() -> None:
    assert wanted(known_of())[:3] == (
        "lt_heart_rate_bpm",
        "heart_rate_max_bpm",
        "threshold_speed_mps",
    )
    athlete = make_athlete(
        lt_heart_rate_bpm=170.0,
        heart_rate_max_bpm=190.0,
        threshold_speed_mps=4.0,
        heart_rate_rest_bpm=50.0,
        weight_kg=60.0,
        age_years=40.0,
        height_cm=170.0,
    )
    assert wanted(athlete) == ()
    stale = replace(athlete.known["lt_heart_rate_bpm"], stale=True)
    guess = Known(value=3.4, origin="estimated", method="lower_bound", low=3.4, high=4.7)
    known = {**athlete.known, "lt_heart_rate_bpm": stale, "threshold_speed_mps": guess}
    assert wanted(replace(athlete, known=known)) == ("lt_heart_rate_bpm", "threshold_speed_mps")


def test_the_sex_is_stated_or_that_of_the_newest_watch() -> None:
    reported = (
        (days_ago(9), Physiology(sex="male")),
        (days_ago(2), Physiology(sex="female")),
        (days_ago(-2), Physiology(sex="male")),
    )
    assert known_of(reported=reported).sex == "female"
    stated = athlete_on(DAY, facts=(), reported=reported, efforts=(), sex="male")
    assert stated.sex == "male"
    assert known_of().sex is None


def watch_of(speed_mps: float, *, lt_age: int, vo2_age: int) -> Athlete:
    known = Physiology(
        lt_speed_mps=speed_mps,
        lt_on=days_ago(lt_age),
        vo2_max_ml_per_kg_min=52.3,
        vo2_max_on=days_ago(vo2_age),
    )
    return known_of(reported=((days_ago(0), known),))


def test_a_contradiction_of_threshold_and_vo2_max_shows_both_and_names_the_old_one() -> None:
    """Row 19."""
    implied_mps = threshold_speed_mps(52.3)
    found = disagreement(watch_of(0.90 * implied_mps, lt_age=80, vo2_age=2))
    assert found is not None
    assert (found.stated_mps, found.implied_mps) == (0.90 * implied_mps, implied_mps)
    assert found.difference_pct == pytest.approx(-10.0)
    assert found.stale == "threshold_speed_mps"
    other = disagreement(watch_of(1.1 * implied_mps, lt_age=2, vo2_age=120))
    assert other is not None
    assert other.stale == "vo2_max_ml_per_kg_min"
    neither = disagreement(watch_of(0.90 * implied_mps, lt_age=3, vo2_age=2))
    assert neither is not None
    assert neither.stale is None


def test_figures_that_agree_or_are_estimates_do_not_contradict_each_other() -> None:
    """Row 19."""
    implied_mps = threshold_speed_mps(52.3)
    assert disagreement(watch_of(1.04 * implied_mps, lt_age=3, vo2_age=2)) is None
    assert disagreement(known_of(efforts=hard_weeks())) is None


def estimated_beside(vo2_max: float, **bounds: Any) -> Athlete:
    """Threshold speed as the line of heart rate and speed shows it, VO2max by the watch."""
    values: dict[str, Any] = {"method": "heart_rate_line", "low": 3.3, "high": 3.7} | bounds
    speed = Known(value=3.5, origin="estimated", **values)
    reported = Known(value=vo2_max, origin="watch", method="device")
    known: dict[Quantity, Known] = {
        "threshold_speed_mps": speed,
        "vo2_max_ml_per_kg_min": reported,
    }
    return Athlete(day=days_ago(0), known=known)


def test_a_sure_estimate_contradicts_a_reported_vo2_max() -> None:
    """Row 19: 71 % of VO2max beside 105 % of threshold cannot both be right."""
    found = disagreement(estimated_beside(60.0))
    assert found is not None
    assert found.difference_pct < -10.0
    assert disagreement(estimated_beside(60.0, low=3.0, high=4.4)) is None
    derived = {"method": "vo2_max"}
    assert disagreement(estimated_beside(60.0, **derived)) is None


def test_an_estimate_does_not_contradict_what_lies_within_its_bounds() -> None:
    implied_mps = threshold_speed_mps(48.0)
    assert abs(3.5 / implied_mps - 1.0) > 0.05
    bounds = {"low": min(3.3, 0.99 * implied_mps), "high": max(3.7, 1.01 * implied_mps)}
    assert disagreement(estimated_beside(48.0, **bounds)) is None


def test_a_figure_derived_from_the_other_is_circular() -> None:
    assert is_circular(estimated_beside(60.0, method="vo2_max"))
    assert not is_circular(estimated_beside(60.0))
    assert is_circular(known_of(efforts=hard_weeks()))
    assert not is_circular(Athlete(day=days_ago(0)))


def test_estimates_of_the_last_session_hold_until_someone_says_otherwise() -> None:
    """The next training is planned by the figures that the last session was read by."""
    then = estimated_beside(60.0)
    stated = Known(value=3.9, origin="user", method="stated")
    rest = Known(value=52.0, origin="watch", method="device")
    nothing = Athlete(day=days_ago(0), known={"heart_rate_rest_bpm": rest})
    kept = kept_since(nothing, then=then)
    assert kept.value("threshold_speed_mps") == 3.5
    assert kept.value("heart_rate_rest_bpm") == 52.0
    told = Athlete(day=days_ago(0), known={"threshold_speed_mps": stated})
    assert kept_since(told, then=then).value("threshold_speed_mps") == 3.9
    faded = Known(value=2.9, origin="estimated", method="lower_bound", low=2.9, high=4.0)
    weaker = Athlete(day=days_ago(0), known={"threshold_speed_mps": faded})
    assert kept_since(weaker, then=then).value("threshold_speed_mps") == 3.5


def test_the_first_day_of_the_calendar_is_a_day_like_any_other() -> None:
    efforts = hard_weeks()
    reported = ((date.min, WATCH),)
    known = athlete_on(date.min, facts=(), reported=reported, efforts=efforts).known
    assert known["lt_heart_rate_bpm"].value == LT_BPM
    assert "threshold_speed_mps" not in known
