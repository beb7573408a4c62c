"""Which runs took place on a day, and on which day was a run?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import UnknownActivity
from hakaru.store.activities import StoredActivity, list_activities
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Bounded, Content, rounded


@dataclass(frozen=True, kw_only=True)
class DayResult(Bounded):
    """The runs of one local day, in order of time; at least one."""

    day: date
    activities: tuple[StoredActivity, ...]

    @property
    def content(self) -> Content:
        """One row per run."""
        return {
            "day": self.day.isoformat(),
            "n": len(self.activities),
            "columns": list(_COLUMNS),
            "activities": [_row(activity) for activity in self.activities],
        }


@dataclass(frozen=True, kw_only=True)
class DateResult(Bounded):
    """On which local day a run started."""

    activity_id: int
    day: date

    @property
    def content(self) -> Content:
        """The id and the day."""
        return {"activity_id": self.activity_id, "day": self.day.isoformat()}


_COLUMNS = (
    "activity_id",
    "title",
    "started_at",
    "distance_m",
    "timer_s",
    "pace_s_per_km",
    "heart_rate_avg_bpm",
    "power_avg_w",
    "overall_stars",
)


class MetadataReader(BaseDBReader):
    """What identifies a run."""

    def get_activity_date(self, activity_id: Reference) -> date:
        """The local day of a run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
        """
        return self.find_activity(activity_id).day

    def find_activity(self, activity: Reference) -> Run:
        """The run that is meant.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
        """
        with self.reading(activity) as (_, run):
            return run

    def query_activity_by_date(self, day: date) -> DayResult:
        """Every run of a local day.

        Raises:
            UnknownActivity: none is stored.
        """
        with self.store.read() as con:
            activities = list_activities(con, since=day, until=day)
        if not activities:
            raise UnknownActivity(day.isoformat())
        return DayResult(day=day, activities=tuple(reversed(activities)))


def _row(activity: StoredActivity) -> list[object]:
    values = (
        activity.activity_id,
        activity.title,
        activity.started_at.strftime("%Y-%m-%dT%H:%MZ"),
        activity.distance_m,
        activity.timer_s,
        activity.pace_s_per_km,
        activity.heart_rate_avg_bpm,
        activity.power_avg_w,
        activity.overall_stars,
    )
    return [rounded(name, value) for name, value in zip(_COLUMNS, values, strict=True)]
