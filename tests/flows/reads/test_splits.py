"""Splits and seconds: each figure computed again from what is stored, by SQL or numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.flows.context import Context
from hakaru.flows.reads import (
    get_split_time_series_detail,
    get_splits_all,
    get_splits_elevation,
    get_splits_form_metrics,
    get_splits_pace_hr,
    get_time_range_detail,
)
from tests.flows.factories import run_sql
from tests.flows.reads.seasons import rows, run_of, table
from tests.flows.session_seasons import copy_of, mixed_files

MEAN, MEDIAN, SD, MIN, MAX, N = range(6)


def test_pace_and_heart_rate_of_each_split_are_those_stored(mixed: Context) -> None:
    run = run_of(mixed, "interval")
    reply = get_splits_pace_hr(mixed, activity_id=run, statistics_only=False).reply
    stored = rows(
        mixed,
        "SELECT split_index, distance_m, 1000 * running_s / running_distance_m, heart_rate_bpm "
        f"FROM data.splits WHERE activity_id = {run} ORDER BY split_index",
    )
    assert reply["columns"] == ["split", "distance_m", "pace_s_per_km", "heart_rate_bpm"]
    assert np.array(reply["splits"]) == pytest.approx(np.array(stored), abs=0.051)


def test_mean_pace_is_time_over_distance(mixed: Context) -> None:
    """Row 9: never the mean of the splits' paces."""
    run = run_of(mixed, "interval")
    reply: Any = get_splits_pace_hr(mixed, activity_id=run, statistics_only=True).reply
    ((pace, heart_rate, low, high, n, plain),) = rows(
        mixed,
        "SELECT 1000 * sum(running_s) / sum(running_distance_m), "
        "sum(heart_rate_bpm * running_s) / sum(running_s), min(1000 / speed_mps), "
        "max(1000 / speed_mps), count(*), avg(1000 / speed_mps) "
        f"FROM data.splits WHERE activity_id = {run}",
    )
    found = reply["pace_s_per_km"]
    assert [found[MEAN], found[MIN], found[MAX], found[N]] == pytest.approx(
        [pace, low, high, n], abs=0.051
    )
    assert reply["heart_rate_bpm"][MEAN] == pytest.approx(heart_rate, abs=0.051)
    assert abs(plain - pace) > 5


def test_a_split_that_was_mostly_walked_has_the_pace_of_all_of_it(tmp_path: Path) -> None:
    """As its line on a page has it; the statistics stay over what was run."""
    with copy_of(mixed_files(), tmp_path) as own:
        run = run_of(own, "interval")
        run_sql(
            own,
            "UPDATE data.splits SET running_s = 0.2 * (end_elapsed_s - start_elapsed_s), "
            f"running_distance_m = 0.3 * distance_m WHERE activity_id = {run} AND split_index = 2",
            [],
        )
        reply: Any = get_splits_pace_hr(own, activity_id=run, statistics_only=False).reply
        ((walked_s_per_km,),) = rows(
            own,
            "SELECT 1000 * (end_elapsed_s - start_elapsed_s) / distance_m FROM data.splits "
            f"WHERE activity_id = {run} AND split_index = 2",
        )
    assert reply["splits"][1][2] == pytest.approx(walked_s_per_km, abs=0.051)


@pytest.mark.parametrize("name", ["gct_ms", "vo_cm", "vr_pct", "cadence_spm", "step_length_cm"])
def test_form_statistics_weigh_by_running_time(mixed: Context, name: str) -> None:
    run = run_of(mixed, "aerobic_base")
    reply: Any = get_splits_form_metrics(mixed, activity_id=run, statistics_only=True).reply
    row = reply[name]
    stored = np.array(
        rows(mixed, f"SELECT {name}, running_s FROM data.splits WHERE activity_id = {run}")
    )
    values, weights = stored[:, 0], stored[:, 1]
    repeated = np.repeat(values, np.round(weights).astype(int))
    assert row[MEAN] == pytest.approx(np.average(values, weights=weights), abs=0.051)
    assert row[MEDIAN] == pytest.approx(np.median(repeated), abs=0.051)
    assert (row[MIN], row[MAX]) == pytest.approx((values.min(), values.max()), abs=0.051)
    assert row[N] == len(values)
    spread = np.average((values - np.average(values, weights=weights)) ** 2, weights=weights)
    reliable = 1.0 - (weights**2).sum() / weights.sum() ** 2
    assert row[SD] == pytest.approx(np.sqrt(spread / reliable), abs=0.051)


