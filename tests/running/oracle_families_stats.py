"""One product function per family A, B, I and J (statistics) of the shared oracles."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hakaru.compat import (
    GCTPowerModel,
    LinearModel,
    fit_gct_power,
    fit_linear,
    log_speed_rmse_frac,
    power_through,
    to_speed,
)
from hakaru.core.units import CM_PER_M, mm_to_cm
from hakaru.running import arithmetic
from hakaru.running import arithmetic as mechanics
from hakaru.stats.robust import (
    Components,
    effective_count,
    fit_line,
    iqr_fence,
    normal_half_width,
    recency_weights,
    shrink,
)
from tests.running import formulas
from tests.running.directions import compare_directions

Inputs = Mapping[str, Any]
Answer = dict[str, Any]


def _floats(values: Any) -> np.typing.NDArray[np.float64]:
    return np.asarray(values, dtype=np.float64)


def _direct(inputs: Inputs) -> Answer:
    """The product's fit and plain least squares have to agree on exact data."""
    model = fit_gct_power(inputs)
    both = compare_directions(_floats(inputs["speed_mps"]), _floats(inputs["gct_ms"]))
    return {
        "slope": 1.0 / model.d,
        "intercept": -model.alpha / model.d,
        "r2": both.r2,
        "rmse_ms": model.rmse,
    }


def _inverse(inputs: Inputs) -> Answer:
    model = fit_gct_power(inputs, method="inverse")
    return {"alpha": model.alpha, "d": model.d, "one_over_d": 1.0 / model.d}


def _predict(inputs: Inputs) -> Answer:
    model = GCTPowerModel(inputs["alpha"], inputs["d"], 0.0, 1, (1.0, 5.0))
    speed_mps = to_speed(inputs["pace_s_per_km"])
    return {"speed_mps": speed_mps, "gct_ms": model.predict_inverse(speed_mps)}


def _through(inputs: Inputs) -> Answer:
    first, second = inputs["points"]
    model = power_through(*first, second_pace_s_per_km=second[0], second_gct_ms=second[1])
    return {
        "exponent": 1.0 / model.d,
        "d": model.d,
        "gct_at_6_00": model.predict_inverse(to_speed(360.0)),
    }


def _rmse(inputs: Inputs) -> Answer:
    rel = log_speed_rmse_frac(inputs["rmse_log_speed"], inputs["d"])
    first_order = inputs["rmse_log_speed"] / abs(inputs["d"])
    return {
        "rel": rel,
        "ms": [gct_ms * rel for gct_ms in inputs["gct_ms"]],
        "ms_first_order": [gct_ms * first_order for gct_ms in inputs["gct_ms"]],
    }


def _both(inputs: Inputs) -> Answer:
    both = compare_directions(_floats(inputs["speed_mps"]), _floats(inputs["gct_ms"]))
    return {
        "direct_slope": both.slope,
        "direct_intercept": both.intercept,
        "r2": both.r2,
        "inverse_d": both.inverse_d,
        "inverse_exponent": both.inverse_exponent,
        "ratio": both.inverse_exponent / both.slope,
        "one_over_r2": 1.0 / both.r2,
        "rmse_ms_direct": both.rmse_ms,
        "rmse_ms_inverse": both.inverse_rmse_ms,
    }


def _weighted(inputs: Inputs) -> Answer:
    weights = recency_weights(_floats(inputs["age_days"]), inputs["half_life_days"])
    both = compare_directions(
        _floats(inputs["speed_mps"]), _floats(inputs["gct_ms"]), weight=weights
    )
    return {
        "weights": weights.tolist(),
        "slope": both.slope,
        "intercept": both.intercept,
        "n_eff": effective_count(weights),
    }


def _theil_sen(inputs: Inputs) -> Answer:
    x, y = np.log(_floats(inputs["speed_mps"])), np.log(_floats(inputs["gct_ms"]))
    return {"theil_sen_slope": formulas.theil_sen_slope(x, y), "ols_slope": fit_line(x, y).slope}


