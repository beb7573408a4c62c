"""Nodes for the tests of flows and surfaces."""

from __future__ import annotations

from typing import Any

from hakaru.flows.context import Context
from hakaru.flows.nodes import add_node


def put(context: Context, title: str, **changes: Any) -> str:
    """The id of a new node."""
    given: dict[str, Any] = {"note": None, "status": None, "parent": None, **changes}
    return add_node(context, title=title, **given).node.id


def lay(context: Context) -> Context:
    """n1 waits for n2, the same person is named in both, n3 lies below n1."""
    put(
        context,
        "展示会の企画書",
        note="見積もりが届いてから書く。高木さんに聞く。",
        status="IN_PROGRESS",
    )
    put(context, "展示会の見積もり", note="高木さんに電話した。", status="WAITING_EXTERNAL")
    put(context, "宿を取る", parent="n1", status="READY")
    return context
