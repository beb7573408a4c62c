"""A language model as Hakaru sees it: one prompt, one answer; where it is, and with which key.

The libraries (0.6 s to load) come in with the first question, in a thread, so that neither a start
nor an event loop waits for them.
"""

from __future__ import annotations

import dataclasses
import importlib
import ipaddress
import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol
from urllib.parse import SplitResult, urlsplit

from hakaru.core.errors import (
    ModelError,
    ModelFailed,
    ModelNotConfigured,
    ModelNotInstalled,
    ModelTooSlow,
)
from hakaru.core.i18n import Message, message
from hakaru.records import frozen

if TYPE_CHECKING:
    from hakaru.guard.task import Prompt, Reply

HIDDEN = "[key]"
_SHORTEST = 4
_KEY_LIKE = re.compile(r"(?i)\b(?:bearer\s+[\w.~+/-]{8,}=*|(?:sk|rk|pk)-[\w-]{8,})")


class Secret:
    """A value that shows itself to nobody but who asks for it by name."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value, for the one place that sends it."""
        return self._value

    def __repr__(self) -> str:
        return f"Secret({HIDDEN!r})"

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a secret is not written anywhere")


def redacted(text: str, secret: Secret | None) -> str:
    """Text without the key and without what looks like one."""
    if secret is not None and len(secret.reveal()) >= _SHORTEST:
        text = text.replace(secret.reveal(), HIDDEN)
    return _KEY_LIKE.sub(HIDDEN, text)


Backend = Literal["none", "openai", "anthropic"]
"""`openai`: all that speak its protocol, such as Ollama, llama-server, LM Studio, vLLM."""

Structured = Literal["auto", "schema", "prompted"]
"""How a reply is kept to a schema: by the server, or by asking for it. `auto`: by the server, where
it is known to be able to."""


@frozen
class Description:
    """Which model is asked, where, and how. `key_env` names a variable, never its value.

    `leaves_machine` False: the address is this machine's own.
    """

    backend: str
    name: str
    url: str
    key_env: str | None
    structured: str
    timeout_s: float
    leaves_machine: bool


class Model(Protocol):
    """One language model. It gives text; what becomes of it is for the guard to say."""

    def describe(self) -> Description:
        """Which model this is and where a prompt would go. Opens no connection."""
        ...

    def as_sent(self, prompt: Prompt) -> Prompt:
        """The prompt as it would leave: schema in the text where the server does not take one."""
        ...

    async def answer(self, prompt: Prompt) -> Reply:
        """One question, one call.

        Raises:
            ModelError: no reply: unreachable, refused, busy, failed, too slow, not set up.
        """
        ...


OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"

_NEAR = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
_OWN_URLS: Mapping[str, tuple[str, str]] = {
    "openai": (OPENAI_URL, "OPENAI_API_KEY"),
    "anthropic": (ANTHROPIC_URL, "ANTHROPIC_API_KEY"),
}


@frozen
class Endpoint:
    """One model of one server. `key_env` None: it is asked without a key.

    `key` None beside a `key_env`: the variable is not set, and nothing can be asked.
    """

    backend: Backend
    url: str
    name: str
    key_env: str | None = None
    key: Secret | None = None
    timeout_s: float = 120.0
    structured: Structured = "auto"

    @property
    def host(self) -> str:
        """The host with its port, as it is written in messages."""
        return urlsplit(self.url).netloc

    @property
    def is_own(self) -> bool:
        """Whether the server is that of the maker of the protocol."""
        return urlsplit(self.url).hostname == urlsplit(_OWN_URLS[self.backend][0]).hostname

    @property
    def leaves_machine(self) -> bool:
        """Whether a prompt goes to another machine."""
        return not _is_loopback(urlsplit(self.url).hostname or "")

    def check_ready(self) -> None:
        """Raises ModelNotConfigured, naming what is not set."""
        if not self.name:
            raise ModelNotConfigured("model.name")
        if self.key_env is not None and self.key is None:
            raise ModelNotConfigured(self.key_env)


def own_url(backend: Backend) -> str:
    """The address of the maker of the protocol."""
    return _OWN_URLS[backend][0]


def own_key_env(backend: Backend, url: str) -> str | None:
    """Which variable holds the key if the user names none; None: servers of one's own need none."""
    own, key_env = _OWN_URLS[backend]
    return key_env if urlsplit(url).hostname == urlsplit(own).hostname else None


def url_fault(url: str, *, any_http: bool = False) -> Message | None:
    """What an address should have been; None: a prompt may go there.

    Unencrypted only within this machine or network, unless `any_http`. A key has its own place.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises for what is no port
    except ValueError:
        return message("an address such as http://localhost:11434/v1")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return message("an address such as http://localhost:11434/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        return message(
            "an address without user, password or query; the key is named by model.key_env"
        )
    if parts.scheme == "http" and not any_http and not _is_near(parts):
        return message(
            "https: only this machine or network may be asked by http (model.any_http = true)"
        )
    return None


def redacted_url(url: str) -> str:
    """Scheme and host of an address, for a message: what else it holds may be a key."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{re.split('[/?#]', rest)[0].rpartition('@')[2]}" if rest else "an address"


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_near(parts: SplitResult) -> bool:
    """Whether a host is this machine, or one that the internet has no name for."""
    host = parts.hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_NEAR)
    return address.is_loopback or (address.is_private and not address.is_link_local)


class Scripted:
    """Answers with the given replies in their order, or raises the given errors.

    `asked` holds the prompts it got.
    """

    def __init__(self, replies: Iterable[Reply | str | ModelError]) -> None:
        self._replies = list(replies)
        self.asked: list[Prompt] = []

    def describe(self) -> Description:
        """A model that is nowhere."""
        return Description(
            backend="scripted",
            name="scripted",
            url="",
            key_env=None,
            structured="prompted",
            timeout_s=0.0,
            leaves_machine=False,
        )

    def as_sent(self, prompt: Prompt) -> Prompt:
        """Unchanged."""
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:
        """The next reply.

        Raises:
            ModelError: the script says so, or has come to its end.
        """
        self.asked.append(prompt)
        if len(self.asked) > len(self._replies):
            raise ModelFailed(
                "the script", message("it has only {n} replies", n=len(self._replies))
            )
        reply = self._replies[len(self.asked) - 1]
        if isinstance(reply, ModelError):
            raise reply
        if isinstance(reply, str):
            task = importlib.import_module("hakaru.guard.task")
            made: Reply = task.Reply(text=reply, finish="stop")
            return made
        return reply


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
        replies = importlib.import_module("hakaru.guard.replies")  # with a model only
        schema = replies.without_lengths(prompt.schema)
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
        import asyncio  # noqa: PLC0415  # 25 ms, in a program that asks a model only

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
        how = importlib.import_module("hakaru.sources.parts").install_command(extra)
        raise ModelNotInstalled(endpoint.backend, extra, how=how) from exc
