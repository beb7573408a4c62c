"""One product function per family F and G of the shared oracles (recoveries aside), and gauges."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE, pace_to_speed_mps, speed_to_pace_s_per_km
from hakaru.running import intensity as score
from hakaru.running import load as decoupling
from hakaru.running import load as fitness
from hakaru.running.activity import Sex
from hakaru.running.athlete import known as zones
from hakaru.running.intensity import Stretch, efficiency_factor
from hakaru.running.physiology import figures as gauges
from hakaru.running.physiology import oxygen as daniels
from hakaru.running.physiology import oxygen as vo2max
from hakaru.running.physiology import power
from hakaru.running.physiology import power as threshold
from hakaru.running.physiology.races import riegel_time_s
from tests.running import formulas

Inputs = Mapping[str, Any]
Answer = dict[str, Any]

PRINTED_RACE_TIMES_S: Mapping[int, tuple[int, int, int, int]] = {
    30: (1840, 3826, 8464, 17357), 31: (1791, 3723, 8241, 16917), 32: (1745, 3626, 8029, 16499),
    33: (1701, 3534, 7827, 16102), 34: (1659, 3446, 7636, 15723), 35: (1620, 3363, 7453, 15363),
    36: (1582, 3284, 7279, 15019), 37: (1546, 3209, 7114, 14690), 38: (1512, 3137, 6955, 14375),
    39: (1479, 3069, 6804, 14074), 40: (1448, 3003, 6659, 13785), 41: (1418, 2941, 6520, 13509),
    42: (1389, 2881, 6387, 13243), 43: (1361, 2824, 6260, 12988), 44: (1335, 2769, 6137, 12743),
    45: (1310, 2716, 6020, 12506), 46: (1285, 2665, 5907, 12279), 47: (1262, 2616, 5798, 12060),
    48: (1239, 2570, 5693, 11849), 49: (1218, 2524, 5592, 11646), 50: (1197, 2481, 5495, 11449),
    51: (1176, 2439, 5402, 11259), 52: (1157, 2399, 5311, 11076), 53: (1138, 2360, 5224, 10899),
    54: (1120, 2322, 5140, 10727), 55: (1102, 2286, 5058, 10561), 56: (1085, 2251, 4980, 10400),
    57: (1069, 2217, 4903, 10245), 58: (1053, 2184, 4830, 10094), 59: (1037, 2152, 4758, 9947),
    60: (1023, 2122, 4689, 9805), 61: (1008, 2092, 4622, 9668), 62: (994, 2063, 4557, 9534),
    63: (980, 2035, 4494, 9404), 64: (967, 2008, 4433, 9278), 65: (954, 1981, 4373, 9155),
    66: (942, 1955, 4316, 9036), 67: (929, 1931, 4260, 8920), 68: (918, 1906, 4205, 8807),
    69: (906, 1883, 4152, 8697), 70: (895, 1860, 4101, 8590),
}  # fmt: skip
"""5 km, 10 km, half marathon and marathon by VDOT as Daniels' Running Formula prints them, rounded
and within 0.2 % of the equations (a test says so)."""

PRINTED_DISTANCES_M = (5000.0, 10000.0, 21097.5, 42195.0)

_SEXES: Mapping[str, Sex] = {"M": "male", "F": "female"}
_CATEGORY_WORDS = {"low": "低い", "average": "平均", "good": "良好", "excellent": "優秀"}
_ZONE_WORDS = {
    "recovery": "回復",
    "aerobic": "有酸素",
    "tempo": "テンポ",
    "threshold": "閾値",
    "vo2_max": "VO2max",
    "maximum": "最大",
}
_GAUGE_WORDS = {
    "purple": "purple >95",
    "blue": "blue 70-95",
    "green": "green 30-69",
    "orange": "orange 5-29",
    "red": "red <5",
}


def _vdot(inputs: Inputs) -> Answer:
    distance_m, time_s = inputs["distance_m"], inputs["time_s"]
    return {
        "vo2": daniels.vo2_of_speed(distance_m / time_s),
        "fraction": daniels.fraction_sustained(time_s),
        "vdot": daniels.vdot(distance_m, time_s),
    }


def _race_times(inputs: Inputs) -> Answer:
    distances_m = [float(metres) for metres in inputs["distances_m"]]
    names = [f"{metres:g}" for metres in distances_m]
    times_s = [daniels.race_time_s(inputs["vdot"], metres) for metres in distances_m]
    printed = dict(
        zip(PRINTED_DISTANCES_M, PRINTED_RACE_TIMES_S[round(inputs["vdot"])], strict=True)
    )
    printed_s = [float(printed[metres]) for metres in distances_m]
    return {
        "time_s": dict(zip(names, times_s, strict=True)),
        "printed_table_s": dict(zip(names, printed_s, strict=True)),
        "max_dev_s": max(abs(a - b) for a, b in zip(times_s, printed_s, strict=True)),
    }


def _paces(inputs: Inputs) -> Answer:
    vo2 = inputs["vo2max"]
    return {
        "daniels_gilbert_s": speed_to_pace_s_per_km(daniels.speed_of_vo2_mps(vo2)),
        "acsm_s": speed_to_pace_s_per_km(formulas.acsm_speed_of_vo2_mps(vo2)),
        "no_intercept_s": speed_to_pace_s_per_km(
            formulas.acsm_speed_of_vo2_mps(vo2, with_rest=False)
        ),
        "seed_literal": 1000 / (vo2 * 0.2),
    }


def _fraction_pace(inputs: Inputs) -> Answer:
    speed_mps = daniels.speed_of_vo2_mps(inputs["fraction"] * inputs["vo2max"])
    return {
        "pace_s": speed_to_pace_s_per_km(speed_mps),
        "speed_ratio_to_vvo2max": speed_mps / daniels.speed_of_vo2_mps(inputs["vo2max"]),
    }


def _utilisation(inputs: Inputs) -> Answer:
    """The last key is what the document computes with its 4:30/km."""
    vo2, pace = inputs["vo2max"], inputs["pace_s_per_km"]
    speed_mps = pace_to_speed_mps(pace)
    return {
        "vo2_fraction_pct": daniels.utilisation_pct(speed_mps, vo2),
        "pace_ratio_pct_true": PERCENT * speed_mps / daniels.speed_of_vo2_mps(vo2),
        "pace_ratio_pct_seed": 270 / pace * 100,
    }


def _riegel(inputs: Inputs) -> Answer:
    time_s = riegel_time_s(
        inputs["t1_s"], inputs["d1_m"], to_distance_m=inputs["d2_m"], exponent=inputs["k"]
    )
    return {"t2_s": time_s}


def _karvonen(inputs: Inputs) -> Answer:
    beats_bpm = formulas.reserve_heart_rate_bpm(
        inputs["fraction"], rest_bpm=inputs["rest"], max_bpm=inputs["max"]
    )
    return {"hr": beats_bpm, "pct_hrmax": PERCENT * beats_bpm / inputs["max"]}


def _max_zones(inputs: Inputs) -> Answer:
    return {"zone": [_ZONE_WORDS[zones.max_share_zone(share)] for share in inputs["pct"]]}


def _power_zones(inputs: Inputs) -> Answer:
    shares = inputs["frac"]
    ones = np.ones(1)
    for share in shares:
        times_s = power.power_zone_times_s(np.array([300.0 * share]), ones, critical_power_w=300.0)
        assert times_s.index(1.0) + 1 == zones.power_zone(share)
    return {"zone": [zones.power_zone(share) for share in shares]}


def _categories(inputs: Inputs) -> Answer:
    """The oracle is about men of 35."""
    return {
        "cat": [
            _CATEGORY_WORDS[vo2max.vo2_category(value, age_years=35.0, sex="male")]
            for value in inputs["vo2"]
        ]
    }


def _near_threshold(inputs: Inputs) -> Answer:
    beats_bpm = np.asarray(inputs["hr"], dtype=np.float64)
    seconds = np.ones_like(beats_bpm)
    lthr = inputs["lthr"]
    pct = threshold.threshold_share_pct(beats_bpm, seconds, lt_heart_rate_bpm=lthr)
    return {"seconds_in": None if pct is None else pct / 100.0 * seconds.sum(), "pct": pct}


def _main_share(inputs: Inputs) -> Answer:
    whole_s = inputs["warmup_s"] + inputs["main_s"] + inputs["cooldown_s"]
    return {
        "pct_whole": threshold.share_pct(inputs["in_zone_s"], whole_s),
        "pct_main": threshold.share_pct(inputs["in_zone_s"], inputs["main_s"]),
    }


def _power_load(inputs: Inputs) -> Answer:
    """The last key is what the document's formula gives when taken at its word."""
    intensity = inputs["np"] / inputs["ftp"]
    hours = inputs["duration_s"] / 3600
    return {
        "IF": intensity,
        "tss": score.training_load_score(inputs["duration_s"], intensity),
        "seed_formula_literal": hours * inputs["np"] * intensity / (inputs["ftp"] * 3600) * 100,
    }


