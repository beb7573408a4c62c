"""Which decisions are written down, and which only repeat what was written a moment ago?"""

from __future__ import annotations

from hakaru.focus.classify import Signals, decide, with_model
from hakaru.surfaces.engine.deciding import Diary
from tests.focus.factories import AMBIGUOUS

WEIGHED = decide(AMBIGUOUS)
ASKED = with_model(WEIGHED, WEIGHED.state, confidence=0.8)
"""The same state, and a model decided."""
OTHER = with_model(WEIGHED, "focused", confidence=0.8)


def test_a_decision_is_written_where_state_or_decider_change_and_else_every_five_seconds() -> None:
    assert WEIGHED.state == ASKED.state != OTHER.state
    assert WEIGHED.source != ASKED.source == OTHER.source
    diary = Diary()
    spoken = [*[WEIGHED] * 6, *[ASKED] * 2, *[OTHER] * 6]
    for at_s, verdict in enumerate(spoken):
        diary.note(AMBIGUOUS, verdict, at_s=float(at_s))
    written = diary.batch().records
    assert [one.recorded.at_s for one in written] == [0.0, 5.0, 6.0, 8.0, 13.0]
    told = [(one.decided.state, one.decided.source) for one in written if one.decided]
    first, second, third = ((one.state, one.source) for one in (WEIGHED, ASKED, OTHER))
    assert told == [first, first, second, third, third]


def test_where_nothing_was_known_nothing_is_written() -> None:
    diary = Diary()
    diary.note(Signals(camera=None, pc=None), WEIGHED, at_s=0.0)
    assert diary.batch().records == ()
