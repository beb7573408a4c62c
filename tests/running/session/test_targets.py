"""Which splits a session is judged by: requirement T §1, resolutions rows 10 and 54."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.session.model import TrainingType, get_target_splits, target_roles, with_targets
from hakaru.running.splits import Role, select_for_training, select_for_verdict
from tests.running.factories import make_split

ROLES: tuple[Role, ...] = ("warmup", "work", "recovery", "work", "cooldown")
WHOLE: tuple[TrainingType, ...] = (
    "recovery", "low_moderate", "aerobic_base", "long_run", "unknown",
)  # fmt: skip


@pytest.mark.parametrize("training_type", WHOLE)
def test_an_easy_session_is_judged_as_a_whole(training_type: TrainingType) -> None:
    splits = [make_split(i, role=role) for i, role in enumerate(("warmup", "main", "cooldown"), 1)]
    assert all(split.is_target for split in with_targets(splits, training_type))


def test_a_tempo_run_is_judged_by_its_main_part() -> None:
    splits = [make_split(i, role=role) for i, role in enumerate(("warmup", "main", "cooldown"), 1)]
    assert [split.role for split in get_target_splits(splits, "tempo_threshold")] == ["main"]


def test_a_tempo_run_without_a_main_part_is_judged_as_a_whole() -> None:
    splits = [make_split(i, role=None) for i in (1, 2)]
    assert len(get_target_splits(splits, "tempo_threshold")) == 2


@pytest.mark.parametrize("training_type", ["interval", "sprint"])
def test_intervals_are_judged_by_their_work(training_type: TrainingType) -> None:
    splits = [make_split(i, role=role) for i, role in enumerate(ROLES, 1)]
    assert [split.split_index for split in get_target_splits(splits, training_type)] == [2, 4]
    assert target_roles(training_type) == {"work"}


def test_form_is_learned_and_judged_on_targets_alone() -> None:
    """Row 54: the form of an interval session is that of its work."""
    splits = with_targets([make_split(i, role=role) for i, role in enumerate(ROLES, 1)], "interval")
    assert [split.role for split in select_for_training(splits)] == ["work", "work"]
    chosen, selection = select_for_verdict(splits)
    assert ([split.role for split in chosen], selection) == (["work", "work"], "flat_splits")


@given(
    roles=st.lists(st.none() | st.sampled_from(["warmup", "main", "work", "recovery", "cooldown"])),
    training_type=st.sampled_from([*WHOLE, "tempo_threshold", "interval", "sprint"]),
)
def test_something_always_speaks_for_a_session(
    roles: list[Role | None], training_type: TrainingType
) -> None:
    splits = [make_split(i, role=role) for i, role in enumerate(roles, 1)]
    marked = with_targets(splits, training_type)
    assert [split.split_index for split in marked] == [split.split_index for split in splits]
    assert bool(splits) == any(split.is_target for split in marked)
