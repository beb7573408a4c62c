"""Which exceptions from the style guide are there? Lists by name, which only shrink: a test fails
when an entry is no longer needed."""

from __future__ import annotations

IN_THE_UNIT_OF_THE_METRIC = frozenset(
    {
        "actual", "default", "delta", "expected", "high", "high_50", "high_90",
        "increments", "interval", "intervals", "level", "level_at_ref", "low", "low_50", "low_90",
        "limits", "rmse", "sd", "slope", "totals", "valid_max", "valid_min", "value", "values",
    }
)  # fmt: skip
"""Words for numbers whose unit another field names: the metric's, or the parameter's."""

WITHOUT_UNIT = frozenset(
    {
        "a", "a00", "a01", "a11", "alpha", "b", "c0", "c1", "cap", "coef_d", "cov", "d", "degrees",
        "effective", "effectiveness", "exponent", "extra", "factor", "half_widths", "h0", "h1",
        "imbalance", "information", "intercept", "log_speed", "min_overall", "penalty",
        "per_run", "r2", "robust", "rotation", "score", "slack", "threshold", "var", "weight",
        "weights", "z",
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
        "column",
        "distance",
        "first",
        "last",
        "pace",
        "pauses",
        "pending",
        "points",
        "range",
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

DIMENSIONLESS = (
    IN_THE_UNIT_OF_THE_METRIC | WITHOUT_UNIT | OF_A_DRAWING | SEVERAL_UNITS | OF_THE_FOCUS_DOCUMENT
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
        "flows/focus_named.py:build_integrated_state",
        "flows/named.py:evaluate_and_store",
        "flows/named.py:predict_expectations",
        "flows/named_sessions.py:generate_phase_evaluation",
        "flows/named_sessions.py:get_similar_workouts",
        "flows/named_sessions.py:get_target_splits",
        "flows/reads/sections.py:insert_section_analysis_dict",
        "render/safe_frames.py:safe_summary_table",
        "focus/states.py:build_integrated_state",
        "running/score.py:score_gct_observation",
        "running/texts.py:generate_gct_evaluation_text",
        "running/texts.py:generate_vo_evaluation_text",
        "running/texts.py:generate_vr_evaluation_text",
        # methods whose signature a library gives
        "surfaces/cli/command.py:Day.convert",
        "surfaces/cli/command.py:Pace.convert",
        "surfaces/http/gate.py:unauthorised",
        "surfaces/http/listening.py:LimitedConnection.__init__",
        # an operation takes the context and what its declaration lists
        "flows/similar.py:compare_similar_workouts",
        "flows/simulate.py:simulate",
        # what was wrong, its value and what was expected read as one sentence
        "errors.py:BadArgument.__init__",
        # a fit is told apart by sensor, runner, condition, time and settings
        "running/baseline/fit.py:fit_metric",
        # a baseline, speeds and the times run at them
        "running/baseline/predict.py:expect",
    }
)
