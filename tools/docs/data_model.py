"""The page about the data model: every table and column.

The migrations are applied to empty databases in memory; what stands there is what a user has.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.surfaces.mcp.pages import unit_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


TABLES_EN: Mapping[str, str] = {
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
    "pauses": "Where the timer stood still.",
    "performance_trends": "Means by phase of a run, and drift of heart rate within it.",
    "recording_issues": "What was wrong or unusual in a file, in words, with the offset.",
    "recording_sources": "The files a stored run was made of, best first. Not open to outside SQL.",
    "schema_migrations": "Which numbered changes this file has seen. Not open to outside SQL.",
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
"""Tables and views of `hakaru.duckdb`."""

STATE_TABLES_EN: Mapping[str, str] = {
    "focus_intervals": "Stretches of one state of attention; UTC.",
    "focus_lease": "Which of several watching programs decides and writes.",
    "focus_minutes": "Records of camera features and PC use, a minute each, compressed. No "
    "picture, no key, no window title.",
    "focus_notifications": "What was said on the desktop, and the answer.",
    "jobs": "Work under way, so that what a crash cut off is known.",
    "model_attempts": "Every question to a language model, its reply and what was wrong with it.",
    "node_confirmations": "A person's leave for one change, once, within a day.",
    "node_diffs": "Proposed changes, each waiting for a person.",
    "node_group_members": "Which nodes a group holds.",
    "node_groups": "Groups of nodes.",
    "node_history": "Every change of a node, who made it, and what undoes it.",
    "node_relations": "How nodes hang together.",
    "nodes": "Goals, tasks, thoughts and the next session.",
    "settings": "Choices made on the dashboard and for the watching of attention.",
}
"""Tables of `state.sqlite`."""


_INTRO = """# Data model

One data folder (`hakaru status` names it) holds everything in two embedded files. Names end in
their unit; moments are UTC, days are the runner's local days. Missing stays NULL, never 0. The key
of a run is `activity_id`; nearly every table of the first file has it, and
`hakaru export --query "SELECT ..."` reads them.

"""
_STATE = """## state.sqlite

What changes often in small pieces. Times are ISO texts in UTC.

"""
_BARE: tuple[tuple[str, str], ...] = (
    (r"power_efficiency", "J/km"),
    (r"(.*_)?pace", "s/km"),
    (r"speed(_range_m(in|ax))?", "m/s"),
    (r"(max_)?heart_rate|.*_avg_hr", "beats/min"),
    (r"cadence(_actual|_expected|_minimum)?", "steps/min"),
    (r"(normalized_|functional_threshold_)?power", "W"),
    (r"elevation(_gain|_loss)?", "m"),
    (r"timestamp", "s"),
    (r"stride_length|vertical_oscillation", "cm"),
    (r"ground_contact_time", "ms"),
    (r"vertical_ratio", "%"),
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


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column. `key`: part of the primary key; `needed`: never NULL."""

    table: str
    name: str
    kind: str
    key: bool
    needed: bool

    @property
    def unit(self) -> str:
        """The unit of a number; '' for what has none."""
        if not re.match("DOUBLE|INTEGER|BIGINT|REAL|FLOAT", self.kind):
            return ""
        bare = next((unit for pattern, unit in _BARE if re.fullmatch(pattern, self.name)), "")
        return bare or unit_of(self.name)


def data_model_text() -> str:
    """Both files, table by table."""
    return (
        _INTRO
        + "## hakaru.duckdb\n\nRecordings, what was derived from them, and verdicts.\n\n"
        + _tables(recorded_columns(), TABLES_EN)
        + _STATE
        + _tables(state_columns(), STATE_TABLES_EN)
    ).rstrip() + "\n"


def recorded_columns() -> Sequence[Column]:
    """Every selectable column of the database of recordings and verdicts."""
    import duckdb  # noqa: PLC0415  # heavy

    with closing(duckdb.connect()) as con:
        apply_migrations(con, load_migrations("migrations"), code_version=None)
        keys = _keys(con)
        rows = con.execute(
            "SELECT table_name, column_name, data_type, table_schema, is_nullable = 'NO' "
            "FROM information_schema.columns ORDER BY table_name, ordinal_position"
        ).fetchall()
    needed = {(table, name) for table, name, _, _, always in rows if always}
    return [
        Column(
            table=table,
            name=name,
            kind=kind,
            key=name in keys.get(table, ()),
            needed=(table, name) in needed,
        )
        for table, name, kind, schema, _ in rows
        if schema == "main"
    ]


def _keys(con: DuckDBPyConnection) -> Mapping[str, Sequence[str]]:
    """The primary key of a table; a view has that of the table of its name."""
    rows = con.execute(
        "SELECT table_name, constraint_column_names FROM duckdb_constraints() "
        "WHERE constraint_type = 'PRIMARY KEY'"
    ).fetchall()
    return {str(table): [str(name) for name in names] for table, names in rows}


def state_columns() -> Sequence[Column]:
    """Every column of the small shared state."""
    with closing(sqlite3.connect(":memory:")) as con:
        for migration in load_migrations("state_migrations"):
            con.executescript(migration.sql)
        tables = [
            str(row[0])
            for row in con.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' "
                "AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        ]
        return [
            Column(
                table=table, name=name, kind=kind, key=bool(key), needed=bool(needed) or bool(key)
            )
            for table in tables
            for _, name, kind, needed, _, key in con.execute(f"PRAGMA table_info({table})")
        ]  # fmt: skip


def _tables(columns: Sequence[Column], about: Mapping[str, str]) -> str:
    return "".join(
        _table(name, list(rows), about.get(name, ""))
        for name, rows in groupby(columns, key=lambda column: column.table)
    )


def _table(name: str, columns: Sequence[Column], about: str) -> str:
    return "".join((f"### {name}\n\n{about}\n\n", *_rows(columns), "\n"))


def _rows(columns: Sequence[Column]) -> Iterator[str]:
    yield "| column | type | unit | note |\n|---|---|---|---|\n"
    for column in columns:
        mark = "key" if column.key else "always there" if column.needed else ""
        yield f"| `{column.name}` | {column.kind} | {column.unit} | {mark} |\n"
