"""Everything that is said about a run, on every surface, and every two things that disagree.

No list of what to look at: the catalogue says which operations read and which take a run or a day.
Their JSON (all of it), what a model gets, their terminal texts in both languages, both files of the
report in both languages, and the page of the run with its session part are taken apart into
statements (`statements.py`, `texts.py`), and those about the same thing are compared.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from benchmarks.outside.statements import Scope, Statement, disagreements, statements
from benchmarks.outside.texts import (
    html_blocks,
    markdown_blocks,
    terminal_blocks,
    text_statements,
)
from hakaru.catalog.operation import Operation, load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import HakaruError
from hakaru.core.i18n import LANGUAGES
from hakaru.flows.context import Context
from hakaru.flows.report import whole_run
from hakaru.present.report import render_html, render_markdown
from hakaru.surfaces.cli.command import shown
from hakaru.surfaces.mcp.server import Board, answer

Page = Callable[[str], str]
"""The text of an address of the dashboard."""

_NOT_ABOUT_RUNS: Final = ("focus", "node", "model", "attempt", "export", "doctor", "proposal")
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """Two places that state one thing differently."""

    one: Statement
    other: Statement

    @property
    def subject(self) -> str:
        """What it is about, the same for every run: the kind of thing and the quantity."""
        things = " of a ".join(kind for kind, _ in reversed(self.one.scope[1:]))
        return f"{self.one.quantity}{f' of a {things}' if things else ''}"

    @property
    def places(self) -> tuple[str, str]:
        """The two places, without the numbers of runs and rows."""
        one, other = sorted(map(place_of, (self.one, self.other)))
        return one, other

    def __str__(self) -> str:
        return (
            f"{self.one.quantity} of {self.one.scope}: {self.one.source} {self.one.path} says "
            f"{self.one.value}, {self.other.source} {self.other.path} says {self.other.value}"
        )


def contradictions_of(
    context: Context,
    activity_id: int,
    *,
    day: date,
    page: Page,
    others: Sequence[Statement],
) -> list[Contradiction]:
    """Every disagreement about one run; `others`: what was stated about many runs at once."""
    about = (("run", str(activity_id)),)
    found = list(_replies(context, {"activity": str(activity_id)}, about=about))
    found.extend(_replies(context, {"date": day}, about=(("day", day.isoformat()),)))
    found.extend(_texts(context, str(activity_id), about=about))
    for address in (f"/runs/{activity_id}", f"/runs/{activity_id}/session"):
        blocks = html_blocks(page(address))
        found.extend(text_statements(blocks, source="page", about=about))
    found.extend(other for other in others if other.scope[0] == about[0])
    found.extend(_of_the_athlete(found, about=about, day=day))
    return [
        Contradiction(one=one, other=other)
        for one, other in disagreements([one for one in found if _is_compared(one)])
        if one.scope[0] == about[0] or one.scope[0][0] == "day"
    ]


def _of_the_athlete(found: Sequence[Statement], *, about: Scope, day: date) -> Iterator[Statement]:
    """What a run was judged by, as statements about the athlete on its day."""
    on = (("day", day.isoformat()),)
    known = {one.quantity for one in found if one.scope == on and ".known." in one.path}
    for one in found:
        if one.scope == about and one.quantity in known and "athlete" in one.path:
            yield dataclasses.replace(one, scope=on)


def general_statements(context: Context, *, page: Page) -> list[Statement]:
    """What is said of all runs at once: lists, trends, load, and the pages that list runs."""
    about = (("athlete", ""),)
    found = list(_replies(context, {}, about=about))
    for address in ("/", "/runs"):
        blocks = html_blocks(page(address))
        found.extend(text_statements(blocks, source=f"page {address}", about=about))
    return found


def _is_compared(statement: Statement) -> bool:
    """A text that was cut is not compared with itself."""
    return not (isinstance(statement.value, str) and statement.value.endswith("…"))


def _replies(context: Context, given: Mapping[str, object], *, about: Scope) -> Iterator[Statement]:
    """What the operations that take this kind of thing answer: to a script, a model, a person."""
    for operation in OPERATIONS:
        for arguments, inside in _calls(operation, given):
            scope = (*about, *inside)
            try:
                result = load(operation.target)(context, **arguments)
            except HakaruError:
                continue
            reply = json.loads(as_json(result, whole=True))
            yield from statements(reply, source=operation.name, about=scope)
            told = answer(context, operation, given=_written(operation, arguments), board=Board())
            if not told.is_error:
                yield from statements(
                    _unmarked(told.value), source=f"mcp {operation.name}", about=scope
                )
            if about[0][0] == "run":
                for lang in LANGUAGES:
                    text = shown(operation, result, lang)
                    source = f"terminal {operation.command} {lang}"
                    yield from text_statements(
                        list(terminal_blocks(text)), source=source, about=about
                    )


def _calls(
    operation: Operation, given: Mapping[str, object]
) -> Iterator[tuple[Mapping[str, object], Scope]]:
    """The calls of an operation that take exactly what is given, everything else by default, in
    full detail; a choice that must be made is made in every way."""
    if not operation.reads_only or any(word in operation.target for word in _NOT_ABOUT_RUNS):
        return
    arguments: dict[str, object] = {param.name: param.default for param in operation.params}
    taken = set()
    for param in operation.params:
        if param.type == "activity" and "activity" not in given:
            return
        if param.type in given and (param.required or param.type in ("activity", "date")):
            if param.type == "date" and param.name not in ("day", "date", "until"):
                continue
            arguments[param.name] = given[param.type]
            taken.add(param.type)
        elif param.name == "detail":
            arguments[param.name] = True
        elif param.name == "limit":
            arguments[param.name] = 1000 if operation.name == "activities" else param.default
    if taken != set(given):
        return
    missing = [
        param for param in operation.params if param.required and arguments[param.name] is None
    ]
    if not missing:
        yield arguments, ()
    elif [param.name for param in missing] == ["split"]:
        for split in (1, 2, 3):
            yield {**arguments, "split": split}, (("split", str(split)),)


def _written(operation: Operation, arguments: Mapping[str, object]) -> Mapping[str, object]:
    """The arguments as a model writes them."""
    defaults = {param.name: param.default for param in operation.params}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in arguments.items()
        if value is not None and value != defaults[name]
    }


def _unmarked(value: Any) -> Any:
    """A model's reply without the marks of who wrote a text."""
    if isinstance(value, Mapping):
        if set(value) == {"text", "from"}:
            return value["text"]
        return {name: _unmarked(part) for name, part in value.items()}
    return [_unmarked(part) for part in value] if isinstance(value, list) else value


