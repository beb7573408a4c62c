import ast
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.sessions.second_generator import (
    FROZEN_SEEDS,
    SEEDS,
    SecondSession,
    designs,
    generate,
    season,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.activity import Recording
from tests.contracts import layers, sizes, units
from tests.contracts.allowed import DIMENSIONLESS
from tests.contracts.tree import ROOT, Module, modules

MODULES = [
    module for module in modules(ROOT / "benchmarks" / "sessions") if "second" in module.name
]
ALLOWED = ("numpy", "hakaru.running.activity", "hakaru.core.units", "benchmarks.sessions.second_")
STANDARD = {"__future__", "collections.abc", "dataclasses", "datetime", "itertools", "math",
            "typing"}  # fmt: skip
FROZEN_DESIGNS = [design for seed in FROZEN_SEEDS for design in designs(seed)]


def of_kind(kind: str) -> list[SecondSession]:
    return [
        generate(seed, index)
        for seed in SEEDS[:4]
        for index, design in enumerate(designs(seed))
        if design.appointment.kind == kind
    ]


def imports_of(module: Module) -> set[str]:
    nodes = list(ast.walk(module.tree))
    plain = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def speed_in(session: SecondSession, role: str) -> float:
    series = session.recording.series
    inside = np.zeros(series["elapsed_s"].size, dtype=bool)
    for phase in session.truth.phases:
        if phase.role == role:
            elapsed_s = series["elapsed_s"]
            inside |= (elapsed_s >= phase.start_s + 8) & (elapsed_s < phase.end_s)
    return float(np.nanmedian(series["speed_mps"][inside]))


def test_the_generator_imports_no_other_simulator_and_no_detector() -> None:
    assert len(MODULES) >= 7
    foreign = {
        name
        for module in MODULES
        for name in imports_of(module) - STANDARD
        if not name.startswith(ALLOWED)
    }
    assert foreign == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_the_generator_is_written_within_the_budgets_of_the_source(module: Module) -> None:
    checks = (sizes.file_findings, sizes.body_findings, sizes.signature_findings,
              layers.hidden_import_findings, layers.docstring_findings)  # fmt: skip
    assert [str(one) for check in checks for one in check(module)] == []
    without = [
        finding.subject
        for finding in units.unit_findings(module)
        if units.last_word(finding.subject, DIMENSIONLESS) is None
    ]
    assert without == []


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**20), index=st.integers(0, 15))
def test_the_same_seed_and_index_give_the_same_session(seed: int, index: int) -> None:
    first, second = generate(seed, index), generate(seed, index)
    assert first.truth == second.truth
    assert first.recording.laps == second.recording.laps
    assert first.recording.series.keys() == second.recording.series.keys()
    for name, column in first.recording.series.items():
        np.testing.assert_array_equal(column, second.recording.series[name])


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**20), index=st.integers(0, 15))
def test_every_session_keeps_what_a_recording_promises(seed: int, index: int) -> None:
    session = generate(seed, index)
    recording = session.recording
    elapsed_s = recording.series["elapsed_s"]
    assert {(c.dtype, c.shape) for c in recording.series.values()} == {
        (np.dtype(np.float64), elapsed_s.shape)
    }
    assert elapsed_s[0] >= 0
    assert np.all(np.diff(elapsed_s) > 0)
    distance_m = recording.series["distance_m"]
    assert np.all(np.diff(distance_m[np.isfinite(distance_m)]) >= 0)
    assert np.nanmin(recording.series["speed_mps"]) >= 0
    assert np.nanmax(recording.series["heart_rate_bpm"]) < 220
    for start_s, end_s in recording.pauses:
        assert start_s < end_s
        assert not np.any((elapsed_s >= start_s) & (elapsed_s < end_s))
    assert recording.title is None


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**20), index=st.integers(0, 15))
def test_phases_and_laps_tile_the_run(seed: int, index: int) -> None:
    session = generate(seed, index)
    phases, laps = session.truth.phases, session.recording.laps
    total_s = session.recording.summary.elapsed_s
    assert (phases[0].start_s, phases[-1].end_s) == (0.0, total_s)
    assert all(a.end_s == b.start_s and a.role != b.role for a, b in pairwise(phases))
    assert sum(phase.role == "work" for phase in phases) == session.truth.n_reps
    if laps:
        ends_s = [lap.start_elapsed_s + lap.elapsed_s for lap in laps]
        assert laps[0].start_elapsed_s == 0.0
        assert ends_s[-1] == pytest.approx(total_s)
        starts_s = [lap.start_elapsed_s for lap in laps[1:]]
        assert ends_s[:-1] == pytest.approx(starts_s)


def test_an_index_outside_the_season_is_refused() -> None:
    with pytest.raises(IndexError):
        generate(SEEDS[0], 500)


def test_a_season_runs_in_order_of_date_over_eight_weeks_or_more() -> None:
    days = [session.recording.day for session in season(SEEDS[0])]
    assert days == sorted(set(days))
    for seed in (*SEEDS, *FROZEN_SEEDS):
        planned = [design.appointment.day for design in designs(seed)]
        assert len(planned) >= 16
        assert (planned[-1] - planned[0]).days >= 7 * 7


