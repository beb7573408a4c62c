"""Training load: of one run, of each day and week, and its averages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import format_duration
from hakaru.present.charts import load_picture
from hakaru.present.document import (
    Document,
    Fact,
    Facts,
    Part,
    Row,
    Table,
    Text,
    document,
    paragraphs,
)
from hakaru.present.figures import NO_VALUE, distance_figure, pct_text, share_text, signed
from hakaru.present.names import LOAD_BASES, LOAD_CLASSES
from hakaru.present.session import joined_text
from hakaru.running.load import CHRONIC_DAYS, WEEK_DAYS
from hakaru.running.wording import fixed, label

if TYPE_CHECKING:
    from hakaru.flows.load import LoadResult
    from hakaru.running.load import Durability, LoadFigures, LoadHistory, LoadNote
    from hakaru.running.session.model import LoadBasis, SessionSummary


def load_rows(load: LoadFigures, lang: Lang) -> tuple[Fact, ...]:
    """Load of one run: score with its class and basis, intensity, impulse, drift, durability."""
    keyed_texts = [
        (N_("Load score"), _score(load, lang)),
        (
            N_("Intensity (threshold = 100%)"),
            None if load.intensity_frac is None else share_text(load.intensity_frac),
        ),
        (
            N_("TRIMP (load from heart rate)"),
            None if load.trimp_score is None else fixed(load.trimp_score, 0),
        ),
        (N_("Heart rate drift (first to second half)"), _decoupling(load, lang)),
    ]
    rows = [Fact(label=say(name, lang), value=text) for name, text in keyed_texts if text]
    rows += [
        Fact(
            label=say(
                "Distance per heartbeat after {after}",
                lang,
                after=format_duration(durability.after_s),
            ),
            value=f"{signed(durability.efficiency_change_pct, 1)}%",
        )
        for durability in load.durability
        if durability.efficiency_change_pct is not None
    ]
    rows += [fact for durability in load.durability for fact in _late_form(durability, lang)]
    return tuple(rows)


def _late_form(durability: Durability, lang: Lang) -> list[Fact]:
    after = format_duration(durability.after_s)
    return [
        Fact(
            label=say(
                "{metric} after {after} (pace taken out)",
                lang,
                after=after,
                metric=label(metric_change.metric, lang),
            ),
            value=f"{signed(metric_change.change_pct, 1)}%",
        )
        for metric_change in durability.form
    ]


def _score(load: LoadFigures, lang: Lang) -> str | None:
    if load.training_load_score is None or load.load_class is None or load.basis is None:
        return None
    return say(
        "{value} ({klass}, {basis})",
        lang,
        value=fixed(load.training_load_score, 0),
        klass=say(LOAD_CLASSES[load.load_class], lang),
        basis=say(LOAD_BASES[load.basis], lang),
    )


DECOUPLING_REASONS: Mapping[str, str] = {
    "repetitions": N_("not for repetitions: it takes an even pace"),
    "too_short": N_("too short to compare halves"),
    "not_steady": N_("the pace was too uneven to compare halves"),
    "no_heart_rate_or_speed": N_("heart rate or speed was not recorded"),
}


def _decoupling(load: LoadFigures, lang: Lang) -> str | None:
    decoupling = load.decoupling
    if decoupling.decoupling_pct is None or decoupling.decoupled is None:
        return (
            None if decoupling.reason is None else say(DECOUPLING_REASONS[decoupling.reason], lang)
        )
    text = pct_text(decoupling.decoupling_pct, 1)
    return say(
        (N_("{value} (more than 5%)") if decoupling.decoupled else N_("{value} (within 5%)")),
        lang,
        value=text,
    )


LOAD_PROBLEMS: Mapping[str, str] = {
    "not_recorded": N_("not recorded"),
    "summary_only": N_("averages without a second-by-second record"),
    "gaps": N_("too many gaps"),
    "threshold_unknown": N_("the threshold is not known"),
    "threshold_stale": N_("the threshold may be out of date"),
    "threshold_guessed": N_("the threshold is a wide estimate"),
    "implausible": N_("the threshold seems too low"),
    "bounds_unknown": N_("resting or maximum heart rate is not known"),
    "sex_unknown": N_("sex is not known"),
}


def load_note_texts(notes: Sequence[LoadNote], lang: Lang) -> tuple[str, ...]:
    """One line for each basis: why it was passed over, or what to keep in mind about it."""
    by_basis: dict[LoadBasis, list[str]] = {}
    for note in notes:
        by_basis.setdefault(note.basis, []).append(say(LOAD_PROBLEMS[note.problem], lang))
    return tuple(
        say(
            "{basis}: {problem}.",
            lang,
            basis=say(LOAD_BASES[basis], lang),
            problem=joined_text(problems, lang),
        )
        for basis, problems in by_basis.items()
    )


def history_rows(history: LoadHistory, day: date, *, lang: Lang) -> tuple[Fact, ...]:
    """Long-term and short-term load and their balance on a day of the history."""
    if day not in history.days:
        return ()
    at = history.days.index(day)
    values = [
        (N_("Long-term load (CTL, 42 days)"), float(history.chronic_score[at]), fixed, 0),
        (N_("Short-term load (ATL, 7 days)"), float(history.acute_score[at]), fixed, 0),
        (N_("Balance (TSB, of the day before)"), float(history.balance_score[at]), signed, 0),
    ]
    if day == history.days[-1]:
        if history.week_score is not None:
            values.append((N_("Last 7 days together"), history.week_score, fixed, 0))
        if history.ramp_score is not None:
            values.append((N_("Change of CTL in 7 days"), history.ramp_score, signed, 1))
    return tuple(
        Fact(label=say(name, lang), value=text(value, decimals))
        for name, value, text, decimals in values
        if math.isfinite(value)
    )


def history_note(history: LoadHistory, lang: Lang) -> str:
    """That runs of unknown load make the averages too low; '' without any."""
    if not history.n_unknown_28:
        return ""
    return say(
        "{n} <n:run|runs> of the last 28 days <n:has|have> no known "
        "load, so these averages are too low.",
        lang,
        n=history.n_unknown_28,
    )


WEEKS_SHOWN = 12
DAYS_DRAWN = 70
"""One character per day, within the width of a terminal."""
_BARS = "▁▂▃▄▅▆▇█"
_REST, _UNKNOWN = ".", "?"


def load_document(result: LoadResult, lang: Lang) -> Document:
    """Where the averages stand, a bar per day, a line per week."""
    history = result.history
    if history is None:
        none = say(
            "No run up to this day is stored. Import recordings: `hakaru ingest FOLDER`.", lang
        )
        return document(Text(text=none))
    if not result.by_basis:
        none = say(
            "No run of these days has a known load; a threshold pace or "
            "maximum heart rate would give one: `hakaru athlete show`.",
            lang,
        )
        return document(Text(text=none))
    last = history.days[-1]
    facts = () if history.lately == "hardly" else history_rows(history, last, lang=lang)
    texts = (
        load_notes(result, history, lang)
        if result.sessions
        else (_nothing_text(history, result.since, lang),)
    )
    head = Part(
        title=say("Load as of {day}", lang, day=last),
        blocks=(*((Facts(facts=facts),) if facts else ()), *paragraphs(*texts)),
    )
    if not result.sessions:
        return Document(parts=(head,))
    drawing = replace(
        load_picture(history, since=result.since, lang=lang),
        text=day_bars(history, result.since, lang),
    )
    weeks = week_table(history, result.sessions, since=result.since, lang=lang)
    ran = any(row.cells[1] != "0" for row in weeks.rows)
    return Document(
        parts=(head, Part(blocks=(drawing,)), *((Part(blocks=(weeks,)),) if ran else ()))
    )


def _nothing_text(history: LoadHistory, since: date, lang: Lang) -> str:
    """That no run lies in the days shown, and when the last one before them was."""
    loads = zip(history.days, history.load_score.tolist(), strict=True)
    before = [day for day, load in loads if load != 0.0]
    if not before:
        return say("There is no run since {since}.", lang, since=since)
    return say(
        "There is no run since {since}; the last one before was on {last}.",
        lang,
        since=since,
        last=before[-1],
    )


def load_notes(result: LoadResult, history: LoadHistory, lang: Lang) -> tuple[str, ...]:
    """Sameness and strain of the week, its ratio, what the loads rest on, what is missing."""
    first, last = history.days[0], history.days[-1]
    texts = [_week_text(history, lang)]
    if (last - first).days < CHRONIC_DAYS:
        texts.append(say("Records begin on {first}, so CTL is still too low.", lang, first=first))
    if history.ratio is not None:
        texts.append(
            say(
                "Last 7 days over last 28 (ACWR): {coupled}. A description; it "
                "does not predict injury.",
                lang,
                coupled=fixed(history.ratio.coupled_factor, 2),
            )
        )
    bases = [
        say("{n} {basis}", lang, basis=say(LOAD_BASES[basis], lang), n=n)
        for basis, n in sorted(result.by_basis.items(), key=lambda pair: -pair[1])
    ]
    texts += [
        say("Basis of the loads: {bases}.", lang, bases=joined_text(bases, lang)),
        history_note(history, lang),
    ]
    if result.n_from_averages:
        texts.append(
            say(
                "<n:One|{n}> of them <n:is|are> coarser: only the averages of "
                "the whole run are known.",
                lang,
                n=result.n_from_averages,
            )
        )
    return tuple(texts)


def day_bars(history: LoadHistory, since: date, lang: Lang) -> str:
    """A bar per day from `since` on (the newest 70 at most) below its scale."""
    shown = [at for at, day in enumerate(history.days) if day >= since][-DAYS_DRAWN:]
    if not shown:
        return ""
    loads = [float(history.load_score[at]) for at in shown]
    most = max((load for load in loads if math.isfinite(load)), default=0.0)
    is_known = most > 0.0 or all(math.isfinite(load) for load in loads)
    words = say(
        "Load of each day, {first} to {last} (. rest, ? not known, most {most})",
        lang,
        first=history.days[shown[0]],
        last=history.days[shown[-1]],
        most=fixed(most, 0) if is_known else NO_VALUE,
    )
    return f"{words}\n{''.join(_bar(load, most) for load in loads)}"


def _bar(load: float, most: float) -> str:
    if not math.isfinite(load):
        return _UNKNOWN
    if load <= 0.0:
        return _REST
    return _BARS[min(len(_BARS) - 1, int(load / most * len(_BARS)))]


def week_table(
    history: LoadHistory, sessions: Sequence[SessionSummary], *, since: date, lang: Lang
) -> Table:
    """Weeks of seven days that end with the last one, newest last: runs, load, averages."""
    last = history.days[-1]
    n_weeks = min(WEEKS_SHOWN, -(-((last - since).days + 1) // WEEK_DAYS))
    ends = (last - timedelta(days=WEEK_DAYS * back) for back in reversed(range(n_weeks)))
    return Table(
        name="weeks",
        columns=tuple(
            say(title, lang)
            for title in (
                N_("Seven days"),
                in_context("runs", "Runs"),
                N_("{length_unit}"),
                N_("Load"),
                N_("CTL"),
                N_("ATL"),
                N_("TSB"),
            )
        ),
        rows=tuple(
            Row(cells=_week(history, sessions, end, lang)) for end in ends if end in history.days
        ),
    )


def _week(
    history: LoadHistory, sessions: Sequence[SessionSummary], end: date, lang: Lang
) -> tuple[str, ...]:
    start = end - timedelta(days=WEEK_DAYS - 1)
    runs = [session for session in sessions if start <= session.activity_date <= end]
    metres = [run.distance_m for run in runs if run.distance_m is not None]
    at = history.days.index(end)
    loads = history.load_score[max(0, at + 1 - WEEK_DAYS) : at + 1]
    total = math.fsum(load for load in loads.tolist() if math.isfinite(load))
    unknown = _UNKNOWN if any(math.isnan(load) for load in loads.tolist()) else ""
    balance = float(history.balance_score[at])
    return (
        f"{start:%m-%d} - {end:%m-%d}",
        str(len(runs)),
        distance_figure(math.fsum(metres), lang, decimals=1) if metres else NO_VALUE,
        NO_VALUE if unknown and not total > 0.0 else fixed(total, 0) + unknown,
        *(
            fixed(float(column[at]), 0) if math.isfinite(column[at]) else NO_VALUE
            for column in (history.chronic_score, history.acute_score)
        ),
        signed(balance, 0) if math.isfinite(balance) else NO_VALUE,
    )


def _week_text(history: LoadHistory, lang: Lang) -> str:
    """Sameness and strain of the last seven days, where they are known."""
    values = (
        (N_("monotony {value}"), history.monotony_factor, 2),
        (N_("strain {value}"), history.strain_score, 0),
    )
    texts = [
        say(key, lang, value=fixed(value, decimals))
        for key, value, decimals in values
        if value is not None
    ]
    text = joined_text(texts, lang)
    return say("Last 7 days: {figures}.", lang, figures=text) if text else ""
