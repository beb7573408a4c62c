"""From the desk to a proposal, a person's leave and a change, over HTTP."""

from __future__ import annotations

import copy
import json
import logging
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from hakaru.flows.context import Context, ModelSettings
from hakaru.sources.models.model import Endpoint, Remote, Scripted, Secret
from hakaru.surfaces.web.routes import openapi
from tests import json_schema
from tests.flows.factories import make_context, with_settings
from tests.loopback import FAULTS, KEY, Loopback, completion
from tests.proposals.factories import good_advisor, good_organizer
from tests.surfaces.web.serving import reply, talking

STATUS = "/api/nodes/n1/estimate-status"


def dashboard(client: httpx2.Client) -> Mapping[str, Any]:
    return reply(client.get("/api/dashboard"))


def run(client: httpx2.Client, kind: str, **more: Any) -> Mapping[str, Any]:
    """What a run answers, and it is as the document says."""
    given = {"dashboard": dashboard(client), **more}
    return as_declared(reply(client.post(f"/api/{kind}/run", json=given)), "ProposalContent")


def as_declared(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    document = openapi()
    json_schema.validate(value, {"$ref": f"#/components/schemas/{name}", **document})
    return value


def leave(client: httpx2.Client, node: str, start: str, end: str, **more: Any) -> httpx2.Response:
    change = {"type": "status_change", "from": start, "to": end, **more}
    given = {"node_id": node, "ui_action": "button", "proposed_change": change}
    return client.post("/api/confirmations", json=given)


def test_the_desk_is_told_whole(client: httpx2.Client) -> None:
    told = as_declared(dashboard(client), "DashboardReply")
    assert [one["id"] for one in told["trays"]["in_progress"]] == ["n1"]
    assert told["trays"]["in_progress"][0]["title"] == "展示会の企画書"
    assert told["node_children"] == {"n1": ["n3"]}


def test_nodes_are_made_read_reworded_and_removed(client: httpx2.Client) -> None:
    given = {"title": "走る", "context": "朝", "status": "READY", "parent_id": "n2"}
    made = as_declared(reply(client.post("/api/nodes", json=given), 201), "NodeReply")
    assert (made["id"], made["status"], made["parent_id"]) == ("n4", "READY", "n2")
    edit = {"title": "長く走る", "parent_id": ""}
    edited = reply(client.patch("/api/nodes/n4", json=edit))
    assert (edited["title"], edited["status"], edited["parent_id"]) == ("長く走る", "READY", None)
    assert reply(client.get("/api/nodes/n4"))["history"][0]["kind"] == "edited"
    rows = as_declared(reply(client.get("/api/nodes")), "NodeListReply")["nodes"]
    assert [one["id"] for one in rows] == ["n1", "n2", "n3", "n4"]
    gone = as_declared(reply(client.delete("/api/nodes/n4")), "Removed")
    assert gone["node_id"] == "n4"
    assert reply(client.get("/api/nodes/n4"), 404)["ok"] is False
    assert reply(client.delete("/api/nodes/n1"), 409)["code"] == "has_parts"


def test_a_field_that_cannot_be_changed_this_way_is_an_error(client: httpx2.Client) -> None:
    for edit in ({"status": "DONE"}, {"title": "別", "status": "DONE"}, {"titel": "別"}):
        refused = reply(client.patch("/api/nodes/n1", json=edit), 400)
        assert "it cannot be changed this way" in refused["error"]
    assert (
        "/estimate-status"
        in reply(client.patch("/api/nodes/n1", json=edit | {"status": ""}), 400)["errors"][-1]
    )
    node = reply(client.get("/api/nodes/n1"))
    assert (node["title"], node["status"]) == ("展示会の企画書", "IN_PROGRESS")


def test_a_proposal_is_made_of_the_nodes_that_were_sent(client: httpx2.Client) -> None:
    told = run(client, "organizer", focusNodeId="n2", userIntent="まとめたい", constraints=["今週"])
    assert (told["ok"], told["source"], told["backend"]) == (True, "narrator", "none")
    assert (told["retryCount"], told["attempts"], told["errors"]) == (0, [], [])
    assert told["rendered"].startswith("# ")
    assert {one["state"] for one in told["diffs"]} == {"VALID"}
    some = {"trays": {"in_progress": [{"id": "n3"}]}}
    one = reply(client.post("/api/organizer/run", json={"dashboard": some}))
    assert "1 件" in one["report"]["summary"]


def test_nodes_of_another_program_can_be_arranged_without_being_stored(
    client: httpx2.Client,
) -> None:
    rows = [
        {"id": f"x{at}", "title": title, "status": "?", "context": "原稿が済んでから。"}
        for at, title in enumerate(("図版", "索引", "表紙"))
    ]
    rows.append({"id": "x3", "title": "原稿", "status": "?"})
    rows[0]["updated_at"] = "2026-02-01T00:00:00"
    rows[1]["updated_at"] = "yesterday"
    given = {"dashboard": {"trays": {"needs_decision": rows}}, "constraints": {"until": "金曜"}}
    told = reply(client.post("/api/organizer/run", json=given))
    assert told["report"]["grouping_proposals"][0]["node_ids"] == ["x0", "x1", "x2"]
    assert {one["state"] for one in told["diffs"]} == {"INVALID"}
    advice = reply(client.post("/api/advisor/run", json=given | {"constraints": "金曜まで"}))
    assert advice["report"]["current_status"] == "NEEDS_DECISION"


@pytest.mark.parametrize(
    ("focus", "target"), [("n3", "n3"), (None, "n1")], ids=["named", "not named"]
)
def test_options_are_those_of_the_focus_or_of_the_first_node(
    client: httpx2.Client, focus: str | None, target: str
) -> None:
    told = run(client, "advisor", focusNodeId=focus)
    assert (told["report"]["target_node_id"], told["report"]["targetNodeId"]) == (target, target)
    assert len(told["report"]["options"]) >= 2
    assert told["diffs"] == []


@pytest.mark.parametrize("kind", ["organizer", "advisor"])
def test_no_node_or_an_unknown_focus_is_no_proposal(client: httpx2.Client, kind: str) -> None:
    sent: tuple[dict[str, Any], ...] = (
        {"dashboard": {"trays": {}}},
        {"dashboard": {"trays": {"cooling": []}}},
        {"dashboard": dashboard(client), "focusNodeId": "n9"},
    )
    for given in sent:
        told = as_declared(reply(client.post(f"/api/{kind}/run", json=given)), "ProposalContent")
        assert (told["ok"], told["errors"]) == (False, ["there is no node to look at"])
        assert "rendered" not in told


def test_a_status_is_previewed_confirmed_and_applied_once(client: httpx2.Client) -> None:
    preview = reply(client.post(STATUS, json={"intent": "返信待ちになった"}))
    as_declared(preview, "EstimateReply")
    assert (preview["applied"], preview["suggested"]["status"]) == (False, "WAITING_EXTERNAL")
    assert reply(client.get("/api/nodes/n1"))["status"] == "IN_PROGRESS"
    agreed = reply(leave(client, "n1", "IN_PROGRESS", "WAITING_EXTERNAL"), 201)
    as_declared(agreed, "ConfirmReply")
    given = {"confirm_status": "WAITING_EXTERNAL", "confirmation_id": agreed["confirmation_id"]}
    told = reply(client.post(STATUS, json=given | {"reason": "先方へ", "source": "ai_agent"}))
    as_declared(told, "ApplyReply")
    assert (told["from_status"], told["to_status"]) == ("IN_PROGRESS", "WAITING_EXTERNAL")
    node = reply(client.get("/api/nodes/n1"))
    assert node["history"][0]["reason"] == "先方へ"
    again = reply(client.post(STATUS, json=given), 409)
    assert again["code"] == "confirmation_consumed"


def test_every_way_around_a_persons_leave_is_closed(client: httpx2.Client) -> None:
    given = {"confirm_status": "COOLING"}
    other = reply(leave(client, "n2", "WAITING_EXTERNAL", "READY"), 201)["confirmation_id"]
    own = reply(leave(client, "n1", "IN_PROGRESS", "BLOCKED"), 201)["confirmation_id"]
    unknown = "0b9f4d0e-3f55-4b0e-9c1e-1d1f8f0a9b21"
    for more, status, code in (
        ({}, 403, "confirmation_missing"),
        ({"source": "ai_agent"}, 403, "confirmation_missing"),
        ({"source": "batch", "confirmation_id": own}, 403, "unattended"),
        ({"confirmation_id": "x"}, 400, "confirmation_malformed"),
        ({"confirmation_id": unknown}, 404, "confirmation_unknown"),
        ({"confirmation_id": other}, 400, "other_node"),
        ({"confirmation_id": own}, 400, "other_change"),
    ):
        refused = reply(client.post(STATUS, json=given | more), status)
        assert (refused["ok"], refused["code"], refused["status"]) == (False, code, status)
    closed = reply(client.post(STATUS, json={"confirm_status": "DORMANT"}), 422)
    assert closed["code"] == "transition"
    assert "COOLING" in closed["valid_transitions"]
    assert reply(client.get("/api/nodes/n1"))["status"] == "IN_PROGRESS"
    memo = reply(client.post(STATUS, json={"confirm_status": "IN_PROGRESS", "intent": "見た"}))
    assert (memo["status_changed"], memo["reason"]) == (False, "見た")


@pytest.mark.parametrize(
    ("node", "start", "end", "status"),
    [
        ("n9", "READY", "DONE", 404),
        ("n1", "READY", "DONE", 409),
        ("n1", "ASLEEP", "DONE", 400),
        ("n1", "IN_PROGRESS", "ASLEEP", 400),
        ("n1", "IN_PROGRESS", "DORMANT", 422),
    ],
)
def test_only_a_change_from_how_things_are_can_be_agreed_to(
    client: httpx2.Client, node: str, start: str, end: str, status: int
) -> None:
    assert reply(leave(client, node, start, end), status)["ok"] is False


def test_a_diff_is_confirmed_applied_and_taken_back(client: httpx2.Client) -> None:
    diffs = {one["kind"]: one["id"] for one in run(client, "organizer")["diffs"]}

    def agree(kind: str, before: str, what: str, node: str = "n1") -> httpx2.Response:
        change = {"type": kind, "from": before, "to": what}
        given = {"node_id": node, "proposed_change": change}
        return client.post("/api/confirmations", json=given)

    group = diffs["grouping"]
    assert reply(agree("diff_apply", "proposed", group, node="n3"), 400)["code"] == "other_node"
    assert reply(agree("diff_apply", "proposed", "none"), 400)["ok"] is False
    leave_id = reply(agree("diff_apply", "proposed", group), 201)["confirmation_id"]
    applied = reply(client.post("/api/changes", json={"confirmation_id": leave_id}))
    assert reply(client.get("/api/nodes/n1"))["groups"] == ["高木の名前があるもの"]
    assert reply(agree("diff_apply", "proposed", group), 409)["code"] == "changed_meanwhile"
    other = reply(agree("diff_undo", "applied", applied["change_id"], node="n3"), 400)
    assert other["code"] == "other_node"
    undo = reply(agree("diff_undo", "applied", applied["change_id"]), 201)["confirmation_id"]
    assert reply(client.post("/api/changes", json={"confirmation_id": undo}))["applied"] is True
    assert reply(client.get("/api/nodes/n1"))["groups"] == []


def test_one_leave_is_used_once_by_fifty_at_the_same_time(client: httpx2.Client) -> None:
    agreed = reply(leave(client, "n1", "IN_PROGRESS", "DONE"), 201)
    given = {"confirm_status": "DONE", "confirmation_id": agreed["confirmation_id"]}
    together = threading.Barrier(10)

    def apply(number: int) -> int:
        if number < 10:
            together.wait(timeout=60)
        return client.post(STATUS, json=given).status_code

    with ThreadPoolExecutor(10) as callers:
        statuses = list(callers.map(apply, range(50)))
    assert sorted(statuses) == [200, *[409] * 49]


def test_a_report_is_judged_against_the_stored_nodes(client: httpx2.Client) -> None:
    def judged(**given: Any) -> Mapping[str, Any]:
        body = {"type": "organizer", "report": good_organizer(), **given}
        answer = client.post("/api/proposal-quality/validate", json=body)
        return as_declared(reply(answer), "ValidationReply")

    assert judged() == {"ok": True, "errors": [], "warnings": []}
    assert judged(type="advisor", report=good_advisor())["ok"] is True
    assert judged(validNodeIds=["n1", "n2", "n3", "made up"])["ok"] is True
    for fewer in (
        {"validNodeIds": ["n1", "n2"]},
        {"dashboard": {"trays": {"x": [{"id": "n1"}, {"id": "n2"}]}}},
        {"dashboard": dashboard(client), "validNodeIds": ["n1", "n2"]},
    ):
        assert "to_node_id 'n3' is not in valid node list" in "".join(judged(**fewer)["errors"])
    invented = json.loads(json.dumps(good_organizer()).replace("n3", "x9"))
    assert judged(report=invented, validNodeIds=["n1", "n2", "x9"])["ok"] is False
    values: tuple[Any, ...] = (None, 1, [], "report", {})
    for value in values:
        assert judged(report=value)["ok"] is False


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/organizer/run", {}, "dashboard: Field required"),
        ("/api/organizer/run", {"dashboard": {}}, "dashboard.trays: Field required"),
        ("/api/advisor/run", {"dashboard": {"trays": []}}, "dashboard.trays: "),
        ("/api/advisor/run", {"dashboard": {"trays": {"a": [{"id": 1}]}}}, "trays.a[0].id: "),
        ("/api/organizer/run", [], "the body: "),
        ("/api/proposal-quality/validate", {"type": "x", "report": 1}, "type: "),
        ("/api/proposal-quality/validate", {"type": "advisor"}, "report: Field required"),
        ("/api/nodes", {"title": " "}, "title = "),
        ("/api/nodes/n1/estimate-status", {"confirm_status": "X"}, "status = 'X'"),
        ("/api/nodes/n1/estimate-status", {"source": "me"}, "source: "),
    ],
)
def test_a_body_that_is_not_what_the_address_takes_is_refused_with_its_reasons(
    client: httpx2.Client, path: str, body: object, words: str
) -> None:
    refused = as_declared(reply(client.post(path, json=body), 400), "Error")
    assert words in refused["errors"][0]
    assert refused["error"] == refused["errors"][0]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"title": NaN}', b"[" * 100_000, b'{"title": 1' + b"0" * 5_000 + b"}"],
)
def test_a_body_that_is_no_json_is_refused(client: httpx2.Client, body: bytes) -> None:
    refused = reply(client.post("/api/nodes", content=body), 400)
    assert refused["error"] == "the body is not JSON in UTF-8"


