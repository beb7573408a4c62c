"""From counters to what was done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.focus.categories import classify_app
from hakaru.focus.features import PcReading, Usage, note, summarise_usage
from hakaru.focus.timeline import Record, Recorded, read_record, record_line


def noted(*readings: PcReading) -> Usage:
    usage = Usage()
    for reading in readings:
        usage = note(usage, reading)
    return usage


def test_counts_are_rates_of_the_time_watched() -> None:
    readings = [
        PcReading(at_s=2.0 * n, app="Code", idle_s=1.0, keys=1000 + 4 * n, mouse=n)
        for n in range(40)
    ]
    snapshot = summarise_usage(noted(*readings))
    assert snapshot is not None
    assert snapshot.keyboard_rate_window == pytest.approx(120)
    assert snapshot.keyboard_events_in_window == 120
    assert snapshot.keyboard_events_total == 156
    assert snapshot.mouse_rate_window == pytest.approx(30)
    assert snapshot.seconds_since_last_keyboard == 1.0
    assert (snapshot.is_idle, snapshot.app_switches_in_window) == (False, 0)


def test_a_burst_of_ten_seconds_is_not_diluted() -> None:
    readings = [PcReading(at_s=float(n), keys=2 * n) for n in range(11)]
    snapshot = summarise_usage(noted(*readings))
    assert snapshot is not None
    assert snapshot.keyboard_rate_window == pytest.approx(120)
    early = summarise_usage(noted(*readings[:4]))
    assert early is not None
    assert early.keyboard_rate_window is None


def test_switches_are_those_of_the_last_half_minute() -> None:
    apps = ["Mail"] * 40 + ["Code", "Safari", "Code", None, "Safari", "Slack"]
    readings = [PcReading(at_s=float(n), app=app) for n, app in enumerate(apps)]
    snapshot = summarise_usage(noted(*readings))
    assert snapshot is not None
    assert (snapshot.app_switches_in_window, snapshot.unique_apps_in_window) == (5, 4)
    assert snapshot.app_history_window == ("Mail", "Code", "Safari", "Code", "Safari", "Slack")


def test_what_is_not_told_is_absent() -> None:
    snapshot = summarise_usage(noted(*(PcReading(at_s=float(n)) for n in range(20))))
    assert snapshot is not None
    names = {name for name in snapshot.__dataclass_fields__ if getattr(snapshot, name) is not None}
    assert names == {"timestamp"}
    assert summarise_usage(Usage()) is None


def test_a_total_that_fell_began_anew() -> None:
    usage = noted(
        PcReading(at_s=0.0, keys=500), PcReading(at_s=10.0, keys=510), PcReading(at_s=20.0, keys=3)
    )
    assert usage.keys == 13


def test_since_the_last_key_is_never_less_than_without_any_input() -> None:
    usage = noted(
        PcReading(at_s=0.0, keys=1, idle_s=0.0),
        PcReading(at_s=10.0, keys=2, idle_s=8.0),
        PcReading(at_s=11.0, keys=2, idle_s=9.0),
    )
    snapshot = summarise_usage(usage)
    assert snapshot is not None
    assert snapshot.seconds_since_last_keyboard == 9.0
    assert snapshot.seconds_since_last_mouse is None


def test_a_reading_out_of_order_is_left_out_and_a_clock_set_back_starts_anew() -> None:
    usage = noted(PcReading(at_s=100.0, keys=1), PcReading(at_s=99.0, keys=50))
    assert usage.keys == 0
    assert len(usage.readings) == 1
    assert note(usage, PcReading(at_s=5.0)).readings[0].at_s == 5.0


@given(st.lists(st.tuples(st.floats(0, 200), st.integers(0, 10**6)), max_size=30))
def test_counts_never_fall(pairs: list[tuple[float, int]]) -> None:
    usage, before = Usage(), 0
    for at_s, keys in pairs:
        after = note(usage, PcReading(at_s=at_s, keys=keys))
        if len(after.readings) > 1:
            assert after.keys >= before
        usage, before = after, after.keys
    snapshot = summarise_usage(usage)
    assert snapshot is None or (snapshot.keyboard_events_in_window or 0) >= 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("zoom.us", "meeting"), ("Zoom.exe", "meeting"), ("us.zoom.xos", "meeting"),
        ("Microsoft Teams", "meeting"), ("com.microsoft.teams2", "meeting"),
        ("Code", "work"), ("code.desktop", "work"), ("Google Chrome", "browser"),
        ("org.mozilla.firefox", "browser"), ("Preview.app", "reader"), ("VLC", "leisure"),
        ("PyCharm CE", "work"), ("pycharm64.exe", "work"), ("Adobe Photoshop 2024", "work"),
        ("Gimp-2.10", "work"), ("Apache NetBeans IDE 21", None), ("Microsoft-edge", "browser"),
        ("Microsoft Teams (work or school)", "meeting"), ("プレビュー", "reader"),
        ("ミュージック", "music"), ("org.x.editor", None), ("Chrome Remote Desktop", "work"),
        ("com.tinyspeck.slackmacgap", "chat"), ("pro " * 20_000, None),
        ("Slack", "chat"), ("Something New", None), ("a.b", None), ("org.unheard.of", None),
        (None, None),
    ],
)  # fmt: skip
def test_an_application_is_known_by_any_of_its_spellings(
    name: str | None, expected: str | None
) -> None:
    assert classify_app(name) == expected


def test_a_window_with_an_endless_name_fills_no_record() -> None:
    usage = Usage()
    for at_s in range(10):
        usage = note(usage, PcReading(at_s=float(at_s), app=f"{at_s}\x1b" + "x" * 100_000))
    snapshot = summarise_usage(usage)
    assert snapshot is not None
    assert snapshot.active_app is not None
    assert len(snapshot.active_app) <= 120
    assert snapshot.active_app.isprintable()
    record = Record(recorded=Recorded(at_s=9.0, camera=None, pc=snapshot))
    assert read_record(record_line(record)) == record
