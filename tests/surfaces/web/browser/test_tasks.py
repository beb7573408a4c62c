"""Ten questions of a runner, each answered at most three presses from the first page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from tests.surfaces.web.browser.driving import Visitor, needs_browser, visiting
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_PRESSES = 3
TASKS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "Which of my last tempo runs was the steadiest?": (
        ("Runs", "Tempo or threshold run"),
        "table.runs td.variation:has-text('%')",
    ),
    "Which interval session was the longest?": (
        ("Runs", "Interval session", "Distance"),
        "th[aria-sort=descending]:has-text('Distance')",
    ),
    "What did I run in February?": (("Calendar", "2025-02"), "#month:has-text('2025-02')"),
    "What did I do on the 18th?": (("Calendar", "2025-03-18"), "h1:has-text('2025-03-18')"),
    "Did the new shoes change anything?": (("Runs", "Shoes"), "main .stack"),
    "How fast was my best effort over each distance, year by year?": (
        ("Runs", "Records"),
        "[data-chart=best][data-drawn]",
    ),
    "Do I run more than usual this week?": ((), "table.weeks td"),
    "What comes next?": ((), "section:has(#ahead) button"),
    "Am I rested?": (("Open load",), "[data-chart=load][data-drawn]"),
    "How much of the last three months was easy?": (
        ("Training", "3 months"),
        "[data-chart=zones][data-drawn]",
    ),
    "Has my form changed for good?": (("Form",), "section:has(#changes) :is(li, p)"),
}
"""What is asked, what is pressed, and what then answers."""


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.address) as made:
        yield made


@needs_browser
@pytest.mark.parametrize("task", TASKS)
def test_a_question_of_a_runner_is_answered_within_three_presses(
    task: str, visitor: Visitor
) -> None:
    presses, answer = TASKS[task]
    assert len(presses) <= MOST_PRESSES
    page = visitor.see("/")
    for name in presses:
        exact = page.get_by_role("link", name=name, exact=True)
        begins = page.get_by_role("link", name=re.compile(f"^{re.escape(name)}\\b"))
        (exact if exact.count() else begins).first.click()
        page.wait_for_load_state("load")
        visitor.settle()
    page.locator(answer).first.wait_for()
    visitor.assert_quiet()