def test_a_body_beyond_five_megabytes_is_refused_whatever_its_length_claims(
    client: httpx2.Client,
) -> None:
    large = b'{"title": "' + b"x" * 5_000_000 + b'"}'
    assert "5000000 bytes" in reply(client.post("/api/nodes", content=large), 400)["error"]
    chunks = (large[at : at + 500_000] for at in range(0, len(large), 500_000))
    assert "5000000 bytes" in reply(client.post("/api/nodes", content=chunks), 400)["error"]


def test_unpaired_surrogates_are_no_text_and_break_nothing(client: httpx2.Client) -> None:
    body = b'{"title": "a\\ud800b", "context": "\\udfff"}'
    assert "title: " in reply(client.post("/api/nodes", content=body), 400)["error"]
    report = b'{"type": "organizer", "report": {"summary": "\\ud800", "\\udc00": 1}}'
    assert reply(client.post("/api/proposal-quality/validate", content=report))["ok"] is False
    assert reply(client.get("/api/nodes/%ED%A0%80"), 404)["ok"] is False


def test_addresses_and_methods_that_are_not_there_have_the_same_shape(
    client: httpx2.Client,
) -> None:
    assert reply(client.get("/api/none"), 404)["errors"]
    assert reply(client.put("/api/nodes", json={}), 405)["ok"] is False


