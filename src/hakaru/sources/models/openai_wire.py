"""Requests to a server that speaks the protocol of OpenAI."""

from __future__ import annotations

import httpx2
from openai import AsyncOpenAI
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from hakaru.core.errors import ModelError
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.model import Endpoint
from hakaru.sources.models.request import request

_SET_BY_THE_GATE = "set-by-the-gate"


async def ask(endpoint: Endpoint, prompt: Prompt) -> Reply | ModelError:
    """One question; what went wrong is a value."""
    return await request(endpoint, prompt, make=_model)


def _model(endpoint: Endpoint, client: httpx2.AsyncClient) -> OpenAIChatModel:
    sdk = AsyncOpenAI(
        base_url=endpoint.url, api_key=_SET_BY_THE_GATE, max_retries=0, http_client=client
    )
    if endpoint.is_own:
        provider: Provider[AsyncOpenAI] = OpenAIProvider(openai_client=sdk)
    else:
        profile = OpenAIModelProfile(
            supports_json_schema_output=True, openai_chat_supports_max_completion_tokens=False
        )
        provider = OpenAICompatibleProvider("server", openai_client=sdk, profile=profile)
    return OpenAIChatModel(endpoint.name, provider=provider)
