"""Attention now and today, and what may watch it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import cast
from urllib.parse import urlencode

import anyio.from_thread

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, in_context, in_language, message, say, translate
from hakaru.flows.attention import respond_to_notification
from hakaru.flows.focus import (
    FocusDayResult,
    Pause,
    focus_status,
    focus_today,
    forget_focus_history,
    pause_focus,
    read_focus_settings,
    resume_focus,
    write_focus_settings,
)
from hakaru.flows.job_records import Subject
from hakaru.flows.report import view_week
from hakaru.flows.watchers import end_watchers, read_watchers
from hakaru.focus.settings import FocusSettings
from hakaru.focus.states import REASON_WORDS, FocusState, reasons_text, state_word
from hakaru.guard.cleaning import clean
from hakaru.present.chart import DrawnChart, drawn_chart
from hakaru.present.document import Fact
from hakaru.present.figures import day_text, lasting
from hakaru.present.focus_chart import states_chart
from hakaru.records import frozen
from hakaru.sources.pc_calls import Figure
from hakaru.store.focus import Presence, Response, SentNotification
from hakaru.store.jobs import process_of
from hakaru.surfaces.engine.board import HEALTH_WORDS, PARTS, QUIET_CODES, Part, health_word
from hakaru.surfaces.engine.starting import Means, Wish
from hakaru.surfaces.web.pages.day import DayLine, day_line
from hakaru.surfaces.web.pages.focus_rules import (
    Choice,
    CorrectionsView,
    RulesView,
    SpanView,
    corrections_view,
    rules_view,
    span_view,
)
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.visit import Onward, Shown, Unchanged, Visit


@frozen
class SummaryPanel:
    """What was said of a day. `text` '': nobody has asked."""

    day: str
    asked: Asked
    text: str


def show_summary(visit: Visit) -> Shown:
    """The sentences: a piece of the page of attention, for as long as they are being made."""
    day = visit.day("day")
    if day is None:
        raise BadArgument("day", None, message("a day as YYYY-MM-DD"))
    return Shown(
        template="focus_summary.html.j2",
        piece=True,
        title=say("This day", visit.lang),
        view=summary_panel(visit, day),
        section="focus",
    )


def summary_panel(visit: Visit, day: date) -> SummaryPanel:
    """What was said last of a day."""
    asked = asked_before(visit, "summarise", about=Subject(day=day.isoformat()), since=None)
    return SummaryPanel(day=day.isoformat(), asked=asked, text=clean(asked.text))


def summarise(visit: Visit) -> Onward:
    """Put a day into words: by the model that is configured, or by rules."""
    written = visit.sent.get("day", "")
    try:
        day = date.fromisoformat(written).isoformat()
    except ValueError:
        raise BadArgument("day", written, message("a day as YYYY-MM-DD")) from None
    ask(visit, "summarise", about=Subject(day=day, lang=visit.context.settings.language))
    return Onward(to=f"/focus?day={day}&told=asked#day")


_FLAGS = (
    "camera_enabled",
    "model_enabled",
    "notify_enabled",
    "nudge_outside_work",
    "titles_allowed",
    "domains_allowed",
)
_NUMBERS = ("over_focus_after_min", "most_per_day", "keep_days")
_ADDED_NUMBERS = ("goal_focus_min", "pomodoro_min", "eye_break_after_min")
_CLOCKS = ("quiet_from", "quiet_until")
_ADDED_TEXTS = ("work_days", "work_from", "work_until")
TYPED = (*_NUMBERS, *_ADDED_NUMBERS, *_CLOCKS, *_ADDED_TEXTS)
"""Fields of the settings that a person writes in."""
_DIGITS_MOST = 15
_FIRST_DAY = date(1971, 1, 1)
_RESPONSES: Mapping[Response, str] = {
    "accepted": N_("took the break"),
    "dismissed": N_("dismissed"),
    "snoozed": N_("later"),
    "wrong": N_("That was wrong"),
}


@frozen
class NowView:
    """The state now. `state` '': nothing is watching. `camera` says whether it is on; `pause` how
    far a pause is, which `pause_text` says (''; there is none). `inside`: this server watches;
    `can_pause`: this or another process does. `seen` names all of this, so that what has not
    changed is not shown anew."""

    state: str
    label: str
    reasons: str
    confidence: str
    since: str
    camera_on: bool
    camera: str
    watching: bool
    pause: Pause
    pause_text: str
    inside: bool
    can_pause: bool
    amiss: tuple[str, ...]
    watch: WatchView
    seen: str = ""


@frozen
class NoticeView:
    """A notification that was shown."""

    notification_id: int
    at: str
    text: str
    response: str


@frozen
class FocusView:
    """The page of attention. `states` None: nothing was recorded on the day."""

    now: NowView
    day: str
    line: DayLine
    facts: tuple[Fact, ...]
    states: DrawnChart | None
    summary: SummaryPanel
    newer: str
    older: str
    week: tuple[DayLine, ...]
    notices: tuple[NoticeView, ...]
    settings: FocusSettings
    told: str
    span: SpanView
    rules: RulesView
    corrections: CorrectionsView
    answers: tuple[Choice, ...]


def show(visit: Visit) -> Shown:
    """A day of attention, and the week before it."""
    lang, context = visit.lang, visit.context
    today = context.today
    day = max(min(visit.day("day") or today, today), _FIRST_DAY)
    focus_day = focus_today(context, day=day)
    week = view_week(context, last=day)
    states = states_chart(focus_day.intervals, day, lang)
    view = FocusView(
        now=now_view(visit),
        day=day_text(day, lang),
        line=day_line(week[-1], lang),
        facts=_facts(focus_day, lang),
        states=None if states is None else drawn_chart(states, lang),
        summary=summary_panel(visit, day),
        newer="" if day == today else f"/focus?day={(day + timedelta(days=1)).isoformat()}",
        older=f"/focus?day={(day - timedelta(days=1)).isoformat()}",
        week=tuple(day_line(week_day, lang) for week_day in reversed(week[:-1])),
        notices=tuple(_notice(notification, lang) for notification in focus_day.notifications),
        settings=read_focus_settings(context),
        told=_told_of(visit),
        span=span_view(visit),
        rules=rules_view(visit),
        corrections=corrections_view(visit),
        answers=tuple(
            Choice(value=code, label=say(text, lang)) for code, text in _RESPONSES.items()
        ),
    )
    return Shown(
        template="focus.html.j2",
        title=say("Focus", lang),
        view=view,
        section="focus",
    )


def show_now(visit: Visit) -> Shown | Unchanged:
    """The state now: a piece of the page, where it is another than the one that is seen."""
    view = now_view(visit)
    if visit.partly and visit.choice("seen") == view.seen:
        return Unchanged()
    title = say("Now", visit.lang)
    return Shown(template="focus_now.html.j2", piece=True, title=title, view=view, section="focus")


def now_view(visit: Visit) -> NowView:
    """By the engine in this server, else by what another program has written down."""
    view = _now(visit)
    return replace(view, seen=sha256(repr(view).encode("utf-8", "replace")).hexdigest()[:16])


def _now(visit: Visit) -> NowView:
    engine, watch = visit.engine, watch_view(visit)
    if engine is not None:
        return _told(engine.message(), watch, visit.lang)
    status, lang = focus_status(visit.context), visit.lang
    decided = None if status.pause != "no" else status.decided
    return NowView(
        state="" if decided is None else decided.state,
        label="" if decided is None else state_word(decided.state, lang),
        reasons="" if decided is None else _reasons(decided.reasons, lang),
        confidence="" if decided is None else f"{decided.confidence:.2f}",
        since="" if status.last_at is None else _clock(status.last_at),
        camera_on=status.camera_open,
        camera=say(N_("on") if status.camera_open else N_("off"), lang),
        watching=decided is not None,
        pause=status.pause,
        pause_text=_pause_text(status.pause, status.watching, lang),
        inside=False,
        can_pause=status.watching is not None,
        amiss=(),
        watch=watch,
    )


def _camera_text(code: str, *, on: bool, pause: Pause, lang: Lang) -> str:
    if on or pause != "no":
        return say(N_("on") if on else N_("off"), lang)
    return health_word(code, lang)


_PAUSES: Mapping[str, str] = {
    "pausing": N_("Pausing… {owner} has not let go of the camera yet."),
    "paused": N_("Paused. No process is watching."),
    "unanswered": in_context(
        "focus unanswered",
        "{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
}


def _pause_text(pause: Pause, watcher: str | None, lang: Lang) -> str:
    return "" if pause == "no" else say(_PAUSES[pause], lang, owner=clean(watcher or "-"))


def choose(visit: Visit) -> Onward:
    """Keep what may watch and when it may speak."""
    chosen: dict[str, object] = {name: visit.sent.get(name) == "on" for name in _FLAGS}
    for name in (*_NUMBERS, *(name for name in _ADDED_NUMBERS if name in visit.sent)):
        written = visit.sent.get(name, "")
        if not _is_number(written):
            raise BadArgument(name, written, message("a whole number >= {low}", low=1))
        chosen[name] = int(written)
    texts = (*_CLOCKS, *(name for name in _ADDED_TEXTS if name in visit.sent))
    chosen |= {name: visit.sent.get(name, "").strip() or None for name in texts}
    write_focus_settings(visit.context, chosen)
    return Onward(to="/focus?told=saved#settings")


def start(visit: Visit) -> Onward:
    """Start a process that watches."""
    start_watching(visit)
    return Onward(to="/focus?told=started")


def stop(visit: Visit) -> Onward:
    """Have the processes that only watch write down what they know and end."""
    end_watchers(visit.context)
    return Onward(to="/focus?told=stopped")


def _told_of(visit: Visit) -> str:
    return translate(_TOLD.get(visit.choice("told") or "", ""), visit.lang)


_TOLD: Mapping[str, str] = {
    "saved": N_("Saved."),
    "started": N_("Watching has started."),
    "stopped": N_("Watching has stopped; everything it knew is written down."),
}


def pause(visit: Visit) -> Onward:
    """Stop watching in every process, and let go of the camera."""
    if visit.engine is not None:  # it lets go even where the pause cannot be written down
        anyio.from_thread.run(visit.engine.pause)
    pause_focus(visit.context)
    return Onward(to="/focus")


def resume(visit: Visit) -> Onward:
    """Watch again."""
    if visit.engine is not None:
        anyio.from_thread.run(visit.engine.resume)
    else:
        resume_focus(visit.context)
    return Onward(to="/focus")


def answer(visit: Visit) -> Onward:
    """What the user did with a notification."""
    number, response = visit.sent.get("id", ""), visit.sent.get("response", "")
    if not _is_number(number) or response not in _RESPONSES:
        raise BadArgument(
            "response", response, message("one of {names}", names=", ".join(_RESPONSES))
        )
    respond_to_notification(visit.context, int(number), cast(Response, response))
    day = visit.sent.get("day", "")
    return Onward(to=f"/focus?{urlencode({'day': day})}#notices" if day else "/focus#notices")


def forget(visit: Visit) -> Onward:
    """Delete the history of attention."""
    forget_focus_history(visit.context, before=None)
    return Onward(to="/focus?told=saved")


def _is_number(written: str) -> bool:
    """Of a length that any store can hold."""
    return written.isascii() and written.isdigit() and len(written) <= _DIGITS_MOST


def _facts(today: FocusDayResult, lang: Lang) -> tuple[Fact, ...]:
    stats = today.stats
    if not stats.total_s:
        return ()
    facts = {
        say("Recorded", lang): lasting(stats.total_s, lang),
        say("Longest stretch of focus", lang): lasting(stats.longest_focus_s, lang),
        say("Changes of state", lang): str(stats.n_changes),
    }
    return tuple(Fact(label=name, value=value) for name, value in facts.items())


def _notice(notification: SentNotification, lang: Lang) -> NoticeView:
    return NoticeView(
        notification_id=notification.notification_id,
        at=notification.sent_at.astimezone().strftime("%H:%M"),
        text=clean(notification.text),
        response=""
        if notification.response is None
        else say(_RESPONSES[cast(Response, notification.response)], lang),
    )


def _told(message: Mapping[str, object], watch: WatchView, lang: Lang) -> NowView:
    health = cast(Mapping[str, str], message["health"])
    state = cast(FocusState, message["state"])
    since, confidence = message["since"], message["confidence"]
    camera, camera_on = health["camera"], bool(message["camera_open"])
    pause = cast(Pause, message["pause"])
    is_known = isinstance(since, float | int)
    return NowView(
        state=state,
        label=state_word(state, lang),
        reasons=_reasons(cast(list[str], message["reasons"]), lang),
        confidence=f"{confidence:.2f}",
        since=_clock(datetime.fromtimestamp(since).astimezone()) if is_known else "",  # type: ignore[arg-type]
        camera_on=camera_on,
        camera=_camera_text(camera, on=camera_on, pause=pause, lang=lang),
        watching=pause == "no",
        pause=pause,
        pause_text=_pause_text(pause, cast(str | None, message["watcher"]), lang),
        inside=True,
        can_pause=True,
        amiss=tuple(
            f"{translate(PARTS[cast(Part, part)], lang)}: {health_word(code, lang)}"
            for part, code in health.items()
            if code not in QUIET_CODES and code in HEALTH_WORDS
        ),
        watch=watch,
    )


def _reasons(codes: list[str] | tuple[str, ...], lang: Lang) -> str:
    return reasons_text(tuple(code for code in codes if code in REASON_WORDS), lang)


def _clock(moment: datetime) -> str:
    return moment.astimezone().strftime("%H:%M")


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