def test_the_document_names_every_address(client: httpx2.Client) -> None:
    document = reply(client.get("/openapi.json"))
    assert document == json.loads(json.dumps(openapi()))
    assert document["openapi"] == "3.1.0"
    told = {(path, method) for path, one in document["paths"].items() for method in one}
    assert {
        ("/api/organizer/run", "post"),
        ("/api/advisor/run", "post"),
        ("/api/proposal-quality/validate", "post"),
        ("/api/dashboard", "get"),
        ("/api/nodes/{node_id}/estimate-status", "post"),
        ("/api/confirmations", "post"),
    } <= told
    run_body = document["components"]["schemas"]["RunBody"]
    assert run_body["required"] == ["dashboard"]
    assert {"focusNodeId", "userIntent", "constraints"} < run_body["properties"].keys()


def with_model(context: Context, model: Any) -> Context:
    settings = with_settings(context, language="en", model=ModelSettings(backend="openai"))
    return replace(settings, model=model)


def remote(url: str, key: str | None = KEY, timeout_s: float = 30.0) -> Remote:
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


def test_a_models_report_is_told_with_its_attempts(
    context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    wrong = copy.deepcopy(good_organizer()) | {"summary": ""}
    with (
        Loopback([completion(json.dumps(one)) for one in (wrong, good_organizer())]) as server,
        talking(with_model(context, remote(server.url))) as client,
    ):
        told = run(client, "organizer")
    assert (told["ok"], told["source"], told["backend"]) == (True, "llm", "openai")
    assert (told["retryCount"], [one["ok"] for one in told["attempts"]]) == (1, [False, True])
    logged = [
        record.getMessage() for record in caplog.records if record.name == "hakaru.flows.proposal"
    ]
    assert logged[-1] == "proposals.organizer: retryCount=1 ok=True"
    assert "attempt=1 ok=False errors=[" in logged[0]
    assert "展示会" not in caplog.text


@pytest.mark.parametrize(
    ("fault", "status"), [("slow", 504), ("429", 503), ("401 that echoes the key", 502)]
)
def test_a_model_that_gives_no_reply_is_an_error_only_where_asked_for(
    context: Context, fault: str, status: int
) -> None:
    timeout_s = 0.5 if fault == "slow" else 30.0
    with (
        Loopback([FAULTS[fault][0]]) as server,
        talking(with_model(context, remote(server.url, timeout_s=timeout_s))) as client,
    ):
        beside = run(client, "advisor")
        given = {"dashboard": dashboard(client), "fallback": False}
        refused = reply(client.post("/api/advisor/run", json=given), status)
    assert (beside["ok"], beside["fallback"]["source"]) == (False, "narrator")
    assert beside["failure"] == FAULTS[fault][1]
    assert refused["ok"] is False
    assert "fallback" not in refused
    assert KEY not in json.dumps([beside, refused])


def test_what_a_person_wants_reaches_the_model(context: Context) -> None:
    model = Scripted([json.dumps(good_organizer()), json.dumps(good_advisor())])
    wish = {"userIntent": "まとめたい", "constraints": {"until": "金曜"}}
    with talking(with_model(context, model)) as client:
        given = {"dashboard": dashboard(client), **wish}
        for kind in ("organizer", "advisor"):
            reply(client.post(f"/api/{kind}/run", json=given))
    assert len(model.asked) == 2
    for asked in model.asked:
        assert "まとめたい" in asked.user
        assert "until: 金曜" in asked.user


def test_a_model_without_its_key_is_an_error_of_the_server(context: Context) -> None:
    model = remote("https://api.openai.com/v1", key=None)
    with talking(with_model(context, model)) as client:
        given = {"dashboard": dashboard(client)}
        told = reply(client.post("/api/organizer/run", json=given), 500)
    assert told["error"] == "OPENAI_API_KEY is not set"


def test_a_model_whose_replies_never_pass_leaves_its_errors(context: Context) -> None:
    with talking(with_model(context, Scripted(["{}"] * 3))) as client:
        told = run(client, "organizer")
    assert (told["ok"], told["report"], told["retryCount"]) == (False, None, 2)
    assert any(one.startswith("summary is required") for one in told["errors"])
    assert "rendered" not in told


def test_a_bug_is_told_as_one_and_not_with_its_words(context: Context) -> None:
    class Broken:
        def describe(self) -> object:
            raise ZeroDivisionError("a secret")

    with talking(with_model(context, Broken())) as client:
        given = {"dashboard": dashboard(client)}
        told = reply(client.post("/api/organizer/run", json=given), 500)
    assert told["error"] == "unexpected ZeroDivisionError in run_organizer"


def test_an_empty_store_has_an_empty_desk(tmp_path: Any) -> None:
    context = make_context(tmp_path / "none")
    with talking(context) as client:
        told = dashboard(client)
    assert list(told["trays"].values()) == [[]] * 5
    context.store.close()
