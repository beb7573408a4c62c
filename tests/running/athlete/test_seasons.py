"""Is the type of training told on seasons whose truth is known, with and without a watch's help?

Small samples: run after run, each judged by what was known on its day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import pytest
from benchmarks.sessions import second_generator

from hakaru.running.activity import Physiology, Recording
from hakaru.running.athlete.efforts import RunEfforts
from hakaru.running.athlete.known import athlete_on, heart_rate_zones, zone_seconds
from hakaru.running.session.model import SessionSummary, TrainingType, TypeVerdict
from hakaru.running.session.training_type import classify
from hakaru.running.session.type_evidence import TypeQuestion, habits_on, part_of
from hakaru.running.session.understand import Anatomy, dissect
from hakaru.sources.simulated.runner import SessionKind
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.simulated import as_recording

KINDS: dict[SessionKind, TrainingType] = {
    "easy": "aerobic_base",
    "recovery": "recovery",
    "tempo": "tempo_threshold",
    "interval": "interval",
    "long": "long_run",
}
SETTLED_AFTER = 8


@dataclass(frozen=True, kw_only=True)
class Run:
    recording: Recording
    anatomy: Anatomy
    truth: TrainingType


def first_season() -> list[Run]:
    settings = SeasonSettings(seed=2, start_on=date(2026, 3, 2), weeks=5, runs_per_week=5)
    return [
        _run(as_recording(session), KINDS[session.truth.kind])
        for session in simulate_season(settings)
    ]


def second_season() -> list[Run]:
    seed = second_generator.SEEDS[2]
    return [_run(one.recording, one.truth.kind) for one in second_generator.season(seed)]


def _run(recording: Recording, truth: TrainingType) -> Run:
    return Run(recording=recording, anatomy=dissect(recording), truth=truth)


def verdicts(runs: list[Run], *, has_watch: bool) -> Iterator[TypeVerdict]:
    """The verdict of each run, from what was known when it came in."""
    efforts: list[tuple[date, RunEfforts]] = []
    reported: list[tuple[date, Physiology]] = []
    past: list[SessionSummary] = []
    for run in runs:
        day, physiology = run.recording.day, run.recording.physiology
        efforts.append((day, RunEfforts(run.anatomy.efforts)))
        if has_watch and physiology is not None:
            reported.append((day, physiology))
        athlete = athlete_on(day, facts=(), reported=reported, efforts=efforts)
        zones = heart_rate_zones(athlete, run.recording.heart_rate_zones if has_watch else ())
        verdict = classify(
            TypeQuestion(
                structure=run.anatomy.structure,
                figures=run.anatomy.figures,
                athlete=athlete,
                zone_s=None if zones is None else zone_seconds(run.recording, zones),
                habits=habits_on(day, past),
            )
        )
        past.append(_summary(run, verdict))
        yield verdict


def _summary(run: Run, verdict: TypeVerdict) -> SessionSummary:
    whole = part_of(run.anatomy.figures)
    return SessionSummary(
        activity_id=run.recording.activity_id,
        activity_date=run.recording.day,
        started_at=run.recording.started_at,
        training_type=verdict.training_type,
        type_source=verdict.source,
        type_confidence_frac=verdict.confidence_frac,
        form=run.anatomy.structure.form,
        structure_confidence_frac=run.anatomy.structure.confidence_frac,
        n_reps=run.anatomy.structure.n_reps,
        n_strides=run.anatomy.structure.n_strides,
        running_s=whole.running_s,
        speed_mps=whole.speed_mps,
    )


def wrong(runs: list[Run], *, has_watch: bool) -> list[tuple[int, TrainingType, TrainingType]]:
    found = verdicts(runs, has_watch=has_watch)
    return [
        (index, run.truth, verdict.training_type)
        for index, (run, verdict) in enumerate(zip(runs, found, strict=True))
        if verdict.training_type != run.truth
    ]


@pytest.fixture(scope="module", params=[first_season, second_season])
def season(request: pytest.FixtureRequest) -> list[Run]:
    runs: list[Run] = request.param()
    return runs


@pytest.mark.sampled(1)
def test_the_type_is_right_with_what_a_watch_knows(season: list[Run]) -> None:
    assert len(wrong(season, has_watch=True)) <= 0.1 * len(season)


def test_without_a_watch_the_type_is_right_after_the_first_runs(season: list[Run]) -> None:
    late = [one for one in wrong(season, has_watch=False) if one[0] >= SETTLED_AFTER]
    assert len(late) <= 0.1 * (len(season) - SETTLED_AFTER)


def test_a_first_run_of_an_unknown_runner_is_never_surely_of_a_kind(season: list[Run]) -> None:
    first_easy = next(run for run in season if run.truth == "aerobic_base")
    (verdict,) = verdicts([first_easy], has_watch=False)
    assert verdict.source in ("none", "usual_heart_rate")
    assert verdict.confidence_frac < 0.6, "called unsure, and never rated"
