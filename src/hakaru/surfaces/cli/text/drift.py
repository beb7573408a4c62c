"""Which lasting changes were found?"""

from __future__ import annotations

from hakaru.flows.drift import DriftResult
from hakaru.running.metrics import METRICS
from hakaru.running.wording import Lang, fixed
from hakaru.surfaces.cli.words import say
from hakaru.units import PERCENT


def drift_text(result: DriftResult, language: Lang) -> str:
    """Every lasting change as a sentence, or that there is none."""
    if result.sensor_group is None:
        return say("nothing_stored", language)
    if not result.findings:
        return say("drift_none", language, n=max(result.n_runs.values(), default=0))
    lines = []
    for finding in result.findings:
        metric = METRICS[finding.metric]
        key = f"drift_{finding.direction}" + ("" if finding.concerning else "_news")
        lines.append(
            say(
                key,
                language,
                since=finding.since,
                day=finding.day,
                metric=metric.label_ja if language == "ja" else metric.label_en,
                percent=fixed(abs(PERCENT * finding.shift_frac), 1),
            )
        )
    return "\n".join(lines)
