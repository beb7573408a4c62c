"""What forms take, what they refuse, and what programs see of it."""

from __future__ import annotations

import html
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.job_records import begin_job, folder_of, job_of
from hakaru.flows.nodes import origin, show_node
from hakaru.proposals.reports import OrganizerGroupingProposal, OrganizerRelationProposal
from hakaru.store.changes import write_change
from hakaru.store.focus import CAMERA_LEASE, begin_looking, end_looking, release_lease, take_lease
from hakaru.store.state import State
from hakaru.surfaces.web.pages.visit import Worker
from tests.flows.desks import lay, put
from tests.flows.factories import make_context, with_settings
from tests.surfaces.web.serving import talking


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    made = lay(make_context(tmp_path / "data"))
    yield made
    made.store.close()


@pytest.fixture
def client(own: Context) -> Iterator[httpx2.Client]:
    with talking(own) as made:
        yield made


@pytest.fixture(scope="module")
def one_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """No form of the list below needs what another one leaves."""
    context = lay(make_context(tmp_path_factory.mktemp("forms") / "data"))
    with talking(context) as made:
        yield made
    context.store.close()


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/settings/athlete", {"quantity": "shoe", "value": "4"}, 400),
        ("/settings/athlete", {"quantity": "weight_kg", "value": "60", "since": "soon"}, 400),
        ("/settings/athlete", {"quantity": "weight_kg", "value": "60", "since": "2025-01-01"}, 303),
        ("/settings/athlete", {"quantity": "sex", "value": "female"}, 303),
        ("/settings/choices", {"lengths": "furlongs"}, 400),
        ("/focus/settings", {"most_per_day": "many"}, 400),
        ("/focus/respond", {"id": "x", "response": "accepted"}, 400),
        ("/focus/respond", {"id": "1", "response": "shouted"}, 400),
        ("/focus/pause", {}, 303),
        ("/focus/resume", {}, 303),
        ("/focus/forget", {}, 303),
        ("/plans/add", {"title": "  "}, 400),
        ("/plans/add", {"title": "部分", "parent": "n1"}, 303),
        ("/plans/move", {"id": "n1", "to": "DORMANT"}, 422),
        ("/plans/move", {"id": "none", "to": "READY"}, 404),
        ("/plans/apply", {"diff": "none"}, 400),
        ("/plans/reject", {"diff": "none"}, 400),
        ("/plans/take-up", {"diff": "none"}, 400),
        ("/plans/advise", {"id": "none"}, 404),
        ("/focus/summarise", {"day": "soon"}, 400),
        ("/focus/summarise", {"day": "2025-01-01"}, 303),
        ("/settings/athlete", {"quantity": "threshold_pace", "value": "0:00"}, 400),
        ("/settings/athlete", {"quantity": "weight_kg", "value": "nan"}, 400),
        ("/settings/model", {"backend": "some"}, 400),
        ("/settings/model", {"backend": "openai", "name": " "}, 400),
        ("/settings/model", {"backend": "openai", "name": "m", "url": "http://far.example"}, 400),
        ("/settings/model", {"backend": "openai", "name": "m", "url": "https://u:p@x.org"}, 400),
        ("/settings/model", {"backend": "anthropic", "name": "m"}, 303),
        ("/settings/model", {"backend": "configured"}, 303),
        ("/import/7/stop", {}, 400),
        ("/plans/undo", {"change": "none"}, 400),
        ("/plans/edit", {"id": "n1", "title": "新しい題名", "context": "メモ"}, 303),
        ("/plans/remove", {"id": "n1"}, 409),
        ("/plans/next", {}, 400),
        ("/import/7/start", {}, 400),
        ("/choices", {"language": "en", "theme": "pink", "back": "//evil.example"}, 303),
    ],
)
def test_a_form_is_taken_or_refused_with_a_sentence(
    one_for_all: httpx2.Client, path: str, fields: dict[str, str], status: int
) -> None:
    answer = one_for_all.post(path, data=fields)
    assert answer.status_code == status, answer.text
    if status >= 400:
        assert "表示できません" in answer.text or 'role="alert"' in answer.text
    else:
        assert answer.headers["location"].startswith("/")
        assert "evil" not in answer.headers["location"]
        assert "pink" not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    ("fields", "beside", "why"),
    [
        ({"quantity": "weight_kg", "value": "abc"}, "value", "数値"),
        ({"quantity": "weight_kg", "value": '"><b>'}, "value", "数値"),
        ({"quantity": "threshold_pace", "value": "abc"}, "value", "4:35"),
        ({"quantity": "weight_kg", "value": "60", "since": "soon"}, "since", "YYYY-MM-DD"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(
    one_for_all: httpx2.Client, fields: dict[str, str], beside: str, why: str
) -> None:
    japanese = {"cookie": "hakaru-language=ja"}
    answer = one_for_all.post("/settings/athlete", data=fields, headers=japanese)
    assert answer.status_code == 400
    form = answer.text.partition('action="/settings/athlete"')[2].partition("</form>")[0]
    field, _, after = form.partition(f'name="{beside}"')[2].partition(">")
    assert 'aria-invalid="true"' in field
    assert f'value="{html.escape(fields[beside], quote=True)}"' in field.replace("&#34;", "&quot;")
    assert why in after.partition('role="alert">')[2].partition("</p>")[0]
    assert f'<option value="{fields["quantity"]}" selected>' in form
    assert answer.text.count("aria-invalid") == 1


def test_a_node_shows_its_relations_groups_and_parts(own: Context, client: httpx2.Client) -> None:
    relation = OrganizerRelationProposal(
        from_node_id="n1", to_node_id="n2", relation_type="depends_on", reason="順番"
    )
    group = OrganizerGroupingProposal(
        group_label="展示会", reason="まとめて", node_ids=("n1", "n2")
    )
    with State(own.data_folder).session() as con:
        write_change(con, relation, origin=origin(own))
        write_change(con, group, origin=origin(own))
    told = client.get("/plans/node?id=n1").text
    assert "展示会の企画書 — 待ち → 展示会の見積もり" in told
    assert "グループ: 展示会" in told
    assert "宿を取る" in told
    part = client.get("/plans/node?id=n3").text
    assert "› <a href" in part


def test_what_cannot_be_undone_is_told_on_the_page_of_its_node(client: httpx2.Client) -> None:
    answer = client.post("/plans/undo", data={"id": "n1", "change": "none"})
    assert answer.status_code == 400
    assert 'class="badtext" role="alert"' in answer.text
    assert 'action="/plans/edit"' in answer.text


def test_every_node_is_on_the_page_however_many_there_are(
    own: Context, client: httpx2.Client
) -> None:
    for number in range(60):
        put(own, f"課題{number:02d}", status="READY" if number % 2 else "DONE")
    told = client.get("/plans").text
    assert all(f"課題{number:02d}" in told for number in range(60))
    assert "30 件" in told.partition("完了・中止・休眠が")[2][:20]


def test_the_lamp_on_the_page_is_that_of_whatever_process_has_a_camera_open(
    own: Context, client: httpx2.Client
) -> None:
    state, label = State(own.data_folder), f"pid {os.getpid()}"
    take_lease(state, CAMERA_LEASE, owner=label, now=own.now(), lasts=timedelta(hours=1))
    assert "動いています" not in client.get("/focus").text
    assert begin_looking(state, owner=label, now=own.now())
    assert "動いています" in client.get("/focus").text
    end_looking(state, owner=label)
    assert "動いています" not in client.get("/focus").text


def test_a_page_says_paused_only_when_no_process_is_left_that_may_look(
    own: Context, client: httpx2.Client
) -> None:
    state, label = State(own.data_folder), f"pid {os.getpid()}"
    take_lease(state, CAMERA_LEASE, owner=label, now=own.now(), lasts=timedelta(hours=1))
    assert begin_looking(state, owner=label, now=own.now())
    client.post("/focus/pause")
    told = client.get("/focus").text
    assert "一時停止しています" in told
    assert label in told
    assert "動いています" in told
    end_looking(state, owner=label)
    assert "一時停止しています" in client.get("/focus").text  # PC use is still read
    release_lease(state, CAMERA_LEASE, owner=label)
    told = client.get("/focus").text
    assert "一時停止中。どのプロセスも見ていません。" in told
    assert "使っていません" in told
    assert not begin_looking(state, owner=label, now=own.now())
    client.post("/focus/resume")
    assert "一時停止" not in client.get("/focus/now").text
    assert begin_looking(state, owner=label, now=own.now())


def test_a_large_node_can_be_divided_by_a_click(own: Context, client: httpx2.Client) -> None:
    put(own, "大会の準備", status="READY", note="- 宿を取る\n- 靴を選ぶ\n- 補給を試す")
    client.post("/plans/organize", data={})
    page = ""
    while "article" not in page or "data-working" in page:
        page = client.get("/plans").text
    assert "大会の準備" in page
    assert show_node(own, node="n4").children == ()


def test_a_model_that_is_configured_is_told_of(own: Context) -> None:
    model = ModelSettings(backend="openai", name="small", url="http://127.0.0.1:9/v1")
    with talking(with_settings(own, model=model)) as client:
        told = client.get("/settings").text
    assert "http://127.0.0.1:9/v1" in told
    assert "small" in told


def test_a_job_that_is_not_there_stops_no_other(
    own: Context, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    worker = Worker(own)
    job = begin_job(own, "train")
    worker.hand_in(12_345)
    worker.hand_in(job.job_id)
    worker.wait()
    assert job_of(own, job.job_id).status == "done"


def test_where_a_file_stands_for_the_folder_none_is_taken(
    own: Context, client: httpx2.Client
) -> None:
    job = begin_job(own, "import", phase="uploading")
    folder = folder_of(own, job.job_id)
    folder.rmdir()
    folder.write_text("a file")
    answer = client.put(f"/import/{job.job_id}/files?name=a.fit", content=b"x")
    assert answer.status_code == 500
    assert "cannot be written" in answer.json()["error"]
    assert "書き込めません" in answer.json()["told"]
    english = {"cookie": "hakaru-language=en"}
    told = client.put(f"/import/{job.job_id}/files?name=a.fit", content=b"x", headers=english)
    assert "cannot be written" in told.json()["told"]


def test_a_server_says_in_json_what_is_wrong_with_a_script_request(client: httpx2.Client) -> None:
    accepts = {"accept": "application/json"}
    answer = client.post("/import/7/start", content=b"", headers=accepts)
    assert answer.json()["status"] == answer.status_code == 400


def test_a_page_in_the_language_of_the_configuration(own: Context) -> None:
    english = replace(own, settings=replace(own.settings, language="en"))
    with talking(english) as client:
        assert 'lang="en"' in client.get("/").text
        japanese = client.get("/", headers={"cookie": "hakaru-language=ja; hakaru-theme=dark"}).text
    assert 'lang="ja"' in japanese
    assert 'data-theme="dark"' in japanese


def test_what_was_stated_and_refused_stands_in_its_field_beside_the_reason(
    one_for_all: httpx2.Client,
) -> None:
    answer = one_for_all.post(
        "/settings/athlete", data={"quantity": "heart_rate_max_bpm", "value": "abc"}
    )
    fault = answer.text.split('role="alert">', 1)[1].split("<", 1)[0]
    assert "abc" in fault
    assert "heart_rate_max_bpm" not in fault
    held = answer.text.split('name="quantity"', 1)[1].split("</select>", 1)[0]
    assert re.search(r'value="heart_rate_max_bpm" selected', held)
    assert 'value="abc" aria-invalid="true"' in answer.text


def test_settings_ask_for_what_is_lacking_without_a_command(one_for_all: httpx2.Client) -> None:
    assert "hakaru athlete set" not in one_for_all.get("/settings").text


def test_a_fault_beside_its_field_and_a_missing_run_name_neither_code_nor_command(
    one_for_all: httpx2.Client,
) -> None:
    tiles = one_for_all.post("/settings/tiles", data={"place": "http://none", "allowed": "on"})
    assert "tiles =" not in tiles.text
    assert "http://none" in tiles.text.split('role="alert">', 1)[1].split("<", 1)[0]
    gone = one_for_all.get("/runs/123")
    assert gone.status_code == 404
    assert "hakaru activities" not in gone.text


@pytest.mark.parametrize(
    ("at", "sent", "held"),
    [
        ("/plans/add", {"title": " ", "context": "by Friday"}, ">by Friday</textarea>"),
        ("/focus/settings", {"over_focus_after_min": "many"}, 'value="many" aria-invalid="true"'),
        ("/focus/rules", {"match": "domain", "pattern": "*.a", "category": "work"}, 'value="*.a"'),
        ("/settings/model", {"backend": "openai", "name": "m", "url": "ftp"}, 'value="ftp"'),
        ("/settings/model", {"backend": "openai", "name": "", "url": ""}, 'name="name"'),
        ("/settings/tiles", {"place": "nowhere", "allowed": "on"}, 'value="nowhere"'),
        ("/settings/athlete", {"quantity": "weight_kg", "value": "1"}, 'value="1"'),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_says_why_beside_it(
    client: httpx2.Client, at: str, sent: dict[str, str], held: str
) -> None:
    came = str(client.base_url.join("/" + at.split("/")[1]))
    answer = client.post(at, data=sent, headers={"referer": came})
    form = answer.text.split(f'action="{at}" class', 1)[1].split("</form>", 1)[0]
    assert answer.status_code == 400
    assert held in form
    assert form.count('role="alert"') == 1
    assert form.count("autofocus") == 1
    assert answer.text.count('role="alert"') == 1
    assert f'name="back" value="/{at.split("/")[1]}"' in answer.text


def test_a_refused_part_of_a_goal_is_said_on_the_page_of_the_goal(client: httpx2.Client) -> None:
    client.post("/plans/add", data={"title": "Whole"})
    goal = re.search(r'href="/plans/node\?id=([^"&]+)">Whole<', client.get("/plans").text)
    assert goal is not None
    for at, sent in (
        ("/plans/add", {"parent": goal[1], "title": " "}),
        ("/plans/edit", {"id": goal[1], "title": "", "context": "why"}),
    ):
        answer = client.post(at, data=sent)
        assert answer.status_code == 400
        assert ">Whole</h1>" in answer.text
        assert answer.text.count('role="alert"') == 1
