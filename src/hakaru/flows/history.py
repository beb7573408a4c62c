"""What runs add up to, what was best, what a month held, how far shoes have gone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import TABLE_BYTES, Columns, LastRows, Rows, rounded
from hakaru.core.units import (
    METRES_PER_KM,
    METRES_PER_MILE,
    SECONDS_PER_MINUTE,
    duration_s,
    format_duration,
    pace_of,
    speed_to_pace_s_per_km,
)
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.readiness import NAMED_M
from hakaru.running.records import (
    RECORD_DISTANCES_M,
    RECORD_DURATIONS_S,
    Record,
    best_runs,
    records_by_year,
    records_of,
)
from hakaru.running.volume import (
    CalendarWeek,
    Period,
    PeriodKind,
    RunFigures,
    Shoe,
    ShoeForm,
    Sums,
    calendar_of,
    first_day_of,
    next_month,
    periods_before,
    shoes_of,
    sums_of,
    volume_by,
)
from hakaru.store.activities import (
    FoundRun,
    RunCloud,
    RunFilter,
    find_runs,
    local_day,
    run_cloud,
    session_types,
    split_speeds,
)
from hakaru.store.history import (
    efforts_of_runs,
    efforts_over_distance,
    efforts_over_duration,
    first_and_last_day,
    rated_metrics,
    run_figures,
)
from hakaru.store.overview import Sorting, variations, worn_shoes
from hakaru.store.recordings import sensor_groups

PAGE_RUNS = 50


@frozen
class RunPage:
    """One page of the runs that match, newest first; `cloud` holds all of them.

    `speeds_mps` are those of the splits of each run, in order; `variation_frac` is SD over mean of
    speed in the part that a run is judged by.
    """

    runs: tuple[FoundRun, ...]
    cloud: RunCloud
    speeds_mps: Mapping[int, tuple[float | None, ...]]
    variation_frac: Mapping[int, float]
    sensors: tuple[str, ...]
    types: tuple[str, ...]
    shoes: tuple[str, ...]
    page: int
    n_pages: int

    @property
    def n_found(self) -> int:
        """How many runs match."""
        return len(self.cloud.speed_mps)


def list_runs(
    context: Context, wanted: RunFilter, *, page: int, order: Sorting | None = None
) -> RunPage:
    """A page of runs; one beyond the last is the last."""
    with context.store.read() as con:
        cloud = run_cloud(con, wanted)
        n_pages = max(1, -(-len(cloud.speed_mps) // PAGE_RUNS))
        shown = min(page, n_pages)
        offset = (shown - 1) * PAGE_RUNS
        runs = find_runs(con, wanted, limit=PAGE_RUNS, offset=offset, order=order or "newest")
        ids = [run.activity.activity_id for run in runs]
        return RunPage(
            runs=runs,
            cloud=cloud,
            speeds_mps=split_speeds(con, ids),
            variation_frac=variations(con, ids),
            sensors=sensor_groups(con),
            types=session_types(con),
            shoes=worn_shoes(con),
            page=shown,
            n_pages=n_pages,
        )


_SHOWN_PERIODS = {"day": 28, "week": 12, "month": 12}
_FIRST_YEAR, _LAST_YEAR = 1900, 2199
_BY_YEAR_BYTES = 1200
_RUN_COLUMNS: Columns[RunFigures] = {
    "day": None,
    "activity_id": None,
    "distance_m": 0,
    "time_s": 0,
    "training_type": None,
}


_NAME_SLACK_FRAC = 0.01
"""A marathon is also called 42.2 km, a mile 1.6."""
_EFFORT_COLUMNS: Columns[tuple[Record, RunFigures]] = {
    "day": lambda effort: effort[0].day,
    "activity_id": lambda effort: effort[0].activity_id,
    "time": lambda effort: format_duration(effort[0].elapsed_s or 0.0),
    "pace": lambda effort: pace_of(effort[0].speed_mps),
    "distance_m": lambda effort: rounded(effort[0].distance_m, 0),
    "elapsed_s": lambda effort: rounded(effort[0].elapsed_s, 1),
    "basis": lambda effort: effort[0].basis,
    "training_type": lambda effort: effort[1].training_type,
    "gear": lambda effort: effort[1].gear,
}


@frozen
class VolumeResult:
    """Days, weeks, months or years without a gap, oldest first, and all of them together.

    `empty`: no run is stored at all.
    """

    kind: PeriodKind
    periods: tuple[Period, ...]
    total: Sums
    empty: bool

    @property
    def shape(self) -> Mapping[str, object]:
        """Every period; a reply has the newest that fit."""
        names = ["n_runs", "distance_m", "time_s", "climb_m", "distance", "time"]
        rows = [
            [period.first, *_figures(period.sums), *_in_words(period.sums)]
            for period in self.periods
        ]
        return {
            "columns": ["first_date", *names],
            "rows": LastRows(rows, within_bytes=TABLE_BYTES),
            "since": self.periods[0].since if self.periods else None,
            "until": self.periods[-1].until if self.periods else None,
            "total": {
                "n_periods": len(self.periods),
                **dict(zip(names, [*_figures(self.total), *_in_words(self.total)], strict=True)),
            },
        }


@frozen
class RecordsResult:
    """The best of all time or of one year, and of each year. `empty`: no run is stored at all."""

    year: int | None
    records: tuple[Record, ...]
    by_year: Mapping[int, tuple[Record, ...]]
    empty: bool

    @property
    def shape(self) -> Mapping[str, object]:
        """The records; of the years the times over distances, newest first."""
        years = [_year_row(year, records) for year, records in self.by_year.items()]
        return {
            "rows": Rows(self.records, columns=_RECORD_COLUMNS),
            "by_year": {
                "n_years": len(years),
                "columns": ["year", *(f"{distance_m:g}" for distance_m in RECORD_DISTANCES_M)],
                "rows": Rows(years, within_bytes=_BY_YEAR_BYTES),
            },
        }


@frozen
class CalendarResult:
    """A month in weeks from Monday. `earlier`, `later`: the months beside it with anything in them
    or before it, None: no run is that old or new. `empty`: no run is stored at all."""

    month: date
    weeks: tuple[CalendarWeek, ...]
    total: Sums
    earlier: date | None
    later: date | None
    empty: bool

    @property
    def runs(self) -> tuple[RunFigures, ...]:
        """The runs of the month in order of time."""
        return tuple(
            run for week in self.weeks for day in week.days if day is not None for run in day.runs
        )

    @property
    def shape(self) -> Mapping[str, object]:
        """The runs of the month, one row each."""
        return {
            "month": f"{self.month:%Y-%m}",
            "n_runs": self.total.n_runs,
            "distance_m": rounded(self.total.distance_m, 0),
            "rows": Rows(self.runs, columns=_RUN_COLUMNS, within_bytes=TABLE_BYTES),
        }


@frozen
class ShoesResult:
    """Every pair of shoes, the one worn last first. `empty`: no run is stored at all."""

    shoes: tuple[Shoe, ...]
    empty: bool

    @property
    def named(self) -> tuple[Shoe, ...]:
        """The pairs that recordings name."""
        return tuple(shoe for shoe in self.shoes if shoe.gear is not None)

    @property
    def shape(self) -> Mapping[str, object]:
        """Every pair, and how the form was in it."""
        pairs = [
            [shoe.gear, shoe.first_day, shoe.last_day, *_figures(shoe.sums)] for shoe in self.shoes
        ]
        form = [(shoe, metric) for shoe in self.named for metric in shoe.form]
        return {
            "shoes": {
                "n_shoes": len(self.named),
                "columns": [
                    *("gear", "first_date", "last_date"),
                    *("n_runs", "distance_m", "time_s", "climb_m"),
                ],
                "rows": Rows(pairs, within_bytes=TABLE_BYTES // 2, n_marks=1),
            },
            "form": {
                "rows": Rows(form, columns=_FORM_COLUMNS, within_bytes=TABLE_BYTES // 2, n_marks=1),
            },
        }


@frozen
class BestEffortsResult:
    """The fastest runs over a distance or in a duration, each with its run; `n_found` counts all
    that match."""

    over_m: float | None
    over_s: float | None
    n_found: int
    efforts: tuple[tuple[Record, RunFigures], ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """One row per run, the fastest first."""
        over = (
            f"{(self.over_s or 0.0) / SECONDS_PER_MINUTE:.0f} min"
            if self.over_m is None
            else f"{self.over_m:.0f} m"
            if self.over_m < METRES_PER_KM
            else f"{self.over_m / METRES_PER_KM:g} km"
        )
        rows = Rows(self.efforts, columns=_EFFORT_COLUMNS, within_bytes=TABLE_BYTES, n_marks=1)
        return {"over": over, "n_found": self.n_found, "rows": rows}


def volume(
    context: Context, *, by: PeriodKind, since: date | None, until: date | None
) -> VolumeResult:
    """Distance, time, climb and runs of each day, week, month or year between two local days.

    By default up to today (up to the newest run where nothing is newer than what would be shown),
    four weeks of days, twelve weeks or months, or every year.

    Raises:
        BadArgument: the days are out of order.
    """
    with context.store.read() as con:
        stored = first_and_last_day(con)
        today = until or local_day(con, context.now())
        oldest, newest = stored or (today, today)
        first, last = _span(by, since, until or today, oldest=oldest, newest=newest, fixed=until)
        if first > last:
            raise BadArgument(
                "since", first.isoformat(), message("a day up to {day}", day=last.isoformat())
            )
        runs = run_figures(con, since=first, until=last)
    return VolumeResult(
        kind=by,
        periods=volume_by(runs, by, since=first, until=last),
        total=sums_of(runs),
        empty=stored is None,
    )


def records(context: Context, *, year: int | None) -> RecordsResult:
    """The best times over 400 m to the marathon, the furthest in 1 to 60 min, the longest run and
    the most climb: of all time or of one year, and of each year.

    Raises:
        BadArgument: no such year.
    """
    if year is not None and not _FIRST_YEAR <= year <= _LAST_YEAR:
        expected = message(
            "a whole number between {low} and {high}", low=_FIRST_YEAR, high=_LAST_YEAR
        )
        raise BadArgument("year", year, expected)
    with context.store.read() as con:
        over_distance, over_duration = efforts_over_distance(con), efforts_over_duration(con)
        runs = run_figures(con)
    by_year = records_by_year(over_distance=over_distance, over_duration=over_duration, runs=runs)
    if year is None:
        best = records_of(over_distance=over_distance, over_duration=over_duration, runs=runs)
    else:
        best = by_year.get(year, ())
    return RecordsResult(year=year, records=best, by_year=by_year, empty=not runs)


def best_efforts(  # what a list can be asked for
    context: Context,
    *,
    over: str,
    type: str | None,  # noqa: A002  # the word of the command line
    not_type: str | None,
    since: date | None,
    until: date | None,
    limit: int,
) -> BestEffortsResult:
    """The fastest runs over a record distance ('5k'), or in a duration ('20min').

    Raises:
        BadArgument: no such distance or duration, or a limit below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, message("a whole number >= {low}", low=1))
    over_s = _record_duration_s(over) if _MINUTES.search(over) else None
    over_m = _record_distance_m(over) if over_s is None else None
    with context.store.read() as con:
        efforts = efforts_of_runs(con, over_m=over_m, over_s=over_s)
        runs = {run.activity_id: run for run in run_figures(con, since=since, until=until)}
    chosen = [
        run
        for run in runs.values()
        if type in (None, run.training_type) and (not_type is None or run.training_type != not_type)
    ]
    best = best_runs(efforts, chosen, over_m=over_m)
    return BestEffortsResult(
        over_m=over_m,
        over_s=over_s,
        n_found=len(best),
        efforts=tuple((record, runs[record.activity_id]) for record in best[:limit]),
    )


