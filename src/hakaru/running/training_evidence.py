"""What is known when the next session is chosen, as facts that a text about it may cite?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.lexicon import MetricWords, Vocabulary
from hakaru.running.load.fitness import ACUTE_DAYS, CHRONIC_DAYS, LoadHistory
from hakaru.running.metrics import METRICS
from hakaru.running.next_training import TrainingOption
from hakaru.running.next_training_evidence import RECENT_DAYS, VOLUME_WEEKS, WEEK_DAYS
from hakaru.running.next_training_targets import Targets
from hakaru.running.sections.facts_form import flags, form_facts
from hakaru.running.sections.vocabulary import RUNNING
from hakaru.running.session.summary import SessionSummary
from hakaru.running.trends.model import TrendMetric, WindowChange
from hakaru.running.verdict import FormEvaluation

_UNITS: Mapping[str, str] = {
    "pct": "%", "w": "W", "cm": "cm", "days": "day", "h": "h", "n": "count", "score": "",
}  # fmt: skip
"""By the last word of a code."""
_METRICS: Mapping[str, tuple[str, ...]] = {
    "vo2_utilisation_pct": ("vo2max",),
    "threshold_share_pct": ("threshold", "hr"),
    "power_saved_w": ("power",),
    "power_decline_pct": ("power",),
    "step_shortened_cm": ("stride",),
    "days_since_interval_days": ("intervals",),
    "no_interval_days": ("intervals",),
    "heart_rate_retention_pct": ("hr",),
    "tsb_score": ("load",),
}
"""What a text calls the figure of a code; of those left out a text speaks without such a word."""
_WINDOWS: Mapping[str, tuple[tuple[float, str], ...]] = {
    "few_sessions_n": ((RECENT_DAYS / WEEK_DAYS, "week"),),
    "hard_sessions_in_week_n": ((WEEK_DAYS, "day"),),
    "week_volume_pct": ((WEEK_DAYS, "day"), (float(VOLUME_WEEKS), "week")),
}
"""The time over which a code counts."""
_TREND_METRICS: Mapping[TrendMetric, str] = {"heart_rate": "hr"}


TRAINING_WORDS: Vocabulary = replace(
    RUNNING,
    metrics=(
        *RUNNING.metrics,
        MetricWords(
            ids=("load",),
            words=(
                "ctl", "atl", "tsb", "balance (tsb", "load balance (tsb", "last 7 days together",
                "change of ctl", "余裕", "直近7日の合計",
            ),
        ),
        MetricWords(
            ids=("days_since_long_days",), words=("last long run", "前回のロング走")
        ),
        MetricWords(ids=("no_tempo_days",), words=("no tempo run", "テンポ走は")),
        MetricWords(ids=("no_long_days",), words=("no long run", "ロング走は")),
        MetricWords(
            ids=("after_break_days",),
            words=("after a break", "back from a break", "日の休み", "日以上を休み"),
        ),
        MetricWords(
            ids=("week_volume_pct",), words=("last seven days hold", "この7日間の距離")
        ),
        MetricWords(ids=("days_since_tempo_days",), words=("last tempo run", "前回のテンポ走")),
        MetricWords(ids=("hours_since_hard_h",), words=("hard session", "強い練習")),
        MetricWords(
            ids=("hard_sessions_in_week_n",),
            words=("hard session within", "hard sessions within", "この7日間に強い練習"),
        ),
        MetricWords(ids=("few_sessions_n",), words=("sessions in eight weeks", "最近8週間の記録")),
        MetricWords(ids=("stride",), words=("steps got",)),
    ),
    contexts=(*RUNNING.contexts, "今回と同じ内容", "前回の内容", "equal pace",
        "interval session", "インターバル、"),
)  # fmt: skip
"""With which words a text speaks of the next session."""


@dataclass(frozen=True, kw_only=True)
class TrainingKnown:
    """What the next session is chosen by.

    `verdict` None: form was not judged. `load` None: nothing was run. `changes` at the speed of the
    session, over months; empty: too few runs.
    """

    after: SessionSummary
    options: tuple[TrainingOption, ...]
    verdict: FormEvaluation | None
    load: LoadHistory | None
    changes: tuple[WindowChange, ...]


def training_evidence(known: TrainingKnown) -> Evidence:
    """Every figure of the options, the verdict, the load and the changes."""
    facts = [_day(known.after.activity_date), *_load_facts(known.load)]
    for option in known.options:
        facts += _option_facts(option)
    for change in known.changes:
        facts += _change_facts(change)
    if known.verdict is not None:
        facts += form_facts(known.verdict)
    return Evidence(facts=tuple(facts), needs_improvement=flags(known.verdict))


def _option_facts(option: TrainingOption) -> Iterator[Fact]:
    yield _day(option.earliest_day)
    codes: list[tuple[str, float | None, float | None]] = [
        *((reason.code, reason.value, reason.threshold) for reason in option.reasons),
        *(
            (objection.code, objection.value, objection.threshold)
            for objection in option.objections
        ),
    ]
    for code, value, threshold in codes:
        for length, unit in _WINDOWS.get(code, ()):
            yield Fact(metric=code, role="window", value=length, unit=unit)
        for role, figure in (("actual", value), ("threshold", threshold)):
            if figure is not None:
                yield from _figures(code, role, figure)
    if option.targets is not None:
        yield from _target_facts(option.targets)


def _figures(code: str, role: str, value: float) -> Iterator[Fact]:
    unit = _UNITS[code.rpartition("_")[2]]
    for metric in _METRICS.get(code, (code,)):
        yield Fact(metric=metric, role=role, value=value, unit=unit)


def _target_facts(targets: Targets) -> Iterator[Fact]:
    ranges = (
        ("distance", targets.distance_m, "m"),
        ("pace", targets.pace_s_per_km, "s/km"),
        ("hr", targets.heart_rate_bpm, "bpm"),
    )
    for metric, bounds, unit in ranges:
        for role, value in zip(("low", "high"), bounds or (), strict=False):
            yield Fact(metric=metric, role=role, value=value, unit=unit)
    single: tuple[tuple[str, float | None, str], ...] = (
        ("repetitions", targets.n_reps, "count"),
        ("distance", targets.rep_distance_m, "m"),
        ("duration", targets.rep_s, "s"),
        ("recovery", targets.recovery_s, "s"),
    )
    for metric, target, unit in single:
        if target is not None:
            yield Fact(metric=metric, role="target", value=float(target), unit=unit)


def _load_facts(load: LoadHistory | None) -> Iterator[Fact]:
    if load is None:
        return
    values = (
        ("chronic", float(load.chronic_score[-1])),
        ("acute", float(load.acute_score[-1])),
        ("balance", float(load.balance_score[-1])),
        ("week", load.week_score),
        ("ramp", load.ramp_score),
    )
    for role, value in values:
        if value is not None and math.isfinite(value):
            yield Fact(metric="load", role=role, value=value, unit="")
    for days in (CHRONIC_DAYS, ACUTE_DAYS):
        yield Fact(metric="load", role="window", value=float(days), unit="day")


def _change_facts(change: WindowChange) -> Iterator[Fact]:
    metric = _TREND_METRICS.get(change.metric, change.metric)
    unit = _unit_of(change.metric)
    pace_s_per_km = speed_to_pace_s_per_km(change.reference_speed_mps)
    yield Fact(metric="pace", role="reference", value=pace_s_per_km, unit="s/km")
    for role, value in (("earlier", change.earlier.value), ("later", change.later.value)):
        yield Fact(metric=metric, role=role, value=value, unit=unit)
    yield Fact(metric=metric, role="change", value=PERCENT * change.delta_frac, unit="%")


def _unit_of(metric: TrendMetric) -> str:
    if metric in ("gct", "vo", "vr"):
        return METRICS[metric].unit
    return {"heart_rate": "bpm", "cadence": "spm", "power": "W"}.get(metric, "")


def _day(day: date) -> Fact:
    return Fact(metric="session", role="date", value=day.isoformat(), unit="date")
