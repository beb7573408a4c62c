import threading
from collections.abc import Callable

import pytest

from hakaru.errors import StoreBusy
from hakaru.store.turns import ThreadTurns


def _in_thread(action: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=action)
    thread.start()
    return thread


def test_readers_of_several_threads_are_inside_together() -> None:
    turns = ThreadTurns()
    both = threading.Barrier(2, timeout=5)

    def read() -> None:
        with turns.shared(5.0):
            both.wait()

    thread = _in_thread(read)
    read()
    thread.join()


def test_a_writer_waits_for_the_readers_and_they_for_it() -> None:
    turns = ThreadTurns()
    inside, leave = threading.Event(), threading.Event()
    errors: list[StoreBusy] = []

    def read() -> None:
        with turns.shared(5.0):
            inside.set()
            leave.wait(5)

    def try_to_read() -> None:
        try:
            with turns.shared(0.01):
                pass
        except StoreBusy as error:
            errors.append(error)

    reader = _in_thread(read)
    inside.wait(5)
    with pytest.raises(StoreBusy, match="another thread"), turns.alone(0.01):
        pass
    leave.set()
    reader.join()
    with turns.alone(5.0):
        _in_thread(try_to_read).join()
    assert len(errors) == 1
    with turns.shared(0.0):
        pass


def test_a_thread_may_nest_reads_even_while_a_writer_waits() -> None:
    turns = ThreadTurns()
    wrote = threading.Event()

    def write() -> None:
        with turns.alone(5.0):
            wrote.set()

    with turns.shared(0.0) as nested:
        assert not nested
        writer = _in_thread(write)
        with turns.shared(0.0) as nested_too:
            assert nested_too
        assert not wrote.is_set()
    writer.join()
    assert wrote.is_set()


def test_a_write_inside_a_read_is_a_defect_not_a_deadlock() -> None:
    turns = ThreadTurns()
    with turns.shared(0.0), pytest.raises(RuntimeError, match="inside a read"), turns.alone(9.0):
        pass
    with turns.alone(0.0), pytest.raises(RuntimeError, match="inside a write"), turns.shared(9.0):
        pass
    with turns.alone(0.0), pytest.raises(RuntimeError, match="inside a write"), turns.alone(9.0):
        pass


def test_readers_get_in_between_writers_that_follow_each_other() -> None:
    turns = ThreadTurns()
    done = threading.Event()
    reads = 0

    def write_on_and_on() -> None:
        while not done.is_set():
            with turns.alone(5.0):
                pass

    writers = [_in_thread(write_on_and_on) for _ in range(2)]
    for _ in range(50):
        with turns.shared(5.0):
            reads += 1
    done.set()
    for writer in writers:
        writer.join()
    assert reads == 50
