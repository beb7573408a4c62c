"""Met m of n is one count: every reply, page and text of a run says the same (resolutions 84)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from hakaru.catalog.operation import Operation, load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import RequestError
from hakaru.core.i18n import LANGUAGES
from hakaru.flows.context import Context
from hakaru.flows.report import report
from hakaru.flows.session import SessionResult
from hakaru.present.page_session import session_document
from hakaru.present.terminal import document_text
from hakaru.running.session.model import Tally, tally
from hakaru.store.sessions import read_session
from tests.flows.factories import with_settings
from tests.flows.session_seasons import copy_of, mixed_files, sessions

_PHASES = {"run": ("main", "work")}
_OF_RUN = {"activity", "activity_id"}
_TEXTS = (
    re.compile(r"(?P<n>\d+)項目のうち(?P<met>\d+)項目"),
    re.compile(r"(?P<met>\d+) of (?P<n>\d+) targets? met"),
)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path_factory.mktemp("one-count")) as made:
        yield made


def counts(context: Context, activity_id: int) -> dict[str, Tally]:
    """Of each phase by role, and of all of them under ''."""
    with context.store.read() as con:
        rating = read_session(con, activity_id).rating
    by_role: dict[str, Tally] = {phase.role: tally(phase.criteria) for phase in rating.phases}
    return {**by_role, "": tally(rating.criteria)}


def stated(reply: object, phase: str = "") -> Iterator[tuple[str, int, int]]:
    """Every pair of met and of in a reply, with the phase that it stands in."""
    if isinstance(reply, Mapping):
        phase = str(reply.get("phase", reply.get("role", phase)))
        if {"met", "of"} <= reply.keys():
            yield phase, int(reply["met"]), int(reply["of"])
        for inner in reply.values():
            yield from stated(inner, phase)
    elif isinstance(reply, list):
        for inner in reply:
            yield from stated(inner, phase)


def about_a_run() -> Iterator[Operation]:
    for operation in OPERATIONS:
        names = {param.name for param in operation.params}
        required = {param.name for param in operation.params if param.required}
        if operation.reads_only and names & _OF_RUN and required <= _OF_RUN:
            yield operation


def test_every_reply_about_a_run_counts_alike(season: Context) -> None:
    n_stated = 0
    for session in sessions(season):
        known = counts(season, session.activity_id)
        for operation in about_a_run():
            arguments = {
                param.name: str(session.activity_id) if param.name in _OF_RUN else param.default
                for param in operation.params
            }
            try:
                result = load(operation.target)(season, **arguments)
            except RequestError:
                continue
            for phase, met, of in stated(json.loads(as_json(result))):
                roles = _PHASES.get(phase, (phase,))
                counted = next(known[role] for role in roles if role in known)
                assert (met, of) == (counted.n_met, counted.n_told), (operation.name, phase)
                n_stated += 1
    assert n_stated >= 5 * len(sessions(season))


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_about_a_run_counts_alike(
    season: Context, language: str, tmp_path: Path
) -> None:
    context = with_settings(season, language=language)
    n_stated = 0
    for session in sessions(context)[:6]:
        known = {(c.n_met, c.n_told) for c in counts(context, session.activity_id).values()}
        with context.store.read() as con:
            analysis = read_session(con, session.activity_id)
        shown = session_document(
            SessionResult(analysis=analysis, report=None), context.settings.language
        )
        written = report(context, activity=str(session.activity_id), out=tmp_path)
        texts = [
            document_text(shown),
            written.markdown.read_text(encoding="utf-8"),
            written.html.read_text(encoding="utf-8"),
        ]
        for text in texts:
            for pattern in _TEXTS:
                for match in pattern.finditer(text):
                    assert (int(match["met"]), int(match["n"])) in known, match[0]
                    n_stated += 1
    assert n_stated >= 6


def test_what_is_only_shown_is_neither_met_nor_missed(season: Context) -> None:
    """So that no table has a cross beside a count that left it out."""
    for session in sessions(season):
        with season.store.read() as con:
            rows = read_session(con, session.activity_id).rating.criteria
        assert all(
            row.outcome
            in (("met", "not_met", "cannot_tell") if row.counts else ("shown", "cannot_tell"))
            for row in rows
        )
