"""How is the list of tools written so that it fits what a client of this profile may load?

Described as fully as the budget allows: a list that would be too large is written with less detail,
the same for every tool. What a shorter list leaves out is in the resource `hakaru://tools`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hakaru.catalog.operation import Operation
from hakaru.surfaces.mcp.offered import LIST_LIMIT_BYTES, ToolProfile, reads_only, taken
from hakaru.surfaces.mcp.schema import Described, input_schema, output_schema


@dataclass(frozen=True, kw_only=True)
class Detail:
    """How fully tools are described: in both languages or in English, which parameters, and
    whether the fields of a reply are named (else it is just an object)."""

    both_languages: bool
    described: Described
    fields: bool


DETAILS: tuple[Detail, ...] = (
    Detail(both_languages=True, described="all", fields=True),
    Detail(both_languages=True, described="own", fields=True),
    Detail(both_languages=False, described="own", fields=True),
    Detail(both_languages=False, described="own", fields=False),
    Detail(both_languages=False, described="format", fields=False),
    Detail(both_languages=False, described="none", fields=False),
)
"""From the fullest to the leanest."""


def list_tools(
    operations: Sequence[Operation], profile: ToolProfile, *, write: bool
) -> list[Mapping[str, object]]:
    """The tools as the protocol lists them, in the fullest detail that fits the profile.

    The tools that write are the user's own addition and count for the next larger profile.
    """
    limit = LIST_LIMIT_BYTES["all" if write else profile]
    tools: list[Mapping[str, object]] = []
    for detail in DETAILS:
        tools = [describe(one, detail, write=write) for one in operations]
        if list_bytes(tools) <= limit:
            break
    return tools


def describe(operation: Operation, detail: Detail, *, write: bool) -> Mapping[str, object]:
    """One tool as the protocol lists it."""
    texts = (operation.en, operation.ja) if detail.both_languages else (operation.en,)
    annotations: dict[str, object] = {
        "readOnlyHint": reads_only(operation),
        "openWorldHint": not operation.offline,
    }
    if not reads_only(operation):
        annotations["destructiveHint"] = operation.profile == "write"
    return {
        "name": operation.name,
        "description": " / ".join(texts),
        "inputSchema": input_schema(taken(operation, write=write), described=detail.described),
        "outputSchema": output_schema(operation) if detail.fields else {"type": "object"},
        "annotations": annotations,
    }


def list_bytes(tools: Sequence[Mapping[str, object]]) -> int:
    """The size of `{"tools": [...]}` on the wire: compact JSON in UTF-8."""
    text = json.dumps({"tools": list(tools)}, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode())
