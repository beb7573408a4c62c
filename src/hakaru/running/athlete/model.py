"""Physiology of the runner on a date: the figures, who stated them, and several views of one of
them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from functools import lru_cache
from typing import Literal, get_args

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import Physiology, Sex
from hakaru.running.physiology.oxygen import is_vo2_max
from hakaru.stats.robust import normal_half_width

Quantity = Literal[
    "heart_rate_max_bpm",
    "heart_rate_rest_bpm",
    "lt_heart_rate_bpm",
    "threshold_speed_mps",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
    "weight_kg",
    "height_cm",
    "age_years",
]
"""A quantity of the athlete; its unit is in its name."""

ALWAYS = date(1900, 1, 1)
"""Since when something holds that was stated without a day."""

Origin = Literal["user", "watch", "estimated"]
"""Who says so, most trusted first: the runner, a device at that date, our estimate."""


@frozen
class Known:
    """One value at a date.

    `method` is a code: 'stated', 'device', or the name of an estimate. `on` is the day it was
    stated or measured (None: the source does not say). `low`, `high` bound an estimate (80 %), in
    the unit of the quantity; None for a stated or reported value. `stale`: older than it can be
    trusted, or at odds with what newer runs show.
    """

    value: float
    origin: Origin
    method: str
    on: date | None = None
    low: float | None = None
    high: float | None = None
    stale: bool = False


@frozen
class Athlete:
    """Everything known on `day`. A quantity nobody knows is absent: then criteria that need it
    cannot tell, and the runner is asked.

    `known` holds the figure that is believed, one each, and everything is computed from it;
    `sources` what else somebody says of the same quantity (the watch, runs, the runner), the most
    trusted first, so that a page can say where they disagree. Absent: nobody says anything else.
    """

    day: date
    known: Mapping[Quantity, Known] = field(default_factory=dict)
    sex: Sex | None = None
    sources: Mapping[Quantity, tuple[Known, ...]] = field(default_factory=dict)

    def value(self, quantity: Quantity) -> float | None:
        """The value alone; None: unknown."""
        known_value = self.known.get(quantity)
        return None if known_value is None else known_value.value


@frozen
class HeartRateZones:
    """Five half-open zones: zone n is [low_bpm[n-1], low_bpm[n]), the fifth has no end.

    `basis`: bounds of the watch, shares of threshold heart rate, or shares of the maximum.
    """

    low_bpm: tuple[float, float, float, float, float]
    basis: Literal["watch", "lt_heart_rate", "heart_rate_max"]


STALE_AFTER_DAYS: Mapping[Quantity, int] = {
    "lt_heart_rate_bpm": 90,
    "threshold_speed_mps": 90,
    "critical_power_w": 90,
    "vo2_max_ml_per_kg_min": 90,
}
"""Fitness changes within months; a maximum, a height or a resting heart rate over years."""

_FIELD: Mapping[Quantity, tuple[str, str | None]] = {
    "heart_rate_max_bpm": ("heart_rate_max_bpm", None),
    "heart_rate_rest_bpm": ("heart_rate_rest_bpm", None),
    "lt_heart_rate_bpm": ("lt_heart_rate_bpm", "lt_on"),
    "threshold_speed_mps": ("lt_speed_mps", "lt_on"),
    "critical_power_w": ("ftp_w", "ftp_on"),
    "vo2_max_ml_per_kg_min": ("vo2_max_ml_per_kg_min", "vo2_max_on"),
    "weight_kg": ("weight_kg", None),
    "height_cm": ("height_cm", None),
    "age_years": ("age_years", None),
}
"""Quantity to the field of `Physiology`, and the field that dates it (None: the day of the run)."""

QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)


@frozen
class AthleteFact:
    """Something the runner stated: it holds from the local day `since` on, until a newer one."""

    quantity: Quantity
    value: float
    since: date


Reported = Sequence[tuple[date, Physiology]]
"""What the watch believed, by the local day of the run that carried it; in any order."""


def stated_on(day: date, facts: Sequence[AthleteFact]) -> dict[Quantity, Known]:
    """The newest statement not after `day` of each quantity; of one day, the later in `facts`."""
    by_quantity: dict[Quantity, Known] = {}
    for fact in sorted(facts, key=lambda fact: fact.since):
        if fact.since <= day:
            by_quantity[fact.quantity] = Known(
                value=fact.value, origin="user", method="stated", on=fact.since
            )
    return by_quantity


def reported_on(day: date, reported: Reported) -> dict[Quantity, Known]:
    """The newest report not after `day` of each quantity, stale where it is too old.

    A watch repeats what it found long ago with every run: a figure that comes without a date of its
    own dates from the first of the runs that report it unchanged.
    """
    so_far = _changes(
        sorted(
            (dated_report for dated_report in reported if dated_report[0] <= day),
            key=lambda dated_report: dated_report[0],
        )
    )
    by_quantity: dict[Quantity, Known] = {}
    for quantity in QUANTITIES:
        dated = [(on, value) for on, value in _values(quantity, so_far) if on <= day]
        if dated:
            on, value = sorted(dated, key=lambda dated_value: dated_value[0])[-1]
            limit_days = STALE_AFTER_DAYS.get(quantity)
            by_quantity[quantity] = Known(
                value=value,
                origin="watch",
                method="device",
                on=on,
                stale=limit_days is not None and (day - on).days > limit_days,
            )
    return by_quantity


def _changes(reported: Reported) -> Reported:
    """Without the reports that say what the one before them says, where they are one object."""
    before: Physiology | None = None
    changes = []
    for on, physiology in reported:
        if physiology is not before:
            changes.append((on, physiology))
        before = physiology
    return changes


@lru_cache(maxsize=1024)
def as_reported(physiology: Physiology) -> Physiology:
    """One object for all reports that say the same: most watches say the same for weeks."""
    return physiology


def _values(quantity: Quantity, reported: Reported) -> Iterator[tuple[date, float]]:
    """Every report with the day it dates from, oldest run first."""
    name, dated_by = _FIELD[quantity]
    before: tuple[date, float] | None = None
    for run_day, physiology in reported:
        value = getattr(physiology, name)
        if value is None or (name == "vo2_max_ml_per_kg_min" and not is_vo2_max(value)):
            continue
        determined = None if dated_by is None else getattr(physiology, dated_by)
        if determined is None:
            unchanged = before is not None and before[1] == value
            determined = before[0] if before is not None and unchanged else run_day
        before = (determined, float(value))
        yield before


def sex_on(day: date, reported: Reported) -> Sex | None:
    """The newest statement of a watch not after `day`."""
    sexes = [(on, report.sex) for on, report in reported if report.sex is not None and on <= day]
    return max(sexes, key=lambda dated_sex: dated_sex[0])[1] if sexes else None


STATED_SD_FRAC = 0.03
"""What a watch's own figure errs by, where it states no bounds."""

