"""Words of the athlete, physiology and conditions."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

QUANTITIES: Mapping[str, str] = {
    "heart_rate_max_bpm": N_("Maximum heart rate"),
    "heart_rate_rest_bpm": N_("Resting heart rate"),
    "lt_heart_rate_bpm": N_("Threshold heart rate"),
    "threshold_speed_mps": N_("Threshold pace"),
    "critical_power_w": N_("Critical power"),
    "vo2_max_ml_per_kg_min": N_("VO2max"),
    "weight_kg": N_("Weight"),
    "height_cm": N_("Height"),
    "age_years": N_("Age"),
}

SETTABLE: Mapping[str, str] = {
    "heart_rate_max_bpm": "heart_rate_max_bpm 188",
    "heart_rate_rest_bpm": "heart_rate_rest_bpm 48",
    "lt_heart_rate_bpm": "lt_heart_rate_bpm 168",
    "threshold_speed_mps": "threshold_pace 4:35",
    "critical_power_w": "critical_power_w 285",
    "vo2_max_ml_per_kg_min": "vo2_max_ml_per_kg_min 52",
    "weight_kg": "weight_kg 62",
    "height_cm": "height_cm 170",
    "age_years": "age_years 35",
}
"""What to type after `hakaru athlete set`, with a value as an example."""

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

ATHLETE: Mapping[str, str] = {
    "stale": N_("{origin}, may be out of date"),
    "ask_missing": N_(
        "{name} is not known. Stating it, as in `hakaru athlete set {example}`, makes the "
        "rating surer."
    ),
    "ask_stale": N_(
        "{name} ({value}) may be out of date; state a newer one with `hakaru athlete set "
        "{example}`."
    ),
    "ask_wide": N_(
        "{name} ({value}) is a wide estimate; if you know it, state it with `hakaru "
        "athlete set {example}`."
    ),
}


PHYSIOLOGY: Mapping[str, str] = {
    "power": N_("Power in the judged part"),
    "power_normalized": N_("Power weighted for surges"),
    "power_of_cp": N_("Power in the judged part (of critical power)"),
    "power_cv": N_("Even power (variation)"),
    "power_decline": N_("Loss of power, first to last"),
    "power_zones": N_("Time in power zones"),
    "power_efficiency": N_("Energy per kilometre"),
    "effectiveness": N_("Running effectiveness v/(P/m)"),
    "vo2_max": N_("VO2max"),
    "vo2_max_pace": N_("Pace at VO2max"),
    "vo2_gain": N_("What VO2max could become"),
    "above_threshold_target": N_("Time above threshold in the judged part"),
    "vo2_utilisation": N_("Share of VO2max used"),
    "critical_speed": N_("Critical speed"),
    "fitness_age": N_("Fitness age"),
    "of_maximum": N_("Share of maximum heart rate (while threshold heart rate is not known)"),
    "vo2_standing": N_("Among your age and sex"),
    "heart_rate_share": N_("At threshold heart rate (±5 bpm)"),
    "speed_share": N_("At threshold pace (95–105%)"),
    "power_share": N_("At critical power (95–105%)"),
    "above_threshold": N_("Time above threshold"),
    "cadence": N_("Cadence in the judged part"),
    "step_length": in_context("step length", "Step length"),
    "step_pattern": N_("Cadence and step length"),
    "step_cv": N_("Even step length (variation)"),
    "step_decline": N_("Loss of step length, first to last"),
    "speed_change": N_("What changed the speed"),
    "stiffness": N_("Leg stiffness"),
    "work_cv": N_("Consistency of work (variation)"),
    "heart_rate_drop": N_("Heart rate drop"),
    "heart_rate_retention": N_("Heart rate left after recovery"),
    "heart_rate_rise": N_("Rise of heart rate, first to last"),
    "work_total": N_("Total work"),
    "work_pace": N_("Mean pace of work"),
    "expected": N_("{value} (your usual {expected})"),
    "no_loss": N_("none lost"),
    "stale": N_("may be out of date"),
}

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
    "no_weather": in_context("no weather", "Wind is not known."),
    "indoor": N_("Indoors: no wind."),
}

RULES: Mapping[str, str] = {
    "hot": N_("heat"),
    "humid": N_("humidity"),
    "windy": N_("strong wind (against it)"),
}

ENVIRONMENT: Mapping[str, str] = {
    "temperature": N_("Temperature"),
    "humidity": N_("Humidity"),
    "terrain": N_("Terrain"),
    "adjusted": N_("Pace adjusted for slope"),
    "wind": N_("Wind"),
    "indoor": N_("indoors"),
    "wbgt": N_("Heat index WBGT (shade, estimated)"),
    "range": N_("{low} to {high} {unit}"),
    "heat": N_(
        "In such heat the pace of the same effort changes by {low} to {high} (studies of "
        "races; plus is slower)."
    ),
    "cold": N_(
        "In such cold the pace of the same effort changes by {low} to {high} (studies of "
        "races; plus is slower)."
    ),
    "mild": N_(
        "At this temperature the pace of the same effort changes by {low} to {high} "
        "(studies of races; plus is slower)."
    ),
    "no_own_heat": N_("There are not enough runs yet to tell how heat affects you."),
    "rule": N_("{name}: pace +{pace_low}–{pace_high} s/km{heart_rate}"),
}
