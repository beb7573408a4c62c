"""Words of terminals, history, trends, analyses and proposals."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Lang, in_context, translate

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
    "km": N_("km"),
    "time": N_("Time"),
    "pace": N_("/km\nrunning"),
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
    "from_vo2_max": N_("From VO2max\n(/km)"),
    "from_threshold": N_("From threshold\n(/km)"),
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
    return translate(HEADS[key], lang)


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
    "col_distance": N_("km"),
    "col_lap": N_("Lap"),
    "col_rep": N_("Rep"),
    "column_pace_s_per_km": N_("Pace (/km)"),
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
    "speed_mps": N_("pace (min/km)"),
    "heart_rate_bpm": N_("heart rate (bpm)"),
    "cadence_spm": N_("cadence (steps/min)"),
    "power_w": N_("power (W)"),
    "gct_ms": N_("contact time (ms)"),
    "vo_cm": N_("vertical oscillation (cm)"),
    "vr_pct": N_("vertical ratio (%)"),
    "elevation_m": N_("elevation (m)"),
}

PICTURES: Mapping[str, str] = {}


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
