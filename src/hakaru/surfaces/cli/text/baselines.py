"""What was learned, and what does it expect?"""

from __future__ import annotations

from hakaru.flows.baselines import BaselinesResult, ExpectResult
from hakaru.flows.evaluate import TrainResult
from hakaru.present.terminal import baselines_text as versions_text
from hakaru.present.terminal import curve_plot, expectation_text, too_far_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def train_text(result: TrainResult, language: Lang) -> str:
    """What holds now, and that nothing is left to do."""
    if not result.baselines:
        return say("train_nothing", language)
    lines = [versions_text(result.baselines, lang=language)]
    lines.append(say("train_nothing_left" if result.stored else "train_compared", language))
    return "\n".join(lines)


def baselines_text(result: BaselinesResult, language: Lang) -> str:
    """The versions, and the picture where one was asked for."""
    lines = [versions_text(result.baselines, lang=language)]
    left = result.n_versions - len(result.baselines)
    if left > 0:
        lines.append(say("more", language, n=left))
    if result.curve is not None:
        lines += ["", curve_plot(result.curve, result.points, lang=language)]
    return "\n".join(lines)


def expect_text(result: ExpectResult, language: Lang) -> str:
    """One sentence per metric."""
    lines = [
        expectation_text(expectation, result.pace_s_per_km, lang=language)
        for expectation in result.expectations
    ]
    return "\n".join([*lines, *(too_far_text(metric, language) for metric in result.too_far)])
