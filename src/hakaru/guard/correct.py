"""How is a model told what was wrong, so that the next prompt is no longer than the last?

From the original question, the last reply as far as it fits, and its findings. Everything a model
made is cleaned and cut, for it could speak to the model that reads it next.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from hakaru.guard.attempts import Prompt, Reply
from hakaru.guard.cleaning import for_model
from hakaru.guard.fence import block
from hakaru.guard.findings import Finding, musts
from hakaru.guard.wording import Lang, quote, say

REPLY_MOST_BYTES = 4_096
FINDINGS_MOST_BYTES = 3_584
FINDINGS_MOST = 20
MESSAGE_MOST = 240
PATH_MOST = 80


def correction(
    original: Prompt, reply: Reply, *, findings: Sequence[Finding], lang: Lang
) -> Prompt:
    """The question again. It exceeds the original by a constant, however often one asks."""
    parts = (
        original.user,
        say("your_reply", lang),
        _shown(reply, lang),
        "\n".join([say("correct_it", lang), *_listed(musts(findings), lang)]),
    )
    return dataclasses.replace(original, user="\n\n".join(parts))


def _shown(reply: Reply, lang: Lang) -> str:
    text = for_model(reply.text, most=REPLY_MOST_BYTES, lines=True)
    if not text.strip():
        return say("no_reply", lang)
    excerpt = text.encode()[:REPLY_MOST_BYTES].decode(errors="ignore")
    is_cut = len(excerpt) < len(text) or len(reply.text) > REPLY_MOST_BYTES
    return block(excerpt, nonce="reply") + (f"\n{say('was_cut', lang)}" if is_cut else "")


def _listed(wrong: Sequence[Finding], lang: Lang) -> list[str]:
    """As many findings as fit, and how many more there are."""
    listed: list[str] = []
    n_bytes = 0
    for finding in wrong[:FINDINGS_MOST]:
        line = f"- {_line(finding)}"
        n_bytes += len(line.encode()) + 1
        if n_bytes > FINDINGS_MOST_BYTES:
            break
        listed.append(line)
    n_more = len(wrong) - len(listed)
    return [*listed, f"- {say('and_more', lang, n=n_more)}"] if n_more else listed


def _line(finding: Finding) -> str:
    where = quote(finding.path, most=PATH_MOST)
    message = quote(finding.message, most=MESSAGE_MOST)
    return f"{where}: {message}" if where else message
