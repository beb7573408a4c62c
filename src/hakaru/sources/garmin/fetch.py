"""Runs of the account that are not on disk yet: listed and fetched, with patience where that is
asked for.

Layout: `<folder>/<activity_id>/{activity.json, splits.json, ..., activity.zip}`. An activity is
gathered in `<folder>/.partial-<activity_id>/` and renamed when complete, so that a folder named by
an id is always whole, and a fetch that was cut off goes on with the document it stopped at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import get_args

from hakaru.core.errors import FetchFailed
from hakaru.core.i18n import message
from hakaru.core.names import named
from hakaru.records import frozen
from hakaru.sources.garmin.account import (
    DOCUMENTS,
    PAGE_SIZE,
    SERVICE,
    Answer,
    DocumentName,
    GarminAccount,
    ListedActivity,
    Sport,
)

PAUSE_S = 0.25
ATTEMPTS_MAX = 5
FIRST_WAIT_S = 15.0
WAIT_MAX_S = 600.0


def wait_s(answer: Answer, attempt: int) -> float | None:
    """Seconds to wait before asking again after the `attempt`-th (1, 2, ...) answer.

    What the service asks for wins over our own doubling. None: do not ask again, because asking is
    no use, was tried often enough, or would have to wait for longer than `WAIT_MAX_S`.
    """
    if answer.outcome not in ("limited", "unavailable") or attempt >= ATTEMPTS_MAX:
        return None
    own_wait_s = FIRST_WAIT_S * 2.0 ** (attempt - 1)
    asked_s = own_wait_s if answer.retry_after_s is None else max(answer.retry_after_s, 1.0)
    return asked_s if asked_s <= WAIT_MAX_S else None


@frozen
class PatientAccount:
    """An account that pauses between requests and asks again after a throttled one."""

    account: GarminAccount
    sleep: Callable[[float], None]

    def page(self, sport: Sport, start: int) -> Answer:
        """The page, waited for."""
        return self._ask(lambda: self.account.page(sport, start))

    def document(self, name: DocumentName, activity: ListedActivity) -> Answer:
        """The document, waited for."""
        return self._ask(lambda: self.account.document(name, activity))

    def _ask(self, question: Callable[[], Answer]) -> Answer:
        self.sleep(PAUSE_S)
        attempt = 1
        while True:
            answer = question()
            pause_s = wait_s(answer, attempt)
            if pause_s is None:
                return answer
            self.sleep(pause_s)
            attempt += 1


_PARTIAL = ".partial-"
_FILES: Mapping[str, tuple[str, str]] = {"original": ("activity.zip", "activity.fit")}
_FIT_MAGIC = slice(8, 12)


@frozen
class FetchFailure:
    """An activity and why it, or a document of it, is not on disk."""

    activity_id: int
    reason: str


@frozen
class FetchReport:
    """What a fetch did. `fetched` are new on disk, `skipped` so many were there already.

    `failed` are not on disk; what was obtained of them is kept for the next try. `incomplete` are
    on disk without a document that the service answered in an unknown way. `stopped` says why the
    fetch ended early (throttled, session lost); None: it went through.
    """

    fetched: tuple[int, ...]
    skipped: int
    failed: tuple[FetchFailure, ...]
    incomplete: tuple[FetchFailure, ...]
    stopped: str | None = None

    @property
    def ok(self) -> bool:
        """Whether every listed activity is on disk now."""
        return not self.failed and self.stopped is None


def fetch(
    account: GarminAccount,
    folder: Path,
    *,
    since: date | None,
    until: date | None,
    on_progress: Callable[[int, int], None],
) -> FetchReport:
    """Bring every listed run between two local days (inclusive) that is not on disk to disk.

    `on_progress` is told pieces done and pieces in all. An activity that fails does not stop the
    others; a throttled or refused account does.

    Raises:
        FetchFailed: the list of activities itself could not be read.
    """
    listed = list_activities(account, since=since, until=until)
    missing = [activity for activity in listed if not (folder / str(activity.activity_id)).is_dir()]
    outcomes: list[_Kept] = []
    on_progress(0, len(missing))
    for activity in missing:
        outcomes.append(_keep_activity(account, folder, activity))
        on_progress(len(outcomes), len(missing))
        if outcomes[-1].stop:
            break
    return _report(outcomes, skipped=len(listed) - len(missing))


@frozen
class _Kept:
    """What became of one activity. `problem` None: it is on disk; `stop`: ask no further."""

    activity_id: int
    problem: str | None = None
    stop: bool = False
    left_out: tuple[str, ...] = ()


def _report(outcomes: Sequence[_Kept], *, skipped: int) -> FetchReport:
    return FetchReport(
        fetched=tuple(outcome.activity_id for outcome in outcomes if outcome.problem is None),
        skipped=skipped,
        failed=tuple(
            FetchFailure(activity_id=outcome.activity_id, reason=outcome.problem)
            for outcome in outcomes
            if outcome.problem is not None and not outcome.stop
        ),
        incomplete=tuple(
            FetchFailure(activity_id=outcome.activity_id, reason=reason)
            for outcome in outcomes
            for reason in outcome.left_out
        ),
        stopped=next((outcome.problem for outcome in outcomes if outcome.stop), None),
    )


def list_activities(
    account: GarminAccount, *, since: date | None, until: date | None
) -> list[ListedActivity]:
    """The account's activities that can hold a run, newest first, each once.

    Raises:
        FetchFailed: a page was not obtained or is not what such a page looks like.
    """
    by_id: dict[int, ListedActivity] = {}
    for sport in get_args(Sport):
        for activity in _listed(account, sport):
            if since is not None and activity.day < since:
                break  # newest first: the rest is older still
            if until is None or activity.day <= until:
                by_id[activity.activity_id] = activity
    return sorted(
        by_id.values(), key=lambda activity: (activity.day, activity.activity_id), reverse=True
    )


def _listed(account: GarminAccount, sport: Sport) -> Iterator[ListedActivity]:
    start = 0
    while True:
        answer = account.page(sport, start)
        if answer.outcome != "ok":
            raise FetchFailed(SERVICE, answer.reason(message("the list of activities")))
        page = read_page(answer.body)
        yield from page
        if len(page) < PAGE_SIZE:
            return
        start += len(page)


def read_page(body: bytes) -> list[ListedActivity]:
    """A page of the activity list.

    Raises:
        FetchFailed: not a list of activities with an id and a local start.
    """
    try:
        return [
            ListedActivity(
                activity_id=int(row["activityId"]),
                day=date.fromisoformat(row["startTimeLocal"][:10]),
                duration_s=_duration_s(row),
            )
            for row in json.loads(body)
        ]
    except (ValueError, TypeError, LookupError, AttributeError):
        raise FetchFailed(SERVICE, message("the list of activities has an unknown shape")) from None


def _duration_s(row: Mapping[str, object]) -> float | None:
    """The longest duration the list gives, because the details hold standing time too."""
    durations = [row.get("elapsedDuration"), row.get("duration")]
    return max(
        (float(duration_s) for duration_s in durations if isinstance(duration_s, int | float)),
        default=None,
    )


def _keep_activity(account: GarminAccount, folder: Path, activity: ListedActivity) -> _Kept:
    """Complete one activity on disk, going on where an earlier fetch stopped."""
    partial = folder / f"{_PARTIAL}{activity.activity_id}"
    partial.mkdir(parents=True, exist_ok=True)
    left_out: list[str] = []
    for name in DOCUMENTS:
        if any((partial / file).is_file() for file in _FILES.get(name, (f"{name}.json",))):
            continue
        answer = account.document(name, activity)
        reason = answer.reason(
            message(
                "{document} of activity {activity_id}",
                document=named(name),
                activity_id=activity.activity_id,
            )
        )
        if answer.outcome == "ok":
            _write(partial / file_name(name, answer.body), answer.body)
        elif name == "activity" or answer.outcome not in ("absent", "odd"):
            stop = answer.outcome in ("limited", "denied")
            return _Kept(activity_id=activity.activity_id, problem=reason, stop=stop)
        elif answer.outcome == "odd":
            left_out.append(reason)
    partial.replace(folder / str(activity.activity_id))
    return _Kept(activity_id=activity.activity_id, left_out=tuple(left_out))


def file_name(name: DocumentName, body: bytes) -> str:
    """What a document is called on disk: an upload by its kind, all others `<name>.json`."""
    if name != "original":
        return f"{name}.json"
    zipped, fit = _FILES["original"]
    return fit if body[_FIT_MAGIC] == b".FIT" else zipped


def _write(path: Path, body: bytes) -> None:
    """Whole or not at all, also when the machine stops in between."""
    fresh = path.with_name(f"~{path.name}")
    with fresh.open("wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