_DISTANCE_NAMES = {**NAMED_M, "mile": METRES_PER_MILE, "マイル": METRES_PER_MILE}
_MINUTES = re.compile(r"\d ?(?:min|h)|:\d")
_LENGTH = re.compile(r"(\d+(?:\.\d+)?) ?(km?|m)?")


def _record_distance_m(text: str) -> float:
    """'400m', '5k', '10 km', 'mile', 'half' in metres; a bare number means kilometres."""
    named = text.strip().lower()
    length = _LENGTH.fullmatch(named)
    if length is not None:
        metres = float(length[1]) * (1.0 if length[2] == "m" else METRES_PER_KM)
    else:
        metres = _DISTANCE_NAMES.get(named.removeprefix("1 "), 0.0)
    nearest = min(RECORD_DISTANCES_M, key=lambda known: abs(known - metres))
    if abs(nearest - metres) > _NAME_SLACK_FRAC * nearest:
        raise BadArgument(
            "over",
            text,
            message("400m, 1k, mile, 3k, 5k, 10k, half, marathon, or a time like 20min"),
        )
    return nearest


def _record_duration_s(text: str) -> float:
    try:
        wanted_s = duration_s(text)
    except ValueError:
        wanted_s = 0.0
    if wanted_s not in RECORD_DURATIONS_S:
        minutes = ", ".join(
            f"{duration / SECONDS_PER_MINUTE:.0f}" for duration in RECORD_DURATIONS_S
        )
        raise BadArgument("over", text, message("one of {minutes} min", minutes=minutes))
    return wanted_s


