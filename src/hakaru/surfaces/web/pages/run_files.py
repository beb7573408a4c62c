"""What a run can be taken along as: its report, as a page or as text, and its seconds."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np

from hakaru.flows.report import samples_of
from hakaru.present.report import render_html, render_markdown
from hakaru.running.report import RunReport
from hakaru.surfaces.web.pages.run_page import run_view_of, whole_report
from hakaru.surfaces.web.pages.visit import Download, Visit


def report_html(visit: Visit) -> Download:
    """The report as one file, to keep or (`print`) to look at and print."""
    report = whole_report(visit)
    html = render_html(report, lang=visit.lang)
    made = _download(report, "html", "text/html; charset=utf-8", html)
    if visit.choice("print") is None:
        return made
    return replace(made, style=html.partition("<style>")[2].partition("</style>")[0])


def report_markdown(visit: Visit) -> Download:
    """The report as text."""
    report = whole_report(visit)
    text = render_markdown(report, lang=visit.lang)
    return _download(report, "md", "text/markdown; charset=utf-8", text)


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
