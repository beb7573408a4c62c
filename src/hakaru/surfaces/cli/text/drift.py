"""Which lasting changes were found?"""

from __future__ import annotations

from hakaru.flows.drift import DriftResult
from hakaru.present.changes import finding_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def drift_text(result: DriftResult, language: Lang) -> str:
    """Every lasting change as a sentence, newest last, or that there is none."""
    if result.sensor_group is None:
        return say("nothing_stored", language)
    if not result.findings:
        return say("drift_none", language, n=max(result.n_runs.values(), default=0))
    return "\n".join(finding_text(finding, language) for finding in result.findings)
