"""Which language model was chosen on the settings page, and may it be?

The choice holds a protocol, a model and an address, and never a key: a key is in the environment,
under the maker's own name, or under the one that `config.toml` gives for its own address. So no
choice on a page can send a key to an address that it was not meant for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import get_args

from hakaru.core.errors import BadArgument
from hakaru.flows.context import ModelSettings
from hakaru.sources.models.model import Backend, own_url, redacted_url, url_fault

_LONGEST = 300


@dataclass(frozen=True, kw_only=True)
class ModelChoice:
    """A model of some server. `url` None: that of the protocol's maker."""

    backend: Backend
    name: str = ""
    url: str | None = None


def read_choice(written: object) -> ModelChoice | None:
    """A choice as it was written down; None: it cannot be read, or nothing was chosen."""
    if not isinstance(written, Mapping):
        return None
    backend, name, url = (written.get(key) for key in ("backend", "name", "url"))
    chosen = next((candidate for candidate in get_args(Backend) if candidate == backend), None)
    if chosen is None or not isinstance(name, str) or not isinstance(url, str | None):
        return None
    return ModelChoice(backend=chosen, name=name, url=url)


def checked_choice(configured: ModelSettings, *, backend: str, name: str, url: str) -> ModelChoice:
    """What somebody wrote into the form.

    Raises:
        BadArgument: there is no such protocol, no model is named, or a prompt may not go there.
    """
    chosen = next((candidate for candidate in get_args(Backend) if candidate == backend), None)
    if chosen is None:
        raise BadArgument("model.backend", backend[:_LONGEST], "none, openai or anthropic")
    if chosen == "none":
        return ModelChoice(backend=chosen)
    name, url = name.strip(), url.strip()
    if not 0 < len(name) <= _LONGEST or not name.isprintable():
        raise BadArgument("model.name", name[:_LONGEST], "the name of a model of that server")
    if url:
        fault = url_fault(url, any_http=configured.any_http)
        if fault is None and (len(url) > _LONGEST or not (url.isascii() and url.isprintable())):
            fault = "an address such as http://localhost:11434/v1"
        if fault is not None:
            raise BadArgument("model.url", redacted_url(url)[:_LONGEST], fault)
    return ModelChoice(backend=chosen, name=name, url=url or None)


def with_choice(configured: ModelSettings, chosen: ModelChoice) -> ModelSettings:
    """What is configured, with the choice over it; a choice that the configuration forbids is none.

    The name of a key and how replies are asked for hold for the configured address only.
    """
    if chosen.url is not None and url_fault(chosen.url, any_http=configured.any_http):
        return configured
    made = replace(configured, backend=chosen.backend, name=chosen.name, url=chosen.url)
    if _place(made) == _place(configured):
        return made
    return replace(made, key_env=None, structured="auto")


def _place(settings: ModelSettings) -> tuple[Backend, str]:
    backend = settings.backend
    return backend, settings.url or ("" if backend == "none" else own_url(backend))
