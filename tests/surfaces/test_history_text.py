"""How volume, records, a month, shoes and compared runs read in a terminal, in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.history import CalendarResult, RecordsResult, ShoesResult, VolumeResult
from hakaru.flows.similar import CompareResult
from hakaru.present.compare import compare_document
from hakaru.present.figures import width_columns
from hakaru.present.history import (
    calendar_document,
    records_document,
    shoes_document,
    volume_document,
)
from hakaru.present.terminal import TERMINAL_COLUMNS, document_text
from hakaru.running.records import RECORD_DISTANCES_M, Record
from hakaru.running.segment import Cell, ComparedRun, SideBySide
from hakaru.running.volume import RatedMetric, RunFigures, calendar_of, shoes_of, sums_of, volume_by


def volume_text(result: VolumeResult, lang: Lang) -> str:
    return document_text(volume_document(result, lang))


def records_text(result: RecordsResult, lang: Lang) -> str:
    return document_text(records_document(result, lang))


def calendar_text(result: CalendarResult, lang: Lang) -> str:
    return document_text(calendar_document(result, lang))


def shoes_text(result: ShoesResult, lang: Lang) -> str:
    return document_text(shoes_document(result, lang))


def compare_text(result: CompareResult, lang: Lang) -> str:
    return document_text(compare_document(result, lang))


RUNS = (
    RunFigures(activity_id=1, day=date(2025, 3, 3), training_type="recovery", gear="Soft 1",
               distance_m=5_040.0, time_s=1_800.0, elapsed_s=1_900.0, climb_m=30.0,
               heart_rate_bpm=128.0),
    RunFigures(activity_id=2, day=date(2025, 3, 9), training_type="long_run", gear="Soft 1",
               distance_m=21_300.0, time_s=7_800.0, elapsed_s=8_000.0, climb_m=210.0,
               heart_rate_bpm=141.0),
    RunFigures(activity_id=3, day=date(2025, 3, 9), training_type="unknown"),
)  # fmt: skip
SINCE, UNTIL = date(2025, 2, 24), date(2025, 3, 16)


def record(**given: object) -> Record:
    values: dict[str, object] = {
        "kind": "distance", "over_m": 5000.0, "activity_id": 2, "day": date(2025, 3, 9),
        "distance_m": 5000.0, "elapsed_s": 1500.0,
    } | given  # fmt: skip
    return Record(**values)  # type: ignore[arg-type]


def cell(**given: float | None) -> Cell:
    values: dict[str, float | None] = {
        "distance_m": 1000.0, "time_s": 300.0, "pace_s_per_km": 300.0, "heart_rate_bpm": 150.0,
        "cadence_spm": 170.0, "gct_ms": 240.0, "vo_cm": 8.5, "vr_pct": 8.1, **given,
    }  # fmt: skip
    return Cell(**values)  # type: ignore[arg-type]


VOLUME = VolumeResult(
    kind="week",
    periods=volume_by(RUNS, "week", since=SINCE, until=UNTIL),
    total=sums_of(RUNS),
    empty=False,
)
RECORDS = RecordsResult(
    year=None,
    records=(
        *(record(over_m=one, distance_m=one) for one in RECORD_DISTANCES_M),
        record(over_m=10_000.0, distance_m=9_870.0, basis="whole_run"),
        record(kind="duration", over_m=None, over_s=600.0, distance_m=2_100.0, elapsed_s=600.0),
        record(kind="duration", over_m=None, over_s=60.0, distance_m=310.0, elapsed_s=60.0),
        record(kind="longest", over_m=None, distance_m=21_300.0, basis="whole_run"),
        record(kind="climb", over_m=None, climb_m=210.0, basis="whole_run"),
    ),
    by_year={2025: (record(),), 2024: (record(elapsed_s=1600.0),)},
    empty=False,
)
CALENDAR = CalendarResult(
    month=date(2025, 3, 1),
    weeks=calendar_of(RUNS, date(2025, 3, 1)),
    total=sums_of(RUNS),
    earlier=None,
    later=None,
    empty=False,
)
SHOES = ShoesResult(
    shoes=shoes_of(RUNS, [RatedMetric(activity_id=one, metric="gct", z=0.4) for one in (1, 2)]),
    empty=False,
)
COMPARED = CompareResult(
    beside=SideBySide(
        alignment="distance",
        step_m=1000.0,
        runs=(
            ComparedRun(figures=RUNS[0], cells=(cell(), cell(pace_s_per_km=None)), form_z={}),
            ComparedRun(
                figures=RUNS[1],
                cells=(cell(pace_s_per_km=291.0, gct_ms=233.0), cell(), cell(distance_m=400.0)),
                form_z={"gct": 1.24, "vo": -0.3},
            ),
        ),
    )
)
ALL = {
    "volume": lambda lang: volume_text(VOLUME, lang),
    "records": lambda lang: records_text(RECORDS, lang),
    "calendar": lambda lang: calendar_text(CALENDAR, lang),
    "shoes": lambda lang: shoes_text(SHOES, lang),
    "compare": lambda lang: compare_text(COMPARED, lang),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_every_line_fits_a_terminal(name: str, language: Lang) -> None:
    text = ALL[name](language)
    assert text
    assert max(map(width_columns, text.split("\n"))) <= TERMINAL_COLUMNS
    assert "None" not in text
    assert "nan" not in text


def test_weeks_are_told_by_their_monday_the_newest_first() -> None:
    lines = volume_text(VOLUME, "en").split("\n")[1:]
    assert lines[2].split() == ["2025-03-10", "0", "-", "-", "-"]
    week = ["3", "26.3", "km", "2", "h", "40", "min", "240", "m"]
    assert lines[3].split() == ["2025-03-03", *week]
    assert lines[5].split() == ["Total", *week]


def test_periods_without_a_run_share_a_line_and_what_is_not_whole_says_so() -> None:
    """Ten months of zeros stood above the two with runs."""
    runs = [
        RunFigures(activity_id=at, day=date(2025, 2, 10), distance_m=8_000_000.0, time_s=4e6)
        for at in range(2)
    ]
    since, until = date(2025, 1, 15), date(2025, 8, 10)
    result = VolumeResult(
        kind="month",
        periods=volume_by(runs, "month", since=since, until=until),
        total=sums_of(runs),
        empty=False,
    )
    lines = volume_text(result, "en").split("\n")[-4:]
    assert lines[0].split()[:6] == ["2025-03", "–", "2025-08", "(to", "08-10)", "0"]
    assert lines[1].split() == ["2025-02", "2", "16,000.0", "km", "2222", "h", "13", "min", "-"]
    assert lines[2].split()[:4] == ["2025-01", "(from", "01-15)", "0"]
    assert "（08-10まで）" in volume_text(result, "ja")


def test_a_record_of_a_whole_run_says_so() -> None:
    text = records_text(RECORDS, "en")
    assert "25:00 whole run (9.87 km)" in text
    assert "10 min" in text
    assert "310 m" in text
    assert "Half marathon" in text
    assert "Times include standing still." in text
    only_seconds = RecordsResult(year=2025, records=(record(),), by_year={}, empty=False)
    assert "whole run" not in records_text(only_seconds, "en")
    assert "2025" in records_text(only_seconds, "en")


def test_a_year_without_runs_is_said() -> None:
    result = RecordsResult(year=2001, records=(), by_year={}, empty=False)
    assert records_text(result, "en") == "There is no run in 2001."


def test_a_day_with_two_runs_shows_their_sum_and_how_many() -> None:
    lines = calendar_text(CALENDAR, "en").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("3  "))
    assert "21.3 km" in lines[at + 1]
    assert "long+1" in lines[at + 2]
    assert "recovery" in lines[at + 2]


def test_too_few_runs_in_a_pair_are_said() -> None:
    text = shoes_text(SHOES, "en")
    assert "too few runs (2 of 8)" in text
    assert "(no shoes recorded)" in text


def test_two_runs_are_told_with_their_difference() -> None:
    text = compare_text(COMPARED, "en")
    pace = text[text.index("Pace (/km)") :].split("\n")
    assert pace[3].split() == ["1", "5:00", "4:51", "-9", "s"]
    assert pace[4].split() == ["2", "-", "5:00", "-"]
    assert pace[5].split() == ["2.40", "-", "5:00", "-"]
    assert "+1.2" in text


def test_runs_of_different_sensors_are_not_compared_in_form_without_saying_so() -> None:
    """A chest strap and a foot pod stood on one axis as if they measured the same."""
    assert "sensors" not in compare_text(COMPARED, "en")
    pair = COMPARED.beside.runs
    mixed = replace(
        COMPARED.beside,
        runs=(replace(pair[0], sensor_group="stryd"), replace(pair[1], sensor_group="garmin-hrm")),
    )
    text = " ".join(compare_text(CompareResult(beside=mixed), "en").split())
    assert "different sensors" in text
    assert "Stryd pod (A), Garmin chest strap (B)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_store_says_what_to_do(language: Lang) -> None:
    texts = (
        volume_text(VolumeResult(kind="week", periods=(), total=sums_of(()), empty=True), language),
        records_text(RecordsResult(year=None, records=(), by_year={}, empty=True), language),
        shoes_text(ShoesResult(shoes=(), empty=True), language),
    )
    assert all("hakaru ingest" in text for text in texts)
    named = ShoesResult(shoes=shoes_of(RUNS[2:], ()), empty=False)
    assert "Garmin Connect" in shoes_text(named, language)
