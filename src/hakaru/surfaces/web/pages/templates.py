"""How does what a page shows become HTML? Everything is escaped; nothing is inline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from hakaru.present.blocks import block_kind
from hakaru.present.report import with_code
from hakaru.present.words import word
from hakaru.running.wording import Lang
from hakaru.surfaces.web.assets import address_of
from hakaru.surfaces.web.pages.miles import as_written, in_lengths
from hakaru.surfaces.web.pages.visit import THEMES, Section, Shown, Visit
from hakaru.surfaces.web.words import page_text

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


@dataclass(frozen=True, kw_only=True)
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
