"""What can a Garmin account be asked, and what does it answer?

An `Answer` is a value, not an exception: a throttled or missing document is an ordinary outcome of
asking a service, and only the one who asks knows whether to wait, go on or stop.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

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
DOCUMENTS: tuple[DocumentName, ...] = (
    "activity",
    "splits",
    "activity_details",
    "weather",
    "hr_zones",
    "gear",
    "vo2_max",
    "lactate_threshold",
    "original",
)
"""What is kept of an activity. `original` is the file as uploaded, all others are JSON."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back for one question.

    `status` is the HTTP status, None when nothing answered. `retry_after_s` is how long the
    service asks to wait, None when it does not say.
    """

    outcome: Outcome
    body: bytes = b""
    status: int | None = None
    retry_after_s: float | None = None

    def reason(self, subject: str) -> str:
        """One sentence on why `subject` was not obtained. It quotes nothing the service wrote,
        which may hold account data."""
        status = "" if self.status is None else f" (HTTP {self.status})"
        sentences: dict[Outcome, str] = {
            "ok": f"{subject} was obtained",
            "absent": f"the service has no {subject}{status}",
            "limited": f"too many requests at {subject}{status}: wait some minutes, then run again",
            "unavailable": f"no usable answer for {subject}{status}: run again later",
            "denied": f"the session was refused at {subject}{status}: sign in again",
            "odd": f"an answer of an unknown kind for {subject}{status}",
        }
        return sentences[self.outcome]


@dataclass(frozen=True, kw_only=True)
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
