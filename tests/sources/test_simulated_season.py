"""Is a simulated season repeatable, honest about itself, and the same in a file and in columns?"""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import io
import subprocess
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import fitdecode
import numpy as np
import pytest

from hakaru.core.errors import BadArgument
from hakaru.running.activity import Recording
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.simulated import season as season_module
from hakaru.sources.simulated.runner import SimulatedSensor, draw_runner
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import SimulatedSession
from tests.simulated import as_recording, write_season

START = date(2026, 3, 2)
SHORT = SeasonSettings(seed=7, start_on=START, weeks=1, runs_per_week=5, duration_frac=0.2)
LONG_RUNS = SeasonSettings(seed=7, start_on=START, weeks=8, runs_per_week=1, duration_frac=0.5)
SENSORS: tuple[SimulatedSensor, ...] = ("garmin-hrm", "garmin-wrist", "stryd")


@cache
def season(settings: SeasonSettings = SHORT) -> tuple[SimulatedSession, ...]:
    return tuple(simulate_season(settings))


def changed(settings: SeasonSettings = SHORT, **changes: Any) -> SeasonSettings:
    return dataclasses.replace(settings, **changes)


def digests(settings: SeasonSettings) -> list[str]:
    return [hashlib.sha256(one.to_fit()).hexdigest() for one in simulate_season(settings)]


def read_back(session: SimulatedSession) -> Recording:
    provenance = as_recording(session).provenance[0]
    (recording,) = read_fit(session.to_fit(), provenance=provenance)
    return recording


def messages(session: SimulatedSession, name: str) -> list[Mapping[str, Any]]:
    reader = fitdecode.FitReader(
        io.BytesIO(session.to_fit()),
        check_crc=fitdecode.CrcCheck.RAISE,
        error_handling=fitdecode.ErrorHandling.RAISE,
    )
    found = [one for one in reader if isinstance(one, fitdecode.FitDataMessage)]
    return [{f.name: f.value for f in one.fields} for one in found if one.name == name]


# --- repeatable


def test_equal_settings_give_equal_bytes() -> None:
    assert digests(SHORT) == digests(changed(seed=7))


def test_another_process_gives_the_same_bytes() -> None:
    code = (
        "import hashlib\nfrom datetime import date\n"
        "from hakaru.sources.simulated.season import SeasonSettings, simulate_season\n"
        "settings = SeasonSettings(seed=7, start_on=date(2026, 3, 2), weeks=1, runs_per_week=5,"
        " duration_frac=0.2)\n"
        "for one in simulate_season(settings): print(hashlib.sha256(one.to_fit()).hexdigest())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "12345"},
    )
    assert run.stdout.split() == digests(SHORT)


def test_another_seed_gives_another_season() -> None:
    assert not set(digests(SHORT)) & set(digests(changed(seed=8)))


def test_a_run_does_not_depend_on_the_length_of_the_season() -> None:
    assert digests(changed(weeks=2))[:5] == digests(SHORT)


def test_the_fingerprint_names_the_content() -> None:
    assert SHORT.fingerprint == changed(seed=7).fingerprint
    others = [changed(seed=8), changed(weeks=2), changed(runner=draw_runner(3))]
    assert len({SHORT.fingerprint, *(other.fingerprint for other in others)}) == 4


# --- the plan


def test_every_week_has_its_runs_on_days_of_their_own() -> None:
    for runs_per_week in range(1, 8):
        settings = changed(weeks=2, runs_per_week=runs_per_week, duration_frac=0.1)
        days = [as_recording(one).day for one in season(settings)]
        assert len(days) == settings.n_runs == 2 * runs_per_week
        assert days == sorted(set(days))
        assert days[0] >= START
        assert days[-1] < START + timedelta(days=14)


def test_with_three_runs_a_week_intervals_and_tempo_take_turns() -> None:
    kinds = [one.truth.kind for one in season(changed(weeks=2, runs_per_week=3))]
    assert kinds == ["interval", "easy", "long", "tempo", "easy", "long"]


def test_a_given_runner_replaces_the_drawn_one() -> None:
    runner = dataclasses.replace(draw_runner(7), mass_kg=81.5)
    session = season(changed(runner=runner, runs_per_week=1))[0]
    assert session.truth.runner == runner
    assert messages(session, "user_profile")[0]["weight"] == 81.5


def test_a_shorter_session_has_fewer_repetitions_of_the_same_length() -> None:
    whole, half = (season(changed(duration_frac=frac, seed=2))[1].truth for frac in (1.0, 0.4))
    reps = [[p for p in truth.phases if p.role == "rep"] for truth in (whole, half)]
    assert len(reps[0]) == whole.n_reps > half.n_reps == len(reps[1]) >= 2
    lengths = {p.end_elapsed_s - p.start_elapsed_s for p in (*reps[0], *reps[1])}
    assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", -1),
        ("weeks", 0),
        ("weeks", 1041),
        ("runs_per_week", 0),
        ("runs_per_week", 8),
        ("duration_frac", 0.05),
        ("gct_shift_frac", 1.0),
    ],
)
def test_a_season_nobody_can_run_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadArgument, match=f"^{name} = "):
        dataclasses.replace(SHORT, **{name: value})


