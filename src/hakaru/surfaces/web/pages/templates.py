"""From what a page shows to HTML, and the files that a page loads.

The address of a file holds a hash of its content, so it may be kept for ever.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import resources

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hakaru.core.i18n import N_, Lang, in_context, length_unit, say, say_in
from hakaru.present.compiled import kept_code
from hakaru.present.document import block_kind
from hakaru.present.report import with_code
from hakaru.records import frozen
from hakaru.surfaces.web.pages.visit import THEMES, Section, Shown, Visit

_HASH_DIGITS = 12
_KEPT = "private, max-age=31536000, immutable"
_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_OF_RENDER = ("base.css", "report.css")
_OWN: tuple[str, ...] = (
    "app.css",
    "app.js",
    "charts.css",
    "charts.js",
    "run.css",
    "run.js",
    "upload.js",
    "focus.js",
    "icon.svg",
    "vendor/htmx.min.js",
    "vendor/uPlot.iife.min.js",
    "vendor/uPlot.min.css",
)
_FOR_STRANGERS = ("icon.svg", "base.css", "report.css", "app.css")
"""What the page that says how to get in loads: no secrets, and no scripts."""


@frozen
class Asset:
    """A file that pages load. `address` changes with its content."""

    address: str
    body: bytes
    media_type: str


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its name."""
    places = {name: ("hakaru.surfaces.web", f"static/{name}") for name in _OWN}
    places |= {name: ("hakaru.present", f"templates/{name}") for name in _OF_RENDER}
    return {name: _asset(name, *place) for name, place in places.items()}


def address_of(name: str) -> str:
    """Where a page finds a file. Raises KeyError for one that there is not."""
    return assets()[name].address


def asset_routes() -> tuple[Route, ...]:
    """The addresses of all files."""
    return tuple(
        Route(asset.address, _sender(asset), methods=["GET"]) for asset in assets().values()
    )


def open_asset(path: str) -> Response | None:
    """The file at an address, if the page for strangers loads it; None: it is none of those."""
    for name in _FOR_STRANGERS:
        if assets()[name].address == path:
            return _response(assets()[name])
    return None


def _asset(name: str, package: str, place: str) -> Asset:
    body = resources.files(package).joinpath(place).read_bytes()
    digest = hashlib.sha256(body).hexdigest()[:_HASH_DIGITS]
    return Asset(
        address=f"/static/{digest}/{name}",
        body=body,
        media_type=_TYPES[name.rpartition(".")[2]],
    )


def _sender(asset: Asset) -> Callable[[Request], Awaitable[Response]]:
    async def send(_: Request) -> Response:
        return _response(asset)

    return send


def _response(asset: Asset) -> Response:
    return Response(asset.body, media_type=asset.media_type, headers={"cache-control": _KEPT})


_PLACES: tuple[tuple[Section, str, str], ...] = (
    ("home", N_("Today"), "/"),
    ("runs", N_("Runs"), "/runs"),
    ("form", N_("Form"), "/form"),
    ("training", N_("Training"), "/training"),
    ("focus", N_("Focus"), "/focus"),
    ("plans", N_("Plans"), "/plans"),
    ("import", N_("Import"), "/import"),
    ("settings", N_("Settings"), "/settings"),
)


@frozen
class Place:
    """An entry of the navigation."""

    name: str
    label: str
    address: str
    here: bool


def written(shown: Shown, visit: Visit) -> str:
    """The HTML of a page."""
    lang = visit.lang
    return (
        _environment()
        .get_template("whole.html.j2" if shown.piece and not visit.partly else shown.template)
        .render(
            say=say_in(lang),
            lang=lang,
            theme=visit.theme,
            themes=THEMES,
            path=visit.path,
            title=shown.title,
            places=[
                Place(
                    name=name,
                    label=say(label, lang),
                    address=address,
                    here=name == shown.section,
                )
                for name, label, address in _PLACES
            ],
            view=shown.view,
            refused=visit.refused,
            piece=shown.template,
            lengths=visit.context.settings.lengths,
            length_unit=length_unit(lang),
        )
    )


def sign_in_html(lang: Lang, *, command: str, void: bool) -> str:
    """The page for somebody without a session: which command prints a link. `void`: theirs does
    not work any more."""
    template = _environment().get_template("sign_in.html.j2")
    return template.render(say=say_in(lang), lang=lang, command=command, void=void)


@cache
def _environment() -> Environment:
    own = PackageLoader("hakaru.surfaces.web")
    reports = PackageLoader("hakaru.present")
    made = Environment(
        loader=ChoiceLoader([own, PrefixLoader({"report": reports})]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_code("pages"),
    )
    made.filters |= {"kind": block_kind, "code": _with_links}
    made.globals |= {"asset": address_of, "in_context": in_context}
    return made


_STEP = re.compile(r"(?P<step>[^\s.。;][^.。;]*): `(?P<command>hakaru [^`]+)`")
_DONE_HERE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"hakaru label (\d+) .+"), r"/runs/\1/edit"),
    (re.compile(r"hakaru athlete set .+"), "/settings#athlete"),
    (re.compile(r"hakaru ingest .+"), "/import"),
)
"""Commands, and the pages where the same is done."""


def _with_links(text: str) -> Markup:
    """Escaped text: 'say it: `hakaru …`' leads to the page that does it, other code is code."""
    match = _STEP.search(text)
    if match is None:
        return with_code(text)
    for command, page in _DONE_HERE:
        done = command.fullmatch(match["command"])
        if done is not None:
            link = Markup('<a href="{}">{}</a>').format(done.expand(page), match["step"])
            return Markup("").join(
                (with_code(text[: match.start()]), link, with_code(text[match.end() :]))
            )
    return with_code(text)


def compile_templates() -> None:
    """Compile every template, so that the first visitor of a page need not wait for it."""
    for name in _environment().list_templates(extensions=["j2"]):
        _environment().get_template(name)
