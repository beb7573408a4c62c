"""How do changes of form within runs read in a terminal? Spans of time, one line or one table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date

from hakaru.render.change_text import anomaly_text
from hakaru.render.columns import fitted_table, wrapped
from hakaru.render.numbers import NO_VALUE, clock_text, pace_text, percent_text, signed
from hakaru.render.session_text import joined_text
from hakaru.render.words import say, word
from hakaru.render.words_similar import CAUSES
from hakaru.render.words_terminal import LINES, head
from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail
from hakaru.running.wording import Lang, fixed, label, value_text
from hakaru.stats.series import group_means

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
    lines = wrapped(say(LINES["anomaly_by_metric"], lang, counts=_counts(metrics, lang)))
    lines += wrapped(say(LINES["anomaly_by_cause"], lang, counts=_counts(causes, lang)))
    clearest = sorted(anomalies, key=lambda pair: -abs(pair[1].z))[:LISTED]
    shown = sorted(clearest, key=lambda pair: (pair[0], pair[1].start_elapsed_s), reverse=True)
    heads = (
        word("day", lang),
        *(head(key, lang) for key in ("number", "span")),
        word("metric", lang),
        *(head(key, lang) for key in ("change", "cause")),
    )
    rows = [heads, *(_row(day, anomaly, lang) for day, anomaly in shown)]
    lines += ["", *fitted_table(rows, right=frozenset({1, 2, 4}))]
    left = len(anomalies) - len(shown)
    return [*lines, say(LINES["more"], lang, n=left)] if left else lines


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
    return [*lines, *wrapped(say(LINES["anomaly_inside"], lang))]


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
    return joined_text(
        [say(LINES["anomaly_count"], lang, name=name, n=n) for name, n in counted], lang
    )


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
