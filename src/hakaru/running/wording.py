"""Sentences of a verdict: one table, English in place.

`texts.py` chooses the pieces. Each key holds both languages; heads come in several lengths, of
which the longest that fits is used. Words follow the runner's own intervals and say how usual a
value is; none of them says that it is good or bad.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Lang, in_context, say, translate
from hakaru.running.metrics import METRICS, MetricName

HEADS: Mapping[str, tuple[str, ...]] = {
    "as_usual": (
        N_("{label} {actual} is as usual for you at this pace ({expected}, 90% interval {range})."),
        N_("{label} {actual}: as usual at this pace ({expected}, {range})."),
        N_("{label} {actual}: as usual ({range})."),
    ),
    "within_range": (
        N_(
            "{label} {actual} is within your range at this pace ({expected}, 90% interval {range})."
        ),
        N_("{label} {actual}: within your range at this pace ({expected}, {range})."),
        N_("{label} {actual}: within your range ({range})."),
    ),
    "outside_range": (
        N_(
            "{label} {actual} is {pct}% {direction} than usual at this pace, outside your "
            "range ({expected}, {range})."
        ),
        N_("{label} {actual}: {pct}% {direction} than usual, outside your range ({range})."),
        N_("{label} {actual}: {pct}% {direction}, outside your range."),
    ),
    "far_outside": (
        N_(
            "{label} {actual} is {pct}% {direction} than usual at this pace, far outside your "
            "range ({expected}, {range})."
        ),
        N_("{label} {actual}: {pct}% {direction} than usual, far outside your range ({range})."),
        N_("{label} {actual}: {pct}% {direction}, far outside your range."),
    ),
    "within_population": (
        N_(
            "{label} {actual} is within what runners show at this pace ({expected}, 90% "
            "interval {range})."
        ),
        N_("{label} {actual}: within what runners show ({expected}, {range})."),
        N_("{label} {actual}: within the typical {range}."),
    ),
    "off_population": (
        N_(
            "{label} {actual} is {pct}% {direction} than runners show at this pace "
            "({expected}, 90% interval {range})."
        ),
        N_("{label} {actual}: {pct}% {direction} than runners show ({expected}, {range})."),
        N_("{label} {actual}: {pct}% {direction} than the typical {expected}."),
        N_("{label} {actual}: {pct}% {direction} than {expected}."),
    ),
}

PHRASES: Mapping[str, str] = {
    "headline_same": N_("{label} {actual}, as usual at {pace}"),
    "headline_own": N_("{label} {actual}, {delta} ({pct}%) {direction} than usual at {pace}"),
    "headline_own_population": N_(
        "{label} {actual}, {delta} ({pct}%) {direction} than runners show at {pace}"
    ),
    "headline_same_population": N_("{label} {actual}, as runners show at {pace}"),
    "few_runs": N_(" Not rated yet: {n_runs} of 5 runs."),
    "short_run": N_(" Not rated: less than 5 minutes could be judged."),
    "sensor_coverage": N_(" Not rated: the sensor covered too little of the run."),
    "hilly_summary": N_(" Not rated: only averages over hills are known."),
    "unknown_summary": N_(" Not rated: only averages are known, and not how hilly it was."),
    "others": N_(" Also outside your range: {metrics}."),
    "outside": N_(" Outside your range: {metrics}."),
}


def phrase(key: str, lang: Lang, **values: object) -> str:
    """One piece of a sentence, filled in."""
    return say(PHRASES[key], lang, **values)


def heads(key: str, lang: Lang, **values: object) -> tuple[str, ...]:
    """The first sentence of a text, longest version first."""
    return tuple(say(head, lang, **values) for head in HEADS[key])


def direction_word(metric: MetricName, delta: float, *, lang: Lang) -> str:
    """'長め' or 'shorter': which way a deviation goes, without judging it."""
    words = METRICS[metric].words
    return translate(words.higher if delta > 0.0 else words.lower, lang)


def label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric."""
    return translate(METRICS[metric].words.name, lang)


def brief_label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric as people say it."""
    return translate(METRICS[metric].words.brief, lang)


def heading(metric: MetricName, lang: Lang) -> str:
    """The name of a metric over a column or a picture: 'Ground contact time (GCT)'."""
    abbreviation = METRICS[metric].words.abbreviation
    return label(metric, lang) + (f" ({abbreviation})" if abbreviation else "")


def fixed(value: float, decimals: int) -> str:
    """A number with that many decimals, never a negative zero."""
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def value_text(metric: MetricName, value: float, *, unit: bool = True) -> str:
    """'258ms', '8.1%', '7.5cm': decimals and unit of the metrics table."""
    row = METRICS[metric]
    return fixed(value, row.decimals) + (row.unit if unit else "")


def difference_text(metric: MetricName, change: float, lang: Lang) -> str:
    """'12.3ms', '0.22 points': a difference has one digit more than a value, and that of two
    percentages is one of points."""
    row = METRICS[metric]
    size = fixed(change, row.decimals + 1)
    return say("{n} points", lang, n=size) if row.unit == "%" else size + row.unit


def range_text(metric: MetricName, interval: tuple[float, float], *, lang: Lang) -> str:
    """'245〜279ms', in English '245–279ms'."""
    low, high = interval
    between = translate(in_context("range", "–"), lang)
    return f"{value_text(metric, low, unit=False)}{between}{value_text(metric, high)}"


def points_text(points: float) -> str:
    """'12.5', '10'."""
    return fixed(points, 1).removesuffix(".0")
