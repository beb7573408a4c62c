"""How many tokens does the efficiency section cost, against the way the requirement gives up?

`old_way.md` is written from what the requirement says of it (problems 1 and 3: thresholds and
examples in the prompt, a table beside the text); prompt and reply are divided by a line of dashes.
Counted as in the worked analyses: four ASCII bytes or one other character are a token.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hakaru.core.units import PERCENT
from hakaru.guard.task import Reply, count_tokens
from hakaru.running.sections.facts import gather
from hakaru.running.sections.judge import SectionTask
from hakaru.running.sections.model import RunKnown

OLD_WAY = Path(__file__).parent / "old_way.md"


def token_costs(known: RunKnown, reply: Mapping[str, object]) -> Mapping[str, float]:
    """Prompt and reply, both ways, and how much less it is. `reply` is what a model would answer.

    Raises:
        ValueError: a reply that would not pass.
    """
    old_prompt, _, old_reply = OLD_WAY.read_text(encoding="utf-8").partition("\n---\n")
    task = SectionTask(gather("efficiency", known), "ja")
    text = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
    passed, findings = task.judge(Reply(text=text, finish="stop"))
    if passed is None or findings:
        raise ValueError(f"the reply does not pass: {findings}")
    old = count_tokens(old_prompt) + count_tokens(old_reply)
    prompt = count_tokens(task.prompt.system) + count_tokens(task.prompt.user)
    new = prompt + count_tokens(text)
    return {
        "old_prompt_tokens": count_tokens(old_prompt),
        "old_reply_tokens": count_tokens(old_reply),
        "old_tokens": old,
        "new_prompt_tokens": prompt,
        "new_reply_tokens": count_tokens(text),
        "new_tokens": new,
        "saved_pct": round(PERCENT * (1.0 - new / old), 1),
    }
