"""Has every proposal exactly one state, with what can be done next?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.context import Context
from tests.flows.factories import make_context
from tests.flows.proposals_in_every_state import lay_every_state
from tests.surfaces.web.browser.driving import (
    DESKTOP,
    PHONE,
    WIDER,
    browsing,
    needs_browser,
    violations,
    visiting,
)
from tests.surfaces.web.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEXT: Mapping[str, tuple[str, ...]] = {
    "open": ("Apply", "Put aside"),
    "review": ("Apply", "Put aside"),
    "applied": ("Undo",),
    "aside": ("Look at it again",),
    "undone": ("Apply", "Put aside"),
    "stale": ("Put aside",),
}
SAID: Mapping[str, tuple[str, str]] = {
    "review": ("needs a look", "it concerns a node that has ended"),
    "applied": ("applied", "Undo takes it back"),
    "aside": ("put aside 2", "nothing changed"),
    "undone": ("taken back", "apply it again"),
    "stale": ("out of date", "The board has changed since"),
}


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Context, Mapping[str, str]]:
    context = make_context(tmp_path_factory.mktemp("plans") / "data")
    return context, lay_every_state(context)


@pytest.fixture(scope="module")
def browser(
    laid: tuple[Context, Mapping[str, str]],
) -> Iterator[Browser]:  # after the board is laid, which needs an event loop of its own
    assert laid
    with browsing() as running:
        yield running


@needs_browser
@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("ja", PHONE)])
def test_a_proposal_shows_one_state_and_its_next_steps(
    language: str,
    size: tuple[int, int],
    laid: tuple[Context, Mapping[str, str]],
    browser: Browser,
) -> None:
    context, ids = laid
    with (
        served(context) as address,
        visiting(browser, address, language=language, size=size) as visitor,
    ):
        page = visitor.see("/plans")
        articles = page.locator("article.diff")
        assert articles.count() >= len(NEXT)
        for article in articles.all():
            assert article.locator(".flag").count() == 1
        if language == "en":
            for state, diff in ids.items():
                article = page.locator(f"article.diff[aria-labelledby='diff-{diff}']")
                text = article.inner_text()
                assert all(words in text for words in SAID[state]), text
                assert tuple(article.get_by_role("button").all_inner_texts()) == NEXT[state]
                if state in ("applied", "aside"):
                    assert article.locator("ul.r-said").count() == 0
            assert "1 applied" in page.locator("#orderresult").inner_text()
            assert "2 out of date" in page.locator("#orderresult").inner_text()
        assert page.evaluate(WIDER) == 0
        assert violations(page) == []
        visitor.assert_quiet()
