"""Requests to a server that speaks the protocol of Anthropic."""

from __future__ import annotations

import httpx2
from anthropic import AsyncAnthropic
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.profiles.anthropic import AnthropicModelProfile
from pydantic_ai.providers.anthropic import AnthropicProvider

from hakaru.core.errors import ModelError
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.model import Endpoint
from hakaru.sources.models.request import request

_SET_BY_THE_GATE = "set-by-the-gate"


async def ask(endpoint: Endpoint, prompt: Prompt) -> Reply | ModelError:
    """One question; what went wrong is a value."""
    return await request(endpoint, prompt, make=_model)


def _model(endpoint: Endpoint, client: httpx2.AsyncClient) -> AnthropicModel:
    sdk = AsyncAnthropic(
        base_url=endpoint.url, api_key=_SET_BY_THE_GATE, max_retries=0, http_client=client
    )
    provider = AnthropicProvider(anthropic_client=sdk)
    if endpoint.structured != "schema":
        return AnthropicModel(endpoint.name, provider=provider)
    able = AnthropicModelProfile(supports_json_schema_output=True)  # the user says it is
    return AnthropicModel(endpoint.name, provider=provider, profile=able)
