"""What comes back for one question, and our error for each way of getting nothing.

A library's error can hold the server's answer, which can hold the key. So it is worded here, with
the key taken out, and returned as a value: nothing that is raised later leads back to it.

Only the headers a server needs, only to the host that was named, by no proxy and along no redirect.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
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
from hakaru.core.i18n import message, term
from hakaru.guard.cleaning import for_model
from hakaru.guard.task import Finish, Prompt, Reply
from hakaru.sources.models.model import Endpoint, redacted

ANSWER_MOST_BYTES = 4_194_304
"""Of one HTTP answer, before it is decoded: a reply of 64 KB with all that comes around it."""

_SENT = frozenset(
    {"host", "content-type", "content-length", "accept", "connection", "anthropic-version"}
)


class AnswerTooLarge(httpx2.HTTPError):
    """A server goes on sending."""


class Gate(httpx2.AsyncBaseTransport):
    """Hands on a request without what libraries add to it, and stops an endless answer."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False, retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """One request, one answer of bounded size."""
        for name in list(request.headers):
            if name.lower() not in _SENT:
                del request.headers[name]
        request.headers["User-Agent"] = "hakaru"
        request.headers["Accept-Encoding"] = "identity"
        self._authorise(request)
        response = await self._inner.handle_async_request(request)
        response.stream = _Bounded(response.stream)
        return response

    async def aclose(self) -> None:
        """Close what is open."""
        await self._inner.aclose()

    def _authorise(self, request: httpx2.Request) -> None:
        key = self._endpoint.key
        if key is None:
            return
        if self._endpoint.backend == "anthropic":
            request.headers["X-Api-Key"] = key.reveal()
        else:
            request.headers["Authorization"] = f"Bearer {key.reveal()}"


class _Bounded(httpx2.AsyncByteStream):
    """The bytes of an answer, up to the limit."""

    def __init__(self, inner: object) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream), "an asynchronous answer"
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        n_bytes = 0
        async for chunk in self._inner:
            n_bytes += len(chunk)
            if n_bytes > ANSWER_MOST_BYTES:
                raise AnswerTooLarge(f"the answer has more than {ANSWER_MOST_BYTES} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def client_for(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client for one question: nothing from the environment, no redirects, no own deadlines."""
    return httpx2.AsyncClient(
        transport=Gate(endpoint), trust_env=False, follow_redirects=False, timeout=None
    )


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
        return ModelFailed(endpoint.host, message("an answer without text"))
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
        return ModelFailed(where, message("an answer without an end"))
    if any(isinstance(cause, httpx2.ConnectError) for cause in causes):
        return ModelUnreachable(where, term(_words(causes[-1], endpoint)))
    if any(isinstance(cause, httpx2.TransportError | OSError) for cause in causes):
        return ModelUnreachable(where, message("the connection broke off"))
    status = next(
        (
            s
            for s in (getattr(cause, "status_code", None) for cause in causes)
            if isinstance(s, int)
        ),
        None,
    )
    if status is not None:
        return ModelFailed(where, message("status {status}, no answer of a model", status=status))
    return ModelFailed(where, message("an answer of an unexpected shape"))


def _of_status(exc: theirs.ModelHTTPError, endpoint: Endpoint) -> ModelError:
    where = endpoint.host
    if exc.status_code in (401, 403):
        return ModelRefusedKey(where, exc.status_code, key_env=endpoint.key_env)
    if exc.status_code in (429, 529):
        return ModelBusy(where, exc.status_code)
    return ModelFailed(
        where,
        message(
            "status {status}: {words}", status=exc.status_code, words=_said(exc.body, endpoint)
        ),
    )


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
