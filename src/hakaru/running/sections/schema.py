"""What shape does a section have, and how long may its texts be?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.sections.model import SECTIONS, SectionName

TEXT_MOST = 1200
"""Characters of a section's text."""

PROPOSAL_MOST = 240
"""Characters of one proposal."""

CITED_MOST = 60
"""Facts that one text may name."""

CONTRACT_KEYS = frozenset({"evidence", "improvements"})
"""An object with one of these is meant as a section in this shape; any other is free in form."""

_TEXT: Mapping[str, object] = {"type": "string", "minLength": 1, "maxLength": TEXT_MOST}
_CITED: Mapping[str, object] = {
    "type": "array",
    "items": {"type": "string"},
    "maxItems": CITED_MOST,
}
_PROPOSAL: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "metric": {"type": "string", "enum": list(SCORED_METRICS)},
        "text": {"type": "string", "minLength": 1, "maxLength": PROPOSAL_MOST},
        "evidence": _CITED,
    },
    "required": ["metric", "text", "evidence"],
    "additionalProperties": False,
}


def section_schema(section: SectionName) -> Mapping[str, object]:
    """The JSON Schema of one section: a text, the facts it rests on, and of a summary proposals.
    No tables: these are drawn from the store."""
    properties: dict[str, object] = {"text": _TEXT, "evidence": _CITED}
    if section == "summary":
        properties["improvements"] = {
            "type": "array",
            "items": _PROPOSAL,
            "maxItems": len(SCORED_METRICS),
        }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMAS: Mapping[SectionName, Mapping[str, object]] = {
    section: section_schema(section) for section in SECTIONS
}
