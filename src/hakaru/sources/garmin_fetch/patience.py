"""How long is a throttled or unavailable service waited for?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hakaru.sources.garmin_fetch.account import (
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


@dataclass(frozen=True, kw_only=True)
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
