"""What can be done with a run: edit it by hand, delete it and let it come back, take it along.

It is taken along as its report, as a page or as text, or as its seconds.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from typing import cast, get_args

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, message, say
from hakaru.flows.evaluate import Label
from hakaru.flows.report import add_trends, samples_of
from hakaru.flows.run_edits import EditedText, change_run, delete_run, let_run_back, read_edited
from hakaru.present.report import render_html, render_markdown
from hakaru.present.session import type_name
from hakaru.records import frozen
from hakaru.running.report import RunReport
from hakaru.running.session.model import TrainingType
from hakaru.surfaces.web.pages.run_page import RunHead, head_of, run_view_of, session_report
from hakaru.surfaces.web.pages.visit import Choice, Download, Onward, Shown, Visit

TEXTS: Mapping[EditedText, str] = {
    "title": N_("Title"),
    "shoe": N_("Shoes"),
    "note": N_("Your note"),
}


@frozen
class TextField:
    """A text of the form and, where it was refused, why; '': it was not."""

    name: str
    label: str
    value: str


@frozen
class EditView:
    """The form. `removing`: the run is about to be deleted, and one more press does it."""

    head: RunHead
    fields: tuple[TextField, ...]
    types: tuple[Choice, ...]
    learn: bool
    removing: bool


def save(visit: Visit) -> Onward:
    """Keep what was set."""
    name, sent = visit.here["activity_id"], visit.sent
    kind = sent.get("type", "auto")
    if kind not in get_args(Label):
        raise BadArgument("type", kind, message("one of {names}", names=", ".join(get_args(Label))))
    now = read_edited(visit.context, int(name))
    recorded = {"title": now.title, "shoe": now.shoe, "note": now.note}
    changes = {
        text: sent[text].replace("\r\n", "\n")
        for text in TEXTS
        if text in sent and sent[text].strip() != (recorded[text] or "")
    }
    change_run(
        visit.context,
        name,
        changes,
        training_type=cast(Label, kind),
        learn=sent.get("learn") == "on",
    )
    return Onward(to=f"/runs/{name}")


def remove(visit: Visit) -> Onward:
    """Delete the run, once that was said twice."""
    name = visit.here["activity_id"]
    if visit.sent.get("sure") != "yes":
        return Onward(to=f"/runs/{name}/edit?remove=1#remove")
    delete_run(visit.context, name)
    return Onward(to="/import#removed")


def let_back(visit: Visit) -> Onward:
    """Let a deleted run come back."""
    let_run_back(visit.context, visit.sent.get("run", ""))
    return Onward(to="/import?told=back")


def show(visit: Visit) -> Shown:
    """The form as the run stands, or as it was sent and refused."""
    report, lang = run_view_of(visit).report, visit.lang
    now = read_edited(visit.context, report.facts.activity_id)
    stands = {
        "title": now.title or "",
        "shoe": now.shoe or "",
        "note": now.note or "",
        **visit.refused.sent,
    }
    decided = now.training_type if now.type_source == "user" else "auto"
    chosen = stands.get("type", decided)
    view = EditView(
        head=head_of(visit, None, report.facts),
        fields=tuple(
            TextField(
                name=name,
                label=say(label, lang),
                value=stands[name],
            )
            for name, label in TEXTS.items()
        ),
        types=tuple(
            Choice(
                value=name,
                label=say("as Hakaru sees it", lang)
                if name == "auto"
                else type_name(cast(TrainingType, name), lang),
                chosen=name == chosen,
            )
            for name in get_args(Label)
        ),
        learn=visit.refused.sent.get("learn") == "on" if visit.refused.at else now.learn,
        removing=visit.choice("remove") is not None,
    )
    title = say("Edit this run", lang)
    return Shown(template="run_edit.html.j2", title=title, view=view, section="runs")


def report_html(visit: Visit) -> Download:
    """The report as one file, to keep or (`print`) to look at and print."""
    report = _whole_report(visit)
    html = render_html(report, lang=visit.lang)
    made = _download(report, "html", "text/html; charset=utf-8", html)
    if visit.choice("print") is None:
        return made
    return replace(made, style=html.partition("<style>")[2].partition("</style>")[0])


def report_markdown(visit: Visit) -> Download:
    """The report as text."""
    report = _whole_report(visit)
    text = render_markdown(report, lang=visit.lang)
    return _download(report, "md", "text/markdown; charset=utf-8", text)


def _whole_report(visit: Visit) -> RunReport:
    """The run with everything that is said of it."""
    return visit.remembered_of_run(
        "whole", make=lambda _: add_trends(visit.context, session_report(visit))
    )


def samples(visit: Visit) -> Download:
    """Everything that was recorded by the second, as a table for other programs."""
    columns = samples_of(visit.context, visit.here["activity_id"])
    names = [name for name, column in columns.items() if np.isfinite(column).any()]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    rows = zip(*(columns[name].tolist() for name in names), strict=True)
    writer.writerows([_sample(value) for value in row] for row in rows)
    report = run_view_of(visit).report
    return _download(report, "csv", "text/csv; charset=utf-8", written.getvalue())


def _sample(value: float) -> str:
    return f"{value:.7g}" if np.isfinite(value) else ""


def _download(report: RunReport, ending: str, media_type: str, text: str) -> Download:
    name = f"{report.facts.day.isoformat()}-{report.facts.activity_id}.{ending}"
    return Download(name=name, media_type=media_type, body=text.encode("utf-8", "replace"))
