"""How is Garmin Connect asked through its client library?

The library renews sessions and knows the addresses. Its messages may quote replies and addresses
with tickets in them, so none is passed on: what happened is told from the HTTP status alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any

from hakaru.sources.garmin_fetch.account import (
    PAGE_SIZE,
    Answer,
    DocumentName,
    ListedActivity,
    Outcome,
    Sport,
)

_PROFILE = "/userprofile-service/socialProfile"
_CHART_POINTS_MIN = 2000
_CHART_POINTS_MAX = 10_000
_CHART_POINTS_PER_S = 1.5


@dataclass(frozen=True, kw_only=True)
class Noted:
    """The last HTTP response: its status, None when none came, and how long it asks to wait."""

    status: int | None = None
    retry_after_s: float | None = None


class NotingClient:
    """Reads through the library's client and remembers what its exceptions lose."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.noted = Noted()

    def connectapi(self, path: str, **options: Any) -> Any:
        """Decoded JSON of a path. Raises what the library raises."""
        self.noted = Noted()
        return self._client.connectapi(path, hooks={"response": self._note}, **options)

    def download(self, path: str, **options: Any) -> bytes:
        """Bytes of a path. Raises what the library raises."""
        self.noted = Noted()
        body: bytes = self._client.download(path, hooks={"response": self._note}, **options)
        return body

    def _note(self, response: Any, *_: Any, **__: Any) -> None:
        self.noted = Noted(
            status=response.status_code,
            retry_after_s=retry_after_s(
                response.headers.get("Retry-After"), response.headers.get("Date")
            ),
        )


def retry_after_s(value: str | None, answered_at: str | None) -> float | None:
    """Seconds that a Retry-After header asks to wait (RFC 9110 §10.2.3), None when it does not.

    A date is counted from the Date header of the same response, so that no clock is needed.
    """
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        wait = parsedate_to_datetime(value) - parsedate_to_datetime(answered_at or "")
        return max(0.0, wait.total_seconds())
    except (ValueError, TypeError):
        return None


def library_errors(library: Any) -> tuple[type[Exception], ...]:
    """What a call into the library may raise: its own errors, those of the HTTP client below
    (OSError), and those of reading a reply that has not the shape it expects."""
    return (
        library.GarminConnectConnectionError,
        library.GarminConnectAuthenticationError,
        library.GarminConnectTooManyRequestsError,
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
    )


class LibraryAccount:
    """An account behind the client library; `garmin` is its signed-in facade."""

    def __init__(self, library: Any, garmin: Any) -> None:
        self._errors = library_errors(library)
        self._garmin = garmin
        self._client = NotingClient(garmin.client)
        garmin.client = self._client
        self._latest_threshold: Answer | None = None

    def profile(self) -> Answer:
        """The owner's profile: whether the session works at all."""
        return self._json(lambda: self._client.connectapi(_PROFILE))

    def page(self, sport: Sport, start: int) -> Answer:
        """JSON list of activities of a type, newest first; an empty list is a page too."""
        answer = self._json(lambda: self._garmin.get_activities(start, PAGE_SIZE, sport))
        if answer.outcome == "absent" and answer.status != 404:
            return Answer(outcome="ok", body=b"[]", status=answer.status)
        return answer

    def document(self, name: DocumentName, activity: ListedActivity) -> Answer:
        """One document, as the service has it."""
        if name == "original":
            return self._original(activity.activity_id)
        if name == "lactate_threshold":
            return self._threshold(activity.day)
        return self._json(lambda: self._read(name, activity))

    def _read(self, name: DocumentName, activity: ListedActivity) -> object:
        garmin, activity_id = self._garmin, str(activity.activity_id)
        reads: dict[str, Callable[[], object]] = {
            "activity": lambda: garmin.get_activity(activity_id),
            "splits": lambda: garmin.get_activity_splits(activity_id),
            "activity_details": lambda: garmin.get_activity_details(
                activity_id, maxchart=chart_points(activity.duration_s)
            ),
            "weather": lambda: garmin.get_activity_weather(activity_id),
            "hr_zones": lambda: garmin.get_activity_hr_in_timezones(activity_id),
            "gear": lambda: garmin.get_activity_gear(activity_id),
            "vo2_max": lambda: garmin.get_max_metrics(activity.day.isoformat()),
        }
        return reads[name]()

    def _original(self, activity_id: int) -> Answer:
        kind = self._garmin.ActivityDownloadFormat.ORIGINAL
        self._client.noted = Noted()
        try:
            body = self._garmin.download_activity(str(activity_id), dl_fmt=kind)
        except self._errors:
            return self._failed()
        return self._told("ok" if body else "absent", body)

    def _threshold(self, day: date) -> Answer:
        """The service knows only the latest threshold, so it belongs to runs since its date."""
        if self._latest_threshold is None or self._latest_threshold.outcome not in ("ok", "absent"):
            self._latest_threshold = self._json(self._garmin.get_lactate_threshold)
        latest = self._latest_threshold
        if latest.outcome != "ok" or measured_by(latest.body, day):
            return latest
        return Answer(outcome="absent", status=latest.status)

    def _json(self, call: Callable[[], object]) -> Answer:
        self._client.noted = Noted()
        try:
            value = call()
        except self._errors:
            return self._failed()
        body = json.dumps(value, ensure_ascii=False).encode()
        return self._told("ok" if value else "absent", body)

    def _told(self, outcome: Outcome, body: bytes) -> Answer:
        return Answer(outcome=outcome, body=body, status=self._client.noted.status)

    def _failed(self) -> Answer:
        noted = self._client.noted
        return Answer(
            outcome=outcome_of(noted.status),
            status=noted.status,
            retry_after_s=noted.retry_after_s,
        )


def outcome_of(status: int | None) -> Outcome:
    """What a failed request means. None: no response at all."""
    outcomes: dict[int, Outcome] = {
        204: "absent",
        401: "denied",
        403: "denied",
        404: "absent",
        408: "unavailable",
        429: "limited",
    }
    if status is None or status >= 500:
        return "unavailable"
    return outcomes.get(status, "odd")


def chart_points(duration_s: float | None) -> int:
    """How many samples of the details to ask for: more than one a second, within what is sent."""
    if duration_s is None:
        return _CHART_POINTS_MAX
    wanted = math.ceil(duration_s * _CHART_POINTS_PER_S)
    return min(_CHART_POINTS_MAX, max(_CHART_POINTS_MIN, wanted))


def measured_by(body: bytes, day: date) -> bool:
    """Whether a lactate threshold reply holds a figure that existed on that local day."""
    measured_on = json.loads(body)["speed_and_heart_rate"]["calendarDate"]
    return isinstance(measured_on, str) and measured_on[:10] <= day.isoformat()
