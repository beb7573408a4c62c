"""From what a page shows to HTML, and the files that a page loads.

The address of a file holds a hash of its content, so it may be kept for ever.

What is stored, judged and worded stays in kilometres. Each length and pace that a page shows gets
the same in miles, in its place or behind it, so no two screens can differ in more than that. Words
that somebody wrote themselves (`as_written`) and fields of forms stay as they are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from importlib import resources

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hakaru.core.i18n import Lang
from hakaru.core.quantity import Lengths
from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE, format_pace
from hakaru.present.document import block_kind
from hakaru.present.report import with_code
from hakaru.present.words import word
from hakaru.records import frozen
from hakaru.surfaces.web.pages.visit import THEMES, Section, Shown, Visit
from hakaru.surfaces.web.words import page_text

_HASH_DIGITS = 12
_KEPT = "private, max-age=31536000, immutable"
_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_OF_RENDER: Mapping[str, str] = {"report.css": "templates/report.css"}
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
_FOR_STRANGERS = ("icon.svg", "report.css", "app.css")
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
    places |= {name: ("hakaru.present", place) for name, place in _OF_RENDER.items()}
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


_MILES_PER_KM = METRES_PER_KM / METRES_PER_MILE
_SECONDS_PER_MINUTE = 60
_BEGIN, _END = "\ue0a0", "\ue0a1"
_END_OF_UNIT = r"(?![A-Za-z0-9])"
_LEFT_ALONE = re.compile(f"{_BEGIN}[^{_END}]*{_END}|<textarea.*?</textarea>", re.DOTALL)
_BETWEEN_TAGS = re.compile(r"(?<=>)[^<>]+(?=<)")
_PACE = re.compile(rf"(?<![\d:])(\d{{1,2}}:\d\d)(?:([〜–-])(\d{{1,2}}:\d\d))?/km{_END_OF_UNIT}")
_LENGTH = re.compile(rf"(?<![\d.])(\d+\.\d+)(?:([〜–])(\d+\.\d+))? km{_END_OF_UNIT}")
_DIFFERENCE = re.compile(rf"(?<![\d.:])(\d+)(?:([〜–])(\d+))? (s|秒)/km{_END_OF_UNIT}")
_MILE_PACE = re.compile(r"(\d{1,2}):([0-5]\d) ?/ ?mi", re.ASCII)
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_TABLE = re.compile(r'(aria-label="[^"]*"[^>]*>\s*)?(<table.*?</table>)', re.DOTALL)
_ROW = re.compile(r"<tr.*?</tr>", re.DOTALL)
_CELL = re.compile(r"(<t[hd][^>]*>)(.*?)(</t[hd]>)", re.DOTALL)
_BARE_PACE = re.compile(r"(?<=>)(\d{1,2}:\d\d)(?:([〜–-])(\d{1,2}:\d\d))?(?=<)")
_BARE_LENGTH = re.compile(r"(?<=>)(\d+\.\d+)(?=<)")
_UNIT_OF_PACE = re.compile(rf"(?<![\d])(/|分/|min/)km{_END_OF_UNIT}")
_PACE_HEAD = re.compile(r"^(?:ペース|Pace|pace)")
_SVG_PACES = re.compile(r"(?:/|分/|min/)km")

_Change = Callable[[re.Match[str]], str]


def as_written(text: object) -> Markup:
    """Somebody's own words, for a template: no figure in them is converted."""
    inner = escape(str(text).replace(_BEGIN, "").replace(_END, ""))
    return Markup(f"{_BEGIN}{inner}{_END}")  # noqa: S704  # it is escaped


def in_lengths(html: str, lengths: Lengths) -> str:
    """A page in which lengths and paces are said as was chosen; tags stay as they are."""
    if lengths != "km":
        html = _outside(_LEFT_ALONE, html, lambda piece: _converted(piece, lengths))
    return html.replace(_BEGIN, "").replace(_END, "")


def in_both(text: str) -> str:
    """'5:00/km' as '5:00/km (8:03/mi)', '5.00–7.00 km' as '5.00–7.00 km (3.11–4.35 mi)'."""

    def both(to: Callable[[str], str], unit: str) -> _Change:
        return lambda match: f"{match[0]} ({_range(match, to)}{unit})"

    converted = _PACE.sub(both(_mile_pace, "/mi"), text)
    return _LENGTH.sub(both(_miles, " mi"), converted)


def in_miles(text: str) -> str:
    """'5:00/km' as '8:03/mi', '5.00–7.00 km' as '3.11–4.35 mi', '3 s/km' as '5 s/mi'."""
    converted = _PACE.sub(lambda match: f"{_range(match, _mile_pace)}/mi", text)
    converted = _LENGTH.sub(lambda match: f"{_range(match, _miles)} mi", converted)
    converted = _DIFFERENCE.sub(lambda match: f"{_range(match, _seconds)} {match[4]}/mi", converted)
    return _UNIT_OF_PACE.sub(r"\1mi", converted)


