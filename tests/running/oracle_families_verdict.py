"""One product function per family C and D of the shared oracles: inputs -> expected keys."""

from collections.abc import Callable, Mapping
from typing import Any

from hakaru import compat
from hakaru.core.units import PERCENT, pace_to_speed_mps
from hakaru.running import arithmetic
from hakaru.running import verdict as score
from tests.running import formulas

Inputs = Mapping[str, Any]
Answer = dict[str, Any]


def _graded(delta_frac: float, graded: compat.MetricScore) -> Answer:
    return {
        "delta_pct": PERCENT * delta_frac,
        "penalty": graded.penalty,
        "score": graded.score,
        "stars": score.stars(graded.score),
        "needs_improvement": graded.needs_improvement,
    }


def _gct(inputs: Inputs) -> Answer:
    actual_ms, expected_ms = inputs["actual_ms"], inputs["expected_ms"]
    graded = compat.score_gct_observation(actual_ms, expected_ms, inputs["imbalance"])
    assert graded.star_rating.count("★") == score.stars(graded.score)
    return _graded(score.relative_delta_frac(actual_ms, expected_ms), graded)


def _vo(inputs: Inputs) -> Answer:
    """The `naive_*` keys are facts about doubles; they show why the product compares with 1e-9."""
    actual_cm, expected_cm = inputs["actual_cm"], inputs["expected_cm"]
    graded = compat.score_vo_observation(actual_cm, expected_cm)
    naive_delta = (actual_cm - expected_cm) / expected_cm
    naive_penalty = min(20, (abs(naive_delta) - 0.05) * 200)
    return {
        "penalty": graded.penalty,
        "score": graded.score,
        "needs_improvement": graded.needs_improvement,
        "naive_double_delta": naive_delta,
        "naive_double_penalty": naive_penalty,
        "naive_flag": naive_penalty > 10,
    }


def _reach(inputs: Inputs) -> Answer:
    reach = formulas.scale_reach(inputs["max_penalty"])
    return {
        "min_score": dict(reach.min_score),
        "min_overall": reach.min_overall,
        "min_stars": {**reach.min_stars, "overall": reach.min_overall_stars},
        "unreachable_overall_stars": list(reach.unreachable_overall_stars),
    }


def _example(inputs: Inputs) -> Answer:
    actual_ms, expected_ms = inputs["actual"], inputs["expected"]
    graded = compat.score_gct_observation(actual_ms, expected_ms)
    return {
        **_graded(score.relative_delta_frac(actual_ms, expected_ms), graded),
        "delta_pct_vs_261": PERCENT * score.relative_delta_frac(actual_ms, 261.0),
    }


def _steps(inputs: Inputs) -> Answer:
    steps = inputs["cadence_spm"], inputs["step_m"]
    return {
        "speed_mps": arithmetic.speed_of_steps_mps(*steps),
        "pace_s": formulas.pace_of_steps_s_per_km(*steps),
    }


def _implied_cadence(inputs: Inputs) -> Answer:
    return {
        "cadence_spm": [
            formulas.cadence_of_speed_spm(pace_to_speed_mps(pace), step_m)
            for pace, step_m in inputs["rows"]
        ]
    }


def _step_table(inputs: Inputs) -> Answer:
    return {
        "pace_s": {
            name: [
                formulas.pace_of_steps_s_per_km(cadence_spm, step_m)
                for step_m, cadence_spm in (row[:2], row[2:])
            ]
            for name, row in inputs["rows"].items()
        }
    }


def _rows(inputs: Inputs) -> Answer:
    return _step_table(inputs) if isinstance(inputs["rows"], Mapping) else _implied_cadence(inputs)


def _unequal_splits(inputs: Inputs) -> Answer:
    speeds = formulas.mean_speeds(*zip(*inputs["splits"], strict=True))
    return {
        "true_speed": speeds.speed_mps,
        "mean_of_split_speeds": speeds.mean_of_split_speeds_mps,
        "speed_of_mean_pace": speeds.speed_of_mean_pace_mps,
    }


