"""Which runs come to disk, in which form, and what a fault costs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import FetchFailed
from hakaru.sources.garmin.account import (
    PAGE_SIZE,
    Answer,
    ListedActivity,
    Outcome,
    chart_points,
    connect,
    outcome_of,
    retry_after_s,
)
from hakaru.sources.garmin.fetch import (
    ATTEMPTS_MAX,
    FIRST_WAIT_S,
    PAUSE_S,
    WAIT_MAX_S,
    FetchReport,
    PatientAccount,
    fetch,
    list_activities,
    read_page,
    wait_s,
)
from tests.sources.garmin_loopback import (
    ACTIVITY,
    EMAIL,
    LIST,
    PASSWORD,
    THRESHOLD,
    UPLOAD,
    Fault,
    GarminService,
    library_at,
    serving,
    upload,
)

RUNS = [(303, "2026-03-03 06:00:00"), (202, "2026-02-02 06:00:00"), (101, "2026-01-01 06:00:00")]
ALL_DOCUMENTS = {
    "activity.json", "splits.json", "activity_details.json", "hr_zones.json", "gear.json",
    "vo2_max.json", "lactate_threshold.json", "activity.zip",
}  # fmt: skip


@pytest.fixture
def service() -> Iterator[GarminService]:
    with serving(GarminService(runs=list(RUNS))) as running:
        yield running


class Bench:
    """A connected account with its waits written down instead of waited."""

    def __init__(self, service: GarminService, folder: Path) -> None:
        library = library_at(service.url)
        account = connect(
            folder / "tokens", email=EMAIL, password=PASSWORD, mfa=str, library=library
        )
        self.raw = folder / "raw"
        self.slept_s: list[float] = []
        self.progress: list[tuple[int, int]] = []
        self.account = PatientAccount(account=account, sleep=self.slept_s.append)

    def fetch(self, since: date | None = None, until: date | None = None) -> FetchReport:
        return fetch(
            self.account,
            self.raw,
            since=since,
            until=until,
            on_progress=lambda done, total: self.progress.append((done, total)),
        )

    def waits_s(self) -> list[float]:
        return [one for one in self.slept_s if one != PAUSE_S]

    def names(self, activity_id: int) -> set[str]:
        return {path.name for path in (self.raw / str(activity_id)).iterdir()}


@pytest.fixture
def bench(service: GarminService, tmp_path: Path) -> Bench:
    return Bench(service, tmp_path)


def test_every_listed_run_comes_to_disk_with_its_documents(bench: Bench) -> None:
    report = bench.fetch()
    assert report.fetched == (303, 202, 101)
    assert report.ok
    assert bench.names(303) == ALL_DOCUMENTS
    activity = json.loads((bench.raw / "303" / "activity.json").read_text(encoding="utf-8"))
    assert activity == {"activityId": 303, "activityName": "朝ラン"}
    assert (bench.raw / "303" / "activity.zip").read_bytes() == upload(303)
    assert bench.progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_nothing_that_is_on_disk_is_asked_for_again(service: GarminService, bench: Bench) -> None:
    bench.fetch()
    service.runs.insert(0, (404, "2026-04-04 06:00:00"))
    before = len(service.asked)
    report = bench.fetch()
    assert report.fetched == (404,)
    assert report.skipped == 3
    assert not [path for path in service.asked[before:] if "303" in path]


def test_a_gap_in_the_middle_is_filled_not_only_what_is_newer(bench: Bench) -> None:
    for activity_id in (303, 101):
        (bench.raw / str(activity_id)).mkdir(parents=True)
    assert bench.fetch().fetched == (202,)


def test_the_days_asked_for_are_inclusive_at_both_ends(bench: Bench) -> None:
    assert bench.fetch(since=date(2026, 2, 2), until=date(2026, 2, 2)).fetched == (202,)


def test_the_list_is_read_no_further_than_the_first_day_asked_for(
    service: GarminService, bench: Bench
) -> None:
    service.runs = [(1000 - n, "2026-01-01 06:00:00") for n in range(2 * PAGE_SIZE)]
    list_activities(bench.account, since=date(2026, 2, 1), until=None)
    assert len(service.asked_for("activityType=running")) == 1


def test_a_list_of_several_pages_is_read_to_its_end(service: GarminService, bench: Bench) -> None:
    service.runs = [(9000 - n, "2026-01-01 06:00:00") for n in range(2 * PAGE_SIZE)]
    listed = list_activities(bench.account, since=None, until=None)
    assert [one.activity_id for one in listed] == [9000 - n for n in range(2 * PAGE_SIZE)]


def test_a_multisport_day_is_fetched_too_and_nothing_twice(
    service: GarminService, bench: Bench
) -> None:
    service.multisport = [(909, "2026-03-09 06:00:00"), (303, "2026-03-03 06:00:00")]
    listed = list_activities(bench.account, since=None, until=None)
    assert [one.activity_id for one in listed] == [909, 303, 202, 101]


def test_documents_the_service_has_not_are_left_out_without_complaint(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{UPLOAD}/303", Fault(status=404))
    service.fail(f"{ACTIVITY}/303/hrTimeInZones", Fault(status=204, body=b""))
    report = bench.fetch(since=date(2026, 3, 1))
    assert report.ok
    assert not report.incomplete
    assert bench.names(303) == ALL_DOCUMENTS - {"activity.zip", "hr_zones.json"}


def test_a_bare_fit_upload_is_named_as_such(service: GarminService, bench: Bench) -> None:
    service.fit_uploads = True
    bench.fetch(since=date(2026, 3, 1))
    assert "activity.fit" in bench.names(303)


def test_details_are_asked_for_at_more_than_one_sample_a_second(bench: Bench) -> None:
    bench.fetch(since=date(2026, 3, 1))
    details = json.loads((bench.raw / "303" / "activity_details.json").read_bytes())
    assert details["asked"]["maxChartSize"] == ["6000"]


def test_a_threshold_measured_after_a_run_does_not_belong_to_it(bench: Bench) -> None:
    bench.fetch()
    assert "lactate_threshold.json" in bench.names(202)
    assert "lactate_threshold.json" not in bench.names(101)


def test_the_latest_threshold_is_asked_for_once_for_all_runs(
    service: GarminService, bench: Bench
) -> None:
    bench.fetch()
    assert len(service.asked_for(THRESHOLD)) == 1


def test_a_throttled_request_is_repeated_after_the_time_the_service_asks_for(
    service: GarminService, bench: Bench
) -> None:
    limited = Fault(status=429, headers=(("Retry-After", "7"),))
    service.fail(f"{ACTIVITY}/303/splits", limited, limited)
    assert bench.fetch().ok
    assert bench.waits_s() == [7.0, 7.0]


def test_a_throttled_upload_is_waited_for_like_any_document(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{UPLOAD}/303", Fault(status=429))
    assert bench.fetch().ok
    assert bench.waits_s() == [FIRST_WAIT_S]


def test_an_account_that_stays_throttled_ends_the_fetch_and_keeps_what_came(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{ACTIVITY}/202/weather", *[Fault(status=429)] * ATTEMPTS_MAX)
    report = bench.fetch()
    assert report.fetched == (303,)
    assert report.stopped == (
        "too many requests at weather of activity 202 (HTTP 429): wait some minutes, then run again"
    )
    assert not report.ok
    assert not service.asked_for(f"{ACTIVITY}/101")
    assert (bench.raw / "303").is_dir()
    assert not (bench.raw / "202").exists()


def test_an_interrupted_activity_goes_on_where_it_stopped(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{ACTIVITY}/303/weather", *[Fault(status=500)] * ATTEMPTS_MAX)
    first = bench.fetch(since=date(2026, 3, 1))
    assert [one.activity_id for one in first.failed] == [303]
    before = len(service.asked)
    assert bench.fetch(since=date(2026, 3, 1)).fetched == (303,)
    assert not [path for path in service.asked[before:] if path.endswith("303/splits")]
    assert bench.names(303) == ALL_DOCUMENTS


def test_one_activity_that_fails_does_not_stop_the_others(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{ACTIVITY}/202", Fault(status=400))
    report = bench.fetch()
    assert report.fetched == (303, 101)
    assert report.failed[0].reason == (
        "an answer of an unknown kind for activity of activity 202 (HTTP 400)"
    )


def test_a_side_document_of_an_unknown_kind_is_left_out_and_told(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{ACTIVITY}/303/splits", Fault(status=200, body=b"<html>maintenance</html>"))
    report = bench.fetch(since=date(2026, 3, 1))
    assert report.fetched == (303,)
    assert "splits" in report.incomplete[0].reason
    assert "splits.json" not in bench.names(303)


def test_a_threshold_of_an_unknown_shape_costs_only_itself(
    service: GarminService, bench: Bench
) -> None:
    service.fail(THRESHOLD, Fault(status=200, body=b'[{"speed": 0.3}]'))
    report = bench.fetch(since=date(2026, 3, 1))
    assert report.fetched == (303,)
    assert "lactate_threshold" in report.incomplete[0].reason


def test_a_lost_session_ends_the_fetch(service: GarminService, bench: Bench) -> None:
    service.token = "token-2"
    with pytest.raises(FetchFailed, match="session was refused"):
        bench.fetch()


def test_a_session_lost_in_the_middle_ends_the_fetch_with_what_came(
    service: GarminService, bench: Bench
) -> None:
    service.fail(f"{ACTIVITY}/202", Fault(status=403))
    report = bench.fetch()
    assert report.fetched == (303,)
    assert report.stopped is not None
    assert "sign in again" in report.stopped


def test_no_message_quotes_what_the_service_wrote(service: GarminService, bench: Bench) -> None:
    service.fail(f"{ACTIVITY}/303", Fault(status=400))
    service.fail(f"{ACTIVITY}/202", *[Fault(status=429)] * ATTEMPTS_MAX)
    report = bench.fetch()
    assert "SECRET" not in f"{report.failed} {report.stopped}"


def test_an_unreachable_service_is_unavailable_not_empty(tmp_path: Path) -> None:
    with serving(GarminService(runs=list(RUNS))) as service:
        bench = Bench(service, tmp_path)
    with pytest.raises(FetchFailed, match="no usable answer for the list of activities"):
        bench.fetch()


def test_a_list_that_cannot_be_read_is_an_error_not_an_empty_account(
    service: GarminService, bench: Bench
) -> None:
    service.fail(LIST, Fault(status=404))
    with pytest.raises(FetchFailed):
        bench.fetch()


def test_an_empty_account_is_an_empty_report(service: GarminService, bench: Bench) -> None:
    service.runs.clear()
    assert bench.fetch() == FetchReport(fetched=(), skipped=0, failed=(), incomplete=())


@pytest.mark.parametrize("body", [b"{}x", b'{"a": 1}', b'[{"activityId": 1}]', b"[3]", b"null"])
def test_a_list_of_an_unknown_shape_is_refused(body: bytes) -> None:
    with pytest.raises(FetchFailed, match="unknown shape"):
        read_page(body)


def test_a_listed_activity_may_lack_its_duration() -> None:
    (listed,) = read_page(b'[{"activityId": 7, "startTimeLocal": "2026-01-01 06:00:00"}]')
    assert listed == ListedActivity(activity_id=7, day=date(2026, 1, 1))


@pytest.mark.parametrize(
    ("duration_s", "points"), [(None, 10_000), (60.0, 2000), (3600.0, 5400), (86400.0, 10_000)]
)
def test_chart_points_cover_each_second_within_what_is_sent(
    duration_s: float | None, points: int
) -> None:
    assert chart_points(duration_s) == points


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("30", 30.0),
        ("Wed, 21 Oct 2026 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2026 07:27:00 GMT", 0.0),
        ("soon", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(
    value: str | None, seconds: float | None
) -> None:
    assert retry_after_s(value, "Wed, 21 Oct 2026 07:28:00 GMT") == seconds


def test_a_retry_date_without_a_date_of_the_answer_is_no_wait() -> None:
    assert retry_after_s("Wed, 21 Oct 2026 07:28:30 GMT", None) is None


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(None, "unavailable"), (401, "denied"), (418, "odd"), (429, "limited"), (502, "unavailable")],
)
def test_a_status_says_what_a_failure_means(status: int | None, outcome: Outcome) -> None:
    assert outcome_of(status) == outcome


@given(attempt=st.integers(1, 20), asked_s=st.none() | st.floats(0, 1e6))
def test_no_wait_is_longer_than_the_limit_and_their_number_is_bounded(
    attempt: int, asked_s: float | None
) -> None:
    pause_s = wait_s(Answer(outcome="limited", retry_after_s=asked_s), attempt)
    assert pause_s is None or 0 < pause_s <= WAIT_MAX_S
    assert attempt < ATTEMPTS_MAX or pause_s is None


@given(attempt=st.integers(1, 20), outcome=st.sampled_from(["ok", "absent", "denied", "odd"]))
def test_only_a_throttled_or_silent_service_is_asked_again(attempt: int, outcome: Outcome) -> None:
    assert wait_s(Answer(outcome=outcome), attempt) is None
