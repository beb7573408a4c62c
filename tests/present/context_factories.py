"""Made-up figures that surround a session: physiology, conditions, load, changes, options."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from hakaru.running.anomalies.steps import Anomaly, CauseShare
from hakaru.running.environment.conditions import RULES_OF_THUMB, EnvironmentFigures, WindFigures
from hakaru.running.environment.heat import Slowdown
from hakaru.running.load import Decoupling, Durability, LoadFigures, LoadHistory, LoadNote
from hakaru.running.next_training import TrainingOption
from hakaru.running.next_training_evidence import Objection, Reason
from hakaru.running.next_training_targets import Targets
from hakaru.running.physiology.figures import (
    GaugeReading,
    PhysiologyFigures,
    Vo2Figures,
    topics_shown,
)
from hakaru.running.physiology.oxygen import Standing, training_speeds
from hakaru.running.physiology.power import PowerFigures, ThresholdFigures
from hakaru.running.physiology.steps import (
    SpeedChange,
    StepExpectation,
    StepFigures,
    StiffnessFigures,
)
from hakaru.running.session.model import TrainingType
from hakaru.running.trends import Window, WindowChange
from tests.present.factories import DAY


def make_physiology(training_type: TrainingType) -> PhysiologyFigures:
    """Everything measured and known."""
    return PhysiologyFigures(
        shown=topics_shown(training_type),
        speed_mps=3.05,
        grade_adjusted_speed_mps=3.09,
        power=PowerFigures(
            mean_w=241.0,
            normalized_w=247.0,
            variability_factor=1.02,
            critical_power_share_pct=84.6,
            cv_frac=0.024,
            consistency="even",
            decline_pct=1.9,
            decline="excellent",
            zone_s=(100.0, 900.0, 1800.0, 400.0, 80.0, 10.0),
            energy_j_per_km=79_000.0,
            energy_j_per_kg_m=1.21,
            running_effectiveness=0.98,
        ),
        vo2=Vo2Figures(
            vo2_max_ml_per_kg_min=52.3,
            stale=False,
            standing=Standing(category="excellent", percentile="80_to_95"),
            vo2_max_speed_mps=4.51,
            speed_mps=3.05,
            utilisation_pct=66.4,
            utilisation="below",
            training_speeds=training_speeds(52.3),
            gain_low_ml_per_kg_min=53.3,
            gain_high_ml_per_kg_min=53.9,
        ),
        threshold=ThresholdFigures(
            heart_rate_share_pct=71.8,
            speed_share_pct=55.0,
            power_share_pct=48.0,
            held="excellent",
            above_threshold_s=410.0,
            target_above_threshold_s=390.0,
        ),
        steps=make_steps(),
        stiffness=StiffnessFigures(
            vertical_stiffness_kn_per_m=None,
            leg_stiffness_kn_per_m=None,
            duty_factor=None,
            n_pieces=0,
            reason="weight_unknown",
            pieces=(),
        ),
        gauges=(
            GaugeReading(metric="gct_ms", value=274.2, zone="orange", version="chest_strap_1"),
            GaugeReading(metric="vo_cm", value=8.84, zone="green", version="chest_strap_1"),
        ),
        balance="good",
    )


def make_steps() -> StepFigures:
    """Steps as usual at that speed."""
    return StepFigures(
        speed_mps=3.05,
        cadence_spm=171.6,
        step_length_cm=106.6,
        agrees=True,
        expected=StepExpectation(
            speed_mps=3.05,
            cadence_spm=168.0,
            cadence_low_spm=164.0,
            cadence_high_spm=172.0,
            step_length_cm=109.0,
            step_low_cm=106.0,
            step_high_cm=112.0,
            basis="personal",
            extrapolated=False,
        ),
        pattern="usual",
        cv_frac=0.018,
        consistency="excellent",
        decline_pct=1.4,
        decline="excellent",
        change=SpeedChange(
            speed_change_pct=-2.0,
            cadence_change_pct=-0.4,
            step_length_change_pct=-1.6,
            cadence_share_frac=0.2,
            step_length_share_frac=0.8,
            expected_cadence_share_frac=0.3,
        ),
    )


def make_environment(**changes: object) -> EnvironmentFigures:
    """A warm, humid, windy day on a rolling course."""
    conditions = EnvironmentFigures(
        indoor=False,
        terrain="rolling",
        climb_m_per_km=11.0,
        running_speed_mps=3.05,
        grade_adjusted_speed_mps=3.09,
        own_grade_adjusted_speed_mps=None,
        temperature_c=26.0,
        temperature_source="weather",
        device_upper_c=None,
        temperature_class="caution",
        temperature_side="warm",
        relative_humidity_pct=84.0,
        humidity_class="high",
        wbgt_c=(22.0, 25.0),
        heat=Slowdown(low_pct=2.1, high_pct=3.8),
        own_heat_bpm=(2.0, 6.0),
        wind=WindFigures(
            answer="resolved",
            wind_speed_mps=5.4,
            wind_from_deg=220.0,
            headwind_mps=0.6,
            crosswind_mps=3.0,
            head_share_frac=0.42,
            cross_share_frac=0.24,
            tail_share_frac=0.34,
            slowdown=Slowdown(low_pct=0.4, high_pct=1.6),
        ),
        rules_of_thumb=tuple(RULES_OF_THUMB.values()),
    )
    return replace(conditions, **changes)  # type: ignore[arg-type]


def make_load() -> LoadFigures:
    """From power, with a remark about the threshold."""
    return LoadFigures(
        training_load_score=76.9,
        load_class="moderate",
        basis="power",
        intensity_frac=0.877,
        duration_s=3290.0,
        sound=False,
        notes=(LoadNote(basis="power", problem="threshold_stale"),),
        trimp_score=88.0,
        decoupling=Decoupling(
            decoupling_pct=3.4,
            first_efficiency_factor=1.21,
            second_efficiency_factor=1.17,
            decoupled=False,
            running_s=2700.0,
            reason=None,
        ),
        durability=(Durability(after_s=3600.0, late_s=900.0, efficiency_change_pct=-2.6, form=()),),
    )


def make_load_history() -> LoadHistory:
    """Four weeks up to the day of the run."""
    n_days = 28
    return LoadHistory(
        days=tuple(DAY - timedelta(days=n_days - 1 - at) for at in range(n_days)),
        load_score=np.full(n_days, 50.0),
        chronic_score=np.full(n_days, 46.4),
        acute_score=np.full(n_days, 55.2),
        balance_score=np.full(n_days, -8.8),
        kind="exponential",
        n_unknown=3,
        n_unknown_28=1,
        week_score=350.0,
        ramp_score=2.4,
        monotony_factor=1.2,
        strain_score=420.0,
        ratio=None,
    )


def make_anomalies() -> tuple[Anomaly, ...]:
    """One step put down to fatigue, one to the sensor."""
    step = Anomaly(
        anomaly_index=1,
        metric="gct",
        side="higher",
        start_elapsed_s=1810.0,
        end_elapsed_s=1930.0,
        actual=284.0,
        expected=270.0,
        delta=14.0,
        delta_frac=0.052,
        z=6.1,
        causes=(
            CauseShare(cause="fatigue", share_frac=0.6),
            CauseShare(cause="grade", share_frac=0.3),
            CauseShare(cause="unexplained", share_frac=0.1),
        ),
    )
    doubted = replace(
        step,
        anomaly_index=2,
        metric="vo",
        side="lower",
        start_elapsed_s=2500.0,
        end_elapsed_s=2560.0,
        actual=7.6,
        expected=8.8,
        delta=-1.2,
        z=-4.0,
        causes=(CauseShare(cause="sensor", share_frac=1.0),),
        sensor_signs=("spikes", "ratio_violated"),
    )
    return step, doubted


def make_change(**changes: object) -> WindowChange:
    """Heart rate at a fixed speed, clearly lower than before."""
    change = WindowChange(
        metric="heart_rate",
        reference_speed_mps=3.0,
        earlier=Window(
            first_day=date(2025, 6, 1),
            last_day=date(2025, 7, 12),
            n_runs=14,
            value=151.2,
            low=149.0,
            high=153.0,
        ),
        later=Window(
            first_day=date(2025, 9, 10),
            last_day=DAY,
            n_runs=17,
            value=146.4,
            low=144.5,
            high=148.3,
        ),
        delta_frac=-0.0317,
        low_frac=-0.05,
        high_frac=-0.012,
        changed=True,
        direction="lower",
        meaning="favourable",
        extrapolated=False,
    )
    return replace(change, **changes)  # type: ignore[arg-type]


def make_options() -> tuple[TrainingOption, ...]:
    """Intervals again with something against it, strength work, and an easy day."""
    return (
        TrainingOption(
            name="interval",
            reasons=(Reason(code="vo2_utilisation_pct", value=96.2, threshold=90.0),),
            objections=(
                Objection(code="hours_since_hard_h", value=20.0, threshold=48.0),
                Objection(code="load_unknown"),
            ),
            targets=Targets(
                training_type="interval",
                basis="this_session",
                pace_s_per_km=(247.0, 253.0),
                n_reps=5,
                rep_distance_m=1000.0,
                recovery_s=120.0,
            ),
            earliest_day=date(2025, 11, 1),
            weight=1.0,
        ),
        TrainingOption(
            name="strength",
            reasons=(Reason(code="step_shortened_cm", value=3.4, threshold=3.0),),
            objections=(),
            targets=None,
            earliest_day=date(2025, 10, 27),
            weight=0.8,
        ),
        TrainingOption(
            name="easy_day",
            reasons=(),
            objections=(),
            targets=Targets(
                training_type="recovery",
                basis="athlete",
                distance_m=(5000.0, 7000.0),
                heart_rate_bpm=(109.0, 151.0),
            ),
            earliest_day=date(2025, 10, 26),
            weight=0.5,
        ),
    )