def _pace_load(inputs: Inputs) -> Answer:
    intensity = pace_to_speed_mps(inputs["ngp_s"]) / pace_to_speed_mps(inputs["ftpace_s"])
    return {"IF": intensity, "rtss": score.training_load_score(inputs["duration_s"], intensity)}


def _normalised(inputs: Inputs) -> Answer:
    blocks = list(inputs["blocks"]) * inputs.get("repeat", 1)
    power_w = np.concatenate([np.full(n_seconds, float(watts)) for watts, n_seconds in blocks])
    normalised_w = power.normalised_mean(power_w)
    assert normalised_w is not None
    mean_w = float(power_w.mean())
    return {"np": normalised_w, "avg": mean_w, "vi": normalised_w / mean_w}


def _trimp(inputs: Inputs) -> Answer:
    duration_s = inputs["minutes"] * SECONDS_PER_MINUTE
    sex = _SEXES[inputs["sex"][0].upper()]
    return {"trimp": score.trimp_score(duration_s, inputs["hr_reserve"], sex=sex)}


def _constant_load(inputs: Inputs) -> Answer:
    loads = [float(inputs["load"])] * inputs["days"]
    return {
        kind: {
            "ctl": fitness.running_average(loads, inputs["ctl_days"], kind=kind)[-1],
            "atl": fitness.running_average(loads, inputs["atl_days"], kind=kind)[-1],
        }
        for kind in ("linear", "exponential")
    }


