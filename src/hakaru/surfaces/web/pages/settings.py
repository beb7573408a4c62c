"""Settings: the athlete, units, the language model, taking data along and deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import (
    LANGUAGE_NAMES,
    N_,
    Lang,
    in_context,
    message,
    say,
    translate,
)
from hakaru.core.quantity import Lengths
from hakaru.flows.asking import check_model
from hakaru.flows.athlete import StatedQuantity, get_athlete, set_athlete
from hakaru.flows.context import ModelSettings
from hakaru.flows.job_records import jobs_of
from hakaru.flows.jobs import delete_everything
from hakaru.flows.preferences import (
    checked_choice,
    read_preferences,
    write_model_choice,
    write_preferences,
)
from hakaru.present.athlete import athlete_rows, lack_text, quantity_name, sex_name
from hakaru.present.document import Fact
from hakaru.present.models import model_check_lines
from hakaru.records import frozen
from hakaru.running.athlete.model import Quantity
from hakaru.sources.models.model import Backend, own_key_env, own_url
from hakaru.sources.tiles import TileSource
from hakaru.surfaces.web.pages.jobs import JobLine, begin, job_line
from hakaru.surfaces.web.pages.visit import Choice, Onward, Shown, Visit

_CONFIGURED = "configured"


@frozen
class ModelView:
    """What is asked now, and what could be chosen instead."""

    facts: tuple[Fact, ...]
    choices: tuple[Choice, ...]
    name: str
    url: str


@frozen
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


def choose_model(visit: Visit) -> Onward:
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
    view = CheckView(ok=result.ok, lines=model_check_lines(result, visit.lang))
    return Shown(
        template="settings_check.html.j2",
        piece=True,
        title=say("Language model", visit.lang),
        view=view,
        section="settings",
    )


_BACKENDS: Mapping[str, str] = {
    "none": in_context("backend none", "none"),
    "openai": N_("OpenAI-compatible (OpenAI, Ollama, llama.cpp, …)"),
    "anthropic": N_("Anthropic"),
}


def _facts(model: ModelSettings, lang: Lang) -> tuple[Fact, ...]:
    if model.backend == "none":
        return ()
    url = model.url or own_url(model.backend)
    facts = {
        say("Protocol", lang): say(_BACKENDS[model.backend], lang),
        say("Model", lang): model.name,
        say("Address", lang): url,
        say("Variable of the key", lang): model.key_env
        or own_key_env(model.backend, url)
        or say("none", lang),
    }
    return tuple(Fact(label=name, value=value) for name, value in facts.items() if value)


def _label(name: str, configured: ModelSettings, lang: Lang) -> str:
    if name != _CONFIGURED:
        return say(_BACKENDS[name], lang)
    what = say(_BACKENDS[configured.backend], lang)
    if configured.name:
        what = f"{what}, {configured.name}"
    return say("as in config.toml ({what})", lang, what=what)


DELETE_WORD = "DELETE"


def newest_export(visit: Visit) -> JobLine | None:
    """The export that was asked for last; None: nobody asked for one."""
    jobs = jobs_of(visit.context, "export")
    return job_line(jobs[0], visit) if jobs else None


def export(visit: Visit) -> Onward:
    """Everything in open formats, made beside the pages."""
    begin(visit, "export")
    return Onward(to="/settings#data")


def delete(visit: Visit) -> Onward:
    """Delete everything, if that is what was written."""
    if visit.sent.get("confirm", "").strip() != DELETE_WORD:
        return Onward(to="/settings?told=kept#data")
    delete_everything(visit.context)
    return Onward(to="/settings?told=deleted")


QUANTITIES: tuple[StatedQuantity, ...] = get_args(StatedQuantity)
_ALL: tuple[Quantity, ...] = get_args(Quantity)
_CHOICES = ("language", "lengths")


@frozen
class SettingsView:
    """The page of settings."""

    languages: tuple[Choice, ...]
    show_track: bool
    tiles: TileSource
    lengths: tuple[Choice, ...]
    athlete: tuple[Fact, ...]
    wanted: tuple[str, ...]
    quantities: tuple[Choice, ...]
    model: ModelView
    data_folder: str
    export: JobLine | None
    delete_word: str
    told: str


def show(visit: Visit) -> Shown:
    """The page."""
    lang, context = visit.lang, visit.context
    today = context.today
    result = visit.remembered("athlete", today, make=lambda: get_athlete(context, day=None))
    chosen = read_preferences(context.data_folder)
    view = SettingsView(
        languages=tuple(
            Choice(value=code, label=name, chosen=lang == code)
            for code, name in LANGUAGE_NAMES.items()
        ),
        show_track=bool(chosen.show_track),
        tiles=chosen.tiles or TileSource(place="", allowed=False),
        lengths=_lengths(chosen.lengths or "km", lang),
        athlete=athlete_rows(result.athlete, lang, used=_ALL),
        wanted=tuple(
            lack_text(quantity, result.athlete.known.get(quantity), lang=lang)
            for quantity in result.wanted
        ),
        quantities=_quantities(visit),
        model=model_view(visit),
        data_folder=str(context.data_folder),
        export=newest_export(visit),
        delete_word=DELETE_WORD,
        told=_told(visit),
    )
    title = say("Settings", lang)
    return Shown(template="settings.html.j2", title=title, view=view, section="settings")


def choose(visit: Visit) -> Onward:
    """Keep the choices."""
    chosen: dict[str, object] = {"show_track": visit.sent.get("show_track") == "on"}
    chosen |= {name: value for name in _CHOICES if (value := visit.sent.get(name))}
    write_preferences(visit.context, chosen)
    language = visit.sent.get("language")
    cookies = {} if language is None else {"hakaru-language": language}
    return Onward(to="/settings?told=saved", cookies=cookies)


def state(visit: Visit) -> Onward:
    """Note what the runner says of themselves."""
    quantity = visit.sent.get("quantity", "")
    if quantity not in QUANTITIES:
        raise BadArgument(
            "quantity", quantity, message("one of {names}", names=", ".join(QUANTITIES))
        )
    value, since = visit.sent.get("value", ""), visit.sent.get("since", "").strip()
    day = _day(since)
    try:
        set_athlete(visit.context, quantity=quantity, value=value, since=day)
    except BadArgument as refused:
        raise BadArgument("value", value, refused.expected) from None
    return Onward(to="/settings?told=stated#athlete")


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written) if written else None
    except ValueError:
        raise BadArgument("since", written, message("a day as YYYY-MM-DD")) from None


_LENGTHS: Mapping[Lengths, str] = {
    "km": N_("km, min/km"),
    "mi": N_("miles, min/mile"),
    "km_and_mi": N_("km and miles"),
}


def _lengths(chosen: Lengths, lang: Lang) -> tuple[Choice, ...]:
    return tuple(
        Choice(value=lengths, label=say(name, lang), chosen=lengths == chosen)
        for lengths, name in _LENGTHS.items()
    )


def _quantities(visit: Visit) -> tuple[Choice, ...]:
    sent = visit.refused.of("/settings/athlete").typed("quantity")
    return tuple(
        Choice(value=quantity, label=_quantity(quantity, visit.lang), chosen=quantity == sent)
        for quantity in QUANTITIES
    )


def _quantity(quantity: StatedQuantity, lang: Lang) -> str:
    if quantity == "sex":
        return sex_name(lang)
    name = "threshold_speed_mps" if quantity == "threshold_pace" else quantity
    return quantity_name(name, lang)


def _told(visit: Visit) -> str:
    return translate(_TOLD.get(visit.choice("told") or "", ""), visit.lang)


_TOLD: Mapping[str, str] = {
    "saved": N_("Saved."),
    "stated": N_("Noted; it is used for runs from now on."),
    "model": N_("Saved. This dashboard uses it at once, other programs from their next start."),
    "tiles": N_("Saved: the map behind the route."),
    "deleted": N_("Everything was deleted."),
    "kept": N_("The word did not match; nothing was deleted."),
}
