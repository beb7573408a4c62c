"""Which exceptions from the style guide are there? Lists by name, which only shrink: a test fails
when an entry is no longer needed."""

from __future__ import annotations

IN_THE_UNIT_OF_THE_METRIC = frozenset(
    {
        "actual", "default", "delta", "expected", "high", "high_50", "high_90",
        "increments", "interval", "intervals", "level", "level_at_ref", "low", "low_50", "low_90",
        "limits", "rmse", "sd", "slope", "totals", "valid", "valid_max", "valid_min", "value",
        "values",
    }
)  # fmt: skip
"""Words for numbers whose unit another field names: the metric's, or the parameter's."""

WITHOUT_UNIT = frozenset(
    {
        "a", "a00", "a01", "a11", "alarm", "alarm_other", "alpha", "b", "back", "c0", "c1",
        "change", "coef_d", "cov", "covariance", "d", "degrees", "effective", "effectiveness",
        "effects",
        "exponent", "extra", "factor", "half_widths", "h0", "h1", "imbalance", "intercept", "ln",
        "log_speed", "mean", "memory", "penalty", "per_run", "precision",
        "raw", "recency", "residual", "robust", "rotation", "runs", "score", "scores", "sd_min",
        "share", "shift", "slack", "spread", "threshold", "total", "var", "vars",
        "waiting", "weight", "weights", "z",
    }
)  # fmt: skip
"""Words for ratios, scores, weights, coefficients and what was standardised."""

OF_A_DRAWING = frozenset(
    {"apart", "at", "gap", "size", "start", "stop", "top", "width", "x", "xs", "y", "ys"}
)
"""Words for places and lengths on a page."""

SEVERAL_UNITS = frozenset(
    {
        "between",
        "blocks",
        "cadence",
        "before",
        "column",
        "columns",
        "conditions",
        "days_since_return",
        "distance",
        "first",
        "last",
        "pace",
        "pauses",
        "pending",
        "points",
        "range",
        "rows",
        "seconds",
        "segment",
        "times",
        "vo",
    }
)
"""Words for tables and pairs with a unit per column, and for numbers as a file or a user wrote
them, whose unit is found out from themselves."""

OF_THE_FOCUS_DOCUMENT = frozenset(
    {
        "blinks_per_minute", "confidence", "ear_average", "ear_average_window", "ear_min_window",
        "ear_std_window", "eyes_half_closed_ratio", "face_not_detected_ratio",
        "gaze_off_screen_ratio", "head_pitch_max_abs", "head_pitch_std", "head_yaw_max_abs",
        "head_yaw_std", "keyboard_rate_window", "mar", "mouse_rate_window", "perclos", "pitch",
        "roll", "seconds_since_last_keyboard", "seconds_since_last_mouse", "timestamp", "yaw",
    }
)  # fmt: skip
"""Fields of snapshots and states, as the requirements name them (angles in degrees, times in epoch
seconds, rates per minute)."""

OF_A_QUESTION = frozenset({"grade", "temperature"})
"""Options of `expect`, as a person types them: % and °C."""

OF_THE_TRAINING_DOCUMENT = frozenset({"distance_tolerance"})
"""A share, as its example call writes it (0.1 is 10 %)."""

DIMENSIONLESS = (
    OF_A_QUESTION
    | OF_THE_TRAINING_DOCUMENT
    | IN_THE_UNIT_OF_THE_METRIC
    | WITHOUT_UNIT
    | OF_A_DRAWING
    | SEVERAL_UNITS
    | OF_THE_FOCUS_DOCUMENT
)

SQL_COLUMNS = frozenset(
    {
        "cadence_actual", "cadence_minimum", "coef_a", "coef_alpha", "coef_b", "coef_d",
        "gct_ms_actual", "gct_ms_expected", "gct_penalty", "gct_score", "overall_score", "rmse",
        "vo_cm_actual", "vo_cm_expected", "vo_penalty", "vo_score",
        "vr_pct_actual", "vr_pct_expected", "vr_penalty", "vr_score",
        "functional_threshold_power", "heart_rate", "hr_drift_percentage", "pace_consistency",
        "precise_value", "warmup_avg_hr", "run_avg_hr", "recovery_avg_hr", "cooldown_avg_hr",
        "zone1_percentage", "zone2_percentage", "zone3_percentage", "zone4_percentage",
        "zone5_percentage",
        "cadence_expected",
        "interval_50_low", "interval_50_high", "interval_80_low", "interval_80_high",
        "interval_90_low", "interval_90_high", "penalty", "score",
        "heat_var", "uphill_var", "downhill_var", "fatigue_var", "return_var",
        "intercept", "slope", "level_var", "slope_var", "level_slope_cov", "n_runs_effective",
        "splits_per_run",
        "actual", "expected", "delta", "value", "low", "high", "target_low", "target_high", "z",
        "running_effectiveness", "training_load_score", "trimp_score",
    }
)  # fmt: skip
"""Columns as the requirements name them, then their like (`cadence_expected`), then coefficients of
a baseline; values whose unit another column names; scores."""

BODIES: frozenset[str] = frozenset()

SIGNATURES = frozenset(
    {
        # names and argument orders of the requirements
        "flows/exports.py:export",
        # what a list of runs can be asked for
        "flows/status.py:activities",
    }
)
