"""The three worked analyses: their figures recomputed by SQL, their sizes, their pictures, and the
way from an export to them. The names in comments are lines of the requirements (D, phase 4)."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.errors import BadArgument, NotRecorded, ReplyTooLarge, SourceError, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.analyses import (
    analyse_form_anomaly,
    analyse_seconds,
    anomaly_summary,
    compare_activities,
    seconds_summary,
    write_picture,
)
from hakaru.flows.context import Context
from hakaru.flows.drift import detect_form_anomalies_summary
from hakaru.flows.query import histogram, profile
from hakaru.present.svg import NOTHING, standalone
from hakaru.running.analyses import look_around, look_at_seconds
from hakaru.safe_data import (
    as_columns,
    export,
    safe_json_output,
    safe_load_export,
    validate_output,
)
from tests.flows.factories import ask, make_context, run_sql, stored_runs, take_in, with_settings
from tests.flows.worked_examples import example_context, example_folder
from tests.shared import REAL, needs_real

INTERVALS, GCT_DAY, VO_DAY, VR_DAY = "2026-01-06", "2026-01-05", "2026-01-09", "2026-01-12"
REPLY_BYTES = 1024


@pytest.fixture
def example() -> Iterator[Context]:
    made = example_context()
    yield made
    made.store.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


def on(day: str) -> str:
    """A condition: the run of that day."""
    return f"activity_id = (SELECT activity_id FROM activities WHERE activity_date = DATE '{day}')"


def bytes_of(result: object) -> int:
    return len(as_json(result).encode())


# second by second: 5 minutes, 10 minutes, the whole run


@pytest.mark.parametrize(("start_s", "end_s"), [(300.0, 600.0), (300.0, 900.0), (None, None)])
def test_a_stretch_has_the_figures_that_sql_finds(
    example: Context, start_s: float | None, end_s: float | None
) -> None:
    seconds = analyse_seconds(example, activity=INTERVALS, start_s=start_s, end_s=end_s)
    ((mean_mps, sd_mps, n, pulse_bpm),) = ask(
        example,
        "SELECT avg(speed_mps) FILTER (WHERE speed_mps > 1.7), "
        "stddev_samp(speed_mps) FILTER (WHERE speed_mps > 1.7), count(speed_mps), "
        "avg(heart_rate_bpm) FROM time_series_metrics "
        f"WHERE {on(INTERVALS)} AND timestamp >= {start_s or 0} "
        f"AND timestamp < {end_s or 1e9}",
    )
    assert isinstance(mean_mps, float)
    assert seconds.stretch.n_measured == pytest.approx(n, abs=3)
    assert seconds.stretch.pace_s_per_km == pytest.approx(1000 / mean_mps, rel=0.003)
    assert seconds.stretch.speed_sd_mps == pytest.approx(sd_mps, rel=0.02)
    assert seconds.stretch.heart_rate is not None
    assert seconds.stretch.heart_rate.mean_bpm == pytest.approx(pulse_bpm, abs=0.5)
    assert bytes_of(seconds) <= REPLY_BYTES


def test_the_first_repetition_is_found_as_a_change_of_pace(example: Context) -> None:
    seconds = analyse_seconds(example, activity=INTERVALS, start_s=300, end_s=600)
    ((first_s,),) = ask(
        example,
        "SELECT min(start_elapsed_s) FROM data.session_segments "
        f"WHERE {on(INTERVALS)} AND role = 'work'",
    )
    (change,) = seconds.stretch.changes
    assert change.kind == "faster"
    assert change.at_elapsed_s == pytest.approx(first_s, abs=10)


@pytest.mark.parametrize(
    ("start_s", "end_s", "window_s"),
    [(600.0, 300.0, 10), (-1.0, 60.0, 10), (1e6, 2e6, 10), (0.0, 60.0, 0), (0.0, 60.0, 500)],
)
def test_a_stretch_that_is_none_is_a_typed_error(
    example: Context, start_s: float, end_s: float, window_s: int
) -> None:
    with pytest.raises(BadArgument):
        analyse_seconds(
            example, activity=INTERVALS, start_s=start_s, end_s=end_s, window_s=window_s
        )


def test_a_run_without_heart_rate_says_so(tmp_path: Path) -> None:
    made = make_context(tmp_path / "data")
    take_in(made, next((example_folder() / "fit").glob(f"{INTERVALS}*")))
    run_sql(made, "UPDATE data.time_series_metrics SET heart_rate_bpm = NULL")
    seconds = analyse_seconds(made, activity=INTERVALS, start_s=300, end_s=600)
    made.store.close()
    assert as_plain(seconds)["missing"] == ["heart_rate_bpm"]
    assert "heart_rate_bpm" not in as_plain(seconds)
    assert ET.fromstring(standalone(seconds.picture)).tag.endswith("svg")


def test_a_run_stored_without_samples_is_a_typed_error(tmp_path: Path) -> None:
    made = make_context(tmp_path / "data")
    take_in(made, next((example_folder() / "fit").glob(f"{INTERVALS}*")))
    run_sql(made, "DELETE FROM data.time_series_metrics")
    with pytest.raises(NotRecorded, match="a run with samples"):
        analyse_seconds(made, activity=INTERVALS)
    made.store.close()


# form anomalies: GCT, VO, VR


@pytest.mark.parametrize(
    ("day", "metric", "column", "start_s"),
    [
        (GCT_DAY, "gct", "gct_ms", 840.0),
        (VO_DAY, "vo", "vo_cm", 900.0),
        (VR_DAY, "vr", "vr_pct", 900.0),
    ],
)
def test_a_step_has_the_means_and_correlations_that_sql_finds(
    example: Context, day: str, metric: str, column: str, start_s: float
) -> None:
    surroundings = analyse_form_anomaly(example, activity=day).found
    assert surroundings.anomaly.metric == metric
    assert surroundings.anomaly.start_elapsed_s == pytest.approx(start_s, abs=3)
    assert surroundings.start_elapsed_s == surroundings.anomaly.start_elapsed_s - 30
    span = f"FROM time_series_metrics WHERE {on(day)} AND timestamp >= {{}} AND timestamp < {{}}"
    inside = span.format(surroundings.anomaly.start_elapsed_s, surroundings.anomaly.end_elapsed_s)
    ((mean,),) = ask(example, f"SELECT avg({column}) {inside}")
    assert surroundings.means[column].inside_level == pytest.approx(mean, rel=0.01)
    whole = span.format(surroundings.start_elapsed_s, surroundings.end_elapsed_s)
    ((r_pulse, r_speed),) = ask(
        example, f"SELECT corr(heart_rate_bpm, {column}), corr(speed_mps, {column}) {whole}"
    )
    assert surroundings.correlations["heart_rate_bpm"].r == pytest.approx(r_pulse, abs=0.05)
    assert surroundings.correlations["speed_mps"].r == pytest.approx(r_speed, abs=0.05)


@pytest.mark.parametrize("day", [GCT_DAY, VO_DAY, VR_DAY])
def test_the_reply_about_a_step_is_below_one_kilobyte(example: Context, day: str) -> None:
    assert bytes_of(analyse_form_anomaly(example, activity=day)) <= REPLY_BYTES


def test_a_step_that_is_not_there_is_a_typed_error(example: Context) -> None:
    with pytest.raises(BadArgument, match="between 1 and"):
        analyse_form_anomaly(example, activity=GCT_DAY, number=9)
    with pytest.raises(BadArgument, match="sudden change of form was found"):
        analyse_form_anomaly(example, activity=INTERVALS)
    with pytest.raises(BadArgument, match="between 0 and 300"):
        analyse_form_anomaly(example, activity=GCT_DAY, context_window_s=301.0)


def test_without_pulse_and_heights_a_step_is_still_described(tmp_path: Path) -> None:
    made = make_context(tmp_path / "data")
    take_in(made, next((example_folder() / "fit").glob(f"{GCT_DAY}*")))
    run_sql(made, "UPDATE data.time_series_metrics SET heart_rate_bpm = NULL, elevation_m = NULL")
    surroundings = analyse_form_anomaly(made, activity=GCT_DAY)
    made.store.close()
    assert as_plain(surroundings)["missing"] == ["heart_rate_bpm", "elevation_m"]


# several runs: 2, 5, 10


@pytest.mark.parametrize("n_runs", [2, 5, 10])
def test_runs_are_compared_with_the_means_that_sql_finds(example: Context, n_runs: int) -> None:
    chosen = stored_runs(example)[-n_runs:]
    comparison = compare_activities(example, activities=[run.activity_id for run in chosen])
    assert [run.activity_id for run in comparison.aligned.runs] == [
        run.activity_id for run in chosen
    ]
    for run in comparison.aligned.runs:
        ((mean_bpm,),) = ask(
            example,
            "SELECT avg(heart_rate) FROM time_series_metrics "
            f"WHERE activity_id = {run.activity_id} AND speed > 1.7 AND cadence > 130",
        )
        assert run.mean_level == pytest.approx(mean_bpm, abs=0.5)
        assert run.zones_pct is not None
        assert sum(run.zones_pct) == pytest.approx(100.0)
    assert bytes_of(comparison) <= REPLY_BYTES


@pytest.mark.parametrize("metric", ["speed_mps", "gct_ms", "cadence_spm", "vo_cm", "vr_pct"])
def test_other_columns_are_compared_too(example: Context, metric: str) -> None:
    comparison = compare_activities(example, activities=[GCT_DAY, INTERVALS], metric=metric)
    assert len(comparison.aligned.runs) == 2
    assert comparison.aligned.runs[0].zones_pct is None


def test_what_cannot_be_compared_is_a_typed_error(example: Context) -> None:
    every = [run.activity_id for run in stored_runs(example)]
    wrong: tuple[list[str | int], ...] = ([], [GCT_DAY], [GCT_DAY, every[0]])
    for chosen in wrong:
        with pytest.raises(BadArgument, match="between 2 and 10"):
            compare_activities(example, activities=chosen)
    with pytest.raises(BadArgument, match="metric"):
        compare_activities(example, activities=[GCT_DAY, INTERVALS], metric="mood")


def test_an_empty_folder_is_answered_with_an_unknown_activity(empty: Context) -> None:
    with pytest.raises(UnknownActivity):
        analyse_seconds(empty, activity=INTERVALS)
    with pytest.raises(UnknownActivity):
        analyse_form_anomaly(empty, activity=INTERVALS)
    with pytest.raises(UnknownActivity):
        compare_activities(empty, activities=[INTERVALS, GCT_DAY])


# pictures


def test_pictures_are_documents_of_their_own_in_both_languages(
    example: Context, tmp_path: Path
) -> None:
    for language in ("ja", "en"):
        context = with_settings(example, language=language)
        pictures = {
            "seconds": analyse_seconds(context, activity=INTERVALS).picture,
            "around": analyse_form_anomaly(context, activity=GCT_DAY).picture,
            "aligned": compare_activities(context, activities=[GCT_DAY, INTERVALS]).picture,
        }
        for name, picture in pictures.items():
            path = write_picture(picture, tmp_path / language / f"{name}.svg")
            root = ET.fromstring(path.read_text(encoding="utf-8"))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert path.stat().st_size < 60_000
            words = "".join(root.itertext())
            assert ("ペース" in words or "心拍" in words) == (language == "ja")
            assert "nan" not in path.read_text(encoding="utf-8").lower()


def test_what_was_not_drawn_or_cannot_be_written_is_an_error(
    example: Context, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="no picture"):
        standalone(NOTHING)
    (tmp_path / "file").write_text("")
    picture = analyse_seconds(example, activity=INTERVALS).picture
    with pytest.raises(SourceError, match="cannot write the picture"):
        write_picture(picture, tmp_path / "file" / "picture.svg")


# from an export to the result (D, integration tests)


def test_export_load_analyse_and_answer(example: Context) -> None:
    """export() → safe_load_export() → analysis → safe_json_output()."""
    reply = as_plain(
        export(
            example,
            activity_ids=INTERVALS,
            time_range="5:00-10:00",
            metrics="distance_m,speed_mps,cadence_spm,heart_rate_bpm",
        )
    )
    rows = safe_load_export(str(reply["handle"]), data_folder=example.data_folder)
    stretch = look_at_seconds(as_columns(rows), start_s=300, end_s=600)
    answer = safe_json_output(seconds_summary(stretch))
    assert validate_output(answer) == (True, None)
    flow = as_plain(analyse_seconds(example, activity=INTERVALS, start_s=300, end_s=600))
    told = json.loads(answer)
    assert told["pace_s_per_km"] == pytest.approx(flow["pace_s_per_km"], abs=0.3)
    assert [change["kind"] for change in told["changes"]] == ["faster"]
    assert "n_changes" not in told, "all are listed"
    whole = as_plain(analyse_seconds(example, activity=INTERVALS))
    assert whole["n_changes"] > len(whole["changes"]) == 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_both_libraries_lead_to_the_same_answer(example: Context, library: str) -> None:
    reply = as_plain(
        export(
            example,
            anomaly_id=f"{GCT_DAY}:1",
            context_window=30,
            metrics="gct_ms,speed_mps,heart_rate_bpm,elevation_m,cadence_spm,distance_m",
        )
    )
    rows = safe_load_export(
        str(reply["handle"]),
        library=library,  # type: ignore[arg-type]
        data_folder=example.data_folder,
    )
    (run,) = detect_form_anomalies_summary(example, activity=GCT_DAY, since=None, limit=1).runs
    surroundings = look_around(as_columns(rows), run.anomalies[0], context_s=30)
    flow = analyse_form_anomaly(example, activity=GCT_DAY)
    own = flow.found.means["gct_ms"].inside_level
    assert surroundings.means["gct_ms"].inside_level == pytest.approx(own, rel=0.002)
    assert anomaly_summary(surroundings)["metric"] == "gct"
    answer = safe_json_output(anomaly_summary(surroundings))
    assert validate_output(answer)[0]


def test_too_many_rows_lead_to_an_aggregate_that_loads(example: Context) -> None:
    """Too large → the error names aggregation → the aggregate query."""
    days = "2026-01-12,2026-01-13,2026-01-15,2026-01-16,2026-01-18"
    large = export(example, activity_ids=days, metrics="heart_rate_bpm").export
    with pytest.raises(ReplyTooLarge, match="aggregate in the query"):
        safe_load_export(large.handle, data_folder=example.data_folder)
    small = export(
        example,
        query="SELECT activity_id, 60 * floor(timestamp / 60) AS at_s, avg(heart_rate) AS pulse "
        "FROM time_series_metrics GROUP BY ALL",
    ).export
    rows = safe_load_export(small.handle, data_folder=example.data_folder)
    ((n_minutes,),) = ask(
        example,
        "SELECT count(DISTINCT (activity_id, floor(timestamp / 60))) FROM time_series_metrics",
    )
    assert len(rows) == n_minutes


def test_a_profile_decides_what_is_exported(example: Context) -> None:
    """profile() → a decision → export()."""
    (run_profile,) = profile(
        example, table_or_query=None, activity_ids=INTERVALS, date_range=None, metrics="gct_ms"
    ).profiles
    (column,) = (one for one in run_profile.columns if one.name == "gct_ms")
    chosen = "gct_ms" if column.n_missing < run_profile.n_rows / 2 else "heart_rate_bpm"
    rows = export(example, activity_ids=INTERVALS, metrics=chosen).export
    assert [name for name, _ in rows.columns][-1] == "gct_ms"


def test_a_histogram_is_answered_in_bins_that_sum_up(example: Context) -> None:
    found = histogram(example, table_or_query="splits", column="pace", bins=10, date_range=None)
    ((n_known,),) = ask(example, "SELECT count(pace) FROM splits")
    assert as_plain(found)["total_count"] == n_known


# real recordings


@pytest.mark.soak
@needs_real
def test_real_runs_are_analysed_and_compared(tmp_path: Path) -> None:
    files = [
        REAL / "fit_dynamics" / "fenix6x_2020-03-21_hrmrun_stryd.fit",
        REAL / "fit_dynamics" / "fenix5x_2018_hrm4_stryd.fit",
    ]
    made = make_context(tmp_path / "data")
    take_in(made, *files)
    ids = [run.activity_id for run in stored_runs(made)]
    assert len(ids) >= 2
    for activity_id in ids:
        seconds = analyse_seconds(made, activity=activity_id, start_s=300, end_s=600)
        ((mean_mps,),) = ask(
            made,
            "SELECT avg(speed_mps) FROM time_series_metrics WHERE speed_mps > 1.7 "
            f"AND activity_id = {activity_id} AND timestamp >= 300 AND timestamp < 600",
        )
        assert isinstance(mean_mps, float)
        assert seconds.stretch.pace_s_per_km == pytest.approx(1000 / mean_mps, rel=0.02)
        assert bytes_of(seconds) <= REPLY_BYTES
    for run in detect_form_anomalies_summary(made, activity=None, since=None, limit=9).runs:
        for step in run.anomalies:
            around = analyse_form_anomaly(made, activity=run.activity_id, number=step.anomaly_index)
            assert bytes_of(around) <= REPLY_BYTES
    compared = compare_activities(made, activities=ids[:2], metric="speed_mps")
    assert np.isfinite(compared.aligned.runs[0].bin_values).any()
    made.store.close()
