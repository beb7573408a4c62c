"""What every flow is handed: where to read and write, the settings, the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hakaru.core.i18n import Locale
from hakaru.records import frozen
from hakaru.running.session.model import SessionSettings

if TYPE_CHECKING:
    from hakaru.core.i18n import Language
    from hakaru.core.quantity import Lengths
    from hakaru.proposals.changes import Source
    from hakaru.sources.models.model import Backend, Model, Structured
    from hakaru.store.database import Store


class Progress(Protocol):
    """How a flow says how far it is. A surface decides what, if anything, is shown."""

    def begin(self, label: str, total: int) -> None:
        """A step with `total` pieces starts."""

    def advance(self, pieces: int = 1) -> None:
        """So many pieces of the current step are done."""

    def at(self, item: str, *, rows: int = 0) -> None:
        """The current step is about this file; so many rows of data came in since the last."""

    def end(self) -> None:
        """The current step is over."""

    def check(self) -> None:
        """Raise if nobody waits for the result any more."""


class NoProgress:
    """Shows nothing: pipes, tests, servers."""

    def begin(self, label: str, total: int) -> None:
        """Say nothing."""

    def advance(self, pieces: int = 1) -> None:
        """Say nothing."""

    def at(self, item: str, *, rows: int = 0) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Say nothing."""

    def check(self) -> None:
        """Do nothing: somebody waits."""


@frozen
class ModelSettings:
    """Which language model words things; `none`: nothing is asked and no connection is opened.

    `url` None: that of the protocol's maker. `key_env` names the variable that holds the key, which
    is never in a file; None: the maker's own, and no key for other servers. A question with its
    corrections may take `timeout_s`. `keep_prompts`: what was asked is stored, on this machine.
    """

    backend: Backend = "none"
    url: str | None = None
    name: str = ""
    key_env: str | None = None
    timeout_s: float = 120.0
    structured: Structured = "auto"
    any_http: bool = False
    keep_prompts: bool = True
    at_once: int = 2


@frozen
class McpSettings:
    """What a person opens to a language model: below `folders` it may read recordings."""

    folders: tuple[Path, ...] = ()


@frozen
class Settings:
    """What a user can set. `cadence_minimum_spm` None: the runner's own 90 % interval decides.

    `half_life_days`: after so long an old run weighs half. `workers`: processes that read files.
    `lengths`: those of the person that an answer goes to; what is stored, asked of a model or
    handed to a program is in kilometres. `configured_model`: what the configuration says of the
    model, whatever was chosen on the dashboard; None: `model` says it.
    """

    user_id: str = "default"
    language: Language = "ja"
    lengths: Lengths = "km"
    half_life_days: float = 90.0
    cadence_minimum_spm: float | None = None
    workers: int = 2
    model: ModelSettings = field(default_factory=ModelSettings)
    configured_model: ModelSettings | None = None
    mcp: McpSettings = field(default_factory=McpSettings)
    sessions: SessionSettings = field(default_factory=SessionSettings)

    @property
    def locale(self) -> Locale:
        """In which words and lengths the reader wants an answer."""
        return Locale(self.language, self.lengths)


@frozen
class Context:
    """Everything a flow may touch. `now` is asked once per flow.

    `model` None: no model is configured, and the narrator words everything. `model_of` makes the
    model that settings name, for a program that runs while another is chosen; None: it cannot.
    `actor` asks for whatever is changed, and history says so. `shown_path` is how a file that is
    read is called where it is told or stored: a model's is read from a copy.
    """

    store: Store
    settings: Settings
    data_folder: Path
    now: Callable[[], datetime]
    progress: Progress
    model: Model | None = None
    model_of: Callable[[ModelSettings], Model | None] | None = None
    actor: Source = "human_ui"
    shown_path: Callable[[str], str] = str

    @property
    def today(self) -> date:
        """The day it is where this computer is."""
        return self.now().astimezone().date()
