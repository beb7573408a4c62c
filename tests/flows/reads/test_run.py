"""A run in few figures: each computed again from splits or series, and with the data missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hakaru.core.errors import NoFormData, NotAnalysed, NotRecorded
from hakaru.core.plain import as_plain
from hakaru.flows.athlete import set_athlete
from hakaru.flows.context import Context
from hakaru.flows.evaluate import understand
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.gather import read_input
from hakaru.flows.reads import (
    get_activity_by_date,
    get_date_by_activity_id,
    get_form_efficiency_summary,
    get_heart_rate_zones_detail,
    get_hr_efficiency_analysis,
    get_lactate_threshold_data,
    get_performance_trends,
    get_vo2_max_data,
    get_weather_data,
)
from hakaru.flows.session import get_session
from hakaru.present.reads import content_document
from hakaru.running.session.analyse import phase_performances
from hakaru.store.readers.base import add_performance_trends
from hakaru.store.sessions import read_anatomy, read_session
from tests.documents import text_of
from tests.flows.factories import run_sql, without_verdict
from tests.flows.reads.seasons import rows, run_of, table
from tests.flows.session_seasons import copy_of, first_of, mixed_files, sessions


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """To be changed."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def test_a_day_names_its_runs_and_a_run_its_day(mixed: Context) -> None:
    for session in sessions(mixed):
        reply: Any = get_activity_by_date(mixed, date=session.activity_date).reply
        assert session.activity_id in {row["activity_id"] for row in table(reply, "activities")}
        result = get_date_by_activity_id(mixed, activity_id=str(session.activity_id))
        assert result.reply["day"] == session.activity_date.isoformat()


