"""Who sees a page, and what could a page do? Every address of the dashboard is tried."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx2
import pytest

from hakaru.flows.nodes import every_node
from hakaru.surfaces.web.endpoints import PAGES
from tests.surfaces.web.browser.places import DATA, LOST, PLACES
from tests.surfaces.web.browser.worlds import Site, lived_in
from tests.surfaces.web.serving import TOKEN, session_of

KNOWS = {"authorization": f"Bearer {TOKEN}"}
STRANGERS: dict[str, tuple[dict[str, str], int]] = {
    "no token": ({}, 401),
    "a wrong token": ({"authorization": "Bearer wrong"}, 401),
    "a token as a cookie of another name": ({"cookie": f"hakaru={TOKEN}"}, 401),
    "another host": ({**KNOWS, "host": "evil.example"}, 421),
    "another port": ({**KNOWS, "host": "127.0.0.1:1"}, 421),
    "a page of somebody else": ({**KNOWS, "origin": "http://evil.example"}, 403),
    "a page without an address": ({**KNOWS, "origin": "null"}, 403),
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
"""What a browser may do with a page."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with lived_in() as made:
        yield made


def addresses(site: Site) -> list[str]:
    return [where(site) for where in (*PLACES.values(), *DATA.values())]


@pytest.mark.parametrize("stranger", STRANGERS)
def test_no_page_no_data_and_no_form_is_for_a_stranger(stranger: str, site: Site) -> None:
    headers, status = STRANGERS[stranger]
    before = len(every_node(site.context).nodes)
    with httpx2.Client(base_url=site.address, headers=headers, timeout=60.0) as client:
        for path in (*addresses(site), LOST):
            answer = client.get(path)
            assert (path, answer.status_code) == (path, status)
            assert TOKEN not in answer.text
        for page in PAGES:
            if page.form:
                answer = client.post(page.path, data={"title": "x", "id": "n1", "to": "DONE"})
                assert (page.path, answer.status_code) == (page.path, status)
    assert len(every_node(site.context).nodes) == before


def test_a_form_that_a_browser_sends_needs_our_own_page_behind_it(site: Site) -> None:
    with httpx2.Client(base_url=site.address, cookies=session_of(site.address)) as browser:
        refused = browser.post("/plans/add", data={"title": "x"})
        assert refused.status_code == 401
        own = browser.post("/plans/add", data={"title": "x"}, headers={"origin": site.address})
        assert own.status_code == 303


class Acting(HTMLParser):
    """What in a page could run or load: inline scripts, styles, handlers, foreign addresses."""

    ADDRESSES = frozenset({"src", "href", "action", "formaction", "srcset", "data", "poster"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        data_block = tag == "script" and given == {"type": "application/json"}
        self._inside = "data" if data_block else tag if tag in ("script", "style") else ""
        if tag in ("iframe", "object", "embed", "base", "applet", "foreignobject"):
            self.found.append(f"<{tag}>")
        if tag == "meta" and "http-equiv" in given:
            self.found.append(f"<meta http-equiv={given['http-equiv']}>")
        for name, value in given.items():
            if name.startswith(("on", "hx-on")) or name in ("style", "srcdoc", "hx-vals"):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name.split(":")[-1] in self.ADDRESSES and not _own(value or ""):
                self.found.append(f"<{tag} {name}={value!r}>")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        """Anything inside a script or style acts; a block of data does not, unless it could end."""
        if self._inside == "data":
            self.found.extend(["<"] if "<" in data or json.loads(data) is None else [])
        elif self._inside and data.strip():
            self.found.append(f"<{self._inside}>{data[:60]}")


def _own(address: str) -> bool:
    return address.startswith(("/", "#")) and not address.startswith("//")


def acting(html: str) -> list[str]:
    reader = Acting()
    reader.feed(html)
    reader.close()
    return reader.found


@pytest.mark.parametrize(
    "html",
    [
        "<script>1</script>", "<style>a{}</style>", "<p onclick='x'>", "<p style='x'>",
        "<a href='https://evil.example'>", "<img src=x>", "<a href='javascript:x'>",
        '<script type="application/json">{"a":"<b"}</script>',
        '<script type="application/json" src="/x">1</script>',
        "<iframe>", "<svg><a xlink:href='data:x'>", "<a href='//evil.example'>",
    ],
)  # fmt: skip
def test_the_reader_of_pages_sees_what_could_act(html: str) -> None:
    assert acting(html) != []


@pytest.mark.sampled(14)
@pytest.mark.parametrize("place", [*PLACES, LOST])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_page_holds_no_inline_script_style_or_handler_and_a_strict_policy(
    place: str, language: str, site: Site
) -> None:
    path = PLACES[place](site) if place in PLACES else place
    for more in ({}, {"hx-request": "true"}):
        cookies = {"hakaru-language": language}
        with httpx2.Client(base_url=site.address, headers=KNOWS | more, cookies=cookies) as client:
            answer = client.get(path)
        told = answer.headers["content-security-policy"]
        rules = dict(one.strip().split(" ", 1) for one in told.split(";"))
        assert {name: rules.get(name) for name in POLICY} == POLICY
        assert "unsafe" not in told
        assert "*" not in told
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert acting(answer.text) == []
