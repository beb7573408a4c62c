"""Every row of the tables of phases (T §2), as corrected by resolutions 17, 18, 22, 31, 54, 55."""

from dataclasses import replace

import numpy as np
import pytest

from hakaru.running.athlete.model import Quantity
from hakaru.running.session.criteria_work import INTENSITY_AIMS
from hakaru.running.session.model import CriterionName, SessionSettings, TrainingType, tally
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.splits import Role
from tests.running.factories import make_evaluation, make_recording, make_split
from tests.running.session.rating_factories import (
    COOLDOWN_HARD,
    MAIN_EASY,
    MAIN_TEMPO,
    RECOVERY,
    WARMUP_HARD,
    WORK,
    Part,
    changed,
    easy_parts,
    example_athlete,
    interval_parts,
    make_athlete,
    make_session,
    row,
    tempo_parts,
)

EASY: tuple[TrainingType, ...] = ("recovery", "low_moderate", "aerobic_base", "long_run")


def test_a_planned_base_run_meets_every_row_that_counts() -> None:
    for training_type in ("low_moderate", "aerobic_base", "long_run"):
        phases = evaluate_phases(make_session(training_type, *easy_parts()))
        assert [phase.role for phase in phases] == ["warmup", "main", "cooldown"]
        assert [phase.need for phase in phases] == ["recommended", "always", "recommended"]
        for phase in phases:
            assert {row.outcome for row in phase.criteria if row.counts} == {"met"}


def test_a_planned_tempo_run_meets_every_row_that_counts() -> None:
    phases = evaluate_phases(make_session("tempo_threshold", *tempo_parts()))
    assert [phase.need for phase in phases] == ["required", "always", "required"]
    for phase in phases:
        assert {row.outcome for row in phase.criteria if row.counts} == {"met"}


def test_a_planned_interval_session_meets_every_row_that_counts() -> None:
    session = make_session("interval", *interval_parts())
    phases = evaluate_phases(session, form=make_evaluation())
    assert [phase.role for phase in phases] == ["warmup", "work", "recovery", "cooldown"]
    cooldown = row(phases, "cooldown", "distance")
    assert {criterion.outcome for p in phases for criterion in p.criteria if criterion.counts} == {
        "met"
    }
    assert cooldown.target_low == pytest.approx(600.0 * COOLDOWN_HARD.speed_mps)


@pytest.mark.parametrize(
    ("training_type", "role", "names"),
    [
        *[(t, "warmup", {"heart_rate_ramp", "warmup_heart_rate", "pace"}) for t in EASY],
        *[(t, "main", {"pace_consistency", "zone_share"}) for t in EASY],
        *[(t, "cooldown", {"heart_rate_settles", "pace"}) for t in EASY],
        ("tempo_threshold", "warmup", {"heart_rate_ramp", "pace", "distance"}),
        ("tempo_threshold", "main", {"pace_consistency", "zone_share", "threshold_heart_rate"}),
        ("tempo_threshold", "main", {"threshold_heart_rate_share"}),
        ("tempo_threshold", "cooldown", {"heart_rate_settles", "pace", "distance"}),
        ("interval", "warmup", {"heart_rate_ramp", "pace", "distance"}),
        ("interval", "work", {"work_consistency", "zone_share", "heart_rate_of_max", "form"}),
        ("interval", "work", {"work_duration", "work_total", "heart_rate_rise"}),
        ("interval", "recovery", {"heart_rate_retention", "pace", "recovery_heart_rate"}),
        ("interval", "cooldown", {"heart_rate_settles", "pace", "distance"}),
        ("sprint", "work", {"work_consistency", "zone_share", "heart_rate_of_max", "form"}),
    ],
)
def test_every_row_of_the_tables_is_there_even_when_the_phase_is_not(
    training_type: TrainingType, role: Role, names: set[CriterionName]
) -> None:
    phases = evaluate_phases(make_session(training_type, changed(MAIN_EASY, role="main")))
    rows = {
        criterion.name: criterion
        for phase in phases
        if phase.role == role
        for criterion in phase.criteria
    }
    assert names <= rows.keys()
    if role not in ("main",):
        assert {rows[name].outcome for name in names} == {"cannot_tell"}
        assert {rows[name].missing for name in names} == {"phase_absent"}


