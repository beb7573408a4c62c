"""How is the list of tools written?

In English, with every parameter and every field of a reply; `hakaru://tools` has both languages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from hakaru.catalog.operation import Operation
from hakaru.surfaces.mcp.offered import taken
from hakaru.surfaces.mcp.schema import input_schema, output_schema


def list_tools(operations: Sequence[Operation], *, write: bool) -> list[Mapping[str, object]]:
    """The tools as the protocol lists them."""
    return [describe(operation, write=write) for operation in operations]


def describe(operation: Operation, *, write: bool) -> Mapping[str, object]:
    """One tool as the protocol lists it."""
    annotations: dict[str, object] = {"readOnlyHint": operation.reads_only}
    if not operation.reads_only:  # of a tool that only reads, the protocol takes both as said
        annotations["destructiveHint"] = operation.loses
        annotations["idempotentHint"] = operation.repeatable
    return {
        "name": operation.name,
        "title": operation.heading,
        "description": operation.en,
        "inputSchema": input_schema(taken(operation, write=write)),
        "outputSchema": output_schema(operation),
        "annotations": {**annotations, "openWorldHint": not operation.offline},
    }


def list_bytes(tools: Sequence[Mapping[str, object]]) -> int:
    """The size of `{"tools": [...]}` on the wire: compact JSON in UTF-8."""
    text = json.dumps({"tools": list(tools)}, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode())
