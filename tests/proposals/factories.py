"""Nodes and reports as the tests of proposals need them."""

from __future__ import annotations

import copy
from datetime import UTC, datetime, timedelta
from typing import Any

from hakaru.proposals.nodes import Node, Status

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def make_node(node_id: str = "n1", **changes: Any) -> Node:
    """A ready task, touched a day ago."""
    status: Status = "READY"
    values: dict[str, Any] = {
        "title": "企画書を書く",
        "status": status,
        "updated_at": NOW - timedelta(days=1),
        **changes,
    }
    return Node(id=node_id, **values)


def good_organizer() -> dict[str, Any]:
    """A report that breaks no rule for n1, n2 and n3."""
    return copy.deepcopy(_ORGANIZER)


def good_advisor() -> dict[str, Any]:
    """A report that breaks no rule for n1."""
    return copy.deepcopy(_ADVISOR)


_ORGANIZER: dict[str, Any] = {
    "decomposition_proposals": [
        {
            "target_node_id": "n1",
            "target_title": "企画書を書く",
            "reason": "内容が複数の作業に分けられそうです。",
            "suggested_children": [
                {"title": "構成を決める", "context": "見出しを並べる"},
                {"title": "本文を書く", "context": "各節を下書きする", "suggested_status": "READY"},
            ],
        }
    ],
    "grouping_proposals": [
        {"group_label": "同じ案件", "reason": "題名の言葉が共通です。", "node_ids": ["n1", "n2"]}
    ],
    "relation_proposals": [
        {
            "from_node_id": "n1",
            "to_node_id": "n3",
            "relation_type": "depends_on",
            "reason": "n3 が終わると進みやすそうです。",
        }
    ],
    "summary": "まず n1 から見ると良さそうです。",
}
_ADVISOR: dict[str, Any] = {
    "target_node_id": "n1",
    "target_title": "承認待ちの見積もり",
    "current_status": "NEEDS_DECISION",
    "options": [
        {
            "label": "案A：いま承認する",
            "description": "このまま進める",
            "pros": ["早い"],
            "cons": ["後で変わりうる"],
            "next_action": "承認して相手に連絡する。",
            "necessary_info": "予算の枠内かどうか。",
            "criteria_note": "早さを重視する場合。",
            "risks": ["後から変更が出る可能性"],
            "suggested_status": "READY",
        },
        {
            "label": "案B：保留する",
            "description": "情報を集めてから決める",
            "next_action": "質問を送り、返事を待つ。",
            "necessary_info": "締切と確認項目。",
            "criteria_note": "確実さを重視する場合。",
            "risks": ["締切に間に合わない可能性"],
        },
    ],
    "criteria": [
        {"name": "緊急度", "description": "いつまでに決めるか"},
        {"name": "確実性", "description": "情報の揃い具合"},
    ],
    "next_decision": "まず期限を決めると、他が見えてきます。",
    "summary": "案を並べて比べられます。",
}
