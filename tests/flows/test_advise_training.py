"""Ways to the next session after a run of the store: for a person, a program and a report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.core.i18n import Lang
from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.nodes import add_next_training
from hakaru.flows.propose import advise_training
from hakaru.flows.report import report
from hakaru.present.training_advice import title_text
from hakaru.proposals.reports import AdvisorReport
from hakaru.sources.models.model import Endpoint, Remote, Scripted, Secret
from tests.flows.desks import put
from tests.flows.factories import with_settings
from tests.flows.session_seasons import copy_of, mixed_files, read_only, sessions
from tests.loopback import KEY, Loopback, completion


@pytest.fixture
def mixed() -> Iterator[Context]:
    with read_only(mixed_files()) as made:
        yield made


def advice(context: Context, activity: str | None = None) -> AdvisorReport:
    proposal = advise_training(context, activity=activity)
    assert proposal.ok, proposal.errors
    assert isinstance(proposal.report, AdvisorReport)
    return proposal.report


def asked(context: Context, *replies: str) -> Context:
    there = with_settings(context, language="en", model=ModelSettings(backend="openai"))
    return replace(there, model=Scripted(list(replies)))


def over_http(context: Context, *replies: str) -> Mapping[str, Any]:
    """What is told where a server gives these replies."""
    there = asked(context)
    with Loopback([completion(reply) for reply in replies]) as server:
        endpoint = Endpoint(
            backend="openai",
            url=server.url,
            name="small",
            key_env="OPENAI_API_KEY",
            key=Secret(KEY),
            timeout_s=30.0,
        )
        made = told(replace(there, model=Remote(endpoint)))
        assert len(server.received) == len(replies)
    return made


def told(context: Context) -> Mapping[str, Any]:
    reply: Mapping[str, Any] = json.loads(as_json(advise_training(context, activity=None)))
    return reply


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_after_every_session_there_are_two_ways_or_more(mixed: Context, lang: Lang) -> None:
    there = with_settings(mixed, language=lang)
    for session in sessions(mixed):
        proposal = advice(there, str(session.activity_id))
        assert len(proposal.options) >= 2
        assert all(
            option.risks and option.next_action and option.necessary_info
            for option in proposal.options
        )
        assert session.activity_date.isoformat() in proposal.summary


def test_without_a_run_it_is_the_newest(mixed: Context) -> None:
    newest = sessions(mixed)[-1]
    assert newest.activity_date.isoformat() in advice(mixed).summary


def test_a_run_that_is_not_there_or_no_run_at_all_is_an_error(
    mixed: Context, context: Context
) -> None:
    with pytest.raises(UnknownActivity):
        advise_training(mixed, activity="1999-01-01")
    with pytest.raises(BadArgument, match="at least one"):
        advise_training(context, activity=None)


def test_the_report_of_a_run_lays_out_the_same_ways(mixed: Context, tmp_path: Path) -> None:
    for session in sessions(mixed)[-3:]:
        name = str(session.activity_id)
        page = report(mixed, activity=name, out=tmp_path).markdown.read_text(encoding="utf-8")
        for option in advice(mixed, name).options:
            assert option.label in page
            assert option.next_action in page
            assert option.criteria_note in page


def test_a_node_that_waits_for_this_decision_is_what_it_is_about(tmp_path: Path) -> None:
    with copy_of(mixed_files(), tmp_path) as own:
        assert advice(own).target_node_id == "next_training"
        node = add_next_training(own, day=None).node.id
        assert advice(own).target_node_id == node


def test_a_node_of_the_same_title_is_found_in_either_language(tmp_path: Path) -> None:
    with copy_of(mixed_files(), tmp_path) as own:
        title = title_text(sessions(own)[-1].activity_date, "en")
        node = put(own, title, status="NEEDS_DECISION")
        assert advice(own).target_node_id == node


def test_a_model_that_chooses_and_words_truly_is_heard(mixed: Context) -> None:
    good = told(with_settings(mixed, language="en"))["report"]
    chosen = {**good, "options": good["options"][::-1], "summary": f"And {good['summary']}"}
    reply = over_http(mixed, json.dumps(chosen))
    assert (reply["ok"], reply["source"], reply["retryCount"]) == (True, "llm", 0)
    assert reply["report"] == chosen


def test_a_model_that_invents_a_figure_is_heard_without_it(mixed: Context) -> None:
    good = told(with_settings(mixed, language="en"))["report"]
    options = [{**option, "next_action": "Run 99 km at 2:00/km."} for option in good["options"]]
    lie = {**good, "options": options, "summary": good["summary"] + " Heart rate was 199 bpm."}
    reply = over_http(mixed, json.dumps(lie))
    assert (reply["ok"], reply["source"], reply["retryCount"]) == (True, "llm", 0)
    assert reply["report"] == good


def test_a_model_that_invents_an_option_is_told_twice_and_else_not_heard(mixed: Context) -> None:
    good = told(with_settings(mixed, language="en"))["report"]
    label = {"label": "Option Z: a marathon tomorrow"}
    lie = {**good, "options": [*good["options"], {**good["options"][0], **label}]}
    mended = over_http(mixed, json.dumps(lie), json.dumps(good))
    assert (mended["ok"], mended["retryCount"]) == (True, 1)
    never = over_http(mixed, *[json.dumps(lie)] * 3)
    assert never["ok"] is False
    assert any("Option Z" in error for error in never["errors"])
    assert never["fallback"]["report"]["summary"] == good["summary"]


def test_a_model_that_gives_orders_is_not_heard(mixed: Context) -> None:
    good = told(with_settings(mixed, language="en"))["report"]
    order = {**good, "summary": "休むのがベストです。"}
    reply = told(asked(mixed, *[json.dumps(order)] * 3))
    assert reply["ok"] is False
    assert reply["fallback"]["source"] == "narrator"
