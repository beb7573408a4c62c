"""A desk on which one proposal stands in each state that a proposal can have."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.flows.changes import Choice, agree, apply_change
from hakaru.flows.context import Context
from hakaru.flows.nodes import remove_node
from hakaru.flows.propose import open_order, propose_order_anew, put_aside
from tests.flows.desks import lay, put

PEOPLE = ("佐藤", "渡辺", "中村", "小林", "加藤")


def apply(context: Context, choice: Choice) -> str:
    """As a person on the dashboard does; the id of the change."""
    leave = agree(context, choice, ui_action="test").confirmation.confirmation_id
    done = apply_change(context, confirmation=leave, reason=None, source="human_ui")
    return done.applied.change_id


def lay_every_state(context: Context) -> Mapping[str, str]:
    """The id of the proposal by the state that it is to have; `open` is one of several."""
    lay(context)
    pairs = {
        name: (
            put(context, f"{name}さんへの連絡", note=f"{name}さんに電話する。", status="READY"),
            put(context, f"{name}さんの返事", note=f"{name}さんを待つ。", status="READY"),
        )
        for name in PEOPLE
    }
    propose_order_anew(context, intent=None)
    order = open_order(context)
    assert order is not None
    by_person = {
        name: next(one.diff.id for one in order.diffs if name in str(one.diff.change))
        for name in PEOPLE
    }
    apply(context, Choice(diff=by_person["佐藤"]))
    put_aside(context, diff=by_person["渡辺"])
    apply(context, Choice(change=apply(context, Choice(diff=by_person["中村"]))))
    remove_node(context, node=pairs["小林"][0])
    apply(context, Choice(node=pairs["加藤"][0], to="DONE"))
    states = ("applied", "aside", "undone", "stale", "review")
    return dict(zip(states, by_person.values(), strict=True))
