"""What is not there is a page of its own, and files are those that were written down."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path

import httpx2
import pytest

from hakaru.surfaces.web.bodies import safe_name
from hakaru.surfaces.web.endpoints import PAGES
from hakaru.surfaces.web.pages.templates import assets
from tests.flows.factories import NOW, make_context
from tests.surfaces.web.serving import talking


def test_what_is_not_known_is_a_page_of_its_own(client: httpx2.Client) -> None:
    for path, status in (
        ("/runs/5", 404),
        ("/plans/node?id=none", 404),
        ("/jobs/77", 400),
        ("/nowhere", 404),
        ("/runs/5/series?points=99999999", 404),
        ("/day/yesterday", 400),
        ("/day/2025-02-30", 400),
        ("/day/20250330", 400),
        ("/day/0001-01-01", 400),
        ("/day/9999-12-31", 400),
        ("/week/2025-W54", 400),
        ("/week/2025-13", 400),
        ("/week/0000-W01", 400),
        ("/jobs/77/file", 400),
        ("/plans/advice?id=none", 404),
        ("/focus/summary", 400),
    ):
        answer = client.get(path)
        assert answer.status_code == status, path
        assert "Traceback" not in answer.text
    answer = client.get("/api/nowhere")
    assert answer.json()["status"] == 404


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/plans/add", "&".join(f"a{number}=1" for number in range(300))),
        ("/plans/add", "title=" + "x" * 5_100_000),
        ("/focus/respond", "id=²&response=accepted"),
    ],
)
def test_a_form_that_cannot_be_read_is_refused(client: httpx2.Client, path: str, sent: str) -> None:
    answer = client.post(path, content=sent.encode())
    assert answer.status_code == 400
    assert "表示できません" in answer.text


def test_a_refusal_leads_back_to_the_page_one_came_from(client: httpx2.Client) -> None:
    own = str(client.base_url.join("/settings?told=saved"))
    for came, back in ((own, "/settings?told=saved"), ("http://evil.example/x", None)):
        answer = client.post("/focus/respond", data={"id": "x"}, headers={"referer": came})
        assert answer.status_code == 400
        assert "evil" not in answer.text
        assert (back is not None) == ("前のページへ戻る" in answer.text)
        assert back is None or f'href="{back}"' in answer.text


def test_a_page_that_a_browser_goes_back_to_is_whole(client: httpx2.Client) -> None:
    asked = {"hx-request": "true", "hx-history-restore-request": "true"}
    assert "<html" in client.get("/runs", headers=asked).text
    assert "<html" not in client.get("/runs", headers={"hx-request": "true"}).text


def test_with_nothing_stored_no_address_is_a_bug(tmp_path: Path) -> None:
    with talking(make_context(tmp_path / "data")) as nothing:
        for page in PAGES:
            if not page.form:
                path = re.sub(r"{\w+:int}", "1", page.path).replace("{day}", "2025-01-01")
                answer = nothing.get(path.replace("{week}", "2025-W01"))
                assert answer.status_code < 500, path


def test_this_day_and_this_week_have_addresses_of_their_own(client: httpx2.Client) -> None:
    today = NOW.astimezone().date()
    year, week, _ = today.isocalendar()
    for path, where in (("/day", f"/day/{today}"), ("/week", f"/week/{year}-W{week:02d}")):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, where)
        assert client.get(where).status_code == 200


def test_files_are_kept_by_a_browser_until_they_change(client: httpx2.Client) -> None:
    for name, asset in assets().items():
        answer = client.get(asset.address)
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["cache-control"]
        assert hashlib.sha256(answer.content).hexdigest()[:12] in asset.address
    assert client.get("/static/000000000000/app.css").status_code == 404


def test_files_of_others_are_those_that_were_written_down() -> None:
    folder = resources.files("hakaru.surfaces.web").joinpath("static/vendor")
    table = folder.joinpath("README.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([\w.]+)` .*`([0-9a-f]{64})` \|$", table, re.MULTILINE))
    there = {one.name for one in folder.iterdir()} - {"README.md"}
    assert there == set(told) | {"htmx.LICENSE.txt", "uPlot.LICENSE.txt"}
    for name, sum_ in told.items():
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == sum_


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a\x00b\n.fit", "a_b_.fit"),
        ("...", "file"),
        ("", "file"),
        ("走り 2026 (1).FIT", "走り 2026 (1).FIT"),
        ("x" * 500 + ".fit", "x" * 180 + ".fit"),
        ("走" * 500 + ".fit", "走" * 60 + ".fit"),
        ("$(rm -rf ~).gpx", "_(rm -rf _).gpx"),
    ],
)
def test_names_of_files_mean_nothing_to_the_system(given: str, kept: str) -> None:
    assert safe_name(given) == kept
