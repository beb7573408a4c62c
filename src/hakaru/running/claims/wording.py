"""Stand-in: the canonical wording of a claim."""

from __future__ import annotations

import json

from hakaru.core.i18n import Message
from hakaru.guard.claims import Claim, Facts
from hakaru.guard.claims_json import claim_json


def claim_text(claim: Claim, facts: Facts) -> Message:
    """One claim in words."""
    text = json.dumps(dict(claim_json(claim)) | {"n": len(facts.facts)}, ensure_ascii=False)
    return Message(text, text)
