"""Attention and language models in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.core.i18n import Lang as Language
from hakaru.core.units import PERCENT, format_duration
from hakaru.flows.asking import NO_MODEL, AttemptResult, AttemptsResult, ModelCheck
from hakaru.flows.focus import (
    NOTHING_RECORDED,
    FocusDayResult,
    FocusExportResult,
    FocusForgottenResult,
    FocusImportResult,
    FocusReplayResult,
    FocusSettingsResult,
    FocusStatusResult,
    FocusSummaryResult,
    Watching,
)
from hakaru.focus.states import REASON_WORDS, FocusState, reasons_text, state_word
from hakaru.guard.cleaning import Finding, clean, plain
from hakaru.present.terminal import fitted_table
from hakaru.surfaces.cli.words_reads import FOCUS_WORDS, MODEL_WORDS

if TYPE_CHECKING:
    from hakaru.focus.timeline import Interval
    from hakaru.store.attempts import Outcomes, StoredAttempt

_MS_PER_S = 1000.0
_DIGEST_SHOWN = 12
_NONE = "-"


def attempts_text(result: AttemptsResult, language: Language) -> str:
    """A line per attempt, the newest first."""
    if not result.attempts:
        return say("No model was asked yet.", language)
    head = tuple(say("number|when|task|about|try|outcome|tokens|s", language).split("|"))
    rows = [_row(attempt, language) for attempt in result.attempts]
    footer = say("{n} kept; one in full: hakaru attempts show NUMBER", language, n=result.n_kept)
    return "\n".join([*fitted_table([head, *rows], right=frozenset({0, 4, 7})), footer])


def attempt_text(result: AttemptResult, language: Language) -> str:
    """What was sent, what came back, and what was wrong with it."""
    attempt = result.attempt
    asked, ended = attempt.asked, attempt.result
    title = say(
        "{task} ({subject}), try {number}, {model}",
        language,
        task=clean(asked.task),
        subject=clean(asked.subject) or _NONE,
        number=asked.number,
        model=clean(asked.model),
    )
    outcome = say(
        "Outcome: {outcome}  {detail}", language, outcome=_say(ended.outcome, language), detail=""
    )
    digest = asked.prompt_sha256[:_DIGEST_SHOWN]
    sent = say("Sent ({n} bytes, {digest})", language, n=asked.prompt_bytes, digest=digest)
    prompt = (
        plain(asked.prompt)
        if asked.prompt
        else say("(not kept: model.keep_prompts = false)", language)
    )
    return "\n".join(
        [
            title,
            f"{outcome}{_detail(ended, language)}".rstrip(),
            *["", f"## {sent}", prompt],
            *["", f"## {say('Reply', language)}", plain(ended.reply or _NONE)],
            *["", f"## {say('Findings', language)}", *_findings(ended.findings, language)],
        ]
    )


def check_text(result: ModelCheck, language: Language) -> str:
    """What is configured, where a prompt would go, and whether it answered."""
    about = result.model
    if about is None:
        return say(
            "No language model is configured (model.backend = none): "
            "nothing is sent, no connection is opened, and all texts are "
            "the narrator's.",
            language,
        )
    key = (
        say("Key: none", language)
        if about.key_env is None
        else say("Key: in {name}", language, name=about.key_env)
    )
    lines = [
        say(
            "Model: {name} ({backend}, {url})",
            language,
            name=clean(about.name),
            backend=about.backend,
            url=clean(about.url),
        ),
        key,
        say(
            N_("Where to: it leaves this machine.")
            if about.leaves_machine
            else N_("Where to: it stays on this machine."),
            language,
        ),
    ]
    if result.prompt is not None:
        return "\n".join(
            [*lines, "", say("What would be sent (nothing was):", language), result.prompt]
        )
    return "\n".join([*lines, _verdict(result, language)])


def _verdict(result: ModelCheck, language: Language) -> str:
    if not result.ok:
        reason = in_language(result.reason or "", language)
        return say("It cannot be used: {reason}", language, reason=reason)
    return say(
        "It works: reply {n} kept the rules ({seconds} s, {tokens}).",
        language,
        n=result.n_attempts,
        seconds=_seconds(result.elapsed_ms),
        tokens=_tokens(result.prompt_tokens, result.reply_tokens, language),
    )


def _row(attempt: StoredAttempt, language: Language) -> tuple[str, ...]:
    ended = attempt.result
    rules = ", ".join(dict.fromkeys(finding.rule for finding in ended.findings))
    detail = ended.error_kind or rules
    outcome = _say(ended.outcome, language)
    sent, replied = ended.prompt_tokens, ended.reply_tokens
    return (
        str(attempt.attempt_id),
        attempt.asked_at.astimezone().strftime("%m-%d %H:%M:%S"),
        clean(attempt.asked.task),
        clean(attempt.asked.subject) or _NONE,
        str(attempt.asked.number),
        f"{outcome} {detail}".rstrip(),
        _NONE if sent is None and replied is None else f"{sent or _NONE}+{replied or _NONE}",
        _seconds(ended.elapsed_ms),
    )


def _detail(ended: Outcomes, language: Language) -> str:
    if ended.error is not None:
        return in_language(ended.error, language)
    parts = [f"{_seconds(ended.elapsed_ms)} s"] if ended.elapsed_ms is not None else []
    if ended.prompt_tokens is not None or ended.reply_tokens is not None:
        parts.append(_tokens(ended.prompt_tokens, ended.reply_tokens, language))
    return ", ".join([*parts, *([ended.finish] if ended.finish else [])])


def _findings(findings: tuple[Finding, ...], language: Language) -> list[str]:
    if not findings:
        return [say("none", language)]
    return [
        f"- [{_say(finding.severity, language)}] {clean(finding.rule)} {clean(finding.path)}: "
        f"{clean(plain(finding.message))}"
        for finding in findings
    ]


def _tokens(sent: int | None, replied: int | None, language: Language) -> str:
    shown = [_NONE if n_tokens is None else str(n_tokens) for n_tokens in (sent, replied)]
    return say("{sent} + {replied} tokens", language, sent=shown[0], replied=shown[1])


def _seconds(elapsed_ms: float | None) -> str:
    return _NONE if elapsed_ms is None else f"{elapsed_ms / _MS_PER_S:.1f}"


def _say(key: str, language: Language, **slots: object) -> str:
    return say(MODEL_WORDS[key], language, **slots)


_LISTED = 30
_BAR_COLUMNS = 30
_SOURCES = ("rule", "fusion", "llm", "fallback")


def status_text(result: FocusStatusResult, language: Lang) -> str:
    """The state, why, and what is known; or that nothing is watching."""
    lines = []
    if result.pause != "no":
        lines.append(_say_focus(result.pause, language, owner=clean(result.watching or "")))
    if result.decided is None:
        at = say("none", language) if result.last_at is None else _time(result.last_at)
        lines.append(say("Nothing is watching now (last record: {at}).", language, at=at))
    else:
        decided = result.decided
        lines.append(
            say(
                "{state} (confidence {confidence})",
                language,
                state=state_word(decided.state, language),
                confidence=f"{decided.confidence:.2f}",
            )
        )
        codes = tuple(code for code in decided.reasons if code in REASON_WORDS)
        if codes:
            lines.append(say("Why: {reasons}", language, reasons=reasons_text(codes, language)))
        lines += _decided_lines(result, language)
    if result.watching is not None and result.pause == "no":
        lines.append(
            say("The process that watches: {owner}", language, owner=clean(result.watching))
        )
    return "\n".join(lines)


def pause_text(result: Watching, language: Lang) -> str:
    """Whether watching is paused, and what is still open."""
    lines = [_say_focus(result.pause, language, owner=clean(result.watcher or ""))]
    if result.pause != "paused":
        lines.append(say(N_("Camera: on.") if result.camera_open else N_("Camera: off."), language))
    return "\n".join(lines)


def settings_text(result: FocusSettingsResult, language: Lang) -> str:
    """Each setting as it can be typed."""
    values = asdict(result.settings)
    shown = values if result.changed is None else {result.changed: values[result.changed]}
    rows = [(name, _typed(value)) for name, value in shown.items()]
    lines = fitted_table(rows, right=frozenset(), heading=False)
    return "\n".join([*([say("Changed:", language)] if result.changed else []), *lines])


def day_text(result: FocusDayResult, language: Lang) -> str:
    """Time per state as bars, and the stretches."""
    stats = result.stats
    if not stats.seconds:
        return say("{day}: nothing is recorded.", language, day=stats.day)
    head = say(
        "{day}: {total} recorded", language, day=stats.day, total=format_duration(stats.total_s)
    )
    return "\n".join(
        [
            head,
            *_bars(stats.seconds, language),
            say(
                "Longest stretch of focus: {duration}",
                language,
                duration=format_duration(stats.longest_focus_s),
            ),
            say(
                "{n} <n:change|changes> of state, {told} <told:notification|notifications>",
                language,
                n=stats.n_changes,
                told=len(result.notifications),
            ),
            *_stretches(result.intervals, language),
        ]
    )


def summary_text(result: FocusSummaryResult, language: Lang) -> str:
    """The sentences, and who worded them where that was to be a model."""
    text = clean(result.text, lines=True)
    if result.reason is None:
        return f"{text}\n{say('(worded by the model; every number was checked)', language)}"
    if result.reason in (NO_MODEL, NOTHING_RECORDED):
        return text
    without = say(
        "(worded without the model: {why})", language, why=in_language(result.reason, language)
    )
    return f"{text}\n{without}"


def replay_text(result: FocusReplayResult, language: Lang) -> str:
    """How many records, what became of them, and the stretches."""
    lines = [
        say(
            "{n} <n:record|records> scored (rules {classifier}, {damaged} "
            "unusable <damaged:line|lines>)",
            language,
            n=result.n_records,
            classifier=result.classifier,
            damaged=result.n_damaged,
        ),
        *_bars(result.seconds, language),
    ]
    if result.n_changed:
        lines.append(say("Decided otherwise than when recorded: {n}", language, n=result.n_changed))
    return "\n".join([*lines, *_stretches(result.intervals, language)])


def import_text(result: FocusImportResult, language: Lang) -> str:
    """How much was taken."""
    return "\n".join(
        [
            say(
                "{events} <events:event|events> became {n} "
                "<n:stretch|stretches> ({skipped} unusable).",
                language,
                events=result.n_events,
                n=result.n_intervals,
                skipped=result.n_skipped,
            ),
            *_bars(result.seconds, language),
        ]
    )


def export_text(result: FocusExportResult, language: Lang) -> str:
    """How much was written, and where."""
    return say(
        "{n} <n:stretch|stretches> written ({since} – {until}): {file}",
        language,
        n=result.n_intervals,
        since=result.since,
        until=result.until,
        file=result.file,
    )


def forgotten_text(result: FocusForgottenResult, language: Lang) -> str:
    """How much is gone."""
    if result.before is None:
        return say(
            "The whole history is deleted ({n} <n:stretch|stretches>).",
            language,
            n=result.n_intervals,
        )
    return say(
        "What lay before {day} is deleted ({n} <n:stretch|stretches>).",
        language,
        n=result.n_intervals,
        day=result.before,
    )


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _decided_lines(result: FocusStatusResult, language: Lang) -> list[str]:
    assert result.decided is not None
    present, absent = say("known", language), say("absent", language)
    lines = [
        say(
            "Camera: {camera}, PC use: {pc}",
            language,
            camera=present if result.camera_known else absent,
            pc=present if result.pc_known else absent,
        )
    ]
    if result.decided.source in _SOURCES and result.decided_at is not None:
        source = _say_focus(f"source_{result.decided.source}", language)
        lines.append(
            say("Decided at {at} by {source}", language, at=_time(result.decided_at), source=source)
        )
    return lines


def _bars(seconds: Mapping[FocusState, float], language: Lang) -> list[str]:
    total_s = sum(seconds.values())
    if not total_s:
        return []
    rows = [
        (
            state_word(state, language),
            format_duration(one_s),
            f"{PERCENT * one_s / total_s:.0f}%",
            "█" * round(_BAR_COLUMNS * one_s / total_s),
        )
        for state, one_s in seconds.items()
    ]
    return fitted_table(rows, right=frozenset({1, 2}), heading=False)


def _stretches(intervals: Sequence[Interval], language: Lang) -> list[str]:
    lines = [
        say(
            "{start}–{end}  {state}  {duration}",
            language,
            start=_clock(interval.started_at),
            end=_clock(interval.ended_at),
            state=state_word(interval.state, language),
            duration=format_duration(interval.duration_s),
        )
        for interval in intervals[-_LISTED:]
    ]
    n_more = len(intervals) - len(lines)
    return (
        [*lines, say("and {n} more <n:stretch|stretches>", language, n=n_more)] if n_more else lines
    )


def _time(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def _clock(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"


def _say_focus(key: str, language: Lang, **values: object) -> str:
    return say(FOCUS_WORDS[key], language, **values)