def calendar(context: Context, *, month: str | None) -> CalendarResult:
    """The runs of a month (YYYY-MM; None: that of the newest run), day by day.

    Raises:
        BadArgument: `month` is no month.
    """
    wanted = None if month is None else _month(month)
    with context.store.read() as con:
        stored = first_and_last_day(con)
        today = local_day(con, context.now())
        oldest, newest = stored or (today, today)
        first = wanted or first_day_of(newest, "month")
        following = next_month(first)
        runs = run_figures(con, since=first, until=following - timedelta(days=1))
    before = first_day_of(first - timedelta(days=1), "month") if first > oldest else None
    return CalendarResult(
        month=first,
        weeks=calendar_of(runs, first),
        total=sums_of(runs),
        earlier=before,
        later=following if following <= max(today, newest) else None,
        empty=stored is None,
    )


def shoes(context: Context) -> ShoesResult:
    """How far each pair of shoes has gone, and form in it beside the runner's own usual."""
    with context.store.read() as con:
        runs, rated = run_figures(con), rated_metrics(con)
    return ShoesResult(shoes=shoes_of(runs, rated), empty=not runs)


def _span(
    by: PeriodKind,
    since: date | None,
    until: date,
    *,
    oldest: date,
    newest: date,
    fixed: date | None,
) -> tuple[date, date]:
    """The first and last day to show."""
    last = until
    if by == "year":
        return since or first_day_of(min(oldest, last), "year"), last
    n_shown = _SHOWN_PERIODS[by]
    if fixed is None and since is None and newest < periods_before(last, by, n=n_shown):
        last = newest
    return since or periods_before(last, by, n=n_shown), last


