"""Which choices can a caller make about learning a baseline?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ESTIMATOR_VERSION = "2"
"""Raised whenever the same samples would give another baseline."""


@dataclass(frozen=True, kw_only=True)
class BaselineSettings:
    """How to learn. The switches exist to measure what each part earns.

    `half_life_days`: a run this much older than the newest counts half. `use_prior` False: the
    data alone decide. `use_run_effect` False: splits of a run count as independent.
    `use_decay` False: all history weighs the same. `method` "inverse" is the requirements' recipe
    (speed regressed on contact time), for comparison only, and concerns power laws.
    `allow_population` False: no valid sample raises `NoFormData` instead of answering with the
    population prior.
    """

    half_life_days: float = 90.0
    use_prior: bool = True
    use_run_effect: bool = True
    use_decay: bool = True
    method: Literal["direct", "inverse"] = "direct"
    allow_population: bool = True
