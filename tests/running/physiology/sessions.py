"""Sessions as the criteria see them: one recording, its segments, and an athlete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.session.model import (
    Form,
    Segment,
    SegmentFigures,
    SessionInput,
    Structure,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.splits import Role, Split
from tests.running.factories import DAY, make_recording, make_series, make_split

KNOWN: dict[Quantity, float] = {
    "heart_rate_max_bpm": 190.0,
    "heart_rate_rest_bpm": 50.0,
    "lt_heart_rate_bpm": 168.0,
    "threshold_speed_mps": 3.6,
    "critical_power_w": 285.0,
    "vo2_max_ml_per_kg_min": 52.3,
    "weight_kg": 65.0,
    "height_cm": 172.0,
    "age_years": 35.0,
}


def make_athlete(*, without: Sequence[Quantity] = (), **given: Any) -> Athlete:
    """An athlete who stated everything; `stale` names quantities that are out of date."""
    stale = given.pop("stale", ())
    known = {
        quantity: Known(
            value=given.pop(quantity, value),
            origin="user",
            method="stated",
            stale=quantity in stale,
        )
        for quantity, value in KNOWN.items()
        if quantity not in without
    }
    return Athlete(day=DAY, known=known, sex=given.pop("sex", "male"))


def make_segments(*parts: tuple[Role, float]) -> tuple[Segment, ...]:
    """Segments one after the other, each of so many seconds; work is numbered."""
    found, at_s, n_works = [], 0.0, 0
    for role, lasts_s in parts:
        n_works += role == "work"
        found.append(
            Segment(
                role=role,
                start_elapsed_s=at_s,
                end_elapsed_s=at_s + lasts_s,
                source="speed",
                rep_index=n_works if role in ("work", "recovery") else None,
            )
        )
        at_s += lasts_s
    return tuple(found)


def make_figures(segments: Sequence[Segment], **given: Any) -> tuple[SegmentFigures, ...]:
    """Figures of segments: 4 m/s; a list gives one value per segment."""
    rows = []
    for index, part in enumerate(segments):
        values: dict[str, Any] = {
            "speed_mps": 4.0,
            "cadence_spm": 180.0,
            "gct_ms": 230.0,
            "power_w": 300.0,
            "grade_pct": 0.0,
        } | {name: one[index] if isinstance(one, list) else one for name, one in given.items()}
        running_s = part.end_elapsed_s - part.start_elapsed_s
        rows.append(
            SegmentFigures(
                segment_index=index,
                role=part.role,
                source=part.source,
                rep_index=part.rep_index,
                start_elapsed_s=part.start_elapsed_s,
                end_elapsed_s=part.end_elapsed_s,
                distance_m=4.0 * running_s,
                running_s=running_s,
                running_distance_m=4.0 * running_s,
                **values,
            )
        )
    return tuple(rows)


def make_session(
    training_type: TrainingType = "aerobic_base",
    *,
    recording: Recording | None = None,
    segments: tuple[Segment, ...] | None = None,
    form: Form = "steady",
    **given: Any,
) -> SessionInput:
    """Half an hour at 3 m/s as one main segment, unless told otherwise."""
    run = make_recording(series_with_power()) if recording is None else recording
    elapsed_s = run.series["elapsed_s"]
    end_s = float(elapsed_s[-1]) if elapsed_s.size else 0.0
    parts = make_segments(("main", end_s)) if segments is None else segments
    values: dict[str, Any] = {
        "athlete": make_athlete(),
        "splits": (),
        "figures": make_figures(parts),
        "zones": None,
        "zone_s": None,
    } | given
    return SessionInput(
        activity_id=1,
        recording=run,
        structure=Structure(form=form, segments=parts, confidence_frac=1.0),
        verdict=TypeVerdict(training_type=training_type, source="structure", confidence_frac=1.0),
        **values,
    )


def series_with_power(n_samples: int = 1801, **given: Any) -> dict[str, FloatArray]:
    """A steady run at 3 m/s and 230 W."""
    return make_series(n_samples, **({"power_w": 230.0} | given))


def kilometres(*speeds_mps: float, **given: Any) -> tuple[Split, ...]:
    """Flat kilometres one after the other."""
    found, at_s = [], 0.0
    for index, speed_mps in enumerate(speeds_mps, start=1):
        split = make_split(index, speed_mps=speed_mps, **given)
        found.append(
            replace(
                split,
                start_elapsed_s=at_s,
                end_elapsed_s=at_s + split.running_s,
                elevation_gain_m=2.0,
                elevation_loss_m=2.0,
            )
        )
        at_s += split.running_s
    return tuple(found)
