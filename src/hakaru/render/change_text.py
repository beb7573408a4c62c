"""How do changes over months and changes of form within a run read?"""

from __future__ import annotations

from hakaru.render.blocks import Row, Table
from hakaru.render.numbers import clock_text, pace_text, percent_text, share_text, unit_text
from hakaru.render.session_text import joined_text
from hakaru.render.words import say
from hakaru.render.words_page import PAGE
from hakaru.render.words_similar import (
    ANOMALIES,
    CAUSES,
    CHANGES,
    DIRECTIONS,
    MEANINGS,
    SIGNS,
    TREND_METRICS,
)
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.metrics import MetricName
from hakaru.running.trends import TrendMetric, TrendPoint, Window, WindowChange
from hakaru.running.wording import Lang, direction_word, fixed, label, value_text

ANOMALIES_SHOWN = 6
_SHARE_SHOWN_FRAC = 0.15
_SAME_YEAR, _WITH_YEAR = "%m-%d", "%Y-%m-%d"


def trend_metric_name(metric: TrendMetric, lang: Lang) -> str:
    """'接地時間', 'Heart rate'."""
    return say(TREND_METRICS[metric], lang)


def trend_value(metric: TrendMetric, value: float) -> str:
    """A value in the unit of what is followed."""
    if metric == "heart_rate":
        return unit_text(value, "bpm")
    if metric == "power":
        return unit_text(value, "W")
    if metric == "running_effectiveness":
        return fixed(value, 3)
    return value_text(metric, value)


def plausible_change(change: WindowChange, *, heart_rate_max_bpm: float | None) -> bool:
    """Whether a comparison can be shown: a heart rate that was extended, or lies above the
    athlete's maximum (None: not known), is no heart rate that this runner has."""
    return change.metric != "heart_rate" or not (
        change.extrapolated
        or _above(change.earlier.value, heart_rate_max_bpm)
        or _above(change.later.value, heart_rate_max_bpm)
    )


def plausible_point(
    metric: TrendMetric, point: TrendPoint, *, heart_rate_max_bpm: float | None = None
) -> bool:
    """The same of one month."""
    return metric != "heart_rate" or not (
        point.extrapolated or _above(point.value, heart_rate_max_bpm)
    )


def _above(bpm: float, most_bpm: float | None) -> bool:
    return most_bpm is not None and bpm > most_bpm


def change_text(change: WindowChange, lang: Lang) -> str:
    """One comparison of two periods at the reference speed, with the interval that decides."""
    text = say(
        CHANGES["changed" if change.changed else "unchanged"],
        lang,
        metric=trend_metric_name(change.metric, lang),
        pace=pace_text(change.reference_speed_mps),
        earlier=trend_value(change.metric, change.earlier.value),
        later=trend_value(change.metric, change.later.value),
        direction=say(DIRECTIONS[change.direction if change.changed else "none"], lang),
        delta=percent_text(change.delta_frac),
        low=percent_text(change.low_frac),
        high=percent_text(change.high_frac),
        meaning=say(MEANINGS[change.meaning], lang),
    )
    if not change.extrapolated:
        return text
    gap = "" if lang == "ja" else " "
    return text + gap + say(CHANGES["extrapolated"], lang)


def change_table(changes: tuple[WindowChange, ...], lang: Lang) -> Table:
    """The same comparisons as a table."""
    heads = ("metrics", "earlier", "later", "change", "verdict")
    return Table(
        name="changes",
        columns=tuple(say(PAGE[key], lang) for key in heads),
        rows=tuple(Row(cells=_change_cells(change, lang)) for change in changes),
        left=frozenset({1, 2, 4}),
    )


def _change_cells(change: WindowChange, lang: Lang) -> tuple[str, ...]:
    delta = percent_text(change.delta_frac)
    low, high = percent_text(change.low_frac), percent_text(change.high_frac)
    verdict = say(DIRECTIONS["none"], lang)
    if change.changed:
        verdict = say(
            CHANGES["verdict"],
            lang,
            direction=say(DIRECTIONS[change.direction], lang),
            meaning=say(MEANINGS[change.meaning], lang),
        )
    return (
        trend_metric_name(change.metric, lang),
        _window(change.metric, change.earlier, lang),
        _window(change.metric, change.later, lang),
        f"{delta} ({low} – {high})",
        verdict,
    )


def _window(metric: TrendMetric, window: Window, lang: Lang) -> str:
    same_year = window.first_day.year == window.last_day.year
    return say(
        CHANGES["window"],
        lang,
        value=trend_value(metric, window.value),
        first=window.first_day.isoformat(),
        last=window.last_day.strftime(_SAME_YEAR if same_year else _WITH_YEAR),
        n=window.n_runs,
    )


def anomaly_text(anomaly: Anomaly, lang: Lang) -> str:
    """When, what, by how much, and what it is put down to."""
    text = say(
        ANOMALIES["sentence"],
        lang,
        start=clock_text(anomaly.start_elapsed_s),
        end=clock_text(anomaly.end_elapsed_s),
        metric=label(anomaly.metric, lang),
        expected=value_text(anomaly.metric, anomaly.expected),
        actual=value_text(anomaly.metric, anomaly.actual),
        delta=_delta(anomaly.metric, anomaly.delta),
        side=direction_word(anomaly.metric, anomaly.delta, lang=lang),
        reason=_reason(anomaly, lang),
    )
    if not anomaly.sensor_signs:
        return text
    signs = joined_text([say(SIGNS[sign], lang) for sign in anomaly.sensor_signs], lang)
    gap = "" if lang == "ja" else " "
    return text + gap + say(ANOMALIES["signs"], lang, signs=signs)


def anomaly_texts(anomalies: tuple[Anomaly, ...], lang: Lang) -> tuple[str, ...]:
    """The clearest anomalies in order of time, and how many more there are."""
    if not anomalies:
        return (say(ANOMALIES["none"], lang),)
    clearest = sorted(anomalies, key=lambda anomaly: -abs(anomaly.z))[:ANOMALIES_SHOWN]
    shown = sorted(clearest, key=lambda anomaly: anomaly.start_elapsed_s)
    texts = [anomaly_text(anomaly, lang) for anomaly in shown]
    left = len(anomalies) - len(shown)
    return (*texts, *([say(ANOMALIES["more"], lang, n=left)] if left else []))


def _reason(anomaly: Anomaly, lang: Lang) -> str:
    """What a step is put down to: the main cause, and others that account for a part worth
    naming; that the cause is unknown, where nothing was found."""
    texts = [
        say(
            ANOMALIES["cause"],
            lang,
            cause=say(CAUSES[cause.cause], lang),
            share=share_text(cause.share_frac),
        )
        for at, cause in enumerate(anomaly.causes)
        if cause.cause != "unexplained" and (at == 0 or cause.share_frac >= _SHARE_SHOWN_FRAC)
    ]
    if not texts:
        return say(ANOMALIES["no_reason"], lang)
    mostly_unknown = anomaly.causes[0].cause == "unexplained"
    key = "part_reason" if mostly_unknown else "reason"
    return say(ANOMALIES[key], lang, causes=joined_text(texts, lang))


def _delta(metric: MetricName, delta: float) -> str:
    return value_text(metric, abs(delta))
