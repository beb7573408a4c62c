"""Words of the athlete and of training: physiology, conditions, load, readiness, the next run."""

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
    "rule": N_("{name}: pace +{pace_low}–{pace_high} s/{length_unit}{heart_rate}"),
}


OPTIONS: Mapping[str, str] = {
    "interval": N_("Intervals again"),
    "tempo": N_("A tempo run again"),
    "long_run": N_("A long run"),
    "same_pace": N_("The same pace again"),
    "strength": N_("Strength work beside running"),
    "easy_day": N_("An easy run or rest"),
    "return_run": N_("Back with a short easy run"),
}

REASONS: Mapping[str, str] = {
    "vo2_utilisation_pct": N_("{value} of VO2max was used (from {threshold})"),
    "threshold_share_pct": N_("threshold heart rate was held for {value} (from {threshold})"),
    "power_saved_w": N_("power at equal pace was {value} lower than before (from {threshold})"),
    "step_shortened_cm": N_("steps got {value} shorter towards the end (from {threshold})"),
    "days_since_interval_days": N_("the last intervals were {value} <value:day|days> ago"),
    "days_since_tempo_days": N_("the last tempo run was {value} <value:day|days> ago"),
    "days_since_long_days": N_("the last long run was {value} <value:day|days> ago"),
    "no_interval_days": N_("no intervals in {value} <value:day|days>"),
    "no_tempo_days": N_("no tempo run in {value} <value:day|days>"),
    "no_long_days": N_("no long run in {value} <value:day|days>"),
    "after_break_days": N_(
        "running again after a break of {value} <value:day|days> (a break is {threshold} "
        "<threshold:day|days> or more)"
    ),
    "hours_since_hard_h": N_("the last hard session was {value} h ago ({threshold} h to recover)"),
    "tsb_score": N_("load balance (TSB) is {value} (tired below {threshold})"),
}

OBJECTIONS: Mapping[str, str] = {
    "hours_since_hard_h": N_(
        "only {value} h since the last hard session ({threshold} h are advised)"
    ),
    "hard_sessions_in_week_n": N_(
        "{value} hard <value:session|sessions> within seven days already ({threshold} a "
        "week are advised)"
    ),
    "tsb_score": N_("load balance (TSB) is low at {value} ({threshold})"),
    "week_volume_pct": N_(
        "the last seven days hold {value} of the mean week of the four before (up to "
        "{threshold} is usual)"
    ),
    "after_break_days": N_(
        "this is the way back from a break of {value} <value:day|days> (a break is "
        "{threshold} <threshold:day|days> or more)"
    ),
    "heart_rate_retention_pct": N_(
        "{value} of the heart rate was left after recoveries (up to {threshold})"
    ),
    "power_decline_pct": N_("{value} of power was lost by the last repetition (up to {threshold})"),
    "load_unknown": N_("recent load is not known"),
    "threshold_unknown": N_("threshold pace is not known"),
    "few_sessions_n": N_(
        "only {value} <value:session|sessions> in eight weeks ({threshold} are needed)"
    ),
}

TARGET_BASES: Mapping[str, str] = {
    "this_session": N_("as this session"),
    "earlier_session": N_("as the session before"),
    "athlete": N_("from your own figures"),
    "own_runs": N_("from your own runs"),
    "none": N_("no range is known"),
}

TARGET_NOTES: Mapping[str, str] = {
    "pace_only": N_("only a pace: your heart rate at it is not known yet"),
    "heart_rate_only": N_("only a heart rate: your pace at it is not known yet"),
    "heart_rate_only_after_break": N_(
        "only a heart rate: after such a break the paces from before no longer fit it"
    ),
    "shorter_after_break": N_("shorter than before the break, by a rule of thumb"),
    "slower_for_heart_rate": N_("slower than your usual easy runs, so that heart rate stays easy"),
    "above_usual_share": N_(
        "at this pace your heart rate is above the usual share of threshold for this kind; "
        "your own relation counts"
    ),
    "below_usual_share": N_(
        "at this pace your heart rate is below the usual share of threshold for this kind; "
        "your own relation counts"
    ),
    "reps_by_pace": N_("only a pace: in short repetitions heart rate does not catch up"),
    "at_the_end_of_reps": N_("heart rate is that of the end of a repetition"),
}
"""What is said after the ranges: why one is missing, or where the own relation leads elsewhere."""

WEEK: Mapping[str, str] = {
    "head": N_("Seven days from {start}, in several shapes"),
    "none": N_("Less than two weeks with distances are known, so no week is planned."),
    "steady": N_(
        "Your last {n} weeks had {usual} on average. No shape exceeds {most} (+10 %, "
        "a rule of thumb)."
    ),
    "lighter": N_(
        "Your last {n} weeks had {usual} on average. Fatigue or distance has built up, "
        "so this is a lighter week of up to {most} (a rule of thumb)."
    ),
    "return": N_(
        "The {n} weeks before the break had {usual} on average. On the way back it is "
        "up to {most} (a rule of thumb)."
    ),
    "run": N_("{day}  {kind}  {distance}  about {time}"),
    "easy": N_("easy"),
    "long": in_context("long", "long"),
    "tempo": in_context("tempo", "tempo"),
    "interval": in_context("interval", "intervals"),
    "targets": N_("{kind}: {targets}"),
    "day": in_context("day", "Day"),
    "kind": in_context("kind", "Run"),
    "distance": N_("Distance"),
    "time": N_("Time"),
}
"""A week in two or three shapes."""