def test_climb_per_kilometre_is_the_total_over_the_distance(mixed: Context) -> None:
    run = run_of(mixed, "aerobic_base")
    reply: Any = get_splits_elevation(mixed, activity_id=run, statistics_only=True).reply
    ((gain, loss, metres),) = rows(
        mixed,
        "SELECT sum(elevation_gain_m), sum(elevation_loss_m), sum(distance_m) "
        f"FROM data.splits WHERE activity_id = {run}",
    )
    assert (reply["elevation_gain_m"], reply["elevation_loss_m"]) == pytest.approx(
        (gain, loss), abs=0.051
    )
    assert reply["elevation_gain_m_per_km"][MEAN] == pytest.approx(1000 * gain / metres, abs=0.051)
    assert reply["elevation_loss_m_per_km"][MEAN] == pytest.approx(1000 * loss / metres, abs=0.051)


def test_every_stored_column_is_in_the_whole_split(mixed: Context) -> None:
    run = run_of(mixed, "interval")
    reply: Any = get_splits_all(mixed, activity_id=run, max_output_size=4096).reply
    assert "export()" in reply["warning"]
    (stored,) = rows(
        mixed,
        "SELECT start_elapsed_s, power_w, role, rep_index, is_target FROM data.splits "
        f"WHERE activity_id = {run} AND split_index = 2",
    )
    (split,) = [row for row in table(reply, "splits") if row["split"] == 2]
    names = ("start_elapsed_s", "power_w", "role", "rep_index", "is_target")
    assert [split[name] for name in names] == pytest.approx(stored, abs=0.051)


def test_too_many_bytes_are_refused_with_the_call_to_make_instead(mixed: Context) -> None:
    """Row 64: never a silent cut."""
    run = run_of(mixed, "interval")
    found = get_splits_all(mixed, activity_id=run, max_output_size=1024)
    with pytest.raises(ReplyTooLarge, match=r"export\(\)"):
        _ = found.reply
    for size in (255, 10_241):
        with pytest.raises(BadArgument, match="between 256 and 10240"):
            get_splits_all(mixed, activity_id=run, max_output_size=size)


def test_what_was_not_measured_is_named(heart_rate_only: Context) -> None:
    run = run_of(heart_rate_only, "interval")
    for statistics_only in (False, True):
        reply = get_splits_form_metrics(
            heart_rate_only, activity_id=run, statistics_only=statistics_only
        ).reply
        assert reply["missing"] == ["gct_ms", "vo_cm", "vr_pct", "cadence_spm", "step_length_cm"]
        climb = get_splits_elevation(
            heart_rate_only, activity_id=run, statistics_only=statistics_only
        )
        assert len(climb.missing) == 3
    reply = get_splits_pace_hr(heart_rate_only, activity_id=run, statistics_only=True).reply
    assert "missing" not in reply


SECONDS = """
SELECT {figure} FROM data.time_series_metrics
WHERE activity_id = {run} AND elapsed_s >= {start} AND elapsed_s < {end}
    AND speed_mps > 1.7 AND cadence_spm > 130
"""


@pytest.mark.parametrize("name", ["heart_rate_bpm", "cadence_spm", "power_w", "elevation_m"])
def test_a_time_range_is_what_its_seconds_show(mixed: Context, name: str) -> None:
    """Row 36: [300, 600)."""
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_time_range_detail(
        mixed, activity_id=run, start_s=300.0, end_s=600.0, statistics_only=True
    ).reply
    figure = f"avg({name}), median({name}), stddev_samp({name}), min({name}), max({name})"
    (stored,) = rows(mixed, SECONDS.format(figure=figure, run=run, start=300, end=600))
    assert reply[name][:N] == pytest.approx(stored, abs=0.11)
    assert reply["n_samples"] == 300