def test_an_absent_warm_up_is_known_to_be_absent_only_where_samples_were_recorded() -> None:
    session = make_session("aerobic_base", MAIN_EASY)
    absent = row(evaluate_phases(session), "warmup", "present")
    assert (absent.outcome, absent.value, absent.counts) == ("shown", 0.0, False)
    bare = replace(session, recording=make_recording({"elapsed_s": np.empty(0)}))
    told = row(evaluate_phases(bare), "warmup", "present")
    assert (told.outcome, told.missing, told.value) == ("cannot_tell", "samples", None)


@pytest.mark.parametrize(("change_mps", "outcome"), [(0.1, "met"), (0.9, "not_met")])
def test_the_pace_of_an_easy_run_varies_by_less_than_five_percent(
    change_mps: float, outcome: str
) -> None:
    main = changed(MAIN_EASY, speed_change_mps=change_mps)
    found = row(evaluate_phases(make_session("aerobic_base", main)), "main", "pace_consistency")
    assert found.outcome == outcome


def test_pace_varies_over_equal_kilometres_as_a_sample_deviation_of_speed() -> None:
    """Resolutions row 31: six kilometres, three at 2.5 and three at 3.0 m/s."""
    parts = (
        Part(role="main", duration_s=1200.0, speed_mps=2.5),
        Part(role="main", duration_s=1000.0, speed_mps=3.0),
    )
    found = row(evaluate_phases(make_session("aerobic_base", *parts)), "main", "pace_consistency")
    speeds = np.repeat([2.5, 3.0], 3)
    assert found.value == pytest.approx(speeds.std(ddof=1) / speeds.mean(), rel=0.01)


def test_a_hill_run_at_even_effort_is_even() -> None:
    """Resolutions row 31: level speed where altitude is known."""
    session = make_session("aerobic_base", MAIN_EASY)
    series = dict(session.recording.series)
    path_m = np.arange(0.0, 9000.0)
    turn = path_m / 3000.0 * 2.0 * np.pi
    grade_frac = 30.0 * np.sin(turn) * 2.0 * np.pi / 3000.0
    pace_s_per_m = (1.0 + 5.42 * grade_frac + 12.9 * grade_frac**2) / 2.7
    series["distance_m"] = np.interp(series["elapsed_s"], np.cumsum(pace_s_per_m), path_m)
    series["speed_mps"] = np.gradient(series["distance_m"])
    series["elevation_m"] = np.interp(series["distance_m"], path_m, 30.0 * (1.0 - np.cos(turn)))
    hilly = replace(session, recording=make_recording(series))
    flat = replace(
        session,
        recording=make_recording({k: v for k, v in series.items() if k != "elevation_m"}),
    )
    level = row(evaluate_phases(hilly), "main", "pace_consistency")
    plain = row(evaluate_phases(flat), "main", "pace_consistency")
    assert level.outcome == "met"
    assert plain.outcome == "not_met"


def test_standing_at_a_light_does_not_make_a_pace_uneven() -> None:
    session = make_session("aerobic_base", MAIN_EASY)
    series = {name: column.copy() for name, column in session.recording.series.items()}
    series["speed_mps"][900:960] = 0.0
    series["distance_m"] = np.concatenate([[0.0], np.cumsum(series["speed_mps"][1:])])
    stopped = replace(session, recording=make_recording(series))
    found = row(evaluate_phases(stopped), "main", "pace_consistency")
    assert found.value == pytest.approx(0.0, abs=0.005)


def test_a_run_too_short_for_three_pieces_has_no_variation() -> None:
    found = row(
        evaluate_phases(make_session("aerobic_base", changed(MAIN_EASY, duration_s=450.0))),
        "main",
        "pace_consistency",
    )
    assert (found.value, found.missing) == (None, "too_short")


