"""When two recordings are one run, and what both together say."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    Provenance,
    Recording,
    SourceKind,
    Weather,
)
from hakaru.running.same_run import merge, same_run
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.garmin.activity import read_garmin_json
from hakaru.sources.gpx import read_gpx
from hakaru.sources.tcx import read_tcx
from tests.shared import REAL, needs_real

START = datetime(2024, 5, 4, 6, 0, tzinfo=UTC)


def source(kind: SourceKind, name: str = "") -> Provenance:
    return Provenance(kind=kind, path=f"{kind}{name}", sha256=f"sha of {kind}{name}")


def make(
    kind: SourceKind = "fit",
    *,
    late_s: float = 0.0,
    length_s: float = 1800.0,
    samples: bool = True,
    **given: Any,
) -> Recording:
    """A run of 3 m/s, with samples every second unless told otherwise."""
    elapsed_s = np.arange(length_s + 1) if samples else np.empty(0)
    columns: dict[str, FloatArray] = {"elapsed_s": elapsed_s}
    if samples:
        columns["distance_m"] = 3.0 * elapsed_s
    summary = DeviceSummary(distance_m=3.0 * length_s, elapsed_s=length_s, timer_s=length_s)
    values: dict[str, Any] = {
        "started_at": START + timedelta(seconds=late_s),
        "sport": "running",
        "series": columns | given.pop("columns", {}),
        "summary": summary,
        "provenance": (source(kind),),
    }
    return Recording(**(values | given))


def listed(late_s: float = 0.0, **given: Any) -> Recording:
    """The same run as a row of Activities.csv: totals and wall-clock time."""
    return make("garmin-csv", late_s=late_s, samples=False, **given)


def plain(recording: Recording) -> dict[str, Any]:
    """Everything about a recording in a form that == can compare, gaps included."""
    found = {field.name: getattr(recording, field.name) for field in fields(recording)}
    found["series"] = {
        name: [None if np.isnan(value) else float(value) for value in values]
        for name, values in recording.series.items()
    }
    return found


# ---------------------------------------------------------------- the same run?


@pytest.mark.parametrize("late_s", [-80.0, -3.0, 0.0, 3.0, 80.0])
def test_a_start_within_the_tolerance_and_the_same_length_are_the_same_run(late_s: float) -> None:
    assert same_run(make("fit"), make("gpx", late_s=late_s))


def test_another_start_length_or_distance_is_another_run() -> None:
    run = make("fit")
    assert not same_run(run, make("tcx", late_s=200))
    assert not same_run(run, make("tcx", late_s=20, length_s=2000))
    longer = DeviceSummary(distance_m=8000.0, elapsed_s=1800.0)
    assert not same_run(run, make("tcx", late_s=20, samples=False, summary=longer))


def test_to_the_second_in_start_and_length_a_calibrated_distance_is_no_difference() -> None:
    calibrated = DeviceSummary(distance_m=6500.0, elapsed_s=1800.0)
    assert same_run(make("fit"), make("tcx", samples=False, summary=calibrated))


def test_garmins_id_decides() -> None:
    assert same_run(
        make(garmin_activity_id=9), make("garmin-json", late_s=300, garmin_activity_id=9)
    )
    assert not same_run(make(garmin_activity_id=9), make("tcx", garmin_activity_id=8))


def test_legs_of_one_multisport_activity_are_two_runs_in_spite_of_one_id() -> None:
    first = make(garmin_activity_id=9)
    second = make(garmin_activity_id=9, late_s=4000)
    assert not same_run(first, second)


def test_short_repetitions_recorded_one_after_the_other_are_not_one_run() -> None:
    assert not same_run(make(length_s=60), make("tcx", length_s=60, late_s=75))


@pytest.mark.parametrize("quarters", [-20, -2, 0, 23, 36, 52])
def test_a_list_in_wall_clock_time_differs_by_whole_quarter_hours(quarters: int) -> None:
    assert same_run(make("fit"), listed(900.0 * quarters))


@pytest.mark.parametrize("late_s", [400.0, 900.0 * 57, 1300.0])
def test_any_other_difference_is_another_run(late_s: float) -> None:
    assert not same_run(make("fit"), listed(late_s))


def test_where_the_offset_is_known_no_other_will_do() -> None:
    run = make("fit", utc_offset_s=9 * 3600)
    assert same_run(run, listed(9 * 3600))
    assert same_run(listed(9 * 3600), run)
    assert not same_run(run, listed(8 * 3600))


def test_hours_apart_length_and_distance_must_agree_closely() -> None:
    run = make("fit")
    assert not same_run(run, listed(3600, length_s=1830))
    longer = DeviceSummary(distance_m=5700.0, elapsed_s=1800.0)
    assert not same_run(run, listed(3600, summary=longer))
    unknown = DeviceSummary(elapsed_s=1800.0)
    assert not same_run(run, listed(3600, summary=unknown))


def test_two_lists_are_on_one_clock() -> None:
    assert same_run(listed(), replace(listed(), provenance=(source("garmin-csv", "2"),)))
    assert not same_run(listed(), listed(3600))


def test_two_files_in_utc_are_never_shifted() -> None:
    assert not same_run(make("fit"), make("gpx", late_s=3600))


def test_the_salvaged_beginning_is_the_same_run() -> None:
    assert same_run(make("fit", length_s=700, partial=True), make("tcx", late_s=2))
    assert not same_run(make("fit", length_s=700), make("tcx", late_s=2))
    assert not same_run(make("fit", length_s=2500, partial=True), make("tcx", late_s=2))


def test_without_lengths_only_the_same_second_counts() -> None:
    unknown = make("tcx", samples=False, summary=DeviceSummary())
    assert same_run(make(), unknown)
    assert not same_run(make(late_s=20), unknown)


@given(
    late_s=st.floats(-200, 200),
    length_s=st.integers(30, 4000),
    kinds=st.tuples(*2 * [st.sampled_from(["fit", "garmin-json", "tcx", "gpx", "garmin-csv"])]),
)
def test_being_the_same_run_is_symmetric(
    late_s: float, length_s: int, kinds: tuple[SourceKind, SourceKind]
) -> None:
    one = make(kinds[0], samples=False)
    other = make(kinds[1], late_s=late_s, length_s=length_s, samples=False)
    assert same_run(one, other) == same_run(other, one)
    assert same_run(one, one)


# ---------------------------------------------------------------- put together


def test_the_better_source_leads_and_missing_facts_are_filled() -> None:
    fit = make("fit", devices=(DeviceInfo(role="recorder", product="A watch"),))
    connect = make(
        "garmin-json",
        samples=False,
        title="Morning",
        location="Here",
        garmin_activity_id=7,
        gear="Shoes",
        weather=Weather(temperature_c=12.0),
        heart_rate_zones=(HeartRateZone(zone_number=1, low_bpm=100.0),),
        laps=(Lap(start_elapsed_s=0.0, elapsed_s=1800.0),),
        summary=DeviceSummary(distance_m=1.0, calories_kcal=400.0, training_effect_label="BASE"),
        utc_offset_s=3600,
        sub_sport="trail",
    )
    merged = merge(connect, fit)
    assert [one.kind for one in merged.provenance] == ["fit", "garmin-json"]
    assert (merged.title, merged.location, merged.gear) == ("Morning", "Here", "Shoes")
    assert (merged.garmin_activity_id, merged.sub_sport) == (7, "trail")
    assert merged.weather == connect.weather
    assert merged.heart_rate_zones == connect.heart_rate_zones
    assert merged.laps == connect.laps
    assert merged.devices == fit.devices
    assert merged.summary.distance_m == 5400.0
    assert (merged.summary.calories_kcal, merged.summary.training_effect_label) == (400.0, "BASE")
    assert merged.utc_offset_s == 3600
    assert merged.series is fit.series


def test_samples_lead_over_a_better_kind_without_them() -> None:
    connect = make("garmin-json", late_s=-4, samples=False, title="Morning")
    merged = merge(connect, make("tcx"))
    assert merged.started_at == START
    assert merged.series["elapsed_s"].size == 1801
    assert merged.title == "Morning"


def test_a_whole_recording_leads_over_the_salvaged_beginning_of_a_better_kind() -> None:
    merged = merge(make("fit", length_s=700, partial=True, title="Morning"), make("tcx"))
    assert merged.series["elapsed_s"].size == 1801
    assert (merged.partial, merged.title) == (False, "Morning")
    only_its_end_gone = merge(make("fit", length_s=1790, partial=True), make("tcx"))
    assert only_its_end_gone.series["elapsed_s"].size == 1791


def test_a_column_that_is_wholly_missing_comes_from_the_nearest_sample() -> None:
    power_w = np.arange(1801.0)
    tcx = make("tcx", late_s=2.0, columns={"power_w": power_w})
    merged = merge(make("fit"), tcx)
    assert merged.series["power_w"][10] == 8.0
    assert np.isnan(merged.series["power_w"][0])
    assert merged.series["power_w"][1] == 0.0


def test_a_column_with_gaps_is_left_as_it_is() -> None:
    gappy = np.full(1801, 150.0)
    gappy[5:50] = np.nan
    fit = make("fit", columns={"heart_rate_bpm": gappy})
    tcx = make("tcx", columns={"heart_rate_bpm": np.full(1801, 140.0)})
    assert np.isnan(merge(fit, tcx).series["heart_rate_bpm"][20])


def test_no_sample_is_filled_across_a_gap_of_the_other() -> None:
    elapsed_s = np.array([0.0, 100.0, 1800.0])
    sparse = make(
        "tcx", columns={"elapsed_s": elapsed_s, "distance_m": elapsed_s, "power_w": elapsed_s}
    )
    power_w = merge(make("fit"), sparse).series["power_w"]
    assert np.flatnonzero(np.isfinite(power_w)).tolist() == [0, 1, 99, 100, 101, 1799, 1800]


FORM = {"gct_ms": np.full(1801, 250.0), "vo_cm": np.full(1801, 9.0)}


def test_form_metrics_come_with_the_name_of_their_sensor() -> None:
    connect = make("garmin-json", columns=FORM, sensor_group="garmin-hrm", sensor_label="HRM-Run")
    merged = merge(make("fit"), connect)
    assert (merged.sensor_group, merged.sensor_label) == ("garmin-hrm", "HRM-Run")
    assert merged.series["gct_ms"][7] == 250.0


def test_sensors_are_never_mixed() -> None:
    pod = make("fit", columns={"gct_ms": np.full(1801, 230.0)}, sensor_group="stryd")
    strap = make(
        "garmin-json",
        columns=FORM,
        sensor_group="garmin-hrm",
        summary=DeviceSummary(gct_avg_ms=250.0, vo_avg_cm=9.0, step_length_avg_cm=110.0),
    )
    merged = merge(pod, strap)
    assert merged.sensor_group == "stryd"
    assert "vo_cm" not in merged.series
    assert (merged.summary.gct_avg_ms, merged.summary.vo_avg_cm) == (None, None)


def test_a_contact_time_of_zeros_is_none() -> None:
    zeros = make("fit", columns={"gct_ms": np.zeros(1801)})
    strap = make("garmin-json", columns=FORM, sensor_group="garmin-hrm")
    merged = merge(zeros, strap)
    assert (merged.sensor_group, merged.series["gct_ms"][0]) == ("garmin-hrm", 250.0)


def test_form_averages_of_the_same_laps_are_taken_where_nothing_else_measured_it() -> None:
    bounds = Lap(start_elapsed_s=0.0, elapsed_s=1800.0, trigger="manual")
    measured = Lap(start_elapsed_s=1.0, elapsed_s=1799.0, gct_ms=251.0)
    connect = make("garmin-json", samples=False, laps=(measured,), sensor_group="garmin-unknown")
    (lap,) = merge(make("tcx", laps=(bounds,)), connect).laps
    assert (lap.gct_ms, lap.trigger, lap.start_elapsed_s) == (251.0, "manual", 0.0)
    two = merge(make("tcx", laps=(bounds, bounds)), connect).laps
    assert [lap.gct_ms for lap in two] == [None, None]


def test_laps_and_pauses_move_to_the_clock_of_the_leader() -> None:
    connect = make(
        "garmin-json",
        late_s=5,
        laps=(Lap(start_elapsed_s=0.0, elapsed_s=100.0),),
        pauses=((10.0, 20.0),),
        samples=False,
    )
    merged = merge(make("tcx"), connect)
    assert merged.laps[0].start_elapsed_s == 5.0
    assert merged.pauses == ((15.0, 25.0),)
    assert merge(make("fit"), connect).pauses == ()


def test_a_wall_clock_tells_the_offset_that_nothing_else_knows() -> None:
    merged = merge(listed(9 * 3600), make("tcx"))
    assert (merged.started_at, merged.utc_offset_s) == (START, 9 * 3600)
    both = merge(listed(), replace(listed(), provenance=(source("garmin-csv", "2"),)))
    assert both.utc_offset_s is None


def test_figures_of_one_date_stay_together() -> None:
    day, other_day = date(2024, 5, 1), date(2024, 5, 3)
    known = Physiology(lt_heart_rate_bpm=170.0, lt_on=day)
    other = Physiology(
        lt_heart_rate_bpm=171.0, lt_speed_mps=3.5, lt_on=other_day, ftp_w=300.0, ftp_on=other_day
    )
    merged = merge(make("fit", physiology=known), make("garmin-json", physiology=other)).physiology
    assert merged is not None
    assert (merged.lt_heart_rate_bpm, merged.lt_speed_mps, merged.lt_on) == (170.0, None, day)
    assert (merged.ftp_w, merged.ftp_on) == (300.0, other_day)
    same = Physiology(lt_heart_rate_bpm=171.0)
    merged = merge(make("fit", physiology=same), make("garmin-json", physiology=other)).physiology
    assert merged == other


def test_what_only_one_source_knows_of_the_athlete_is_kept() -> None:
    known = Physiology(heart_rate_max_bpm=190.0, sex="female")
    other = Physiology(heart_rate_max_bpm=185.0, heart_rate_rest_bpm=48.0, age_years=41)
    merged = merge(make("fit", physiology=known), make("garmin-json", physiology=other)).physiology
    assert merged == Physiology(
        heart_rate_max_bpm=190.0, heart_rate_rest_bpm=48.0, age_years=41, sex="female"
    )


def test_the_id_under_which_a_run_is_stored_survives() -> None:
    stored = replace(listed(), stored_id=5)
    assert merge(make("fit"), stored).activity_id == 5


COLUMNS = ("heart_rate_bpm", "power_w", "gct_ms", "vo_cm", "elevation_m", "step_length_cm")


@st.composite
def recordings(draw: st.DrawFn, index: int) -> Recording:
    """Recordings of one run: other kind, clock, columns and facts, whatever was recorded."""
    kinds: list[SourceKind] = ["fit", "garmin-json", "tcx", "gpx", "garmin-csv"]
    kind = draw(st.sampled_from(kinds))
    samples = kind != "garmin-csv" and draw(st.booleans())
    names = draw(st.lists(st.sampled_from(COLUMNS), unique=True)) if samples else []
    columns: Mapping[str, FloatArray] = {name: np.full(31, 100.0 + index) for name in names}
    measured = bool({"gct_ms", "vo_cm"} & set(names))
    maybe = draw(st.lists(st.booleans(), min_size=8, max_size=8))
    return make(
        kind,
        length_s=30,
        late_s=draw(st.sampled_from([0.0, 1.0, 2.5])),
        samples=samples,
        columns=columns,
        provenance=(source(kind, str(index)),),
        sensor_group=draw(st.sampled_from(["garmin-hrm", "stryd"])) if measured else None,
        title=f"run {index}" if maybe[0] else None,
        garmin_activity_id=77 if maybe[1] else None,
        laps=(Lap(start_elapsed_s=0.0, elapsed_s=30.0),) if maybe[2] else (),
        weather=Weather(temperature_c=float(index)) if maybe[3] else None,
        physiology=Physiology(ftp_w=300.0 + index) if maybe[4] else None,
        issues=(Issue(code="x", message=f"{index % 2}"),) if maybe[5] else (),
        pauses=((3.0, 4.0),) if maybe[6] and samples else (),
        summary=DeviceSummary(distance_m=90.0, elapsed_s=30.0, gct_avg_ms=250.0)
        if maybe[7] and measured
        else DeviceSummary(distance_m=90.0, elapsed_s=30.0),
    )


@given(one=recordings(0), other=recordings(1))
def test_merging_does_not_depend_on_the_order(one: Recording, other: Recording) -> None:
    assert plain(merge(one, other)) == plain(merge(other, one))


@given(one=recordings(0), other=recordings(1))
def test_merging_again_changes_nothing(one: Recording, other: Recording) -> None:
    merged = merge(one, other)
    assert plain(merge(one, one)) == plain(one)
    assert plain(merge(merged, other)) == plain(merged)
    assert plain(merge(merged, one)) == plain(merged)


@given(one=recordings(0), other=recordings(1))
def test_nothing_the_leader_knows_is_lost_and_sensors_stay_apart(
    one: Recording, other: Recording
) -> None:
    merged = merge(one, other)
    for recording in (one, other):
        assert set(recording.provenance) <= set(merged.provenance)
    values = {
        float(merged.series[name][10])
        for name in ("gct_ms", "vo_cm")
        if name in merged.series and np.isfinite(merged.series[name][10])
    }
    assert len(values) <= 1
    assume(values)
    groups = {run.sensor_group for run in (one, other)}
    assert merged.sensor_group in groups


# ---------------------------------------------------------------- real pairs


def real(name: str) -> bytes:
    data = (REAL / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


@needs_real
def test_the_real_tcx_and_fit_of_one_run_are_one() -> None:
    (fit,) = read_fit(real("fit_hr_only/fr610_234979239.fit"), provenance=source("fit"))
    (tcx,) = read_tcx(real("tcx/fr610_234979239.tcx"), provenance=source("tcx"))
    assert same_run(fit, tcx)
    merged = merge(tcx, fit)
    assert merged.started_at == fit.started_at
    assert merged.pauses == fit.pauses
    assert set(fit.series) <= set(merged.series)


@needs_real
def test_the_real_tcx_and_gpx_of_one_run_are_one() -> None:
    (tcx,) = read_tcx(real("tcx/activatr_running_example.tcx.gz"), provenance=source("tcx"))
    (gpx,) = read_gpx(real("gpx/activatr_running_example.gpx.gz"), provenance=source("gpx"))
    assert same_run(tcx, gpx)
    merged = merge(gpx, tcx)
    assert merged.title == gpx.title
    assert np.isfinite(merged.series["temperature_c"]).mean() > 0.99
    assert len(merged.laps) == 10


@needs_real
@pytest.mark.parametrize("activity", ["2477200414", "4017099594"])
def test_the_real_json_and_fit_of_one_run_are_one(activity: str) -> None:
    (folder,) = (REAL / "connect_api").glob(f"{activity}*")
    files = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    (connect,) = read_garmin_json(files, provenance=source("garmin-json"))
    fit_bytes = (folder / f"activity_{activity}.fit").read_bytes()
    (fit,) = read_fit(fit_bytes, provenance=source("fit"))
    assert fit.garmin_activity_id is None
    assert same_run(fit, connect)
    merged = merge(connect, fit)
    assert merged.garmin_activity_id == int(activity)
    assert merged.sensor_group == fit.sensor_group
    assert merged.weather is not None
    assert merged.series["elapsed_s"].size == fit.series["elapsed_s"].size


@needs_real
def test_the_real_list_entry_completes_its_run() -> None:
    page = {"page.json": real("connect_api/activity_list_0.json")}
    runs = read_garmin_json(page, provenance=source("garmin-json"))
    (smart,) = read_fit(
        real("fit_dynamics/fenix6x_2019-09-07_smartrec.fit"), provenance=source("fit")
    )
    (twin,) = [run for run in runs if same_run(run, smart)]
    merged = merge(twin, smart)
    assert merged.title == twin.title
    assert merged.sensor_group == smart.sensor_group


@needs_real
def test_no_two_real_runs_of_different_days_are_one() -> None:
    tracks = ["fit_hr_only/fr610_234979239.fit", "fit_hr_only/fr245_2025.fit"]
    runs = [read_fit(real(name), provenance=source("fit", name))[0] for name in tracks]
    (tcx,) = read_tcx(real("tcx/runpandas_11km.tcx"), provenance=source("tcx"))
    everything = [*runs, tcx]
    for index, one in enumerate(everything):
        for other in everything[index + 1 :]:
            assert not same_run(one, other)
