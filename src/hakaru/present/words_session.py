"""Words of sessions, ratings and comparisons."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context
from hakaru.running.metrics import METRICS

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
    "usual_heart_rate": N_("by heart rate, held against a usual threshold, as yours is not known"),
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

FORMS: Mapping[str, str] = {
    "reps": N_("repeated fast parts"),
    "block": N_("one sustained faster part"),
    "steady": N_("a steady run"),
}

EVIDENCE: Mapping[str, str] = {
    "reps_n": N_("{value} fast <value:repetition|repetitions>"),
    "rep_duration_s": N_("a repetition takes {value}"),
    "work_of_threshold_pct": N_("repetitions at {value} of threshold speed"),
    "main_of_threshold_pct": N_("the main part at {value} of threshold"),
    "speed_of_threshold_pct": N_("speed at {value} of threshold"),
    "heart_rate_of_threshold_pct": N_("heart rate at {value} of threshold (of the reserve)"),
    "judged_heart_rate_bpm": N_("{value} on average"),
    "zone_1_2_share_pct": N_("{value} in zones 1-2"),
    "zone_2_3_share_pct": N_("{value} in zones 2-3"),
    "zone_3_4_share_pct": N_("{value} in zones 3-4"),
    "zone_4_5_share_pct": N_("{value} in zones 4-5"),
    "block_of_rest_pct": N_("a part at {value} of the speed around it"),
    "running_s": N_("{value} of running"),
    "walked_share_pct": N_("{value} of the time walked or standing"),
    "climb_per_km_m": N_("{value} m of climb per km"),
    "race_distance_m": N_("a race distance, {value}"),
    "of_best_speed_pct": N_("{value} of your best speed for that long"),
    "of_usual_length_pct": N_("{value} of the length of your usual easy run"),
}
"""The last word of a code is the unit of its value."""

CONFIDENCE: Mapping[str, str] = {
    "high": N_("confident"),
    "medium": N_("fairly confident"),
    "low": N_("unsure"),
}

SESSION: Mapping[str, str] = {
    "detected": N_("Detection"),
    "reasons": N_("Why"),
    "targets_of": in_context("targets of", "Judged on"),
    "targets_easy": N_("all splits"),
    "targets_tempo": N_("the main part"),
    "targets_reps": N_("the work segments"),
    "roles_from": N_("Parts taken from"),
    "structure": N_("Structure"),
    "zones_watch": N_("Bounds as set in the watch."),
    "zones_lt_heart_rate": N_("Bounds are shares of threshold heart rate."),
    "zones_heart_rate_max": N_("Bounds are shares of maximum heart rate."),
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

OUTCOMES: Mapping[str, str] = {
    "met": N_("✓ met"),
    "not_met": N_("✗ not met"),
    "cannot_tell": N_("– cannot tell"),
    "shown": N_("· for reference"),
}

BASES: Mapping[str, str] = {
    "athlete": N_("from your own threshold or maximum"),
    "default": N_("general figure (yours is not known)"),
    "run": N_("the same for any runner"),
}

NEEDS: Mapping[str, str] = {
    "required": N_("required"),
    "recommended": N_("recommended"),
    "always": N_("core"),
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
    "step_length": N_("step length was not recorded"),
    "form_verdict": N_("form was not judged"),
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

RATING: Mapping[str, str] = {
    "too_little": N_("Not rated: too little is recorded or known."),
    "type_unknown": N_("Not rated: the kind of training is not known."),
    "type_unsure": N_("Not rated: type not certain."),
    "race": N_("Not rated: a race is not graded as training."),
    "deduction": N_("-{n} star: {reason}{behind}"),
    "deductions": N_("-{n} stars: {reason}{behind}"),
    "yes": N_("yes"),
    "no": N_("no"),
    "at_least": N_("at least {low}"),
    "about": N_("about {low} or more"),
    "at_most": N_("up to {high}"),
    "slower_than": N_("{low} or slower"),
    "faster_than": N_("{high} or faster"),
    "phase_absent": in_context("phase absent", "not in the file"),
    "main_easy": N_("Main run"),
    "main_trail": N_("Main run"),
    "main_tempo": N_("Main part"),
    "main_unknown": in_context("main unknown", "Run"),
    "main_reps": N_("Main"),
}


FIGURE_NAMES: Mapping[str, str] = {
    "pace": N_("Mean pace while running"),
    "heart_rate_at_pace": N_("Heart rate at this pace"),
    "zone2_share": N_("Time in zone 2"),
    "form": N_("Form (points)"),
    "threshold_share": N_("Time at threshold heart rate"),
    "pace_consistency": N_("Even pace (variation)"),
    "heart_rate_retention": N_("Heart rate left after recovery"),
    "heart_rate_rise": N_("Rise of heart rate, first to last"),
    "power_at_pace": N_("Power at this pace"),
}

UNUSUAL: Mapping[str, str] = {
    "usual": N_("as usual"),
    "unusual_low": N_("unusually low"),
    "unusual_high": N_("unusually high"),
    "too_few": N_("too few to compare"),
    "not_measured": N_("not measured"),
    "by_selection": N_("chosen by it, so not compared"),
}

TERMS: Mapping[str, str] = {
    "distance": N_("distance"),
    "pace": N_("pace"),
    "terrain": N_("terrain"),
    "reps": N_("repetitions"),
    "rep_distance": N_("length of a repetition"),
    "rep_time": N_("time of a repetition"),
}

WIDENED: Mapping[str, str] = {
    "any_pace": N_("at any pace"),
    "any_terrain": N_("at any pace and on any terrain"),
    "wider": N_("of a length within 25%"),
    "much_wider": N_("of a length within 50%"),
    "same_kind": N_("of the same kind and any length"),
    "near_kind": N_("of the same or a neighbouring kind"),
}
"""How far the search had to widen until five were found, or nothing more to be found."""

FILTERS: Mapping[str, str] = {
    "type": N_("the same kind"),
    "distance": N_("a like distance"),
    "pace": N_("a like pace"),
    "terrain": N_("the same terrain"),
}

TREND_METRICS: Mapping[str, str] = {
    **{name: row.words.name for name, row in METRICS.items()},
    "heart_rate": N_("Heart rate"),
    "power": N_("Power"),
    "running_effectiveness": N_("Running effectiveness"),
}

DIRECTIONS: Mapping[str, str] = {
    "higher": N_("rose"),
    "lower": N_("fell"),
    "none": N_("shows no clear change"),
}

MEANINGS: Mapping[str, str] = {
    "favourable": N_("improving"),
    "unfavourable": N_("getting worse"),
    "neutral": N_("neither good nor bad"),
    "unchanged": N_("unchanged"),
}

CHANGES: Mapping[str, str] = {
    "changed": N_(
        "{metric} at {pace} {direction} from {earlier} to {later} ({delta}, 99% "
        "interval {low} to {high}, {meaning})."
    ),
    "unchanged": N_(
        "{metric} at {pace} {direction}: {earlier} to {later} ({delta}, 99% interval "
        "{low} to {high})."
    ),
    "month_value": N_("{value} ({span})"),
    "month_extended": N_("{value} ({span}, extended)"),
    "window": N_("{value} ({first} to {last}, {n} <n:run|runs>)"),
}

CAUSES: Mapping[str, str] = {
    "pace": in_context("pace", "pace"),
    "grade": N_("slope"),
    "fatigue": N_("fatigue"),
    "sensor": N_("possible sensor error"),
    "unexplained": N_("unknown"),
}

SIGNS: Mapping[str, str] = {
    "gap": N_("values missing around it"),
    "spikes": N_("spikes in it"),
    "frozen": N_("one value held"),
    "ratio_violated": N_("VO and VR disagree"),
    "all_at_once": N_("several metrics jumped together"),
    "cadence_lock": N_("heart rate equals cadence"),
}

ANOMALIES: Mapping[str, str] = {
    "sentence": N_(
        "{start}–{end}: {metric} was {actual}, {delta} {side} than the {expected} expected "
        "at that speed and slope. {reason}"
    ),
    "reason": N_("Likely cause: {causes}."),
    "part_reason": N_("Mostly unexplained; in part: {causes}."),
    "cause": N_("{cause} {share}"),
    "none": N_("No clear change of form was found."),
    "more": N_("{n} more."),
}
