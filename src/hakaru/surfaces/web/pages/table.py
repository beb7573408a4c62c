"""Which addresses does the dashboard have, and which page answers each?"""

from __future__ import annotations

from hakaru.surfaces.web.pages import choices, home, run, runs
from hakaru.surfaces.web.pages.visit import PageRoute

PAGES: tuple[PageRoute, ...] = (
    PageRoute(path="/", view=home.show),
    PageRoute(path="/choices", view=choices.choose, form=True),
    PageRoute(path="/runs", view=runs.show),
    PageRoute(path="/runs/{activity_id:int}", view=run.show),
    PageRoute(path="/runs/{activity_id:int}/session", view=run.show_session),
    PageRoute(path="/runs/{activity_id:int}/series", view=run.series),
    PageRoute(path="/runs/{activity_id:int}/report.html", view=run.report_html),
    PageRoute(path="/runs/{activity_id:int}/report.md", view=run.report_markdown),
)
