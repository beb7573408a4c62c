"""What was understood about one session: its type, rating, figures, and the athlete of that day?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.running.athlete.model import Athlete
from hakaru.running.session.model import TypeVerdict
from hakaru.running.session.rating import SessionRating
from hakaru.running.session.summary import SessionSummary


@dataclass(frozen=True, kw_only=True)
class SessionAnalysis:
    """Everything about a session that is stored beside the recording and its anatomy.

    `athlete` is what was known on the day of the run, so that the rating can be explained later.
    """

    summary: SessionSummary
    verdict: TypeVerdict
    rating: SessionRating
    athlete: Athlete
