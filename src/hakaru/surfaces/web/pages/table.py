"""Which addresses does the dashboard have, and which page answers each?"""

from __future__ import annotations

from hakaru.surfaces.web.pages import choices, form, home, node, plans, run, runs, training
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
    PageRoute(path="/form", view=form.show),
    PageRoute(path="/form/expect", view=form.expected),
    PageRoute(path="/form/train", view=form.learn, form=True),
    PageRoute(path="/training", view=training.show),
    PageRoute(path="/training/paces", view=training.paces),
    PageRoute(path="/training/trends", view=training.trends),
    PageRoute(path="/plans", view=plans.show),
    PageRoute(path="/plans/add", view=plans.add, form=True),
    PageRoute(path="/plans/next", view=plans.add_next, form=True),
    PageRoute(path="/plans/organize", view=plans.organize, form=True),
    PageRoute(path="/plans/apply", view=plans.apply_diff, form=True),
    PageRoute(path="/plans/reject", view=plans.reject_diff, form=True),
    PageRoute(path="/plans/node", view=node.show),
    PageRoute(path="/plans/move", view=node.move, form=True),
    PageRoute(path="/plans/edit", view=node.edit, form=True),
    PageRoute(path="/plans/remove", view=node.remove, form=True),
    PageRoute(path="/plans/undo", view=node.undo, form=True),
    PageRoute(path="/plans/advise", view=node.advise, form=True),
)
