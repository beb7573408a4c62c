"""What does a recording gain from a second recording of the same run?

Only what it lacks wholly: a column, a lap list, a figure. Form metrics (contact time, oscillation,
ratio and what the same sensor adds) move together or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar, get_args

import numpy as np

from hakaru.running.activity import (
    DeviceSummary,
    FloatArray,
    Lap,
    Physiology,
    Recording,
    SourceKind,
)

KINDS: tuple[SourceKind, ...] = get_args(SourceKind)
"""Best first."""
FILL_WITHIN_S = 1.5
"""A sample is filled from the nearest one of the other recording within this time."""
_LAP_START_WITHIN_S = 3.0

_MEASURED = ("gct_ms", "vo_cm", "vr_pct")
_FORM = (*_MEASURED, "gct_balance_left_pct", "step_length_cm")
_MEASURED_AVERAGES = ("gct_avg_ms", "vo_avg_cm", "vr_avg_pct")
_FORM_AVERAGES = (*_MEASURED_AVERAGES, "gct_balance_left_avg_pct", "step_length_avg_cm")
_DATED = (
    ("vo2_max_ml_per_kg_min", "vo2_max_on"),
    ("lt_heart_rate_bpm", "lt_speed_mps", "lt_on"),
    ("ftp_w", "ftp_on"),
    ("weight_kg",),
    ("heart_rate_max_bpm",),
    ("heart_rate_rest_bpm",),
    ("height_cm",),
    ("age_years",),
    ("sex",),
)
"""Figures that belong together, because one date holds for them."""

Facts = TypeVar("Facts", DeviceSummary, Physiology, Lap)


def has_form(recording: Recording) -> bool:
    """Whether a contact time, oscillation or ratio is anywhere in the recording."""
    sampled = any(
        bool((recording.series[name] > 0).any()) for name in _MEASURED if name in recording.series
    )
    stated = any(_states(recording.summary, _MEASURED_AVERAGES))
    return sampled or stated or any(any(_states(lap, _MEASURED)) for lap in recording.laps)


def _states(facts: DeviceSummary | Lap, names: tuple[str, ...]) -> list[bool]:
    return [getattr(facts, name) is not None for name in names]


def _filled(facts: Facts, other: Facts, names: tuple[str, ...]) -> Facts:
    """The facts with those of `names` that are None taken from the other."""
    missing = {name: getattr(other, name) for name in names if getattr(facts, name) is None}
    return replace(facts, **missing)


def fill_series(
    lead: Recording, rest: Recording, *, later_s: float, takes_form: bool
) -> Mapping[str, FloatArray]:
    """The leader's columns, and those it lacks from the nearest samples of the other.

    Args:
        lead: keeps its axis.
        rest: starts `later_s` seconds after it.
        later_s: may be negative.
        takes_form: whether the form metrics come from `rest`.
    """
    axis, donor = lead.series["elapsed_s"], rest.series["elapsed_s"] + later_s
    if not axis.size or not donor.size:
        return lead.series
    nearest, near = _nearest(axis, donor)
    series = dict(lead.series)
    if takes_form:
        series = {name: values for name, values in series.items() if name not in _MEASURED}
    for name, values in rest.series.items():
        wanted = name not in series and (takes_form or name not in _FORM)
        filled = np.where(near, values[nearest], np.nan)
        if wanted and np.isfinite(filled).any():
            series[name] = filled
    return series


def _nearest(
    axis: FloatArray, donor: FloatArray
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Index of the nearest donor sample for each of the axis, and whether it is near enough."""
    after = np.clip(np.searchsorted(donor, axis), 0, donor.size - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(donor[before] - axis) <= np.abs(donor[after] - axis), before, after)
    return nearest, np.abs(donor[nearest] - axis) <= FILL_WITHIN_S


def fill_laps(
    lead: Recording, rest: Recording, *, later_s: float, takes_form: bool
) -> tuple[Lap, ...]:
    """The leader's laps, or the other's where it has none; with the other's form averages where
    the form is taken and the laps are the same."""
    shifted = tuple(
        replace(lap, start_elapsed_s=lap.start_elapsed_s + later_s) for lap in rest.laps
    )
    if not lead.laps:
        return tuple(lap for lap in shifted if lap.start_elapsed_s >= -_LAP_START_WITHIN_S)
    same = len(lead.laps) == len(shifted) and all(
        abs(ours.start_elapsed_s - theirs.start_elapsed_s) <= _LAP_START_WITHIN_S
        for ours, theirs in zip(lead.laps, shifted, strict=True)
    )
    if not takes_form or not same:
        return lead.laps
    pairs = zip(lead.laps, shifted, strict=True)
    return tuple(_filled(ours, theirs, _FORM) for ours, theirs in pairs)


def fill_summary(lead: DeviceSummary, rest: DeviceSummary, *, takes_form: bool) -> DeviceSummary:
    """Each figure of the leader, else the other's; form averages only if the form is taken."""
    names = tuple(field.name for field in fields(DeviceSummary))
    if not takes_form:
        names = tuple(name for name in names if name not in _FORM_AVERAGES)
    return _filled(lead, rest, names)


def fill_physiology(lead: Physiology | None, rest: Physiology | None) -> Physiology | None:
    """The leader's figures; groups it does not know, or knows in part and alike, are filled with
    their date from the other."""
    if lead is None or rest is None:
        return lead or rest
    filled = lead
    for group in _DATED:
        present = [name for name in group if getattr(lead, name) is not None]
        if all(getattr(lead, name) == getattr(rest, name) for name in present):
            filled = _filled(filled, rest, group)
    return filled
