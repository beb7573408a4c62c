"""Words of load, readiness and the next training."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

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
        "Your last {n} weeks had {usual} km on average. No shape exceeds {most} km (+10 %, "
        "a rule of thumb)."
    ),
    "lighter": N_(
        "Your last {n} weeks had {usual} km on average. Fatigue or distance has built up, "
        "so this is a lighter week of up to {most} km (a rule of thumb)."
    ),
    "return": N_(
        "The {n} weeks before the break had {usual} km on average. On the way back it is "
        "up to {most} km (a rule of thumb)."
    ),
    "run": N_("{day}  {kind}  {distance} km  about {time}"),
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
    "distance": N_("{low}–{high} km"),
    "pace": N_("{low}–{high}/km"),
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