def test_form_figures_are_those_of_the_splits(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_form_efficiency_summary(mixed, activity_id=run).reply
    found = {row["metric"]: row for row in table(reply, "metrics")}
    for name in ("gct_ms", "vo_cm", "vr_pct", "cadence_spm", "step_length_cm"):
        stored = np.array(
            rows(mixed, f"SELECT {name}, running_s FROM data.splits WHERE activity_id = {run}")
        )
        values, weights = stored[:, 0], stored[:, 1]
        row = found[name]
        assert [row["avg"], row["min"], row["max"], row["sd"]] == pytest.approx(
            [np.average(values, weights=weights), values.min(), values.max(), values.std(ddof=1)],
            abs=0.051,
        )


def test_the_verdict_beside_form_figures_is_the_stored_one(mixed: Context) -> None:
    run = run_of(mixed, "tempo_threshold")
    reply: Any = get_form_efficiency_summary(mixed, activity_id=run).reply
    verdict: Any = as_plain(get_form_evaluations(mixed, activity_id=run, detail=False))
    assert reply["verdict"]["overall_stars"] == verdict["overall_stars"]
    for row in table(reply["verdict"], "metrics"):
        graded = verdict[row["metric"].partition("_")[0]]
        assert (row["stars"], row["needs_improvement"]) == (
            graded["stars"],
            graded["needs_improvement"],
        )
        assert row["expected"] == pytest.approx(graded["expected"], abs=0.051)


def test_a_run_without_form_has_no_form_figures(heart_rate_only: Context) -> None:
    with pytest.raises(NoFormData):
        get_form_efficiency_summary(
            heart_rate_only, activity_id=run_of(heart_rate_only, "interval")
        )


def test_form_figures_without_a_verdict_say_why(own: Context) -> None:
    run = run_of(own, "interval")
    without_verdict(own, int(run))
    reply: Any = get_form_efficiency_summary(own, activity_id=run).reply
    assert "hakaru evaluate" in reply["verdict"]["missing"]
    assert reply["metrics"]


def zone_seconds(context: Context, run: str, lows: list[float]) -> list[int]:
    """Seconds of a 1-Hz recording in each zone, by SQL alone."""
    bounds = [*lows, 1e6]
    parts = ", ".join(
        f"count(*) FILTER (heart_rate_bpm >= {low} AND heart_rate_bpm < {high})"
        for low, high in pairwise(bounds)
    )
    query = f"SELECT {parts} FROM data.time_series_metrics WHERE activity_id = {run}"
    return list(rows(context, query)[0])


def test_time_in_zones_is_that_of_the_seconds(heart_rate_only: Context, mixed: Context) -> None:
    for context, basis in ((heart_rate_only, "lt_heart_rate"), (mixed, "watch")):
        run = [
            str(session.activity_id)
            for session in sessions(context)
            if session.training_type == "interval"
        ][-1]
        reply: Any = get_heart_rate_zones_detail(context, activity_id=run).reply
        zones = table(reply, "zones")
        counted = zone_seconds(context, run, [zone["low_bpm"] for zone in zones])
        assert reply["basis"] == basis
        assert [zone["time_in_zone_s"] for zone in zones] == pytest.approx(counted, abs=2)
        shares = [100 * time_s / sum(counted) for time_s in counted]
        assert [zone["zone_percentage"] for zone in zones] == pytest.approx(shares, abs=0.3)
        assert [zone["high_bpm"] for zone in zones][:4] == [zone["low_bpm"] for zone in zones][1:]
        assert zones[-1]["high_bpm"] is None


def test_zones_of_a_run_without_heart_rate_are_an_error(own: Context) -> None:
    run = run_of(own, "interval")
    run_sql(own, "DELETE FROM data.heart_rate_zones WHERE activity_id = ?", [int(run)])
    run_sql(own, "UPDATE data.time_series_metrics SET heart_rate_bpm = NULL")
    understand(own, activity=run, all=False)
    with pytest.raises(NotRecorded, match="heart rate"):
        get_heart_rate_zones_detail(own, activity_id=run)
    reply = get_hr_efficiency_analysis(own, activity_id=run).reply
    assert reply["missing"] == ["heart_rate_zones"]
    assert reply["zone_percentages"] == [None] * 5


def test_the_type_and_its_evidence_are_those_of_the_session(mixed: Context) -> None:
    for summary in sessions(mixed):
        run = str(summary.activity_id)
        reply: Any = get_hr_efficiency_analysis(mixed, activity_id=run).reply
        session: Any = as_plain(get_session(mixed, activity=run, detail=False))
        assert reply["training_type"] == session["training_type"]
        assert set(reply["evidence"]) == set(session["evidence"])
        zones = table(get_heart_rate_zones_detail(mixed, activity_id=run).reply, "zones")
        assert reply["zone_percentages"] == [zone["zone_percentage"] for zone in zones]
        assert reply["primary_zone"] == max(zones, key=lambda zone: zone["time_in_zone_s"])["zone"]


def test_a_threshold_has_its_source_and_age(mixed: Context) -> None:
    session = first_of(mixed, "tempo_threshold")
    reply: Any = get_lactate_threshold_data(mixed, activity_id=str(session.activity_id)).reply
    ((value, measured_on),) = rows(
        mixed,
        "SELECT heart_rate, min(activity_date) FROM lactate_threshold JOIN activities "
        "USING (activity_id) WHERE heart_rate = (SELECT heart_rate FROM lactate_threshold "
        f"WHERE activity_id = {session.activity_id}) GROUP BY ALL",
    )
    threshold = reply["lt_heart_rate_bpm"]
    assert (threshold["value"], threshold["origin"]) == (value, "watch")
    assert threshold["measured_on"] == measured_on.isoformat()
    assert threshold["age_days"] == (session.activity_date - measured_on).days
    pace = reply["threshold_pace_s_per_km"]
    assert pace["value"] == pytest.approx(1000 / session.athlete_threshold_speed_mps, abs=0.051)  # type: ignore[operator]
    low, high = pace["interval_80"]
    assert low <= pace["value"] <= high


def test_vo2_max_is_what_the_session_was_judged_by(mixed: Context) -> None:
    session = first_of(mixed, "tempo_threshold")
    reply: Any = get_vo2_max_data(mixed, activity_id=str(session.activity_id)).reply
    assert reply["vo2_max_ml_per_kg_min"] == pytest.approx(
        session.athlete_vo2_max_ml_per_kg_min, abs=0.051
    )
    assert reply["missing"] == ["age_or_sex"]


def test_vo2_max_is_put_among_people_of_that_age_where_it_is_known(own: Context) -> None:
    for quantity, value in (
        ("age_years", "42"),
        ("sex", "female"),
        ("vo2_max_ml_per_kg_min", "40"),
    ):
        set_athlete(own, quantity=quantity, value=value, since=None)  # type: ignore[arg-type]
    run = run_of(own, "tempo_threshold")
    understand(own, activity=run, all=False)
    reply: Any = get_vo2_max_data(own, activity_id=run).reply
    assert (reply["vo2_max_ml_per_kg_min"], reply["origin"]) == (40.0, "user")
    assert (reply["percentile"], reply["missing"]) == ("80_to_95", [])


def test_what_nobody_knew_about_the_runner_is_an_error(own: Context) -> None:
    run = run_of(own, "tempo_threshold")
    run_sql(own, "DELETE FROM session_athlete WHERE activity_id = ?", [int(run)])
    with pytest.raises(NotRecorded, match="VO2max"):
        get_vo2_max_data(own, activity_id=run)
    with pytest.raises(NotRecorded, match="threshold"):
        get_lactate_threshold_data(own, activity_id=run)


def phase_by_sql(context: Context, run: str, role: str) -> tuple[float, float]:
    """Pace and heart rate of the running seconds inside the segments of a role."""
    ((pace, heart_rate),) = rows(
        context,
        "SELECT 1000 * count(*) / sum(t.speed_mps), avg(t.heart_rate_bpm) "
        "FROM data.time_series_metrics t JOIN data.session_segments s "
        "ON t.activity_id = s.activity_id AND t.elapsed_s > s.start_elapsed_s "
        f"AND t.elapsed_s <= s.end_elapsed_s WHERE t.activity_id = {run} AND s.role = '{role}' "
        "AND t.speed_mps > 1.7 AND t.cadence_spm > 130",
    )
    return pace, heart_rate


ROLES = {"warmup": "warmup", "run": "work", "recovery": "recovery", "cooldown": "cooldown"}


def test_phases_are_what_their_seconds_show(mixed: Context) -> None:
    run = run_of(mixed, "interval")
    reply: Any = get_performance_trends(mixed, activity_id=run).reply
    assert [one["phase"] for one in reply["phases"]] == list(ROLES)
    for phase in reply["phases"]:
        role = ROLES[phase["phase"]]
        pace, heart_rate = phase_by_sql(mixed, run, role)
        assert phase["avg_pace_seconds_per_km"] == pytest.approx(pace, rel=0.01)
        assert phase["avg_hr"] == pytest.approx(heart_rate, abs=0.5)
        stored = rows(
            mixed,
            f"SELECT split_index FROM data.splits WHERE activity_id = {run} AND role = '{role}' "
            "ORDER BY split_index",
        )
        assert phase["splits"] == [row[0] for row in stored]


def test_a_steady_run_has_three_phases(mixed: Context) -> None:
    reply: Any = get_performance_trends(mixed, activity_id=run_of(mixed, "aerobic_base")).reply
    assert [phase["phase"] for phase in reply["phases"]] == ["warmup", "run", "cooldown"]


def test_criteria_of_phases_are_those_of_the_session(mixed: Context) -> None:
    for one in sessions(mixed):
        run = str(one.activity_id)
        reply: Any = get_performance_trends(mixed, activity_id=run).reply
        session: Any = as_plain(get_session(mixed, activity=run, detail=False))
        for phase, rated in zip(reply["phases"], session["phases"], strict=True):
            outcomes = [row[5].partition(":")[0] for row in rated["criteria"]]
            evaluation = phase["evaluation"]
            assert (
                evaluation["of"] == outcomes.count("met") + outcomes.count("not_met") == rated["of"]
            )
            assert evaluation["met"] == outcomes.count("met")
            assert len(evaluation.get("not_met", [])) == outcomes.count("not_met")


def test_evenness_and_drift_are_those_stored_or_say_why_not(mixed: Context) -> None:
    for summary in sessions(mixed):
        reply: Any = get_performance_trends(mixed, activity_id=str(summary.activity_id)).reply
        for name, value in (
            ("pace_consistency", summary.target_cv_frac),
            ("hr_drift_percentage", summary.decoupling_pct),
        ):
            assert reply[name] == (None if value is None else pytest.approx(value, abs=0.0051))
            assert (name in reply["missing"]) == (value is None)
    intervals: Any = get_performance_trends(mixed, activity_id=run_of(mixed, "interval")).reply
    assert intervals["missing"]["hr_drift_percentage"] == "repetitions"


def test_evenness_of_repetitions_is_the_spread_of_their_speeds(mixed: Context) -> None:
    """Row 31: sample SD per repetition."""
    run = run_of(mixed, "interval")
    reply: Any = get_performance_trends(mixed, activity_id=run).reply
    speeds = np.array(
        rows(
            mixed,
            "SELECT speed_mps FROM data.session_segments "
            f"WHERE activity_id = {run} AND role = 'work'",
        )
    )[:, 0]
    assert reply["pace_consistency"] == pytest.approx(speeds.std(ddof=1) / speeds.mean(), abs=0.003)


def test_a_run_not_yet_understood_says_what_to_do(own: Context) -> None:
    run = run_of(own, "interval")
    run_sql(own, "DELETE FROM data.sessions WHERE activity_id = ?", [int(run)])
    for read in (
        get_hr_efficiency_analysis,
        get_vo2_max_data,
        get_lactate_threshold_data,
        get_performance_trends,
    ):
        with pytest.raises(NotAnalysed, match="hakaru status"):
            read(own, activity_id=run)


def test_weather_is_as_the_service_said_and_the_rest_is_missing(own: Context) -> None:
    run = run_of(own, "interval")
    with pytest.raises(NotRecorded, match="weather"):
        get_weather_data(own, activity_id=run)
    run_sql(
        own,
        "INSERT INTO weather (activity_id, temperature_c, wind_speed_mps) VALUES (?, 21.5, 3)",
        [int(run)],
    )
    reply: Any = get_weather_data(own, activity_id=run).reply
    assert (reply["temperature_c"], reply["wind_speed_mps"]) == (21.5, 3.0)
    assert reply["source"] == "weather_service"
    assert reply["missing"] == ["relative_humidity_pct", "headwind_mps"]
    assert "relative_humidity_pct" not in reply


def test_the_requirements_table_can_be_filled_with_the_same_figures(own: Context) -> None:
    run = run_of(own, "interval")
    with own.store.write() as con:
        analysis = read_session(con, int(run))
        anatomy = read_anatomy(con, analysis.summary)
        session = read_input(con, analysis, anatomy=anatomy, settings=own.settings)
        for _ in range(2):
            phases = phase_performances(session, analysis.rating.phases)
            con.execute("DELETE FROM performance_trends WHERE activity_id = ?", [int(run)])
            add_performance_trends(con, [(analysis, phases)])
    ((splits, pace, heart_rate, evaluation, variation),) = rows(
        own,
        "SELECT run_splits, run_avg_pace_seconds_per_km, recovery_avg_hr, warmup_evaluation, "
        f"pace_consistency FROM performance_trends WHERE activity_id = {run}",
    )
    reply: Any = get_performance_trends(own, activity_id=run).reply
    warmup, work, recovery, _ = reply["phases"]
    assert splits == ",".join(map(str, work["splits"]))
    assert pace == pytest.approx(work["avg_pace_seconds_per_km"], abs=0.051)
    assert heart_rate == pytest.approx(recovery["avg_hr"], abs=0.051)
    assert json.loads(evaluation) == warmup["evaluation"]
    assert variation == pytest.approx(reply["pace_consistency"], abs=1e-4)


def test_a_terminal_shows_weather(own: Context) -> None:
    run = run_of(own, "interval")
    run_sql(own, "INSERT INTO weather (activity_id, temperature_c) VALUES (?, 21.5)", [int(run)])
    assert "21.5 °C" in text_of(content_document(get_weather_data(own, activity_id=run), "en"))
