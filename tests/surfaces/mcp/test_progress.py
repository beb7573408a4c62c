"""Does a call in a thread say how far it is, and stop when nobody waits?"""

from __future__ import annotations

import pytest

from hakaru.surfaces.mcp.server import Board, CallStopped, Step


def test_pieces_add_up_over_the_steps_of_a_call() -> None:
    board = Board()
    assert board.look() == Step(0, 0, "")
    board.begin("reading", 3)
    board.advance(2)
    assert board.look() == Step(2, 3, "reading")
    board.begin("evaluating", 2)
    assert board.look() == Step(3, 5, "evaluating")
    board.advance(9)
    assert board.look() == Step(5, 5, "evaluating")
    board.end()
    assert board.look() == Step(5, 5, "evaluating")


@pytest.mark.parametrize("step", ["begin", "advance", "end"])
def test_a_stopped_call_ends_at_its_next_piece(step: str) -> None:
    board = Board()
    board.begin("reading", 3)
    board.stop()
    arguments = ("evaluating", 2) if step == "begin" else ()
    with pytest.raises(CallStopped):
        getattr(board, step)(*arguments)


def test_stopping_is_not_taken_for_the_failure_of_one_file() -> None:
    assert not issubclass(CallStopped, Exception)