def test_a_summary_without_samples_is_cut_by_its_reported_splits() -> None:
    session = make_session("aerobic_base", MAIN_EASY)
    splits = tuple(
        make_split(
            index + 1,
            speed_mps=speed_mps,
            start_elapsed_s=300.0 * index,
            end_elapsed_s=300.0 * (index + 1),
        )
        for index, speed_mps in enumerate([2.7, 2.75, 2.65, 2.7])
    )
    bare = replace(session, recording=make_recording({"elapsed_s": np.empty(0)}), splits=splits)
    found = row(evaluate_phases(bare), "main", "pace_consistency")
    assert found.value == pytest.approx(np.std([2.7, 2.75, 2.65, 2.7], ddof=1) / 2.7)
    assert row(evaluate_phases(bare), "main", "zone_share").outcome == "cannot_tell"


@pytest.mark.parametrize(
    ("training_type", "beats_bpm", "zone_pct", "outcome"),
    [
        ("recovery", 120.0, 100.0, "met"),
        ("recovery", 140.0, 0.0, "met"),
        ("recovery", 150.0, 0.0, "not_met"),
        ("aerobic_base", 140.0, 100.0, "met"),
        ("aerobic_base", 155.0, 0.0, "not_met"),
        ("aerobic_base", 105.0, 0.0, "not_met"),
        ("long_run", 125.0, 100.0, "met"),
        ("tempo_threshold", 160.0, 100.0, "met"),
        ("tempo_threshold", 175.0, 0.0, "not_met"),
    ],
)
def test_the_share_of_threshold_is_asked_for_and_the_zones_of_the_watch_are_shown(
    training_type: TrainingType, beats_bpm: float, zone_pct: float, outcome: str
) -> None:
    """Resolutions row 85: they disagree about 140 bpm, zone 3 and 83 % of threshold."""
    main = changed(MAIN_EASY, start_bpm=beats_bpm, end_bpm=beats_bpm)
    phases = evaluate_phases(make_session(training_type, main))
    asked, shown = row(phases, "main", "band_share"), row(phases, "main", "zone_share")
    assert asked.outcome == outcome
    assert asked.value in (0.0, 100.0)
    assert (shown.outcome, shown.value, shown.target_low) == ("shown", zone_pct, None)


@pytest.mark.parametrize(
    ("training_type", "low_bpm", "high_bpm"),
    [
        ("recovery", None, 0.85 * 168.0),
        ("aerobic_base", 114.0, 152.0),
        ("long_run", 114.0, 152.0),
        ("tempo_threshold", 133.0, 173.0),
        ("interval", 152.0, None),
        ("unknown", None, None),
    ],
)
def test_the_zones_of_the_example_runner_are_shares_of_the_threshold_of_any(
    training_type: TrainingType, low_bpm: float | None, high_bpm: float | None
) -> None:
    """Resolutions row 17: 60, 70, 80 and 90 % of 190 bpm, as shares of 168."""
    aim = INTENSITY_AIMS.get(training_type)
    shares = (None, None) if aim is None else aim.bands["lt_heart_rate"]
    band_bpm = [None if share is None else 168.0 * share for share in shares]
    assert band_bpm == pytest.approx([low_bpm, high_bpm])


@pytest.mark.parametrize(
    ("known", "outcome"),
    [
        ({"lt_heart_rate_bpm": 168.0, "threshold_speed_mps": 1.0}, "met"),
        ({"heart_rate_max_bpm": 190.0, "heart_rate_rest_bpm": 50.0}, "met"),
        ({"heart_rate_max_bpm": 190.0, "heart_rate_rest_bpm": 100.0}, "not_met"),
        ({"threshold_speed_mps": 1000.0 / 275.0}, "met"),
        ({"threshold_speed_mps": 2.8}, "not_met"),
        ({"heart_rate_max_bpm": 190.0}, "cannot_tell"),
    ],
)
def test_one_scale_counts_threshold_heart_rate_then_the_reserve_then_threshold_speed(
    known: dict[Quantity, float], outcome: str
) -> None:
    """Resolutions row 85: the first that is known, whatever a later one would say."""
    session = make_session("aerobic_base", *easy_parts(), athlete=make_athlete(known))
    asked = row(evaluate_phases(session), "main", "band_share")
    assert asked.outcome == outcome
    if outcome == "cannot_tell":
        assert asked.missing == "intensity_scale"


