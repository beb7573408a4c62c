"""The labelled proposal cases, with their placeholders expanded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.shared import CASES


@dataclass(frozen=True)
class Case:
    """One report, the ids that exist, and what a judge is to say of it."""

    id: str
    kind: str
    node_ids: list[str]
    report: object
    expect: dict[str, Any]


def proposal_cases() -> list[Case]:
    """All of them; none where the shared material is absent."""
    path = CASES / "proposal_cases.json"
    if not path.is_file():
        return []
    return [
        Case(
            id=case["id"],
            kind=case["kind"],
            node_ids=expanded(case["validNodeIds"]),
            report=expanded(case["report"]),
            expect=case["expect"],
        )
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
    ]


def expanded(value: Any) -> Any:
    """The value with `__repeat__` and its like written out."""
    if isinstance(value, list):
        return [expanded(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if "__repeat__" in value:
        plan = value["__repeat__"]
        made = [plan["template"].replace("{i}", str(at)) for at in range(plan["count"])]
        return made + plan.get("append", [])
    if "__repeat_obj__" in value:
        plan = value["__repeat_obj__"]
        return [expanded(plan["obj"]) for _ in range(plan["count"])]
    if "__text__" in value:
        return value["__text__"]["unit"] * value["__text__"]["count"]
    if "__nest__" in value:
        nest: list[Any] = []
        for _ in range(value["__nest__"]["depth"]):
            nest = [nest]
        return nest
    return {key: expanded(entry) for key, entry in value.items()}
