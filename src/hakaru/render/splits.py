"""How does a split read, and how much faster or slower than the whole run was it?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.units import format_duration
from hakaru.render.numbers import NO_VALUE, km_text, pace_text, percent_text
from hakaru.running.metrics import METRICS
from hakaru.running.report import RunReport, SplitLine
from hakaru.running.splits import Split
from hakaru.running.wording import fixed

_EVEN_FRAC = 0.05


@dataclass(frozen=True, kw_only=True)
class SplitRow:
    """One line of the splits table.

    `bar_frac` is how much faster than the whole run the split was, -1..1 of the largest
    difference between splits that were run (at least 5 % of speed, so that an even run looks
    even). One that was walked is drawn as slow as that scale goes; 0 without a speed.
    """

    number: str
    distance: str
    duration: str
    pace: str
    heart_rate: str
    cadence: str
    gct: str
    expected_gct: str
    delta: str
    grade: str
    bar_frac: float


def split_rows(report: RunReport) -> tuple[SplitRow, ...]:
    """The splits in order; a cell without a value is '-'.

    A split that was mostly walked shows the pace of all of it; one with a few running seconds
    says nothing about form.
    """
    mean_mps = _mean_run_mps(report.splits)
    shares = [_share(line.split, mean_mps) for line in report.splits]
    run = [
        abs(share)
        for line, share in zip(report.splits, shares, strict=True)
        if line.split.is_mostly_run
    ]
    reach = max([_EVEN_FRAC, *run])
    pairs = zip(report.splits, shares, strict=True)
    return tuple(_split(line, max(-1.0, min(1.0, share / reach))) for line, share in pairs)


def _mean_run_mps(lines: tuple[SplitLine, ...]) -> float | None:
    """Speed of all splits together that were run; None: none was."""
    run = [line.split for line in lines if line.split.is_mostly_run and line.split.speed_mps]
    running_s = sum(split.running_s for split in run)
    if running_s <= 0:
        return None
    return sum(split.running_distance_m for split in run) / running_s


def _share(split: Split, mean_mps: float | None) -> float:
    """Speed of a split relative to all of them, 0 for the same or for none."""
    speed_mps = split.speed_mps if split.is_mostly_run else split.stretch_speed_mps
    return speed_mps / mean_mps - 1 if speed_mps and mean_mps else 0.0


def _split(line: SplitLine, bar_frac: float) -> SplitRow:
    split, speed_mps = line.split, line.split.stretch_speed_mps
    says_form = split.says_form
    delta_frac = line.gct_delta_frac if says_form else None
    return SplitRow(
        number=str(split.split_index),
        distance=km_text(split.distance_m),
        duration=format_duration(split.duration_s),
        pace=pace_text(speed_mps) if speed_mps else NO_VALUE,
        heart_rate=_cell(split.heart_rate_bpm),
        cadence=_cell(split.cadence_spm if says_form else None),
        gct=_cell(split.gct_ms if says_form else None, METRICS["gct"].decimals),
        expected_gct=_cell(line.expected_gct_ms if says_form else None, METRICS["gct"].decimals),
        delta=NO_VALUE if delta_frac is None else percent_text(delta_frac),
        grade=NO_VALUE if split.grade_pct is None else fixed(split.grade_pct, 1),
        bar_frac=bar_frac,
    )


def _cell(value: float | None, decimals: int = 0) -> str:
    return NO_VALUE if value is None else fixed(value, decimals)
