"""How do weeks of load read in a terminal? A bar per day, a line per week, a few sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from hakaru.core.units import METRES_PER_KM
from hakaru.render.columns import fitted_table, wrapped
from hakaru.render.load_text import history_note
from hakaru.render.numbers import NO_VALUE, signed
from hakaru.render.session_text import joined_text
from hakaru.render.words import say
from hakaru.render.words_load import LOAD_BASES
from hakaru.render.words_terminal import LINES, head
from hakaru.running.load import CHRONIC_DAYS, WEEK_DAYS, LoadHistory
from hakaru.running.session.model import LoadBasis, SessionSummary
from hakaru.running.wording import Lang, fixed

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
    words = say(LINES["load_days"], lang, first=first, last=last, most=_most(loads, most))
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
        texts.append(say(LINES["load_since_first"], lang, first=first))
    if history.ratio is not None:
        coupled = fixed(history.ratio.coupled_factor, 2)
        texts.append(say(LINES["load_ratio"], lang, coupled=coupled))
    if by_basis:
        bases = [
            say(LINES["load_basis"], lang, basis=say(LOAD_BASES[basis], lang), n=n)
            for basis, n in sorted(by_basis.items(), key=lambda pair: -pair[1])
        ]
        texts.append(say(LINES["load_bases"], lang, bases=joined_text(bases, lang)))
    texts.append(history_note(history, lang))
    return [line for text in texts if text for line in wrapped(text)]


def averages_lines(n_runs: int, *, lang: Lang) -> list[str]:
    """How many loads rest on the averages of whole runs, and what that means."""
    return wrapped(say(LINES["load_averages"], lang, n=n_runs)) if n_runs else []


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
        LINES["load_state" if math.isfinite(balance) else "load_state_first"],
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