def test_form_in_a_time_range_leaves_impossible_values_out(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_time_range_detail(
        mixed, activity_id=run, start_s=0.0, end_s=1e6, statistics_only=True
    ).reply
    query = SECONDS.format(figure="gct_ms", run=run, start=0, end=1e6)
    stored = np.array(rows(mixed, query + " AND gct_ms BETWEEN 120 AND 420"))[:, 0]
    assert reply["gct_ms"][MEAN] == pytest.approx(stored.mean(), rel=0.005)
    assert reply["gct_ms"][MEDIAN] == pytest.approx(np.median(stored), abs=0.5)
    assert reply["gct_ms"][MIN] >= 120


def test_mean_pace_of_a_range_is_its_time_over_its_distance(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_time_range_detail(
        mixed, activity_id=run, start_s=300.0, end_s=600.0, statistics_only=True
    ).reply
    ((metres,),) = rows(
        mixed,
        "SELECT max(distance_m) - min(distance_m) FROM data.time_series_metrics "
        f"WHERE activity_id = {run} AND elapsed_s BETWEEN 299 AND 599",
    )
    assert reply["pace_s_per_km"][MEAN] == pytest.approx(1000 * 300 / metres, rel=0.003)
    assert reply["running_distance_m"] == pytest.approx(metres, abs=3)


def test_the_seconds_of_a_split_amount_to_the_split(mixed: Context) -> None:
    run = run_of(mixed, "interval")
    splits = table(
        get_splits_form_metrics(mixed, activity_id=run, statistics_only=False).reply, "splits"
    )
    for split in splits:
        reply: Any = get_split_time_series_detail(
            mixed, activity_id=run, split=split["split"], statistics_only=True
        ).reply
        for name in ("gct_ms", "vo_cm", "vr_pct", "cadence_spm"):
            assert reply[name][MEAN] == pytest.approx(split[name], rel=0.005)


def test_rows_are_the_seconds_as_recorded_without_the_place(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_time_range_detail(
        mixed, activity_id=run, start_s=300.0, end_s=310.0, statistics_only=False
    ).reply
    stored = rows(
        mixed,
        "SELECT elapsed_s, distance_m, heart_rate_bpm FROM data.time_series_metrics "
        f"WHERE activity_id = {run} AND elapsed_s BETWEEN 300 AND 309 ORDER BY elapsed_s",
    )
    found = table(reply, "samples")
    names = ("elapsed_s", "distance_m", "heart_rate_bpm")
    assert [[row[name] for name in names] for row in found] == [
        pytest.approx(row, abs=0.051) for row in stored
    ]
    assert not {"latitude_deg", "longitude_deg"} & set(reply["columns"])


def test_rows_beyond_the_budget_are_refused(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    found = get_time_range_detail(
        mixed, activity_id=run, start_s=0.0, end_s=1e5, statistics_only=False
    )
    with pytest.raises(ReplyTooLarge, match=r"export\(\).*statistics_only"):
        _ = found.reply


@pytest.mark.parametrize(
    ("start_s", "end_s", "about"),
    [
        (300.0, 300.0, "end_s"),
        (600.0, 300.0, "end_s"),
        (-1.0, 300.0, "start_s"),
        (float("nan"), 300.0, "start_s"),
        (0.0, float("nan"), "end_s"),
        (1e6, 2e6, "within the run, which ends at"),
    ],
)
def test_a_range_without_seconds_is_an_error(
    mixed: Context, start_s: float, end_s: float, about: str
) -> None:
    run = run_of(mixed, "tempo_threshold")
    with pytest.raises(BadArgument, match=about):
        get_time_range_detail(
            mixed, activity_id=run, start_s=start_s, end_s=end_s, statistics_only=True
        )


def test_a_split_that_is_not_there_is_an_error(mixed: Context) -> None:
    run = run_of(mixed, "interval")
    with pytest.raises(BadArgument, match="between 1 and"):
        get_split_time_series_detail(mixed, activity_id=run, split=99, statistics_only=True)
