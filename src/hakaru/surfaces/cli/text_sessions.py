"""Sessions, the athlete, comparisons and history in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, say
from hakaru.core.units import METRES_PER_KM, PERCENT, format_duration
from hakaru.present.athlete import (
    fitness_rows,
    gap_text,
    missing_texts,
    pace_lines,
    power_zone_lines,
    quantity_lines,
    quantity_name,
    quantity_value,
    race_lines,
    ready_head,
    ready_rows,
    sex_name,
    sex_text,
    source_lines,
    state_text,
    stated_disagreement_text,
    wanted_texts,
)
from hakaru.present.changes import comparison_table, recent_text, search_text, similar_table
from hakaru.present.figures import NO_VALUE, cut, day_text, pace_text, pad, pct_text
from hakaru.present.history import (
    alignment_text,
    distance_text,
    heads_table,
    record_notes,
    record_table,
    shoe_form_table,
    shoes_table,
    short_type,
    stretch_tables,
    volume_table,
    years_table,
)
from hakaru.present.page_metrics import long_term_text, stale_text
from hakaru.present.rows import sensor_text
from hakaru.present.session import joined_text, type_name
from hakaru.present.terminal import fact_lines, fitted_table, table_lines, wrapped
from hakaru.present.terminal_months import (
    anomaly_lines,
    averages_lines,
    day_lines,
    month_lines,
    runs_lines,
    series_lines,
    state_lines,
    trend_lines,
    week_lines,
)
from hakaru.present.terminal_session import detail_lines, interval_lines, session_lines, zone_lines
from hakaru.present.training import (
    break_text,
    earliest_text,
    kind_texts,
    long_ago_text,
    no_week_text,
    option_name,
    option_rows,
    run_cells,
    shape_title,
    week_head,
)
from hakaru.present.training import volume_text as week_volume_text
from hakaru.present.words_session import FILTERS, TYPE_SOURCES
from hakaru.running.similar import STEPS, SimilarWorkouts
from hakaru.running.verdict import star_text
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.athlete import AthleteResult, LoadResult, NextResult, StatedResult
    from hakaru.flows.drift import AnomaliesResult, AnomalyResult, RunAnomalies
    from hakaru.flows.evaluate import LabelResult, UnderstoodRuns
    from hakaru.flows.history import CalendarResult, RecordsResult, ShoesResult, VolumeResult
    from hakaru.flows.session import IntervalResult, SessionResult
    from hakaru.flows.similar import CompareResult, SimilarResult
    from hakaru.flows.trends import TrendsResult
    from hakaru.running.athlete.known import Disagreement
    from hakaru.running.athlete.model import Gap, HeartRateZones
    from hakaru.running.next_training import TrainingOption
    from hakaru.running.readiness import Fitness, Readiness
    from hakaru.running.trend_changes import SessionTrend
    from hakaru.running.volume import CalendarDay, CalendarWeek
    from hakaru.running.week_plan import WeekPlan


def session_text(result: SessionResult, language: Lang) -> str:
    """Type, stars, phases; with `report` everything around them."""
    summary = result.analysis.summary
    lines = [*session_lines(result.analysis, language)]
    if result.report is not None:
        return "\n".join([*lines, *detail_lines(result.report, language)])
    lines.append("")
    if summary.n_reps > 1:
        lines += wrapped(
            say(
                "Repetition by repetition: `hakaru intervals {activity_id}`.",
                language,
                activity_id=summary.activity_id,
            )
        )
    lines += wrapped(
        say(
            "More: `hakaru session {activity_id} --detail` (segments, "
            "physiology, conditions), `hakaru similar {activity_id}` "
            "(similar runs).",
            language,
            activity_id=summary.activity_id,
        )
    )
    return "\n".join(lines)


def intervals_text(result: IntervalResult, language: Lang) -> str:
    """One line per repetition, then what they show together."""
    day = day_text(result.day, language)
    if result.intervals is None:
        none = say(
            "The run of {day} has fewer than two fast repetitions; `hakaru "
            "session {activity_id}` shows what it is made of.",
            language,
            day=day,
            activity_id=result.activity_id,
        )
        return "\n".join(wrapped(none))
    lines = interval_lines(result.intervals, language, rep_form=result.rep_form)
    note = wrapped(
        say("The columns stand side by side; they are not averaged into one score.", language)
    )
    return "\n".join(
        [say("{day}  repetition by repetition", language, day=day), "", *lines, "", *note]
    )


def label_text(result: LabelResult, language: Lang) -> str:
    """The type now, who decided it, and the stars that follow."""
    lines = [
        say(
            "Kind of training: {type} ({source})",
            language,
            type=type_name(result.training_type, language),
            source=say(TYPE_SOURCES[result.type_source], language),
        )
    ]
    if result.session_stars is not None:
        rating = say("Session rating", language)
        lines.append(f"{rating} {star_text(result.session_stars)}")
    if result.type_source == "user":
        lines += wrapped(
            say(
                "This holds through new ingests and analyses; `hakaru label "
                "{activity_id} auto` undoes it.",
                language,
                activity_id=result.activity_id,
            )
        )
    return "\n".join(lines)


def understood_text(result: UnderstoodRuns, language: Lang) -> str:
    """How many runs, and how many of each type, the most frequent first."""
    if not result.analysed:
        return "\n".join(
            wrapped(
                say(
                    "There is no run to analyse: `hakaru ingest FOLDER` reads your recordings.",
                    language,
                )
            )
        )
    counted = sorted(result.by_type.items(), key=lambda pair: -pair[1])
    rows = [(type_name(kind, language), str(n)) for kind, n in counted]
    table = fitted_table(rows, heading=False, indent="  ", right=frozenset({1}))
    return "\n".join([say("Runs analysed: {n}.", language, n=result.analysed), *table])


def athlete_text(result: AthleteResult, language: Lang) -> str:
    """What is known and from whom, the zones, contradictions, and what to state."""
    day = day_text(result.athlete.day, language)
    table = quantity_lines(result.athlete, language)
    lines = [say("What is known as of {day}", language, day=day), ""]
    lines += table or wrapped(
        say("Nothing is known yet about your threshold or maximum heart rate.", language)
    )
    lines += ["", *_zones(result.zones, language)]
    lines += _contradictions(result.disagreement, result.gaps, language)
    asked = wanted_texts(result.athlete, language, wanted=result.wanted)
    if asked:
        lines += ["", say("Worth stating:", language)]
        lines += [line for text in asked for line in wrapped(text, first="- ")]
    return "\n".join(lines)


def paces_text(result: Fitness, language: Lang) -> str:
    """Paces by both figures, what they rest on, contradictions, zones, races with their ranges."""
    day = day_text(result.athlete.day, language)
    paces = pace_lines(result.from_vo2_max, result.from_threshold, lang=language)
    lines = [say("Paces and predictions as of {day}", language, day=day), ""]
    lines += paces or wrapped(
        say(
            "As of {day} neither VO2max nor threshold pace is known: state "
            "one, as in `hakaru athlete set threshold_pace 4:35`, or "
            "ingest runs.",
            language,
            day=day,
        )
    )
    lines += [""] if paces else []
    lines += [*source_lines(result.athlete, language), *fact_lines(fitness_rows(result, language))]
    lines += _contradictions(result.disagreement, result.gaps, language)
    lines += ["", *_zones(result.zones, language)]
    if result.power_w is not None:
        lines += ["", *power_zone_lines(result.power_w, language)]
    lines += ["", say("Race predictions now", language)]
    if not result.races:
        return "\n".join(
            [
                *lines,
                *wrapped(
                    say(
                        "No effort of five minutes in the last 120 days, so races "
                        "cannot be predicted.",
                        language,
                    )
                ),
            ]
        )
    return "\n".join([*lines, *race_lines(result.races, language)])


def ready_text(result: Readiness, language: Lang) -> str:
    """The race, the figures, what is missing, and whether there is time for it."""
    lines = [*wrapped(ready_head(result, language)), ""]
    if result.state == "unknown":
        return "\n".join([*lines, *wrapped(say("No run up to this day is stored.", language))])
    lines += [*fact_lines(ready_rows(result, language)), ""]
    missing = missing_texts(result, language)
    if not missing:
        lines += wrapped(say("By the usual rules of thumb, nothing is missing.", language))
    else:
        lines.append(say("What is missing", language))
        lines += [line for text in missing for line in wrapped(text, first="- ")]
        state = state_text(result, language)
        lines += [] if state is None else wrapped(state)
    return "\n".join(
        [
            *lines,
            "",
            *wrapped(
                say(
                    "The time is what you could run now; its range grows with the "
                    "days to go. The usual amounts are coaches' rules of thumb.",
                    language,
                )
            ),
        ]
    )


def stated_text(result: StatedResult, language: Lang) -> str:
    """What was noted, for which days, and how to apply it to stored runs."""
    name, value = _stated(result, language)
    since = say("for every day", language)
    if result.since is not None:
        since = say("from {day} on", language, day=result.since)
    noted = say("Noted: {name} {value} ({since})", language, name=name, value=value, since=since)
    return "\n".join(
        [
            *wrapped(noted),
            *wrapped(
                say("Earlier runs of those days follow before they are shown next.", language)
            ),
        ]
    )


def next_text(result: NextResult, language: Lang) -> str:
    """Options with what speaks for and against them."""
    if result.after is None:
        return "\n".join(
            wrapped(
                say(
                    "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings.",
                    language,
                )
            )
        )
    if not result.options:
        return "\n".join(wrapped(say("Too little is known yet to offer options.", language)))
    day = day_text(result.after.activity_date, language)
    kind = type_name(result.after.training_type, language)
    lines = wrapped(say("After the run of {day}: {type}", language, day=day, type=kind))
    long_ago = long_ago_text(result.options, result.after.activity_date, lang=language)
    long_ago = break_text(result.pause, language) or long_ago
    lines += wrapped(long_ago) if long_ago else []
    if result.for_week:
        return "\n".join([*lines, "", *_week(result.week, language)])
    for number, option in enumerate(result.options, start=1):
        lines += ["", *_option(option, number, language)]
    return "\n".join(
        [*lines, "", *wrapped(say("Options with their evidence, not orders.", language))]
    )


def _contradictions(
    disagreement: Disagreement | None, gaps: Sequence[Gap], language: Lang
) -> list[str]:
    """Where sources disagree, each in a sentence."""
    texts = [] if disagreement is None else [stated_disagreement_text(disagreement, language)]
    texts += [gap_text(gap, language) for gap in gaps]
    return [line for text in texts for line in ("", *wrapped(text, first="! "))]


def _week(plan: WeekPlan | None, language: Lang) -> list[str]:
    """Each shape with its days, then how each kind of run is run."""
    if plan is None:
        return wrapped(no_week_text(language))
    lines = [*wrapped(week_head(plan, language)), *wrapped(week_volume_text(plan, language))]
    for shape in plan.shapes:
        rows = [run_cells(run, language) for run in shape.runs]
        table = fitted_table(rows, right=frozenset({2, 3}), heading=False, indent="  ")
        lines += ["", *wrapped(shape_title(shape, language)), *table]
    lines.append("")
    for text in kind_texts(plan, language):
        lines += wrapped(text, first="- ")
    return [*lines, "", *wrapped(say("Options with their evidence, not orders.", language))]


def _zones(zones: HeartRateZones | None, language: Lang) -> list[str]:
    if zones is None:
        return wrapped(
            say("Without heart rate, or a reference for it, zones are not known.", language)
        )
    return [say("Heart rate zones", language), *zone_lines(zones, language)]


def _stated(result: StatedResult, language: Lang) -> tuple[str, str]:
    """Name and value as they are written elsewhere."""
    if result.quantity == "sex":
        return sex_name(language), sex_text(result.value, language)
    if result.quantity == "threshold_pace":
        return say("Threshold pace", language), f"{result.value}/km"
    name = quantity_name(result.quantity, language)
    return name, quantity_value(result.quantity, float(result.value), lang=language)


def _option(option: TrainingOption, number: int, language: Lang) -> list[str]:
    joint = "、" if language == "ja" else ", "
    title = f"{option_name(option, language)}{joint}{earliest_text(option, language)}"
    facts = fact_lines(option_rows(option, language), indent="   ")
    return [*wrapped(title, first=f"{number}. "), *facts]


_RANGE_COLUMN = 3
"""Of the comparison: too wide for a terminal; `--json` holds it."""


def similar_text(result: SimilarResult, language: Lang) -> str:
    """How many there are, the most similar ones, and how unusual this run is among them."""
    day, kind = day_text(result.this.activity_date, language), result.this.training_type
    similar = result.similar
    lines = [
        *wrapped(
            say("Runs similar to {day}, {type}", language, day=day, type=type_name(kind, language))
        ),
        *wrapped(search_text(similar, language)),
        *(wrapped(_conditions(similar, language)) if _is_exact(similar) else ()),
    ]
    if similar.unchecked:
        names = [say(FILTERS[name], language) for name in similar.unchecked]
        unchecked = joined_text(names, language)
        lines += wrapped(
            say("Not checked, as this run lacks the figure: {names}", language, names=unchecked)
        )
    if similar.emptied_by is not None:
        lines += wrapped(
            say(
                "--pace-tolerance-s-per-km, --distance-tolerance and "
                "--terrain-match change the conditions.",
                language,
            )
        )
    if similar.workouts:
        lines += ["", *table_lines(similar_table(similar, language))]
    if similar.n_found and result.comparisons:
        table = comparison_table(result.comparisons, language)
        lines += ["", *table_lines(table, without=frozenset({_RANGE_COLUMN}))]
    return "\n".join(lines)


def trends_text(result: TrendsResult, language: Lang) -> str:
    """Each metric now and what changed, the months, then the long-term figures."""
    speed_mps, own = result.reference_speed_mps, result.reference_speeds_mps
    long_term = _long_term(result.sessions, language)
    if speed_mps is None or not result.metrics:
        none = wrapped(
            say(
                "There is nothing to follow yet: ingest runs with running dynamics or heart rate.",
                language,
            )
        )
        return "\n".join(long_term or none)
    sensor = sensor_text(result.sensor_group or "other", language)
    lines = wrapped(
        say(
            "Values at {pace}/km with their 90% interval. Sensor: {sensor}",
            language,
            pace=pace_text(speed_mps),
            sensor=sensor,
        )
    )
    if own is not None:
        slow, usual, fast = (pace_text(reference_mps) for reference_mps in own)
        paces = say(
            "Your slow, usual and fast pace: {slow}, {usual}, {fast}/km "
            "(`hakaru trends --pace {fast}` looks at another)",
            language,
            slow=slow,
            usual=usual,
            fast=fast,
        )
        lines += wrapped(paces)
    lines.append("")
    for metric in result.metrics:
        lines += trend_lines(metric.trend, metric.change, lang=language)
        if metric.recent is not None and metric.recent.direction != "none":
            lines += wrapped(recent_text(metric.recent, language), first="  ")
    lines += ["", *month_lines([metric.trend for metric in result.metrics], language)]
    return "\n".join([*lines, *(["", *long_term] if long_term else [])])


def load_text(result: LoadResult, language: Lang) -> str:
    """A bar per day, a line per week, where the averages stand."""
    history = result.history
    if history is None:
        return "\n".join(
            wrapped(
                say(
                    "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings.",
                    language,
                )
            )
        )
    if not result.by_basis:
        return "\n".join(
            wrapped(
                say(
                    "No run of these days has a known load; a threshold pace or "
                    "maximum heart rate would give one: `hakaru athlete show`.",
                    language,
                )
            )
        )
    return "\n".join(
        [
            *state_lines(history, result.by_basis, lang=language),
            *averages_lines(result.n_from_averages, lang=language),
            "",
            *day_lines(history, result.since, lang=language),
            "",
            *week_lines(history, result.sessions, since=result.since, lang=language),
        ]
    )


def anomalies_text(result: AnomaliesResult, language: Lang) -> str:
    """One run: its changes as sentences. Several: counts and the clearest as a table."""
    if not result.runs:
        return "\n".join(
            wrapped(say("No run could be judged: ingest runs with running dynamics.", language))
        )
    if len(result.runs) == 1:
        return "\n".join(_one_run(result.runs[0], language))
    dated_anomalies = [(run.day, anomaly) for run in result.runs for anomaly in run.anomalies]
    judged_s = sum(run.judged_s for run in result.runs)
    counts = say(
        "Clear changes: {n} in {runs} <runs:run|runs> ({judged} of running judged).",
        language,
        runs=len(result.runs),
        judged=format_duration(judged_s),
        n=len(dated_anomalies),
    )
    more = (
        [
            "",
            *wrapped(
                say(
                    "What surrounds one: `hakaru anomaly DAY --number N`; a run in "
                    "sentences: `hakaru anomalies DAY`.",
                    language,
                )
            ),
        ]
        if dated_anomalies
        else []
    )
    return "\n".join([*wrapped(counts), *runs_lines(dated_anomalies, language), *more])


def anomaly_text(result: AnomalyResult, language: Lang) -> str:
    """The sentence, then the values before, in and after it."""
    lines = [day_text(result.day, language), *anomaly_lines([result.detail.anomaly], language)]
    return "\n".join([*lines, "", *series_lines(result.detail, language)])


def _long_term(trends: Sequence[SessionTrend], language: Lang) -> list[str]:
    """Threshold, VO2max, drift and the like over all sessions, with what may be out of date."""
    if not trends:
        return []
    lines = [say("Long term (figures of sessions)", language)]
    for trend in trends:
        lines += wrapped(long_term_text(trend, language), first="- ")
        stale = stale_text(trend, language)
        lines += wrapped(stale, first="  ! ") if stale else []
    return lines


def _one_run(run: RunAnomalies, language: Lang) -> list[str]:
    day = day_text(run.day, language)
    if not run.judged_s > 0.0:
        return wrapped(
            say(
                "Form within the run of {day} could not be judged: not "
                "measured, or too short a run.",
                language,
                day=day,
            )
        )
    if not run.anomalies:
        return wrapped(f"{day}: {say('No clear change of form was found.', language)}")
    judged, n = format_duration(run.judged_s), len(run.anomalies)
    return [
        *wrapped(
            say(
                "{day}: clear changes: {n} ({judged} of running judged)",
                language,
                day=day,
                n=n,
                judged=judged,
            )
        ),
        *anomaly_lines(run.anomalies, language),
        *wrapped(
            say(
                "What surrounds one: `hakaru anomaly {activity_id} --number N`.",
                language,
                activity_id=run.activity_id,
            )
        ),
    ]


def _is_exact(similar: SimilarWorkouts) -> bool:
    """Whether the tolerances are what the runs were chosen by."""
    return similar.n_searched > 0 and similar.step == STEPS[0]


def _conditions(similar: SimilarWorkouts, language: Lang) -> str:
    tolerance = similar.tolerance
    distance = ""
    if tolerance.distance_frac is not None:
        percent = pct_text(PERCENT * tolerance.distance_frac).removesuffix("%")
        distance = say(", distance within {percent}%", language, percent=percent)
    terrain = say(", the same terrain only", language) if tolerance.terrain == "required" else ""
    pace = fixed(tolerance.pace_tolerance_s_per_km, 0)
    return say(
        "Conditions: pace within {pace} s/km{distance}{terrain}",
        language,
        pace=pace,
        distance=distance,
        terrain=terrain,
    )


_CELL = 9
_DAYS = {"ja": "月火水木金土日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}


def volume_text(result: VolumeResult, language: Lang) -> str:
    """A line per period, the newest first, and the sum."""
    if result.empty:
        return _nothing(language)
    table = volume_table(result.periods, result.kind, result.total, lang=language)
    return "\n".join(table_lines(table))


def records_text(result: RecordsResult, language: Lang) -> str:
    """The records of all time or of a year, then each year's best times."""
    if result.empty:
        return _nothing(language)
    if not result.records:
        return "\n".join(wrapped(say("There is no run in {year}.", language, year=result.year)))
    span = str(result.year) if result.year else say("all time", language)
    lines = [say("Records ({span})", language, span=span), ""]
    lines += table_lines(record_table(result.records, language))
    if result.year is None and len(result.by_year) > 1:
        lines += ["", say("Best times by year", language), ""]
        lines += table_lines(years_table(result.by_year, language))
    notes = [line for note in record_notes(result.records, language) for line in wrapped(note)]
    more = say(
        "One year: `hakaru records --year YEAR`. Open a run as in `hakaru session {activity_id}`.",
        language,
        activity_id=result.records[0].activity_id,
    )
    return "\n".join([*lines, "", *notes, *wrapped(more)])


