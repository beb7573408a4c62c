"""Does the model that is configured answer, and what would it be sent?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from hakaru.flows.asking import NO_MODEL, asker_of
from hakaru.flows.context import Context
from hakaru.flows.conversation import prompt_text
from hakaru.guard.cleaning import Finding, musts
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Prompt, Reply, correction, question
from hakaru.running.wording import Lang
from hakaru.sources.models.model import Description

_COLOUR = "green"
_SCHEMA: dict[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["colour"],
    "properties": {"colour": {"type": "string", "enum": [_COLOUR, "red"]}},
}


@dataclass(frozen=True, kw_only=True)
class ModelCheck:
    """What is configured, and how it answered. `model` None: nothing is, and nothing was sent.

    `prompt` None: it was not asked for. `sent` False: nothing left this machine's programs.
    """

    model: Description | None
    sent: bool
    ok: bool
    reason: str | None = None
    prompt: str | None = None
    n_attempts: int = 0
    elapsed_ms: float | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None


@dataclass(frozen=True, kw_only=True)
class CheckTask:
    """Copy one word out of the data into the schema: what every task needs a model to do."""

    lang: Lang

    @property
    def name(self) -> str:
        """Where its attempts are filed."""
        return "model.check"

    @property
    def prompt(self) -> Prompt:
        """The question: nothing of the user's is in it."""
        asked = 'Reply with JSON: {"colour": the colour in the data}.'
        return Prompt(
            system="You copy a word from data.",
            user=question({"colour": _COLOUR}, asked, nonce=self.name, lang=self.lang),
            schema=_SCHEMA,
            reply_max_tokens=256,
        )

    def judge(self, reply: Reply) -> tuple[str | None, tuple[Finding, ...]]:
        """The word, if it is the one in the data."""
        value, findings = read_object(reply, lang=self.lang)
        if value is None:
            return None, findings
        all_findings = (*findings, *check(value, _SCHEMA, lang=self.lang))
        if not musts(all_findings) and value["colour"] != _COLOUR:
            wrong = "これはデータの色ではありません", "this is not the colour in the data"
            message = wrong[self.lang == "en"]
            all_findings = (
                *all_findings,
                Finding(rule="check.colour", path="colour", message=message),
            )
        return str(value.get("colour")), all_findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)


def check_model(context: Context, *, show_prompt: bool) -> ModelCheck:
    """Ask the model for one word. With `show_prompt` nothing is sent: it says what would be.

    Raises:
        ModelNotConfigured, ModelNotInstalled: it cannot be asked.
    """
    if context.model is None:
        return ModelCheck(model=None, sent=False, ok=True, reason=NO_MODEL)
    task = CheckTask(lang=context.settings.language)
    about = context.model.describe()
    if show_prompt:
        prompt = prompt_text(context.model.as_sent(task.prompt))
        return ModelCheck(model=about, sent=False, ok=True, prompt=prompt)
    answered = asyncio.run(asker_of(context).answer(task, str, subject="check"))
    last = answered.attempts[-1].reply if answered.attempts else None
    return ModelCheck(
        model=about,
        sent=True,
        ok=answered.source == "llm",
        reason=answered.reason,
        n_attempts=len(answered.attempts),
        elapsed_ms=last.elapsed_ms if last else None,
        prompt_tokens=last.n_prompt_tokens if last else None,
        reply_tokens=last.n_reply_tokens if last else None,
    )