def _weighted_expectation(inputs: Inputs) -> Answer:
    distances_m, paces = zip(*inputs["splits"], strict=True)
    scale, exponent = inputs["model"]
    speeds = formulas.mean_speeds(distances_m, paces)
    per_split = [scale * pace_to_speed_mps(pace) ** exponent for pace in paces]
    times_s = formulas.split_times_s(distances_m, paces)
    return {
        "per_split": per_split,
        "time_weighted": arithmetic.weighted_mean(per_split, times_s),
        "at_mean_speed": scale * speeds.speed_mps**exponent,
        "at_seed_avg_speed": scale * speeds.mean_of_split_speeds_mps**exponent,
    }


def _variation(key: str) -> Callable[[Inputs], Answer]:
    def answer(inputs: Inputs) -> Answer:
        return {
            "cv_sample": arithmetic.variation_frac(inputs[key]),
            "cv_population": arithmetic.variation_frac(inputs[key], ddof=0),
        }

    return answer


_KLASS = {
    "excellent": "<2 %: excellent",
    "acceptable": "2-5 %: acceptable",
    "needs_improvement": ">5 %: needs improvement",
}


def _decline(inputs: Inputs) -> Answer:
    pct = arithmetic.decline_pct(inputs["first"], inputs["last"])
    return {"pct": pct, "klass": _KLASS[arithmetic.decline_class(pct)]}


def _improvement(inputs: Inputs) -> Answer:
    return {"pct": arithmetic.decline_pct(inputs["prev"], inputs["cur"])}


def _power(inputs: Inputs) -> Answer:
    cost = arithmetic.power_cost(
        inputs["power_w"], inputs["pace_s_per_km"], mass_kg=inputs["mass_kg"]
    )
    return {
        "j_per_km": cost.energy_j_per_km,
        "j_per_kg_per_m": cost.energy_j_per_kg_m,
        "running_effectiveness": cost.running_effectiveness,
    }


def _tolerance(inputs: Inputs) -> Answer:
    pace = inputs["pace_s_per_km"]
    rows = [arithmetic.pace_tolerance(seconds, pace) for seconds in inputs["seconds"]]
    return {
        "minutes": [row.minutes_per_km for row in rows],
        "true_fraction": [row.pace_frac for row in rows],
        "if_read_as_fraction_s": [row.read_as_fraction_s_per_km for row in rows],
    }


def _stars(inputs: Inputs) -> Answer:
    count = score.stars(inputs["score"])
    assert compat.compute_star_rating(inputs["score"]) == score.star_text(count)
    return {"stars": count}


_SCORE_KEYS = "delta_pct, penalty, score, stars, needs_improvement"

FAMILIES: dict[str, Callable[[Inputs], Answer]] = {
    f"C: actual_ms, expected_ms, imbalance -> {_SCORE_KEYS}": _gct,
    "C: actual_cm, expected_cm -> penalty, score, needs_improvement, naive_double_delta": _vo,
    "C: actual_cm, expected_cm -> penalty, needs_improvement, naive_double_penalty, naive_flag": (
        _vo
    ),
    "C: max_penalty -> min_score, min_overall, min_stars, unreachable_overall_stars": _reach,
    "C: score -> stars": _stars,
    f"C: actual, expected -> {_SCORE_KEYS}, delta_pct_vs_261": _example,
    "D: cadence_spm, step_m -> speed_mps, pace_s": _steps,
    "D: rows -> cadence_spm": _rows,
    "D: rows -> pace_s": _rows,
    "D: splits -> true_speed, mean_of_split_speeds, speed_of_mean_pace": _unequal_splits,
    "D: splits, model -> per_split, time_weighted, at_mean_speed, at_seed_avg_speed": (
        _weighted_expectation
    ),
    "D: pace_s -> cv_sample, cv_population": _variation("pace_s"),
    "D: first, last -> pct, klass": _decline,
    "D: first, last -> pct": _decline,
    "D: power -> cv_sample, cv_population": _variation("power"),
    "D: power_w, pace_s_per_km, mass_kg -> j_per_km, j_per_kg_per_m, running_effectiveness": _power,
    "D: prev, cur -> pct": _improvement,
    "D: seconds, pace_s_per_km -> minutes, true_fraction, if_read_as_fraction_s": _tolerance,
}
