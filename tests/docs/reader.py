"""A reader who types what a page says: a folder of their own, a language, and the last id shown."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from click.testing import CliRunner

from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval
from hakaru.store.focus import write_intervals
from hakaru.store.state import State
from hakaru.surfaces.cli.main import help_language
from tests.contracts.tree import ROOT
from tests.docs.blocks import Step, steps
from tests.docs.compare import answers
from tests.sources.test_activitywatch import event, exported
from tests.surfaces.invoking import command_tree

_ID = re.compile(r"\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,16})\b")
_COLUMNS = "140"


@dataclass(kw_only=True)
class Reader:
    """Types one command after another. `folder` holds their home and where they work."""

    folder: Path
    set: dict[str, str] = field(default_factory=dict)
    last_id: str = ""

    @property
    def home(self) -> Path:
        """Their home folder."""
        return self.folder / "home"

    @property
    def work(self) -> Path:
        """The folder they stand in."""
        return self.folder / "work"

    def follow(self, page: Path, *, without: Sequence[str]) -> Iterator[tuple[Step, str]]:
        """Type what a page says, but what begins with one of `without`; what went wrong comes out
        beside its step."""
        for step in steps(page):
            if not step.command.startswith(tuple(without)):
                yield from ((step, fault) for fault in self.type(step))

    def type(self, step: Step) -> Iterator[str]:
        """What was wrong with one command: nothing, if all was well."""
        words = shlex.split(step.command, comments=True)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self.set[name] = value
            return
        if words[0] != "hakaru":
            yield "nobody knows how to run this"
            return
        code, printed = self.run(words[1:])
        if code != 0:
            yield f"exit code {code}: {printed}"
        elif step.shown and (missing := answers(step.shown, printed)):
            yield f"shown, but not printed: {missing!r} in\n{printed}"

    def run(self, words: Sequence[str]) -> tuple[int, str]:
        """`hakaru WORDS`; ID stands for the last id that was printed."""
        given = [self._meant(word) for word in words]
        with self._standing_here():
            result = CliRunner(env=self.environment()).invoke(
                command_tree(help_language(["--lang", self.set.get("HAKARU_LANG", "ja")])),
                given,
                prog_name="hakaru",
            )
        self.last_id = next(iter(_ID.findall(result.output)), self.last_id)
        return result.exit_code, result.output

    def environment(self) -> dict[str, str | None]:
        """The variables they have, and None for those that they do not."""
        gone = [
            variable
            for variable in os.environ
            if variable.startswith(("HAKARU_", "GARMIN_", "XDG_"))
        ]
        return {
            **dict.fromkeys(gone),
            "HOME": str(self.home),
            "COLUMNS": _COLUMNS,
            **{variable: value for variable, value in self.set.items() if variable != "PATH"},
        }

    def _meant(self, word: str) -> str:
        if word == "ID":
            return self.last_id
        return str(self.home / word[2:]) if word.startswith("~/") else word

    @contextmanager
    def _standing_here(self) -> Iterator[None]:
        before = Path.cwd()
        os.chdir(self.work)
        try:
            yield
        finally:
            os.chdir(before)


def parse_fault(command: str, language: str, folder: Path) -> str | None:
    """What the command line says against a command that is not run; None: it would take it."""
    words = shlex.split(command, comments=True)[1:]
    named: click.Command = command_tree("ja" if language == "ja" else "en")
    before = Path.cwd()
    os.chdir(folder)
    try:
        context = click.Context(named)
        while isinstance(named, click.Group) and words and not words[0].startswith("-"):
            found = named.get_command(context, words[0])
            if found is None:
                return f"no command {words[0]!r}"
            named, words = found, words[1:]
        if words or not isinstance(named, click.Group):
            named.make_context("hakaru", words)
    except click.ClickException as refused:
        return refused.format_message()
    finally:
        os.chdir(before)
    return None


def newcomer(folder: Path) -> Reader:
    """Somebody with nothing, but files to try the watching of attention with."""
    reader = Reader(folder=folder)
    reader.home.mkdir(parents=True)
    reader.work.mkdir()
    windows = [event(0, 1800, app="Code"), event(1800, 600, app="Firefox")]
    exported(reader.work / "aw-buckets-export.json", windows, [event(0, 2400, status="not-afk")])
    (reader.work / "film.mp4").touch()
    return reader


def grown(base: Reader, folder: Path) -> Reader:
    """The same somebody later, in a copy of their own."""
    shutil.copytree(base.folder, folder, dirs_exist_ok=True)
    for recording in sorted((folder / "home" / "garmin").glob("2026-03-01*"))[:1]:
        shutil.copy(recording, folder / "work" / "activity.fit")
    return Reader(folder=folder)


def watched(reader: Reader) -> None:
    """Some hours of attention, today and on a day of the pages."""
    states: tuple[FocusState, ...] = ("focused", "distracted", "focused", "away")
    for day in (datetime(2026, 2, 27, 9, tzinfo=UTC), datetime.now(UTC) - timedelta(hours=3)):
        hours = [
            Interval(
                state=state,
                started_at=day + timedelta(minutes=30 * number),
                ended_at=day + timedelta(minutes=30 * number + 30),
            )
            for number, state in enumerate(states)
        ]
        write_intervals(
            State(reader.home / ".local" / "share" / "hakaru"), hours, origin="engine",
            classifier="test",
        )  # fmt: skip


def root_file(name: str) -> str:
    """The text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")
