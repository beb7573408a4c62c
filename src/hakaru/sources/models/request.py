"""What comes back for one question, and which of our errors is each way of getting nothing?

A library's error can hold the server's answer, which can hold the key. So it is worded here, with
the key taken out, and returned as a value: nothing that is raised later leads back to it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

import httpx2
from pydantic_ai import exceptions as theirs
from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from hakaru.core.errors import ModelBusy, ModelError, ModelFailed, ModelRefusedKey, ModelUnreachable
from hakaru.guard.cleaning import for_model
from hakaru.guard.task import Finish, Prompt, Reply
from hakaru.sources.models.endpoint import Endpoint
from hakaru.sources.models.gate import AnswerTooLarge, client_for
from hakaru.sources.models.secret import redacted

Maker: TypeAlias = Callable[[Endpoint, httpx2.AsyncClient], Model]

_REASON_MOST = 160
_MS_PER_S = 1000.0
_FINISHES: Mapping[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "filter"}
_FOREIGN = (
    theirs.AgentRunError,
    theirs.UserError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    OSError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)
"""What the libraries raise: for an answer of an unexpected shape, too (no choices: IndexError)."""


async def request(endpoint: Endpoint, prompt: Prompt, *, make: Maker) -> Reply | ModelError:
    """Ask once. The client lives for the one call, so that any event loop may ask."""
    client = await asyncio.to_thread(client_for, endpoint)
    async with client:
        model = await asyncio.to_thread(make, endpoint, client)
        began_s = time.perf_counter()
        try:
            response = await model_request(
                model,
                [_messages(prompt)],
                model_settings=ModelSettings(max_tokens=prompt.reply_max_tokens),
                model_request_parameters=_parameters(prompt),
                instrument=False,
            )
        except _FOREIGN as exc:
            return _as_ours(exc, endpoint)
    return _reply(response, endpoint, elapsed_ms=(time.perf_counter() - began_s) * _MS_PER_S)


def _messages(prompt: Prompt) -> ModelRequest:
    return ModelRequest(
        parts=[SystemPromptPart(content=prompt.system), UserPromptPart(content=prompt.user)]
    )


def _parameters(prompt: Prompt) -> ModelRequestParameters:
    if prompt.schema is None:
        return ModelRequestParameters()
    reply = OutputObjectDefinition(json_schema=prompt.schema, name="reply")
    return ModelRequestParameters(output_mode="native", output_object=reply)


def _reply(response: ModelResponse, endpoint: Endpoint, *, elapsed_ms: float) -> Reply | ModelError:
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    finish = _FINISHES.get(response.finish_reason or "", "unknown")
    if not text and finish not in ("length", "filter"):
        return ModelFailed(endpoint.host, "an answer without text")
    usage = response.usage
    return Reply(
        text=redacted(text, endpoint.key),
        finish=finish,
        n_prompt_tokens=usage.input_tokens or None,
        n_reply_tokens=usage.output_tokens or None,
        elapsed_ms=elapsed_ms,
    )


def _as_ours(exc: BaseException, endpoint: Endpoint) -> ModelError:
    where = endpoint.host
    if isinstance(exc, theirs.ModelHTTPError):
        return _of_status(exc, endpoint)
    causes = list(_causes(exc))
    if any(isinstance(cause, AnswerTooLarge) for cause in causes):
        return ModelFailed(where, "an answer without an end")
    if any(isinstance(cause, httpx2.ConnectError) for cause in causes):
        return ModelUnreachable(where, _words(causes[-1], endpoint))
    if any(isinstance(cause, httpx2.TransportError | OSError) for cause in causes):
        return ModelUnreachable(where, "the connection broke off")
    status = next(
        (
            s
            for s in (getattr(cause, "status_code", None) for cause in causes)
            if isinstance(s, int)
        ),
        None,
    )
    if status is not None:
        return ModelFailed(where, f"status {status}, no answer of a model")
    return ModelFailed(where, "an answer of an unexpected shape")


def _of_status(exc: theirs.ModelHTTPError, endpoint: Endpoint) -> ModelError:
    where = endpoint.host
    if exc.status_code in (401, 403):
        return ModelRefusedKey(where, exc.status_code, key_env=endpoint.key_env)
    if exc.status_code in (429, 529):
        return ModelBusy(where, exc.status_code)
    return ModelFailed(where, f"status {exc.status_code}: {_said(exc.body, endpoint)}")


def _said(body: object, endpoint: Endpoint) -> str:
    """The server's own words, where it has some."""
    message = body
    while isinstance(message, Mapping):
        message = message.get("message", message.get("error"))
    is_page = isinstance(message, str) and message.lstrip().startswith("<")
    words = message if isinstance(message, str) and not is_page else "no reason given"
    return for_model(redacted(words, endpoint.key), most=_REASON_MOST)


def _words(exc: BaseException, endpoint: Endpoint) -> str:
    return for_model(redacted(str(exc) or type(exc).__name__, endpoint.key), most=_REASON_MOST)


def _causes(exc: BaseException | None) -> list[BaseException]:
    causes: list[BaseException] = []
    while exc is not None and exc not in causes:
        causes.append(exc)
        exc = exc.__cause__ or exc.__context__
    return causes
