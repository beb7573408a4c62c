"""Who gets in: those who know the token, from this machine, and no page of somebody else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from hakaru.flows.context import Context
from hakaru.surfaces.http.token import read_token
from hakaru.surfaces.web.cli import serve_command
from hakaru.surfaces.web.serve import TOKEN_FILE
from tests.flows.commands import ROOT, environment
from tests.surfaces.web.serving import TOKEN, served


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
        ({**KNOWS, "host": "evil.example"}, 421),
        ({**KNOWS, "host": "127.0.0.1"}, 421),
        ({**KNOWS, "origin": "http://evil.example"}, 403),
        ({**KNOWS, "origin": "null"}, 403),
    ],
)
def test_the_token_the_host_and_the_page_are_looked_at(
    address: str, headers: dict[str, str], status: int
) -> None:
    for path in ("/api/dashboard", "/openapi.json"):
        raw = {name: value.encode("latin-1") for name, value in headers.items()}
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
        assert browser.get("/", params={"token": "wrong"}).status_code == 401
        entered = browser.get("/", params={"token": TOKEN})
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert browser.get("/api/dashboard").status_code == 200
        node = {"title": "x"}
        assert browser.post("/api/nodes", json=node).status_code == 401
        own = {"origin": address}
        assert browser.post("/api/nodes", json=node, headers=own).status_code == 201
        foreign = {"origin": "http://evil.example"}
        assert browser.post("/api/nodes", json=node, headers=foreign).status_code == 403


def test_a_command_serves_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hakaru.surfaces.cli.main", "serve", "--port", "0",
               "--data", str(tmp_path), "--lang", "en"]  # fmt: skip
    with subprocess.Popen(  # our own program
        command, cwd=ROOT, env=environment(), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        link = said.split()[1].rstrip(";")
        token = read_token(tmp_path / TOKEN_FILE)
        assert link.endswith(f"/?token={token}")
        base = link.split("/?")[0]
        headers = {"authorization": f"Bearer {token}"}
        assert httpx2.get(base + "/api/dashboard", headers=headers).status_code == 200
        port = base.rsplit(":", 1)[1]
        words = ["--port", port, "--data", str(tmp_path), "--lang", "ja"]
        taken = CliRunner().invoke(serve_command("ja"), words)
        assert taken.exit_code == 2
        assert "空いているポート" in taken.stderr
        process.terminate()
    assert (tmp_path / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