def _texts(context: Context, activity: str, *, about: Scope) -> Iterator[Statement]:
    """Both files of the report, in both languages."""
    for lang in LANGUAGES:
        settings = dataclasses.replace(context.settings, language=lang)
        report = whole_run(dataclasses.replace(context, settings=settings), activity)
        page = html_blocks(render_html(report, lang=lang))
        yield from text_statements(page, source=f"report.html {lang}", about=about)
        text = list(markdown_blocks(render_markdown(report, lang=lang)))
        yield from text_statements(text, source=f"report.md {lang}", about=about)


def place_of(statement: Statement) -> str:
    """Where it was said, the same for every run."""
    return f"{statement.source} {_NUMBER.sub('*', statement.path.partition(': ')[0])}".strip()


def summary(found: Mapping[int, Sequence[Contradiction]]) -> Mapping[str, object]:
    """How many runs are contradicted and in what: per quantity the places that disagree, with one
    example, most frequent first."""
    runs: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    places: dict[str, Counter[tuple[str, str]]] = {}
    examples: dict[str, str] = {}
    for contradictions in found.values():
        runs.update({contradiction.subject for contradiction in contradictions})
        pairs.update(contradiction.subject for contradiction in contradictions)
        for contradiction in contradictions:
            places.setdefault(contradiction.subject, Counter())[contradiction.places] += 1
            examples.setdefault(contradiction.subject, str(contradiction))
    return {
        "runs": len(found),
        "runs with a contradiction": sum(bool(one) for one in found.values()),
        "pairs that disagree": sum(map(len, found.values())),
        "subjects": len(runs),
        "by subject": {
            subject: {"runs": n, "pairs": pairs[subject], "example": examples[subject]}
            for subject, n in runs.most_common()
        },
        "every pair of places": [
            f"{subject}: {one} | {other} ({times})"
            for subject, _ in runs.most_common()
            for (one, other), times in places[subject].most_common()
        ],
    }
