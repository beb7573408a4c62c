"""Weather that runs lack: out of a file of the runner's, or by the watch less its bias.

Nothing is fetched. What a weather service reported stays; a file counts more than the watch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final, Literal

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.records import frozen
from hakaru.running.activity import Weather
from hakaru.running.effects import is_cool
from hakaru.running.environment.grade import INDOOR_SPORTS
from hakaru.running.environment.heat import Air, AirTable, WristBias, hours_of, wrist_bias
from hakaru.sources.files import read_regular
from hakaru.sources.weather_csv import (
    FILE_MAX_BYTES,
    TemperatureUnit,
    WeatherTable,
    read_weather_csv,
)
from hakaru.store.air import RunAir, runs_with_air, write_air
from hakaru.store.database import transaction
from hakaru.store.stale import NOBODY, StaleMark, mark_stale, outdate_sessions

_USUAL_RUN_S: Final = 3600.0
_DIGITS = 1


@frozen
class WeatherFile:
    """What a file holds, and for how many runs without weather it says nothing."""

    n_rows: int
    n_left_out: int
    first_day: date
    last_day: date
    unit: TemperatureUnit
    unit_named: bool
    n_runs_outside: int


@frozen
class Watch:
    """A watch with a thermometer and how much warmer than the air it reads; `name` None: the
    recordings do not name it."""

    name: str | None
    n_runs: int
    bias: WristBias


@frozen
class WeatherGiven:
    """What is known of the air of all runs now. `n_given` got weather, `n_changed` another than
    before; `n_judged_again` of these are judged by it. `n_indoor` are left alone."""

    n_given: int = 0
    n_changed: int = 0
    n_judged_again: int = 0
    n_runs: int
    n_service: int
    n_file: int
    n_watch: int
    n_only_watch: int
    n_without: int
    n_indoor: int
    watches: tuple[Watch, ...]
    file: WeatherFile | None = None


def weather(
    context: Context, *, file: Path | None, watch: bool, unit: Literal["C", "F"] | None
) -> WeatherGiven:
    """Give weather to runs that have none from a service; without a file and without `watch` only
    say who has which. The same file again changes nothing.

    Raises:
        Unreadable: the file cannot be opened, or holds no times with temperatures.
        BadArgument: a unit without a file.
    """
    if unit is not None and file is None:
        raise BadArgument("unit", unit, message("of use without a file"))
    table = None if file is None else _read(file, context, unit)
    with context.store.read() as con:
        before = runs_with_air(con)
    by_file = {} if table is None else _from_file(before, table)
    watches = _watches(before, by_file)
    asked = watch or table is not None
    wanted = dict(_wanted(before, by_file, watches, by_watch=watch)) if asked else {}
    changed = {run: air for run, air in wanted.items() if air != before[run].weather}
    judged = 0
    for place, air in changed.items():
        judged += _give(context, before[place], air)
    if changed:
        refresh(context)
    after = [replace(run, weather=wanted.get(at, run.weather)) for at, run in enumerate(before)]
    return replace(
        _known(after, watches),
        n_given=sum(before[place].weather is None for place in changed),
        n_changed=sum(before[place].weather is not None for place in changed),
        n_judged_again=judged,
        file=None if table is None else _described(table, before, by_file),
    )


def _read(file: Path, context: Context, unit: str | None) -> WeatherTable:
    data = read_regular(file, limit_bytes=FILE_MAX_BYTES)
    return read_weather_csv(data, where=context.shown_path(str(file)), unit=unit)


def _open_air(run: RunAir) -> bool:
    return run.sub_sport not in INDOOR_SPORTS


def _reported(run: RunAir) -> bool:
    """Whether a weather service said how warm it was."""
    return (
        run.weather is not None
        and run.weather.origin is None
        and run.weather.temperature_c is not None
    )


def _from_file(runs: Sequence[RunAir], table: WeatherTable) -> Mapping[int, Air]:
    """What a file says of the runs that have no weather from a service, by their place."""
    air = AirTable(
        hour=hours_of(table.moment),
        temperature_c=table.temperature_c,
        relative_humidity_pct=table.relative_humidity_pct,
        daily=table.daily,
    )
    known: dict[int, Air] = {}
    for place, run in enumerate(runs):
        if _reported(run) or not _open_air(run):
            continue
        start_h = run.started_at.timestamp() / SECONDS_PER_HOUR
        if table.is_local:
            start_h += (run.utc_offset_s or 0) / SECONDS_PER_HOUR
        end_h = start_h + (run.elapsed_s or _USUAL_RUN_S) / SECONDS_PER_HOUR
        during = air.during(start_h, end_h)
        if during is not None:
            known[place] = during
    return known


def _watches(runs: Sequence[RunAir], by_file: Mapping[int, Air]) -> tuple[Watch, ...]:
    """The watches with a thermometer, the one of most runs first."""
    own: dict[str | None, list[RunAir]] = defaultdict(list)
    differences: dict[str | None, list[float]] = defaultdict(list)
    for place, run in enumerate(runs):
        if run.watch_c is None or not _open_air(run):
            continue
        own[run.watch].append(run)
        air_c = _air_c(run, by_file.get(place))
        if air_c is not None:
            differences[run.watch].append(run.watch_c - air_c)
    watches = [
        Watch(name=name, n_runs=len(worn), bias=wrist_bias(differences[name]))
        for name, worn in own.items()
    ]
    return tuple(sorted(watches, key=lambda watch: (-watch.n_runs, watch.name or "")))


def _air_c(run: RunAir, of_file: Air | None) -> float | None:
    """How warm the air was, by somebody else than the watch."""
    if of_file is not None:
        return of_file.temperature_c
    if run.weather is None or run.weather.origin == "watch":
        return None
    return run.weather.temperature_c


def _wanted(
    runs: Sequence[RunAir],
    by_file: Mapping[int, Air],
    watches: Sequence[Watch],
    *,
    by_watch: bool,
) -> Iterator[tuple[int, Weather]]:
    """The weather that each run is to have, of those that are given one."""
    biases = {watch.name: watch.bias.warmer_c for watch in watches}
    usual_c = watches[0].bias.warmer_c if watches else 0.0
    for place, run in enumerate(runs):
        base = run.weather or Weather()
        if place in by_file:
            air = by_file[place]
            temperature_c = round(air.temperature_c, _DIGITS)
            humidity = air.relative_humidity_pct
            yield (
                place,
                replace(
                    base,
                    temperature_c=temperature_c,
                    relative_humidity_pct=base.relative_humidity_pct
                    if humidity is None
                    else round(humidity, _DIGITS),
                    origin="file",
                    wrist_c=None if run.has_split_c else round(temperature_c + usual_c, _DIGITS),
                ),
            )
        elif run.watch_c is not None and _open_air(run) and _is_free(run):
            if not by_watch and base.origin != "watch":
                continue
            own_c = round(run.watch_c - biases[run.watch], _DIGITS)
            yield place, replace(base, temperature_c=own_c, origin="watch")


def _is_free(run: RunAir) -> bool:
    """Whether nobody but the watch said how warm it was."""
    known = run.weather
    return known is None or known.temperature_c is None or known.origin == "watch"


def _give(context: Context, run: RunAir, air: Weather) -> bool:
    """Store the weather of one run and mark what depends on it, in one transaction. Returns whether
    its form is judged by it."""
    before = run.weather or Weather()
    cooled = is_cool(air.temperature_c) != is_cool(before.temperature_c)
    judged = run.sensor_group is not None and (cooled or air.wrist_c != before.wrist_c)
    with context.store.turn() as con, transaction(con):
        write_air(con, run.activity_id, air)
        outdate_sessions(con, [run.activity_id], owner=NOBODY)
        if judged:
            mark = StaleMark(kind="form", sensor_group=run.sensor_group or "", since=run.started_at)
            mark_stale(con, [mark])
    return judged


def _known(runs: Sequence[RunAir], watches: tuple[Watch, ...]) -> WeatherGiven:
    outdoors = [run for run in runs if _open_air(run)]
    free = [run for run in outdoors if run.weather is None or run.weather.temperature_c is None]
    origins = [run.weather.origin for run in outdoors if run.weather and run not in free]
    only_watch = sum(run.watch_c is not None for run in free)
    return WeatherGiven(
        n_runs=len(runs),
        n_service=sum(_reported(run) for run in outdoors),
        n_file=origins.count("file"),
        n_watch=origins.count("watch"),
        n_only_watch=only_watch,
        n_without=len(free) - only_watch,
        n_indoor=len(runs) - len(outdoors),
        watches=watches,
    )


def _described(
    table: WeatherTable, runs: Sequence[RunAir], by_file: Mapping[int, Air]
) -> WeatherFile:
    days = table.moment.astype("datetime64[D]")
    free = [place for place, run in enumerate(runs) if _open_air(run) and not _reported(run)]
    return WeatherFile(
        n_rows=int(np.size(table.moment)),
        n_left_out=table.n_left_out,
        first_day=days.min().item(),
        last_day=days.max().item(),
        unit=table.unit,
        unit_named=table.unit_named,
        n_runs_outside=sum(place not in by_file for place in free),
    )
