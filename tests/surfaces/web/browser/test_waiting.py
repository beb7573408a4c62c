"""What a model is asked takes its time: the page says so, may be left and loaded again, and shows
the answer as soon as it is there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from hakaru.core.errors import ModelUnreachable
from hakaru.core.i18n import term
from hakaru.flows.job_records import jobs_of
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.model import Description, Scripted
from tests.surfaces.web.browser.driving import (
    Visitor,
    browsing,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.browser.worlds import Site, lived_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

LONGEST_S = 60.0


class Held:
    """A model that thinks until it is let go, and then cannot be reached."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self._plain = Scripted([])

    def describe(self) -> Description:
        return self._plain.describe()

    def as_sent(self, prompt: Prompt) -> Prompt:
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self.let_go.wait, LONGEST_S)
        raise ModelUnreachable("127.0.0.1:9", term("connection refused"))


@pytest.fixture(scope="module")
def model() -> Held:
    return Held()


@pytest.fixture(scope="module")
def site(model: Held) -> Iterator[Site]:
    with lived_in(model) as made:
        yield made
        model.let_go.set()


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, site: Site, model: Held) -> Iterator[Visitor]:
    model.let_go.clear()
    with visiting(browser, site.address) as made:
        yield made
        model.let_go.set()
        made.assert_quiet()


@pytest.mark.parametrize(
    ("path", "button", "answer"),
    [
        ("/plans", "Make proposals", "#orderresult article.diff"),
        ("/plans/node?id=n4", "Draft options", "#adviceresult ol.options2 > li"),
        ("/focus", "Put the day into words", "#summaryresult p.r-said"),
    ],
)
def test_a_question_outlives_the_page_and_is_answered_without_a_reload(
    visitor: Visitor, model: Held, path: str, button: str, answer: str
) -> None:
    page = visitor.page
    page.goto(visitor.address + path)
    page.get_by_role("button", name=button, exact=True).click()
    page.locator("[data-working] progress").wait_for()
    assert violations(page) == []
    page.goto(f"{visitor.address}/runs")  # somewhere else meanwhile: nothing waits for it
    page.goto(visitor.address + path)
    page.locator("[data-working]").wait_for()
    model.let_go.set()
    page.locator(answer).first.wait_for()
    visitor.settle()
    assert page.locator("[data-working]").count() == 0
    told = page.locator("main").inner_text()
    assert "connection refused" in told or path == "/focus"


def test_the_same_question_twice_is_asked_once(visitor: Visitor, site: Site, model: Held) -> None:
    page = visitor.page
    before = len(jobs_of(site.context, "organize"))
    page.goto(f"{visitor.address}/plans")
    for _ in range(2):
        page.get_by_role("button", name="Make proposals", exact=True).click()
        page.locator("[data-working]").wait_for()
    assert len(jobs_of(site.context, "organize")) == before + 1
    model.let_go.set()
    visitor.settle()
