"""Attention: the state now, a day, what things are for, and days, weeks and months."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.core.units import PERCENT
from hakaru.focus.categories import category_word
from hakaru.focus.states import REASON_WORDS, FocusState, reasons_text, state_word
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Document, Drawing, Fact, Facts, document, part, table
from hakaru.present.figures import lasting, minute_text

if TYPE_CHECKING:
    from hakaru.flows.attention import (
        CorrectionsResult,
        FocusSpanResult,
        OwnRulesResult,
        SnoozeResult,
    )
    from hakaru.flows.focus import (
        FocusDayResult,
        FocusExportResult,
        FocusForgottenResult,
        FocusImportResult,
        FocusReplayResult,
        FocusSettingsResult,
        FocusStatusResult,
        Watching,
    )
    from hakaru.flows.focus_summary import FocusSummaryResult
    from hakaru.focus.span import Used
    from hakaru.focus.timeline import Interval


_LISTED = 30
_BAR_COLUMNS = 30
_PAUSES: Mapping[str, str] = {
    "no": N_("Not paused."),
    "pausing": N_("The pause is under way: {owner} has not let go yet."),
    "paused": N_("Paused: no process watches. `hakaru focus resume` goes on."),
    "unanswered": N_("{owner} does not answer the pause. Its camera may be on: end that process."),
}
_SOURCES: Mapping[str, str] = {
    "rule": N_("a rule"),
    "fusion": N_("weighed evidence"),
    "llm": N_("a model"),
    "fallback": N_("the fallback rules"),
}


def focus_status_document(result: FocusStatusResult, language: Lang) -> Document:
    """The state, why, and what is known; or that nothing is watching."""
    lines = []
    owner = clean(result.watching or "")
    if result.pause != "no":
        lines.append(say(_PAUSES[result.pause], language, owner=owner))
    if result.decided is None:
        at = say("none", language) if result.last_at is None else minute_text(result.last_at)
        lines.append(say("Nothing is watching now (last record: {at}).", language, at=at))
    else:
        lines += _decided(result, language)
    if result.watching is not None and result.pause == "no":
        lines.append(say("The process that watches: {owner}", language, owner=owner))
    return document(*lines)


def _decided(result: FocusStatusResult, lang: Lang) -> list[str]:
    decided = result.decided
    assert decided is not None
    lines = [
        say(
            "{state} (confidence {confidence})",
            lang,
            state=state_word(decided.state, lang),
            confidence=f"{decided.confidence:.2f}",
        )
    ]
    codes = tuple(code for code in decided.reasons if code in REASON_WORDS)
    if codes:
        lines.append(say("Why: {reasons}", lang, reasons=reasons_text(codes, lang)))
    present, absent = say("known", lang), say("absent", lang)
    lines.append(
        say(
            "Camera: {camera}, PC use: {pc}",
            lang,
            camera=present if result.camera_known else absent,
            pc=present if result.pc_known else absent,
        )
    )
    if decided.source in _SOURCES and result.decided_at is not None:
        at, source = minute_text(result.decided_at), say(_SOURCES[decided.source], lang)
        lines.append(say("Decided at {at} by {source}", lang, at=at, source=source))
    return lines


def pause_document(result: Watching, language: Lang) -> Document:
    """Whether watching is paused, and what is still open."""
    return document(
        say(_PAUSES[result.pause], language, owner=clean(result.watcher or "")),
        *([say("Camera: on.", language)] if result.camera_open else []),
    )


def focus_settings_document(result: FocusSettingsResult, language: Lang) -> Document:
    """Each setting as it can be typed."""
    values = asdict(result.settings)
    name = result.changed or result.asked
    shown = values if name is None else {name: values[name]}
    facts = [Fact(label=name, value=_typed(value)) for name, value in shown.items()]
    changed = [say("Changed:", language)] if result.changed else []
    return document(*changed, Facts(facts=tuple(facts)))


def focus_day_document(result: FocusDayResult, language: Lang) -> Document:
    """Time per state as bars, and the stretches."""
    stats = result.stats
    if not stats.seconds:
        return document(say("{day}: nothing is recorded.", language, day=stats.day))
    total, longest = lasting(stats.total_s, language), lasting(stats.longest_focus_s, language)
    return Document(
        parts=(
            part(
                say("{day}: {total} recorded", language, day=stats.day, total=total),
                *_shares(stats.seconds, language),
            ),
            part(
                say("Longest stretch of focus: {duration}", language, duration=longest),
                say(
                    "{n} <n:change|changes> of state, {told} <told:notification|notifications>",
                    language,
                    n=stats.n_changes,
                    told=len(result.notifications),
                ),
            ),
            part(*_stretches(result.intervals, language)),
        )
    )


def focus_summary_document(result: FocusSummaryResult, language: Lang) -> Document:
    """The sentences, and who worded them where that was to be a model."""
    texts = [clean(result.text, lines=True)]
    if result.reason is None:
        texts.append(say("(chosen by the model; every sentence is computed)", language))
    elif result.refused is not None:
        why = in_language(result.refused, language)
        texts.append(say("(worded without the model: {why})", language, why=why))
    return document(*texts)


def focus_replay_document(result: FocusReplayResult, language: Lang) -> Document:
    """How many records, what became of them, and the stretches."""
    changed = say("Decided otherwise than when recorded: {n}", language, n=result.n_changed)
    scored = say(
        "{n} <n:record|records> scored (rules {classifier}, {damaged} "
        "unusable <damaged:line|lines>)",
        language,
        n=result.n_records,
        classifier=result.classifier,
        damaged=result.n_damaged,
    )
    return Document(
        parts=(
            part(scored, *_shares(result.seconds, language)),
            part(*([changed] if result.n_changed else []), *_stretches(result.intervals, language)),
        )
    )


def focus_imported_document(result: FocusImportResult, language: Lang) -> Document:
    """How much was taken."""
    if result.n_rules or not result.n_events:
        text = N_("{n} <n:rule|rules> taken from categories ({skipped} unusable).")
        return document(say(text, language, n=result.n_rules, skipped=result.n_skipped))
    return document(
        say(
            "{events} <events:event|events> became {n} <n:stretch|stretches> ({skipped} unusable).",
            language,
            events=result.n_events,
            n=result.n_intervals,
            skipped=result.n_skipped,
        ),
        *_shares(result.seconds, language),
    )


def focus_exported_document(result: FocusExportResult, language: Lang) -> Document:
    """How much was written, and where."""
    return document(
        say(
            "{n} <n:stretch|stretches> written ({since} – {until}): {file}",
            language,
            n=result.n_intervals,
            since=result.since,
            until=result.until,
            file=result.file,
        )
    )


def focus_forgotten_document(result: FocusForgottenResult, language: Lang) -> Document:
    """How much is gone."""
    entry = (
        N_(
            "The whole history is deleted ({n} <n:stretch|stretches>), with {n_corrections} "
            "<n_corrections:correction|corrections> and what was learned from them."
        )
        if result.before is None
        else N_(
            "What lay before {day} is deleted ({n} <n:stretch|stretches>), with {n_corrections} "
            "<n_corrections:correction|corrections> and what was learned from them."
        )
    )
    return document(
        say(
            entry,
            language,
            n=result.n_intervals,
            n_corrections=result.n_corrections,
            day=result.before or "",
        )
    )


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _shares(seconds: Mapping[FocusState, float], lang: Lang) -> list[Block]:
    """The share of each state with a bar; of nothing no table."""
    total_s = sum(seconds.values())
    if not total_s:
        return []
    cells = [
        (
            state_word(state, lang),
            lasting(state_s, lang),
            f"{PERCENT * state_s / total_s:.0f}%",
            "█" * round(_BAR_COLUMNS * state_s / total_s),
        )
        for state, state_s in seconds.items()
    ]
    return [table("states", say("state|time|share|", lang).split("|"), cells, left="lrrl")]


def _stretches(intervals: Sequence[Interval], lang: Lang) -> list[Block | str]:
    lines = [
        say(
            "{start}–{end}  {state}  {duration}",
            lang,
            start=_clock(interval.started_at),
            end=_clock(interval.ended_at),
            state=state_word(interval.state, lang),
            duration=lasting(interval.duration_s, lang),
        )
        for interval in intervals[-_LISTED:]
    ]
    n_more = len(intervals) - len(lines)
    more = say("and {n} more <n:stretch|stretches>", lang, n=n_more)
    return [Drawing(lines=tuple(lines)), *([more] if n_more else [])]


def _clock(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"


_ROWS_LISTED = 12
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
        lines.append(table("weights", heads, moved[: 2 * _ROWS_LISTED], left="llr"))
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
        focused=lasting(focused_s, language),
        total=lasting(total_s, language),
        n=result.n_days_recorded,
        **span,
    )
    return Document(
        parts=(
            part(head, *_goal(result, language)),
            part(_days(result, language)),
            part(*_lengths(result, language)),
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
            goal=lasting(result.goal_min * 60.0, lang),
            n=result.n_days_reached,
            days=result.n_days_recorded,
        )
    ]


def _days(result: FocusSpanResult, lang: Lang) -> Block:
    rows = [
        (
            str(day.day),
            lasting(day.seconds.get("focused", 0.0), lang),
            lasting(day.seconds.get("distracted", 0.0), lang),
            lasting(day.total_s, lang),
        )
        for day in result.days
        if day.total_s
    ]
    heads = say("day|focus|distracted|recorded", lang).split("|")
    return table("days", heads, rows, left="lrrr")


def _lengths(result: FocusSpanResult, lang: Lang) -> list[str]:
    longest_s = max((block.duration_s for block in result.blocks), default=0.0)
    lines = [
        say(
            "{n} <n:block|blocks> of focus of 25 min or more, the longest {longest}",
            lang,
            n=len(result.blocks),
            longest=lasting(longest_s, lang),
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
                rest=lasting(rest_s, lang),
            )
        )
    return lines


def _used(used: Sequence[Used], head: str, lang: Lang) -> Block:
    total_s = sum(row.seconds for row in used)
    rows = [
        (
            category_word(row.category, lang) if head == "is for" else clean(row.name),
            lasting(row.seconds, lang),
            f"{PERCENT * row.seconds / total_s:.0f}%",
            f"{PERCENT * row.focused_s / row.seconds:.0f}%" if row.seconds else "-",
        )
        for row in used[:_ROWS_LISTED]
    ]
    if head == "is for":
        heads = say("is for|time|share|of it focused", lang).split("|")
    else:
        heads = say("application|time|share|of it focused", lang).split("|")
    return table("used", heads, rows, left="lrrr")
