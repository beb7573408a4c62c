"""Are blinks found one by one, on streams with known ones?"""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.focus.face import count_blinks, find_closures, long_closures
from tests.focus.streams import Closing, Person, blinks, times
from tests.shared import examples


def f1_of(seed: int, *, fps: float, open_ear: float) -> float:
    """Matched one to one within 0.3 s."""
    rng = random.Random(seed)
    person = Person(open_ear=open_ear, noise=0.012)
    true = blinks(until_s=298.0, per_min=rng.uniform(8, 28), rng=rng)
    at_s = np.array(list(times(until_s=300.0, fps=fps)))
    ears = np.array(
        [
            person.ear(t, [closing for closing in true if abs(closing.start_s - t) < 1], rng)
            for t in at_s
        ]
    )
    found = list(count_blinks(at_s, ears / open_ear))
    matched = 0
    for closing in true:
        near = [t for t in found if abs(t - closing.start_s - 0.1) <= 0.3]
        if near:
            found.remove(near[0])
            matched += 1
    return 2 * matched / (len(true) + matched + len(found))


@pytest.mark.parametrize("fps", [10.0, 15.0])
@pytest.mark.parametrize("open_ear", [0.19, 0.25, 0.3, 0.36])
def test_blinks_are_found_where_they_are(fps: float, open_ear: float) -> None:
    assert np.mean([f1_of(seed, fps=fps, open_ear=open_ear) for seed in range(3)]) >= 0.9


@given(st.integers(0, 1000), st.floats(0.6, 10.0))
@settings(max_examples=examples(30), deadline=None)
def test_a_longer_droop_is_a_longer_closure_and_never_a_blink(seed: int, held_s: float) -> None:
    rng = random.Random(seed)
    at_s = np.array(list(times(until_s=20.0, fps=10.0)))

    def closed(duration_s: float) -> float:
        closing = Closing(start_s=5.0, duration_s=duration_s + 0.2, holds=True)
        openness = np.array([closing.openness(t) for t in at_s]) + rng.uniform(-0.02, 0.02)
        assert not count_blinks(at_s, openness)
        return sum(each.duration_s for each in long_closures(find_closures(at_s, openness)))

    assert closed(held_s) == pytest.approx(held_s + 0.1, abs=0.2)
    assert closed(held_s + 1.0) >= closed(held_s)


def test_an_unseen_time_ends_a_closure_and_makes_no_blink() -> None:
    at_s = np.array([0.0, 0.1, 0.2, 0.3, 5.0, 5.1, 5.2])
    openness = np.array([1.0, 1.0, 0.1, 0.1, 0.1, 0.1, 1.0])
    closures = find_closures(at_s, openness)
    assert len(closures) == 2
    assert all(closure.duration_s < 1.0 for closure in closures)
    lost = np.array([1.0, 1.0, 0.1, np.nan, np.nan, 1.0, 1.0])
    assert count_blinks(at_s, lost) == ()


def test_eyes_still_shut_at_the_end_are_an_ongoing_closure() -> None:
    at_s = np.arange(0, 3, 0.1)
    openness = np.where(at_s < 1.0, 1.0, 0.1)
    (closure,) = find_closures(at_s, openness)
    assert closure.ongoing
    assert closure.duration_s == pytest.approx(1.95, abs=0.1)
    assert count_blinks(at_s[:12], openness[:12]) == ()