def _fence(inputs: Inputs) -> Answer:
    values = _floats(inputs["values"])
    fence = iqr_fence(values, inputs["k"])
    return {
        "q1": fence.q1,
        "q3": fence.q3,
        "low": fence.low,
        "high": fence.high,
        "kept": values[fence.keeps(values)].tolist(),
    }


def _linear(column: str, metric: Any) -> Callable[[Inputs], Answer]:
    def answer(inputs: Inputs) -> Answer:
        table = {f"{metric}_value": inputs[column], "speed_mps": inputs["speed_mps"]}
        model = fit_linear(table, metric)
        line = fit_line(_floats(inputs["speed_mps"]), _floats(inputs[column]))
        return {"a": model.a, "b": model.b, "r2": line.r2}

    return answer


def _author(inputs: Inputs) -> Answer:
    (vo_a, vo_b), (vr_a, vr_b) = inputs["vo"], inputs["vr"]
    vo = LinearModel(vo_a, vo_b, 0.0, 1, (1.0, 5.0))
    vr = LinearModel(vr_a, vr_b, 0.0, 1, (1.0, 5.0))
    speeds = [to_speed(pace) for pace in inputs["pace_s_per_km"]]
    return {
        "vo_cm": [vo.predict(speed) for speed in speeds],
        "vr_pct": [vr.predict(speed) for speed in speeds],
    }


def _oscillation(inputs: Inputs) -> Answer:
    step_cm = CM_PER_M * inputs["step_length_m"]
    return {"vo_cm": formulas.vo_from_ratio_cm(inputs["vr_pct"], step_cm)}


def _device_record(inputs: Inputs) -> Answer:
    cadence_spm = 2.0 * inputs["cadence_rpm"]
    step_cm = mm_to_cm(inputs["step_length_mm"])
    vo_cm = mm_to_cm(inputs["vertical_oscillation_mm"])
    return {
        "stride_time_ms": mechanics.stride_time_ms(cadence_spm),
        "stance_pct_from_cadence": formulas.stance_pct(cadence_spm, inputs["stance_time_ms"]),
        "vr_from_vo": formulas.ratio_from_vo_pct(vo_cm, step_cm),
        "speed_from_cadence": arithmetic.speed_of_steps_mps(cadence_spm, step_cm / CM_PER_M),
        "imbalance_lr_pct_points": mechanics.imbalance(
            inputs["stance_time_balance"]
        ).left_right_points,
    }


def _stiffness(inputs: Inputs) -> Answer:
    assert inputs["g"] == mechanics.GRAVITY_MPS2
    stiffness = mechanics.spring_mass(
        inputs["mass"],
        inputs["speed"],
        leg_m=inputs["leg"],
        contact_s=inputs["tc"],
        flight_s=inputs["tf"],
    )
    return {
        "fmax_n": stiffness.peak_force_n,
        "dy_m": stiffness.displacement_m,
        "kvert_kn_m": stiffness.vertical_stiffness_kn_per_m,
        "dL_m": stiffness.leg_compression_m,
        "kleg_kn_m": stiffness.leg_stiffness_kn_per_m,
        "duty_factor": stiffness.duty_factor,
    }


def _flight(inputs: Inputs) -> Answer:
    step = inputs["cadence_spm"], inputs["gct_ms"]
    return {
        "step_time_ms": mechanics.step_time_ms(step[0]),
        "flight_ms": mechanics.flight_time_ms(*step),
        "duty_factor": mechanics.duty_factor(*step),
    }


def _balance(inputs: Inputs) -> Answer:
    imbalance = mechanics.imbalance(inputs["left_pct"])
    return {
        "abs_from_50": imbalance.from_half_points,
        "lr_points": imbalance.left_right_points,
        "relative_to_mean": imbalance.relative_to_mean_frac,
    }


def _conformal(inputs: Inputs) -> Answer:
    residuals = _floats(inputs["abs_residuals"])
    return {
        "k": formulas.conformal_rank(residuals.size, inputs["alpha"]),
        "q": formulas.conformal_quantile(residuals, inputs["alpha"]),
    }


