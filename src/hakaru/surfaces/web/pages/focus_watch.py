"""Which process watches, since when and what; and what a person reads before one is started."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.flows.focus import read_focus_settings
from hakaru.flows.watchers import read_watchers
from hakaru.focus.settings import FocusSettings
from hakaru.guard.cleaning import clean
from hakaru.records import frozen
from hakaru.sources.pc_calls import Figure
from hakaru.store.focus import Presence
from hakaru.store.jobs import process_of
from hakaru.surfaces.engine.starting import Means, Wish
from hakaru.surfaces.web.pages.visit import Visit

_WRITTEN_DOWN = (
    N_(
        "which application is in front, how long nothing was typed or moved, how many keys and "
        "clicks"
    ),
    N_(
        "with the camera: figures of the face (where the head points, how far the eyes are open, "
        "yawns)"
    ),
    N_("the state found from that, and the notifications"),
)
_NEVER = (
    N_("pictures and sound"),
    N_("which keys are pressed"),
    N_("window titles and addresses of pages"),
)
_ENDS: Mapping[str, str] = {
    "server": N_("It is a part of `hakaru serve --focus` and ends with it."),
    "tied": N_("It ends with this dashboard."),
    "own": N_("It goes on when the dashboard ends."),
}
_FIGURES: Mapping[Figure, str] = {
    "app": N_("application in front"),
    "idle": N_("time without input"),
    "keys": N_("number of keys"),
    "mouse": N_("number of clicks"),
    "locked": N_("locked screen"),
}


@frozen
class StartForm:
    """What is said before watching is started. `refusal` '': it can be; `camera` '': it can be
    used, else why not; `desktop`: what is known of the use of the computer, or why nothing is;
    `sent`: what goes to whom."""

    refusal: str
    camera: str
    desktop: str
    written: tuple[str, ...]
    never: tuple[str, ...]
    sent: str


@frozen
class WatchView:
    """Who watches. `start` None: somebody does; `lost`: one that did is gone without a word;
    `again`: watching begins with every login."""

    present: tuple[str, ...]
    can_stop: bool
    lost: str
    again: str
    start: StartForm | None


def watch_view(visit: Visit) -> WatchView:
    """Who is there to watch, or what a start would mean."""
    lang, folder = visit.lang, visit.context.data_folder
    watchers = read_watchers(visit.context)
    settings = read_focus_settings(visit.context)
    now = visit.context.now()
    lost = watchers.lost[0] if watchers.lost and not watchers.present else None
    again = bool(watchers.stoppable) and visit.launcher.begins_at_login(folder)
    there = bool(watchers.present)
    return WatchView(
        present=tuple(_line(one, settings, now, lang) for one in watchers.present),
        can_stop=bool(watchers.stoppable),
        lost=say(
            "The process that had watched since {at} is gone without having ended in order; a few "
            "seconds before may be missing.",
            lang,
            at=_at(lost.since, now),
        )
        if lost
        else "",
        again=say(
            "It begins anew with the next login; `hakaru focus uninstall` makes that undone.", lang
        )
        if again
        else "",
        start=None if there else _form(visit, settings),
    )


def start_watching(visit: Visit) -> None:
    """Start a process as the form says. Raises WatchRefused or StoreError where it does not."""
    camera = visit.sent.get("camera") == "on"
    wish = Wish(camera=camera, lasting=visit.sent.get("lasting") == "on")
    visit.launcher.start(visit.context, wish, owner=lambda: visit.worker.owner)


def _line(presence: Presence, settings: FocusSettings, now: datetime, lang: Lang) -> str:
    camera = presence.camera and settings.camera_enabled
    end = "server" if presence.inside else "tied" if presence.tied else "own"
    return say(
        "{process}, since {at}: {what}. {end}",
        lang,
        process=clean(process_of(presence.owner)),
        at=_at(presence.since, now),
        what=say(N_("camera and PC use") if camera else N_("PC use"), lang),
        end=say(_ENDS[end], lang),
    )


def _at(moment: datetime, now: datetime) -> str:
    local = moment.astimezone()
    same_day = local.date() == now.astimezone().date()
    return local.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")


def _form(visit: Visit, settings: FocusSettings) -> StartForm:
    lang = visit.lang
    means = visit.launcher.means(visit.context.data_folder)
    refusal = means.refusal(camera=settings.camera_enabled)
    return StartForm(
        refusal="" if refusal is None else in_language(refusal, lang),
        camera=_camera(means, settings, lang),
        desktop=_desktop(means, lang),
        written=tuple(say(text, lang) for text in _WRITTEN_DOWN),
        never=tuple(say(text, lang) for text in _NEVER),
        sent=_sent(visit, settings, lang),
    )


def _desktop(means: Means, lang: Lang) -> str:
    if means.desktop is not None:
        return say("PC use: {why}.", lang, why=in_language(means.desktop, lang))
    names = [say(_FIGURES[figure], lang) for figure in means.untold]
    if not names:
        return ""
    return say(
        "This desktop does not tell: {names}.",
        lang,
        names=("、" if lang == "ja" else ", ").join(names),
    )


def _camera(means: Means, settings: FocusSettings, lang: Lang) -> str:
    if not settings.camera_enabled:
        return say("The camera is switched off under “What may watch”.", lang)
    if means.camera is None:
        return ""
    return say("Camera: {why}.", lang, why=in_language(means.camera, lang))


def _sent(visit: Visit, settings: FocusSettings, lang: Lang) -> str:
    model = visit.context.settings.model
    if model.backend == "none" or not settings.model_enabled:
        return say("Nothing is sent to anybody.", lang)
    return say(
        "In cases that rules leave open, the figures of the last minute and the name of the "
        "application are sent to the language model ({model}); it is switched off under "
        "“What may watch”.",
        lang,
        model=clean(model.name or model.backend),
    )
