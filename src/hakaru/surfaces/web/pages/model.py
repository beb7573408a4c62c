"""Which language model is asked, where, with the key of which variable; and does it answer?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from hakaru.flows.asking import check_model
from hakaru.flows.context import ModelSettings
from hakaru.flows.preferences import checked_choice, read_preferences, write_model_choice
from hakaru.present.blocks import Fact
from hakaru.running.wording import Lang
from hakaru.sources.models.model import Backend, own_key_env, own_url
from hakaru.surfaces.cli.text.models import check_text
from hakaru.surfaces.web.pages.runs import Choice
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

_CONFIGURED = "configured"


@dataclass(frozen=True, kw_only=True)
class ModelView:
    """What is asked now, and what could be chosen instead."""

    facts: tuple[Fact, ...]
    choices: tuple[Choice, ...]
    name: str
    url: str


@dataclass(frozen=True, kw_only=True)
class CheckView:
    """How the model answered, line by line."""

    ok: bool
    lines: tuple[str, ...]


def model_view(visit: Visit) -> ModelView:
    """The part of the settings page about the model."""
    settings, lang = visit.context.settings, visit.lang
    chosen = read_preferences(visit.context.data_folder).model
    configured = settings.configured_model or settings.model
    now = _CONFIGURED if chosen is None else chosen.backend
    names = (_CONFIGURED, *get_args(Backend))
    return ModelView(
        facts=_facts(settings.model, lang),
        choices=tuple(
            Choice(value=name, label=_label(name, configured, lang), chosen=name == now)
            for name in names
        ),
        name="" if chosen is None else chosen.name,
        url="" if chosen is None else chosen.url or "",
    )


def choose(visit: Visit) -> Onward:
    """Keep which model is asked, or go back to the configured one. No key is taken."""
    settings, sent = visit.context.settings, visit.sent
    backend = sent.get("backend", "")
    chosen = None
    if backend != _CONFIGURED:
        configured = settings.configured_model or settings.model
        name, url = sent.get("name", ""), sent.get("url", "")
        chosen = checked_choice(configured, backend=backend, name=name, url=url)
    write_model_choice(visit.context, chosen)
    return Onward(to="/settings?told=model#model")


def check(visit: Visit) -> Shown:
    """Ask the model for one word."""
    result = check_model(visit.context, show_prompt=False)
    view = CheckView(ok=result.ok, lines=tuple(check_text(result, visit.lang).splitlines()))
    return Shown(
        template="settings_check.html.j2",
        piece=True,
        title=page_text("model_head", visit.lang),
        view=view,
        section="settings",
    )


def _facts(model: ModelSettings, lang: Lang) -> tuple[Fact, ...]:
    if model.backend == "none":
        return ()
    url = model.url or own_url(model.backend)
    facts = {
        "backend": page_text(f"backend_{model.backend}", lang),
        "name": model.name,
        "url": url,
        "key_env": model.key_env
        or own_key_env(model.backend, url)
        or page_text("model_no_key", lang),
    }
    return tuple(
        Fact(label=page_text(f"model_{key}", lang), value=value)
        for key, value in facts.items()
        if value
    )


def _label(name: str, configured: ModelSettings, lang: Lang) -> str:
    if name != _CONFIGURED:
        return page_text(f"backend_{name}", lang)
    what = page_text(f"backend_{configured.backend}", lang)
    if configured.name:
        what = f"{what}, {configured.name}"
    return page_text("backend_configured", lang, what=what)
