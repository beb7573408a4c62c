"""Proposals with a model that is asked: good ones, bad ones, and servers that do not answer."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.errors import ModelNotConfigured
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.proposal import Proposal
from hakaru.flows.propose import Request, advise, organize, propose_options, propose_order
from hakaru.proposals.wishes import Wish
from hakaru.sources.models.model import Endpoint, Model, Remote, Scripted, Secret
from hakaru.store.attempts import Attempts
from hakaru.store.state import State
from tests.flows.desks import lay
from tests.flows.factories import with_settings
from tests.loopback import FAULTS, KEY, Loopback, completion, free_port
from tests.proposals.factories import good_advisor, good_organizer, make_node
from tests.proposals.planted import ADVISOR_PLANTS, ORGANIZER_PLANTS, Plant

Ask = Callable[[Context, Request], Proposal]

KINDS = pytest.mark.parametrize(
    ("propose", "good"),
    [(propose_order, good_organizer), (propose_options, good_advisor)],
    ids=["organizer", "advisor"],
)


@pytest.fixture
def desk(context: Context) -> Context:
    """n1 waits for n2, n3 lies below n1."""
    return lay(context)


def with_model(context: Context, model: Model) -> Context:
    """The same desk, English, where this model is configured."""
    settings = with_settings(context, language="en", model=ModelSettings(backend="openai"))
    return replace(settings, model=model)


def over_http(url: str, *, key: str | None = KEY, timeout_s: float = 30.0) -> Remote:
    return Remote(
        Endpoint(
            backend="openai",
            url=url,
            name="small",
            key_env="OPENAI_API_KEY",
            key=None if key is None else Secret(key),
            timeout_s=timeout_s,
        )
    )


def told(proposal: Proposal) -> Mapping[str, Any]:
    reply: Mapping[str, Any] = json.loads(as_json(proposal, whole=True))
    return reply


@pytest.mark.sampled(4)
@KINDS
@pytest.mark.parametrize("n_planted", range(1, 7))
def test_a_model_that_mends_what_it_is_told_is_asked_again_once(
    desk: Context, propose: Ask, good: Callable[[], dict[str, Any]], n_planted: int
) -> None:
    plants = ORGANIZER_PLANTS if propose is propose_order else ADVISOR_PLANTS
    for chosen in _every_so_often(list(plants.values()), n_planted):
        wrong = good()
        for plant, _ in chosen:
            plant(wrong)
        replies = [completion(json.dumps(one)) for one in (wrong, good())]
        with Loopback(replies) as server:
            proposal = propose(with_model(desk, over_http(server.url)), Request(node="n1"))
        assert proposal.ok
        reply = told(proposal)
        assert (reply["source"], reply["backend"], reply["retryCount"]) == ("llm", "openai", 1)
        assert [attempt["ok"] for attempt in reply["attempts"]] == [False, True]
        assert len(server.received) == 2
        asked_again = json.dumps(server.received[1].json, ensure_ascii=False)
        for _, words in chosen:
            assert words.split(": ")[-1] in asked_again


def _every_so_often(
    plants: Sequence[tuple[Plant, str]], n_planted: int
) -> Sequence[tuple[tuple[Plant, str], ...]]:
    every = list(itertools.combinations(plants, n_planted))
    return every[:: max(1, len(every) // 3)]


@KINDS
@pytest.mark.parametrize(
    "lie", ["n1 は 30 日前から遅れています。", "It is due on Friday, 12 June."]
)
def test_what_a_model_lies_about_nodes_is_not_shown_and_its_choice_is(
    desk: Context, propose: Ask, good: Callable[[], dict[str, Any]], lie: str
) -> None:
    report = good() | {"summary": lie}
    for part in report.get("relation_proposals", []) + report.get("grouping_proposals", []):
        part["reason"] = lie
    for option in report.get("options", []):
        option |= {"description": lie, "pros": [lie]}
    with Loopback([completion(json.dumps(report, ensure_ascii=False))]) as server:
        proposal = propose(with_model(desk, over_http(server.url)), Request(node="n1"))
        assert len(server.received) == 1
    reply = told(proposal)
    assert (reply["ok"], reply["source"]) == (True, "llm")
    assert lie not in json.dumps(reply["report"], ensure_ascii=False)
    assert lie not in reply["rendered"]
    assert any("no known fact" in warning for warning in reply["warnings"])
    if propose is propose_options:
        assert [one["label"] for one in reply["report"]["options"]] == [
            one["label"] for one in good()["options"]
        ]
    else:
        assert reply["report"]["grouping_proposals"][0]["node_ids"] == ["n1", "n2"]
        assert {diff.kind for diff in proposal.diffs} == {"decomposition", "grouping", "relation"}


@KINDS
def test_a_model_that_never_passes_is_asked_three_times_and_leaves_its_errors(
    desk: Context, propose: Ask, good: object
) -> None:
    with Loopback([completion("no"), completion('{"summary": ""}')]) as server:
        proposal = propose(with_model(desk, over_http(server.url)), Request(node="n1"))
    assert len(server.received) == 3
    reply = told(proposal)
    assert (reply["ok"], reply["report"], reply["source"]) == (False, None, "llm")
    assert (reply["retryCount"], len(reply["attempts"])) == (2, 3)
    assert "summary must be non-empty" in reply["errors"]
    assert reply["fallback"]["source"] == "narrator"
    assert reply["fallback"]["report"]["summary"]
    assert "rendered" not in reply
    assert (reply["failure"], reply["diffs"]) == (None, [])


def test_errors_are_told_in_the_words_of_the_requirement_and_said_in_those_of_the_user(
    desk: Context,
) -> None:
    context = replace(with_model(desk, Scripted(['{"summary": ""}'] * 3)), settings=desk.settings)
    proposal = organize(context, focus=None, intent=None)
    assert "summary must be non-empty" in proposal.errors
    assert "summary must be non-empty" not in proposal.said
    assert len(proposal.said) == len(proposal.errors)


@pytest.mark.sampled(8)
@KINDS
@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_that_fails_is_asked_once_and_the_narrator_lies_beside_the_reason(
    desk: Context, propose: Ask, good: object, fault: str
) -> None:
    answer, kind = FAULTS[fault]
    timeout_s = 0.5 if answer.end == "hang" else 30.0
    with Loopback([answer]) as server:
        model = over_http(server.url, timeout_s=timeout_s)
        proposal = propose(with_model(desk, model), Request(node="n1"))
    reply = told(proposal)
    assert len(server.received) == 1
    assert (reply["ok"], reply["failure"], reply["retryCount"]) == (False, kind, 0)
    assert "gave no reply" in reply["errors"][0]
    assert reply["fallback"]["source"] == "narrator"
    assert "rendered" not in reply
    assert KEY not in repr(reply)


def test_a_port_on_which_nothing_listens_is_told(desk: Context) -> None:
    model = over_http(f"http://127.0.0.1:{free_port()}/v1")
    assert advise(with_model(desk, model), node="n1", intent=None).failure == "ModelUnreachable"


def test_a_server_that_fails_after_a_wrong_reply_counts_that_reply(desk: Context) -> None:
    with Loopback([completion("{}"), FAULTS["429"][0]]) as server:
        proposal = organize(with_model(desk, over_http(server.url)), focus=None, intent=None)
    assert (proposal.failure, len(proposal.attempts)) == ("ModelBusy", 1)


def test_without_a_key_nothing_is_narrated_in_silence(desk: Context) -> None:
    model = over_http("https://api.openai.com/v1", key=None)
    with pytest.raises(ModelNotConfigured, match="OPENAI_API_KEY is not set") as caught:
        organize(with_model(desk, model), focus=None, intent=None)
    assert caught.value.status == 500


def test_no_node_no_report_and_no_question_to_a_model(context: Context) -> None:
    model = Scripted([])
    empty = with_model(context, model)
    for proposal in (
        propose_options(empty, Request(node="n1")),
        propose_options(empty, Request()),
        propose_order(empty, Request(node="n9")),
        propose_order(empty, Request()),
    ):
        assert (proposal.ok, proposal.errors) == (False, ("there is no node to look at",))
        assert (proposal.rendered, "rendered" in as_plain(proposal, whole=True)) == (None, False)
        assert told(proposal)["retryCount"] == 0
    assert model.asked == []


def test_an_empty_desk_leaves_a_summary_beside_the_error(context: Context) -> None:
    """Samples O1 and A4: three empty lists and a summary; no options."""
    reply = told(organize(context, focus=None, intent=None))
    assert (reply["ok"], reply["source"], reply["backend"]) == (False, "narrator", "none")
    assert reply["fallback"]["report"]["summary"]
    assert reply["fallback"]["report"]["relation_proposals"] == []
    assert told(advise(context, node="n1", intent=None))["fallback"] is None


def test_only_nodes_that_were_sent_are_looked_at(desk: Context) -> None:
    two = (make_node("n3", title="別の題名"), make_node("n3"), make_node("elsewhere", title="<b>"))
    assert not propose_options(desk, Request(node="n1", sent=two)).ok
    proposal = propose_order(desk, Request(sent=two))
    assert "2 件" in (proposal.rendered or "")
    assert proposal.titles == {"n3": "宿を取る", "elsewhere": "<b>"}
    assert told(propose_order(desk, Request(sent=())))["ok"] is False


def test_what_is_proposed_for_nodes_that_are_not_stored_cannot_be_applied(desk: Context) -> None:
    sent = (
        make_node("x1", title="展示会", context="見積もりが届いてから。"),
        make_node("x2", title="見積もり"),
    )
    diffs = propose_order(desk, Request(sent=sent)).diffs
    assert diffs
    assert all("unknown_node" in diff.problems and diff.state == "INVALID" for diff in diffs)


def test_a_models_report_is_told_with_the_users_own_titles(desk: Context) -> None:
    model = Scripted([json.dumps(good_organizer())])
    wish = Wish(intent="分けたい", constraints=("今週",))
    proposal = propose_order(with_model(desk, model), Request(node="n1", wish=wish))
    assert {diff.kind for diff in proposal.diffs} == {"decomposition", "grouping", "relation"}
    assert "展示会の企画書 (n1)" in (proposal.rendered or "")
    assert "分けたい" in model.asked[0].user
    assert "今週" in model.asked[0].user


def test_a_models_advice_is_told_with_the_nodes_own_status(desk: Context) -> None:
    model = Scripted([json.dumps(good_advisor())])
    report = told(advise(with_model(desk, model), node="n1", intent=None))["report"]
    assert (report["target_title"], report["current_status"]) == ("展示会の企画書", "IN_PROGRESS")


def test_every_question_is_on_record(desk: Context) -> None:
    model = Scripted(["{}", json.dumps(good_organizer())])
    organize(with_model(desk, model), focus=None, intent=None)
    rows = Attempts(State(desk.data_folder)).newest()[::-1]
    assert [(row.asked.task, row.asked.subject, row.result.outcome) for row in rows] == [
        ("proposals.organizer", "desk", "rejected"),
        ("proposals.organizer", "desk", "accepted"),
    ]
