"""What the codes of sessions, of physiology and of conditions are called."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

TYPES: Mapping[str, str] = {
    "recovery": N_("Recovery run"),
    "low_moderate": N_("Aerobic base run (low to moderate)"),
    "aerobic_base": N_("Aerobic base run"),
    "tempo_threshold": N_("Tempo or threshold run"),
    "interval": N_("Interval session"),
    "sprint": N_("Sprint session"),
    "long_run": N_("Long run"),
    "trail": N_("Trail or mountain run"),
    "race": N_("Race"),
    "unknown": N_("Not classified"),
}

TYPE_SOURCES: Mapping[str, str] = {
    "user": N_("you said so"),
    "named": N_("by its name or occasion"),
    "record": N_("your fastest over this distance"),
    "terrain": N_("by its ground"),
    "structure": N_("by its laps and changes of pace"),
    "heart_rate": N_("by heart rate"),
    "zones": N_("by the zones of the watch"),
    "speed": N_("by speed"),
    "usual_heart_rate": N_("by heart rate and a typical threshold, as yours is not known"),
    "none": N_("not enough evidence"),
}

ROLES: Mapping[str, str] = {
    "warmup": N_("Warm-up"),
    "main": N_("Main"),
    "work": in_context("work", "Work"),
    "recovery": N_("Recovery"),
    "cooldown": N_("Cool-down"),
}

ROLE_SOURCES: Mapping[str, str] = {
    "workout_step": N_("the planned workout"),
    "lap_label": N_("labels of the laps"),
    "lap_speed": N_("your laps"),
    "speed": N_("changes of speed"),
    "heart_rate": N_("changes of heart rate"),
    "whole_run": N_("nothing divides the run"),
}

CRITERIA: Mapping[str, str] = {
    "present": N_("In the file"),
    "distance": N_("Distance"),
    "heart_rate_ramp": N_("Gradual rise of heart rate"),
    "warmup_heart_rate": N_("Heart rate at its end"),
    "heart_rate_settles": N_("Heart rate at its end (gradual fall)"),
    "pace": N_("Pace"),
    "pace_consistency": N_("Even pace (variation)"),
    "zone_share": N_("By the zones of the watch"),
    "above_zone_share": N_("Above them, by the watch"),
    "band_share": N_("Time at the intended intensity"),
    "above_band_share": N_("Time above the intended intensity"),
    "threshold_heart_rate_share": N_("Time at threshold heart rate (±5 bpm)"),
    "threshold_heart_rate": N_("Heart rate near threshold"),
    "heart_rate_of_max": N_("Share of maximum heart rate"),
    "work_consistency": N_("Even repetitions (variation)"),
    "work_duration": N_("Time of a repetition"),
    "work_total": N_("Total time of work"),
    "form": N_("Form (against your own usual)"),
    "heart_rate_retention": N_("Heart rate left after recovery"),
    "recovery_heart_rate": N_("Heart rate at the end of recovery"),
    "heart_rate_rise": N_("Rise of heart rate, first to last"),
    "power_consistency": N_("Even power (variation)"),
    "power_decline": N_("Loss of power"),
    "step_length_decline": N_("Loss of step length"),
}

MISSING: Mapping[str, str] = {
    "phase_absent": N_("not in the file"),
    "samples": N_("no second-by-second record"),
    "too_short": N_("too short"),
    "speed": N_("speed was not recorded"),
    "heart_rate": N_("heart rate was not recorded"),
    "heart_rate_zones": N_("heart rate zones are not known"),
    "intensity_scale": N_(
        "neither threshold heart rate, heart rate reserve nor threshold pace is known"
    ),
    "lt_heart_rate": N_("threshold heart rate is not known"),
    "heart_rate_reference": N_("neither threshold nor maximum heart rate is known"),
    "like_reps": N_("no two repetitions are alike"),
    "recoveries": N_("there was no recovery between them"),
    "power": N_("power was not recorded"),
    "step_length": N_("neither step length nor cadence was recorded for each of them"),
    "form_verdict": N_("form was not judged"),
    "form_rating": N_("form is shown, but not yet rated"),
}

DEDUCTIONS: Mapping[str, str] = {
    "warmup_short": N_("the warm-up was short"),
    "cooldown_short": N_("the cool-down was short"),
    "minor_criterion": N_("a minor item was not met"),
    "consistency": N_("the pace was not even"),
    "recovery_too_fast": N_("recoveries were too fast for the heart rate to fall"),
    "recovery_incomplete": N_(
        "recovery was not complete (five stars: at most 80% of the heart rate left)"
    ),
    "heart_rate_high": N_("heart rate was high for its purpose"),
    "heart_rate_low": N_("heart rate was low for its purpose"),
    "threshold_not_held": N_("the threshold was not held"),
    "purpose_missed": N_("the purpose of this kind of run was missed"),
}

MEANINGS: Mapping[str, str] = {
    "favourable": N_("improving"),
    "unfavourable": N_("getting worse"),
}
"""Said of heart rate at one pace and of threshold pace alone: of nothing else is it known which way
is better."""

SESSION_QUANTITIES: Mapping[str, str] = {
    "decoupling": N_("Heart rate drift within a run"),
    "running_effectiveness": N_("Running effectiveness"),
    "speed_per_beat": N_("Distance per heartbeat"),
    "threshold_speed": N_("Threshold pace"),
    "vo2_max": N_("VO2max"),
    "lt_heart_rate": N_("Threshold heart rate"),
    "critical_power": N_("Critical power"),
}

METHODS: Mapping[str, str] = {
    "stated": N_("you stated it"),
    "device": N_("from the watch"),
    "hard_efforts": N_("estimated from hard efforts"),
    "sustained_effort": N_("estimated from sustained efforts"),
    "share_of_max": N_("estimated as a share of the maximum"),
    "threshold_speed": N_("estimated from threshold pace"),
    "heart_rate_line": N_("estimated from heart rate against speed"),
    "vo2_max": N_("estimated from VO2max"),
    "power_line": N_("estimated from power against speed"),
    "critical_speed": N_("estimated from distance and time of hard efforts"),
    "critical_power": N_("estimated from power and time of hard efforts"),
    "share_of_20_min": N_("95% of the best 20 minutes"),
    "reconciled": N_("estimated from heart rate, pace and power together"),
    "heart_rate_reserve": N_("estimated from heart rate reserve and speed"),
    "repetitions": N_("estimated from short repetitions"),
    "best_effort": N_("estimated from a fast run"),
    "lower_bound": N_("at least, as only easy runs are known"),
    "best_efforts": N_("estimated from best efforts"),
    "estimated": N_("estimated from runs"),
}
"""Codes of `Known.method`; an estimate whose method is not listed is 'estimated'."""

DECLINES: Mapping[str, str] = {
    "excellent": N_("small"),
    "acceptable": N_("acceptable"),
    "needs_improvement": N_("large"),
}

STEP_CONSISTENCY: Mapping[str, str] = {
    "excellent": N_("very even"),
    "good": N_("even"),
    "needs_improvement": N_("uneven"),
}

CONSISTENCY: Mapping[str, str] = {
    "even": N_("even"),
    "uneven": in_context("uneven", "uneven"),
}

UTILISATION: Mapping[str, str] = {
    "below": N_("below the aim of this type"),
    "within": N_("within the aim of this type"),
    "above": N_("above the aim of this type"),
}

VO2_CATEGORIES: Mapping[str, str] = {
    "low": N_("low"),
    "average": N_("average"),
    "good": N_("good"),
    "excellent": N_("excellent"),
}

VO2_PERCENTILES: Mapping[str, str] = {
    "below_40": N_("below the 40th percentile"),
    "40_to_60": N_("40th to 60th percentile"),
    "60_to_80": N_("60th to 80th percentile"),
    "80_to_95": N_("80th to 95th percentile"),
    "from_95": N_("from the 95th percentile"),
}

MAX_SHARE_ZONES: Mapping[str, str] = {
    "recovery": N_("recovery, below 70%"),
    "aerobic": N_("aerobic, 70–80%"),
    "tempo": N_("tempo, 80–85%"),
    "threshold": N_("threshold, 85–90%"),
    "vo2_max": N_("VO2max, 90–95%"),
    "maximum": N_("maximum, above 95%"),
}
"""T's zones by share of maximum heart rate: the fallback without a threshold."""

