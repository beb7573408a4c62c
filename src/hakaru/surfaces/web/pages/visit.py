"""Who asks for a page, in which language, with which choices; and what a page answers."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar
from urllib.parse import urlencode

from hakaru.core.errors import BadArgument, HakaruError, StoreDamaged, StoreError
from hakaru.core.i18n import LANGUAGES, N_, Lang, in_language, message, say, translate
from hakaru.flows.context import Context
from hakaru.flows.job_records import note_stop
from hakaru.flows.jobs import run_job, take_over_jobs
from hakaru.records import frozen
from hakaru.store.jobs import Owner
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.starting import Launcher

T = TypeVar("T")


FIRST_REST_S, LONGEST_REST_S = 1.0, 60.0
_log = logging.getLogger(__name__)


class Worker:
    """Does jobs in the order in which they are handed in. The process may end at any time: what is
    under way is begun again at the next start, by whichever server of the folder that is."""

    def __init__(self, context: Context, *, first_rest_s: float = FIRST_REST_S) -> None:
        self._context, self._first_rest_s = context, first_rest_s
        self._waiting: queue.Queue[int] = queue.Queue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._owner: Owner | None = None

    @property
    def owner(self) -> str:
        """The name under which it does its jobs."""
        with self._starting:
            if self._owner is None:
                self._owner = Owner(self._context.data_folder)
            return self._owner.name

    def resume(self) -> None:
        """Go on with what processes that are gone left unfinished; a folder that cannot be written
        is shown without."""
        try:
            left = take_over_jobs(self._context, owner=self.owner)
        except StoreDamaged as error:
            _log.warning("jobs that were cut off stay so: %s", error)
            return
        for job_id in left:
            self.hand_in(job_id)

    def hand_in(self, job_id: int) -> None:
        """Do a job once those before it are done."""
        self._waiting.put(job_id)
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="jobs")
                self._thread.start()

    def wait(self) -> None:
        """Until everything that was handed in is done."""
        self._waiting.join()

    def leave(self) -> None:
        """The server ends: what was begun here and never handed in is nobody's now. What is being
        done stays ours until the process is gone, and is gone on with at the next start."""
        with self._starting:
            if self._owner is None:
                return
            if self._waiting.unfinished_tasks:
                with contextlib.suppress(StoreError):
                    note_stop(self._context, self._owner.name)
                return
            self._owner.release()
            self._owner = None

    def _work(self) -> None:
        while True:
            job_id = self._waiting.get()
            try:
                self._do(job_id)
            except Exception:
                _log.exception("unexpected error in job %d", job_id)
            finally:
                self._waiting.task_done()

    def _do(self, job_id: int) -> None:
        """A job whose state cannot be written down now is tried again, each time later."""
        rest_s = self._first_rest_s
        while True:
            try:
                run_job(self._context, job_id, owner=self.owner)
                return
            except StoreError as error:
                _log.warning("job %d: %s", job_id, error)
            threading.Event().wait(rest_s)
            rest_s = min(2.0 * rest_s, LONGEST_REST_S)


Theme = Literal["auto", "light", "dark"]
THEMES: Mapping[Theme, str] = {
    "auto": N_("As the device"),
    "light": N_("Light"),
    "dark": N_("Dark"),
}
Section = Literal["home", "runs", "form", "training", "focus", "plans", "import", "settings", ""]
"""Which entry of the navigation a page lies under."""


@frozen
class Refused:
    """A form that was sent to an address and not taken: why, `beside` which of its fields ('': the
    form as a whole), and what was typed."""

    at: str = ""
    fault: str = ""
    beside: str = ""
    sent: Mapping[str, str] = field(default_factory=dict)

    def of(self, path: str) -> Refused:
        """This, if it is the form of that address; else one that was not refused."""
        return self if self.at == path else Refused()

    def typed(self, name: str, otherwise: str = "") -> str:
        """What a field is to hold again."""
        return self.sent.get(name, otherwise)


@frozen
class Visit:
    """One request for a page. `context` speaks the visitor's language and lengths.

    `worker` does long work, `talker` what a model may be asked. `asked` are the choices in the
    address (`every_asked` with those that are named twice), `sent` the fields of a form, `here`
    what the path names. `engine` watches attention in this server; None: not here. `launcher`
    starts a process that does. `partly`: a script of ours asks for a piece of the page. `refused`:
    the form of this page that was sent just now, and why it was not taken.
    """

    context: Context
    worker: Worker
    talker: Worker
    path: str
    launcher: Launcher
    theme: Theme = "auto"
    engine: Engine | None = None
    asked: Mapping[str, str] = field(default_factory=dict)
    every_asked: tuple[tuple[str, str], ...] = ()
    sent: Mapping[str, str] = field(default_factory=dict)
    here: Mapping[str, str] = field(default_factory=dict)
    partly: bool = False
    refused: Refused = field(default_factory=Refused)

    def remembered(self, *key: object, make: Callable[[], T]) -> T:
        """What was worked out for a key and the settings of this visit, until a run changes."""
        return self.context.store.memo.of((self.context.settings, *key), make)

    def remembered_of_run(self, *key: object, make: Callable[[str], T]) -> T:
        """The same of the run that the address names, for the last few runs that were looked at."""
        name = self.here["activity_id"]
        memo = self.context.store.memo_of_runs
        return memo.of((self.context.settings, name, *key), lambda: make(name))

    @property
    def lang(self) -> Lang:
        """The language of the page, with the lengths of its reader."""
        return self.context.settings.locale

    def choice(self, name: str) -> str | None:
        """What was chosen; None: nothing."""
        return self.asked.get(name, "").strip() or None

    def chosen(self, name: str) -> tuple[str, ...]:
        """Everything that was chosen under a name, each once, in order."""
        values = (value.strip() for key, value in self.every_asked if key == name)
        return tuple(dict.fromkeys(value for value in values if value))

    def day(self, name: str) -> date | None:
        """A day that was chosen; None: none. Raises BadArgument for what is no day."""
        written = self.choice(name)
        if written is None:
            return None
        try:
            return date.fromisoformat(written)
        except ValueError:
            raise BadArgument(name, written, message("a day as YYYY-MM-DD")) from None

    def number(self, name: str, default: int) -> int:
        """A whole number that was chosen. Raises BadArgument for what is none, or below 1."""
        written = self.choice(name)
        if written is None:
            return default
        if not written.isascii() or not written.isdigit() or not int(written[:9]) >= 1:
            raise BadArgument(name, written, message("a whole number >= {low}", low=1))
        return int(written[:9])


@frozen
class Choice:
    """One value that can be chosen."""

    value: str
    label: str
    chosen: bool


@frozen
class Shown:
    """A page: its template and what it shows. `piece`: a script asks for it as a part of another
    page; asked for by itself it is a page of its own. `images` is an origin beside ours from which
    it may load pictures, as the user allowed; '': none."""

    template: str
    title: str
    view: object
    section: Section = ""
    status: int = 200
    piece: bool = False
    images: str = ""


@frozen
class Onward:
    """Go there. `cookies` are kept in the browser for a year."""

    to: str
    cookies: Mapping[str, str] = field(default_factory=dict)


@frozen
class Download:
    """A file to keep: its bytes, or where it lies. `style`: it is a page that is shown at once, and
    this is the only style it may have."""

    name: str
    media_type: str
    body: bytes = b""
    path: Path | None = None
    style: str | None = None


@frozen
class Data:
    """JSON for a script of ours, already written."""

    text: str


@frozen
class Unchanged:
    """A piece of a page that is as it was: what stands there stays, with the keyboard in it."""


Answer: TypeAlias = Shown | Onward | Download | Data | Unchanged
View: TypeAlias = Callable[[Visit], Answer]


@frozen
class PageRoute:
    """One address of the dashboard. `form`: it takes the fields of a form, and changes things.
    `stands_on`: the page with that form, which says beside one of `fields` why it was refused;
    None: a page of its own does."""

    path: str
    view: View
    form: bool = False
    stands_on: View | None = None
    fields: tuple[str, ...] = ()


_TOLD: Mapping[str, str] = {
    "added": N_("Added."),
    "applied": N_("Applied."),
    "rejected": N_("Noted that you do not want it; nothing changed."),
    "taken_up": N_("It is open again."),
    "undone": N_("Undone."),
    "moved": N_("The status was changed."),
    "edited": N_("Edited."),
    "removed": N_("Removed; its history stays."),
}


def beside_field(error: HakaruError, lang: Lang) -> str:
    """Why a form is refused, where the label of the field says what the value is."""
    if not isinstance(error, BadArgument):
        return in_language(error.message, lang)
    expected = in_language(error.expected, lang)
    if not str(error.value or "").strip():
        return say("This is needed: {expected}.", lang, expected=expected)
    return say("“{value}” is not {expected}.", lang, value=str(error.value), expected=expected)


def told_of(visit: Visit) -> str:
    """What was done just now, in words; '' for nothing."""
    return translate(_TOLD.get(visit.choice("told") or "", ""), visit.lang)


def node_address(node_id: str, *, notice: str = "", change: str = "") -> str:
    """The page of a node, whatever its id is made of."""
    asked = {"id": node_id, "told": notice, "change": change}
    return f"/plans/node?{urlencode({name: value for name, value in asked.items() if value})}"


LANGUAGE_COOKIE = "hakaru-language"
THEME_COOKIE = "hakaru-theme"


_COOKIES = {
    "language": (LANGUAGE_COOKIE, tuple(LANGUAGES)),
    "theme": (THEME_COOKIE, tuple(THEMES)),
}


def choose(visit: Visit) -> Onward:
    """Keep what was chosen, and go back to the page it was chosen on."""
    cookies = {
        cookie: value
        for name, (cookie, values) in _COOKIES.items()
        if (value := visit.sent.get(name)) in values and value is not None
    }
    return Onward(to=own_place(visit.sent.get("back", "/")), cookies=cookies)


def own_place(address: str) -> str:
    """An address of ours, whatever was sent: a path and nothing that leads elsewhere."""
    own = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() and "\\" not in address else "/"
