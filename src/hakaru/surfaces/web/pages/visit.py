"""Who asks for a page, in which language, with which choices; and what does a page answer?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.preferences import Lengths
from hakaru.flows.understand import Past, past_of
from hakaru.running.wording import Lang
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.web.memo import Memo
from hakaru.surfaces.web.worker import Worker

T = TypeVar("T")
Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")
Section = Literal["home", "runs", "form", "training", "focus", "plans", "import", "settings", ""]
"""Which entry of the navigation a page lies under."""


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One request for a page. `context` speaks the visitor's language.

    `worker` does long work, `talker` what a model may be asked. `asked` are the choices in the
    address, `sent` the fields of a form, `here` what the path names. `engine` watches attention in
    this server; None: not here. `partly`: a script of ours asks for a piece of the page.
    """

    context: Context
    memo: Memo
    worker: Worker
    talker: Worker
    path: str
    theme: Theme = "auto"
    lengths: Lengths = "km"
    engine: Engine | None = None
    asked: Mapping[str, str] = field(default_factory=dict)
    sent: Mapping[str, str] = field(default_factory=dict)
    here: Mapping[str, str] = field(default_factory=dict)
    partly: bool = False

    def remembered(self, *key: object, make: Callable[[], T]) -> T:
        """What was worked out for a key and the settings of this visit, until a run changes."""
        return self.memo.of((self.context.settings, *key), make)

    def past(self) -> Past:
        """Everything stored about the runner, read once until a run changes."""
        return self.remembered("past", make=lambda: past_of(self.context))

    @property
    def lang(self) -> Lang:
        """The language of the page."""
        return self.context.settings.language

    def choice(self, name: str) -> str | None:
        """What was chosen; None: nothing."""
        return self.asked.get(name, "").strip() or None

    def day(self, name: str) -> date | None:
        """A day that was chosen; None: none. Raises BadArgument for what is no day."""
        written = self.choice(name)
        if written is None:
            return None
        try:
            return date.fromisoformat(written)
        except ValueError:
            raise BadArgument(name, written, "a day as YYYY-MM-DD") from None

    def number(self, name: str, default: int) -> int:
        """A whole number that was chosen. Raises BadArgument for what is none, or below 1."""
        written = self.choice(name)
        if written is None:
            return default
        if not written.isascii() or not written.isdigit() or not int(written[:9]) >= 1:
            raise BadArgument(name, written, "a whole number >= 1")
        return int(written[:9])


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page: its template and what it shows. `piece`: a script asks for it as a part of another
    page; asked for by itself it is a page of its own."""

    template: str
    title: str
    view: object
    section: Section = ""
    status: int = 200
    piece: bool = False


@dataclass(frozen=True, kw_only=True)
class Onward:
    """Go there. `cookies` are kept in the browser for a year."""

    to: str
    cookies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Download:
    """A file to keep: its bytes, or where it lies."""

    name: str
    media_type: str
    body: bytes = b""
    path: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Data:
    """JSON for a script of ours, already written."""

    text: str


Answer: TypeAlias = Shown | Onward | Download | Data
View: TypeAlias = Callable[[Visit], Answer]


@dataclass(frozen=True, kw_only=True)
class PageRoute:
    """One address of the dashboard. `form`: it takes the fields of a form, and changes things."""

    path: str
    view: View
    form: bool = False
