"""Words that pages and terminals share, by code."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Lang, in_context, say

INTENSITIES: Mapping[str, str] = {
    "easy": N_("Easy (E)"),
    "marathon": N_("Marathon (M)"),
    "threshold": N_("Threshold (T)"),
    "interval": N_("Interval (I)"),
    "repetition": N_("Repetition (R)"),
}

RACES: Mapping[float, str] = {
    5000.0: N_("5 km"),
    10000.0: N_("10 km"),
    21097.5: N_("Half marathon"),
    42195.0: N_("Marathon"),
}
"""By distance in metres; others are named by their kilometres."""

SEXES: Mapping[str, str] = {
    "female": N_("female"),
    "male": N_("male"),
}

HEADS: Mapping[str, str] = {
    "rep": N_("Rep"),
    "km": N_("{length_unit}"),
    "time": N_("Time"),
    "pace": N_("/{length_unit}\nrunning"),
    "heart_rate": N_("bpm"),
    "power": N_("Power"),
    "step": N_("Step"),
    "heart_rate_end": N_("bpm\nat end"),
    "gct": N_("GCT"),
    "gct_own": N_("vs\nown"),
    "rest": N_("Rest"),
    "left": N_("bpm\nleft"),
    "part": N_("Part"),
    "span": N_("When"),
    "month": N_("Month"),
    "week": in_context("week", "Week"),
    "runs": in_context("runs", "Runs"),
    "load": N_("Load"),
    "ctl": N_("CTL"),
    "atl": N_("ATL"),
    "tsb": N_("TSB"),
    "number": N_("No."),
    "change": N_("Change"),
    "cause": N_("Main cause"),
    "actual": in_context("actual", "Measured"),
    "expected": N_("Usual"),
    "cadence": N_("Cadence"),
    "grade": N_("Slope"),
    "intensity": N_("Intensity"),
    "from_vo2_max": N_("From VO2max\n(/{length_unit})"),
    "from_threshold": N_("From threshold\n(/{length_unit})"),
    "race": N_("Race"),
    "prediction": in_context("prediction", "Time"),
    "range_80": N_("80% range"),
    "vdot": N_("VDOT"),
    "riegel": N_("Riegel"),
    "quantity": in_context("quantity", "Figure"),
    "value": N_("Value"),
    "source": N_("Where from"),
    "since": N_("As of"),
}
"""Columns of tables; some run over two lines."""


def head(key: str, lang: Lang) -> str:
    """The name of a column."""
    return say(HEADS[key], lang)


HISTORY: Mapping[str, str] = {
    "period_day": in_context("period day", "Day"),
    "period_week": N_("Week from"),
    "period_month": N_("Month"),
    "period_year": N_("Year"),
    "runs": in_context("runs", "Runs"),
    "distance": N_("Distance"),
    "time": N_("Time"),
    "climb": N_("Climb"),
    "pace": N_("Pace"),
    "heart_rate": N_("Heart rate"),
    "day": N_("Day"),
    "kind": N_("Kind"),
    "record": N_("Record"),
    "best": N_("Best"),
    "record_longest": N_("Longest run"),
    "record_climb": N_("Most climb"),
    "shoes": N_("Shoes"),
    "first_worn": N_("First"),
    "last_worn": N_("Last"),
    "metric": N_("Metric"),
    "mean_z": N_("Mean (SD)"),
    "range_z": N_("95 % range"),
    "against_usual": N_("Against usual"),
    "run": N_("Run"),
    "by_lap": N_("Lap by lap"),
    "by_rep": N_("Repetition by repetition"),
    "col_distance": N_("{length_unit}"),
    "col_lap": N_("Lap"),
    "col_rep": N_("Rep"),
    "column_pace_s_per_km": N_("Pace (/{length_unit})"),
    "column_heart_rate_bpm": N_("Heart rate (bpm)"),
    "column_cadence_spm": N_("Cadence (spm)"),
    "column_gct_ms": N_("Contact time (ms)"),
    "column_vo_cm": N_("Vertical oscillation (cm)"),
    "column_vr_pct": N_("Vertical ratio (%)"),
}

SHORT_TYPES: Mapping[str, str] = {
    "recovery": N_("recovery"),
    "low_moderate": N_("base"),
    "aerobic_base": N_("base"),
    "tempo_threshold": N_("tempo"),
    "interval": N_("intervals"),
    "sprint": N_("sprints"),
    "long_run": N_("long"),
    "trail": N_("trail"),
    "race": N_("race"),
}
"""A kind of training in the cell of a calendar; another one is said in full."""


SESSION_QUANTITIES: Mapping[str, str] = {
    "decoupling": N_("Heart rate drift within a run"),
    "running_effectiveness": N_("Running effectiveness"),
    "speed_per_beat": N_("Distance per heartbeat"),
    "threshold_speed": N_("Threshold pace"),
    "vo2_max": N_("VO2max"),
    "lt_heart_rate": N_("Threshold heart rate"),
    "critical_power": N_("Critical power"),
}


COLUMNS: Mapping[str, str] = {
    "speed_mps": N_("pace (min/{length_unit})"),
    "heart_rate_bpm": N_("heart rate (bpm)"),
    "cadence_spm": N_("cadence (steps/min)"),
    "power_w": N_("power (W)"),
    "gct_ms": N_("contact time (ms)"),
    "vo_cm": N_("vertical oscillation (cm)"),
    "vr_pct": N_("vertical ratio (%)"),
    "elevation_m": N_("elevation (m)"),
}

PROPOSALS: Mapping[str, str] = {
    "organizer": N_("How the desk could be arranged"),
    "decompositions": N_("Could be divided"),
    "groupings": N_("Could be looked at together"),
    "relations": N_("Could be related"),
    "reason": N_("Why"),
    "children": N_("Parts"),
    "members": N_("Nodes"),
    "named": N_("{title} ({id})"),
    "part": N_("{title} ({status})"),
    "relation": N_("{start} → {end} ({type})"),
    "status": N_("Status"),
    "first": N_("To decide first"),
    "criteria": N_("Points of comparison"),
    "options": N_("Options"),
    "pros": N_("For it"),
    "cons": N_("Against it"),
    "next_action": N_("Next action"),
    "necessary_info": N_("Needed to know"),
    "criteria_note": N_("When it fits"),
    "risks": N_("Risks"),
    "suggested_status": N_("Status it would lead to"),
}


def word(key: str, lang: Lang, **values: object) -> str:
    """The entry in one language with its placeholders filled. Raises KeyError if unknown."""
    return say(WORDS[key], lang, **values)


WORDS: Mapping[str, str] = {
    "title": N_("Run on {day}"),
    "form_heading": N_("Form against your own usual"),
    "details_heading": N_("Metrics"),
    "comments_heading": N_("Comments"),
    "basis_heading": N_("What the expectation rests on"),
    "splits_heading": in_context("splits heading", "Splits"),
    "notes_heading": N_("Notes"),
    "reading_heading": N_("How to read this"),
    "curves_heading": N_("Your line across paces"),
    "curves_more": N_("Over the months, and the other metrics"),
    "metric": N_("Metric"),
    "actual": N_("Measured"),
    "expected": N_("Expected"),
    "delta": N_("Deviation"),
    "rating": N_("Rating"),
    "interval_50": N_("50% interval"),
    "interval_90": N_("90% interval"),
    "basis": N_("Basis"),
    "n_runs": N_("Runs learned from"),
    "sensor": N_("Sensor"),
    "sensor_name": N_("Sensor name"),
    "baseline_version": N_("Baseline version"),
    "selection": N_("Judged on"),
    "cadence": N_("Cadence"),
    "balance": N_("Contact balance"),
    "missing": N_("not measured"),
    "not_judged": N_("not judged"),
    "no_form": N_("This run carries no form measurement."),
    "at_least": N_("at least {value}"),
    "set_met": N_("at or above the minimum you set"),
    "set_missed": N_("below the minimum you set"),
    "as_usual": N_("as usual"),
    "within_range": N_("within your range"),
    "outside_range": N_("outside your range"),
    "far_outside": N_("far outside your range"),
    "within_population": N_("within what runners show"),
    "rank": N_("{direction} than in {n} of 100 runs"),
    "day": N_("Day"),
    "distance": N_("Distance"),
    "elapsed": N_("Elapsed"),
    "timer": in_context("timer", "Time"),
    "while_running": N_("While running"),
    "totals_from": N_("Totals"),
    "totals_computed": N_("computed over the recording (the file states none)"),
    "totals_list": N_("as stated in the list of activities"),
    "pace": N_("Pace"),
    "pace_bars": N_("Pace, running (right: faster than the whole)"),
    "heart_rate": N_("Heart rate"),
    "heart_rate_max": N_("{value} (max {max})"),
    "power": N_("Power"),
    "climb": in_context("climb", "Climb"),
    "weather": N_("Weather"),
    "humidity": N_("humidity {value}%"),
    "wind": N_("wind {value} m/s"),
    "device": N_("Watch"),
    "gear": N_("Shoes"),
    "elevation": N_("Elevation"),
    "grade": N_("Grade"),
    "split_number": N_("Split"),
    "expected_gct_short": N_("GCT expected"),
    "gct_short": N_("GCT"),
    "basis_personal": N_("your own history"),
    "basis_shrunk": N_("your history, still leaning on other runners"),
    "basis_bridged": N_("your history with an earlier sensor, carried over"),
    "basis_population": N_("runners in general (not personal yet)"),
    "sensor_garmin-hrm": N_("Garmin chest strap"),
    "sensor_garmin-pod": N_("Garmin pod"),
    "sensor_garmin-wrist": N_("Garmin wrist"),
    "sensor_garmin-unknown": N_("Garmin (kind unknown)"),
    "sensor_stryd": N_("Stryd pod"),
    "sensor_coros": N_("COROS"),
    "sensor_apple-watch": N_("Apple Watch"),
    "sensor_other": N_("another sensor"),
    "selection_flat_splits": N_("{n} flat <n:split|splits> (grade within ±2%)"),
    "selection_all_splits": N_("all {n} <n:split|splits> (none was flat)"),
    "selection_running_samples": N_("all running time (no split was long enough)"),
    "selection_summary": N_("{n} <n:row|rows> of the device's summary (no seconds recorded)"),
    "selection_hilly_summary": N_(
        "{n} <n:row|rows> of the device's summary (hilly, no seconds recorded)"
    ),
    "selection_unknown_summary": N_(
        "{n} <n:row|rows> of the device's summary (hills unknown, no seconds recorded)"
    ),
    "simulated": N_("simulated"),
    "note_hilly": N_(
        "No split was flat, so hills are part of the judgement; the expectation does not "
        "know about them."
    ),
    "note_short": N_("No split reaches 400 m and 60 s, so all running time was judged together."),
    "note_summary": N_(
        "No seconds were recorded, so the device's averages were judged; standing and "
        "short hills are part of them."
    ),
    "note_hilly_summary": N_(
        "No seconds were recorded: only averages over hills are known. What the hills did "
        "cannot be taken out, so the run is not rated and nothing is learned from it."
    ),
    "note_unknown_summary": N_(
        "No seconds were recorded: only averages are known, and not how hilly it was. So "
        "the run is not rated and nothing is learned from it."
    ),
    "reading_text": N_(
        "Expected means: what you usually show at this pace. Nine of ten usual runs fall "
        "into the 90% interval; at its edge ten points are lost. Stars say how far a run "
        "lies from your own usual, not whether that is good. A single run gives no advice."
    ),
    "legend_line": N_("expected"),
    "legend_band_50": N_("50% interval"),
    "legend_band_90": N_("90% interval"),
    "legend_points": N_("your earlier splits"),
    "legend_this": N_("this run"),
    "legend_drift": N_("sustained change"),
    "legend_extended": N_("beyond what was learned"),
    "drift_higher": N_("higher {day}"),
    "drift_lower": N_("lower {day}"),
    "pace_unit": N_("pace (min/{length_unit})"),
    "heart_rate_unit": N_("heart rate (bpm)"),
    "gct_unit": N_("contact time (ms)"),
    "overall": N_("Overall"),
    "stars_label": N_("{n} of 5 stars"),
    "activity": N_("ID"),
    "run_title": N_("Title"),
    "no_activities": N_("No runs are stored."),
    "no_baselines": N_("No baselines yet: they are learned from the first run with form data."),
    "version": N_("Version"),
    "trained_on": N_("Trained"),
    "rmse": N_("RMSE"),
    "half_width_90": N_("90% ±"),
    "speeds": N_("Paces (/{length_unit})"),
    "none": N_("-"),
    "plot_legend": N_("= expected   . 90% interval   o earlier splits   @ this run"),
}


PAGE: Mapping[str, str] = {
    "basics": N_("The run"),
    "summary": N_("Performance summary (against earlier runs)"),
    "overall": N_("Overall rating"),
    "time": in_context("time", "Pace and heart rate over time"),
    "metrics_easy": N_("Performance figures (whole run)"),
    "metrics_tempo": N_("Performance figures (main part)"),
    "metrics_reps": N_("Performance figures (work segments)"),
    "why": N_("What moved your form"),
    "phases": in_context("phases", "Phases"),
    "environment": in_context("environment", "Conditions"),
    "next": N_("Next training"),
    "athlete_part": N_("Your figures that were used"),
    "splits_easy": N_("Splits (all of them)"),
    "splits_tempo": N_("Splits (all of them, the main part highlighted)"),
    "splits_reps": N_("Splits (all of them, with work and recovery)"),
    "form_easy": N_("Form (whole run)"),
    "form_tempo": N_("Form (main part only)"),
    "form_reps": N_("Form (work segments only)"),
    "items": N_("Item"),
    "value": N_("This run"),
    "target": N_("Target"),
    "outcome": N_("Result"),
    "target_basis": N_("Where the target comes from"),
    "figure": N_("Figure"),
    "zone": N_("Zone"),
    "zone_range": N_("Range (bpm)"),
    "shade_tempo": N_("The shaded band is the main part."),
    "shade_reps": N_("Coloured bands are work (W1, W2 ...), grey ones recovery."),
    "time_in_zone": N_("Time"),
    "share": N_("Share"),
    "usual_median": N_("Median of similar runs"),
    "usual_range": N_("Range of similar runs"),
    "difference": N_("Difference"),
    "how_unusual": N_("How unusual"),
    "rep": in_context("rep", "Work"),
    "rep_time": N_("Time"),
    "step_length": N_("Step length"),
    "power_of_cp": N_("Power (of CP)"),
    "heart_rate_end": N_("Heart rate at the end"),
    "gct_own": N_("GCT (vs own line)"),
    "recovery": N_("Recovery (time, heart rate left)"),
    "earlier": N_("Earlier"),
    "later": N_("Recent"),
    "month": N_("Month"),
    "left_out": N_("Not in this report"),
    "change": N_("Change (99% interval)"),
    "verdict": N_("Verdict"),
    "metrics": N_("Metric"),
    "no_threshold": N_("Threshold, heart rate or power is not known."),
    "no_threshold_samples": N_("There is no second-by-second record."),
    "no_plausible_change": N_("Not compared: one period holds no running at this pace."),
    "no_trend": N_("Too few runs are stored yet to compare periods."),
    "stars_apart": N_(
        "The session rating says how well the run served its purpose; the form rating "
        "compares you with yourself at the same pace. They are never averaged."
    ),
}
"""Titles follow requirement T word for word in Japanese."""
