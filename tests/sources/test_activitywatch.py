"""Exports of ActivityWatch in, a bucket for it out."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hakaru.core.errors import Unreadable
from hakaru.focus.timeline import Interval, rescore, seconds_by_state, shown_intervals
from hakaru.sources.focus_files import as_bucket, read_export

T0 = datetime(2026, 3, 2, 9, tzinfo=UTC)


def event(start_s: float, duration_s: float, **data: str) -> dict[str, Any]:
    at = (T0 + timedelta(seconds=start_s)).isoformat()
    return {"id": 1, "timestamp": at, "duration": duration_s, "data": data}


def exported(path: Path, windows: list[Any], presence: list[Any]) -> Path:
    buckets = {
        "aw-watcher-window_pc": {"type": "currentwindow", "events": windows},
        "aw-watcher-afk_pc": {"type": "afkstatus", "events": presence},
        "aw-watcher-web": {"type": "web.tab.current", "events": [event(0, 5, url="https://x")]},
    }
    path.write_text(json.dumps({"buckets": buckets}), encoding="utf-8")
    return path


def test_windows_and_presence_become_records_every_ten_seconds(tmp_path: Path) -> None:
    windows = [
        event(0, 60, app="Code", title="secret.py"),
        event(60, 5, app="Firefox"),
        event(65, 35, app="Code"),
    ]
    presence = [event(0, 50, status="not-afk"), event(50, 400, status="afk")]
    export = read_export(exported(tmp_path / "aw.json", windows, presence))
    assert (export.n_events, export.n_skipped) == (5, 0)
    assert len(export.records) == 45
    at_70 = export.records[7].pc
    assert at_70 is not None
    assert (at_70.active_app, at_70.app_switches_in_window, at_70.unique_apps_in_window) == (
        "Code", 2, 2,
    )  # fmt: skip
    assert at_70.idle_seconds == 200.0
    last = export.records[-1].pc
    assert last is not None
    assert (last.active_app, last.is_idle, last.app_switches_in_window) == (None, True, None)
    assert "secret" not in repr(export)


def test_an_hour_without_events_is_a_gap(tmp_path: Path) -> None:
    presence = [event(0, 60, status="not-afk"), event(3660, 60, status="not-afk")]
    windows = [event(0, 60, app="Code"), event(3660, 60, app="Code")]
    export = read_export(exported(tmp_path / "aw.json", windows, presence))
    seconds = seconds_by_state(shown_intervals(rescore(export.records)))
    assert sum(seconds.values()) == 100


def test_who_is_away_from_the_keyboard_is_idle_and_never_focused(tmp_path: Path) -> None:
    export = read_export(exported(tmp_path / "aw.json", [], [event(0, 600, status="afk")]))
    assert set(seconds_by_state(shown_intervals(rescore(export.records)))) == {"idle"}


@pytest.mark.parametrize(
    "broken",
    [
        None, 5, {}, {"timestamp": "x", "duration": 1, "data": {"app": "a"}},
        event(0, -1, app="a"), event(0, 1e9, app="a"), event(0, 1),
        {**event(0, 1, app="a"), "duration": True},
        {**event(0, 1, app="a"), "timestamp": "2026-01-01T00:00:00"}, {**event(0, 1), "data": []},
        {**event(0, 1, app="a"), "duration": "1"},
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_used_is_counted(tmp_path: Path, broken: Any) -> None:
    export = read_export(exported(tmp_path / "aw.json", [broken, event(0, 10, app="Code")], []))
    assert (export.n_events, export.n_skipped) == (1, 1)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"buckets": []}', "[" * 100_000, '"x"'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(Unreadable, match="no export of ActivityWatch"):
        read_export(path)
    with pytest.raises(Unreadable, match="cannot be opened"):
        read_export(tmp_path / "none.json")


documents = st.recursive(
    st.none() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["buckets", "type", "events", "data", "x"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(documents)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_read_or_refused(tmp_path: Path, document: Any) -> None:
    path = tmp_path / "any.json"
    path.write_text(json.dumps(document))
    try:
        read_export(path)
    except Unreadable as error:
        assert str(path) in str(error)


def test_our_intervals_are_an_export_it_can_import() -> None:
    intervals = [
        Interval(state="focused", started_at=T0, ended_at=T0 + timedelta(seconds=30)),
        Interval(
            state="away", started_at=T0 + timedelta(seconds=30), ended_at=T0 + timedelta(seconds=40)
        ),
    ]
    document = json.loads(as_bucket(intervals, hostname="pc", created=T0))
    (bucket_id,) = document["buckets"]
    bucket = document["buckets"][bucket_id]
    assert bucket_id == bucket["id"] == "aw-watcher-hakaru_pc"
    assert {"id", "type", "client", "hostname", "created", "events"} <= bucket.keys()
    assert bucket["type"] == "app.attention.state"
    assert [(one["duration"], one["data"]) for one in bucket["events"]] == [
        (30.0, {"state": "focused"}), (10.0, {"state": "away"}),
    ]  # fmt: skip
    assert datetime.fromisoformat(bucket["events"][1]["timestamp"]) == T0 + timedelta(seconds=30)


@pytest.mark.parametrize("timestamp", ["9999-12-31T23:59:00+00:00", "0001-01-01T00:00:00+14:00"])
def test_an_event_of_no_age_of_ours_is_skipped(tmp_path: Path, timestamp: str) -> None:
    strange = {**event(0, 86_400, app="Code"), "timestamp": timestamp}
    export = read_export(exported(tmp_path / "aw.json", [strange], []))
    assert (export.records, export.n_skipped) == ((), 1)
