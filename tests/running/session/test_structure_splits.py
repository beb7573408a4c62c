"""How a run falls into splits along its structure."""

import numpy as np

from hakaru.running.segment import split_recording
from hakaru.running.session.model import Segment, Structure
from tests.running.factories import make_laps, make_recording, make_series
from tests.running.session.structure_factories import Stretch, make_session, repeated

INTERVALS: tuple[Stretch, ...] = (
    (2.7, 900), *repeated((4.6, 65), (2.2, 60), times=8), (2.5, 600),
)  # fmt: skip


def test_intervals_without_laps_are_cut_at_their_repetitions() -> None:
    splits = split_recording(make_session(*INTERVALS))
    assert {split.kind for split in splits} == {"segment"}
    assert [split.role for split in splits] == [
        *("warmup",) * 3, *("work", "recovery") * 7, "work", *("cooldown",) * 2,
    ]  # fmt: skip
    assert [split.rep_index for split in splits if split.role == "work"] == list(range(1, 9))
    np.testing.assert_allclose([splits[0].distance_m, splits[1].distance_m], 1000.0)
    assert all(split.role_source == "speed" for split in splits)


def test_short_laps_along_the_repetitions_are_kept() -> None:
    lengths_s = [450, 450, *(n for _, n in INTERVALS[1:-1]), 300, 300]
    recording = make_session(*INTERVALS, laps=make_laps(*map(float, lengths_s), trigger="manual"))
    splits = split_recording(recording)
    assert {split.kind for split in splits} == {"lap"}
    assert [split.rep_index for split in splits if split.role == "work"] == list(range(1, 9))


def test_kilometre_laps_that_mix_work_and_recovery_give_way_to_segments() -> None:
    recording = make_session(*INTERVALS, laps=make_laps(*[330.0] * 7, 200.0, trigger="distance"))
    splits = split_recording(recording)
    assert {split.kind for split in splits} == {"segment"}


def test_a_given_structure_is_used() -> None:
    recording = make_recording(make_series(1201))
    segments = (
        Segment(role="warmup", start_elapsed_s=0.0, end_elapsed_s=500.0, source="speed"),
        Segment(role="main", start_elapsed_s=500.0, end_elapsed_s=1200.0, source="speed"),
    )
    structure = Structure(form="block", segments=segments, confidence_frac=1.0)
    splits = split_recording(recording, structure)
    np.testing.assert_allclose([split.distance_m for split in splits], [1000, 500, 1000, 1000, 100])
    assert [split.role for split in splits] == ["warmup"] * 2 + ["main"] * 3


def test_a_walk_is_no_part_of_the_work_into_which_its_last_steps_lead() -> None:
    """The lap was pressed six seconds late at the end of each work, and only six seconds of the
    lap that follows are running."""
    starts_s = [0.0, *(720.0 + 300.0 * i + late for i in range(5) for late in (0.0, 246.0))]
    laps = make_laps(*np.diff([*starts_s, 2460.0]).tolist(), trigger="manual")
    stretches = ((2.7, 720), *repeated((4.2, 240), (1.3, 60), times=5), (2.5, 300))
    splits = split_recording(make_session(*stretches, laps=laps))
    walks = [split for split in splits if split.duration_s < 70.0]
    assert [split.role for split in walks] == ["recovery"] * 4
