"""What was found about arrays is kept, and goes along with them to another process."""

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from hakaru.core.memo import Found, Recent, freeze
from hakaru.flows.reading import prepare
from hakaru.running.environment.grade import grade_frac
from hakaru.running.validity import read_motion, valid_column
from hakaru.store.stored_run import StoredRun
from tests.running.factories import make_recording, make_series

Floats = NDArray[np.float64]
_doubled: Recent[Floats] = Recent("doubled in a test", 2)


def _double(values: Floats, made: list[int]) -> Floats:
    def make() -> Floats:
        made.append(values.size)
        return 2.0 * values

    return _doubled.get((values,), None, make)


def _frozen(n_values: int) -> Floats:
    values = np.arange(float(n_values))
    freeze([values])
    return values


def test_of_the_same_array_a_result_is_made_once() -> None:
    made: list[int] = []
    values = _frozen(3)
    assert _double(values, made) is _double(values, made)
    assert made == [3]


def test_of_an_array_that_can_be_written_it_is_made_every_time() -> None:
    made: list[int] = []
    values = np.arange(3.0)
    _double(values, made)
    values[0] = 7.0
    assert _double(values, made)[0] == 14.0


def test_the_oldest_results_make_room() -> None:
    made: list[int] = []
    arrays = [_frozen(n) for n in (1, 2, 3)]
    for values in (*arrays, arrays[2], arrays[0]):
        _double(values, made)
    assert made == [1, 2, 3, 1]


def test_what_was_found_goes_along_with_its_arrays_and_not_with_others() -> None:
    made: list[int] = []
    own, other = _frozen(4), _frozen(5)
    _double(other, made)
    _double(own, made)
    found = Found.about([own])
    assert [value.tolist() for *_, value in found.results] == [[0.0, 2.0, 4.0, 6.0]]
    sent, found_there = pickle.loads(pickle.dumps((own, found)))
    found_there.keep()
    there = _double(sent, made)
    assert made == [5, 4]
    with pytest.raises(ValueError, match="read-only"):
        there[0] = 1.0


def test_a_prepared_run_takes_along_how_its_runner_moved_and_what_follows_from_it() -> None:
    waves = 20.0 + 10.0 * np.sin(np.arange(1801) / 200.0)
    run = prepare(make_recording(make_series(elevation_m=waves)))
    assert {"motion", "grade_frac", "valid_column"} <= {name for name, *_ in run.found.results}
    sent: StoredRun = pickle.loads(pickle.dumps(run))
    sent.found.keep()
    kept = [id(value) for *_, value in sent.found.results]
    freeze(sent.recording.series.values())
    motion = read_motion(sent.recording.series, sent.recording.pauses)
    assert id(motion) in kept
    assert id(grade_frac(sent.recording)) in kept
    assert id(valid_column(sent.recording.series, "gct_ms", running=motion.running)) in kept
    np.testing.assert_array_equal(grade_frac(sent.recording), grade_frac(run.recording))
