"""Is what a model changed recorded as a model's, and never as a person's?"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.flows.changes import confirm_change
from hakaru.flows.context import Context
from hakaru.flows.nodes import add_node
from hakaru.flows.reads import insert_section_analysis_dict
from hakaru.running.claims.menu import menu_of
from hakaru.running.sections.evidence import origin_of
from hakaru.surfaces.mcp.offered import taken
from hakaru.surfaces.mcp.server import Board, answer
from tests.flows.factories import ask, make_context, stored_runs
from tests.flows.sections.reading import known_of, stored_of
from tests.surfaces.invoking import asked


@pytest.fixture
def own(data: Path) -> Iterator[Context]:
    """A season of one's own."""
    made = make_context(data)
    yield made
    made.store.close()


def told(context: Context, name: str, **given: object) -> Mapping[str, Any]:
    """What a model that may write is told."""
    (operation,) = [one for one in OPERATIONS if one.name == name]
    reply = answer(context, operation, given=given, board=Board(), write=True)
    assert not reply.is_error, reply.text
    return reply.value


def newest(context: Context) -> int:
    """A run of the season."""
    return stored_runs(context)[0].activity_id


def sources(context: Context) -> list[str]:
    """Who made each entry in the history of nodes."""
    with closing(sqlite3.connect(context.data_folder / "state.sqlite")) as con:
        rows = con.execute("SELECT source FROM node_history ORDER BY entry_id").fetchall()
    return [source for (source,) in rows]


def test_what_a_model_does_to_the_desk_is_its_own(own: Context) -> None:
    told(own, "add_node", title="秋のマラソン")
    told(own, "edit_node", node="n1", title="秋のハーフマラソン")
    told(own, "add_next_training")
    upload = own.data_folder / "uploads" / "1" / "plan.md"
    upload.parent.mkdir(parents=True)
    upload.write_text("- [ ] 靴を買う\n", encoding="utf-8")
    told(own, "import_nodes", path=str(upload))
    assert sources(own)
    assert set(sources(own)) == {"mcp"}
    add_node(own, title="a person's", note=None, status=None, parent=None)
    assert sources(own)[-1] == "human_ui"


def test_a_change_that_a_person_confirmed_and_a_model_applies_is_the_models(own: Context) -> None:
    told(own, "add_node", title="x")
    agreed = confirm_change(own, node="n1", to="READY", diff=None, change=None)
    told(own, "apply_change", confirmation=agreed.confirmation.confirmation_id)
    assert sources(own) == ["mcp", "mcp"]


def test_no_model_is_asked_who_it_is() -> None:
    (operation,) = [one for one in OPERATIONS if one.name == "apply_change"]
    assert "source" in {param.name for param in operation.params}
    assert "source" not in {one.name for one in taken(operation, write=True)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("actor", ["mcp", "human_ui"])
def test_labels_figures_and_analyses_say_who_gave_them(own: Context, actor: str) -> None:
    key = str(newest(own))
    if actor == "mcp":
        told(own, "label", activity=key, training_type="tempo_threshold")
        told(own, "set_athlete", quantity="heart_rate_max_bpm", value="188")
        told(own, "write_section_analyses", activity=key)
    else:
        asked("label", key, "tempo_threshold", data=own.data_folder)
        asked("athlete", "set", "heart_rate_max_bpm", "188", data=own.data_folder)
        asked("analyze", key, data=own.data_folder)
    for table in ("training_labels", "athlete_facts", "section_analyses"):
        assert set(ask(own, f"SELECT DISTINCT source FROM {table}")) == {(actor,)}, table


def test_an_analysis_that_is_handed_in_cannot_say_that_we_worded_it(own: Context) -> None:
    offer = menu_of(known_of(own, newest(own)))[0].id
    forged = {"claims": [offer], "source": "narrator", "evidence_sha256": "0" * 64}
    model = dataclasses.replace(own, actor="mcp")
    insert_section_analysis_dict(
        model,
        activity_id=str(newest(own)),
        section_type="summary",
        analysis_data=forged,
        agent_name="analyst",
        agent_version=None,
    )
    stored = stored_of(own, newest(own))["summary"]
    assert origin_of(stored.data).source == "agent"
