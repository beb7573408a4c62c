import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from hakaru.core.errors import StoreBusy
from hakaru.store.lock import ThreadTurns


def _in_thread(action: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=action)
    thread.start()
    return thread


def test_readers_of_several_threads_are_inside_together() -> None:
    turns = ThreadTurns()
    both = threading.Barrier(2, timeout=60)

    def read() -> None:
        with turns.shared(60.0):
            both.wait()

    thread = _in_thread(read)
    read()
    thread.join()


def test_a_writer_waits_for_the_readers_and_they_for_it() -> None:
    turns = ThreadTurns()
    inside, leave = threading.Event(), threading.Event()
    errors: list[StoreBusy] = []

    def read() -> None:
        with turns.shared(60.0):
            inside.set()
            leave.wait(60)

    def try_to_read() -> None:
        try:
            with turns.shared(0.01):
                pass
        except StoreBusy as error:
            errors.append(error)

    reader = _in_thread(read)
    inside.wait(60)
    with pytest.raises(StoreBusy, match="another thread"), turns.alone(0.01):
        pass
    leave.set()
    reader.join()
    with turns.alone(60.0):
        _in_thread(try_to_read).join()
    assert len(errors) == 1
    with turns.shared(0.0):
        pass


def test_a_thread_may_nest_reads_even_while_a_writer_waits() -> None:
    turns = ThreadTurns()
    wrote = threading.Event()

    def write() -> None:
        with turns.alone(60.0):
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
            with turns.alone(60.0):
                pass

    writers = [_in_thread(write_on_and_on) for _ in range(2)]
    for _ in range(50):
        with turns.shared(60.0):
            reads += 1
    done.set()
    for writer in writers:
        writer.join()
    assert reads == 50


def test_whoever_comes_back_at_once_waits_behind_those_that_were_there() -> None:
    turns = ThreadTurns()
    order: list[str] = []

    def read() -> None:
        with turns.shared(30.0):
            order.append("reader")

    def write() -> None:
        with turns.alone(30.0):
            order.append("writer")

    with turns.alone(30.0):
        threads = [_waiting(turns, read), _waiting(turns, write)]
    with turns.shared(30.0):
        order.append("back")
    for thread in threads:
        thread.join()
    assert order == ["reader", "writer", "back"]


def test_writers_go_in_the_order_in_which_they_came() -> None:
    turns = ThreadTurns()
    order: list[int] = []

    def write(number: int) -> None:
        with turns.alone(30.0):
            order.append(number)

    with turns.alone(30.0):
        threads = [_waiting(turns, partial(write, number)) for number in range(5)]
    write(5)
    for thread in threads:
        thread.join()
    assert order == list(range(6))


def test_a_writer_that_gives_up_stops_nobody() -> None:
    turns = ThreadTurns()
    with turns.shared(0.0), pytest.raises(StoreBusy):
        _raised(lambda: turns.alone(0.0).__enter__())
    with turns.alone(0.0):
        pass
    assert turns.n_waiting == 0


def _waiting(turns: ThreadTurns, action: Callable[[], None]) -> threading.Thread:
    """A thread that waits for its turn behind those that wait already."""
    before = turns.n_waiting
    thread = _in_thread(action)
    while turns.n_waiting == before:
        thread.join(0.001)
    return thread


def _raised(action: Callable[[], object]) -> None:
    """What another thread meets, met here."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(action).result()
