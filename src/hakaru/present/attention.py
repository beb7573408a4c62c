"""Attention: corrections, the user's own rules, and days, weeks and months."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.focus.categories import category_word
from hakaru.focus.states import REASON_WORDS, reasons_text, state_word
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Document, document, part, table

if TYPE_CHECKING:
    from hakaru.flows.attention import (
        CorrectionsResult,
        FocusSpanResult,
        OwnRulesResult,
        SnoozeResult,
    )
    from hakaru.focus.span import Used

_LISTED = 12
_CORRECTIONS_LISTED = 10


def corrections_document(result: CorrectionsResult, language: Lang) -> Document:
    """What was corrected, how it is taken back, and what it changes."""
    lines = []
    if result.added is not None:
        lines.append(
            say(
                'Noted as {number}: "{actual}", not "{shown}". `hakaru focus corrections '
                "--undo {number}` takes it back.",
                language,
                number=result.added.correction_id,
                actual=state_word(result.added.actual, language),
                shown=state_word(result.added.shown, language),
            )
        )
    if result.n_undone:
        lines.append(say("{n} <n:correction|corrections> taken back.", language, n=result.n_undone))
    if not result.corrections:
        lines.append(say("Nothing is corrected; the weights are those of the table.", language))
        return document(*lines)
    rows = [
        (
            str(correction.correction_id),
            f"{correction.at.astimezone():%Y-%m-%d %H:%M}",
            state_word(correction.shown, language),
            state_word(correction.actual, language),
        )
        for correction in result.corrections[-_CORRECTIONS_LISTED:]
    ]
    heads = say("no.|at|shown|actual", language).split("|")
    return Document(
        parts=(
            part(*lines, table("corrections", heads, rows, left="rlll")),
            part(*_tuning(result, language)),
        )
    )


def _tuning(result: CorrectionsResult, lang: Lang) -> list[Block | str]:
    moved = [
        (reasons_text((code,), lang), state_word(state, lang), f"{nats:+.2f}")
        for code, weights in result.tuning.nats.items()
        if code in REASON_WORDS
        for state, nats in weights.items()
        if nats
    ]
    lines: list[Block | str] = []
    if moved:
        heads = say("evidence|for|weight moved by", lang).split("|")
        lines.append(table("weights", heads, moved[: 2 * _LISTED], left="llr"))
    doubted = sorted(code for code in result.tuning.doubted if code in REASON_WORDS)
    if doubted:
        words = reasons_text(tuple(doubted), lang)
        lines.append(say("No more decided by a rule, but weighed: {words}", lang, words=words))
    return lines


def own_rules_document(result: OwnRulesResult, language: Lang) -> Document:
    """The rules with their places, and the file."""
    lines: list[Block | str] = []
    if result.changed is not None:
        text = (
            "{pattern} no longer has a rule." if result.removed else "{pattern} is {category} now."
        )
        lines.append(
            say(
                text,
                language,
                pattern=clean(result.changed.pattern),
                category=category_word(result.changed.category, language),
            )
        )
    if result.fault:
        lines.append(say("The file cannot be read: {why}", language, why=clean(result.fault)))
    if result.n_unusable:
        lines.append(
            say("{n} <n:entry|entries> of the file cannot be used.", language, n=result.n_unusable)
        )
    rows = [
        (str(place), rule.match, clean(rule.pattern), category_word(rule.category, language))
        for place, rule in enumerate(result.rules, start=1)
    ]
    if rows:
        heads = say("no.|what|name|is for", language).split("|")
        lines.append(table("rules", heads, rows, left="rlll"))
    else:
        lines.append(say("There are no rules of your own.", language))
    lines.append(say("File: {file}", language, file=clean(result.file)))
    return document(*lines)


def snooze_document(result: SnoozeResult, language: Lang) -> Document:
    """Until when it is quiet."""
    until = f"{result.until.astimezone():%H:%M}"
    return document(say("No notification before {until}.", language, until=until))


def focus_span_document(result: FocusSpanResult, language: Lang) -> Document:
    """Days, categories, applications, blocks, breaks and the goal."""
    span = {"since": result.since, "until": result.until}
    if not result.n_days_recorded:
        return document(say("{since} – {until}: nothing is recorded.", language, **span))
    focused_s = result.seconds.get("focused", 0.0)
    total_s = sum(result.seconds.values())
    head = say(
        "{since} – {until}: {focused} of focus in {total} recorded on {n} <n:day|days>",
        language,
        focused=format_duration(focused_s),
        total=format_duration(total_s),
        n=result.n_days_recorded,
        **span,
    )
    return Document(
        parts=(
            part(head, *_goal(result, language)),
            part(_days(result, language)),
            part(*_stretches(result, language)),
            *([part(_used(result.categories, "is for", language))] if result.categories else []),
            *(
                [part(_used(result.applications, "application", language))]
                if result.applications
                else []
            ),
        )
    )


def _goal(result: FocusSpanResult, lang: Lang) -> list[str]:
    if not result.goal_min:
        return []
    return [
        say(
            "Goal of {goal} a day: reached on {n} of {days} <days:day|days>",
            lang,
            goal=format_duration(result.goal_min * 60.0),
            n=result.n_days_reached,
            days=result.n_days_recorded,
        )
    ]


def _days(result: FocusSpanResult, lang: Lang) -> Block:
    rows = [
        (
            str(day.day),
            format_duration(day.seconds.get("focused", 0.0)),
            format_duration(day.seconds.get("distracted", 0.0)),
            format_duration(day.total_s),
        )
        for day in result.days
        if day.total_s
    ]
    heads = say("day|focus|distracted|recorded", lang).split("|")
    return table("days", heads, rows, left="lrrr")


def _stretches(result: FocusSpanResult, lang: Lang) -> list[str]:
    longest_s = max((block.duration_s for block in result.blocks), default=0.0)
    lines = [
        say(
            "{n} <n:block|blocks> of focus of 25 min or more, the longest {longest}",
            lang,
            n=len(result.blocks),
            longest=format_duration(longest_s),
        )
        if result.blocks
        else say("No block of focus of 25 min or more", lang)
    ]
    if result.breaks:
        rest_s = sum(stretch.duration_s for stretch in result.breaks)
        lines.append(
            say(
                "{n} <n:break|breaks>, {rest} in all",
                lang,
                n=len(result.breaks),
                rest=format_duration(rest_s),
            )
        )
    return lines


def _used(used: Sequence[Used], head: str, lang: Lang) -> Block:
    total_s = sum(row.seconds for row in used)
    rows = [
        (
            category_word(row.category, lang) if head == "is for" else clean(row.name),
            format_duration(row.seconds),
            f"{PERCENT * row.seconds / total_s:.0f}%",
            f"{PERCENT * row.focused_s / row.seconds:.0f}%" if row.seconds else "-",
        )
        for row in used[:_LISTED]
    ]
    if head == "is for":
        heads = say("is for|time|share|of it focused", lang).split("|")
    else:
        heads = say("application|time|share|of it focused", lang).split("|")
    return table("used", heads, rows, left="lrrr")
