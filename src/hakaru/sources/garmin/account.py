"""A Garmin account: signing in, the stored session, and what can be asked.

An `Answer` is a value, not an exception: a throttled or missing document is an ordinary outcome of
asking a service, and only the one who asks knows whether to wait, go on or stop.

The library renews sessions and knows the addresses. Its messages may quote replies and addresses
with tickets in them, so none is passed on: what happened is told from the HTTP status alone.
"""

from __future__ import annotations

import importlib
import json
import logging
import math
import os
from collections.abc import Callable, Mapping
from datetime import date
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from hakaru.core.errors import FetchFailed
from hakaru.core.i18n import N_, Message, message
from hakaru.records import frozen
from hakaru.sources.parts import install_command

TOKEN_FILE = "garmin_tokens.json"  # noqa: S105  # the name the client library reads and renews


def read_tokens(folder: Path) -> str | None:
    """The stored session, or None when there is none."""
    try:
        return (folder / TOKEN_FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def write_tokens(folder: Path, text: str) -> None:
    """Store a session, mode 0600 in a folder of mode 0700, never readable by others in between."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    fresh = folder / f".{TOKEN_FILE}.{os.getpid()}"
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    fresh.replace(folder / TOKEN_FILE)


def forget_tokens(folder: Path) -> None:
    """Remove a stored session that is no longer accepted."""
    (folder / TOKEN_FILE).unlink(missing_ok=True)


SERVICE = "Garmin Connect"

Outcome = Literal["ok", "absent", "limited", "unavailable", "denied", "odd"]
"""`ok`: `body` holds it. `absent`: the service has nothing of the kind (404, 204, empty).
`limited`: too many requests. `unavailable`: no answer or a server error, worth asking again.
`denied`: the session is no longer accepted. `odd`: anything else, asking again is no use."""

Sport = Literal["running", "multi_sport"]
"""The types that can hold a run, in the words of the service."""

DocumentName = Literal[
    "activity",
    "splits",
    "activity_details",
    "weather",
    "hr_zones",
    "gear",
    "vo2_max",
    "lactate_threshold",
    "original",
]
DOCUMENTS: tuple[DocumentName, ...] = get_args(DocumentName)
"""What is kept of an activity. `original` is the file as uploaded, all others are JSON."""


_REASONS: Mapping[Outcome, str] = {
    "ok": N_("{subject} was obtained"),
    "absent": N_("the service has no {subject}"),
    "limited": N_("too many requests at {subject}: wait some minutes, then run again"),
    "unavailable": N_("no usable answer for {subject}: run again later"),
    "denied": N_("the session was refused at {subject}: sign in again"),
    "odd": N_("an answer of an unknown kind for {subject}"),
}
_REASONS_WITH_STATUS: Mapping[Outcome, str] = {
    **_REASONS,
    "absent": N_("the service has no {subject} (HTTP {status})"),
    "limited": N_(
        "too many requests at {subject} (HTTP {status}): wait some minutes, then run again"
    ),
    "unavailable": N_("no usable answer for {subject} (HTTP {status}): run again later"),
    "denied": N_("the session was refused at {subject} (HTTP {status}): sign in again"),
    "odd": N_("an answer of an unknown kind for {subject} (HTTP {status})"),
}


@frozen
class Answer:
    """What came back for one question.

    `status` is the HTTP status, None when nothing answered. `retry_after_s` is how long the
    service asks to wait, None when it does not say.
    """

    outcome: Outcome
    body: bytes = b""
    status: int | None = None
    retry_after_s: float | None = None

    def reason(self, subject: Message) -> Message:
        """One sentence on why `subject` was not obtained. It quotes nothing the service wrote,
        which may hold account data."""
        if self.status is None:
            return message(_REASONS[self.outcome], subject=subject)
        return message(_REASONS_WITH_STATUS[self.outcome], subject=subject, status=self.status)


@frozen
class ListedActivity:
    """One line of the account's list. `duration_s` None: the list does not say."""

    activity_id: int
    day: date
    duration_s: float | None = None


class GarminAccount(Protocol):
    """A signed-in account."""

    def page(self, sport: Sport, start: int) -> Answer:
        """JSON list of up to `PAGE_SIZE` activities, newest first, from offset `start`."""

    def document(self, name: DocumentName, activity: ListedActivity) -> Answer:
        """One document of one activity."""


PAGE_SIZE = 100


_PROFILE = "/userprofile-service/socialProfile"
_CHART_POINTS_MIN = 2000
_CHART_POINTS_MAX = 10_000
_CHART_POINTS_PER_S = 1.5


@frozen
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
    if value.strip().isdecimal():
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


def load_library(name: str = "garminconnect") -> Any:
    """The client library, silenced: its log lines may quote replies and tickets.

    Raises:
        FetchFailed: it is not installed.
    """
    try:
        library = importlib.import_module(name)
    except ImportError:
        how = install_command("garmin")
        raise FetchFailed(
            SERVICE, message("the extra `garmin` is not installed: {how}", how=how)
        ) from None
    logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return library


def connect(
    token_folder: Path,
    *,
    email: str | None,
    password: str | None,
    mfa: Callable[[], str],
    library: Any = None,
) -> LibraryAccount:
    """Resume the stored session where it still works, else sign in by e-mail and password.

    `mfa` is called only if the account asks for a one-time code. Neither e-mail nor password is
    stored; the session is, in `token_folder`. `library` None: the installed one.

    Raises:
        FetchFailed: not installed; no session and no credentials; refused, throttled, unreachable.
    """
    used = load_library() if library is None else library
    account = _resume(used, token_folder)
    if account is not None:
        return account
    if not email or not password:
        raise FetchFailed(
            SERVICE,
            message("no stored session: give e-mail and password (GARMIN_EMAIL, GARMIN_PASSWORD)"),
        )
    garmin = _facade(used)
    _sign_in(used, lambda: garmin.client.login(email, password, prompt_mfa=mfa))
    if garmin.client.di_token:
        write_tokens(token_folder, garmin.client.dumps())
        garmin.client.load(str(token_folder))  # the library stores the sessions it renews there
    return LibraryAccount(used, garmin)


def _facade(library: Any) -> Any:
    garmin = library.Garmin()
    garmin.retry_attempts = 0  # newer versions would retry by themselves, on a clock of their own
    return garmin


def _resume(library: Any, token_folder: Path) -> LibraryAccount | None:
    if read_tokens(token_folder) is None:
        return None
    garmin = _facade(library)
    try:
        garmin.client.load(str(token_folder))
    except library_errors(library):
        forget_tokens(token_folder)
        return None
    account = LibraryAccount(library, garmin)
    answer = account.profile()
    if answer.outcome == "denied":
        forget_tokens(token_folder)
        return None
    if answer.outcome != "ok":
        raise FetchFailed(SERVICE, answer.reason(message("the profile")))
    return account


def _sign_in(library: Any, login: Callable[[], object]) -> None:
    try:
        login()
    except library.GarminConnectAuthenticationError:
        reason = message("the e-mail, the password or the one-time code was refused")
    except library.GarminConnectTooManyRequestsError:
        reason = message("too many sign-ins (HTTP 429): wait an hour, then try again")
    except library_errors(library):
        reason = message("signing in did not work: the service could not be reached or has changed")
    else:
        return
    raise FetchFailed(SERVICE, reason)
