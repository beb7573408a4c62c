"""What did the runner state, and what did watches report, that held on a given day?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import get_args

from hakaru.running.activity import Physiology, Sex
from hakaru.running.athlete.model import Known, Quantity
from hakaru.running.physiology.daniels import is_vo2_max

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


@dataclass(frozen=True, kw_only=True)
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
    so_far = sorted(
        (dated_report for dated_report in reported if dated_report[0] <= day),
        key=lambda dated_report: dated_report[0],
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
