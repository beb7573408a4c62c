"""Choices of the settings page, and their way to every program.

The choices lie in the data folder, so that the command line and models judge by the same ones. A
choice made nowhere is that of the configuration.

The choice holds a protocol, a model and an address, and never a key: a key is in the environment,
under the maker's own name, or under the one that `config.toml` gives for its own address. So no
choice on a page can send a key to an address that it was not meant for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import LANGUAGES, Language, message
from hakaru.core.quantity import Lengths
from hakaru.flows.context import Context, ModelSettings, Settings
from hakaru.records import frozen
from hakaru.sources.models.model import Backend, own_url, redacted_url, url_fault
from hakaru.sources.tiles import TileSource, checked_source, read_source
from hakaru.store.state import State

_LONGEST = 300


@frozen
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
        raise BadArgument("model.backend", backend[:_LONGEST], message("none, openai or anthropic"))
    if chosen == "none":
        return ModelChoice(backend=chosen)
    name, url = name.strip(), url.strip()
    if not 0 < len(name) <= _LONGEST or not name.isprintable():
        raise BadArgument(
            "model.name", name[:_LONGEST], message("the name of a model of that server")
        )
    if url:
        fault = url_fault(url, any_http=configured.any_http)
        if fault is None and (len(url) > _LONGEST or not (url.isascii() and url.isprintable())):
            fault = message("an address such as http://localhost:11434/v1")
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


KEY = "preferences"


@frozen
class Preferences:
    """What was chosen; None: not chosen. `show_track`: a run's page may draw where it went.
    `lengths`: the units in which pages say lengths and paces. `model` None: as configured.
    `tiles`: where the pictures of a map come from; None: no place was named."""

    language: Language | None = None
    show_track: bool | None = None
    lengths: Lengths | None = None
    model: ModelChoice | None = None
    tiles: TileSource | None = None


def read_preferences(folder: Path, *, untouched: bool = False) -> Preferences:
    """The choices in a data folder; what is no choice of ours was not made.

    `untouched`: leave the folder as it is, and take one that cannot be read for one without any.
    """
    state = State(folder)
    if not untouched and not state.is_there:
        return Preferences()
    try:
        stored = json.loads((state.peek(KEY) if untouched else state.setting(KEY)) or "{}")
    except (ValueError, RecursionError):
        return Preferences()
    return _checked(stored) if isinstance(stored, dict) else Preferences()


def write_preferences(context: Context, changed: Mapping[str, object]) -> Preferences:
    """Keep some choices beside those that were made before.

    Raises:
        BadArgument: there is no such choice, or it has no such value.
    """
    field_names = {field.name for field in fields(Preferences)} - {"model", "tiles"}
    for name, value in changed.items():
        if name not in field_names or getattr(_checked({name: value}), name) is None:
            raise BadArgument(name, value, message("a setting with one of its values"))
    made = replace(read_preferences(context.data_folder), **changed)  # type: ignore[arg-type]
    return _kept(context, made)


def write_model_choice(context: Context, chosen: ModelChoice | None) -> Preferences:
    """Keep which model is asked; None: the one of the configuration."""
    return _kept(context, replace(read_preferences(context.data_folder), model=chosen))


def write_tiles(
    context: Context, *, place: str, allowed: bool, attribution: str = ""
) -> Preferences:
    """Keep where map tiles come from, whether pages may load them, and who made the map; no place
    forgets it.

    Raises:
        BadArgument: it is no place of tiles.
    """
    source = None
    if place.strip():
        source = checked_source(place, allowed=allowed, attribution=attribution)
    return _kept(context, replace(read_preferences(context.data_folder), tiles=source))


def preferred(context: Context) -> Context:
    """The context as the user wants it now."""
    return as_chosen(context, read_preferences(context.data_folder))


def as_chosen(context: Context, chosen: Preferences) -> Context:
    """The context with the choices in it, and the model that they name."""
    settings, model = with_preferences(context.settings, chosen), context.model
    if settings.model != context.settings.model and context.model_of is not None:
        model = context.model_of(settings.model)
    return replace(context, settings=settings, model=model)


def with_preferences(settings: Settings, chosen: Preferences) -> Settings:
    """Settings with the choices in them."""
    made = replace(settings, language=chosen.language or settings.language)
    configured = settings.configured_model or settings.model
    if chosen.model is None:
        return replace(made, model=configured, configured_model=None)
    return replace(made, model=with_choice(configured, chosen.model), configured_model=configured)


def _kept(context: Context, made: Preferences) -> Preferences:
    chosen = {name: value for name, value in asdict(made).items() if value is not None}
    State(context.data_folder).write_setting(KEY, json.dumps(chosen))
    return made


def _checked(stored: Mapping[str, object]) -> Preferences:
    language, track = stored.get("language"), stored.get("show_track")
    return Preferences(
        language=next((lang for lang in LANGUAGES if lang == language), None),
        show_track=track if isinstance(track, bool) else None,
        lengths=next(
            (lengths for lengths in get_args(Lengths) if lengths == stored.get("lengths")), None
        ),
        model=read_choice(stored.get("model")),
        tiles=read_source(stored.get("tiles")),
    )
