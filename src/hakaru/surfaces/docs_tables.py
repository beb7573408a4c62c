"""What is in every table, in one sentence each? For the page about the data model."""

from __future__ import annotations

from collections.abc import Mapping

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
