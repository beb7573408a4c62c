"""The list of runs, and the page of one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args
from urllib.parse import urlencode

from hakaru.core.i18n import Lang, in_language, say
from hakaru.core.units import format_duration
from hakaru.flows.history import RunPage, list_runs
from hakaru.guard.cleaning import clean
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    km_text,
    pace_text,
    score_text,
    unit_text,
)
from hakaru.present.rows import (
    heading_rating,
    sensor_text,
    summary_text,
)
from hakaru.present.session import type_name
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.timeline import run_cloud_chart, spark
from hakaru.running.session.model import TrainingType
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.verdict_text import unrated_text
from hakaru.store.activities import RunFilter, RunFlag, StoredActivity
from hakaru.surfaces.web.pages.history import HistoryTab, history_tabs
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text


@dataclass(frozen=True, kw_only=True)
class RunLine:
    """One run as finished strings. `flags` are codes that templates have words for."""

    activity_id: int
    day: str
    title: str
    kind: str
    distance: str
    duration: str
    pace: str
    heart_rate: str
    sensor: str
    stars: str
    n_stars: int
    score: str
    why_not: str
    flags: tuple[str, ...]
    spark: Svg


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The verdict on a run in one sentence. Without one `stars` is empty and the sentence says so;
    where it was not rated, `score` says why."""

    sentence: str
    stars: str
    n_stars: int
    score: str


def verdict_of(evaluation: FormEvaluation | None, lang: Lang) -> Verdict:
    """The stored verdict as it reads everywhere."""
    if evaluation is None:
        return Verdict(
            sentence=say("This run carries no form measurement.", lang),
            stars="",
            n_stars=0,
            score="",
        )
    score, n_stars = evaluation.overall_score, evaluation.overall_stars
    return Verdict(
        sentence=summary_text(evaluation, lang),
        stars="" if n_stars is None else star_text(n_stars),
        n_stars=n_stars or 0,
        score=heading_rating(evaluation, lang) if score is None else score_text(score),
    )


def run_line(
    run: StoredActivity,
    lang: Lang,
    *,
    training_type: TrainingType | None = None,
    improve: bool = False,
    speeds_mps: tuple[float | None, ...] = (),
) -> RunLine:
    """One run of a list."""
    flags = {"improve": improve, "partial": run.partial, "simulated": run.simulated}
    return RunLine(
        activity_id=run.activity_id,
        day=day_text(run.activity_date, lang),
        title=clean(run.title or "") or say("Run on {day}", lang, day=run.activity_date),
        kind="" if training_type is None else type_name(training_type, lang),
        distance=NO_VALUE if run.distance_m is None else f"{km_text(run.distance_m)} km",
        duration=NO_VALUE if run.timer_s is None else format_duration(run.timer_s),
        pace=f"{pace_text(run.speed_mps)}/km" if run.speed_mps else NO_VALUE,
        heart_rate=_heart_rate(run),
        sensor="" if run.sensor_group is None else sensor_text(run.sensor_group, lang),
        stars="" if run.overall_stars is None else star_text(run.overall_stars),
        n_stars=run.overall_stars or 0,
        score="" if run.overall_score is None else score_text(run.overall_score),
        why_not=_why_not(run, lang),
        flags=tuple(name for name, raised in flags.items() if raised),
        spark=spark(speeds_mps) if speeds_mps else NOTHING,
    )


def _why_not(run: StoredActivity, lang: Lang) -> str:
    """Why a run has no stars; empty where it has, or where nobody looked yet."""
    if run.refusal is not None:
        return in_language(run.refusal, lang)
    return unrated_text(run.unrated_reason, run.n_runs, lang).rstrip("。.")


def _heart_rate(run: StoredActivity) -> str:
    if run.heart_rate_avg_bpm is None:
        return NO_VALUE
    return unit_text(run.heart_rate_avg_bpm, "bpm")


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
                training_type=run.activity.training_type,
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
