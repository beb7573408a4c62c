"""Does anything change before the click, and exactly what was agreed to after it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from hakaru.flows.context import Context
from hakaru.flows.nodes import every_node, show_node
from hakaru.store.state import State
from tests.surfaces.web.browser.driving import Visitor, needs_browser, violations, visiting
from tests.surfaces.web.browser.worlds import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = needs_browser

TABLES = (
    "nodes", "node_relations", "node_groups", "node_group_members", "node_history",
    "node_confirmations",
)  # fmt: skip


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.address) as made:
        yield made
        made.assert_quiet()


def desk(context: Context) -> Mapping[str, list[tuple[object, ...]]]:
    """Everything that is stored about plans and what was agreed to."""
    with State(context.data_folder).session() as con:
        return {
            name: sorted(map(tuple, con.execute(f"SELECT * FROM {name}")), key=repr)
            for name in TABLES
        }


def told(visitor: Visitor, words: str) -> None:
    """Wait for what the page says was done."""
    visitor.page.locator(".flash", has_text=words).wait_for()
    visitor.settle()


def diff(visitor: Visitor, kind: str) -> Locator:
    """The first proposed diff of a kind."""
    return visitor.page.locator("article.diff", has_text=kind).first


def test_a_proposal_changes_nothing_until_it_is_applied_and_undo_takes_it_back(
    visitor: Visitor, site: Site
) -> None:
    before = desk(site.context)
    page = visitor.see("/plans")
    page.get_by_label("What you want (optional)").fill("まとめたい")
    visitor.press("Make proposals")
    told(visitor, "nothing has changed yet")
    assert desk(site.context) == before
    group = diff(visitor, "Group:")
    adds = group.locator("ins").all_inner_texts()
    assert adds == ["展示会の企画書", "展示会の見積もり"]
    group.get_by_role("button", name="Apply", exact=True).click()
    told(visitor, "Applied.")
    label = diff(visitor, "Group:").locator("h3").inner_text()
    groups = [one.label for one in show_node(site.context, node="n1").groups]
    assert len(groups) == 1
    assert "高木" in groups[0]
    assert "高木" in label
    assert "applied" in label
    assert violations(page) == []
    page.locator(".flash").get_by_role("button", name="Undo").click()
    told(visitor, "Undone.")
    after = desk(site.context)
    assert show_node(site.context, node="n1").groups == ()
    assert (after["nodes"], after["node_relations"]) == (before["nodes"], before["node_relations"])
    assert len(after["node_confirmations"]) == len(before["node_confirmations"]) + 2


def test_what_is_put_aside_is_kept_as_such_until_it_is_taken_up_again(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.see("/plans")
    visitor.press("Make proposals")
    told(visitor, "nothing has changed yet")
    before, shown = desk(site.context), page.locator("article.diff").count()
    page.locator("article.diff").first.get_by_role("button", name="Put aside").click()
    told(visitor, "you do not want it")
    first = page.locator("article.diff").first
    assert "put aside 2025-03-30" in first.inner_text()
    assert first.get_by_role("button", name="Apply", exact=True).count() == 0
    visitor.press("Make proposals")
    told(visitor, "nothing has changed yet")
    assert page.locator("article.diff").count() == shown
    assert "put aside 2025-03-30" in page.locator("article.diff").first.inner_text()
    assert violations(page) == []
    visitor.press("Look at it again")
    told(visitor, "open again")
    assert "put aside" not in page.locator("article.diff").first.inner_text()
    assert desk(site.context) == before


def test_a_node_is_added_moved_edited_and_removed_by_hand(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/plans")
    add = page.locator("form[action='/plans/add']")
    add.get_by_label("Title").fill("秋のハーフに出る")
    add.get_by_label("Note").fill("10月か11月")
    add.get_by_label("Status").select_option(label="In progress")
    visitor.press("Add")
    told(visitor, "Added.")
    page.get_by_role("link", name="秋のハーフに出る").click()
    page.wait_for_url("**/plans/node?id=*")
    node_id = page.url.rpartition("id=")[2]
    assert show_node(site.context, node=node_id).node.status == "IN_PROGRESS"
    page.locator("form[action='/plans/move'] select").select_option("DONE")
    visitor.press("Change the status")
    told(visitor, "The status was changed.")
    assert show_node(site.context, node=node_id).node.status == "DONE"
    page.locator(".flash").get_by_role("button", name="Undo").click()
    told(visitor, "Undone.")
    assert show_node(site.context, node=node_id).node.status == "IN_PROGRESS"
    page.locator("form[action='/plans/edit']").get_by_label("Title").fill("冬のフルに出る")
    visitor.press("Save")
    told(visitor, "Edited.")
    assert show_node(site.context, node=node_id).node.title == "冬のフルに出る"
    visitor.press("Remove")
    page.get_by_role("button", name="Keep it").click()
    assert show_node(site.context, node=node_id).node.id == node_id
    visitor.press("Remove")
    visitor.press("Remove", within="dialog")
    told(visitor, "Removed")
    assert node_id not in {node.id for node in every_node(site.context).nodes}


PRESSED_TWICE = """() => {
    const sent = [];
    addEventListener("submit", (event) => sent.push(!event.defaultPrevented));
    const button = document.querySelector("form[action='/plans/add'] button");
    button.click();
    button.click();
    return sent;
}"""
"""For each press, whether something is sent."""


def test_a_button_pressed_twice_does_its_work_once(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/plans")
    page.locator("form[action='/plans/add']").get_by_label("Title").fill("二度押し")
    assert page.evaluate(PRESSED_TWICE) == [True, False]
    told(visitor, "Added.")
    assert [node.title for node in every_node(site.context).nodes].count("二度押し") == 1


def test_options_show_their_risks_and_one_is_taken_by_a_click_only(
    visitor: Visitor, site: Site
) -> None:
    before = desk(site.context)
    page = visitor.see("/plans/node?id=n4")
    visitor.press("Draft options")
    told(visitor, "nothing has changed yet")
    assert desk(site.context) == before
    options = page.locator("ol.options2 > li")
    assert options.count() >= 2
    assert all("Risks" in text for text in options.all_inner_texts())
    choose = options.get_by_role("button").first
    word = choose.inner_text()
    choose.click()
    told(visitor, "The status was changed.")
    assert page.locator(".pagehead .flag").inner_text() in word
    assert show_node(site.context, node="n4").node.status != "NEEDS_DECISION"
    page.locator(".flash").get_by_role("button", name="Undo").click()
    told(visitor, "Undone.")
    assert show_node(site.context, node="n4").node.status == "NEEDS_DECISION"


def test_the_next_session_is_put_on_the_desk_from_the_training_page(
    visitor: Visitor, site: Site
) -> None:
    before = {node.id for node in every_node(site.context).nodes}
    visitor.see("/training")
    visitor.press("Add to plans")
    told(visitor, "Added.")
    assert len({node.id for node in every_node(site.context).nodes} - before) >= 1


def test_looking_at_every_page_of_plans_applies_nothing(visitor: Visitor, site: Site) -> None:
    before = desk(site.context)
    page = visitor.see("/plans?told=applied&change=x&diff=x")
    for address in page.locator("main a").evaluate_all("all => all.map(one => one.href)"):
        visitor.see(address.removeprefix(site.address))
    assert desk(site.context) == before


def test_with_the_keyboard_alone_a_proposal_is_applied(visitor: Visitor, site: Site) -> None:
    page = visitor.see("/plans")
    visitor.press("Make proposals")
    told(visitor, "nothing has changed yet")
    before = desk(site.context)
    page.locator("article.diff").first.get_by_role("button", name="Apply").focus()
    page.keyboard.press("Enter")
    told(visitor, "Applied.")
    assert desk(site.context) != before
    page.locator(".flash").get_by_role("button", name="Undo").focus()
    page.keyboard.press("Space")
    told(visitor, "Undone.")