def test_without_heart_rate_in_the_file_speed_tells_how_hard_it_was() -> None:
    bare = [changed(part, start_bpm=None, end_bpm=None) for part in easy_parts()]
    session = make_session("aerobic_base", *bare)
    series = {k: v for k, v in session.recording.series.items() if k != "heart_rate_bpm"}
    session = replace(session, recording=make_recording(series))
    assert row(evaluate_phases(session), "main", "band_share").outcome == "met"


def test_a_share_that_the_runner_set_is_asked_for() -> None:
    settings = SessionSettings(easy_share_pct=70.0)
    mixed = (
        changed(MAIN_EASY, duration_s=1300.0, start_bpm=140.0),
        changed(MAIN_EASY, duration_s=700.0, start_bpm=160.0, end_bpm=160.0),
    )
    for given, outcome in ((SessionSettings(), "met"), (settings, "not_met")):
        session = make_session("aerobic_base", *mixed, settings=given)
        assert row(evaluate_phases(session), "main", "band_share").outcome == outcome


def test_on_a_trail_evenness_is_shown_and_nothing_is_asked_of_it() -> None:
    """Resolutions row 84: more than 20 m of climb per kilometre, or a sport that says so."""
    uneven = changed(MAIN_EASY, speed_change_mps=1.2)
    session = make_session("aerobic_base", uneven)
    path_m = session.recording.series["distance_m"]
    climbing = {**session.recording.series, "elevation_m": 40.0 * np.abs(np.sin(path_m / 600.0))}
    for recording in (
        make_recording(climbing),
        replace(session.recording, sub_sport="trail"),
    ):
        found = row(
            evaluate_phases(replace(session, recording=recording)), "main", "pace_consistency"
        )
        assert (found.outcome, found.target_high, found.counts) == ("shown", None, False)
    trail = evaluate_phases(make_session("trail", uneven))
    assert row(trail, "main", "pace_consistency").outcome == "shown"
    assert row(trail, "main", "band_share").counts


def test_met_of_told_counts_what_counts_and_can_be_told() -> None:
    """Resolutions row 84: the one count that everybody reads."""
    phases = evaluate_phases(make_session("interval", *interval_parts()[1:]))
    rows = [criterion for phase in phases for criterion in phase.criteria]
    counted = tally(rows)
    told = [one for one in rows if one.counts and one.outcome != "cannot_tell"]
    assert (counted.n_met, counted.n_told) == (len(told), len(told))
    assert counted.cannot_tell == tuple(
        one.name for one in rows if one.counts and one.outcome == "cannot_tell"
    )
    assert {one.outcome for one in rows if not one.counts} <= {"shown", "cannot_tell"}
    assert tally(next(phase.criteria for phase in phases if phase.role == "warmup")).n_told == 0


def test_a_tempo_run_achieves_its_zones_from_seventy_percent_an_easy_run_from_sixty() -> None:
    """Resolutions row 15: 65 % in the zones of the type."""
    easy = (
        changed(MAIN_EASY, duration_s=1300.0, start_bpm=140.0),
        changed(MAIN_EASY, duration_s=700.0, start_bpm=160.0, end_bpm=160.0),
    )
    tempo = (
        changed(MAIN_EASY, duration_s=1300.0, start_bpm=160.0, end_bpm=160.0),
        changed(MAIN_EASY, duration_s=700.0, start_bpm=175.0, end_bpm=175.0),
    )
    base = row(evaluate_phases(make_session("aerobic_base", *easy)), "main", "band_share")
    hard = row(evaluate_phases(make_session("tempo_threshold", *tempo)), "main", "band_share")
    assert (base.outcome, hard.outcome) == ("met", "not_met")
    assert base.value == pytest.approx(65.0, abs=0.2)


def test_a_threshold_run_is_held_relative_to_the_own_threshold() -> None:
    """A runner whose threshold lies at 93 % of the maximum runs at it, not above 90 %."""
    athlete = make_athlete({"lt_heart_rate_bpm": 177.0, "heart_rate_max_bpm": 190.0})
    main = changed(MAIN_TEMPO, start_bpm=174.0, end_bpm=178.0)
    held = row(
        evaluate_phases(make_session("tempo_threshold", main, athlete=athlete)),
        "main",
        "threshold_heart_rate",
    )
    assert (held.outcome, held.unit) == ("met", "lt_heart_rate_pct")
    only_max = make_athlete({"heart_rate_max_bpm": 190.0})
    of_max = row(
        evaluate_phases(make_session("tempo_threshold", main, athlete=only_max)),
        "main",
        "threshold_heart_rate",
    )
    assert (of_max.outcome, of_max.unit) == ("shown", "pct")
    assert [of_max.target_low, of_max.target_high] == pytest.approx([80.0, 90.0])


