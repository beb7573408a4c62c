"""What the earlier runs say at the moment of one run: never what came later, but at the start."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hakaru.flows.context import Context
from hakaru.flows.remembered import Past, past_of
from hakaru.running.activity import Physiology
from hakaru.running.athlete.efforts import EFFORT_DURATIONS_S, Effort, RunEfforts
from hakaru.running.athlete.model import AthleteFact
from hakaru.running.session.model import SessionSummary
from hakaru.store.athlete import PastRun, StatedSex
from tests.flows.factories import with_settings
from tests.flows.session_seasons import heart_rate_files, read_only
from tests.running.summaries import make_summary

START = datetime(2025, 1, 1, 7, tzinfo=UTC)


def past_run(number: int, *, days: float | None = None, speed_mps: float = 3.0) -> PastRun:
    """The run of that number, a week after the one before, at a best speed over every duration."""
    started_at = START + timedelta(days=7.0 * number if days is None else days)
    return PastRun(
        activity_id=number,
        day=started_at.date(),
        started_at=started_at,
        physiology=None,
        efforts=RunEfforts(
            Effort(
                duration_s=duration_s,
                speed_mps=speed_mps,
                speed_heart_rate_bpm=150.0,
                heart_rate_bpm=150.0 + 10.0 * speed_mps,
                power_w=None,
            )
            for duration_s in EFFORT_DURATIONS_S
        ),
    )


def watched(run: PastRun, **said: float) -> PastRun:
    return replace(run, physiology=Physiology(**said))  # type: ignore[arg-type]


def session(number: int, **given: Any) -> SessionSummary:
    run = past_run(number)
    summary = make_summary(number, running_s=3000.0, **given)
    return replace(summary, started_at=run.started_at, activity_date=run.day)


def maximum_bpm(past: Past, run: PastRun) -> float | None:
    return past.runner_then(run).athlete.value("heart_rate_max_bpm")


@given(
    speeds_mps=st.lists(st.floats(2.5, 5.0), min_size=2, max_size=24),
    data=st.data(),
)
def test_later_runs_say_nothing_about_a_run(speeds_mps: list[float], data: st.DataObject) -> None:
    runs = [past_run(n, speed_mps=speed_mps) for n, speed_mps in enumerate(speeds_mps)]
    at = data.draw(st.integers(0, len(runs) - 1))
    until_then, all_of_them = (Past(runs=one, sessions=[]) for one in (runs[: at + 1], runs))
    assert all_of_them.runner_then(runs[at]) == until_then.runner_then(runs[at])


def test_a_run_knows_itself_whether_it_is_stored_or_not() -> None:
    runs = [past_run(n, speed_mps=3.0 + 0.1 * n) for n in range(15)]
    stored, fresh = Past(runs=runs, sessions=[]), Past(runs=runs[:-1], sessions=[])
    assert stored.runner_then(runs[-1]) == fresh.runner_then(runs[-1])


def test_a_day_knows_the_runs_up_to_it_and_its_own() -> None:
    runs = [past_run(n, speed_mps=3.0 + 0.2 * n) for n in range(5)]
    past = Past(runs=runs, sessions=[])
    for run in runs:
        until_then = Past(runs=[one for one in runs if one.day <= run.day], sessions=[])
        assert past.athlete_on(run.day) == until_then.athlete_on(run.day)
    assert past.athlete_on(runs[0].day - timedelta(days=1)).known == {}


def test_what_a_watch_said_a_while_ago_is_remembered_among_few_runs() -> None:
    old = watched(past_run(0), heart_rate_max_bpm=188.0)
    few = [old, *(past_run(n, days=500 + n) for n in range(1, 20))]
    assert maximum_bpm(Past(runs=few, sessions=[]), few[-1]) == 188.0


def test_what_the_runner_says_holds_from_its_day_and_beats_the_watch() -> None:
    runs = [watched(past_run(n), heart_rate_max_bpm=180.0) for n in range(3)]
    past = Past(
        runs=runs,
        sessions=[],
        facts=(AthleteFact(quantity="heart_rate_max_bpm", value=191.0, since=runs[1].day),),
        sexes=(
            StatedSex(sex="male", since=date(1900, 1, 1)),
            StatedSex(sex="female", since=runs[2].day),
        ),
    )
    assert [maximum_bpm(past, run) for run in runs] == [180.0, 191.0, 191.0]
    assert [past.runner_then(run).athlete.sex for run in runs] == ["male", "male", "female"]


def test_a_label_belongs_to_its_run_only() -> None:
    runs = [past_run(n) for n in range(2)]
    past = Past(runs=runs, sessions=[], labels={0: "interval"})
    assert [past.runner_then(run).label for run in runs] == ["interval", None]


def test_habits_are_those_of_the_sessions_before_the_run() -> None:
    runs = [past_run(n) for n in range(10)]
    sessions = [session(n) for n in range(10)]
    habits = [Past(runs=runs, sessions=sessions).runner_then(run).habits for run in runs]
    assert [habit.n_easy_runs for habit in habits] == list(range(10))
    until_then = Past(runs=runs, sessions=sessions[:5])
    assert until_then.runner_then(runs[5]).habits == habits[5]


def test_a_run_remembered_again_replaces_what_it_said_and_stays_in_order() -> None:
    past = Past(runs=[], sessions=[])
    for number in (2, 0, 1, 0):
        past.remember(past_run(number), session(number))
    past.remember(past_run(1, speed_mps=4.0), session(1, n_reps=5))
    assert [run.activity_id for run in past.runs] == [0, 1, 2]
    assert [one.activity_id for one in past.sessions] == [0, 1, 2]
    assert past.runs[1].efforts == past_run(1, speed_mps=4.0).efforts
    assert past.sessions[1].n_reps == 5


def test_nothing_is_known_of_an_empty_store(context: Context) -> None:
    with context.store.read() as con:
        past = past_of(context, con)
    assert (past.runs, past.sessions, past.facts, past.labels) == ([], [], (), {})
    assert past.athlete_on(date(2025, 1, 1)).known == {}


def test_what_is_stored_is_what_an_ingest_remembered() -> None:
    with read_only(heart_rate_files()) as stored, stored.store.read() as con:
        past = past_of(stored, con)
        other = past_of(with_settings(stored, user_id="somebody"), con)
    assert [run.activity_id for run in past.runs] == [one.activity_id for one in past.sessions]
    assert all(run.efforts and run.physiology is None for run in past.runs)
    assert other.runs == past.runs
