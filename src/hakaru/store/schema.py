"""Tables and columns that SQL from outside can read: what they hold, in which unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.store.sandbox.tree import TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ABOUT: Mapping[str, str] = {
    "activities": "One row per run: when, from which sensor, the watch's totals and means, "
    "what was measured while running (`running_...`), "
    "and what the device itself reported (`device_...`).",
    "anomaly_coverage": "How much of a run could be judged second by second, per metric.",
    "athlete_facts": "What the runner stated about the body, from a day on. No import touches it.",
    "athlete_reports": "What a watch said about the body in the file of a run.",
    "best_efforts": "The best stretch of a run for each of several durations.",
    "derived_with": "With which settings and versions of the code the results were derived. Not "
    "open to outside SQL.",
    "devices": "Watch, strap, pod: the devices named in a recording.",
    "distance_efforts": "The fastest time over each record distance within a run, standing "
    "included.",
    "form_anomalies": "Stretches of a run where a metric stepped away from its surroundings, with "
    "the share of each cause.",
    "form_baselines": "What was learned: for every run the versions it is judged by, of the runs "
    "of its sensor before it; the newest runs first.",
    "form_efficiency": "Plain means, extremes and scatter over the splits of a run; no judgement.",
    "form_evaluation_history": "Verdicts that a later one replaced, and when (a view, like "
    "`form_evaluations`).",
    "form_evaluation_refusals": "Why a stored run has no verdict.",
    "form_evaluations": "The verdict on a run in one row, a view of `metric_verdicts`: for each "
    "metric the actual and expected value, the 50/80/90 % intervals, z, rank, what they rest on, "
    "penalty, score, stars and the sentence in both languages. Score and stars are NULL where the "
    "run was not rated; `unrated_reason` says why.",
    "heart_rate_zones": "Time in the zones that the watch was set to.",
    "hr_efficiency": "Kind of training, how it was decided, and the shares of the zones.",
    "lactate_threshold": "Threshold heart rate, speed and power as a watch reported them, with "
    "their own dates.",
    "judged_until": "Up to which run the verdicts of a sensor were up to date, and a digest of all "
    "that they rest on. Not open to outside SQL.",
    "laps": "Laps as the device wrote them.",
    "metric_verdict_history": "Rows of `metric_verdicts` that a later verdict replaced.",
    "metric_verdicts": "The verdict on one metric of a run, one row each, cadence, step length and "
    "leg stiffness among them. `z`: deviation in the runner's own standard deviations, + is above "
    "the expectation. `rank_pct`: share of the runner's earlier runs that lay lower. `rated` with "
    "`unrated_reason`; penalty, score and stars are NULL where it is false.",
    "planned_steps": "Steps of the workout that was loaded into the device, as planned.",
    "noted_breaks": "Breaks that the runner noted, in own words. Not open to outside SQL.",
    "pauses": "Where the timer stood still.",
    "performance_trends": "Means by phase of a run, and drift of heart rate within it.",
    "recording_issues": "What was wrong or unusual in a file, in words, with the offset.",
    "recording_sources": "The files a stored run was made of, best first. Not open to outside SQL.",
    "schema_migrations": "Which numbered changes this file has seen. Not open to outside SQL.",
    "removed_runs": "Runs that the runner removed, which stay away. Not open to outside SQL.",
    "run_edits": "What the runner set by hand for a run. Not open to outside SQL.",
    "run_notes": "What somebody wrote about a run and nothing computed bears out: never a finding.",
    "section_analyses": "Texts about a run, section by section; earlier versions stay.",
    "session_athlete": "What was known about the athlete when the session was understood: origin, "
    "method, range.",
    "session_athlete_sources": "What else was said of the same quantities, the most trusted first: "
    "the watch beside the estimate from runs, each kind of evidence by itself.",
    "session_criteria": "Every criterion of every phase: value, target, outcome.",
    "session_deductions": "Why a session has fewer than five stars; the reasons add up.",
    "session_inputs": "What a session was derived from besides its recording, as digests. Not "
    "open to outside SQL.",
    "session_phases": "Warm-up, main part, recoveries, cool-down: needed, present, where.",
    "session_segments": "The pieces a run was cut into, with their roles.",
    "sessions": "A run as a session: kind of training, structure, load, conditions, stars.",
    "sources": "Every file that was ever looked at, and what came of it. Not open to outside SQL.",
    "splits": "Kilometres or laps with running-time means; `is_target`: form is judged on it.",
    "stale_results": "What is older than its inputs and is derived again before it is shown. Not "
    "open to outside SQL.",
    "time_series_metrics": "The recording itself, usually one row per second. Elapsed time counts "
    "pauses, but no leap of the clock by more than a day; impossible values are missing.",
    "training_labels": "Kinds of training that the runner stated.",
    "vo2_max": "VO2max as a watch reported it.",
    "weather": "Weather that came with the recording.",
}
"""Tables and views of `hakaru.duckdb`, in English."""

UNITS: tuple[tuple[str, str], ...] = (
    ("_ml_per_kg_min", "ml/kg/min"),
    ("_kn_per_m", "kN/m"),
    ("_m_per_km", "m/km"),
    ("_s_per_km", "s/km"),
    ("_mps", "m/s"),
    ("_bpm", "beats/min"),
    ("_spm", "steps/min"),
    ("_pct", "%"),
    ("_percentage", "%"),
    ("_frac", "0-1"),
    ("_seconds", "s"),
    ("_years", "years"),
    ("_bytes", "B"),
    ("_days", "days"),
    ("_kcal", "kcal"),
    ("_ms", "ms"),
    ("_cm", "cm"),
    ("_kg", "kg"),
    ("_j_per_km", "J/km"),
    ("_km", "km"),
    ("_deg", "degrees"),
    ("_w", "W"),
    ("_m", "m"),
    ("_c", "deg C"),
    ("_s", "s"),
)
"""The unit a column name ends in; longer endings first."""

_BARE: tuple[tuple[str, str], ...] = (
    (r"power_efficiency", "J/km"),
    (r"(.*_)?pace", "s/km"),
    (r"speed(_range_m(in|ax))?", "m/s"),
    (r"(max_)?heart_rate|.*_avg_hr", "beats/min"),
    (r"cadence(_actual|_expected|_minimum)?", "steps/min"),
    (r"(normalized_|functional_threshold_)?power", "W"),
    (r"elevation(_gain|_loss)?", "m"),
    (r"timestamp", "s"),
    (r"stride_length|step_length|vertical_oscillation|vo", "cm"),
    (r"ground_contact_time|gct", "ms"),
    (r"vertical_ratio|vr", "%"),
    (r"precise_value", "ml/kg/min"),
    (r"running_effectiveness", "(m/s)/(W/kg)"),
    (r"pace_consistency", "0-1"),
    (r".*_?(score|penalty)", "points"),
    (r"(.*_)?delta_frac", "fraction, signed"),
    (r"(.*_)?z", "SD"),
    (r"((target|interval_\d+)_)?(low|high)|value|actual|expected|delta|rmse", "of its metric"),
    (r"coef_.*|intercept|slope|.*_var(_per_day)?|level_slope_cov", "of the fit"),
    (r"(heat|uphill|downhill|fatigue)_frac_per_(c|pct|hour)|return_frac", "fraction, signed"),
    (r"n_runs_effective|splits_per_run", "count"),
)  # fmt: skip
"""Units of columns that the requirements named without one, and of coefficients."""
_NUMBERS = re.compile(r"DOUBLE|INTEGER|BIGINT|HUGEINT|REAL|FLOAT|DECIMAL")


def table_columns(con: DuckDBPyConnection) -> list[tuple[str, str, str]]:
    """(table, column, type) of everything a query can name."""
    rows = con.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns "
        "WHERE table_schema = 'main' ORDER BY table_name, ordinal_position"
    ).fetchall()
    return [(str(table), str(column), str(kind)) for table, column, kind in rows if table in TABLES]


def unit_of(column: str) -> str:
    """The unit that the name of a column ends in, before a role such as `_actual`; '' for none."""
    return next((unit for end, unit in UNITS if f"{end}_" in f"{column}_"), "")


def unit_of_column(column: str, kind: str) -> str:
    """The unit of a column of this type, also where its name does not end in it; '' for none."""
    if not _NUMBERS.match(kind):
        return ""
    bare = next((unit for pattern, unit in _BARE if re.fullmatch(pattern, column)), "")
    return bare or unit_of(column)


def in_short(table: str) -> str:
    """What a row of a table is about, in a few words."""
    about = ABOUT[table]
    ends = [match.start() for match in re.finditer(r"[:;.(,]|$", about)]
    first = about[: next(end for end in ends if end > _SHORTEST)]
    return first if len(first) <= _LONGEST else first[:_LONGEST].rsplit(" ", 1)[0] + " …"


_SHORTEST, _LONGEST = 14, 44
