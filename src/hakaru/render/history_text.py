"""How do volume, records, shoes and compared runs read as tables? For terminals and pages alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE, SECONDS_PER_MINUTE, format_duration
from hakaru.guard.cleaning import clean
from hakaru.render.blocks import Row, Table
from hakaru.render.facts import day_text
from hakaru.render.numbers import NO_VALUE, km_text, pace_text, signed, unit_text
from hakaru.render.session_text import type_name
from hakaru.render.words import say
from hakaru.render.words_history import HISTORY, SHORT_TYPES
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.records import RECORD_DISTANCES_M, Record
from hakaru.running.session.model import TrainingType
from hakaru.running.volume import SHOE_RUNS_MIN, Period, PeriodKind, Shoe, ShoeForm, Sums
from hakaru.running.wording import Lang, fixed

_HALF_MARATHON_M, _MARATHON_M = 21_097.5, 42_195.0


def run_address(activity_id: int) -> str:
    """The page of a run in the dashboard."""
    return f"/runs/{activity_id}"


def period_text(period: Period, kind: PeriodKind, lang: Lang) -> str:
    """'2026-11-16' (the Monday of a week), '2026-11', '2026'."""
    if kind == "day":
        return day_text(period.first, lang)
    if kind == "year":
        return f"{period.first.year}"
    if kind == "month":
        return f"{period.first:%Y-%m}"
    return period.first.isoformat()


def sum_cells(sums: Sums) -> tuple[str, str, str, str]:
    """Runs, distance, time, climb; a dash where nobody knows."""
    return (
        str(sums.n_runs),
        distance_text(sums.distance_m),
        NO_VALUE if sums.time_s is None else format_duration(sums.time_s),
        NO_VALUE if sums.climb_m is None else unit_text(sums.climb_m, "m"),
    )


def distance_text(distance_m: float | None) -> str:
    """'10.02 km', or a dash."""
    return NO_VALUE if distance_m is None else f"{km_text(distance_m)} km"


def volume_table(periods: Sequence[Period], kind: PeriodKind, total: Sums, *, lang: Lang) -> Table:
    """One line per period, the newest first, and all of them together."""
    rows = [
        Row(
            cells=(period_text(period, kind, lang), *sum_cells(period.sums)),
            mark="" if period.sums.n_runs else "soft",
            address=_runs_between(period),
        )
        for period in reversed(periods)
    ]
    head = tuple(say(HISTORY[key], lang) for key in ("runs", "distance", "time", "climb"))
    return Table(
        name="volume",
        columns=(say(HISTORY[f"period_{kind}"], lang), *head),
        rows=(*rows, Row(cells=(say(HISTORY["total"], lang), *sum_cells(total)))),
    )


def _runs_between(period: Period) -> str:
    if not period.sums.n_runs:
        return ""
    return f"/runs?since={period.first.isoformat()}&until={period.last.isoformat()}"


def record_name(record: Record, lang: Lang) -> str:
    """'5 km', '10 min', 'Longest run'."""
    if record.kind in ("longest", "climb"):
        return say(HISTORY[f"record_{record.kind}"], lang)
    if record.over_s is not None:
        return say(HISTORY["minutes"], lang, n=fixed(record.over_s / SECONDS_PER_MINUTE, 0))
    assert record.over_m is not None
    return record_distance_name(record.over_m, lang)


def record_distance_name(distance_m: float, lang: Lang, *, short: bool = False) -> str:
    """'400 m', '1 mile', '10 km', 'Half marathon'."""
    if distance_m == METRES_PER_MILE:
        return say(HISTORY["mile"], lang)
    if distance_m == _HALF_MARATHON_M:
        return say(HISTORY["half" if short else "half_marathon"], lang)
    if distance_m == _MARATHON_M:
        return say(HISTORY["marathon"], lang)
    if distance_m < METRES_PER_KM:
        return f"{fixed(distance_m, 0)} m"
    return f"{fixed(distance_m / METRES_PER_KM, 0)} km"


def record_table(records: Sequence[Record], lang: Lang) -> Table:
    """One line per record; its day opens the run."""
    return Table(
        name="records",
        columns=tuple(say(HISTORY[key], lang) for key in ("record", "best", "pace", "day")),
        rows=tuple(
            Row(
                cells=(
                    record_name(record, lang),
                    _best_text(record, lang),
                    f"{pace_text(record.speed_mps)}/km" if record.speed_mps else NO_VALUE,
                    record.day.isoformat(),
                ),
                address=run_address(record.activity_id),
            )
            for record in records
        ),
        left=frozenset({3}),
        link_column=3,
    )


def _best_text(record: Record, lang: Lang) -> str:
    if record.kind == "climb":
        return NO_VALUE if record.climb_m is None else unit_text(record.climb_m, "m")
    if record.kind in ("duration", "longest"):
        short = record.distance_m is not None and record.distance_m < METRES_PER_KM
        return (
            unit_text(record.distance_m or 0.0, "m") if short else distance_text(record.distance_m)
        )
    taken = NO_VALUE if record.elapsed_s is None else format_duration(record.elapsed_s)
    if record.basis == "seconds":
        return taken
    whole = say(HISTORY["whole_run"], lang, distance=distance_text(record.distance_m))
    return f"{taken} {whole}"


def record_notes(records: Sequence[Record], lang: Lang) -> tuple[str, ...]:
    """What has to be said of the times, and of whole runs where there are any."""
    notes = [say(HISTORY["elapsed_note"], lang)] if records else []
    if any(record.kind == "distance" and record.basis == "whole_run" for record in records):
        notes.append(say(HISTORY["whole_note"], lang))
    return tuple(notes)


def years_table(by_year: Mapping[int, Sequence[Record]], lang: Lang) -> Table:
    """The best time over each distance of each year, the newest year first."""
    heads = (
        record_distance_name(distance_m, lang, short=True) for distance_m in RECORD_DISTANCES_M
    )
    rows = []
    for year, records in by_year.items():
        taken_s = {
            record.over_m: record.elapsed_s for record in records if record.kind == "distance"
        }
        cells = (
            NO_VALUE if (best_s := taken_s.get(distance_m)) is None else format_duration(best_s)
            for distance_m in RECORD_DISTANCES_M
        )
        rows.append(Row(cells=(str(year), *cells), address=f"/records?year={year}"))
    return Table(
        name="years", columns=(say(HISTORY["period_year"], lang), *heads), rows=tuple(rows)
    )


def shoe_name(shoe: Shoe, lang: Lang) -> str:
    """As the recordings name it."""
    return say(HISTORY["no_shoe"], lang) if shoe.gear is None else clean(shoe.gear)


def shoes_table(shoes: Sequence[Shoe], lang: Lang) -> Table:
    """One line per pair."""
    keys = ("shoes", "runs", "distance", "time", "first_worn", "last_worn")
    rows = []
    for shoe in shoes:
        n_runs, distance, time, _ = sum_cells(shoe.sums)
        days = (shoe.first_day.isoformat(), shoe.last_day.isoformat())
        rows.append(Row(cells=(shoe_name(shoe, lang), n_runs, distance, time, *days)))
    columns = tuple(say(HISTORY[key], lang) for key in keys)
    return Table(name="shoes", columns=columns, rows=tuple(rows))


def shoe_form_table(shoes: Sequence[Shoe], lang: Lang) -> Table | None:
    """Each rated metric in each pair; None: no run in named shoes was rated."""
    keys = ("shoes", "metric", "runs", "mean_z", "range_z", "against_usual")
    rows = tuple(
        Row(
            cells=(
                shoe_name(shoe, lang),
                metric_label(form.metric, lang),
                str(form.n_runs),
                signed(form.mean_z, 1),
                _range_text(form, lang),
                _verdict_text(form, lang),
            ),
            mark="soft" if form.verdict == "few_runs" else "",
        )
        for shoe in shoes
        for form in shoe.form
    )
    columns = tuple(say(HISTORY[key], lang) for key in keys)
    left = frozenset({1, 5})
    return Table(name="shoe-form", columns=columns, rows=rows, left=left) if rows else None


def metric_label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric as it stands in tables."""
    return METRICS[metric].words.brief[0 if lang == "ja" else 1]


def short_type(training_type: TrainingType | None, lang: Lang) -> str:
    """A kind of training in a word; '' where nobody knows."""
    if training_type is None or training_type == "unknown":
        return ""
    entry = SHORT_TYPES.get(training_type)
    return type_name(training_type, lang) if entry is None else say(entry, lang)


def _range_text(form: ShoeForm, lang: Lang) -> str:
    if form.low_z is None or form.high_z is None or form.verdict == "few_runs":
        return NO_VALUE
    low, high = signed(form.low_z, 1), signed(form.high_z, 1)
    return say(HISTORY["z_range"], lang, low=low, high=high)


def _verdict_text(form: ShoeForm, lang: Lang) -> str:
    if form.verdict == "few_runs":
        return say(HISTORY["few_runs"], lang, n=form.n_runs, least=SHOE_RUNS_MIN)
    if form.verdict == "no_difference":
        return say(HISTORY["no_difference"], lang)
    words = METRICS[form.metric].words
    return (words.higher if form.verdict == "higher" else words.lower)[0 if lang == "ja" else 1]
