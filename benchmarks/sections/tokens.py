"""How many tokens does a section cost, against the way the requirement gives up?

`old_way.md` is written from what the requirement says of it (problems 1 and 3: thresholds and
examples in the prompt, a table beside the text); prompt and reply are divided by a line of dashes.
Counted as in the worked analyses: four ASCII bytes or one other character are a token. The reply is
the longest that is asked for: five sentences, each worded as the menu words it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hakaru.core.i18n import Lang, in_language
from hakaru.core.units import PERCENT
from hakaru.flows.narrate import menus_of
from hakaru.guard.task import count_tokens
from hakaru.running.claims.choose import SectionTask
from hakaru.running.sections.model import RunKnown

OLD_WAY = Path(__file__).parent / "old_way.md"
_SENTENCES = 5


def token_costs(known: RunKnown, *, lang: Lang) -> Mapping[str, float]:
    """Of the efficiency section both ways, and the most of any section of a run. A reply without
    words of its own is `chosen_tokens_most`."""
    old_prompt, _, old_reply = OLD_WAY.read_text(encoding="utf-8").partition("\n---\n")
    old = count_tokens(old_prompt) + count_tokens(old_reply)
    tasks = {name: SectionTask(menu=menu, lang=lang) for name, menu in menus_of(known).items()}
    new = _prompt(tasks["efficiency"]) + _reply(tasks["efficiency"], worded=True)
    return {
        "old_tokens": old,
        "new_tokens": new,
        "saved_pct": round(PERCENT * (1.0 - new / old), 1),
        "prompt_tokens_most": max(map(_prompt, tasks.values())),
        "reply_tokens_most": max(_reply(task, worded=True) for task in tasks.values()),
        "chosen_tokens_most": max(_reply(task, worded=False) for task in tasks.values()),
        "offers_shown_least": min(len(task.offered) for task in tasks.values()),
    }


def _prompt(task: SectionTask) -> int:
    return count_tokens(task.prompt.system) + count_tokens(task.prompt.user)


def _reply(task: SectionTask, *, worded: bool) -> int:
    claims = [
        {"ids": [offer.id], **({"text": in_language(offer.wording, task.lang)} if worded else {})}
        for offer in task.offered[:_SENTENCES]
    ]
    return count_tokens(json.dumps({"claims": claims}, ensure_ascii=False, separators=(",", ":")))
