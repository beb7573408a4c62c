"""Which runs are there, and which of them does somebody look for?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args
from urllib.parse import urlencode

from hakaru.flows.history import RunPage, list_runs
from hakaru.present.rows import sensor_text
from hakaru.present.session import type_name
from hakaru.present.svg import Svg
from hakaru.present.timeline import run_cloud_chart
from hakaru.running.session.model import TrainingType
from hakaru.running.wording import Lang
from hakaru.store.activities import RunFilter, RunFlag
from hakaru.surfaces.web.pages.history import HistoryTab, history_tabs
from hakaru.surfaces.web.pages.lines import RunLine, run_line
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text

FLAGS: tuple[RunFlag, ...] = get_args(RunFlag)
_FILTERS = ("type", "sensor", "since", "until", "flag", "words")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One value that can be chosen."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class RunsView:
    """A page of runs. `newer`, `older` are addresses; empty: there is none."""

    lines: tuple[RunLine, ...]
    cloud: Svg
    n_found: int
    page: int
    n_pages: int
    newer: str
    older: str
    types: tuple[Choice, ...]
    sensors: tuple[Choice, ...]
    flags: tuple[Choice, ...]
    since: str
    until: str
    words: str
    any_chosen: bool
    tabs: tuple[HistoryTab, ...]


def show(visit: Visit) -> Shown:
    """A page of the runs that match."""
    wanted = RunFilter(
        training_type=visit.choice("type"),
        sensor=visit.choice("sensor"),
        since=visit.day("since"),
        until=visit.day("until"),
        flag=_flag(visit.choice("flag")),
        words=visit.choice("words"),
    )
    number = visit.number("page", 1)
    run_page = visit.remembered(
        "runs", wanted, number, make=lambda: list_runs(visit.context, wanted, page=number)
    )
    return Shown(
        template="runs_found.html.j2" if visit.partly else "runs.html.j2",
        title=page_text("nav_runs", visit.lang),
        view=_view(run_page, wanted, visit),
        section="runs",
    )


def _view(run_page: RunPage, wanted: RunFilter, visit: Visit) -> RunsView:
    lang, cloud = visit.lang, run_page.cloud
    return RunsView(
        lines=tuple(
            run_line(
                run.activity,
                lang,
                training_type=cast(TrainingType | None, run.training_type),
                improve=run.needs_improvement,
                speeds_mps=run_page.speeds_mps.get(run.activity.activity_id, ()),
            )
            for run in run_page.runs
        ),
        cloud=run_cloud_chart(cloud.day_number_days, cloud.speed_mps, lang=lang),
        n_found=run_page.n_found,
        page=run_page.page,
        n_pages=run_page.n_pages,
        newer=_address(visit, run_page.page - 1) if run_page.page > 1 else "",
        older=_address(visit, run_page.page + 1) if run_page.page < run_page.n_pages else "",
        types=_choices(run_page.types, wanted.training_type, lang, kind="type"),
        sensors=_choices(run_page.sensors, wanted.sensor, lang, kind="sensor"),
        flags=_choices(FLAGS, wanted.flag, lang, kind="flag"),
        since=visit.choice("since") or "",
        until=visit.choice("until") or "",
        words=wanted.words or "",
        any_chosen=any(visit.choice(name) for name in _FILTERS),
        tabs=history_tabs(lang),
    )


def _flag(named: str | None) -> RunFlag | None:
    return next((flag for flag in FLAGS if flag == named), None)


def _choices(
    values: tuple[str, ...],
    chosen: str | None,
    lang: Lang,
    *,
    kind: Literal["type", "sensor", "flag"],
) -> tuple[Choice, ...]:
    names = {
        "type": lambda code: type_name(cast(TrainingType, code), lang),
        "sensor": lambda code: sensor_text(code, lang),
        "flag": lambda code: page_text(f"flag_{code}", lang),
    }
    return tuple(
        Choice(value=value, label=names[kind](value), chosen=value == chosen) for value in values
    )


def _address(visit: Visit, page: int) -> str:
    filters = {name: value for name in _FILTERS if (value := visit.choice(name))}
    return f"/runs?{urlencode({**filters, 'page': page})}"