def _too_few(inputs: Inputs) -> Answer:
    residuals = np.arange(inputs["n"], dtype=np.float64)
    return {
        "k": formulas.conformal_rank(inputs["n"], inputs["alpha"]),
        "q": str(formulas.conformal_quantile(residuals, inputs["alpha"])),
    }


def _shrunk(inputs: Inputs) -> Answer:
    shrunk = shrink(
        inputs["slope"], inputs["se"], prior_mean=inputs["prior_mean"], prior_sd=inputs["prior_sd"]
    )
    return {"posterior": shrunk.value, "posterior_sd": shrunk.sd}


def _z(inputs: Inputs) -> Answer:
    from_expected = (inputs["actual"] - inputs["expected"]) / inputs["expected"]
    sigma_frac = inputs["sigma_ms"] / inputs["expected"]
    half_width = _floats([sigma_frac * normal_half_width(0.9)])
    return {"z": float(formulas.standardise(_floats([from_expected]), half_width)[0])}


def _components(inputs: Inputs) -> Answer:
    found = Components(between_sd=inputs["between_run_ms"], within_sd=inputs["within_run_split_ms"])
    n_splits = inputs["n_splits"]
    naive_sd = found.split_sd / math.sqrt(n_splits)
    return {
        "sd_single_split": found.split_sd,
        "sd_run_mean": found.mean_sd(n_splits),
        "naive_sd_run_mean": naive_sd,
        "design_effect": (found.mean_sd(n_splits) / naive_sd) ** 2,
    }


_DEVICE_FIELDS = (
    "speed_mps, vertical_oscillation_mm, stance_time_percent, stance_time_ms, vertical_ratio_pct, "
    "stance_time_balance, step_length_mm, cadence_rpm"
)
_BOTH_KEYS = (
    "direct_slope, direct_intercept, r2, inverse_d, inverse_exponent, ratio, one_over_r2, "
    "rmse_ms_direct, rmse_ms_inverse"
)

FAMILIES: dict[str, Callable[[Inputs], Answer]] = {
    "A: speed_mps, gct_ms -> slope, intercept, r2, rmse_ms": _direct,
    "A: speed_mps, gct_ms -> alpha, d, one_over_d": _inverse,
    "A: alpha, d, pace_s_per_km -> speed_mps, gct_ms": _predict,
    "A: points -> exponent, d, gct_at_6_00": _through,
    "A: rmse_log_speed, d, gct_ms -> rel, ms, ms_first_order": _rmse,
    f"A: speed_mps, gct_ms -> {_BOTH_KEYS}": _both,
    "A: speed_mps, gct_ms, age_days, half_life_days -> weights, slope, intercept, n_eff": _weighted,
    "A: speed_mps, gct_ms -> theil_sen_slope, ols_slope": _theil_sen,
    "A: values, k -> q1, q3, low, high, kept": _fence,
    "B: speed_mps, vo_cm -> a, b, r2": _linear("vo_cm", "vo"),
    "B: speed_mps, vr_pct -> a, b, r2": _linear("vr_pct", "vr"),
    "B: vo, vr, pace_s_per_km -> vo_cm, vr_pct": _author,
    "B: vr_pct, step_length_m -> vo_cm": _oscillation,
    f"B: {_DEVICE_FIELDS} -> stride_time_ms, stance_pct_from_cadence, vr_from_vo, "
    "speed_from_cadence, imbalance_lr_pct_points": _device_record,
    "I: mass, speed, leg, tc, tf, g -> fmax_n, dy_m, kvert_kn_m, dL_m, kleg_kn_m, duty_factor": (
        _stiffness
    ),
    "I: cadence_spm, gct_ms -> step_time_ms, flight_ms, duty_factor": _flight,
    "I: left_pct -> abs_from_50, lr_points, relative_to_mean": _balance,
    "J: abs_residuals, alpha -> k, q": _conformal,
    "J: n, alpha -> k, q": _too_few,
    "J: slope, se, prior_mean, prior_sd -> posterior, posterior_sd": _shrunk,
    "J: actual, expected, sigma_ms -> z": _z,
    "J: between_run_ms, within_run_split_ms, n_splits -> sd_single_split, sd_run_mean, "
    "naive_sd_run_mean, design_effect": _components,
}
