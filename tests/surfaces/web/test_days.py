"""A day is one of this computer's clock, also where that is set forward or back."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from hakaru.flows.context import Context
from hakaru.flows.focus import focus_today, local_bounds
from hakaru.flows.nodes import edit_node
from hakaru.flows.report import view_days
from hakaru.focus.timeline import Interval
from hakaru.present.figures import lasting
from hakaru.store.focus import write_intervals
from hakaru.store.state import State
from hakaru.surfaces.web.pages.day import day_line, happenings
from tests.flows.commands import ROOT, environment
from tests.flows.factories import make_context, run_sql
from tests.flows.factories import stored_runs as runs_of
from tests.surfaces.web.serving import talking

SAID = """
import sys
from datetime import date, datetime, timedelta, UTC
from pathlib import Path
from hakaru.flows.report import view_days
from hakaru.focus.timeline import Interval
from hakaru.store.focus import write_intervals
from hakaru.store.state import State
from hakaru.surfaces.web.pages.day import happenings
from tests.flows.factories import make_context
context, day = make_context(Path(sys.argv[1])), date.fromisoformat(sys.argv[2])
noon = datetime(day.year, day.month, day.day, 12).astimezone(UTC)
told = Interval(
    state="focused", started_at=noon - timedelta(hours=20), ended_at=noon + timedelta(hours=20)
)
write_intervals(State(context.data_folder), [told], origin="engine", classifier="test")
for one in view_days(context, first=day - timedelta(1), last=day + timedelta(1)):
    spans = " ".join(happening.at for happening in happenings(one, "en"))
    print(one.day, one.seconds.get("focused", 0.0) / 3600, spans)
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("zone", "day", "told"),
    [
        (
            "Europe/Berlin",
            "2025-03-30",
            ["2025-03-29 9.0 15:00\u201324:00", "2025-03-30 23.0 00:00\u201324:00",
             "2025-03-31 8.0 00:00\u201308:00"],
        ),
        (
            "America/New_York",
            "2025-11-02",
            ["2025-11-01 7.0 17:00\u201324:00", "2025-11-02 25.0 00:00\u201324:00",
             "2025-11-03 8.0 00:00\u201308:00"],
        ),
    ],
)  # fmt: skip
def test_a_day_with_a_change_of_the_clock_is_one_day(
    tmp_path: Path, zone: str, day: str, told: list[str]
) -> None:
    found = subprocess.run(  # our own program
        [sys.executable, "-c", SAID, str(tmp_path / "data"), day],
        cwd=ROOT,
        env={**environment(), "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.splitlines() == told


def test_attention_that_was_watched_and_imported_counts_once(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    state, day = State(context.data_folder), context.now().astimezone().date()
    start = local_bounds(day)[0] + timedelta(hours=9)
    told = Interval(state="focused", started_at=start, ended_at=start + timedelta(hours=2))
    seen = replace(told, state="distracted", ended_at=start + timedelta(hours=1))
    write_intervals(state, [told], origin="activitywatch", classifier="test")
    write_intervals(state, [seen], origin="engine", classifier="test")
    (shown,) = view_days(context, first=day, last=day)
    assert shown.seconds == {"focused": 3600.0, "distracted": 3600.0}
    assert shown.seconds == focus_today(context, day=day).stats.seconds
    context.store.close()


def test_a_run_lies_on_the_day_and_hour_of_the_watch(data: Path) -> None:
    context = make_context(data)
    run = runs_of(context)[0]
    run_sql(
        context,
        "UPDATE activities SET started_at = ?, utc_offset_s = 32400, activity_date = ? "
        "WHERE activity_id = ?",
        ["2024-01-01 21:30:00", date(2024, 1, 2), run.activity_id],
    )
    before, day = view_days(context, first=date(2024, 1, 1), last=date(2024, 1, 2))
    assert before.runs == ()
    assert [happening.at for happening in happenings(day, "ja")] == ["06:30"]
    assert day_line(day, "ja").runs[0].activity_id == run.activity_id
    context.store.close()


def test_a_day_of_many_changes_is_cut_and_says_so(context: Context) -> None:
    for number in range(20):
        edit_node(context, node="n1", title=f"題名{number}", note=None, parent=None)
    with talking(context) as client:
        home = client.get("/").text
        assert home.count("を編集") == 6 - 3  # three were added before
        assert "ほか 17 件" in home
        day = client.get(f"/day/{context.now().astimezone().date()}").text
    assert day.count("を編集") == 20


@pytest.mark.parametrize(
    ("seconds", "ja", "en"),
    [(6600, "1時間50分", "1 h 50 min"), (1140, "19分", "19 min"), (40, "40秒", "40 s"),
     (59.6, "1分", "1 min"), (3599, "1時間0分", "1 h 0 min")],
)  # fmt: skip
def test_how_long_something_lasted_is_no_time_of_day(seconds: float, ja: str, en: str) -> None:
    assert (lasting(seconds, "ja"), lasting(seconds, "en")) == (ja, en)


@pytest.mark.parametrize(
    ("training_type", "told"),
    [
        ("interval", {"ja": "インターバル {km} km", "en": "Interval session, {km} km"}),
        ("unknown", {"ja": "{day} のラン", "en": "Run on {day}"}),
    ],
)
def test_the_latest_run_without_a_name_is_called_by_kind_and_distance(
    data: Path, training_type: str, told: dict[str, str]
) -> None:
    context = make_context(data)
    run = runs_of(context)[-1]
    run_sql(context, "UPDATE activities SET title = NULL WHERE activity_id = ?", [run.activity_id])
    run_sql(
        context,
        "UPDATE data.sessions SET training_type = ? WHERE activity_id = ?",
        [training_type, run.activity_id],
    )
    with talking(context) as client:
        for language in ("ja", "en"):
            client.cookies.set("hakaru-language", language)
            home = client.get("/").text
            name = re.search(r'class="runname"><a [^>]*>([^<]*)', home)
            assert name is not None
            assert name[1].strip() == told[language].format(
                km=f"{(run.distance_m or 0.0) / 1000.0:.2f}", day=run.activity_date
            )
