"""Does a text say only what the evidence says?"""

from __future__ import annotations

from hakaru.guard.evidence import Evidence
from hakaru.guard.findings import Finding
from hakaru.guard.grounding.claims import Claim, Grounding
from hakaru.guard.grounding.extract import claims_of
from hakaru.guard.grounding.plain import written
from hakaru.guard.grounding.support import Facts, day_is_known, facts_of, supporters
from hakaru.guard.grounding.vocabulary import GENERAL, Vocabulary


def check(
    text: str, evidence: Evidence, *, vocabulary: Vocabulary = GENERAL, path: str = ""
) -> tuple[Finding, ...]:
    """Everything in a text that the evidence does not say; empty: nothing. Never raises."""
    return grounded(text, evidence, vocabulary=vocabulary, path=path).findings


def grounded(
    text: str, evidence: Evidence, *, vocabulary: Vocabulary = GENERAL, path: str = ""
) -> Grounding:
    """The claims of a text, and what is wrong with them."""
    facts = facts_of(evidence)
    claims = claims_of(written(text))
    unsupported = [claim for claim in claims if not _is_known(claim, facts)]
    return Grounding(
        claims=claims,
        unsupported=tuple(claim.text for claim in unsupported),
        contradictions=(),
        findings=tuple(
            Finding(rule="grounding.number", path=path, message=f"{claim.text!r} is no fact")
            for claim in unsupported
        ),
    )


def _is_known(claim: Claim, facts: Facts) -> bool:
    return day_is_known(claim, facts) if claim.day else bool(supporters(claim, facts))
