"""Made-up analysed sessions: one runner, a run of any kind, with everything a page can show."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hakaru.running.athlete.model import Athlete, HeartRateZones, Known
from hakaru.running.report import MetricAcrossReps, RepDelta, RepForm, RunReport, SessionReport
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import (
    Criterion,
    CriterionName,
    Deduction,
    Evidence,
    Outcome,
    Phase,
    SegmentFigures,
    SessionAnalysis,
    SessionRating,
    SessionSummary,
    TrainingType,
    TypeVerdict,
    Unit,
)
from hakaru.running.similar import find_similar
from hakaru.running.similar_comparison import compare_figures
from hakaru.running.splits import Role
from tests.present.context_factories import (
    make_anomalies,
    make_change,
    make_environment,
    make_load,
    make_load_history,
    make_options,
    make_physiology,
)
from tests.present.factories import DAY, make_report, make_splits

NAMED_TYPES: tuple[TrainingType, ...] = (
    "recovery",
    "aerobic_base",
    "tempo_threshold",
    "interval",
    "long_run",
    "unknown",
)
STARTED_AT = datetime(2025, 10, 24, 22, 2, tzinfo=UTC)


def make_athlete(**known: Known) -> Athlete:
    """Known from the watch, by statement and by estimate; one of them stale."""
    found = {
        "heart_rate_max_bpm": Known(
            value=190.0, origin="user", method="stated", on=date(2025, 3, 1)
        ),
        "lt_heart_rate_bpm": Known(value=168.0, origin="watch", method="device", on=DAY),
        "threshold_speed_mps": Known(
            value=1000.0 / 275.0,
            origin="estimated",
            method="heart_rate_line",
            low=3.5,
            high=3.8,
        ),
        "critical_power_w": Known(
            value=285.0, origin="watch", method="device", on=date(2025, 2, 1), stale=True
        ),
        "vo2_max_ml_per_kg_min": Known(value=52.3, origin="watch", method="device", on=DAY),
    }
    return Athlete(day=DAY, known=found | known, sex="male")  # type: ignore[arg-type]


def make_summary(training_type: TrainingType = "aerobic_base", **changes: object) -> SessionSummary:
    """Figures of a ten-kilometre session of that kind."""
    reps = KINDS[training_type] == "reps"
    summary = SessionSummary(
        activity_id=20790040925,
        activity_date=DAY,
        started_at=STARTED_AT,
        training_type=training_type,
        type_source="structure" if reps else "zones",
        type_confidence_frac=0.92,
        form="reps" if reps else "steady",
        structure_confidence_frac=0.95,
        n_reps=5 if reps else 0,
        n_strides=0,
        distance_m=10023.0,
        timer_s=3290.0,
        running_s=3270.0,
        speed_mps=3.05,
        heart_rate_bpm=148.0,
        target_distance_m=10023.0,
        target_speed_mps=3.05,
        target_heart_rate_bpm=148.0,
        target_power_w=241.0,
        target_cv_frac=0.031,
        rep_distance_m=1000.0 if reps else None,
        rep_s=250.0 if reps else None,
        heart_rate_retention_pct=78.0 if reps else None,
        heart_rate_rise_bpm=4.0 if reps else None,
        threshold_share_pct=72.0,
        zone1_s=200.0,
        zone2_s=1400.0,
        zone3_s=1300.0,
        zone4_s=300.0,
        zone5_s=90.0,
        terrain="flat",
    )
    return replace(summary, **changes)  # type: ignore[arg-type]


def make_criterion(
    name: CriterionName,
    unit: Unit,
    value: float | None,
    *,
    target: tuple[float | None, float | None],
    outcome: Outcome = "met",
    **changes: object,
) -> Criterion:
    """One row of a phase."""
    criterion = Criterion(
        name=name,
        unit=unit,
        value=value,
        target_low=target[0],
        target_high=target[1],
        outcome=outcome,
        basis="athlete",
        missing="heart_rate" if value is None else None,
    )
    return replace(criterion, **changes)  # type: ignore[arg-type]


def make_phase(role: Role, *criteria: Criterion, **changes: object) -> Phase:
    """A phase that was there."""
    phase = Phase(
        role=role,
        need="required",
        present=True,
        start_elapsed_s=0.0,
        end_elapsed_s=760.0,
        distance_m=1980.0,
        criteria=criteria,
    )
    return replace(phase, **changes)  # type: ignore[arg-type]


def make_phases(training_type: TrainingType) -> tuple[Phase, ...]:
    """Three phases, or four with repetitions; one criterion unmet, one that cannot be told."""
    warmup = make_phase(
        "warmup",
        make_criterion(
            "present", "count", 1.0, target=(None, None), basis="run", outcome="shown", counts=False
        ),
        make_criterion("distance", "m", 1980.0, target=(1500.0, None), basis="run"),
        make_criterion("heart_rate_ramp", "bpm", 21.0, target=(5.0, None)),
        make_criterion("warmup_heart_rate", "bpm", 141.0, target=(128.0, 160.0)),
        make_criterion(
            "pace", "s_per_km", 372.0, target=(324.0, 550.0), outcome="shown", counts=False
        ),
    )
    cooldown = make_phase(
        "cooldown",
        make_criterion(
            "present", "count", 0.0, target=(None, None), basis="run", outcome="shown", counts=False
        ),
        present=False,
        start_elapsed_s=None,
        end_elapsed_s=None,
        distance_m=0.0,
    )
    if KINDS[training_type] == "reps":
        return warmup, *_rep_phases(), cooldown
    cv = make_criterion(
        "pace_consistency", "frac", 0.0503, target=(None, 0.05), basis="run", outcome="not_met"
    )
    main = make_phase(
        "main",
        cv,
        make_criterion("band_share", "pct", 82.1, target=(60.0, None)),
        make_criterion(
            "threshold_heart_rate_share",
            "pct",
            None,
            target=(50.0, None),
            outcome="cannot_tell",
        ),
        need="always",
        start_elapsed_s=760.0,
        end_elapsed_s=3365.0,
    )
    return warmup, main, cooldown


def _rep_phases() -> tuple[Phase, Phase]:
    work = make_phase(
        "work",
        make_criterion("work_consistency", "frac", 0.0123, target=(None, 0.02), basis="run"),
        make_criterion("band_share", "pct", 61.0, target=(50.0, None)),
        make_criterion("heart_rate_of_max", "pct", 91.4, target=(85.0, 95.0)),
        make_criterion("form", "count", 1.0, target=(None, 0.0), outcome="not_met"),
        make_criterion(
            "work_duration", "s", 250.0, target=(120.0, 300.0), outcome="shown", counts=False
        ),
        need="always",
    )
    recovery = make_phase(
        "recovery",
        make_criterion("heart_rate_retention", "pct", 83.4, target=(None, 85.0), basis="run"),
        make_criterion(
            "recovery_heart_rate", "pct", 74.0, target=(None, 75.0), outcome="shown", counts=False
        ),
        make_criterion("pace", "s_per_km", 402.0, target=(390.0, None), basis="default"),
        need="always",
    )
    return work, recovery


def make_rating(training_type: TrainingType = "aerobic_base", **changes: object) -> SessionRating:
    """Three stars: the warm-up was short and the pace (or the recovery) was not right."""
    reps = KINDS[training_type] == "reps"
    second = (
        Deduction(
            reason="recovery_incomplete", stars=1, role="recovery", criterion="heart_rate_retention"
        )
        if reps
        else Deduction(reason="consistency", stars=1, role="main", criterion="pace_consistency")
    )
    rating = SessionRating(
        training_type=training_type,
        stars=3,
        deductions=(Deduction(reason="warmup_short", stars=1, role="warmup"), second),
        phases=make_phases(training_type),
    )
    return replace(rating, **changes)  # type: ignore[arg-type]


def make_verdict_of_type(training_type: TrainingType) -> TypeVerdict:
    """Told from structure or zones, with evidence."""
    reps = KINDS[training_type] == "reps"
    evidence = (
        (Evidence(code="reps_n", value=5.0), Evidence(code="rep_duration_s", value=250.0))
        if reps
        else (
            Evidence(code="zone_2_3_share_pct", value=82.1),
            Evidence(code="running_s", value=3290.0),
        )
    )
    source = "none" if training_type == "unknown" else "structure" if reps else "zones"
    return TypeVerdict(
        training_type=training_type,
        source=source,  # type: ignore[arg-type]
        confidence_frac=0.92,
        evidence=() if training_type == "unknown" else evidence,
    )


def make_figures(training_type: TrainingType) -> tuple[SegmentFigures, ...]:
    """Segments of 3,365 s: warm-up, five repetitions with recoveries or a main part, cool-down."""
    if KINDS[training_type] == "reps":
        return _rep_figures()
    roles: tuple[tuple[Role, float, float], ...] = (
        ("warmup", 0.0, 760.0),
        ("main", 760.0, 2900.0),
        ("cooldown", 2900.0, 3365.0),
    )
    return tuple(
        make_segment(at, role, (start_s, end_s)) for at, (role, start_s, end_s) in enumerate(roles)
    )


def _rep_figures() -> tuple[SegmentFigures, ...]:
    found = [make_segment(0, "warmup", (0.0, 760.0))]
    at_s = 760.0
    for rep in range(1, 6):
        work = make_segment(
            len(found),
            "work",
            (at_s, at_s + 250.0),
            rep_index=rep,
            distance_m=1000.0,
            speed_mps=4.0 - 0.02 * rep,
            heart_rate_end_bpm=170.0 + rep,
            power_w=312.0 - rep,
            step_length_cm=141.0 - 0.4 * rep,
            gct_ms=231.0 + rep,
        )
        rest = make_segment(
            len(found) + 1,
            "recovery",
            (at_s + 250.0, at_s + 370.0),
            rep_index=rep,
            heart_rate_end_bpm=132.0 + 2.0 * rep,
        )
        found += [work, rest]
        at_s += 370.0
    return (*found, make_segment(len(found), "cooldown", (at_s, 3365.0)))


def make_segment(
    index: int, role: Role, span_s: tuple[float, float], **changes: object
) -> SegmentFigures:
    """A segment at an easy speed."""
    duration_s = span_s[1] - span_s[0]
    segment = SegmentFigures(
        segment_index=index,
        role=role,
        source="speed",
        rep_index=None,
        start_elapsed_s=span_s[0],
        end_elapsed_s=span_s[1],
        distance_m=2.8 * duration_s,
        running_s=duration_s,
        running_distance_m=2.8 * duration_s,
        speed_mps=2.8,
        heart_rate_bpm=140.0,
    )
    return replace(segment, **changes)  # type: ignore[arg-type]


def make_rep_form() -> RepForm:
    """Contact time that grew over the repetitions."""
    deltas = tuple(
        RepDelta(rep_index=rep, actual=231.0 + rep, expected=230.0, delta_frac=(1.0 + rep) / 230.0)
        for rep in range(1, 6)
    )
    gct = MetricAcrossReps(
        metric="gct",
        code="declining",
        basis="personal",
        deltas=deltas,
        slope_frac=0.0043,
        change_frac=0.0174,
        change_low_frac=0.011,
        change_high_frac=0.024,
    )
    vo = MetricAcrossReps(metric="vo", code="cannot_tell", basis="personal", deltas=deltas[:2])
    return RepForm(code="declining", metrics=(gct, vo))


def make_session(training_type: TrainingType = "aerobic_base", **changes: object) -> SessionReport:
    """Everything known; `changes` replace fields."""
    reps = KINDS[training_type] == "reps"
    summary, athlete = make_summary(training_type), make_athlete()
    others = tuple(
        make_summary(
            training_type,
            activity_id=at,
            activity_date=DAY - timedelta(days=7 * at),
            started_at=STARTED_AT - timedelta(days=7 * at),
            target_speed_mps=3.04 + 0.004 * at,
            target_heart_rate_bpm=154.0 + at,
        )
        for at in range(1, 7)
    )
    similar = find_similar(summary, others, limit=5)
    figures = make_figures(training_type)
    session = SessionReport(
        analysis=SessionAnalysis(
            summary=summary,
            verdict=make_verdict_of_type(training_type),
            rating=make_rating(training_type),
            athlete=athlete,
        ),
        figures=figures,
        zones=HeartRateZones(low_bpm=(109.0, 130.0, 143.0, 151.0, 160.0), basis="lt_heart_rate"),
        zone_s=(200.0, 1400.0, 1300.0, 300.0, 90.0),
        wanted=("critical_power_w", "weight_kg"),
        intervals=interval_figures(figures, athlete) if reps else None,
        rep_form=make_rep_form() if reps else None,
        physiology=make_physiology(training_type),
        environment=make_environment(),
        similar=similar,
        comparisons=compare_figures(summary, [workout.summary for workout in similar.workouts]),
        changes=(make_change(), make_change(metric="gct", changed=False, direction="none")),
        anomalies=make_anomalies(),
        load=make_load(),
        load_history=make_load_history(),
        options=make_options(),
    )
    return replace(session, **changes)  # type: ignore[arg-type]


def make_bare_session(training_type: TrainingType = "aerobic_base") -> SessionReport:
    """A session of which nothing but its kind is known."""
    return SessionReport(
        analysis=SessionAnalysis(
            summary=make_summary(training_type),
            verdict=make_verdict_of_type(training_type),
            rating=make_rating(training_type, stars=None, deductions=(), phases=()),
            athlete=Athlete(day=DAY),
        )
    )


def make_session_report(
    training_type: TrainingType = "aerobic_base",
    *,
    session: SessionReport | None = None,
    **changes: object,
) -> RunReport:
    """The report of a run that was analysed as that kind of session."""
    found = make_session(training_type) if session is None else session
    mains: tuple[Role, ...] = ("main",) * 8
    roles: tuple[Role, ...] = ("warmup", *mains, "cooldown")
    if KINDS[training_type] == "reps":
        roles = ("warmup", *(("work", "recovery") * 4), "cooldown")
    splits = tuple(
        replace(
            split,
            role=role,
            role_source="speed",
            rep_index=(at + 1) // 2 if role in ("work", "recovery") else None,
            is_target=role in ("main", "work"),
        )
        for at, (split, role) in enumerate(zip(make_splits(), roles, strict=True))
    )
    report = make_report(splits=splits, **changes)
    return replace(report, session=found)