HELD: Mapping[str, str] = {
    "excellent": N_("excellent"),
    "good": N_("good"),
    "low": in_context("low", "low"),
}

RETENTION: Mapping[str, str] = {
    "good": N_("well recovered"),
    "fine": N_("recovered enough"),
    "too_fast": N_("recoveries too fast"),
}

PATTERNS: Mapping[str, str] = {
    "usual": in_context("usual", "as usual"),
    "high_cadence_long_step": N_("higher cadence and longer steps than usual"),
    "high_cadence_short_step": N_("higher cadence and shorter steps than usual"),
    "low_cadence_long_step": N_("lower cadence and longer steps than usual"),
    "low_cadence_short_step": N_("lower cadence and shorter steps than usual"),
}

GAUGE_ZONES: Mapping[str, str] = {
    "purple": N_("purple, 95th percentile and above"),
    "blue": N_("blue, 70th to 95th percentile"),
    "green": N_("green, 30th to 70th percentile"),
    "orange": N_("orange, 5th to 30th percentile"),
    "red": N_("red, below the 5th percentile"),
}

BALANCE_BANDS: Mapping[str, str] = {
    "good": in_context("good", "good"),
    "fair": N_("fair"),
    "poor": N_("poor"),
}

REP_FORM: Mapping[str, str] = {
    "stable": N_("held from first to last"),
    "declining": N_("declined towards the end"),
    "improving": N_("improved towards the end"),
    "changing": N_("changed towards the end"),
    "cannot_tell": N_("is not clear"),
}

