"""Which part of a session is it judged by? (requirement T §1, resolutions rows 10 and 54)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hakaru.running.session.model import TrainingType
from hakaru.running.splits import Role, Split

ALL_ROLES: frozenset[Role] = frozenset({"warmup", "main", "work", "recovery", "cooldown"})

_TARGET_ROLES: Mapping[TrainingType, frozenset[Role]] = {
    "recovery": ALL_ROLES,
    "low_moderate": ALL_ROLES,
    "aerobic_base": ALL_ROLES,
    "long_run": ALL_ROLES,
    "trail": ALL_ROLES,
    "race": ALL_ROLES,
    "unknown": ALL_ROLES,
    "tempo_threshold": frozenset({"main"}),
    "interval": frozenset({"work"}),
    "sprint": frozenset({"work"}),
}


def target_roles(training_type: TrainingType) -> frozenset[Role]:
    """The roles that speak for a session of that type."""
    return _TARGET_ROLES[training_type]


def with_targets(splits: Sequence[Split], training_type: TrainingType) -> tuple[Split, ...]:
    """The splits with `is_target` set for that type.

    A tempo run in repetitions is judged by those. A session none of whose splits has a target role
    (intervals without repetitions, splits without roles) is judged as a whole.
    """
    wanted = target_roles(training_type)
    choices = (wanted, wanted | target_roles("interval"), ALL_ROLES)
    roles = next(
        (roles for roles in choices if any(split.role in roles for split in splits)), ALL_ROLES
    )
    return tuple(
        replace(split, is_target=split.role is None or split.role in roles) for split in splits
    )


def get_target_splits(splits: Sequence[Split], training_type: TrainingType) -> tuple[Split, ...]:
    """The splits that speak for a session of that type, in their order."""
    return tuple(split for split in with_targets(splits, training_type) if split.is_target)
