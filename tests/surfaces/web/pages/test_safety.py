"""Who may see a page, and what a page may do: nobody without the token, nothing from outside."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hakaru.flows.context import Context
from hakaru.flows.nodes import add_node
from hakaru.flows.past import read_past
from hakaru.flows.place import prepare
from hakaru.flows.understand import Understanding
from hakaru.sources.simulated.big import column_runs
from hakaru.store.activities import list_activities
from hakaru.store.database import transaction
from hakaru.surfaces.web.assets import assets
from hakaru.surfaces.web.headers import POLICY
from hakaru.surfaces.web.pages.choices import own_place
from hakaru.surfaces.web.pages.table import PAGES
from hakaru.surfaces.web.uploads import safe_name
from tests.flows.factories import make_context
from tests.surfaces.web.pages.addresses import PATHS, newest_run
from tests.surfaces.web.pages.browsing import needs_browser, visiting
from tests.surfaces.web.serving import TOKEN, served

EVIL = (
    "<img src=x onerror=\"document.title='owned'\">"
    "<script>document.title='owned'</script>{{7*7}}'\""
)
KNOWS = {"authorization": f"Bearer {TOKEN}"}


def filled(path: str) -> str:
    """An address of the table with something in its places."""
    return path.replace("{activity_id:int}", "1").replace("{job_id:int}", "1")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_nobody_sees_or_does_anything_without_the_token(address: str, page: Any) -> None:
    method = "POST" if page.form else "GET"
    for headers, status in (
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({**KNOWS, "host": "evil.example"}, 421),
        ({**KNOWS, "origin": "http://evil.example"}, 403),
        ({**KNOWS, "origin": "null"}, 403),
    ):
        answer = httpx2.request(method, address + filled(page.path), headers=headers)
        assert answer.status_code == status, headers
        assert answer.headers["content-security-policy"] == POLICY


def test_a_form_of_another_page_cannot_use_the_cookie(address: str) -> None:
    with httpx2.Client(base_url=address) as browser:
        browser.get("/", params={"token": TOKEN})
        assert browser.get("/plans").status_code == 200
        assert browser.post("/plans/add", data={"title": "x"}).status_code == 401
        foreign = {"origin": "http://evil.example"}
        assert browser.post("/plans/add", data={"title": "x"}, headers=foreign).status_code == 403


@pytest.mark.parametrize("path", [*PATHS, "/no/such/page"])
def test_a_page_holds_no_script_style_or_address_of_anybody(
    full: Context, address: str, path: str
) -> None:
    answer = httpx2.get(address + path.format(run=newest_run(full)), headers=KNOWS)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    html = answer.text
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html)
    for where in re.findall(r'(?:src|href|action)="([^"]*)"', html):
        assert where.startswith(("/", "#")), where


def test_what_is_not_known_is_a_page_of_its_own(address: str) -> None:
    for path, status in (
        ("/runs/5", 404),
        ("/plans/node?id=none", 404),
        ("/runs?since=yesterday", 400),
        ("/runs?page=0", 400),
        ("/jobs/77", 400),
        ("/nowhere", 404),
        ("/runs/{run}/series?points=99999999".replace("{run}", "5"), 404),
    ):
        answer = httpx2.get(address + path, headers=KNOWS)
        assert answer.status_code == status, path
        assert "Traceback" not in answer.text
    answer = httpx2.get(f"{address}/api/nowhere", headers=KNOWS)
    assert answer.json()["status"] == 404


def test_files_are_kept_by_a_browser_until_they_change(address: str) -> None:
    for name, asset in assets().items():
        answer = httpx2.get(address + asset.address, headers=KNOWS)
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["cache-control"]
        assert hashlib.sha256(answer.content).hexdigest()[:12] in asset.address
    assert httpx2.get(f"{address}/static/000000000000/app.css", headers=KNOWS).status_code == 404


def test_files_of_others_are_those_that_were_written_down() -> None:
    folder = resources.files("hakaru.surfaces.web").joinpath("static/vendor")
    table = folder.joinpath("README.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([\w.]+)` .*`([0-9a-f]{64})` \|$", table, re.MULTILINE))
    there = {one.name for one in folder.iterdir()} - {"README.md"}
    assert there == set(told) | {"htmx.LICENSE.txt", "uPlot.LICENSE.txt"}
    for name, sum_ in told.items():
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == sum_


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Context]:
    """A run, its watch and a node called by what would act in a careless page."""
    context = make_context(tmp_path / "data")
    recording = replace(
        next(iter(column_runs(1, 700, seed=5))), title=EVIL, gear=EVIL, sensor_label=EVIL
    )
    with context.store.turn() as con, transaction(con):
        past = read_past(con, context.settings)
        understanding = Understanding(past=past, settings=context.settings, now=context.now())
        understanding.keep_new(con, prepare(recording))
    add_node(context, title=EVIL, note=EVIL, status="NEEDS_DECISION", parent=None)
    yield context
    context.store.close()


@needs_browser
def test_hostile_names_are_words_and_nothing_else(hostile: Context, chromium: Any) -> None:
    with hostile.store.read() as con:
        run = list_activities(con)[0].activity_id
    paths = (
        "/",
        "/runs",
        f"/runs/{run}",
        f"/runs/{run}/session",
        "/form",
        "/plans",
        "/plans/node?id=n1",
        "/import",
        "/runs?words=%3Cscript%3Ealert(1)%3C/script%3E",
    )
    with served(hostile) as address, visiting(chromium, address) as visitor:
        for path in paths:
            page = visitor.open(path)
            assert "owned" not in page.title() or "<script>" in page.title()
            assert page.locator("main img[src=x]").count() == 0
            assert page.locator("main script").count() == 0
            assert "49" not in page.title()
        assert "<img src=x" in visitor.open("/plans").locator("main").inner_text()
        visitor.press("提案を作る")
        visitor.seen.check()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a\x00b\n.fit", "a_b_.fit"),
        ("...", "file"),
        ("", "file"),
        ("走り 2026 (1).FIT", "走り 2026 (1).FIT"),
        ("x" * 500 + ".fit", "x" * 120 + ".fit"),
        ("$(rm -rf ~).gpx", "_(rm -rf _).gpx"),
    ],
)
def test_names_of_files_mean_nothing_to_the_system(given: str, kept: str) -> None:
    assert safe_name(given) == kept


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ("/runs?page=2", "/runs?page=2"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/a\r\nset-cookie: x", "/"),
        ("", "/"),
    ],
)
def test_one_is_led_back_to_own_pages_only(given: str, where: str) -> None:
    assert own_place(given) == where
