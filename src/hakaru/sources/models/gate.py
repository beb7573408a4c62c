"""What leaves this machine with a question, and how much may come back?

Only the headers a server needs, only to the host that was named, by no proxy and along no redirect.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from hakaru.sources.models.endpoint import Endpoint

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