GAP_PCT = 5.0
"""Two figures of one quantity within this agree: each errs by a few percent."""

RECONCILED: tuple[Quantity, ...] = (
    "threshold_speed_mps",
    "vo2_max_ml_per_kg_min",
    "critical_power_w",
    "lt_heart_rate_bpm",
)
"""Quantities of which a watch has a figure and runs give another. Heart rates are compared in bpm:
see `gaps`."""

_HEART_RATE_GAP_PCT = 3.0
_NARROW_FRAC = 0.20
_NO_WITNESS = frozenset(
    {"lower_bound", "share_of_20_min", "share_of_max", "vo2_max", "threshold_speed"}
)
_HALF = normal_half_width(0.8)


@frozen
class Gap:
    """Two sources of one quantity that contradict each other. `difference_pct` is `other` minus
    `believed`, of `believed`."""

    quantity: Quantity
    believed: Known
    other: Known
    difference_pct: float


def reconcile(views: Sequence[Known], *, lowest_value: float = 0.0) -> Known | None:
    """One figure from independent views, each weighted by its own width.

    Where views lie further apart than their widths allow, the interval widens by as much (Birge
    ratio). `lowest_value`: what an effort has proved; a figure below it is lifted to it.

    Returns:
        The view itself where there is one; None: there is none.
    """
    if not views:
        return None
    if len(views) == 1:
        return _lifted(views[0], lowest_value)
    sds = [log_sd(view) for view in views]
    weights = [sd**-2 for sd in sds]
    logs = [math.log(view.value) for view in views]
    middle = sum(w * x for w, x in zip(weights, logs, strict=True)) / sum(weights)
    chi2 = sum(w * (x - middle) ** 2 for w, x in zip(weights, logs, strict=True))
    birge = max(1.0, math.sqrt(chi2 / (len(views) - 1)))
    sd = birge / math.sqrt(sum(weights))
    known_days = [view.on for view in views if view.on is not None]
    reconciled = Known(
        value=math.exp(middle),
        origin="estimated",
        method="reconciled",
        on=max(known_days, default=None),
        low=math.exp(middle - _HALF * sd),
        high=math.exp(middle + _HALF * sd),
    )
    return _lifted(reconciled, lowest_value)


def _lifted(known_value: Known, lowest_value: float) -> Known:
    if known_value.value >= lowest_value:
        return known_value
    high = lowest_value if known_value.high is None else max(known_value.high, 1.03 * lowest_value)
    return replace(known_value, value=lowest_value, low=lowest_value, high=high)


def log_sd(known_value: Known) -> float:
    """SD of the logarithm of a value, from its 80 % bounds; at least half of a watch's own."""
    if known_value.low is None or known_value.high is None or not known_value.low > 0.0:
        return STATED_SD_FRAC
    return max(math.log(known_value.high / known_value.low) / (2.0 * _HALF), STATED_SD_FRAC / 2.0)


def gaps(athlete: Athlete) -> tuple[Gap, ...]:
    """Where another source contradicts the figure that is believed, one per quantity, the widest
    first.

    A contradiction is more than 5 % (3 % of a heart rate) and outside the bounds of both. What only
    bounds a quantity from below contradicts nothing, nor does what was derived from the other of
    threshold speed and VO2max: `known.disagreement` says that.
    """
    all_gaps = []
    for quantity in RECONCILED:
        believed = athlete.known.get(quantity)
        if believed is None:
            continue
        apart = [
            gap
            for other in athlete.sources.get(quantity, ())
            if (gap := _gap(quantity, believed, other)) is not None
        ]
        all_gaps += apart[:1]
    return tuple(sorted(all_gaps, key=lambda gap: -abs(gap.difference_pct)))


def _gap(quantity: Quantity, believed: Known, other: Known) -> Gap | None:
    if {believed.method, other.method} & _NO_WITNESS or not _is_narrow(other):
        return None
    difference_pct = PERCENT * (other.value / believed.value - 1.0)
    limit = _HEART_RATE_GAP_PCT if quantity == "lt_heart_rate_bpm" else GAP_PCT
    if abs(difference_pct) <= limit:
        return None
    if holds(believed, other.value) or holds(other, believed.value):
        return None
    return Gap(quantity=quantity, believed=believed, other=other, difference_pct=difference_pct)


def _is_narrow(known: Known) -> bool:
    if known.low is None or known.high is None:
        return True
    return known.high - known.low <= _NARROW_FRAC * known.value


def holds(known: Known, value: float) -> bool:
    """Whether the bounds of an estimate hold a value; False where it has none."""
    if known.low is None or known.high is None:
        return False
    return known.low <= value <= known.high
