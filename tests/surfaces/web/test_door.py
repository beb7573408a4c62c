"""Who gets in: those who know the token or came by a fresh link, and no page of somebody else."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from hakaru.flows.context import Context
from hakaru.surfaces.http import read_token
from hakaru.surfaces.web.app import HEADERS, TOKEN_FILE
from hakaru.surfaces.web.cli import serve_command
from tests.flows.commands import ROOT, environment
from tests.flows.factories import make_context
from tests.surfaces.web.serving import TOKEN, link_into, served, session_of


@pytest.fixture
def address(context: Context) -> Iterator[str]:
    with served(context) as made:
        yield made


KNOWS = {"authorization": f"Bearer {TOKEN}"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (KNOWS, 200),
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": TOKEN}, 401),
        ({"authorization": "Bearer \xe9"}, 401),
        ({"cookie": f"other={TOKEN}"}, 401),
        ({"cookie": "hakaru-PORT="}, 401),
        ({"cookie": f"hakaru-PORT={TOKEN}"}, 401),
        ({**KNOWS, "host": "evil.example"}, 421),
        ({**KNOWS, "host": "127.0.0.1"}, 421),
        ({**KNOWS, "origin": "http://evil.example"}, 403),
        ({**KNOWS, "origin": "null"}, 403),
    ],
)
def test_the_token_the_host_and_the_page_are_looked_at(
    address: str, headers: dict[str, str], status: int
) -> None:
    port = address.rsplit(":", 1)[1]
    for path in ("/api/dashboard", "/openapi.json"):
        raw = {
            name: value.replace("PORT", port).encode("latin-1") for name, value in headers.items()
        }
        answer = httpx2.get(address + path, headers=list(raw.items()))  # type: ignore[arg-type]
        assert answer.status_code == status
        if status != 200:
            assert answer.json()["status"] == status
            assert TOKEN not in answer.text


def test_own_pages_may_ask(address: str) -> None:
    port = address.rsplit(":", 1)[1]
    for origin in (address, f"http://localhost:{port}"):
        headers = {**KNOWS, "origin": origin}
        assert httpx2.get(address + "/api/dashboard", headers=headers).status_code == 200


def test_two_pages_at_once_are_not_ours(address: str) -> None:
    own = [*KNOWS.items(), ("origin", address)]
    for second in (address, "http://evil.example"):
        headers = [*own, ("origin", second)]
        assert httpx2.get(address + "/api/dashboard", headers=headers).status_code == 403


def test_the_link_lets_a_browser_in_and_leaves_no_token_behind(address: str) -> None:
    with httpx2.Client(base_url=address) as browser:
        assert browser.get("/", params={"link": "wrong"}).status_code == 401
        entered = browser.get(link_into(address))
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        assert entered.headers["cache-control"] == "no-store"
        cookie = entered.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000"} <= set(
            cookie.split("; ")
        )
        assert TOKEN not in cookie + link_into(address)
        assert browser.get("/api/dashboard").status_code == 200
        node = {"title": "x"}
        assert browser.post("/api/nodes", json=node).status_code == 401
        own = {"origin": address}
        assert browser.post("/api/nodes", json=node, headers=own).status_code == 201
        foreign = {"origin": "http://evil.example"}
        assert browser.post("/api/nodes", json=node, headers=foreign).status_code == 403


def test_a_link_works_once_and_the_second_opening_says_how_to_get_another(address: str) -> None:
    link = link_into(address)
    with httpx2.Client() as browser:
        assert browser.head(link).status_code == 401
        ahead = {"sec-purpose": "prefetch;prerender"}
        assert browser.get(link, headers=ahead).status_code == 401
        assert browser.get(link).status_code == 303
        again = browser.get(link, headers={"accept-language": "en"})
    stranger = httpx2.get(link, headers={"accept-language": "en"})
    for answer in (again, stranger):
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers
        assert "no longer works" in answer.text
        assert "hakaru serve --link" in answer.text
    assert link_into(address) != link_into(address)


def test_a_link_ends_after_ten_minutes_and_a_session_after_thirty_days(context: Context) -> None:
    now_s = 1_800_000_000.0
    with served(context, clock=lambda: now_s) as address, httpx2.Client(base_url=address) as one:
        old, fresh = link_into(address, now_s=now_s), link_into(address, now_s=now_s + 1.0)
        now_s += 600.5
        assert one.get(old).status_code == 401
        assert one.get(fresh).status_code == 303
        (session,) = [f"{name}={value}" for name, value in one.cookies.items()]
        kept = {"cookie": session}
        now_s += 30 * 86_400 - 1.0
        assert httpx2.get(f"{address}/api/dashboard", headers=kept).status_code == 200
        now_s += 2.0
        assert httpx2.get(f"{address}/api/dashboard", headers=kept).status_code == 401


def test_a_link_of_before_the_start_or_of_the_future_does_not_work(context: Context) -> None:
    now_s = 1_800_000_000.0
    with served(context, clock=lambda: now_s) as address:
        for made_s, status in ((now_s - 0.1, 401), (now_s + 60.0, 401), (now_s, 303)):
            assert httpx2.get(link_into(address, now_s=made_s)).status_code == status


def test_links_and_sessions_of_one_port_are_worth_nothing_on_another(
    context: Context, tmp_path: Path
) -> None:
    other = make_context(tmp_path / "other")
    with served(context) as first, served(other) as second:
        (value,) = session_of(first).values()
        ports = [address.rsplit(":", 1)[1] for address in (first, second)]
        for port in ports:
            own = {"cookie": f"hakaru-{port}={value}"}
            refused = httpx2.get(f"{second}/api/dashboard", headers=own)
            assert refused.status_code == 401
        asked = httpx2.get(
            f"{first}/api/dashboard", headers={"cookie": f"hakaru-{ports[0]}={value}"}
        )
        assert asked.status_code == 200
        moved = link_into(first).replace(ports[0], ports[1])
        assert httpx2.get(moved).status_code == 401
    with served(context) as again:
        port = again.rsplit(":", 1)[1]
        cookie = {"cookie": f"hakaru-{port}={value}"}
        assert httpx2.get(f"{again}/api/dashboard", headers=cookie).status_code == 401
    other.store.close()


@pytest.mark.parametrize(
    "broken",
    ["", ".", "1.2.3", "x", "9" * 400, "\udcff", "1800000000000.aaaa", "%00", "a.b.c&link=d"],
)
def test_a_broken_link_is_refused_with_the_page(broken: str, address: str) -> None:
    answer = httpx2.get(f"{address}/?link=" + broken.encode("utf-8", "replace").decode())
    assert answer.status_code == 401
    assert "hakaru serve --link" in answer.text


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "ja"),
        ({"accept-language": "en-GB,en;q=0.9,ja;q=0.5"}, "en"),
        ({"accept-language": "ja"}, "ja"),
        ({"accept-language": "fr, en;q=0.5"}, "en"),
        ({"accept-language": "fr"}, "ja"),
        ({"accept-language": "ja", "cookie": "hakaru-language=en"}, "en"),
    ],
)
def test_without_a_session_a_page_says_how_to_get_in(
    headers: dict[str, str], language: str, address: str
) -> None:
    port = address.rsplit(":", 1)[1]
    for path in ("/", "/runs", "/no-such-page"):
        answer = httpx2.get(address + path, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["www-authenticate"] == "Bearer"
        assert HEADERS.items() <= dict(answer.headers).items()
        assert f'<html lang="{language}"' in answer.text
        assert f"<code>hakaru serve --link --port {port}</code>" in answer.text
        assert "<script" not in answer.text
        loaded = set(re.findall(r'(?:src|href)="([^"]+)"', answer.text)) - {"/"}
        sheets = {"base.css", "report.css", "app.css"}
        assert {one.rpartition("/")[2] for one in loaded} == {"icon.svg", *sheets}
        assert all(httpx2.get(address + one).status_code == 200 for one in loaded)


def test_programs_and_scripts_of_the_dashboard_are_still_refused_in_json(address: str) -> None:
    for method, path, accept in (
        ("GET", "/api/dashboard", "text/html"),
        ("GET", "/openapi.json", "*/*"),
        ("GET", "/static/x/app.js", "*/*"),
        ("GET", "/runs", "application/json"),
        ("PUT", "/import/1/files", "*/*"),
    ):
        answer = httpx2.request(method, address + path, headers={"accept": accept})
        assert (path, answer.status_code) == (path, 401)
        assert answer.json()["ok"] is False


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "hakaru.surfaces.cli.main", "serve", *words]


def test_a_command_serves_and_another_prints_new_links_until_it_is_stopped(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with subprocess.Popen(  # our own program
        _command("--port", "0", "--data", str(data), "--lang", "en"),
        cwd=ROOT, env=environment(), stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        link, advice = process.stderr.readline().split()[1], process.stderr.readline()
        token = read_token(data / TOKEN_FILE)
        base = link.split("/?")[0]
        port = base.rsplit(":", 1)[1]
        assert f"`hakaru serve --link --port {port}`" in advice
        assert token not in link
        headers = {"authorization": f"Bearer {token}"}
        assert httpx2.get(base + "/api/dashboard", headers=headers).status_code == 200
        assert [httpx2.get(link).status_code for _ in range(2)] == [303, 401]
        words = ["--port", port, "--data", str(data), "--lang", "ja"]
        printed = CliRunner().invoke(serve_command("ja"), [*words, "--link"])
        assert printed.exit_code == 0
        assert [httpx2.get(printed.stdout.strip()).status_code for _ in range(2)] == [303, 401]
        taken = CliRunner().invoke(serve_command("ja"), words)
        assert taken.exit_code == 2
        assert "空いているポート" in taken.stderr
        elsewhere = [*words[:3], str(tmp_path / "elsewhere"), *words[4:], "--link"]
        unserved = CliRunner().invoke(serve_command("ja"), elsewhere)
        assert unserved.exit_code == 2
        assert "データフォルダを指定してください" in unserved.stderr
        assert not (tmp_path / "elsewhere").exists()
        process.terminate()
    assert (data / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    gone = CliRunner().invoke(serve_command("en"), [*words, "--link"])
    assert gone.exit_code == 2
    assert "hakaru serve" in gone.stderr
