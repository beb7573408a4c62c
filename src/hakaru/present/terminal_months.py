"""Weeks of load, months of a metric, and changes of form in a terminal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say, translate
from hakaru.core.units import METRES_PER_KM
from hakaru.present.changes import (
    anomaly_text,
    change_text,
    plausible_change,
    plausible_point,
    trend_metric_name,
    trend_value,
)
from hakaru.present.figures import NO_VALUE, clock_text, pace_text, percent_text, signed
from hakaru.present.session import joined_text
from hakaru.present.terminal import fitted_table, wrapped
from hakaru.present.training import history_note
from hakaru.present.words_session import CAUSES
from hakaru.present.words_terminal import LINES, head
from hakaru.present.words_training import LOAD_BASES
from hakaru.running.load import CHRONIC_DAYS, WEEK_DAYS, LoadHistory
from hakaru.running.wording import fixed, label, value_text
from hakaru.stats.series import group_means

if TYPE_CHECKING:
    from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail
    from hakaru.running.session.model import LoadBasis, SessionSummary
    from hakaru.running.trends import Trend, WindowChange

WEEKS_SHOWN = 12
DAYS_DRAWN = 70
"""One character per day, within the width of a terminal."""
_BARS = "▁▂▃▄▅▆▇█"
_REST, _UNKNOWN = ".", "?"


def day_lines(history: LoadHistory, since: date, *, lang: Lang) -> list[str]:
    """A bar per day from `since` on (the newest 70 at most), and the scale."""
    shown = [at for at, day in enumerate(history.days) if day >= since][-DAYS_DRAWN:]
    loads = [float(history.load_score[at]) for at in shown]
    most = max((load for load in loads if math.isfinite(load)), default=0.0)
    if not shown:
        return []
    first, last = history.days[shown[0]], history.days[shown[-1]]
    words = say(
        "Load of each day, {first} to {last} (. rest, ? not known, most {most})",
        lang,
        first=first,
        last=last,
        most=_most(loads, most),
    )
    return [*wrapped(words), "".join(_bar(load, most) for load in loads)]


def _most(loads: Sequence[float], most: float) -> str:
    """The scale of the bars; no number where no day with a run is known."""
    is_known = most > 0.0 or all(math.isfinite(load) for load in loads)
    return fixed(most, 0) if is_known else NO_VALUE


def week_lines(
    history: LoadHistory, sessions: Sequence[SessionSummary], *, since: date, lang: Lang
) -> list[str]:
    """Weeks of seven days that end with the last one, newest last: runs, load, averages."""
    last = history.days[-1]
    n_weeks = min(WEEKS_SHOWN, -(-((last - since).days + 1) // WEEK_DAYS))
    rows = [tuple(head(key, lang) for key in ("week", "runs", "km", "load", "ctl", "atl", "tsb"))]
    for back in reversed(range(n_weeks)):
        end = last - timedelta(days=WEEK_DAYS * back)
        if end in history.days:
            rows.append(_week(history, sessions, end))
    return fitted_table(rows, right=frozenset(range(1, 7))) if len(rows) > 1 else []


def state_lines(
    history: LoadHistory, by_basis: Mapping[LoadBasis, int], *, lang: Lang
) -> list[str]:
    """Where the averages stand, the week in figures, what they rest on, what is missing."""
    first, last = history.days[0], history.days[-1]
    texts = [_state(history, lang), _week_text(history, lang)]
    if (last - first).days < CHRONIC_DAYS:
        texts.append(say("Records begin on {first}, so CTL is still too low.", lang, first=first))
    if history.ratio is not None:
        coupled = fixed(history.ratio.coupled_factor, 2)
        texts.append(
            say(
                "Last 7 days over last 28 (ACWR): {coupled}. A description; it "
                "does not predict injury.",
                lang,
                coupled=coupled,
            )
        )
    if by_basis:
        bases = [
            say("{n} {basis}", lang, basis=say(LOAD_BASES[basis], lang), n=n)
            for basis, n in sorted(by_basis.items(), key=lambda pair: -pair[1])
        ]
        texts.append(say("Basis of the loads: {bases}.", lang, bases=joined_text(bases, lang)))
    texts.append(history_note(history, lang))
    return [line for text in texts if text for line in wrapped(text)]


def averages_lines(n_runs: int, *, lang: Lang) -> list[str]:
    """How many loads rest on the averages of whole runs, and what that means."""
    return (
        wrapped(
            say(
                "<n:One|{n}> of them <n:is|are> coarser: only the averages of "
                "the whole run are known.",
                lang,
                n=n_runs,
            )
        )
        if n_runs
        else []
    )


def _bar(load: float, most: float) -> str:
    if not math.isfinite(load):
        return _UNKNOWN
    if load <= 0.0:
        return _REST
    return _BARS[min(len(_BARS) - 1, int(load / most * len(_BARS)))]


def _week(history: LoadHistory, sessions: Sequence[SessionSummary], end: date) -> tuple[str, ...]:
    start = end - timedelta(days=WEEK_DAYS - 1)
    runs = [session for session in sessions if start <= session.activity_date <= end]
    metres = [run.distance_m for run in runs if run.distance_m is not None]
    at = history.days.index(end)
    loads = history.load_score[max(0, at + 1 - WEEK_DAYS) : at + 1]
    total = math.fsum(load for load in loads.tolist() if math.isfinite(load))
    unknown = _UNKNOWN if any(math.isnan(load) for load in loads.tolist()) else ""
    return (
        f"{start:%m-%d} - {end:%m-%d}",
        str(len(runs)),
        fixed(math.fsum(metres) / METRES_PER_KM, 1) if metres else NO_VALUE,
        NO_VALUE if unknown and not total > 0.0 else fixed(total, 0) + unknown,
        *(_score(column[at]) for column in (history.chronic_score, history.acute_score)),
        _score(history.balance_score[at], with_sign=True),
    )


def _score(score: float, *, with_sign: bool = False) -> str:
    if not math.isfinite(score):
        return NO_VALUE
    return signed(score, 0) if with_sign else fixed(score, 0)


def _state(history: LoadHistory, lang: Lang) -> str:
    balance = float(history.balance_score[-1])
    return say(
        (
            N_(
                "As of {day}: CTL {chronic} (long term, 42 days), ATL {acute} "
                "(short term, 7 days), TSB {balance} (balance, CTL - ATL of "
                "the day before)."
            )
            if math.isfinite(balance)
            else N_(
                "As of {day}: CTL {chronic} (long term, 42 days), ATL {acute} (short term, 7 days)."
            )
        ),
        lang,
        day=history.days[-1],
        chronic=_score(float(history.chronic_score[-1])),
        acute=_score(float(history.acute_score[-1])),
        balance=_score(balance, with_sign=True),
    )


def _week_text(history: LoadHistory, lang: Lang) -> str:
    """Sum, change, sameness and strain of the last seven days, where they are known."""
    figures = (
        ("load_week", history.week_score, 0, False),
        ("load_ramp", history.ramp_score, 1, True),
        ("load_monotony", history.monotony_factor, 2, False),
        ("load_strain", history.strain_score, 0, False),
    )
    texts = [
        say(LINES[key], lang, value=(signed if with_sign else fixed)(value, decimals))
        for key, value, decimals, with_sign in figures
        if value is not None
    ]
    if not texts:
        return ""
    text = joined_text(texts, lang)
    return f"{text}。" if lang == "ja" else f"{text[0].upper()}{text[1:]}."


MONTHS_SHOWN = 6
_EXTENDED = "*"


def trend_lines(trend: Trend, change: WindowChange | None, *, lang: Lang) -> list[str]:
    """The value of the newest month with its interval, then the comparison (None: too few runs)."""
    change_sentence = (
        say("Comparing takes three runs in the last eight weeks and in the eight before.", lang)
        if change is None
        else change_text(change, lang)
    )
    if change is not None and not plausible_change(change, heart_rate_max_bpm=None):
        change_sentence = say("Not compared: one period holds no running at this pace.", lang)
    newest = trend.points[-1]
    if not plausible_point(trend.metric, newest):
        name = trend_metric_name(trend.metric, lang)
        return wrapped(
            say("{metric}: not known, as this pace was not run lately.", lang, metric=name)
        )
    now = say(
        "{metric}: {value} ({low} to {high}, {month})",
        lang,
        metric=trend_metric_name(trend.metric, lang),
        value=trend_value(trend.metric, newest.value),
        low=trend_value(trend.metric, newest.low),
        high=trend_value(trend.metric, newest.high),
        month=newest.month.strftime("%Y-%m"),
    )
    return [*wrapped(now), *wrapped(change_sentence, first="  ")]


def month_lines(trends: Sequence[Trend], lang: Lang) -> list[str]:
    """One line per month, newest last; a metric without runs in a month has no value there."""
    months = sorted({point.month for trend in trends for point in trend.points})
    shown = months[-MONTHS_SHOWN:]
    rows = [
        (translate("Month", lang), *(trend_metric_name(trend.metric, lang) for trend in trends)),
        *(
            (month.strftime("%Y-%m"), *(_value(trend, month) for trend in trends))
            for month in shown
        ),
    ]
    lines = fitted_table(rows, right=frozenset(range(1, len(trends) + 1)))
    if any(cell.endswith(_EXTENDED) for row in rows[1:] for cell in row):
        lines += wrapped(say("* this pace was not run in that month: an extension.", lang))
    return lines


def _value(trend: Trend, month: date) -> str:
    """The month's value, marked where the reference pace was not run in it."""
    points = [point for point in trend.points if point.month == month]
    if not points or not plausible_point(trend.metric, points[0]):
        return NO_VALUE
    mark = _EXTENDED if points[0].extrapolated else ""
    return trend_value(trend.metric, points[0].value) + mark


