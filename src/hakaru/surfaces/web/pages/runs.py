"""Which runs are there, and which of them does somebody look for?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args
from urllib.parse import urlencode

from hakaru.flows.run_list import RunPage, list_runs
from hakaru.render.rows import sensor_text
from hakaru.render.session_text import type_name
from hakaru.render.sparklines import run_cloud_chart
from hakaru.render.svg import Svg
from hakaru.running.session.model import TrainingType
from hakaru.running.wording import Lang
from hakaru.store.run_list import RunFilter, RunFlag
from hakaru.surfaces.web.pages.history import HistoryTab, history_tabs
from hakaru.surfaces.web.pages.lines import RunLine, run_line
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import said

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
    found = visit.remembered(
        "runs", wanted, number, make=lambda: list_runs(visit.context, wanted, page=number)
    )
    return Shown(
        template="runs_found.html.j2" if visit.partly else "runs.html.j2",
        title=said("nav_runs", visit.lang),
        view=_view(found, wanted, visit),
        section="runs",
    )


def _view(found: RunPage, wanted: RunFilter, visit: Visit) -> RunsView:
    lang, cloud = visit.lang, found.cloud
    return RunsView(
        lines=tuple(
            run_line(
                one.activity,
                lang,
                training_type=cast(TrainingType | None, one.training_type),
                improve=one.needs_improvement,
                speeds_mps=found.speeds_mps.get(one.activity.activity_id, ()),
            )
            for one in found.runs
        ),
        cloud=run_cloud_chart(cloud.day_number_days, cloud.speed_mps, lang=lang),
        n_found=found.n_found,
        page=found.page,
        n_pages=found.n_pages,
        newer=_address(visit, found.page - 1) if found.page > 1 else "",
        older=_address(visit, found.page + 1) if found.page < found.n_pages else "",
        types=_choices(found.types, wanted.training_type, lang, kind="type"),
        sensors=_choices(found.sensors, wanted.sensor, lang, kind="sensor"),
        flags=_choices(FLAGS, wanted.flag, lang, kind="flag"),
        since=visit.choice("since") or "",
        until=visit.choice("until") or "",
        words=wanted.words or "",
        any_chosen=any(visit.choice(name) for name in _FILTERS),
        tabs=history_tabs(lang),
    )


def _flag(named: str | None) -> RunFlag | None:
    return next((one for one in FLAGS if one == named), None)


def _choices(
    values: tuple[str, ...],
    chosen: str | None,
    lang: Lang,
    *,
    kind: Literal["type", "sensor", "flag"],
) -> tuple[Choice, ...]:
    names = {
        "type": lambda one: type_name(cast(TrainingType, one), lang),
        "sensor": lambda one: sensor_text(one, lang),
        "flag": lambda one: said(f"flag_{one}", lang),
    }
    return tuple(Choice(value=one, label=names[kind](one), chosen=one == chosen) for one in values)


def _address(visit: Visit, page: int) -> str:
    kept = {name: value for name in _FILTERS if (value := visit.choice(name))}
    return f"/runs?{urlencode({**kept, 'page': page})}"
