"""Which physiological figures matter for which kind of session? (requirement T's tables)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.running.session.model import TrainingType

Topic = Literal["power", "vo2_max", "threshold"]
"""What T grades; steps and stiffness it does not, so that they are shown wherever measured."""

IMPORTANCE: Mapping[Topic, Mapping[TrainingType, int]] = {
    "power": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 4,
        "race": 4,
        "interval": 5,
        "sprint": 5,
    },
    "vo2_max": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 3,
        "race": 3,
        "interval": 5,
        "sprint": 5,
    },
    "threshold": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 5,
        "race": 5,
        "interval": 4,
        "sprint": 4,
    },
}
"""1 (reference only) to 5 (decisive). A long run counts as an aerobic base run (resolutions 76)."""

SHOWN_FROM = 2
"""A report shows figures from this importance on; below it they are for reference only."""


def importance(topic: Topic, training_type: TrainingType) -> int | None:
    """1..5. None: the type of the session is not known."""
    return IMPORTANCE[topic].get(training_type)


def topics_shown(training_type: TrainingType) -> tuple[Topic, ...]:
    """What a report shows of this session, most important first; everything of an unknown type."""
    graded = {topic: importance(topic, training_type) for topic in IMPORTANCE}
    shown = [topic for topic, grade in graded.items() if grade is None or grade >= SHOWN_FROM]
    return tuple(sorted(shown, key=lambda topic: -(graded[topic] or SHOWN_FROM)))