DETAIL_LINES = 16
LISTED = 20
_STANDING_MPS = 0.8


def anomaly_lines(anomalies: Sequence[Anomaly], lang: Lang) -> list[str]:
    """Each with its number, in order of time, as a sentence."""
    return [
        line
        for anomaly in anomalies
        for line in wrapped(anomaly_text(anomaly, lang), first=f"{anomaly.anomaly_index:>3}  ")
    ]


def runs_lines(anomalies: Sequence[tuple[date, Anomaly]], lang: Lang) -> list[str]:
    """Counts by metric and cause, then the clearest ones of several runs by day."""
    if not anomalies:
        return []
    metrics = [label(anomaly.metric, lang) for _, anomaly in anomalies]
    causes = [say(CAUSES[anomaly.main_cause], lang) for _, anomaly in anomalies]
    lines = wrapped(say("By metric: {counts}", lang, counts=_counts(metrics, lang)))
    lines += wrapped(say("By main cause: {counts}", lang, counts=_counts(causes, lang)))
    clearest = sorted(anomalies, key=lambda pair: -abs(pair[1].z))[:LISTED]
    shown = sorted(clearest, key=lambda pair: (pair[0], pair[1].start_elapsed_s), reverse=True)
    heads = (
        say("Day", lang),
        *(head(key, lang) for key in ("number", "span")),
        say("Metric", lang),
        *(head(key, lang) for key in ("change", "cause")),
    )
    rows = [heads, *(_row(day, anomaly, lang) for day, anomaly in shown)]
    lines += ["", *fitted_table(rows, right=frozenset({1, 2, 4}))]
    left = len(anomalies) - len(shown)
    return [*lines, say(in_context("more", "{n} more"), lang, n=left)] if left else lines