LOAD_CLASSES: Mapping[str, str] = {
    "low": in_context("load_classes low", "low"),
    "moderate": N_("moderate"),
    "high": in_context("high", "high"),
    "very_high": N_("very high"),
}

LOAD_BASES: Mapping[str, str] = {
    "power": N_("from power"),
    "pace": N_("from pace"),
    "heart_rate": N_("from heart rate"),
}

TERRAINS: Mapping[str, str] = {
    "flat": N_("flat"),
    "rolling": N_("rolling"),
    "hilly": N_("hilly"),
    "indoor": N_("indoors"),
    "unknown": N_("not known"),
}

TEMPERATURE_CLASSES: Mapping[str, str] = {
    "ideal": N_("ideal"),
    "acceptable": N_("acceptable"),
    "slightly_outside": N_("a little outside"),
    "caution": N_("take care"),
}

TEMPERATURE_SIDES: Mapping[str, str] = {
    "cold": N_("cold side"),
    "within": N_("within"),
    "warm": N_("warm side"),
}

HUMIDITY_CLASSES: Mapping[str, str] = {
    "normal": N_("normal"),
    "high": N_("high"),
}

WIND_ANSWERS: Mapping[str, str] = {
    "resolved": N_("laid against the track"),
    "no_direction": N_(
        "The wind's direction is not known, so head and tail wind cannot be told apart."
    ),
    "no_track": N_("The course is not known, so head and tail wind cannot be told apart."),
    "no_weather": N_("Wind is not known."),
    "indoor": N_("Indoors: no wind."),
}

RULES: Mapping[str, str] = {
    "hot": N_("heat"),
    "humid": N_("humidity"),
    "windy": N_("strong wind (against it)"),
}