NEXT: Mapping[str, str] = {
    "new_interval": N_("Begin with intervals"),
    "new_tempo": N_("Begin with tempo runs"),
    "for": in_context("for", "For it"),
    "against": in_context("against", "Against it"),
    "targets": N_("What it would be"),
    "no_reasons": N_("always possible"),
    "no_objections": N_("nothing found"),
    "heart_rate": N_("heart rate {low}–{high} bpm"),
    "basis": N_("{targets} ({basis})"),
    "sentence": N_("{name} ({earliest}). For it: {reasons}. Against it: {objections}."),
}


READY: Mapping[str, str] = {
    "head": N_("{race} on {race_day}: {days} <days:day|days> to go, by what is known on {day}."),
    "head_today": N_("{race}: how ready, as of {day}"),
    "time": N_("Predicted time"),
    "pace": N_("Race pace"),
    "week": N_("Distance a week"),
    "long": in_context("long", "Longest run"),
    "long_runs": N_("Long runs"),
    "runs": N_("Runs a week"),
    "load": in_context("load", "Load"),
    "rising": N_("rising"),
    "level": N_("level"),
    "falling": N_("falling"),
    "no_runs": N_("No run up to this day is stored."),
    "volume": N_(
        "{value} a week; {usual} is usual (about {weeks} <weeks:week|weeks> at a tenth "
        "more each week)."
    ),
    "longest_run": N_(
        "The longest run is {value}; {usual} is usual (about {weeks} <weeks:week|weeks> at "
        "2 km more each week)."
    ),
    "long_runs_few": N_("Runs of {from_km} or more in 8 weeks: {value}; {usual} are usual."),
    "runs_a_week": N_("{value} <value:run|runs> a week; {usual} <usual:is|are> usual."),
    "pause": N_("The last run was {value} <value:day|days> ago."),
    "no_prediction": N_("No effort of five minutes in the last 120 days, so no time is predicted."),
    "in_time": N_("There is time to make this up, with the last two weeks kept easy."),
    "short_of_time": N_(
        "There is not enough time to make all of this up; the prediction is then less sure."
    ),
    "basis": N_(
        "The time is what you could run now; its range grows with the days to go. The "
        "usual amounts are coaches' rules of thumb."
    ),
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

DECOUPLING_REASONS: Mapping[str, str] = {
    "repetitions": N_("repetitions cannot be compared so"),
    "too_short": N_("too short to compare halves"),
    "not_steady": N_("not steady enough to compare"),
    "no_heart_rate_or_speed": N_("heart rate or speed was not recorded"),
}

LOAD_PROBLEMS: Mapping[str, str] = {
    "not_recorded": N_("not recorded"),
    "summary_only": N_("averages without a second-by-second record"),
    "gaps": N_("too many gaps"),
    "threshold_unknown": N_("the threshold is not known"),
    "threshold_stale": N_("the threshold may be out of date"),
    "threshold_guessed": N_("the threshold is a wide estimate"),
    "implausible": N_("the threshold seems too low"),
    "bounds_unknown": N_("resting or maximum heart rate is not known"),
    "sex_unknown": N_("sex is not known"),
}

LOAD: Mapping[str, str] = {
    "score": N_("Load score"),
    "intensity": N_("Intensity (threshold = 100%)"),
    "trimp": N_("TRIMP (load from heart rate)"),
    "chronic": N_("Long-term load (CTL, 42 days)"),
    "acute": N_("Short-term load (ATL, 7 days)"),
    "balance": N_("Balance (TSB, of the day before)"),
    "week": N_("Last 7 days together"),
    "ramp": N_("Change of CTL in 7 days"),
    "decoupling": N_("Heart rate drift (first to second half)"),
}

ADVICE: Mapping[str, str] = {
    "title": N_("The next training (after {day})"),
    "easy_run": N_("An easy run"),
    "rest": N_("A day of rest"),
    "walk_run": N_("Walking and running in turns"),
    "summary": N_(
        "What could follow the run of {day} ({type}), side by side and in no order of merit."
    ),
    "fits_easy_run": N_("It fits if running on without fatigue counts."),
    "fits_walk_run": N_("It fits if the legs are to get used to it slowly."),
    "fits_rest": N_("It fits if resting comes first."),
    "form": N_("Form"),
    "load": N_("Load"),
    "trend": N_("Trend"),
    "no_form": N_("Form on this run was not judged."),
    "no_load": N_("No load is known yet."),
    "no_trend": N_("There are too few runs for a comparison."),
    "change": N_("{metric} at {pace}/km: {earlier}, then {later} ({delta}, {clear})."),
    "unclear": N_("within chance"),
}
"""The frame of a report."""

ACTIONS: Mapping[str, str] = {
    "interval": N_("Put the intervals on the calendar: {earliest}."),
    "tempo": N_("Put the tempo run on the calendar: {earliest}."),
    "same_pace": N_("Put the run at the same pace on the calendar: {earliest}."),
    "strength": N_("Keep time for strength work: {earliest}."),
    "easy_run": N_("Put an easy run at talking pace on the calendar: {earliest}."),
    "rest": N_("Keep the day free: {earliest}."),
    "long_run": N_("Put the long run on the calendar: {earliest}."),
    "return_run": N_("Put a short easy run on the calendar: {earliest}."),
    "walk_run": N_("Put time for walking and running in turns on the calendar: {earliest}."),
}
RISKS: Mapping[str, str] = {
    "interval": N_("With fatigue left, the later repetitions could fall apart."),
    "tempo": N_("With fatigue left, the intensity could be lost on the way."),
    "same_pace": N_("The same stimulus again could change little."),
    "strength": N_("Sore muscles could last into the next run."),
    "easy_run": N_("Run faster than meant, it could rest the legs less."),
    "rest": N_("A longer gap could break the habit."),
    "long_run": N_("With fatigue left, form could fall apart towards the end."),
    "return_run": N_(
        "Going straight back to the volume or pace from before could strain the legs."
    ),
    "walk_run": N_("There is less running in it than one may wish for."),
}