def calendar_text(result: CalendarResult, language: Lang) -> str:
    """A grid from Monday to Sunday: the day, its kilometres, its kind of training."""
    if result.empty:
        return _nothing(language)
    heads = [*_DAYS[language], say("Week", language)]
    total = say("{n} <n:run|runs>", language, n=result.total.n_runs)
    lines = [
        f"{result.month:%Y-%m}  {total}  {distance_text(result.total.distance_m)}",
        "",
        _cells(heads),
    ]
    for week in result.weeks:
        lines += ["", *_week_lines(week, language)]
    return "\n".join(line.rstrip() for line in lines)


def shoes_text(result: ShoesResult, language: Lang) -> str:
    """A line per pair, then form in each."""
    if result.empty:
        return _nothing(language)
    if not result.named:
        return "\n".join(
            wrapped(
                say("No recording names its shoes yet; exports of Garmin Connect do.", language)
            )
        )
    lines = table_lines(shoes_table(result.shoes, language))
    form = shoe_form_table(result.named, language)
    if form is not None:
        note = wrapped(
            say(
                "The deviation from what was expected of you at that pace "
                "before each run, in your own standard deviations; all ranges "
                "of the table hold together with 95 %. Shoes are worn on "
                "different days and sessions, so a difference need not come "
                "from the shoe.",
                language,
            )
        )
        lines += ["", *table_lines(form), "", *note]
    return "\n".join(lines)


