"""Language models: what was asked of them, what came back, and whether one can be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.core.units import MS_PER_S
from hakaru.guard.cleaning import clean, plain
from hakaru.present.document import Document, Drawing, Items, document, part, table
from hakaru.present.figures import NO_VALUE

if TYPE_CHECKING:
    from hakaru.flows.asking import AttemptResult, AttemptsResult, ModelCheck
    from hakaru.store.attempts import Outcomes, StoredAttempt

_DIGEST_SHOWN = 12
_OUTCOMES: Mapping[str, str] = {
    "asked": N_("unanswered"),
    "accepted": N_("accepted"),
    "rejected": N_("rejected"),
    "failed": N_("failed"),
}
_SEVERITIES: Mapping[str, str] = {"must": N_("must"), "should": N_("should")}


def attempts_document(result: AttemptsResult, language: Lang) -> Document:
    """A line per attempt, the newest first."""
    if not result.attempts:
        return document(say("No model was asked yet.", language))
    columns = say("number|when|task|about|try|outcome|tokens|s", language).split("|")
    cells = [_cells(attempt, language) for attempt in result.attempts]
    return document(
        table("attempts", columns, cells, left="rlllrllr"),
        say("{n} kept; one in full: hakaru attempts show NUMBER", language, n=result.n_kept),
    )


def attempt_document(result: AttemptResult, language: Lang) -> Document:
    """What was sent, what came back, and what was wrong with it."""
    asked, ended = result.attempt.asked, result.attempt.result
    title = say(
        "{task} ({subject}), try {number}, {model}",
        language,
        task=clean(asked.task),
        subject=clean(asked.subject) or NO_VALUE,
        number=asked.number,
        model=clean(asked.model),
    )
    outcome = say(
        "Outcome: {outcome}  {detail}",
        language,
        outcome=say(_OUTCOMES[ended.outcome], language),
        detail=_detail(ended, language),
    )
    digest = asked.prompt_sha256[:_DIGEST_SHOWN]
    sent = say("Sent ({n} bytes, {digest})", language, n=asked.prompt_bytes, digest=digest)
    prompt = say("(not kept: model.keep_prompts = false)", language)
    if asked.prompt:
        prompt = plain(asked.prompt)
    findings = [
        f"[{say(_SEVERITIES[finding.severity], language)}] {clean(finding.rule)} "
        f"{clean(finding.path)}: {clean(plain(finding.message))}"
        for finding in ended.findings
    ]
    listed = Items(items=tuple(findings)) if findings else say("none", language)
    return Document(
        parts=(
            part(title, outcome.rstrip()),
            part(Drawing(lines=tuple(prompt.splitlines())), title=sent),
            part(
                Drawing(lines=tuple(plain(ended.reply or NO_VALUE).splitlines())),
                title=say("Reply", language),
            ),
            part(listed, title=say("Findings", language)),
        )
    )


def model_check_document(result: ModelCheck, language: Lang) -> Document:
    """What is configured, where a prompt would go, and the prompt or whether it answered."""
    lines = part(*model_check_lines(result, language))
    if result.prompt is None:
        return Document(parts=(lines,))
    prompt = Drawing(lines=tuple(result.prompt.splitlines()))
    return Document(parts=(lines, part(say("What would be sent (nothing was):", language), prompt)))


def model_check_lines(result: ModelCheck, lang: Lang) -> tuple[str, ...]:
    """The check in a few sentences."""
    about = result.model
    if about is None:
        return (
            say(
                "No language model is configured (model.backend = none): "
                "nothing is sent, no connection is opened, and all texts are "
                "the narrator's.",
                lang,
            ),
        )
    key = (
        say("Key: none", lang)
        if about.key_env is None
        else say("Key: in {name}", lang, name=about.key_env)
    )
    where = (
        N_("Where to: it leaves this machine.")
        if about.leaves_machine
        else N_("Where to: it stays on this machine.")
    )
    model = say(
        "Model: {name} ({backend}, {url})",
        lang,
        name=clean(about.name),
        backend=about.backend,
        url=clean(about.url),
    )
    verdict = (_verdict(result, lang),) if result.prompt is None else ()
    return (model, key, say(where, lang), *verdict)


def _verdict(result: ModelCheck, lang: Lang) -> str:
    if not result.ok:
        reason = in_language(result.reason or "", lang)
        return say("It cannot be used: {reason}", lang, reason=reason)
    return say(
        "It works: reply {n} kept the rules ({seconds} s, {tokens}).",
        lang,
        n=result.n_attempts,
        seconds=_seconds(result.elapsed_ms),
        tokens=_tokens(result.prompt_tokens, result.reply_tokens, lang),
    )


def _cells(attempt: StoredAttempt, lang: Lang) -> tuple[str, ...]:
    ended = attempt.result
    rules = ", ".join(dict.fromkeys(finding.rule for finding in ended.findings))
    sent, replied = ended.prompt_tokens, ended.reply_tokens
    return (
        str(attempt.attempt_id),
        attempt.asked_at.astimezone().strftime("%m-%d %H:%M:%S"),
        clean(attempt.asked.task),
        clean(attempt.asked.subject) or NO_VALUE,
        str(attempt.asked.number),
        f"{say(_OUTCOMES[ended.outcome], lang)} {ended.error_kind or rules}".rstrip(),
        NO_VALUE
        if sent is None and replied is None
        else f"{sent or NO_VALUE}+{replied or NO_VALUE}",
        _seconds(ended.elapsed_ms),
    )


def _detail(ended: Outcomes, lang: Lang) -> str:
    if ended.error is not None:
        return in_language(ended.error, lang)
    parts = [f"{_seconds(ended.elapsed_ms)} s"] if ended.elapsed_ms is not None else []
    if ended.prompt_tokens is not None or ended.reply_tokens is not None:
        parts.append(_tokens(ended.prompt_tokens, ended.reply_tokens, lang))
    return ", ".join([*parts, *([ended.finish] if ended.finish else [])])


def _tokens(sent: int | None, replied: int | None, lang: Lang) -> str:
    shown = [NO_VALUE if n_tokens is None else str(n_tokens) for n_tokens in (sent, replied)]
    return say("{sent} + {replied} tokens", lang, sent=shown[0], replied=shown[1])


def _seconds(elapsed_ms: float | None) -> str:
    return NO_VALUE if elapsed_ms is None else f"{elapsed_ms / MS_PER_S:.1f}"
