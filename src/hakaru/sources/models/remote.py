"""How is a model on a server asked? One call, one deadline, and only our own errors.

The libraries (0.6 s to load) come in with the first question, in a thread, so that neither a start
nor an event loop waits for them.
"""

from __future__ import annotations

import asyncio
import dataclasses
import importlib
import json
from collections.abc import Mapping
from typing import Any

from hakaru.core.errors import ModelError, ModelNotInstalled, ModelTooSlow
from hakaru.guard.replies import without_lengths
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.endpoint import Endpoint
from hakaru.sources.models.model import Description
from hakaru.sources.parts import install_command

_WIRES: Mapping[str, tuple[str, str]] = {
    "openai": ("hakaru.sources.models.openai_wire", "llm"),
    "anthropic": ("hakaru.sources.models.anthropic_wire", "anthropic"),
}
"""The module that speaks a protocol, and the extra that brings its libraries."""

_SCHEMA_SENTENCE = "Answer with one JSON object that follows this JSON Schema, and nothing else:"


class Remote:
    """A model behind an address. Opens no connection before it is asked."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def __repr__(self) -> str:
        return f"Remote({self._endpoint!r})"

    def describe(self) -> Description:
        """Which model, where, how."""
        endpoint = self._endpoint
        return Description(
            backend=endpoint.backend,
            name=endpoint.name,
            url=endpoint.url,
            key_env=endpoint.key_env,
            structured=self._structured,
            timeout_s=endpoint.timeout_s,
            leaves_machine=endpoint.leaves_machine,
        )

    def as_sent(self, prompt: Prompt) -> Prompt:
        """Lengths of text are not part of a schema that is sent; `prompted` puts it in the text."""
        if prompt.schema is None:
            return prompt
        schema = without_lengths(prompt.schema)
        if self._structured == "schema":
            return dataclasses.replace(prompt, schema=schema)
        written = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
        system = f"{prompt.system}\n\n{_SCHEMA_SENTENCE}\n{written}"
        return dataclasses.replace(prompt, system=system, schema=None)

    async def answer(self, prompt: Prompt) -> Reply:
        """One HTTP call within the timeout, which counts from the call to the last byte.

        Raises:
            ModelNotConfigured, ModelNotInstalled: nothing was asked.
            ModelUnreachable, ModelRefusedKey, ModelBusy, ModelFailed, ModelTooSlow: as named.
        """
        endpoint = self._endpoint
        endpoint.check_ready()
        wire = await asyncio.to_thread(_loaded, endpoint)
        try:
            async with asyncio.timeout(endpoint.timeout_s):
                outcome: Reply | ModelError = await wire.ask(endpoint, self.as_sent(prompt))
        except TimeoutError:
            outcome = ModelTooSlow(endpoint.host, endpoint.timeout_s)
        if isinstance(outcome, ModelError):  # raised here: what it came from may hold the key
            raise outcome
        return outcome

    @property
    def _structured(self) -> str:
        endpoint = self._endpoint
        if endpoint.structured != "auto":
            return endpoint.structured
        return "schema" if endpoint.backend == "openai" else "prompted"


def _loaded(endpoint: Endpoint) -> Any:
    """The module that speaks the protocol, in a thread."""
    module, extra = _WIRES[endpoint.backend]
    try:
        return importlib.import_module(module)
    except ImportError as exc:
        how = install_command(extra)
        raise ModelNotInstalled(endpoint.backend, extra, how=how) from exc