def per_km(written: str) -> str:
    """'7:23/mi' as '4:35'; whatever else somebody wrote as it is."""
    match = _MILE_PACE.fullmatch(written.strip())
    if match is None:
        return written
    pace_s_per_mile = int(match[1]) * _SECONDS_PER_MINUTE + int(match[2])
    return format_pace(pace_s_per_mile * _MILES_PER_KM)


def _converted(html: str, lengths: Lengths) -> str:
    if lengths == "km_and_mi":
        return _BETWEEN_TAGS.sub(lambda match: in_both(match[0]), html)
    html = _PICTURE.sub(lambda match: _picture(match[0]), html)
    html = _TABLE.sub(lambda match: _table(match[1] or "", match[2]), html)
    return _BETWEEN_TAGS.sub(lambda match: in_miles(match[0]), html)


def _picture(svg: str) -> str:
    """Its axis says only minutes and seconds; the unit stands in a label."""
    return _BARE_PACE.sub(_bare_pace, svg) if _SVG_PACES.search(svg) else svg


def _table(label: str, html: str) -> str:
    """Columns whose head names the unit, all where the label of the table does, and the paces of a
    table of splits."""
    rows = _ROW.findall(html)
    if not rows:
        return label + html
    heads = [re.sub(r"<[^>]+>", "", cell[1]).strip() for cell in _CELL.findall(rows[0])]
    far = {place for place, head in enumerate(heads) if head == "km"}
    fast = {place for place, head in enumerate(heads) if head.endswith(("(/km)", "（/km）"))}
    if "/km" in label:
        fast = set(range(len(heads)))
    elif far:
        fast |= {place for place, head in enumerate(heads) if _PACE_HEAD.match(head)}

    def row(row_match: re.Match[str]) -> str:
        places = iter(range(len(heads) + 1))

        def cell(cell_match: re.Match[str]) -> str:
            place = next(places, -1)
            if place in far:
                converted = _BARE_LENGTH.sub(lambda length: _miles(length[1]), cell_match[0])
                return converted.replace(">km<", ">mi<")
            return _BARE_PACE.sub(_bare_pace, cell_match[0]) if place in fast else cell_match[0]

        return _CELL.sub(cell, row_match[0])

    return _UNIT_OF_PACE.sub(r"\1mi", label) + _ROW.sub(row, html)


def _outside(but: re.Pattern[str], html: str, change: Callable[[str], str]) -> str:
    """The same change on everything but what matches. A piece begins and ends where a tag does, or
    where words of somebody do: these get the ends of a tag of their own for the change."""
    made, start = [], 0
    for match in but.finditer(html):
        made += [change(f">{html[start : match.start()]}<")[1:-1], match[0]]
        start = match.end()
    made.append(change(f">{html[start:]}<")[1:-1])
    return "".join(made)


def _range(match: re.Match[str], to: Callable[[str], str]) -> str:
    first, dash, last = match[1], match[2], match[3]
    return "".join((to(first), dash or "", to(last) if last else ""))


def _bare_pace(match: re.Match[str]) -> str:
    return _range(match, _mile_pace)


def _mile_pace(written: str) -> str:
    minutes, _, seconds = written.partition(":")
    pace_s_per_km = int(minutes) * _SECONDS_PER_MINUTE + int(seconds)
    return format_pace(pace_s_per_km / _MILES_PER_KM)


def _miles(written: str) -> str:
    digits = len(written.partition(".")[2])
    return f"{float(written) * _MILES_PER_KM:.{digits}f}"


def _seconds(written: str) -> str:
    return f"{int(written) / _MILES_PER_KM:.0f}"


_PLACES: tuple[tuple[Section, str], ...] = (
    ("home", "/"),
    ("runs", "/runs"),
    ("form", "/form"),
    ("training", "/training"),
    ("focus", "/focus"),
    ("plans", "/plans"),
    ("import", "/import"),
    ("settings", "/settings"),
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
    html = (
        _environment()
        .get_template("whole.html.j2" if shown.piece and not visit.partly else shown.template)
        .render(
            w=partial(page_text, lang=lang),
            word=partial(word, lang=lang),
            lang=lang,
            theme=visit.theme,
            themes=THEMES,
            path=visit.path,
            title=shown.title,
            places=[
                Place(
                    name=name,
                    label=page_text(f"nav_{name}", lang),
                    address=address,
                    here=name == shown.section,
                )
                for name, address in _PLACES
            ],
            view=shown.view,
            piece=shown.template,
            lengths=visit.lengths,
        )
    )
    own_words_only = shown.section == "plans"
    return in_lengths(html, "km" if own_words_only else visit.lengths)


def sign_in_html(lang: Lang, *, command: str, void: bool) -> str:
    """The page for somebody without a session: which command prints a link. `void`: theirs does
    not work any more."""
    template = _environment().get_template("sign_in.html.j2")
    return template.render(w=partial(page_text, lang=lang), lang=lang, command=command, void=void)


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
    )
    made.filters |= {"kind": block_kind, "code": with_code, "own": as_written}
    made.globals["asset"] = address_of
    return made


def compile_templates() -> None:
    """Compile every template, so that the first visitor of a page need not wait for it."""
    for name in _environment().list_templates(extensions=["j2"]):
        _environment().get_template(name)