def _month(text: str) -> date:
    try:
        month = date.fromisoformat(f"{text.strip()}-01")
    except ValueError:
        month = None
    if month is None or not _FIRST_YEAR <= month.year <= _LAST_YEAR:
        raise BadArgument("month", text, message("a month as YYYY-MM"))
    return month


def _in_words(sums: Sums) -> list[object]:
    """Distance and time as they are said."""
    return [
        None if sums.distance_m is None else f"{sums.distance_m / METRES_PER_KM:.1f} km",
        None if sums.time_s is None else format_duration(sums.time_s),
    ]


def _figures(sums: Sums) -> list[object]:
    return [
        sums.n_runs,
        rounded(sums.distance_m, 0),
        rounded(sums.time_s, 0),
        rounded(sums.climb_m, 0),
    ]


_RECORD_COLUMNS: Columns[Record] = {
    "kind": None,
    "over_m": None,
    "over_s": None,
    "distance_m": 1,
    "elapsed_s": 1,
    "pace_s_per_km": lambda record: (
        None if record.speed_mps is None else rounded(speed_to_pace_s_per_km(record.speed_mps), 1)
    ),
    "time": lambda record: None if record.elapsed_s is None else format_duration(record.elapsed_s),
    "pace": lambda record: pace_of(record.speed_mps),
    "climb_m": 0,
    "day": None,
    "activity_id": None,
    "basis": None,
}


def _year_row(year: int, best: Sequence[Record]) -> list[object]:
    taken_s = {effort.over_m: effort.elapsed_s for effort in best if effort.kind == "distance"}
    return [year, *(rounded(taken_s.get(distance_m), 1) for distance_m in RECORD_DISTANCES_M)]


_FORM_COLUMNS: Columns[tuple[Shoe, ShoeForm]] = {
    "gear": lambda row: row[0].gear,
    "metric": lambda row: row[1].metric,
    "n_runs": lambda row: row[1].n_runs,
    "mean_z": lambda row: rounded(row[1].mean_z, 2),
    "low_z": lambda row: rounded(row[1].low_z, 2),
    "high_z": lambda row: rounded(row[1].high_z, 2),
    "verdict": lambda row: row[1].verdict,
}
