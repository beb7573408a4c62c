"""Is a proposal in one state, and what it does not allow said on the page of plans?"""

from __future__ import annotations

from pathlib import Path

import httpx2

from hakaru.flows.changes import Choice
from hakaru.flows.propose import open_order
from tests.flows.factories import make_context
from tests.flows.proposals_in_every_state import apply, lay_every_state
from tests.surfaces.web.serving import TOKEN, served


def test_each_proposal_is_in_the_state_that_the_board_and_the_person_put_it_in(
    tmp_path: Path,
) -> None:
    context = make_context(tmp_path / "data")
    ids = lay_every_state(context)
    order = open_order(context)
    assert order is not None
    states = {one.diff.id: one.state for one in order.diffs}
    assert {name: states[diff] for name, diff in ids.items()} == {name: name for name in ids}
    assert "open" in states.values()
    context.store.close()


def test_what_cannot_be_applied_any_more_is_refused_on_the_page_itself(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    ids = lay_every_state(context)
    headers = {"authorization": f"Bearer {TOKEN}"}
    with served(context) as address, httpx2.Client(base_url=address, headers=headers) as client:
        for path, sent in (
            ("/plans/apply", {"diff": ids["stale"]}),
            ("/plans/apply", {"diff": ids["applied"]}),
            ("/plans/undo", {"change": "never-made"}),
        ):
            answer = client.post(path, data=sent)
            assert answer.status_code in (400, 409)
            assert answer.text.count('role="alert"') == 1
            assert answer.text.count('class="diff') >= len(ids)
    context.store.close()


def test_an_undone_proposal_that_is_applied_again_is_applied(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    ids = lay_every_state(context)
    apply(context, Choice(diff=ids["undone"]))
    order = open_order(context)
    assert order is not None
    states = {one.diff.id: one.state for one in order.diffs}
    assert states[ids["undone"]] == "applied"
    context.store.close()
