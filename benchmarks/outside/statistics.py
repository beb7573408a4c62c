"""The generator's own figures: `python -m benchmarks.outside.statistics`. No product code."""

import json
import time
from collections import Counter

import numpy as np

from benchmarks.outside.experiments import EXPERIMENTS
from benchmarks.outside.fit_file import encode
from benchmarks.outside.runner import FIRST_SEED, METRICS, Floats, make_runner
from benchmarks.outside.season import day_effects
from benchmarks.outside.seconds import LAP_M, Run, make_run, mean_of

NAMES = ("gct_ms", "vo_mm", "vr_pct", "cadence_spm")


def lag_one(rows: Floats) -> float:
    """Return the correlation of each row with itself one later, around zero, over all rows."""
    return float((rows[:, 1:] * rows[:, :-1]).sum() / (rows[:, :-1] ** 2).sum())


def standard_day_effects(seed: int = FIRST_SEED, runners: int = 40) -> Floats:
    """Return day effects over their runner's own sd: runners x metrics x runs."""
    made = [make_runner(seed, index) for index in range(runners)]
    return np.stack([day_effects(r) / r.effects.day_sd[:, None] for r in made])


def split_noise(run: Run) -> Floats:
    """Return the noise of each whole kilometre in sd of the runner, a row per metric."""
    kilometre = (np.cumsum(run.truth.speed_mps) // LAP_M).astype(int)
    noise = run.truth.shares["split"] / run.runner.effects.split_sd[:, None]
    sums = np.stack([np.bincount(kilometre, row) for row in noise])
    return np.asarray((sums / np.bincount(kilometre))[:, :-1])


def statistics(runners: int = 40, every: int = 3) -> dict[str, object]:
    """Return the generator's own figures over some of the runs."""
    began = time.perf_counter()
    days = standard_day_effects(runners=runners)
    sums: dict[str, object] = {
        "day_sd_over_own": dict(zip(METRICS, days.std(axis=(0, 2)).round(3).tolist(), strict=True)),
        "day_lag_one": round(lag_one(days.reshape(-1, days.shape[-1])), 3),
        "day_kurtosis": round(float((days**4).mean() / (days**2).mean() ** 2), 2),
        "day_gct_with_cadence": round(
            float(np.corrcoef(days[:, 0].flat, days[:, 2].flat)[0, 1]), 3
        ),
    }
    slopes, residuals, shares, lags, climbs, hot = [], [], [], [], [], []
    kinds: Counter[str] = Counter()
    for season in EXPERIMENTS["ordinary"].seasons(runners=runners):
        kinds.update(plan.kind for plan in season.runs)
        hot += [plan.ambient_c > 23.0 for plan in season.runs]
        runs = [make_run(season, index) for index in range(0, len(season.runs), every)]
        means = np.array([_means(run) for run in runs])
        slopes.append(_slopes(means))
        residuals.append(np.std([_residual(run) for run in runs], axis=0))
        shares += [[abs(run.truth.mean_share(name)["gct"]) for name in _CAUSES] for run in runs]
        climbs += [_climb_m_per_km(run) for run in runs]
        for run in runs:
            noise = split_noise(run)
            now, later = noise[:, :-1], noise[:, 1:]
            lags.append([(now * later).sum(), (now**2).sum(), (noise**2).sum(), noise.size])
    products, squares, whole, count = np.sum(lags, axis=0)
    sums |= {
        "split_lag_one": round(float(products / squares), 3),
        "split_sd_over_own": round(float(np.sqrt(whole / count)), 3),
        "run_residual_sd_pct_median": _named(np.median(residuals, axis=0) * 100),
        "between_runs_10_50_90": {
            name: np.percentile([row[place] for row in slopes], [10, 50, 90]).round(2).tolist()
            for place, name in enumerate(_SLOPES)
        },
        "mean_share_of_gct_pct": dict(
            zip(_CAUSES, (np.mean(shares, axis=0) * 100).round(2).tolist(), strict=True)
        ),
        "climb_m_per_km_10_50_90": np.percentile(climbs, [10, 50, 90]).round(1).tolist(),
        "runs_above_23_c_pct": round(100 * float(np.mean(hot)), 1),
        "kinds": dict(kinds),
        "seconds_taken": round(time.perf_counter() - began, 1),
        "bytes_of_a_fit_file": len(encode(runs[-1])),
    }
    return sums


_CAUSES = ("grade", "fatigue", "heat", "season", "drift", "break", "sensor", "day")
_SLOPES = ("gct_exponent", "vo_cm_per_mps", "vr_pct_per_mps", "cadence_spm_per_mps", "gct_rmse_ms")


def _means(run: Run) -> list[float]:
    columns = run.columns
    return [columns.speed_mps.mean(), *(mean_of(getattr(columns, name)) for name in NAMES)]


def _residual(run: Run) -> list[float]:
    expected = run.truth.expected()
    return [
        float(np.log(mean_of(getattr(run.columns, name)) / expected[name].mean())) for name in NAMES
    ]


def _slopes(means: Floats) -> list[float]:
    """Return what a straight line finds between runs, as the research of real runners did."""
    speed, gct, vo, ratio, cadence = means.T
    power = np.polyfit(np.log(speed), np.log(gct), 1)
    left = gct - np.exp(np.polyval(power, np.log(speed)))
    lines = [np.polyfit(speed, values, 1)[0] for values in (vo / 10, ratio, cadence)]
    return [float(power[0]), *(float(line) for line in lines), float(left.std())]


def _climb_m_per_km(run: Run) -> float:
    return sum(lap.climb_m for lap in run.laps) / float(run.columns.distance_m[-1]) * 1000


def _named(values: Floats) -> dict[str, float]:
    return dict(zip(NAMES, values.round(2).tolist(), strict=True))


if __name__ == "__main__":
    print(json.dumps(statistics(), indent=1))
