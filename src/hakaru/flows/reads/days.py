"""Which runs took place on a day, and on which day was a run?"""

from __future__ import annotations

from datetime import date as Date  # noqa: N812  # the requirement calls the parameter `date`

from hakaru.flows.context import Context
from hakaru.store.readers.reader import DateResult, DayResult, GarminDBReader


def get_activity_by_date(context: Context, *, date: Date) -> DayResult:
    """Every run of a local day.

    Raises:
        UnknownActivity: none is stored.
    """
    return GarminDBReader(context.store).query_activity_by_date(date)


def get_date_by_activity_id(context: Context, *, activity_id: str) -> DateResult:
    """The local day of a run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    activity = GarminDBReader(context.store).metadata.find_activity(activity_id)
    return DateResult(activity_id=activity.activity_id, day=activity.day)