def test_development_and_frozen_seeds_are_apart_and_many() -> None:
    assert len(set(SEEDS)) >= 10
    assert len(set(FROZEN_SEEDS)) >= 20
    assert not set(SEEDS) & set(FROZEN_SEEDS)
    assert len(FROZEN_DESIGNS) >= 300


def test_every_way_to_run_and_record_occurs_over_the_frozen_seeds() -> None:
    shapes = [design.shape for design in FROZEN_DESIGNS]
    habits = [design.habits for design in FROZEN_DESIGNS]
    conditions = [design.conditions for design in FROZEN_DESIGNS]
    kinds = Counter(design.appointment.kind for design in FROZEN_DESIGNS)
    assert len(kinds) == 5
    assert min(kinds.values()) >= 40
    assert {s.structure for s in shapes} == {
        None, "equal", "pyramid", "ladder", "sets", "fartlek",
    }  # fmt: skip
    assert {s.recovery_style for s in shapes} == {None, "jog", "walk", "stand", "pause"}
    assert {h.mode for h in habits} == {"none", "auto_km", "manual", "manual_faulty"}
    assert {h.labels for h in habits} == {"none", "active", "interval", "true"}
    assert {fault for c in conditions for fault in c.faults} == {
        "speed_lag", "speed_spikes", "dropouts", "cadence_lock",
    }  # fmt: skip
    assert {c.smart_recording for c in conditions} == {True, False}
    assert any(s.n_strides for s in shapes)
    assert any(s.fast_finish for s in shapes)


def test_watches_differ_in_what_they_record_and_know() -> None:
    recordings = [generate(seed, 0).recording for seed in FROZEN_SEEDS]

    def shares(has: list[bool]) -> bool:
        return 0.1 < sum(has) / len(has) < 1.0

    for column in ("power_w", "elevation_m", "gct_ms"):
        assert shares([column in recording.series for recording in recordings])
    assert shares([_irregular(recording) for recording in recordings])
    assert {recording.sensor_group for recording in recordings} == {
        None, "garmin-wrist", "garmin-hrm",
    }  # fmt: skip
    knowing = [recording.physiology is not None for recording in recordings]
    assert 0.25 < sum(knowing) / len(knowing) < 0.75


def _irregular(recording: Recording) -> bool:
    return len(set(np.diff(recording.series["elapsed_s"][:200]).tolist())) > 4


def test_repetitions_number_3_to_16_and_only_intervals_have_them() -> None:
    for design in FROZEN_DESIGNS:
        is_interval = design.appointment.kind == "interval"
        assert (3 <= design.shape.n_reps <= 16) == is_interval
        assert design.shape.n_strides == 0 or design.appointment.kind == "aerobic_base"


def test_a_tempo_block_is_run_near_threshold_speed_and_a_recovery_run_far_below() -> None:
    bands = {
        "recovery": (0.58, 0.75),
        "aerobic_base": (0.69, 0.87),
        "tempo_threshold": (0.90, 1.06),
    }
    for kind, (low, high) in bands.items():
        for session in of_kind(kind):
            share = speed_in(session, "main") / session.truth.threshold_speed_mps
            assert low < share < high


def test_repetitions_are_faster_than_what_lies_between_them() -> None:
    for session in of_kind("interval"):
        work_mps = speed_in(session, "work")
        assert 0.95 < work_mps / session.truth.threshold_speed_mps < 1.22
        if session.truth.shape.recovery_style != "pause":
            assert speed_in(session, "recovery") < 0.8 * work_mps


def test_a_long_run_is_clearly_longer_than_the_easy_runs_of_its_runner() -> None:
    for seed in FROZEN_SEEDS[:2]:
        timers_s: dict[str, list[float]] = {"aerobic_base": [], "long_run": []}
        for session in season(seed):
            timer_s = session.recording.summary.timer_s
            assert timer_s is not None
            timers_s.setdefault(session.truth.kind, []).append(timer_s)
        assert min(timers_s["long_run"]) > 4200
        assert min(timers_s["long_run"]) > 1.4 * np.median(timers_s["aerobic_base"])


def test_heart_rate_settles_near_the_threshold_in_a_tempo_block() -> None:
    shares = []
    for session in of_kind("tempo_threshold"):
        block = next(phase for phase in session.truth.phases if phase.role == "main")
        elapsed_s = session.recording.series["elapsed_s"]
        late = (elapsed_s > (block.start_s + block.end_s) / 2) & (elapsed_s < block.end_s)
        heart_bpm = session.recording.series["heart_rate_bpm"][late]
        shares.append(float(np.median(heart_bpm)) / session.truth.lt_heart_rate_bpm)
    assert 0.97 < np.median(shares) < 1.03


def test_presses_lie_within_eight_seconds_of_a_change_of_phase_unless_faulty() -> None:
    a_few = [generate(seed, index) for seed in SEEDS[:3] for index in range(0, 16, 2)]
    for session in a_few:
        if session.truth.habits.mode != "manual":
            continue
        edges_s = [p.start_s for p in session.truth.phases]
        edges_s += [end_s for pause in session.recording.pauses for end_s in pause]
        for lap in session.recording.laps:
            assert min(abs(lap.start_elapsed_s - edge_s) for edge_s in edges_s) <= 8.0
