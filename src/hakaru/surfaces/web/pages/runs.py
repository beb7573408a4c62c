"""The page of a run, and a run as a line of a list."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.i18n import Lang, in_language, say
from hakaru.core.units import format_duration
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
from hakaru.present.timeline import spark
from hakaru.running.session.model import TrainingType
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.verdict_text import unrated_text
from hakaru.store.activities import StoredActivity


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
    if run.refusal is not None and run.sensor_group is None:
        return say("no form measured", lang)
    if run.refusal is not None:
        return in_language(run.refusal, lang)
    return unrated_text(run.unrated_reason, run.n_runs, lang).rstrip("。.")


def _heart_rate(run: StoredActivity) -> str:
    if run.heart_rate_avg_bpm is None:
        return NO_VALUE
    return unit_text(run.heart_rate_avg_bpm, "bpm")