# --- a file and its columns


@pytest.mark.parametrize("sensor", SENSORS)
def test_reading_the_file_gives_the_recording(sensor: SimulatedSensor) -> None:
    for session in season(changed(sensor=sensor, intensity="structured")):
        ours, theirs = as_recording(session), read_back(session)
        assert ours.series.keys() == theirs.series.keys()
        for name, column in ours.series.items():
            np.testing.assert_allclose(column, theirs.series[name], rtol=0, atol=1e-9, err_msg=name)
        for field in dataclasses.fields(Recording):
            if field.name not in {"series", "summary"}:
                assert getattr(ours, field.name) == getattr(theirs, field.name), field.name
        assert dataclasses.asdict(ours.summary) == pytest.approx(dataclasses.asdict(theirs.summary))


def test_the_provenance_is_that_of_the_file() -> None:
    session = season()[0]
    (provenance,) = as_recording(session).provenance
    assert provenance.path == session.file_name == "2026-03-02-easy.fit"
    assert provenance.sha256 == hashlib.sha256(session.to_fit()).hexdigest()


def test_pauses_are_timer_events_around_a_gap_in_the_records() -> None:
    paused = [one for one in season(LONG_RUNS) if one.recorded.pauses]
    assert paused
    for session in paused:
        recording = as_recording(session)
        elapsed_s = recording.series["elapsed_s"]
        for stopped_s, restarted_s in recording.pauses:
            assert not np.any((elapsed_s >= stopped_s) & (elapsed_s < restarted_s))
            assert restarted_s in elapsed_s
        timer = [message["event_type"] for message in messages(session, "event")]
        assert timer == ["start", "stop_all"] * (len(recording.pauses) + 1)
        paused_s = sum(to_s - at_s for at_s, to_s in recording.pauses)
        assert recording.summary.elapsed_s == elapsed_s[-1]
        assert recording.summary.timer_s == elapsed_s[-1] - paused_s


def test_lights_leave_recorded_seconds_without_speed() -> None:
    waits = [np.sum(one.recorded.columns["speed_mps"][30:] == 0) for one in season(LONG_RUNS)]
    assert sum(wait >= 8 for wait in waits) >= 2


# --- it says that it is simulated


@pytest.mark.parametrize("sensor", SENSORS)
def test_the_file_and_the_recording_say_that_they_are_simulated(sensor: SimulatedSensor) -> None:
    session = season(changed(sensor=sensor))[0]
    (file_id,) = messages(session, "file_id")
    assert file_id["manufacturer"] == "development"
    assert "Hakaru simulated" in file_id["product_name"]
    assert "Hakaru simulated" in messages(session, "device_info")[0]["product_name"]
    for name in ("session", "sport"):
        text = messages(session, name)[0]["sport_profile_name" if name == "session" else "name"]
        assert "シミュレーション" in text
        assert "Simulated easy run" in text
    assert as_recording(session).simulated
    assert read_back(session).simulated


@pytest.mark.parametrize("sensor", SENSORS)
def test_the_reader_recognises_the_sensor(sensor: SimulatedSensor) -> None:
    assert read_back(season(changed(sensor=sensor))[0]).sensor_group == sensor


def test_every_run_is_in_the_open_sea() -> None:
    for session in season():
        columns = session.recorded.columns
        assert np.abs(columns["latitude_deg"]).max() < 0.1
        assert np.abs(columns["longitude_deg"] + 30).max() < 0.1


def test_the_truth_is_not_in_the_file() -> None:
    with_truth = season(changed(shift_from_run=0))[0]
    names = {name for message in messages(with_truth, "session") for name in message}
    assert not {name for name in names if "shift" in name or "truth" in name}


# --- laps


def test_kilometre_laps_end_where_a_kilometre_is_complete() -> None:
    recording = as_recording(season(changed(laps="auto", duration_frac=0.5))[1])
    assert {lap.trigger for lap in recording.laps[:-1]} == {"distance"}
    assert recording.laps[-1].trigger == "session_end"
    for lap in recording.laps[:-1]:
        assert lap.distance_m == pytest.approx(1000, abs=8)


def test_laps_by_button_follow_the_phases_of_intervals_and_tempo_runs() -> None:
    sessions = season(changed(laps="manual"))
    for session in sessions:
        laps = as_recording(session).laps
        if session.truth.kind in {"interval", "tempo"}:
            starts_s = [phase.start_elapsed_s for phase in session.truth.phases]
            assert [lap.start_elapsed_s for lap in laps] == starts_s
            assert {lap.trigger for lap in laps[:-1]} == {"manual"}
        else:
            assert "manual" not in {lap.trigger for lap in laps}


def test_without_laps_there_is_one_over_the_whole_run() -> None:
    for session in season(changed(laps="none")):
        recording = as_recording(session)
        (lap,) = recording.laps
        assert lap.elapsed_s == recording.summary.elapsed_s
        assert lap.distance_m == pytest.approx(recording.summary.distance_m)


