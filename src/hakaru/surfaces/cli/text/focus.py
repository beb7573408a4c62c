"""How the state of attention, a pause, the settings, a day and a replay read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from hakaru.core.units import PERCENT, format_duration
from hakaru.flows.asking import NO_MODEL
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
from hakaru.focus.states import REASON_WORDS, FocusState, Lang, reasons_text, state_word
from hakaru.focus.timeline import Interval
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.present.terminal import fitted_table
from hakaru.present.words import counted
from hakaru.surfaces.cli.words_focus import FOCUS_WORDS

_LISTED = 30
_BAR_COLUMNS = 30
_SOURCES = ("rule", "fusion", "llm", "fallback")


def status_text(result: FocusStatusResult, language: Lang) -> str:
    """The state, why, and what is known; or that nothing is watching."""
    lines = []
    if result.pause != "no":
        lines.append(_say(result.pause, language, owner=clean(result.watching or "")))
    if result.decided is None:
        at = _say("never", language) if result.last_at is None else _time(result.last_at)
        lines.append(_say("nothing_now", language, at=at))
    else:
        decided = result.decided
        lines.append(
            _say(
                "state",
                language,
                state=state_word(decided.state, language),
                confidence=f"{decided.confidence:.2f}",
            )
        )
        codes = tuple(code for code in decided.reasons if code in REASON_WORDS)
        if codes:
            lines.append(_say("reasons", language, reasons=reasons_text(codes, language)))
        lines += _decided_lines(result, language)
    if result.watching is not None and result.pause == "no":
        lines.append(_say("watching", language, owner=clean(result.watching)))
    return "\n".join(lines)


def pause_text(result: Watching, language: Lang) -> str:
    """Whether watching is paused, and what is still open."""
    lines = [_say(result.pause, language, owner=clean(result.watcher or ""))]
    if result.pause != "paused":
        lines.append(_say("camera_open" if result.camera_open else "camera_shut", language))
    return "\n".join(lines)


def settings_text(result: FocusSettingsResult, language: Lang) -> str:
    """Each setting as it can be typed."""
    values = asdict(result.settings)
    shown = values if result.changed is None else {result.changed: values[result.changed]}
    rows = [(name, _typed(value)) for name, value in shown.items()]
    lines = fitted_table(rows, right=frozenset(), heading=False)
    return "\n".join([*([_say("changed", language)] if result.changed else []), *lines])


def day_text(result: FocusDayResult, language: Lang) -> str:
    """Time per state as bars, and the stretches."""
    stats = result.stats
    if not stats.seconds:
        return _say("day_none", language, day=stats.day)
    head = _say("day_head", language, day=stats.day, total=format_duration(stats.total_s))
    return "\n".join(
        [
            head,
            *_bars(stats.seconds, language),
            _say("longest", language, duration=format_duration(stats.longest_focus_s)),
            _say("changes", language, n=stats.n_changes, told=len(result.notifications)),
            *_stretches(result.intervals, language),
        ]
    )


def summary_text(result: FocusSummaryResult, language: Lang) -> str:
    """The sentences, and who worded them where that was to be a model."""
    text = clean(result.text, lines=True)
    if result.reason is None:
        return f"{text}\n{_say('worded_by_model', language)}"
    if result.reason in (NO_MODEL, NOTHING_RECORDED):
        return text
    return f"{text}\n{_say('not_worded', language, why=in_language(result.reason, language))}"


def replay_text(result: FocusReplayResult, language: Lang) -> str:
    """How many records, what became of them, and the stretches."""
    lines = [
        _say(
            "replay_head",
            language,
            n=result.n_records,
            classifier=result.classifier,
            damaged=result.n_damaged,
        ),
        *_bars(result.seconds, language),
    ]
    if result.n_changed:
        lines.append(_say("replay_changed", language, n=result.n_changed))
    return "\n".join([*lines, *_stretches(result.intervals, language)])


def import_text(result: FocusImportResult, language: Lang) -> str:
    """How much was taken."""
    return "\n".join(
        [
            _say(
                "imported",
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
    return _say(
        "exported",
        language,
        n=result.n_intervals,
        since=result.since,
        until=result.until,
        file=result.file,
    )


def forgotten_text(result: FocusForgottenResult, language: Lang) -> str:
    """How much is gone."""
    if result.before is None:
        return _say("forgotten_all", language, n=result.n_intervals)
    return _say("forgotten_before", language, n=result.n_intervals, day=result.before)


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _decided_lines(result: FocusStatusResult, language: Lang) -> list[str]:
    assert result.decided is not None
    present, absent = _say("known", language), _say("absent", language)
    lines = [
        _say(
            "sources",
            language,
            camera=present if result.camera_known else absent,
            pc=present if result.pc_known else absent,
        )
    ]
    if result.decided.source in _SOURCES and result.decided_at is not None:
        source = _say(f"source_{result.decided.source}", language)
        lines.append(_say("decided", language, at=_time(result.decided_at), source=source))
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
        _say(
            "stretch",
            language,
            start=_clock(interval.started_at),
            end=_clock(interval.ended_at),
            state=state_word(interval.state, language),
            duration=format_duration(interval.duration_s),
        )
        for interval in intervals[-_LISTED:]
    ]
    n_more = len(intervals) - len(lines)
    return [*lines, _say("more", language, n=n_more)] if n_more else lines


def _time(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def _clock(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"


def _say(key: str, language: Lang, **values: object) -> str:
    ja, en = FOCUS_WORDS[key]
    return counted(ja if language == "ja" else en, values).format(**values)
