"""Whatever stands in an address, the answer is a page or a refusal, and never a bug."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hakaru.surfaces.web.endpoints import PAGES
from tests.shared import SOAK
from tests.surfaces.web.browser.worlds import Site, lived_in
from tests.surfaces.web.serving import TOKEN
from tests.surfaces.web.test_pages_guarded import acting

NAMES = (
    "type", "sensor", "since", "until", "flag", "words", "page", "pace", "span", "points", "from",
    "to", "id", "told", "change", "node", "day", "week", "by", "year", "month", "a", "b",
)  # fmt: skip
ODD = (
    "", " ", "0", "-1", "1e9", "nan", "inf", "-inf", "9" * 40, "٣", "²", "2025-01-07", "2025-02-30",
    "0000-00-00", "9999-12-31", "0001-01-01", "interval", "garmin-hrm", "simulated", "improve",
    "'; DROP TABLE activities; --", "%", "_", "\\", "*", "[", "x" * 5_000, "n1", "n4", "../etc",
    "<script>", "added", "\x00", "\ud800", "1y", "400", "4000", "4001", "300.5", "1", "2", "🏃",
)  # fmt: skip
SENT = ("id", "title", "context", "status", "parent", "to", "diff", "change", "intent", "back",
        "language", "theme")  # fmt: skip


@pytest.fixture(scope="module")
def client() -> Iterator[tuple[Site, httpx2.Client]]:
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        lived_in() as site,
        httpx2.Client(base_url=site.address, headers=headers, timeout=120.0) as made,
    ):
        yield site, made


values = st.sampled_from(ODD) | st.text(max_size=20)
queries = st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=4)


def _encoded(pairs: list[tuple[str, str]]) -> str:
    return urlencode(pairs, errors="surrogatepass")


@pytest.mark.parametrize("path", [page.path for page in PAGES if not page.form])
@settings(max_examples=30 if SOAK else 6, suppress_health_check=list(HealthCheck), derandomize=True)
@given(pairs=queries, known=st.booleans(), part=st.booleans())
def test_no_address_is_a_bug(
    path: str,
    client: tuple[Site, httpx2.Client],
    pairs: list[tuple[str, str]],
    known: bool,
    part: bool,
) -> None:
    site, http = client
    run = str(site.run_id if known else 99999999999999999999)
    headers = {"hx-request": "true"} if part else {}
    job = str(site.job_id if known else 99999999999999999999)
    place = path.replace("{activity_id:int}", run).replace("{job_id:int}", job)
    for name, value in pairs:
        place = place.replace(f"{{{name}}}", quote(value, safe="", errors="surrogatepass"))
    answer = http.get(f"{place}?{_encoded(pairs)}", headers=headers)
    assert answer.status_code < 500, (path, pairs)
    if answer.headers.get("content-type", "").startswith("text/html") and "report" not in path:
        assert acting(answer.text) == []


QUIET = {
    "/plans/next", "/plans/organize", "/import/new", "/import/simulate",
    "/import/{job_id:int}/start", "/import/{job_id:int}/stop", "/settings/export",
    "/settings/delete", "/focus/forget", "/settings/model/check",
}  # fmt: skip
"""Work long, or take away what the others look at."""


@pytest.mark.parametrize(
    "path", [page.path for page in PAGES if page.form and page.path not in QUIET]
)
@settings(max_examples=15 if SOAK else 6, suppress_health_check=list(HealthCheck), derandomize=True)
@given(pairs=st.lists(st.tuples(st.sampled_from(SENT), values), max_size=4))
def test_no_form_is_a_bug_and_none_leads_elsewhere(
    path: str, client: tuple[Site, httpx2.Client], pairs: list[tuple[str, str]]
) -> None:
    site, http = client
    answer = http.post(
        path,
        content=_encoded(pairs).encode(),
        headers={
            "content-type": "application/x-www-form-urlencoded",
            "origin": site.address,
        },
    )
    assert answer.status_code < 500, (path, pairs)
    if answer.status_code == 303:
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "/ok\r\nset-cookie: a=b",
        "",
    ],
)
def test_a_choice_leads_back_to_a_page_of_ours_only(
    address: str, client: tuple[Site, httpx2.Client]
) -> None:
    site, http = client
    answer = http.post(
        "/choices", data={"back": address, "language": "en"}, headers={"origin": site.address}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "a=b" not in str(answer.headers)


def test_bytes_that_are_no_text_are_no_bug(client: tuple[Site, httpx2.Client]) -> None:
    site, http = client
    for path in ("/runs", "/form", "/plans/node", "/training"):
        answer = http.get(f"{path}?id=%ff%fe&words=%ED%A0%80&sensor=%00&{quote('型')}=%")
        assert answer.status_code < 500
    sent = http.post(
        "/plans/add", content=b"title=%ff%00&\xff\xfe", headers={"origin": site.address}
    )
    assert sent.status_code < 500
