"""Which addresses of pages are there, over the furnished desk?"""

from __future__ import annotations

from hakaru.flows.context import Context
from hakaru.store.activities import list_activities

PATHS = (
    "/",
    "/runs",
    "/runs?type=interval&page=1",
    "/runs/{run}",
    "/runs/{run}/session",
    "/form",
    "/form/expect?pace=330",
    "/training",
    "/focus",
    "/focus?day=2025-05-20",
    "/plans",
    "/plans/node?id=n1",
    "/import",
    "/settings",
)


def newest_run(context: Context) -> int:
    """The id of the newest run."""
    with context.store.read() as con:
        return list_activities(con, limit=1)[0].activity_id