def test_the_share_near_threshold_is_of_the_main_part_only() -> None:
    """Resolutions row 21."""
    steady = changed(MAIN_TEMPO, start_bpm=168.0, end_bpm=168.0)
    session = make_session("tempo_threshold", WARMUP_HARD, steady, COOLDOWN_HARD)
    found = row(evaluate_phases(session), "main", "threshold_heart_rate_share")
    assert found.value == pytest.approx(100.0, abs=0.2)
    assert found.counts


def test_an_estimated_threshold_is_not_known_to_five_beats() -> None:
    athlete = example_athlete("estimated")
    session = make_session("tempo_threshold", *tempo_parts(), athlete=athlete)
    assert not row(evaluate_phases(session), "main", "threshold_heart_rate_share").counts


def test_a_tempo_run_in_repetitions_is_judged_by_them() -> None:
    cruise = changed(WORK, duration_s=600.0, speed_mps=3.6, start_bpm=162.0, end_bpm=168.0)
    parts = (WARMUP_HARD, cruise, RECOVERY, cruise, RECOVERY, cruise, COOLDOWN_HARD)
    main = evaluate_phases(make_session("tempo_threshold", *parts))[1]
    assert main.distance_m == pytest.approx(3 * 600.0 * 3.6)
    consistency = next(
        criterion for criterion in main.criteria if criterion.name == "pace_consistency"
    )
    assert consistency.outcome == "met"


def test_without_heart_rate_rows_about_it_cannot_be_told() -> None:
    bare = [changed(part, start_bpm=None, end_bpm=None) for part in interval_parts()]
    for training_type in (*EASY, "tempo_threshold", "interval", "sprint"):
        phases = evaluate_phases(make_session(training_type, *bare))
        told = {
            criterion.name
            for phase in phases
            for criterion in phase.criteria
            if criterion.outcome != "cannot_tell"
        }
        assert not [
            name for name in told if name.startswith(("heart_rate", "zone", "threshold", "above"))
        ]


def test_an_unknown_session_is_described_without_a_purpose() -> None:
    """Resolutions row 76: ウォームアップ / Run / クールダウン."""
    phases = evaluate_phases(make_session("unknown", *easy_parts()))
    assert [phase.role for phase in phases] == ["warmup", "main", "cooldown"]
    assert not [criterion for phase in phases for criterion in phase.criteria if criterion.counts]
    names = {criterion.name for phase in phases for criterion in phase.criteria}
    assert names == {"present", "heart_rate_ramp", "pace_consistency", "heart_rate_settles"}


def test_what_cannot_be_told_has_a_reason_and_what_can_has_a_value() -> None:
    every: tuple[TrainingType, ...] = (*EASY, "tempo_threshold", "interval", "sprint", "unknown")
    for training_type in every:
        for parts in (easy_parts(), interval_parts(), (MAIN_EASY,)):
            for athlete in (example_athlete(), make_athlete()):
                for phase in evaluate_phases(make_session(training_type, *parts, athlete=athlete)):
                    for criterion in phase.criteria:
                        untold = criterion.outcome == "cannot_tell"
                        assert (
                            (criterion.value is None) == untold == (criterion.missing is not None)
                        )


def test_a_summary_lacks_seconds_and_not_heart_rate_or_length() -> None:
    session = make_session("tempo_threshold", *tempo_parts())
    empty = {name: column[:0] for name, column in session.recording.series.items()}
    summary = replace(session, recording=replace(session.recording, series=empty), splits=())
    main = next(phase for phase in evaluate_phases(summary) if phase.role == "main")
    reasons = {
        criterion.name: criterion.missing for criterion in main.criteria if criterion.value is None
    }
    assert reasons["pace_consistency"] == "samples"
    assert reasons["threshold_heart_rate_share"] == "samples"
    assert "too_short" not in reasons.values()
