"""What do the powers of a session's target part say?

Even or not is told by what the phases judge: like repetitions, or equal distances of the main part.
So one session has one variation of power.
"""

from __future__ import annotations

import numpy as np

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import PowerCost, decline_pct, power_cost
from hakaru.running.athlete.known import reliable_value
from hakaru.running.physiology.power import (
    ConsistencyKind,
    PowerFigures,
    ZoneTimes,
    normalised_power_w,
    per_second,
    power_consistency,
    power_decline_class,
    power_zone_times_s,
)
from hakaru.running.physiology.target import Target, target_column, target_mean
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.criteria_measures import (
    equal_pieces,
    main_stretch,
    variation_of_pieces_frac,
)
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import SessionInput, TrainingType

_CONSISTENCY_KINDS: dict[TrainingType, ConsistencyKind] = {
    "tempo_threshold": "main",
    "interval": "work",
    "sprint": "work",
}


def session_power(
    session: SessionInput, target: Target, *, speed_mps: float | None
) -> PowerFigures | None:
    """The power of the target part, run at `speed_mps`. None: no power was measured in it.

    What is relative to critical power is None where that is unknown or a wide guess.
    """
    power_w = target_column(session, target, column="power_w")
    mean_w = target_mean(power_w, target)
    if mean_w is None:
        return None
    inside_w = np.where(target.inside, power_w, np.nan)
    normalized_w = normalised_power_w(per_second(inside_w, target.motion.active_s))
    critical_w = reliable_value(session.athlete, "critical_power_w")
    cost = _cost(session, mean_w, speed_mps)
    cv, fallen = _spread(session)
    kind = _CONSISTENCY_KINDS.get(session.verdict.training_type)
    return PowerFigures(
        mean_w=mean_w,
        normalized_w=normalized_w,
        variability_factor=None if normalized_w is None else normalized_w / mean_w,
        critical_power_share_pct=None if critical_w is None else PERCENT * mean_w / critical_w,
        cv_frac=cv,
        consistency=None if cv is None or kind is None else power_consistency(cv, kind),
        decline_pct=fallen,
        decline=None if fallen is None else power_decline_class(fallen),
        zone_s=_zone_times(session, inside_w, target, critical_w),
        energy_j_per_km=None if cost is None else cost.energy_j_per_km,
        energy_j_per_kg_m=None if cost is None else cost.energy_j_per_kg_m,
        running_effectiveness=None if cost is None else cost.running_effectiveness,
    )


def _cost(session: SessionInput, mean_w: float, speed_mps: float | None) -> PowerCost | None:
    if speed_mps is None:
        return None
    pace_s_per_km = speed_to_pace_s_per_km(speed_mps)
    return power_cost(mean_w, pace_s_per_km, mass_kg=session.athlete.value("weight_kg"))


def _zone_times(
    session: SessionInput, inside_w: FloatArray, target: Target, critical_w: float | None
) -> ZoneTimes | None:
    if critical_w is None:
        return None
    return power_zone_times_s(
        inside_w,
        target.motion.active_s,
        critical_power_w=critical_w,
        bounds_frac=session.settings.power_zones_frac,
    )


def _spread(session: SessionInput) -> tuple[float | None, float | None]:
    """Variation of power, and its loss from first to last in percent; None: too few to tell."""
    if KINDS[session.verdict.training_type] == "reps":
        reps = interval_figures(session.figures, session.athlete)
        return (None, None) if reps is None else (reps.power_cv_frac, reps.power_decline_pct)
    powers_w = equal_pieces(main_stretch(session)).power_w
    cv = variation_of_pieces_frac(powers_w)
    return cv, None if cv is None else decline_pct(powers_w[0], powers_w[-1])
