"""What is wrong with a reply, by which rule, and where in it?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["must", "should"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One broken rule. `path` points into the reply ("options[1].risks[0]"; "": the whole).

    `rule` is the id that tests, prompts and stored attempts cite. A `must` is corrected or the
    reply is rejected; a `should` travels with what was accepted.
    """

    rule: str
    path: str
    message: str
    severity: Severity = "must"


def musts(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that reject a reply."""
    return tuple(finding for finding in findings if finding.severity == "must")
