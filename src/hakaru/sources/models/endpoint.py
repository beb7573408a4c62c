"""Where is a model, which one, and with which key? And may a prompt go there unencrypted?"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from hakaru.core.errors import ModelNotConfigured
from hakaru.sources.models.model import Backend, Structured
from hakaru.sources.models.secret import Secret

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"

_NEAR = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
_OWN_URLS: Mapping[str, tuple[str, str]] = {
    "openai": (OPENAI_URL, "OPENAI_API_KEY"),
    "anthropic": (ANTHROPIC_URL, "ANTHROPIC_API_KEY"),
}


@dataclass(frozen=True, kw_only=True)
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


def url_fault(url: str, *, any_http: bool = False) -> str | None:
    """What an address should have been; None: a prompt may go there.

    Unencrypted only within this machine or network, unless `any_http`. A key has its own place.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises for what is no port
    except ValueError:
        return "an address such as http://localhost:11434/v1"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "an address such as http://localhost:11434/v1"
    if parts.username or parts.password or parts.query or parts.fragment:
        return "an address without user, password or query; the key is named by model.key_env"
    if parts.scheme == "http" and not any_http and not _is_near(parts):
        return "https: only this machine or network may be asked by http (model.any_http = true)"
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
