"""Addresses of the dashboard, and how each page is answered over HTTP."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import json
import logging
import threading
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from urllib.parse import parse_qsl, urlsplit

import anyio
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from hakaru.catalog.reply import error_reply
from hakaru.core.errors import BadArgument, HakaruError, UnknownActivity, UnknownNode
from hakaru.core.i18n import N_, in_language, language_named, message, say
from hakaru.core.units import PERCENT
from hakaru.flows.context import Context
from hakaru.flows.preferences import as_chosen, read_preferences
from hakaru.flows.report import view_today
from hakaru.records import frozen
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.starting import Launcher
from hakaru.surfaces.http import json_response
from hakaru.surfaces.web.bodies import NotRead, read_bytes
from hakaru.surfaces.web.pages import (
    day,
    focus,
    focus_rules,
    form,
    history,
    home,
    jobs,
    map_tiles,
    plans,
    plans_order,
    run_edit,
    run_page,
    runs,
    settings,
    training,
)
from hakaru.surfaces.web.pages import visit as choices
from hakaru.surfaces.web.pages.templates import compile_templates, written
from hakaru.surfaces.web.pages.visit import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    Answer,
    Data,
    Download,
    Onward,
    PageRoute,
    Refused,
    Shown,
    Theme,
    Unchanged,
    View,
    Visit,
    Worker,
    beside_field,
    own_place,
)
from hakaru.surfaces.web.upkeep import AtWork, Upkeep


def _form(path: str, view: View, stands_on: View, *fields: str) -> PageRoute:
    """A form that a person writes in; its page says beside a field why it is refused."""
    return PageRoute(path=path, view=view, form=True, stands_on=stands_on, fields=fields)


PAGES: tuple[PageRoute, ...] = (
    PageRoute(path="/", view=home.show_home),
    PageRoute(path="/ahead", view=home.show_ahead),
    PageRoute(path="/day", view=day.show_today),
    PageRoute(path="/day/{day}", view=day.show),
    PageRoute(path="/week", view=day.show_this_week),
    PageRoute(path="/week/{week}", view=day.show_week),
    PageRoute(path="/choices", view=choices.choose, form=True),
    PageRoute(path="/runs", view=runs.show),
    PageRoute(path="/runs/{activity_id:int}", view=run_page.show_overview),
    PageRoute(path="/runs/{activity_id:int}/charts", view=run_page.show_charts),
    PageRoute(path="/runs/{activity_id:int}/laps", view=run_page.show_laps),
    PageRoute(path="/runs/{activity_id:int}/session", view=run_page.show_session),
    PageRoute(path="/runs/{activity_id:int}/trend", view=run_page.trend),
    PageRoute(path="/runs/{activity_id:int}/why", view=run_page.show_why),
    PageRoute(path="/runs/{activity_id:int}/series", view=run_page.series),
    PageRoute(path="/runs/{activity_id:int}/figures", view=run_page.figures),
    PageRoute(path="/runs/{activity_id:int}/route", view=run_page.route),
    PageRoute(path="/runs/{activity_id:int}/report.html", view=run_edit.report_html),
    PageRoute(path="/runs/{activity_id:int}/report.md", view=run_edit.report_markdown),
    PageRoute(path="/runs/{activity_id:int}/samples.csv", view=run_edit.samples),
    PageRoute(path="/runs/{activity_id:int}/edit", view=run_edit.show),
    _form("/runs/{activity_id:int}/edit/save", run_edit.save, run_edit.show, *run_edit.TEXTS),
    PageRoute(path="/runs/{activity_id:int}/edit/remove", view=run_edit.remove, form=True),
    PageRoute(path="/runs/back", view=run_edit.let_back, form=True),
    PageRoute(path="/calendar", view=history.show_calendar),
    PageRoute(path="/volume", view=history.show_volume),
    PageRoute(path="/records", view=history.show_records),
    PageRoute(path="/shoes", view=history.show_shoes),
    PageRoute(path="/compare", view=history.show_compare),
    PageRoute(path="/form", view=form.show_form),
    PageRoute(path="/form/expect", view=form.expected),
    PageRoute(path="/form/curves", view=form.curves),
    PageRoute(path="/training", view=training.show),
    PageRoute(path="/training/paces", view=training.paces),
    PageRoute(path="/training/ready", view=training.show_ready),
    PageRoute(path="/training/trends", view=training.trends),
    PageRoute(path="/plans", view=plans.show),
    _form("/plans/add", plans.add, plans.show_with_form, "title", "context"),
    PageRoute(path="/plans/next", view=plans.add_next, form=True),
    PageRoute(path="/plans/order", view=plans_order.show_order),
    _form("/plans/organize", plans_order.organize, plans.show, "intent"),
    PageRoute(path="/plans/apply", view=plans.apply_diff, form=True),
    PageRoute(path="/plans/reject", view=plans_order.reject_diff, form=True),
    PageRoute(path="/plans/take-up", view=plans_order.take_up_diff, form=True),
    PageRoute(path="/plans/node", view=plans.show_node),
    PageRoute(path="/plans/move", view=plans.move, form=True),
    _form("/plans/edit", plans.edit, plans.show_with_form, "title", "context"),
    PageRoute(path="/plans/remove", view=plans.remove, form=True),
    PageRoute(path="/plans/undo", view=plans.undo, form=True),
    PageRoute(path="/plans/advice", view=plans.show_advice),
    _form("/plans/advise", plans.advise, plans.show_with_form, "intent"),
    PageRoute(path="/import", view=jobs.show_imports),
    PageRoute(path="/import/new", view=jobs.begin_import, form=True),
    PageRoute(path="/import/simulate", view=jobs.simulate, form=True),
    PageRoute(path="/import/{job_id:int}/start", view=jobs.start, form=True),
    PageRoute(path="/import/{job_id:int}/stop", view=jobs.stop, form=True),
    PageRoute(path="/import/{job_id:int}/resume", view=jobs.resume, form=True),
    PageRoute(path="/jobs/{job_id:int}", view=jobs.show),
    PageRoute(path="/jobs/{job_id:int}/file", view=jobs.save),
    PageRoute(path="/settings", view=settings.show),
    PageRoute(path="/settings/choices", view=settings.choose, form=True),
    _form("/settings/athlete", settings.state, settings.show, "value", "since"),
    _form("/settings/tiles", map_tiles.choose, settings.show, "place", "attribution"),
    PageRoute(path="/tiles/{z:int}/{x:int}/{y:int}", view=map_tiles.send),
    _form("/settings/model", settings.choose_model, settings.show, "name", "url"),
    PageRoute(path="/settings/model/check", view=settings.check, form=True),
    PageRoute(path="/settings/export", view=settings.export, form=True),
    PageRoute(path="/settings/delete", view=settings.delete, form=True),
    PageRoute(path="/focus", view=focus.show),
    PageRoute(path="/focus/now", view=focus.show_now),
    PageRoute(path="/focus/summary", view=focus.show_summary),
    PageRoute(path="/focus/summarise", view=focus.summarise, form=True),
    _form("/focus/settings", focus.choose, focus.show, *focus.TYPED),
    _form("/focus/start", focus.start, focus.show),
    _form("/focus/stop", focus.stop, focus.show),
    PageRoute(path="/focus/pause", view=focus.pause, form=True),
    PageRoute(path="/focus/resume", view=focus.resume, form=True),
    PageRoute(path="/focus/respond", view=focus.answer, form=True),
    PageRoute(path="/focus/forget", view=focus.forget, form=True),
    PageRoute(path="/focus/wrong", view=focus_rules.correct, form=True),
    PageRoute(path="/focus/corrections", view=focus_rules.take_back, form=True),
    PageRoute(path="/focus/snooze", view=focus_rules.snooze, form=True),
    _form("/focus/rules", focus_rules.change_rules, focus.show, "pattern"),
)


_YEAR_S = 31_536_000
_WAITS_S, _FIRST_S = 2.0, 0.3
_FIELDS_MOST = 200
_HTML = "text/html; charset=utf-8"
_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


@frozen
class ErrorView:
    """Why a page cannot be shown. `back` '': there is no page to go back to but the first."""

    told: str
    back: str


@frozen
class Site:
    """What every page is made from. `engine` None: nothing watches in this server; `upkeep` None:
    whoever reads results brings them up to date, and its page waits. `looking_ahead`: while it is
    locked, what every page needs is being read, and a page waits for that instead of reading it a
    second time.
    """

    context: Context
    worker: Worker
    talker: Worker
    launcher: Launcher
    engine: Engine | None = None
    upkeep: Upkeep | None = None
    looking_ahead: threading.Lock = field(default_factory=threading.Lock)


@frozen
class UpkeepView:
    """How far the work is that a page waits for. `percent` None: it has just begun."""

    step: str
    done: str
    percent: int | None


def page_routes(site: Site, pages: Sequence[PageRoute]) -> tuple[Route, ...]:
    """The addresses of pages."""
    return tuple(
        Route(page.path, endpoint(site, page), methods=["POST" if page.form else "GET"])
        for page in pages
    )


def endpoint(site: Site, page: PageRoute) -> Endpoint:
    """What answers at one address."""

    async def answer(request: Request) -> Response:
        try:
            sent = await _fields(request) if page.form else {}
        except HakaruError as error:
            return await anyio.to_thread.run_sync(_refused, site, request, error)
        return await anyio.to_thread.run_sync(_answered, site, page, request, sent)

    return answer


def look_ahead(site: Site, leaving: threading.Event) -> None:
    """Open what is opened first while nobody waits for it: whoever comes first would wait until all
    of the past is read. What stands in the way is said to them. `looking_ahead` is locked, and let
    go once the first page can be answered. Nothing further is opened once the server is `leaving`.
    """
    try:
        visit = _looked_at_home(site)
    finally:
        site.looking_ahead.release()
    if leaving.wait(_FIRST_S):
        return
    compile_templates()
    if visit is not None:
        with contextlib.suppress(HakaruError):
            _look_further(visit, leaving)
    gc.collect()
    gc.freeze()  # what is kept of years is no garbage: to look through it takes 0.05 s each time


def _looked_at_home(site: Site) -> Visit | None:
    """None: what is stored is being brought up to date, or cannot be read."""
    request = Request({"type": "http", "path": "/", "query_string": b"", "headers": []})
    visit = _visit(site, request, {})
    if site.upkeep is not None and site.upkeep.wait() is not None:
        return None
    with contextlib.suppress(HakaruError):
        home.show_home(visit)
        return visit
    return None


def _look_further(visit: Visit, leaving: threading.Event) -> None:
    for show in (home.show_ahead, form.show_form):
        if not leaving.is_set():
            show(visit)
    latest = None if leaving.is_set() else view_today(visit.context).latest
    if latest is not None:
        here = {"activity_id": str(latest.facts.activity_id)}
        run_page.show_session(dataclasses.replace(visit, here=here))


async def not_there(site: Site, request: Request, *, status: int) -> Response:
    """The page that says that there is no such page."""
    visit = await anyio.to_thread.run_sync(_visit, site, request, {})
    return _page(_error_page(visit, say("There is no such page.", visit.lang), status), visit)


def _answered(site: Site, page: PageRoute, request: Request, sent: Mapping[str, str]) -> Response:
    visit = _visit(site, request, sent)
    if site.upkeep is not None and request.method == "GET" and not visit.partly:
        at_work = site.upkeep.wait()
        if at_work is not None:
            waiting = _page(_upkeep_page(visit, at_work), visit)
            waiting.headers["retry-after"] = "2"
            return waiting
        if site.looking_ahead.acquire(timeout=_WAITS_S):
            site.looking_ahead.release()
    try:
        answer = page.view(visit)
    except HakaruError as error:
        return _beside_form(visit, request, error, page) or _refusal(visit, request, error)
    except Exception:
        _log.exception("unexpected error at %s", request.url.path)
        return _page(
            _error_page(
                visit,
                say(
                    "Something unexpected went wrong; the log of the server has the details.",
                    visit.lang,
                ),
                500,
            ),
            visit,
        )
    return _response(answer, visit)


def _refused(site: Site, request: Request, error: HakaruError) -> Response:
    """A form that cannot be read."""
    return _refusal(_visit(site, request, {}), request, error)


def _beside_form(
    visit: Visit, request: Request, error: HakaruError, page: PageRoute
) -> Response | None:
    """The page that a refused form stands on, which says why and holds what was typed."""
    if page.stands_on is None or request.headers.get("accept", "").startswith("application/json"):
        return None
    name = error.name.rpartition(".")[2] if isinstance(error, BadArgument) else ""
    fault = beside_field(error, visit.lang)
    named = name if name in page.fields else ""
    refused = Refused(at=request.url.path, fault=fault, beside=named, sent=visit.sent)
    here = dataclasses.replace(visit, refused=refused, path=_place_before(request) or "/")
    with contextlib.suppress(HakaruError):
        shown = page.stands_on(here)
        assert isinstance(shown, Shown)
        return _page(dataclasses.replace(shown, status=error.status), here)
    return None


_GONE: Mapping[type[HakaruError], str] = {
    UnknownActivity: N_("There is no such run here. It may have been deleted."),
    UnknownNode: N_("There is no such goal or task here. It may have been deleted."),
}
"""What a page says where the command line names a command."""


def _refusal(visit: Visit, request: Request, error: HakaruError) -> Response:
    if request.headers.get("accept", "").startswith("application/json"):
        return json_response(json.dumps(error_reply(error)), error.status)
    gone = _GONE.get(type(error))
    sentence = in_language(error.message, visit.lang) if gone is None else say(gone, visit.lang)
    return _page(_error_page(visit, sentence, error.status, back=_place_before(request)), visit)


def _place_before(request: Request) -> str:
    """The page of ours that one came from; '': from none, or from this one."""
    came = urlsplit(request.headers.get("referer", ""))
    if came.netloc != request.headers.get("host") or came.path == request.url.path:
        return ""
    return own_place(f"{came.path}?{came.query}" if came.query else came.path)


def _response(answer: Answer, visit: Visit) -> Response:
    match answer:
        case Shown():
            return _page(answer, visit)
        case Onward():
            made = RedirectResponse(answer.to, status_code=303)
            for name, value in answer.cookies.items():
                made.set_cookie(name, value, max_age=_YEAR_S, samesite="strict", httponly=True)
            return made
        case Download():
            if answer.style is not None:
                policy = {"content-security-policy": _policy_of_file(answer.style)}
                return Response(answer.body, media_type=answer.media_type, headers=policy)
            headers = {"content-disposition": f'attachment; filename="{answer.name}"'}
            if answer.path is not None:
                return FileResponse(answer.path, media_type=answer.media_type, headers=headers)
            return Response(answer.body, media_type=answer.media_type, headers=headers)
        case Data():
            return json_response(answer.text, 200)
        case Unchanged():
            return Response(status_code=204)


def _visit(site: Site, request: Request, sent: Mapping[str, str]) -> Visit:
    chosen = read_preferences(site.context.data_folder)
    context = as_chosen(site.context, chosen)
    chosen_language = language_named(request.cookies.get(LANGUAGE_COOKIE))
    language = chosen_language or context.settings.language
    return Visit(
        context=dataclasses.replace(
            context,
            settings=dataclasses.replace(
                context.settings, language=language, lengths=chosen.lengths or "km"
            ),
        ),
        worker=site.worker,
        talker=site.talker,
        launcher=site.launcher,
        engine=site.engine,
        path=_own_address(request),
        theme=_theme(request.cookies.get(THEME_COOKIE)),
        asked=dict(request.query_params),
        every_asked=tuple(request.query_params.multi_items()),
        sent=sent,
        here={name: str(value) for name, value in request.path_params.items()},
        partly=request.headers.get("hx-request") == "true"
        and "hx-history-restore-request" not in request.headers,
    )


def _own_address(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def _theme(named: str | None) -> Theme:
    return next((theme for theme in THEMES if theme == named), "auto")


async def _fields(request: Request) -> Mapping[str, str]:
    try:
        text = (await read_bytes(request)).decode("utf-8", "replace")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_FIELDS_MOST))
    except (NotRead, ValueError) as exc:
        raise BadArgument(
            "form", "sent", message("a form of these pages, whole and within 5 MB")
        ) from exc


def _error_page(visit: Visit, sentence: str, status: int, *, back: str = "") -> Shown:
    view = ErrorView(told=sentence, back="" if back == "/" else back)
    title = say("This cannot be shown", visit.lang)
    return Shown(template="error.html.j2", title=title, view=view, status=status)


def _upkeep_page(visit: Visit, at_work: AtWork) -> Shown:
    """In the place of a page whose results are not there yet; it asks again by itself."""
    lang, done, total = visit.lang, at_work.done, at_work.total
    view = UpkeepView(
        step=say(_UPKEEP_STEPS.get(at_work.step, N_("Looking at what has changed")), lang),
        done=say("{done:,} of {total:,} runs", lang, done=done, total=total) if total else "",
        percent=round(PERCENT * min(done, total) / total) if total else None,
    )
    title = say("One moment", lang)
    return Shown(template="upkeep.html.j2", title=title, view=view, status=503)


_UPKEEP_STEPS = {
    "understanding": N_("Looking at the runs again"),
    "evaluating": N_("Bringing verdicts up to date"),
}


def content_policy(images: str = "") -> str:
    """No script or style in a page, none from elsewhere, no connection to anybody else but for
    pictures of one origin, where the user allowed that ('': none)."""
    pictures = " ".join(part for part in ("'self' data:", images) if part)
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src {pictures}; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; object-src 'none'"
    )


def _policy_of_file(style: str) -> str:
    """For a page that is one file: no script, and no style but its own."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; form-action 'none'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )


def _page(shown: Shown, visit: Visit) -> Response:
    html = written(shown, visit)
    headers = {"content-security-policy": content_policy(shown.images)} if shown.images else None
    return Response(html.encode("utf-8", "replace"), shown.status, headers, media_type=_HTML)
