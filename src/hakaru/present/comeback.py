"""Back after a break: what lies within the range of before, and the way there run by run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, listed, say
from hakaru.core.units import PERCENT
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Part, Table, part, table
from hakaru.present.figures import day_text, signed
from hakaru.running.comeback import is_form
from hakaru.running.wording import label

if TYPE_CHECKING:
    from hakaru.flows.comeback import BreaksResult, ComebackResult
    from hakaru.running.comeback import Comeback, Measure, Progress

_STANDINGS = {
    "within": N_("within the range"),
    "outside": N_("outside the range"),
    "not_sure": N_("not sure yet"),
}
_RUNS_SHOWN = 8


def back_document(result: ComebackResult, language: Lang) -> Document:
    """The break, where each measure stands, and the runs since."""
    first, *rest = back_parts(result, language)
    if result.comeback is not None:
        first = replace(first, title=back_title(result.comeback, language))
    return Document(parts=(first, *rest))


def back_title(comeback: Comeback, lang: Lang) -> str:
    """What the block is called."""
    return say("Back after {n} <n:day|days>", lang, n=comeback.gap.n_days)


def back_parts(result: ComebackResult, lang: Lang) -> tuple[Part, ...]:
    """The parts of the document."""
    comeback = result.comeback
    if comeback is None and result.activity_id is not None:
        return (part(say("No break ended in the 60 days before this run.", lang)),)
    if comeback is None:
        return (
            part(
                say(
                    "No break: nowhere are two weeks without a run, and none is noted "
                    "(hakaru away FIRST LAST).",
                    lang,
                )
            ),
        )
    head = part(_break_text(comeback, lang), *_standing_texts(comeback, lang))
    if not comeback.progress:
        return (head,)
    note = say(
        "Each at one speed, beside the median of the {n} <n:run|runs> of the four months "
        "before the break. The range holds nine of ten of them; “now” is a mean in which the "
        "newest runs weigh most.",
        lang,
        n=comeback.n_before,
    )
    runs = part(_runs_table(comeback, lang), title=say("Run by run since", lang))
    return (head, part(_table(comeback, lang), note), runs)


def _break_text(comeback: Comeback, lang: Lang) -> str:
    gap = comeback.gap
    words = {
        "n": gap.n_days,
        "first": day_text(gap.first_day, lang),
        "last": day_text(gap.last_day, lang),
        "runs": comeback.n_since,
    }
    if gap.noted:
        return say(
            "A break you noted, {n} <n:day|days> from {first} to {last}; {runs} "
            "<runs:run|runs> since.",
            lang,
            **words,
        )
    return say(
        "{n} <n:day|days> without a run, from {first} to {last}; {runs} <runs:run|runs> since.",
        lang,
        **words,
    )


def _standing_texts(comeback: Comeback, lang: Lang) -> tuple[str, ...]:
    if not comeback.n_since:
        return (say("The first run after it will say where you stand.", lang),)
    if not comeback.progress:
        return (say("Too few runs were measured before it to say what your range was.", lang),)
    texts = [
        say(
            "{n} of {of} measures lie within your own range of before.",
            lang,
            n=comeback.n_within,
            of=len(comeback.progress),
        )
    ]
    for standing, text in (
        ("outside", N_("Outside it: {measures}.")),
        ("not_sure", N_("Not sure yet: {measures}.")),
    ):
        names = [
            _told(progress, lang) for progress in comeback.progress if progress.standing == standing
        ]
        if names:
            texts.append(say(text, lang, measures=in_language(listed(names), lang)))
    return tuple(texts)


def _told(progress: Progress, lang: Lang) -> str:
    return say(
        "{measure} {now} ({low} to {high})",
        lang,
        measure=measure_text(progress.measure, lang),
        now=_amount(progress.measure, progress.now_delta),
        low=_amount(progress.measure, progress.low),
        high=_amount(progress.measure, progress.high),
    )


def measure_text(measure: Measure, lang: Lang) -> str:
    """What a measure is called."""
    metric = is_form(measure)
    if metric is not None:
        return label(metric, lang)
    if measure == "heart_rate":
        return say("Heart rate at pace", lang)
    return say("Left share of contact", lang)


def _amount(measure: Measure, deviation: float) -> str:
    """A deviation with its unit."""
    if measure == "heart_rate":
        return f"{signed(deviation, 0)} bpm"
    if measure == "balance":
        return signed(deviation, 1)
    return f"{signed(PERCENT * deviation, 1)}%"


def _table(comeback: Comeback, lang: Lang) -> Table:
    rows = [
        (
            measure_text(progress.measure, lang),
            f"± {_amount(progress.measure, progress.half_range).lstrip('+')}",
            _amount(progress.measure, progress.first_delta),
            _amount(progress.measure, progress.now_delta),
            " … ".join(_amount(progress.measure, end) for end in (progress.low, progress.high)),
            say(_STANDINGS[progress.standing], lang),
        )
        for progress in comeback.progress
    ]
    names = (
        say("measure", lang),
        say("range of before", lang),
        say("first run back", lang),
        say(in_context("state", "now"), lang),
        say("80% interval", lang),
        say("stands", lang),
    )
    return table("comeback", names, rows, left="lrrrrl")


def _runs_table(comeback: Comeback, lang: Lang) -> Table:
    """The newest runs, one a row, a column per measure; outside the range is marked."""
    cells: dict[int, dict[Measure, str]] = {}
    days: dict[int, str] = {}
    for progress in comeback.progress:
        for run in progress.runs:
            mark = "" if run.within else " !"
            amount = _amount(progress.measure, run.delta)
            cells.setdefault(run.activity_id, {})[progress.measure] = f"{amount}{mark}"
            days[run.activity_id] = run.day.isoformat()
    newest = sorted(cells, key=lambda key: days[key])[-_RUNS_SHOWN:]
    measures = [progress.measure for progress in comeback.progress]
    names = (say("day", lang), *(measure_text(measure, lang) for measure in measures))
    rows = [(days[key], *(cells[key].get(measure, "-") for measure in measures)) for key in newest]
    return table("comeback-runs", names, rows, left="l" + "r" * len(measures))


def away_document(result: BreaksResult, language: Lang) -> Document:
    """The breaks that were noted."""
    if not result.breaks:
        return Document(parts=(part(say("No break is noted.", language)),))
    rows = [
        (away.first_day.isoformat(), away.last_day.isoformat(), clean(away.text or ""))
        for away in result.breaks
    ]
    names = (
        say(in_context("day", "first"), language),
        say(in_context("day", "last"), language),
        say("your words", language),
    )
    return Document(
        parts=(
            part(table("breaks", names, rows, left="lll"), title=say("Breaks you noted", language)),
        )
    )