def series_lines(detail: AnomalyDetail, lang: Lang) -> list[str]:
    """What was measured before, in and after the stretch, beside what was expected."""
    series, anomaly = group_means(detail.series, DETAIL_LINES), detail.anomaly
    if not series:
        return []
    rows = []
    for at, elapsed_s in enumerate(series["elapsed_s"].tolist()):
        inside = anomaly.start_elapsed_s <= elapsed_s < anomaly.end_elapsed_s
        own = [series[name][at] for name in ("actual", "expected")]
        rows.append(
            (
                ">" if inside else "",
                clock_text(elapsed_s),
                *(
                    value_text(anomaly.metric, value) if _known(value) else NO_VALUE
                    for value in own
                ),
                _percent(*own),
                *_around({name: float(column[at]) for name, column in series.items()}),
            )
        )
    keys = ("span", "actual", "expected", "change", "pace", "heart_rate", "cadence", "grade")
    table = [("", *(head(key, lang) for key in keys)), *rows]
    shown_columns = [
        at for at in range(len(table[0])) if at == 0 or any(_is_told(row[at]) for row in rows)
    ]
    lines = fitted_table(
        [[row[at] for at in shown_columns] for row in table],
        right=frozenset(range(1, len(shown_columns))),
    )
    return [*lines, *wrapped(say("> marks the stretch itself.", lang))]


def _row(day: date, anomaly: Anomaly, lang: Lang) -> tuple[str, ...]:
    return (
        day.isoformat(),
        str(anomaly.anomaly_index),
        f"{clock_text(anomaly.start_elapsed_s)}-{clock_text(anomaly.end_elapsed_s)}",
        label(anomaly.metric, lang),
        percent_text(anomaly.delta_frac),
        say(CAUSES[anomaly.main_cause], lang),
    )


def _counts(names: Sequence[str], lang: Lang) -> str:
    counted = Counter(names).most_common()
    return joined_text([say("{name} {n}", lang, name=name, n=n) for name, n in counted], lang)


def _around(row: dict[str, float]) -> tuple[str, ...]:
    """Pace, heart rate, cadence and slope of one row of the series."""
    speed_mps = row.get("speed_mps", math.nan)
    return (
        pace_text(speed_mps) if _known(speed_mps) and speed_mps > _STANDING_MPS else NO_VALUE,
        *(
            fixed(row[name], 0) if _known(row.get(name, math.nan)) else NO_VALUE
            for name in ("heart_rate_bpm", "cadence_spm")
        ),
        f"{signed(row['grade_pct'], 1)}%" if _known(row.get("grade_pct", math.nan)) else NO_VALUE,
    )


def _percent(actual: float, expected: float) -> str:
    if not _known(actual) or not _known(expected) or expected <= 0.0:
        return NO_VALUE
    return percent_text(actual / expected - 1.0)


def _known(value: float) -> bool:
    return math.isfinite(value)


def _is_told(cell: str) -> bool:
    return cell != NO_VALUE
