"""Do simulated runs look like real ones? The figures are those of research data.md §4 and §5."""

from __future__ import annotations

import dataclasses
from datetime import date
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from hakaru.sources.simulated.runner import SimulatedSensor, draw_route, draw_runner
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import SimulatedSession

Array = NDArray[np.float64]
_SEEDS = range(6)


@cache
def season(seed: int, sensor: SimulatedSensor = "garmin-hrm") -> tuple[SimulatedSession, ...]:
    settings = SeasonSettings(seed=seed, start_on=date(2026, 3, 2), weeks=4, sensor=sensor)
    return tuple(simulate_season(settings))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kilometre:
    """Means of a full, running, nearly flat kilometre, and SDs of its 1-Hz values."""

    run: int
    speed_mps: float
    gct_ms: float
    vo_cm: float
    vr_pct: float
    step_cm: float
    cadence_spm: float
    gct_sd_ms: float
    vo_sd_cm: float


def kilometres(seed: int, sensor: SimulatedSensor = "garmin-hrm") -> list[Kilometre]:
    return [
        kilometre
        for run, session in enumerate(season(seed, sensor))
        if session.truth.kind != "interval"
        for kilometre in _kilometres(run, session)
    ]


def _kilometres(run: int, session: SimulatedSession) -> list[Kilometre]:
    columns = session.recorded.columns
    missing = np.full(len(columns["elapsed_s"]), np.nan)
    found = []
    for start_m in range(0, int(columns["distance_m"][-1] // 1000) * 1000, 1000):
        inside = (columns["distance_m"] >= start_m) & (columns["distance_m"] < start_m + 1000)
        gct_ms = columns["gct_ms"]
        running = inside & (columns["speed_mps"] > 1.7) & (gct_ms > 120) & (gct_ms < 420)
        rise_m = columns["elevation_m"][inside][-1] - columns["elevation_m"][inside][0]
        if running.sum() < 0.85 * inside.sum() or abs(rise_m) > 40:
            continue
        part = {name: values[running] for name, values in columns.items()}
        ratio, step = (columns.get(name, missing)[running] for name in ("vr_pct", "step_length_cm"))
        one = Kilometre(
            run=run,
            speed_mps=float(part["speed_mps"].mean()),
            gct_ms=float(part["gct_ms"].mean()),
            vo_cm=float(part["vo_cm"].mean()),
            vr_pct=float(ratio.mean()),
            step_cm=float(step.mean()),
            cadence_spm=float(part["cadence_spm"].mean()),
            gct_sd_ms=float(part["gct_ms"].std()),
            vo_sd_cm=float(part["vo_cm"].std()),
        )
        found.append(one)
    return found


def within_runs(rows: list[Kilometre], values: Array) -> Array:
    """Values minus the mean of their run."""
    runs = np.array([row.run for row in rows])
    means = {run: values[runs == run].mean() for run in set(runs.tolist())}
    centred: Array = values - np.array([means[run] for run in runs.tolist()])
    return centred


def _log(rows: list[Kilometre], name: str) -> Array:
    return within_runs(rows, np.log([getattr(row, name) for row in rows]))


def _without_speed(rows: list[Kilometre], name: str) -> Array:
    """Logarithmic deviations within runs, after the part that speed explains."""
    log_speed, log_value = _log(rows, "speed_mps"), _log(rows, name)
    slope = log_speed @ log_value / (log_speed @ log_speed)
    residual: Array = log_value - slope * log_speed
    return residual


# --- runners


def test_runners_differ_as_much_as_real_ones() -> None:
    runners = [draw_runner(seed) for seed in range(400)]
    log_gct = np.log([runner.chest.gct_at_3mps_ms for runner in runners])
    log_vo = np.log([runner.chest.vo_at_3mps_cm for runner in runners])
    slope = np.array([runner.chest.gct_slope for runner in runners])
    assert np.exp(log_gct.mean()) == pytest.approx(267, rel=0.015)
    assert log_gct.std() == pytest.approx(0.08, rel=0.15)
    assert np.exp(log_vo.mean()) == pytest.approx(9.1, rel=0.03)
    assert log_vo.std() == pytest.approx(0.145, rel=0.15)
    assert slope.mean() == pytest.approx(-0.38, abs=0.02)
    assert slope.std() == pytest.approx(0.10, rel=0.15)
    assert -0.45 < np.corrcoef(log_gct, log_vo)[0, 1] < -0.1


def test_a_pod_differs_from_a_strap_person_by_person() -> None:
    runners = [draw_runner(seed) for seed in range(200)]
    bias_ms = np.array(
        [runner.chest.gct_at_3mps_ms - runner.stryd.gct_at_3mps_ms for runner in runners]
    )
    bias_cm = np.array(
        [runner.chest.vo_at_3mps_cm - runner.stryd.vo_at_3mps_cm for runner in runners]
    )
    assert 10 < bias_ms.std() < 30
    assert abs(bias_ms.mean()) < 10
    assert 1.0 < bias_cm.mean() < 3.3
    assert np.mean([runner.stryd.gct_slope for runner in runners]) == pytest.approx(-0.59, abs=0.03)


def test_faster_is_shorter_in_contact_for_every_runner_on_every_sensor() -> None:
    speeds = np.linspace(2.2, 4.5, 30)
    for seed in range(60):
        runner = draw_runner(seed)
        for sensor in ("garmin-hrm", "garmin-wrist", "stryd"):
            curve = runner.curve(sensor)
            assert np.all(np.diff(curve.gct_ms(speeds)) < 0)
            assert np.all(curve.vr_pct(speeds) > 0)
            assert np.all(np.diff(curve.cadence_spm(speeds)) > 0)


# --- form


def test_the_slope_of_contact_time_is_recovered_within_noise() -> None:
    errors = []
    for seed in _SEEDS:
        rows = kilometres(seed)
        log_speed, log_gct = _log(rows, "speed_mps"), _log(rows, "gct_ms")
        slope = float(log_speed @ log_gct / (log_speed @ log_speed))
        errors.append(slope - season(seed)[0].truth.curve.gct_slope)
    assert np.mean(errors) == pytest.approx(0, abs=0.03)
    assert np.abs(errors).max() < 0.12


def test_kilometres_within_a_run_scatter_as_real_ones() -> None:
    for name, low, high in (("gct_ms", 0.010, 0.020), ("vo_cm", 0.020, 0.035)):
        spreads = [np.std(_without_speed(kilometres(seed), name)) for seed in _SEEDS]
        assert low < np.mean(spreads) < high


def test_whole_runs_scatter_around_the_true_curve_as_real_ones() -> None:
    deviations = []
    for seed in _SEEDS:
        rows = kilometres(seed)
        for run in {row.run for row in rows}:
            curve = season(seed)[run].truth.curve
            of_run = [row for row in rows if row.run == run]
            ratios = [row.gct_ms / float(curve.gct_ms(row.speed_mps)) for row in of_run]
            deviations.append(np.log(np.mean(ratios)))
    assert np.std(deviations) == pytest.approx(0.019, abs=0.005)


@pytest.mark.parametrize(
    ("sensor", "gct_ms", "vo_cm"),
    [("garmin-hrm", 6.0, 0.39), ("garmin-wrist", 7.2, 0.24), ("stryd", 9.5, 0.27)],
)
def test_seconds_within_a_kilometre_scatter_as_on_the_real_sensor(
    sensor: SimulatedSensor, gct_ms: float, vo_cm: float
) -> None:
    rows = [row for seed in range(4) for row in kilometres(seed, sensor)]
    assert np.median([row.gct_sd_ms for row in rows]) == pytest.approx(gct_ms, rel=0.2)
    assert np.median([row.vo_sd_cm for row in rows]) == pytest.approx(vo_cm, rel=0.2)


def test_neighbouring_seconds_resemble_each_other() -> None:
    lags = []
    for seed in _SEEDS:
        gct_ms = season(seed)[0].recorded.columns["gct_ms"][120:1500]
        gct_ms = gct_ms[(gct_ms > 120) & (gct_ms < 420)]
        windows = np.lib.stride_tricks.sliding_window_view(gct_ms, 61)
        residual = gct_ms[30:-30] - np.median(windows, axis=1)
        lags.append(np.corrcoef(residual[1:], residual[:-1])[0, 1])
    assert 0.78 < np.mean(lags) < 0.9


def test_the_metrics_agree_with_each_other() -> None:
    for seed in _SEEDS:
        for row in kilometres(seed):
            assert row.vo_cm == pytest.approx(row.vr_pct * row.step_cm / 100, rel=0.03)
            assert row.cadence_spm * row.step_cm / 6000 == pytest.approx(row.speed_mps, rel=0.03)


def test_contact_and_oscillation_fall_when_cadence_rises() -> None:
    found = []
    for seed in _SEEDS:
        rows = kilometres(seed)
        cadence, gct, vo = (
            _without_speed(rows, name) for name in ("cadence_spm", "gct_ms", "vo_cm")
        )
        found.append((np.corrcoef(cadence, gct)[0, 1], np.corrcoef(cadence, vo)[0, 1]))
    with_gct, with_vo = np.mean(found, axis=0)
    assert with_gct == pytest.approx(-0.43, abs=0.15)
    assert with_vo == pytest.approx(-0.69, abs=0.15)


def test_values_have_the_resolution_of_their_sensor() -> None:
    for sensor, step_cm in (("garmin-hrm", 0.07), ("garmin-wrist", 0.01), ("stryd", 0.125)):
        columns = season(1, sensor)[0].recorded.columns
        seen = columns["gct_ms"][np.isfinite(columns["gct_ms"])]
        assert np.all(seen == np.rint(seen))
        vo_cm = columns["vo_cm"][60:]
        vo_cm = vo_cm[np.isfinite(vo_cm)]
        off = np.abs(vo_cm - np.rint(vo_cm / step_cm) * step_cm)
        assert off.max() < 0.006  # the file holds tenths of a millimetre


def test_contact_time_is_missing_when_not_running() -> None:
    for session in season(2):
        columns = session.recorded.columns
        slow = columns["speed_mps"][10:] < 1.7
        gct_ms = columns["gct_ms"][10:][slow]
        assert np.all(np.isnan(gct_ms) | (gct_ms == 0))


def test_left_and_right_are_a_trait() -> None:
    for seed in _SEEDS:
        means = [np.nanmean(one.recorded.columns["gct_balance_left_pct"]) for one in season(seed)]
        trait_pct = season(seed)[0].truth.runner.gct_balance_left_pct
        assert 47.5 < trait_pct < 52.5
        assert np.mean(means) == pytest.approx(trait_pct, abs=0.3)
        assert np.std(means) < 0.6


# --- heart, effort, ground


def test_heart_rate_stays_between_rest_and_maximum_and_lags_behind_effort() -> None:
    for seed in _SEEDS:
        for session in season(seed):
            heart = session.recorded.columns["heart_rate_bpm"]
            known = heart[np.isfinite(heart)]
            assert known.min() >= 60
            assert known.max() <= session.truth.runner.heart_rate_max_bpm
            assert known[:20].mean() < known[300:].mean()


def test_hard_sessions_are_harder_than_easy_ones() -> None:
    for seed in _SEEDS:
        by_kind = {one.truth.kind: one for one in season(seed)}
        peak = {
            kind: np.nanpercentile(one.recorded.columns["heart_rate_bpm"], 95)
            for kind, one in by_kind.items()
        }
        assert peak["recovery"] < peak["easy"] < peak["tempo"]
        assert peak["long"] < peak["tempo"]
        threshold_bpm = by_kind["tempo"].truth.runner.heart_rate_threshold_bpm
        assert peak["interval"] > threshold_bpm - 8
        assert peak["easy"] < threshold_bpm - 8


def test_repetitions_are_fast_and_jogs_slow() -> None:
    for seed in _SEEDS:
        session = next(one for one in season(seed) if one.truth.kind == "interval")
        columns = session.recorded.columns
        for phase in session.truth.phases:
            inside = (columns["elapsed_s"] >= phase.start_elapsed_s + 10) & (
                columns["elapsed_s"] < phase.end_elapsed_s
            )
            mean_mps = columns["speed_mps"][inside].mean()
            assert mean_mps == pytest.approx(phase.target_speed_mps, rel=0.08)


def test_phases_follow_each_other_from_start_to_end() -> None:
    for session in season(3):
        phases = session.truth.phases
        assert phases[0].start_elapsed_s == 0
        assert phases[-1].end_elapsed_s == session.recorded.columns["elapsed_s"][-1]
        for before, after in pairwise(phases):
            assert before.end_elapsed_s == after.start_elapsed_s


def test_distance_speed_and_position_agree() -> None:
    for session in season(4):
        columns = session.recorded.columns
        assert np.all(np.diff(columns["distance_m"]) >= 0)
        total_m = columns["speed_mps"][1:].sum()
        assert columns["distance_m"][-1] == pytest.approx(total_m, rel=0.001)
        north, east = columns["latitude_deg"] * 111_320, columns["longitude_deg"] * 111_320
        path_m = np.hypot(np.diff(north[::20]), np.diff(east[::20])).sum()
        assert path_m == pytest.approx(columns["distance_m"][-1], rel=0.06)


@pytest.mark.parametrize(("terrain", "steepest_pct"), [("flat", 2), ("rolling", 6), ("hilly", 14)])
def test_loops_close_and_have_the_hills_they_promise(terrain: str, steepest_pct: float) -> None:
    for seed in range(10):
        route = draw_route(seed, terrain)  # type: ignore[arg-type]
        ends = np.array([0.0, route.length_m])
        heights = route.altitude_at_m(ends)
        assert heights[0] == pytest.approx(heights[1], abs=0.5)
        assert route.east_m[0] == pytest.approx(route.east_m[-1])
        assert np.abs(route.grade_pct).max() < steepest_pct
        climbed = np.interp(route.along_m, route.along_m, route.altitude_m)
        slope_pct = 100 * np.diff(climbed) / np.diff(route.along_m)
        np.testing.assert_allclose(slope_pct, route.grade_pct[1:], atol=0.6)


def test_uphill_is_slower() -> None:
    slower = []
    for seed in _SEEDS:
        for session in season(seed):
            if session.truth.terrain == "flat":
                continue
            columns = session.recorded.columns
            rise_m = columns["elevation_m"][60:] - columns["elevation_m"][:-60]
            speed = columns["speed_mps"][30:-30]
            running = speed > 2
            slower.append(
                speed[running & (rise_m > 2)].mean() < speed[running & (rise_m < -2)].mean()
            )
    assert len(slower) > 5
    assert np.mean(slower) > 0.9


def test_summer_is_warmer_than_winter() -> None:
    def air_c(month: int) -> float:
        settings = SeasonSettings(seed=5, start_on=date(2026, month, 1), duration_frac=0.1)
        return float(np.mean([one.truth.air_temperature_c for one in simulate_season(settings)]))

    assert air_c(7) > air_c(1) + 10


def test_form_drifts_slowly_over_a_season() -> None:
    settings = SeasonSettings(
        seed=11, start_on=date(2026, 1, 5), weeks=30, runs_per_week=1, duration_frac=0.1
    )
    levels = [one.truth.curve.gct_at_3mps_ms for one in simulate_season(settings)]
    drift = draw_runner(11).gct_drift_per_100_days_frac
    assert levels[-1] / levels[0] == pytest.approx(np.exp(drift * 203 / 100), rel=1e-3)
