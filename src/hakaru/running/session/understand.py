"""How does a recording, with what is known of its runner, become a session that can be rated?"""

from __future__ import annotations

from dataclasses import dataclass, field

from hakaru.running.activity import Recording
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.athlete.zones import ZoneSeconds, heart_rate_zones, zone_seconds
from hakaru.running.environment.terrain import climb_m_per_km, is_trail
from hakaru.running.session.anatomy import Anatomy
from hakaru.running.session.model import (
    Evidence,
    SessionInput,
    Structure,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.session.race import Record, race_verdict
from hakaru.running.session.settings import SessionSettings
from hakaru.running.session.targets import with_targets
from hakaru.running.session.training_type import classify
from hakaru.running.session.type_habits import Habits
from hakaru.running.session.type_judged import TypeQuestion, Whole
from hakaru.running.session.type_table import SHORTEST_SESSION_S
from hakaru.running.splits import Split
from hakaru.running.validity import read_motion, within_window

TRAIL_FRAC = 0.9
_REPEATED: frozenset[TrainingType] = frozenset({"interval", "sprint"})


@dataclass(frozen=True, kw_only=True)
class RunnerThen:
    """The runner at the time of a run: what was known, how easy runs went before it, how fast the
    runs before it were, and the label the runner gave to this run (None: none). `settings`: what
    the runner set about zones and shares."""

    athlete: Athlete
    habits: Habits
    label: TrainingType | None = None
    record: Record = field(default_factory=Record)
    settings: SessionSettings = field(default_factory=SessionSettings)


def understand(
    recording: Recording, splits: tuple[Split, ...], *, anatomy: Anatomy, runner: RunnerThen
) -> SessionInput:
    """Zones, type, and which splits speak for the session."""
    settings = runner.settings
    zones = heart_rate_zones(
        runner.athlete,
        recording.heart_rate_zones,
        shares_frac=settings.heart_rate_zones_frac,
    )
    zone_s = None if zones is None else zone_seconds(recording, zones)
    verdict = _type(recording, anatomy, runner, zones=zones, zone_s=zone_s)
    return SessionInput(
        activity_id=recording.activity_id,
        recording=recording,
        splits=with_targets(splits, verdict.training_type),
        structure=anatomy.structure,
        figures=anatomy.figures,
        athlete=runner.athlete,
        zones=zones,
        zone_s=zone_s,
        verdict=verdict,
        settings=settings,
    )


def _type(
    recording: Recording,
    anatomy: Anatomy,
    runner: RunnerThen,
    *,
    zones: HeartRateZones | None,
    zone_s: ZoneSeconds | None,
) -> TypeVerdict:
    """The runner's own word, else that it was a race, else what the run shows."""
    whole = _whole(recording)
    verdict = _on_trail(
        recording, _found(recording, anatomy, runner, zones=zones, zone_s=zone_s, whole=whole)
    )
    if runner.label is None:
        return (
            race_verdict(
                recording,
                anatomy.structure,
                athlete=runner.athlete,
                record=runner.record,
                whole=whole,
            )
            or verdict
        )
    return TypeVerdict(
        training_type=runner.label, source="user", confidence_frac=1.0, evidence=verdict.evidence
    )


def _on_trail(recording: Recording, verdict: TypeVerdict) -> TypeVerdict:
    """A run without repetitions is a trail run where the ground decides the pace; the climb is the
    evidence."""
    if (
        verdict.training_type in _REPEATED
        or verdict.source == "structure"
        or not is_trail(recording)
    ):
        return verdict
    if verdict.evidence and verdict.evidence[0].code == "running_s" and verdict.source == "none":
        short = verdict.evidence[0].value < SHORTEST_SESSION_S
        if short:
            return verdict
    climb = climb_m_per_km(recording)
    climb_evidence = () if climb is None else (Evidence(code="climb_per_km_m", value=climb),)
    return TypeVerdict(
        training_type="trail",
        source="terrain",
        confidence_frac=TRAIL_FRAC,
        evidence=(*climb_evidence, *verdict.evidence),
    )


def _found(
    recording: Recording,
    anatomy: Anatomy,
    runner: RunnerThen,
    *,
    zones: HeartRateZones | None,
    zone_s: ZoneSeconds | None,
    whole: Whole | None,
) -> TypeVerdict:
    """What structure, intensity and length say."""
    return classify(
        TypeQuestion(
            structure=anatomy.structure,
            figures=anatomy.figures,
            athlete=runner.athlete,
            zone_s=zone_s,
            main_zone_s=_main_zone_s(recording, anatomy.structure, zones),
            habits=runner.habits,
            whole=whole,
        )
    )


def _whole(recording: Recording) -> Whole | None:
    """Active time, and mean heart rate over it. None: no samples."""
    if recording.series["elapsed_s"].size < 2:
        return None
    observed_s = read_motion(recording.series, recording.pauses).observed_s
    beats_bpm = recording.series.get("heart_rate_bpm")
    total_s = float(observed_s.sum())
    if beats_bpm is None:
        return Whole(active_s=total_s)
    counted = within_window(beats_bpm, "heart_rate_bpm")
    known_s = float(observed_s[counted].sum())
    mean_bpm = float(observed_s[counted] @ beats_bpm[counted]) / known_s if known_s > 0.0 else None
    return Whole(active_s=total_s, heart_rate_bpm=mean_bpm)


def _main_zone_s(
    recording: Recording, structure: Structure, zones: HeartRateZones | None
) -> ZoneSeconds | None:
    if zones is None:
        return None
    spans_s = [
        (segment.start_elapsed_s, segment.end_elapsed_s)
        for segment in structure.segments
        if segment.role in ("main", "work")
    ]
    return zone_seconds(recording, zones, spans_s=spans_s) if spans_s else None
