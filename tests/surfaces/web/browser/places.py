"""Which pages are there to look at? Every page of the table, with an example for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.surfaces.web.browser.worlds import Site

PLACES: Mapping[str, Callable[[Site], str]] = {
    "/": lambda _: "/",
    "/ahead": lambda _: "/ahead",
    "/day/{day}": lambda _: "/day/2025-03-30",
    "/week/{week}": lambda _: "/week/2025-W13",
    "/runs": lambda _: "/runs",
    "/runs/{activity_id:int}": lambda site: f"/runs/{site.run_id}",
    "/runs/{activity_id:int}/charts": lambda site: f"/runs/{site.run_id}/charts",
    "/runs/{activity_id:int}/laps": lambda site: f"/runs/{site.run_id}/laps",
    "/runs/{activity_id:int}/why": lambda site: f"/runs/{site.run_id}/why",
    "/runs/{activity_id:int}/figures": lambda site: f"/runs/{site.run_id}/figures",
    "/runs/{activity_id:int}/session": lambda site: f"/runs/{site.run_id}/session",
    "/runs/{activity_id:int}/edit": lambda site: f"/runs/{site.run_id}/edit",
    "/calendar": lambda _: "/calendar?month=2025-03",
    "/volume": lambda _: "/volume?by=month",
    "/records": lambda _: "/records",
    "/shoes": lambda _: "/shoes",
    "/compare": lambda site: f"/compare?a={site.run_id}&b={site.other_run_id}",
    "/form": lambda _: "/form",
    "/form/expect": lambda _: "/form/expect?pace=300",
    "/form/curves": lambda _: "/form/curves",
    "/training": lambda _: "/training?span=1y",
    "/training/paces": lambda _: "/training/paces",
    "/training/ready": lambda _: "/training/ready?distance=half&day=2025-06-01",
    "/training/trends": lambda _: "/training/trends",
    "/plans": lambda _: "/plans?told=added",
    "/plans/order": lambda _: "/plans/order",
    "/plans/advice": lambda _: "/plans/advice?id=n4",
    "/plans/node": lambda _: "/plans/node?id=n4",
    "/import": lambda _: "/import",
    "/jobs/{job_id:int}": lambda site: f"/jobs/{site.job_id}",
    "/settings": lambda _: "/settings",
    "/focus": lambda _: "/focus",
    "/focus/now": lambda _: "/focus/now",
    "/focus/summary": lambda _: "/focus/summary?day=2025-03-30",
    "/runs/{activity_id:int}/trend": lambda site: f"/runs/{site.run_id}/trend",
}
"""By the path of the table."""

DATA: Mapping[str, Callable[[Site], str]] = {
    "/tiles/{z:int}/{x:int}/{y:int}": lambda _: "/tiles/3/7/3",
    "/jobs/{job_id:int}/file": lambda site: f"/jobs/{site.job_id}/file",
    "/runs/{activity_id:int}/series": lambda site: f"/runs/{site.run_id}/series",
    "/runs/{activity_id:int}/route": lambda site: f"/runs/{site.run_id}/route",
    "/runs/{activity_id:int}/samples.csv": lambda site: f"/runs/{site.run_id}/samples.csv",
    "/runs/{activity_id:int}/report.html": lambda site: f"/runs/{site.run_id}/report.html",
    "/runs/{activity_id:int}/report.md": lambda site: f"/runs/{site.run_id}/report.md",
}
"""What scripts and downloads ask for."""

PIECES = frozenset(
    {
        "/runs/{activity_id:int}/figures",
        "/runs/{activity_id:int}/trend",
        "/ahead",
        "/form/expect",
        "/form/curves",
        "/training/paces",
        "/training/trends",
        "/plans/order",
        "/plans/advice",
        "/focus/now",
        "/focus/summary",
    }
)
"""Parts of other pages, which are pages of their own for who has no scripts."""

MOVED = frozenset({"/day", "/week"})
"""They lead to the page of today."""

LOST = "/nowhere"
"""The page that says that there is none."""