def _loads(inputs: Inputs) -> list[float]:
    """A list, or a text such as '21 x 40 then 7 x 60'."""
    given = inputs["loads"]
    if not isinstance(given, str):
        return [float(load) for load in given]
    runs = re.findall(r"(\d+) x (\d+(?:\.\d+)?)", given)
    return [float(load) for n_days, load in runs for _ in range(int(n_days))]


def _pattern(inputs: Inputs) -> Answer:
    loads = _loads(inputs)
    chronic = fitness.running_average(loads, fitness.CHRONIC_DAYS)
    acute = fitness.running_average(loads, fitness.ACUTE_DAYS)
    return {
        "ctl": chronic.tolist(),
        "atl": acute.tolist(),
        "tsb_day7_from_day6": float(chronic[-2] - acute[-2]),
    }


def _ratio(inputs: Inputs) -> Answer:
    ratio = fitness.workload_ratio(_loads(inputs))
    assert ratio is not None
    return {
        "coupled": ratio.coupled_factor,
        "uncoupled": ratio.uncoupled_factor,
        "ewma": ratio.ewma_factor,
    }


def _monotony(inputs: Inputs) -> Answer:
    loads = _loads(inputs)
    return {"monotony": fitness.monotony(loads), "strain": fitness.strain(loads)}


def _decoupling(inputs: Inputs) -> Answer:
    first, second = (
        Stretch(speed_mps=half["speed"], heart_rate_bpm=half["hr"])
        for half in (inputs["half1"], inputs["half2"])
    )
    return {
        "ef1": efficiency_factor(first.speed_mps, first.heart_rate_bpm),
        "ef2": second.efficiency_factor,
        "decoupling_pct": decoupling.decoupling_pct(first, second),
    }


def _balance(inputs: Inputs) -> Answer:
    return {"band": [gauges.balance_band(left_pct) for left_pct in inputs["left_pct"]]}


def _gauge(inputs: Inputs) -> Answer:
    """The family does not name its metric: it is the one whose edges the values sit on."""
    values = inputs["values"]
    cuts = gauges.CUTS["chest_strap_1"]
    metric = max(cuts, key=lambda name: sum(value in cuts[name] for value in values))
    return {"zone": [_GAUGE_WORDS[gauges.gauge_zone(metric, value)] for value in values]}


FAMILIES: dict[str, Callable[[Inputs], Answer]] = {
    "F: distance_m, time_s -> vo2, fraction, vdot": _vdot,
    "F: distance_m, time_s -> vdot": _vdot,
    "F: vdot, distances_m -> time_s, printed_table_s, max_dev_s": _race_times,
    "F: vo2max -> daniels_gilbert_s, acsm_s, no_intercept_s, seed_literal": _paces,
    "F: vo2max, fraction -> pace_s, speed_ratio_to_vvo2max": _fraction_pace,
    "F: vo2max, pace_s_per_km -> vo2_fraction_pct, pace_ratio_pct_true, pace_ratio_pct_seed": (
        _utilisation
    ),
    "F: t1_s, d1_m, d2_m, k -> t2_s": _riegel,
    "F: rest, max, fraction -> hr, pct_hrmax": _karvonen,
    "F: pct -> zone": _max_zones,
    "F: frac -> zone": _power_zones,
    "F: vo2 -> cat": _categories,
    "F: hr, lthr -> seconds_in, pct": _near_threshold,
    "F: warmup_s, main_s, cooldown_s, in_zone_s -> pct_whole, pct_main": _main_share,
    "G: duration_s, np, ftp -> IF, tss, seed_formula_literal": _power_load,
    "G: duration_s, np, ftp -> IF, tss": _power_load,
    "G: duration_s, ngp_s, ftpace_s -> IF, rtss": _pace_load,
    "G: blocks -> np, vi": _normalised,
    "G: blocks -> np, avg": _normalised,
    "G: blocks -> np, avg, vi": _normalised,
    "G: blocks, repeat -> np, avg": _normalised,
    "G: minutes, hr_reserve, sex -> trimp": _trimp,
    "G: load, days, ctl_days, atl_days -> linear, exponential": _constant_load,
    "G: loads -> ctl, atl, tsb_day7_from_day6": _pattern,
    "G: loads -> coupled, uncoupled, ewma": _ratio,
    "G: loads -> monotony, strain": _monotony,
    "G: half1, half2 -> ef1, ef2, decoupling_pct": _decoupling,
    "I: left_pct -> band": _balance,
    "I: values -> zone": _gauge,
}
