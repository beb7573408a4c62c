"""The stars of T §4 as corrected by resolutions 18 and 55, on whole sessions and on bare rows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.session.criteria import KINDS
from hakaru.running.session.model import (
    Outcome,
    Phase,
    SessionInput,
    SessionRating,
    TrainingType,
    TypeSource,
)
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.session.stars import rate_session
from tests.running.factories import make_evaluation
from tests.running.session.rating_factories import (
    COOLDOWN_EASY,
    COOLDOWN_HARD,
    MAIN_EASY,
    MAIN_TEMPO,
    RECOVERY,
    WARMUP_EASY,
    WARMUP_HARD,
    Part,
    changed,
    easy_parts,
    interval_parts,
    make_athlete,
    make_session,
    make_type,
    tempo_parts,
)

EASY: tuple[TrainingType, ...] = ("recovery", "low_moderate", "aerobic_base", "long_run")


def rate(session: SessionInput) -> SessionRating:
    return rate_session(session.verdict, evaluate_phases(session, form=make_evaluation()))


def rated(training_type: TrainingType, *parts: Part) -> tuple[int | None, set[str]]:
    """Stars, and the reasons that cost some."""
    rating = rate(make_session(training_type, *parts))
    return rating.stars, {deduction.reason for deduction in rating.deductions if deduction.stars}


def easy_main(training_type: TrainingType, **given: float) -> Part:
    """A steady main part in the zones of the type."""
    beats_bpm = 125.0 if training_type == "recovery" else 140.0
    values = {"start_bpm": beats_bpm, "end_bpm": beats_bpm} | given
    return changed(MAIN_EASY, **values)


def intervals(
    *speeds_mps: float, retention_pct: float = 77.0, warmup: bool = True, cooldown: bool = True
) -> tuple[Part, ...]:
    """Repetitions ending at 175 bpm whose recoveries leave that much of it."""
    recovery = changed(RECOVERY, end_bpm=1.75 * retention_pct)
    parts = interval_parts(*speeds_mps, recovery=recovery)
    return parts[0 if warmup else 1 : len(parts) if cooldown else -1]


EVEN = (4.5, 4.52, 4.48, 4.5)
UNEVEN = (4.5, 4.63, 4.37, 4.5)
SHORT_WARMUP = changed(WARMUP_HARD, duration_s=400.0)
SHORT_COOLDOWN = changed(COOLDOWN_HARD, duration_s=300.0)
UNSTABLE = (4.5, 4.8, 4.2, 4.5)


@pytest.mark.parametrize("training_type", EASY)
def test_an_easy_run_that_meets_every_target_with_both_ends_has_five_stars(
    training_type: TrainingType,
) -> None:
    parts = (WARMUP_EASY, easy_main(training_type), COOLDOWN_EASY)
    assert rated(training_type, *parts) == (5, set())


@pytest.mark.parametrize("training_type", EASY)
@pytest.mark.parametrize("missing", [{"warmup"}, {"cooldown"}, {"warmup", "cooldown"}])
def test_ends_that_are_not_in_the_file_cost_an_easy_run_nothing(
    training_type: TrainingType, missing: set[str]
) -> None:
    """Resolutions row 84."""
    every = (WARMUP_EASY, easy_main(training_type), COOLDOWN_EASY)
    kept = [part for part in every if part.role not in missing]
    assert rated(training_type, *kept) == (5, set())


def test_an_easy_run_too_hard_for_a_third_of_it_has_three_stars_without_its_ends_too() -> None:
    high = easy_main("aerobic_base", start_bpm=156.0, end_bpm=156.0)
    first = changed(easy_main("aerobic_base"), duration_s=2000.0)
    assert rated("aerobic_base", first, high) == (3, {"heart_rate_high"})


@pytest.mark.parametrize("training_type", EASY)
def test_a_steady_run_at_rather_high_heart_rate_has_three_stars(
    training_type: TrainingType,
) -> None:
    low = changed(easy_main(training_type), duration_s=1200.0)
    high = changed(easy_main(training_type), duration_s=1400.0, start_bpm=158.0, end_bpm=158.0)
    parts = (WARMUP_EASY, low, high, COOLDOWN_EASY)
    assert rated(training_type, *parts) == (3, {"heart_rate_high"})


@pytest.mark.parametrize("training_type", EASY)
def test_an_easy_run_at_unsteady_pace_has_two_stars(training_type: TrainingType) -> None:
    unsteady = easy_main(training_type, speed_change_mps=1.2)
    assert rated(training_type, WARMUP_EASY, unsteady, COOLDOWN_EASY) == (2, {"consistency"})


def test_an_easy_run_a_little_beyond_the_target_of_steadiness_has_three() -> None:
    uneven = easy_main("aerobic_base", speed_change_mps=0.55)
    parts = (WARMUP_EASY, uneven, COOLDOWN_EASY)
    assert rated("aerobic_base", *parts) == (3, {"consistency"})


@pytest.mark.parametrize("training_type", EASY)
def test_an_easy_run_that_was_a_hard_one_missed_its_purpose(training_type: TrainingType) -> None:
    hard = easy_main(training_type, start_bpm=165.0, end_bpm=165.0)
    assert rated(training_type, WARMUP_EASY, hard, COOLDOWN_EASY) == (1, {"purpose_missed"})


@pytest.mark.parametrize(
    ("source", "confidence_frac", "stars"),
    [("user", 0.6, 1), ("heart_rate", 0.80, 1), ("speed", 0.79, 3), ("zones", 0.70, 3)],
)
def test_a_purpose_is_missed_only_where_it_was_surely_there(
    source: TypeSource, confidence_frac: float, stars: int
) -> None:
    """A run that the product called a base run may as well have been meant hard."""
    hard = easy_main("aerobic_base", start_bpm=165.0, end_bpm=165.0)
    session = make_session("aerobic_base", WARMUP_EASY, hard, COOLDOWN_EASY)
    verdict = replace(session.verdict, source=source, confidence_frac=confidence_frac)
    rating = rate_session(verdict, evaluate_phases(replace(session, verdict=verdict)))
    assert rating.stars == stars
    lost = {deduction.reason for deduction in rating.deductions if deduction.stars}
    assert lost == {"purpose_missed" if stars == 1 else "heart_rate_high"}


def test_another_intensity_than_that_of_an_unsure_type_costs_two_stars_at_most() -> None:
    low = changed(MAIN_TEMPO, start_bpm=120.0, end_bpm=120.0)
    session = make_session("tempo_threshold", WARMUP_HARD, low, COOLDOWN_HARD)
    assert rate(session).stars == 1
    unsure = replace(session.verdict, source="heart_rate", confidence_frac=0.75)
    rating = rate_session(unsure, evaluate_phases(replace(session, verdict=unsure)))
    assert max(deduction.stars for deduction in rating.deductions) == 2


def test_a_base_run_easier_than_its_zones_loses_one_star_only() -> None:
    gentle = easy_main("aerobic_base", start_bpm=108.0, end_bpm=108.0)
    parts = (WARMUP_EASY, gentle, changed(COOLDOWN_EASY, end_bpm=105.0))
    assert rated("aerobic_base", *parts) == (4, {"heart_rate_low"})


def test_one_missed_row_of_a_warm_up_costs_one_star_and_so_do_two() -> None:
    fast = changed(WARMUP_EASY, speed_mps=3.4)
    flat = changed(fast, start_bpm=131.0, end_bpm=131.0)
    main = easy_main("aerobic_base")
    assert rated("aerobic_base", fast, main, COOLDOWN_EASY) == (4, {"minor_criterion"})
    rating = rate(make_session("aerobic_base", flat, main, COOLDOWN_EASY))
    assert rating.stars == 4
    assert {deduction.criterion for deduction in rating.deductions} == {"pace", "heart_rate_ramp"}
    assert sorted(deduction.stars for deduction in rating.deductions) == [0, 1]


def test_a_perfect_tempo_run_with_both_ends_has_five_stars() -> None:
    assert rated("tempo_threshold", *tempo_parts()) == (5, set())


@pytest.mark.parametrize(
    ("kept", "stars", "reasons"),
    [
        ((MAIN_TEMPO, COOLDOWN_HARD), 5, set()),
        ((WARMUP_HARD, MAIN_TEMPO), 5, set()),
        ((MAIN_TEMPO,), 5, set()),
        ((changed(WARMUP_HARD, duration_s=400.0), MAIN_TEMPO, COOLDOWN_HARD), 4, {"warmup_short"}),
        (
            (WARMUP_HARD, MAIN_TEMPO, changed(COOLDOWN_HARD, duration_s=300.0)),
            4,
            {"cooldown_short"},
        ),
        (
            (changed(WARMUP_HARD, duration_s=400.0), MAIN_TEMPO),
            4,
            {"warmup_short"},
        ),
    ],
)
def test_a_tempo_run_loses_a_star_for_ends_too_short_and_none_for_ends_not_in_the_file(
    kept: tuple[Part, ...], stars: int, reasons: set[str]
) -> None:
    """Resolutions row 84: a good tempo run whose warm-up was not recorded is one."""
    assert rated("tempo_threshold", *kept) == (stars, reasons)


def test_a_tempo_run_that_did_not_hold_the_threshold_has_two_stars() -> None:
    low = changed(MAIN_TEMPO, start_bpm=148.0, end_bpm=154.0)
    parts = (WARMUP_HARD, low, COOLDOWN_HARD)
    assert rated("tempo_threshold", *parts) == (2, {"threshold_not_held"})
    hot = changed(MAIN_TEMPO, start_bpm=180.0, end_bpm=184.0)
    drifted = (WARMUP_HARD, changed(MAIN_TEMPO, duration_s=1000.0), hot, COOLDOWN_HARD)
    assert rated("tempo_threshold", *drifted) == (2, {"threshold_not_held"})


def test_a_tempo_run_far_from_its_zones_missed_its_purpose() -> None:
    jog = changed(MAIN_TEMPO, start_bpm=125.0, end_bpm=125.0)
    assert rated("tempo_threshold", WARMUP_HARD, jog, COOLDOWN_HARD) == (1, {"purpose_missed"})


def test_a_tempo_run_as_hard_as_a_race_did_not_hold_the_threshold_but_had_its_purpose() -> None:
    race = changed(MAIN_TEMPO, start_bpm=178.0, end_bpm=186.0)
    parts = (WARMUP_HARD, race, COOLDOWN_HARD)
    assert rated("tempo_threshold", *parts) == (2, {"threshold_not_held"})


def test_zones_of_a_watch_cost_nothing_where_the_threshold_is_known() -> None:
    """Resolutions row 17: 140 bpm is zone 3 of the maximum, and a recovery run at 83 % of 168."""
    parts = (WARMUP_EASY, easy_main("recovery", start_bpm=139.0, end_bpm=141.0), COOLDOWN_EASY)
    by_maximum = make_athlete({"heart_rate_max_bpm": 190.0})
    assert rated("recovery", *parts) == (5, set())
    rating = rate(make_session("recovery", *parts, athlete=by_maximum))
    assert (rating.stars, rating.unrated, rating.deductions) == (None, "too_little", ())


@pytest.mark.parametrize(
    ("training_type", "source", "confidence_frac", "unrated"),
    [
        ("aerobic_base", "speed", 0.69, "type_unsure"),
        ("aerobic_base", "speed", 0.70, None),
        ("aerobic_base", "user", 0.10, None),
        ("unknown", "none", 0.0, "type_unknown"),
        ("race", "named", 0.97, "race"),
        ("race", "user", 1.0, "race"),
    ],
)
def test_a_race_and_a_kind_below_seventy_percent_are_not_rated(
    training_type: TrainingType, source: TypeSource, confidence_frac: float, unrated: str | None
) -> None:
    """Resolutions row 84."""
    session = make_session(training_type, *easy_parts())
    verdict = replace(session.verdict, source=source, confidence_frac=confidence_frac)
    rating = rate_session(verdict, evaluate_phases(replace(session, verdict=verdict)))
    assert rating.unrated == unrated
    assert (rating.stars is None) == (unrated is not None)
    assert unrated is None or rating.deductions == ()


def test_a_trail_run_is_rated_by_its_effort_alone_and_loses_a_star_at_most() -> None:
    uneven = changed(MAIN_EASY, speed_change_mps=1.2)
    assert rated("trail", uneven) == (5, set())
    hard = changed(uneven, start_bpm=178.0, end_bpm=178.0)
    assert rated("trail", hard) == (4, {"heart_rate_high"})


def test_a_tempo_run_at_uneven_pace_is_good_and_at_unstable_pace_done() -> None:
    for change_mps, stars in ((0.45, 4), (0.9, 3)):
        main = changed(MAIN_TEMPO, speed_change_mps=change_mps)
        parts = (WARMUP_HARD, main, COOLDOWN_HARD)
        assert rated("tempo_threshold", *parts) == (stars, {"consistency"})


@pytest.mark.parametrize("training_type", ["interval", "sprint"])
@pytest.mark.parametrize(
    ("speeds_mps", "retention_pct", "stars", "reasons"),
    [
        (EVEN, 80.0, 5, set()),
        (EVEN, 80.1, 4, {"recovery_incomplete"}),
        (EVEN, 85.0, 4, {"recovery_incomplete"}),
        (EVEN, 85.1, 3, {"recovery_too_fast"}),
        (UNEVEN, 78.0, 4, {"consistency"}),
        (UNEVEN, 84.0, 4, {"consistency"}),
        (UNEVEN, 90.0, 3, {"recovery_too_fast"}),
        (UNSTABLE, 78.0, 2, {"consistency"}),
        (UNSTABLE, 90.0, 2, {"consistency"}),
    ],
)
def test_intervals_are_rated_by_even_work_and_full_recovery(
    training_type: TrainingType,
    speeds_mps: tuple[float, ...],
    retention_pct: float,
    stars: int,
    reasons: set[str],
) -> None:
    """Resolutions rows 18 and 55: ★5 needs a retention up to 80, ★4 up to 85."""
    parts = intervals(*speeds_mps, retention_pct=retention_pct)
    assert rated(training_type, *parts) == (stars, reasons)


def test_intervals_whose_warm_up_and_cool_down_are_not_in_the_file_lose_nothing() -> None:
    """Resolutions row 84."""
    assert rated("interval", *intervals(*EVEN, warmup=False)) == (5, set())
    without = intervals(*EVEN, warmup=False, cooldown=False)
    assert rated("interval", *without) == (5, set())


def test_uneven_work_fair_recovery_and_short_ends_are_one_step_together() -> None:
    """T §4: Work一貫性<0.03、回復率、W/C不足 is the line of four stars."""
    parts = intervals(*UNEVEN, retention_pct=84.0)
    short = (changed(parts[0], duration_s=300.0), *parts[1:])
    rating = rate(make_session("interval", *short))
    assert rating.stars == 4
    assert {deduction.reason for deduction in rating.deductions} == {
        "consistency",
        "recovery_incomplete",
        "warmup_short",
    }


def test_intervals_that_never_became_hard_missed_their_purpose() -> None:
    work = Part(role="work", duration_s=220.0, speed_mps=3.0, start_bpm=130.0, end_bpm=140.0)
    recovery = changed(RECOVERY, start_bpm=140.0, end_bpm=108.0)
    parts = interval_parts(3.0, 3.01, 3.0, work=work, recovery=recovery)
    assert rated("interval", *parts) == (1, {"purpose_missed"})


def test_what_is_only_shown_never_costs_a_star() -> None:
    """Resolutions row 22: short repetitions are outside 2-5 min, and still five stars."""
    short = [
        changed(part, duration_s=60.0) if part.role == "work" else part for part in intervals(*EVEN)
    ]
    assert rated("interval", *short) == (5, set())


def test_without_heart_rate_there_are_no_stars() -> None:
    for training_type in (*EASY, "tempo_threshold", "interval", "sprint"):
        parts = tempo_parts() if training_type == "tempo_threshold" else easy_parts()
        if KINDS[training_type] == "reps":
            parts = interval_parts()
        bare = [changed(part, start_bpm=None, end_bpm=None) for part in parts]
        rating = rate(make_session(training_type, *bare))
        assert (rating.stars, rating.deductions) == (None, ())


def test_intervals_without_repetitions_and_unknown_sessions_have_no_stars() -> None:
    assert rated("interval", *easy_parts()) == (None, set())
    assert rated("unknown", *easy_parts()) == (None, set())


def test_an_unknown_athlete_loses_nothing_for_another_runners_figures() -> None:
    """Resolutions row 17: only the default figures are missed here."""
    warmup = changed(WARMUP_EASY, speed_mps=3.2, start_bpm=105.0, end_bpm=131.0)
    session = make_session(
        "aerobic_base",
        warmup,
        easy_main("aerobic_base"),
        changed(COOLDOWN_EASY, end_bpm=139.0),
        athlete=make_athlete({"threshold_speed_mps": 1000.0 / 275.0}),
    )
    rating = rate(session)
    assert rating.stars == 4
    assert {deduction.criterion for deduction in rating.deductions} == {"pace"}


OUTCOMES: st.SearchStrategy[Outcome] = st.sampled_from(["met", "not_met", "cannot_tell"])
TYPES = st.sampled_from([*EASY, "tempo_threshold", "interval", "sprint"])


@st.composite
def any_phases(draw: st.DrawFn) -> tuple[TrainingType, tuple[Phase, ...]]:
    """Phases of a real session, each row with an outcome and value of its own."""
    training_type: TrainingType = draw(TYPES)
    phases = evaluate_phases(PREPARED[training_type])
    drawn = []
    for phase in phases:
        rows = []
        for criterion in phase.criteria:
            outcome = draw(OUTCOMES)
            value = None if outcome == "cannot_tell" else draw(st.floats(0.0, 200.0))
            rows.append(replace(criterion, outcome=outcome, value=value))
        drawn.append(replace(phase, criteria=tuple(rows)))
    return training_type, tuple(drawn)


PREPARED: dict[TrainingType, SessionInput] = {
    **{one: make_session(one, *easy_parts()) for one in EASY},
    "tempo_threshold": make_session("tempo_threshold", *tempo_parts()),
    "interval": make_session("interval", *interval_parts()),
    "sprint": make_session("sprint", *interval_parts()),
}


@given(any_phases())
def test_stars_are_five_minus_what_the_deductions_say(
    drawn: tuple[TrainingType, tuple[Phase, ...]],
) -> None:
    training_type, phases = drawn
    rating = rate_session(make_type(training_type), phases)
    if rating.stars is None:
        assert rating.deductions == ()
        return
    assert 1 <= rating.stars <= 5
    assert rating.stars == 5 - sum(deduction.stars for deduction in rating.deductions)
    assert all(deduction.stars >= 0 for deduction in rating.deductions)


@given(any_phases())
def test_what_cannot_be_told_is_never_a_reason(
    drawn: tuple[TrainingType, tuple[Phase, ...]],
) -> None:
    training_type, phases = drawn
    rows = {
        (phase.role, criterion.name): criterion for phase in phases for criterion in phase.criteria
    }
    for deduction in rate_session(make_type(training_type), phases).deductions:
        assert deduction.role is not None
        told = rows[deduction.role, deduction.criterion or "present"]
        assert told.outcome != "cannot_tell"
        assert told.counts


@given(any_phases())
def test_every_missed_row_that_counts_is_explained_or_covered(
    drawn: tuple[TrainingType, tuple[Phase, ...]],
) -> None:
    training_type, phases = drawn
    rating = rate_session(make_type(training_type), phases)
    missed = [
        criterion
        for phase in phases
        for criterion in phase.criteria
        if criterion.counts and criterion.outcome == "not_met"
    ]
    if rating.stars == 5:
        assert not missed
    if rating.stars is not None and missed:
        assert rating.stars < 5
