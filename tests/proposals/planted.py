"""Violations that can be planted into a good report, each independent of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Report = dict[str, Any]
Plant = Callable[[Report], object]


def _set(*path: str | int, value: object) -> Plant:
    def plant(report: Report) -> None:
        inner: Any = report
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return plant


def _drop(*path: str | int) -> Plant:
    def plant(report: Report) -> None:
        inner: Any = report
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return plant


_D, _G, _R = "decomposition_proposals", "grouping_proposals", "relation_proposals"

ORGANIZER_PLANTS: dict[str, tuple[Plant, str]] = {
    "no summary": (_drop("summary"), "summary is required"),
    "unknown target": (
        _set(_D, 0, "target_node_id", value="xyz"),
        "target_node_id 'xyz' is not in valid node list",
    ),
    "blank reason": (
        _set(_D, 0, "reason", value=" \u200b"),
        "decomposition_proposals[0].reason is required and non-empty",
    ),
    "no context": (
        _drop(_D, 0, "suggested_children", 0, "context"),
        "suggested_children[0].context is required",
    ),
    "null child": (
        _set(_D, 0, "suggested_children", 1, value=None),
        "suggested_children[1] must be an object",
    ),
    "title of a wrong type": (_set(_D, 0, "target_title", value=[]), "target_title must be text"),
    "number among members": (
        _set(_G, 0, "node_ids", value=["n1", 7]),
        "grouping_proposals[0].node_ids[1] 7 is not in valid node list",
    ),
    "order in a reason": (
        _set(_G, 0, "reason", value="まとめてください。してくださいね。"),
        "grouping_proposals[0].reason: summary or reason contains forbidden phrase",
    ),
    "no end of a relation": (
        _drop(_R, 0, "to_node_id"),
        "relation_proposals[0].to_node_id is required",
    ),
    "modal in a reason": (_set(_R, 0, "reason", value="終えるべ き です"), "'べき'"),
}
ADVISOR_PLANTS: dict[str, tuple[Plant, str]] = {
    "unknown target": (
        _set("target_node_id", value="zzz"),
        "target_node_id is not in valid node list",
    ),
    "no title": (_drop("target_title"), "target_title is required"),
    "status of a wrong type": (_set("current_status", value=3), "current_status must be text"),
    "no next action": (
        _drop("options", 0, "next_action"),
        "options[0].next_action is required",
    ),
    "blank information": (
        _set("options", 1, "necessary_info", value=" \u3000"),
        "options[1].necessary_info is required",
    ),
    "no risk": (_set("options", 0, "risks", value=[]), "options[0].risks is required"),
    "blank risk": (_set("options", 1, "risks", value=["", "x"]), "options[1].risks[0] is required"),
    "advice among pros": (
        _set("options", 0, "pros", value=["ﾍﾞｽﾄの形"]),
        "options[0].pros[0]: output contains forbidden word",
    ),
    "null criterion": (_set("criteria", 1, value=None), "criteria[1] must be an object"),
    "blank decision": (_set("next_decision", value=" "), "next_decision must be non-empty"),
    "choice in the summary": (_set("summary", value="案Aに決断すべきです"), "'すべき'"),
    "cons of a wrong type": (
        _set("options", 0, "cons", value="x"),
        "options[0].cons must be a list",
    ),
    "description of a wrong type": (
        _set("options", 1, "description", value={}),
        "options[1].description must be text",
    ),
}
