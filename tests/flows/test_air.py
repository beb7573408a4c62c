"""Weather that runs lack: out of a file, or by the watch; and what is judged anew by it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument, Unreadable
from hakaru.core.i18n import Lang
from hakaru.flows.air import WeatherGiven, weather
from hakaru.flows.context import Context
from hakaru.flows.reads import get_weather_data
from hakaru.flows.why import explain_form
from hakaru.present.air import weather_document
from hakaru.running.activity import Weather
from hakaru.running.effects import COMFORT_C
from hakaru.running.environment.heat import (
    WRIST_BETWEEN_SD_C,
    WRIST_RUN_SD_C,
    WRIST_WARMER_C,
)
from hakaru.store.air import RunAir, runs_with_air, write_air
from tests.documents import text_of
from tests.flows.factories import ask, run_sql, stored_runs, verdicts


def given(
    context: Context, file: Path | None = None, *, watch: bool = False, unit: str | None = None
) -> WeatherGiven:
    return weather(context, file=file, watch=watch, unit=unit)  # type: ignore[arg-type]


def hourly(context: Context, path: Path, degrees_c: float, humidity_pct: float = 60.0) -> Path:
    """A file with every hour of the season, of the wall clock."""
    runs = airs(context)
    first, last = runs[0].started_at, runs[-1].started_at + timedelta(hours=12)
    hours = int((last - first).total_seconds() // 3600) + 24
    start = first.replace(minute=0, second=0) - timedelta(hours=12)
    rows = [
        f"{start + timedelta(hours=hour):%Y-%m-%d %H:%M};{degrees_c};{humidity_pct}"
        for hour in range(hours + 12)
    ]
    path.write_text("\n".join(["time;temperature (°C);humidity", *rows]))
    return path


def airs(context: Context) -> tuple[RunAir, ...]:
    with context.store.read() as con:
        return runs_with_air(con)


def no_thermometer(context: Context) -> None:
    """As if the watch had none."""
    run_sql(context, "UPDATE data.splits SET temperature_c = NULL")
    run_sql(context, "UPDATE data.time_series_metrics SET temperature_c = NULL")


def test_a_file_gives_every_run_its_weather_once(untrained: Context, tmp_path: Path) -> None:
    file = hourly(untrained, tmp_path / "air.csv", 8.0)
    n_runs = len(stored_runs(untrained))
    first = given(untrained, file)
    assert (first.n_given, first.n_file, first.n_without) == (n_runs, n_runs, 0)
    assert first.file is not None
    assert first.file.n_runs_outside == 0
    told = get_weather_data(untrained, activity_id="latest").content
    assert (told["source"], told["temperature_c"]) == ("weather_file", 8.0)
    assert told["relative_humidity_pct"] == 60.0
    again = given(untrained, file)
    assert (again.n_given, again.n_changed) == (0, 0)


def test_what_a_service_reported_stays(untrained: Context, tmp_path: Path) -> None:
    run = stored_runs(untrained)[3]
    with untrained.store.write() as con:
        write_air(con, run.activity_id, Weather(temperature_c=-1.0, station="EDDF"))
    file = hourly(untrained, tmp_path / "air.csv", 8.0)
    assert given(untrained, file, watch=True).n_service == 1
    told = get_weather_data(untrained, activity_id=str(run.activity_id)).content
    assert (told["source"], told["temperature_c"]) == ("weather_service", -1.0)


def test_a_run_under_a_roof_gets_no_weather(untrained: Context, tmp_path: Path) -> None:
    run = stored_runs(untrained)[0]
    run_sql(
        untrained,
        "UPDATE activities SET sub_sport = 'treadmill' WHERE activity_id = ?",
        [run.activity_id],
    )
    result = given(untrained, hourly(untrained, tmp_path / "air.csv", 8.0), watch=True)
    assert result.n_indoor == 1
    assert airs(untrained)[0].weather is None


def test_the_watch_reads_high_by_what_is_assumed_until_a_run_has_both(
    untrained: Context, tmp_path: Path
) -> None:
    by_watch = given(untrained, watch=True)
    (watch,) = by_watch.watches
    assert (watch.bias.warmer_c, watch.bias.n_runs) == (WRIST_WARMER_C, 0)
    settled = [run for run in airs(untrained) if run.watch_c is not None]
    assert len(settled) == watch.n_runs == by_watch.n_watch
    for run in settled:
        assert run.weather is not None
        assert run.watch_c is not None
        assert run.weather.temperature_c == pytest.approx(run.watch_c - WRIST_WARMER_C, abs=0.051)
        assert run.weather.origin == "watch"
    assert given(untrained, watch=True).n_changed == 0


def test_runs_with_both_say_how_much_warmer_the_watch_is(
    untrained: Context, tmp_path: Path
) -> None:
    runs = [run for run in airs(untrained) if run.watch_c is not None]
    half = runs[: len(runs) // 2]
    rows = [
        f"{run.started_at.timestamp() + 300:.0f},{(run.watch_c or 0.0) - 7.0:.2f}" for run in half
    ]
    file = tmp_path / "air.csv"
    file.write_text("\n".join(["timestamp,temp_c", *rows]))
    result = given(untrained, file, watch=True)
    (watch,) = result.watches
    assert watch.bias.n_runs == len(half)
    own = len(half) / WRIST_RUN_SD_C**2  # n precise readings of 7 against one belief
    believed = 1.0 / WRIST_BETWEEN_SD_C**2
    shrunk_c = (7.0 * own + WRIST_WARMER_C * believed) / (own + believed)
    assert watch.bias.warmer_c == pytest.approx(shrunk_c, abs=0.02)
    assert watch.bias.low_c < 7.0 < watch.bias.high_c
    assert result.n_file == len(half)
    assert result.n_watch == len(runs) - len(half)


def test_form_is_judged_again_where_nobody_measured_the_warmth(
    untrained: Context, tmp_path: Path
) -> None:
    no_thermometer(untrained)
    before = verdicts(untrained)
    result = given(untrained, hourly(untrained, tmp_path / "air.csv", 34.0))
    n_measured = sum(run.sensor_group is not None for run in airs(untrained))
    assert result.n_judged_again == n_measured
    after = verdicts(untrained)
    latest = max(after)
    assert after[latest].metrics["gct"].interval_90 != before[latest].metrics["gct"].interval_90
    way = explain_form(untrained, activity_id="latest", metric="gct").metrics[0]
    (heat,) = (part for part in way.parts if part.cause == "heat")
    assert heat.exposure_value == pytest.approx(34.0 - 17.0)


def test_form_stays_as_it_is_where_the_watch_measured(untrained: Context, tmp_path: Path) -> None:
    before = verdicts(untrained)
    result = given(untrained, hourly(untrained, tmp_path / "air.csv", 34.0))
    assert result.n_judged_again == 0
    assert verdicts(untrained) == before


def test_a_file_of_another_time_changes_nothing_and_says_so(
    untrained: Context, tmp_path: Path
) -> None:
    file = tmp_path / "air.csv"
    file.write_text("time,temperature\n1999-07-01 06:00,21\n")
    result = given(untrained, file)
    assert result.file is not None
    assert result.file.n_runs_outside == len(stored_runs(untrained))
    assert ask(untrained, "SELECT count(*) FROM weather") == [(0,)]


def test_without_a_file_and_the_watch_nothing_is_written(untrained: Context) -> None:
    result = given(untrained)
    assert result.n_given == 0
    assert result.n_only_watch + result.n_without == len(stored_runs(untrained))
    assert ask(untrained, "SELECT count(*) FROM weather") == [(0,)]


def test_a_file_that_is_not_there(untrained: Context, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be opened"):
        given(untrained, tmp_path / "none.csv")


def test_a_unit_without_a_file(untrained: Context) -> None:
    with pytest.raises(BadArgument):
        given(untrained, unit="F")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_says_what_the_bias_rests_on(untrained: Context, lang: Lang) -> None:
    text = text_of(weather_document(given(untrained, watch=True), lang))
    assert "+5.0 °C" in text
    assert {"en": "assumed", "ja": "仮定"}[lang] in text


def test_where_the_air_was_cool_nothing_is_explained_by_the_warmth_of_the_wrist(
    untrained: Context, tmp_path: Path
) -> None:
    run_sql(untrained, "UPDATE data.splits SET temperature_c = 27.0")
    assert heat_c(untrained) == pytest.approx(27.0 - COMFORT_C)
    assert given(untrained, hourly(untrained, tmp_path / "air.csv", 4.0)).n_judged_again
    assert heat_c(untrained) == 0.0


def test_the_weather_outside_cools_nobody_on_a_treadmill(untrained: Context) -> None:
    run_sql(untrained, "UPDATE data.splits SET temperature_c = 27.0")
    run = stored_runs(untrained)[-1]
    with untrained.store.write() as con:
        write_air(con, run.activity_id, Weather(temperature_c=4.0))
    run_sql(untrained, "UPDATE activities SET sub_sport = 'treadmill'")
    assert heat_c(untrained) == pytest.approx(27.0 - COMFORT_C)


def heat_c(context: Context) -> float:
    """Degrees of warmth that the way to the newest run's contact time counts."""
    way = explain_form(context, activity_id="latest", metric="gct").metrics[0]
    return next((part.exposure_value for part in way.parts if part.cause == "heat"), 0.0)
