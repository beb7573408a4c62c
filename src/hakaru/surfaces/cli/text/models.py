"""How do attempts and the check of a model read on a terminal?"""

from __future__ import annotations

from hakaru.flows.asking import AttemptResult, AttemptsResult, ModelCheck
from hakaru.guard.cleaning import Finding, clean, plain
from hakaru.present.sentences import in_language
from hakaru.present.terminal import fitted_table
from hakaru.running.wording import Lang
from hakaru.store.attempts import Outcomes, StoredAttempt
from hakaru.surfaces.cli.words_models import MODEL_WORDS

_MS_PER_S = 1000.0
_DIGEST_SHOWN = 12
_NONE = "-"


def attempts_text(result: AttemptsResult, language: Lang) -> str:
    """A line per attempt, the newest first."""
    if not result.attempts:
        return _say("attempts_none", language)
    head = tuple(_say("attempts_head", language).split("|"))
    rows = [_row(attempt, language) for attempt in result.attempts]
    footer = _say("attempts_kept", language, n=result.n_kept)
    return "\n".join([*fitted_table([head, *rows], right=frozenset({0, 4, 7})), footer])


def attempt_text(result: AttemptResult, language: Lang) -> str:
    """What was sent, what came back, and what was wrong with it."""
    attempt = result.attempt
    asked, ended = attempt.asked, attempt.result
    title = _say(
        "attempt_title",
        language,
        task=clean(asked.task),
        subject=clean(asked.subject) or _NONE,
        number=asked.number,
        model=clean(asked.model),
    )
    outcome = _say("attempt_outcome", language, outcome=_say(ended.outcome, language), detail="")
    digest = asked.prompt_sha256[:_DIGEST_SHOWN]
    sent = _say("prompt_title", language, n=asked.prompt_bytes, digest=digest)
    prompt = plain(asked.prompt) if asked.prompt else _say("prompt_not_kept", language)
    return "\n".join(
        [
            title,
            f"{outcome}{_detail(ended, language)}".rstrip(),
            *["", f"## {sent}", prompt],
            *["", f"## {_say('reply_title', language)}", plain(ended.reply or _NONE)],
            *["", f"## {_say('findings_title', language)}", *_findings(ended.findings, language)],
        ]
    )


def check_text(result: ModelCheck, language: Lang) -> str:
    """What is configured, where a prompt would go, and whether it answered."""
    about = result.model
    if about is None:
        return _say("check_none", language)
    key = (
        _say("check_no_key", language)
        if about.key_env is None
        else _say("check_key", language, name=about.key_env)
    )
    lines = [
        _say(
            "check_model",
            language,
            name=clean(about.name),
            backend=about.backend,
            url=clean(about.url),
        ),
        key,
        _say("check_far" if about.leaves_machine else "check_near", language),
    ]
    if result.prompt is not None:
        return "\n".join([*lines, "", _say("check_prompt", language), result.prompt])
    return "\n".join([*lines, _verdict(result, language)])


def _verdict(result: ModelCheck, language: Lang) -> str:
    if not result.ok:
        reason = in_language(result.reason or "", language)
        return _say("check_failed", language, reason=reason)
    return _say(
        "check_ok",
        language,
        n=result.n_attempts,
        seconds=_seconds(result.elapsed_ms),
        tokens=_tokens(result.prompt_tokens, result.reply_tokens, language),
    )


def _row(attempt: StoredAttempt, language: Lang) -> tuple[str, ...]:
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


def _detail(ended: Outcomes, language: Lang) -> str:
    if ended.error is not None:
        return in_language(ended.error, language)
    parts = [f"{_seconds(ended.elapsed_ms)} s"] if ended.elapsed_ms is not None else []
    if ended.prompt_tokens is not None or ended.reply_tokens is not None:
        parts.append(_tokens(ended.prompt_tokens, ended.reply_tokens, language))
    return ", ".join([*parts, *([ended.finish] if ended.finish else [])])


def _findings(findings: tuple[Finding, ...], language: Lang) -> list[str]:
    if not findings:
        return [_say("none", language)]
    return [
        f"- [{_say(finding.severity, language)}] {clean(finding.rule)} {clean(finding.path)}: "
        f"{clean(plain(finding.message))}"
        for finding in findings
    ]


def _tokens(sent: int | None, replied: int | None, language: Lang) -> str:
    shown = [_NONE if n_tokens is None else str(n_tokens) for n_tokens in (sent, replied)]
    return _say("tokens", language, sent=shown[0], replied=shown[1])


def _seconds(elapsed_ms: float | None) -> str:
    return _NONE if elapsed_ms is None else f"{elapsed_ms / _MS_PER_S:.1f}"


def _say(key: str, language: Lang, **slots: object) -> str:
    return MODEL_WORDS[key][language == "en"].format(**slots)