def compare_text(result: CompareResult, language: Lang) -> str:
    """The runs as a whole, then a table per figure with a line per stretch."""
    beside = result.beside
    lines = table_lines(heads_table(beside, language))
    tables = stretch_tables(beside, language)
    if not tables:
        return "\n".join(
            [
                *lines,
                "",
                *wrapped(say("These runs have nothing to compare stretch by stretch.", language)),
            ]
        )
    lines += ["", alignment_text(beside, language)]
    for title, table in tables:
        lines += ["", title, *table_lines(table)]
    lines += [
        "",
        *wrapped(
            say(
                "Figures of a whole run are the watch's; those of a stretch are while running.",
                language,
            )
        ),
    ]
    if any(run.form_z for run in beside.runs):
        lines += wrapped(
            say(
                "SD: the deviation from your usual at that pace, in your own standard deviations.",
                language,
            )
        )
    return "\n".join(lines)


def _nothing(language: Lang) -> str:
    return "\n".join(
        wrapped(
            say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", language)
        )
    )


def _week_lines(week: CalendarWeek, language: Lang) -> list[str]:
    """Day numbers; kilometres; kinds; and where a day has two runs, how many."""
    sums = say("{n} <n:run|runs>", language, n=week.sums.n_runs) if week.sums.n_runs else ""
    lines = [
        _cells([*("" if day is None else str(day.day.day) for day in week.days), sums]),
        _cells([*map(_distance, week.days), _km(week.sums.distance_m)]),
        _cells([*(_kinds(day, language) for day in week.days), ""]),
    ]
    return [line for line in lines if line.strip()]


def _distance(day: CalendarDay | None) -> str:
    if day is None or not day.runs:
        return ""
    distances_m = [run.distance_m for run in day.runs if run.distance_m is not None]
    return _km(sum(distances_m)) if distances_m else NO_VALUE


def _km(distance_m: float | None) -> str:
    return "" if distance_m is None else f"{fixed(distance_m / METRES_PER_KM, 1)} km"


def _kinds(day: CalendarDay | None, language: Lang) -> str:
    """The kind of the day's longest run; '+1': one run more."""
    if day is None or not day.runs:
        return ""
    longest = max(day.runs, key=lambda run: run.distance_m or 0.0)
    more = f"+{len(day.runs) - 1}" if len(day.runs) > 1 else ""
    return cut(short_type(longest.training_type, language), _CELL - len(more)) + more


def _cells(cells: Sequence[str]) -> str:
    return " ".join(pad(cell, _CELL) for cell in cells)