@pytest.mark.parametrize("laps", ["auto", "manual", "none"])
def test_laps_tile_the_run(laps: str) -> None:
    for session in season(changed(laps=laps, duration_frac=0.5)):
        recording = as_recording(session)
        assert recording.laps[0].start_elapsed_s == 0
        for before, after in pairwise(recording.laps):
            assert after.start_elapsed_s == before.start_elapsed_s + before.elapsed_s
        total_s = sum(lap.elapsed_s for lap in recording.laps)
        assert total_s == recording.summary.elapsed_s


@pytest.mark.parametrize("mode", ["none", "active", "interval"])
def test_watches_label_all_laps_alike_or_not_at_all(mode: str) -> None:
    labels = {lap.intensity for one in season(changed(intensity=mode)) for lap in one.recorded.laps}
    assert labels == {None if mode == "none" else mode}


def test_a_structured_workout_labels_its_steps() -> None:
    session = season(changed(intensity="structured"))[1]
    labels = [lap.intensity for lap in session.recorded.laps]
    assert labels[0] == "warmup"
    assert labels[-1] == "cooldown"
    assert labels.count("interval") == session.truth.n_reps
    assert labels.count("recovery") == session.truth.n_reps - 1


# --- sensor change, shift, faults


def test_a_sensor_change_alters_only_the_runs_after_it() -> None:
    worn = changed(weeks=2)
    swapped = changed(weeks=2, sensor_change_week=1, second_sensor="stryd")
    assert digests(worn)[:5] == digests(swapped)[:5]
    assert [one.truth.sensor for one in season(swapped)] == ["garmin-hrm"] * 5 + ["stryd"] * 5
    before, after = season(worn)[6], season(swapped)[6]
    assert after.truth.curve.vo_at_3mps_cm < before.truth.curve.vo_at_3mps_cm - 1
    heart = "heart_rate_bpm"
    np.testing.assert_array_equal(before.recorded.columns[heart], after.recorded.columns[heart])


def test_a_shift_lengthens_contact_from_its_run_on_and_nothing_else() -> None:
    plain, shifted = season(), season(changed(shift_from_run=3, gct_shift_frac=0.05))
    assert [one.truth.gct_shift_frac for one in shifted] == [0, 0, 0, 0.05, 0.05]
    for one, other in zip(plain, shifted, strict=True):
        ours, theirs = one.recorded.columns, other.recorded.columns
        usual = (ours["gct_ms"] > 0) & (ours["gct_ms"] < 500)
        ratio = theirs["gct_ms"][usual].mean() / ours["gct_ms"][usual].mean()
        assert ratio == pytest.approx(1 + other.truth.gct_shift_frac, abs=2e-4)
        for name in ours.keys() - {"gct_ms"}:
            np.testing.assert_array_equal(ours[name], theirs[name])


def test_faults_are_those_of_real_recordings_and_can_be_left_out() -> None:
    spoilt, clean = (season(changed(LONG_RUNS, faults=faults)) for faults in (True, False))
    first = np.concatenate([one.recorded.columns["gct_ms"][:10] for one in spoilt])
    assert np.sum(first >= 600) > 10
    assert any(np.any(one.recorded.columns["gct_ms"] == 0) for one in spoilt)
    assert any(
        np.sum(np.isnan(one.recorded.columns["gct_ms"]) & (one.recorded.columns["speed_mps"] > 2))
        for one in spoilt
    )
    for one in clean:
        columns = one.recorded.columns
        running = columns["speed_mps"] > 2.3
        assert np.isfinite(columns["gct_ms"][running]).mean() > 0.99
        assert np.nanmax(columns["gct_ms"]) < 450
        assert np.nanmin(columns["gct_ms"]) > 100
        assert np.isfinite(columns["heart_rate_bpm"]).all()


# --- writing


def test_a_season_is_written_as_named_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "season"
    paths = write_season(folder, SHORT)
    assert [path.name for path in paths] == [
        "2026-03-02-easy.fit",
        "2026-03-03-interval.fit",
        "2026-03-05-recovery.fit",
        "2026-03-06-tempo.fit",
        "2026-03-08-long.fit",
    ]
    assert [path.read_bytes() for path in paths] == [one.to_fit() for one in season()]
    assert write_season(folder, SHORT) == paths


# --- independence


def test_the_simulator_knows_nothing_of_the_rules_that_judge_it() -> None:
    allowed = {
        "hakaru.running.activity",
        "hakaru.core.units",
        "hakaru.core.errors",
        "hakaru.core.i18n",
        "hakaru.core.names",
        "hakaru.records",
        "hakaru.sources.fit",
        "hakaru.sources.fit.profile",
        "hakaru.sources.fit.scan",
    }
    package = Path(season_module.__file__).parent
    imported = {
        node.module
        for path in package.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    ours = {name for name in imported if name.startswith("hakaru.")}
    strangers = {name for name in ours if not name.startswith("hakaru.sources.simulated")}
    assert strangers <= allowed
