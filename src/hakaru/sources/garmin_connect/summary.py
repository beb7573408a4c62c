"""Which totals does Garmin Connect state for an activity, under which of its names?

The same figure has one name in the activity document, another in the activity list and a third in
the account export; units agree except in the export, which `garmin_export` converts beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from hakaru.core.units import MS_PER_S
from hakaru.running.activity import DeviceSummary, Lap
from hakaru.sources.garmin_connect.values import (
    Json,
    integer,
    moment,
    number,
    part,
    parts,
    positive,
    text,
)

_MILLISECONDS_BEYOND = 100.0
"""An elapsed time this many times the timer time is in milliseconds (old activity lists)."""
_OFFSET_STEP_S = 900
_NO_EVENT = "uncategorized"
_OFFSET_MAX_S = 14 * 3600


def summary_of(source: Json) -> DeviceSummary:
    """The totals of an activity document's summary, or of an entry of the list or the export."""
    timer_s = positive(source, "duration")
    return DeviceSummary(
        distance_m=positive(source, "distance"),
        elapsed_s=_elapsed_s(positive(source, "elapsedDuration"), timer_s),
        timer_s=timer_s,
        heart_rate_avg_bpm=positive(source, "averageHR", "avgHr"),
        heart_rate_max_bpm=positive(source, "maxHR", "maxHr"),
        cadence_avg_spm=positive(
            source,
            "averageRunCadence",
            "averageRunningCadenceInStepsPerMinute",
            "avgDoubleCadence",
        ),
        power_avg_w=positive(source, "averagePower", "avgPower"),
        power_normalized_w=positive(source, "normalizedPower", "normPower"),
        speed_avg_mps=positive(source, "averageSpeed", "avgSpeed"),
        gct_avg_ms=positive(source, "groundContactTime", "avgGroundContactTime"),
        vo_avg_cm=positive(source, "verticalOscillation", "avgVerticalOscillation"),
        vr_avg_pct=positive(source, "verticalRatio", "avgVerticalRatio"),
        gct_balance_left_avg_pct=positive(
            source, "groundContactBalanceLeft", "avgGroundContactBalance"
        ),
        step_length_avg_cm=positive(source, "strideLength", "avgStrideLength"),
        ascent_m=number(source, "elevationGain"),
        descent_m=number(source, "elevationLoss"),
        calories_kcal=positive(source, "calories"),
        training_effect_label=text(source, "trainingEffectLabel"),
    )


def _elapsed_s(elapsed: float | None, timer_s: float | None) -> float | None:
    if elapsed is None or timer_s is None:
        return elapsed
    in_ms = elapsed > _MILLISECONDS_BEYOND * timer_s and elapsed / MS_PER_S >= timer_s - 1.0
    return elapsed / MS_PER_S if in_ms else elapsed


def start_of(source: Json) -> tuple[datetime | None, int | None]:
    """When the activity began (UTC), and the local offset in seconds; None: not stated."""
    start = moment(source, "startTimeGMT", "startTimeGmt", "beginTimestamp")
    local = moment(source, "startTimeLocal")
    if start is None or local is None:
        return start, None
    offset_s = round((local - start) / timedelta(seconds=1))
    plausible = abs(offset_s) <= _OFFSET_MAX_S and offset_s % _OFFSET_STEP_S == 0
    return start, offset_s if plausible else None


def laps_of(document: Json, *, start: datetime, with_averages: bool) -> tuple[Lap, ...]:
    """The laps of a splits document, each until the next begins.

    Args:
        document: holds lapDTOs.
        start: when elapsed time is 0.
        with_averages: take the lap's averages too, for a recording without samples.
    """
    rows = parts(document.get("lapDTOs"))
    timed = [(row, moment(row, "startTimeGMT")) for row in rows]
    begins = [(row, (at - start) / timedelta(seconds=1)) for row, at in timed if at is not None]
    ends_s = [*(begin_s for _, begin_s in begins[1:]), None]
    laps = (
        _lap(row, begin_s, end_s, with_averages=with_averages)
        for (row, begin_s), end_s in zip(begins, ends_s, strict=False)
    )
    return tuple(lap for lap in laps if lap is not None)


def _lap(row: Json, begin_s: float, end_s: float | None, *, with_averages: bool) -> Lap | None:
    timer_s = positive(row, "duration")
    lasted_s = _elapsed_s(positive(row, "elapsedDuration"), timer_s) or timer_s
    elapsed_s = lasted_s if end_s is None else end_s - begin_s
    if begin_s < 0 or elapsed_s is None or elapsed_s <= 0:
        return None
    intensity = text(row, "intensityType")
    averages = summary_of(row) if with_averages else DeviceSummary()
    return Lap(
        start_elapsed_s=begin_s,
        elapsed_s=elapsed_s,
        timer_s=timer_s,
        distance_m=number(row, "distance"),
        intensity=None if intensity is None else intensity.lower(),
        workout_step=integer(row, "wktStepIndex"),
        speed_mps=averages.speed_avg_mps,
        heart_rate_bpm=averages.heart_rate_avg_bpm,
        heart_rate_max_bpm=averages.heart_rate_max_bpm,
        cadence_spm=averages.cadence_avg_spm,
        power_w=averages.power_avg_w,
        gct_ms=averages.gct_avg_ms,
        vo_cm=averages.vo_avg_cm,
        vr_pct=averages.vr_avg_pct,
        gct_balance_left_pct=averages.gct_balance_left_avg_pct,
        step_length_cm=averages.step_length_avg_cm,
        elevation_gain_m=averages.ascent_m,
        elevation_loss_m=averages.descent_m,
        temperature_c=number(row, "averageTemperature") if with_averages else None,
    )


def event_kind_of(activity: Json) -> str | None:
    """What the runner said on the service that the activity was: 'race', 'training'; None: nothing.

    It stands under one name in the activity document and another in lists and exports.
    """
    for name in ("eventTypeDTO", "eventType"):
        kind = text(part(activity, name), "typeKey") or text(activity, name)
        if kind is not None and kind != _NO_EVENT:
            return kind.lower()
    return None


def has_form(summary: DeviceSummary, laps: Sequence[Lap] = ()) -> bool:
    """Whether a contact time, oscillation or ratio is among these averages."""
    stated = [summary.gct_avg_ms, summary.vo_avg_cm, summary.vr_avg_pct]
    stated += [value for lap in laps for value in (lap.gct_ms, lap.vo_cm, lap.vr_pct)]
    return any(value is not None for value in stated)
