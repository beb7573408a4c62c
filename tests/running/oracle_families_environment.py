"""One product function per family H (slopes) and the heat and temperature cases of J."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.environment import grade
from hakaru.running.environment import heat as heat_stress
from hakaru.running.environment import heat as temperature
from tests.running import formulas

Inputs = Mapping[str, Any]
Answer = dict[str, Any]


def _cost(inputs: Inputs) -> Answer:
    grades = np.asarray(inputs["grade"], dtype=np.float64)
    return {"cost": grade.running_cost_j_per_kg_m(grades).tolist()}


def _adjusted(inputs: Inputs) -> Answer:
    slope = np.asarray(inputs["grade"], dtype=np.float64)
    adjusted_mps = float(
        grade.level_speed_mps(np.asarray(inputs["speed"], dtype=np.float64), slope)
    )
    return {
        "factor": float(grade.cost_factor(slope)),
        "gap_speed": adjusted_mps,
        "gap_pace_s": speed_to_pace_s_per_km(adjusted_mps),
    }


def _cheapest(_: Inputs) -> Answer:
    cheapest = formulas.cheapest_grade()
    return {"grade": cheapest.grade_frac, "cost": cheapest.cost_j_per_kg_m}


def _heat(inputs: Inputs) -> Answer:
    slowed = heat_stress.heat_slowdown(
        (inputs["wbgt"], inputs["wbgt"]),
        optimum_c=inputs["opt"],
        rate_pct_per_c=inputs["rate"],
    )
    return {
        "slowdown_pct": [slowed.low_pct, slowed.high_pct],
        "pace_s": list(slowed.pace_s_per_km(inputs["pace_s"])),
    }


_WORDS = {
    "ideal": "ideal",
    "acceptable": "ok",
    "slightly_outside": "gap->mild_caution",
    "caution": "caution",
}


def _temperature(inputs: Inputs) -> Answer:
    classes = [
        temperature.classify_temperature(temp_c, "tempo_threshold") for temp_c in inputs["temp"]
    ]
    return {"klass": [None if one is None else _WORDS[one] for one in classes]}


FAMILIES: dict[str, Callable[[Inputs], Answer]] = {
    "H: grade -> cost": _cost,
    "H: speed, grade -> factor, gap_speed, gap_pace_s": _adjusted,
    "H:  -> grade, cost": _cheapest,
    "J: wbgt, opt, rate, pace_s -> slowdown_pct, pace_s": _heat,
    "J: temp -> klass": _temperature,
}
