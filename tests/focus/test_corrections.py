"""Do corrections move the weights of this user within bounds, and back again?"""

from __future__ import annotations

from datetime import UTC, datetime

from hakaru.focus.classify import Signals, corrected_codes, decide, weigh
from hakaru.focus.corrections import MOST_NATS, NO_TUNING, Correction, tuned
from hakaru.focus.states import FocusState
from tests.focus.factories import idle_pc, make_camera, make_pc

AT = datetime(2026, 11, 24, 1, 0, tzinfo=UTC)


def corrections(
    n: int,
    codes: tuple[str, ...],
    *,
    shown: FocusState = "distracted",
    actual: FocusState = "focused",
) -> list[Correction]:
    return [
        Correction(correction_id=i, at=AT, shown=shown, actual=actual, codes=codes)
        for i in range(1, n + 1)
    ]


def test_without_corrections_nothing_moves() -> None:
    assert tuned([]) == NO_TUNING
    assert tuned(corrections(3, ("facing",), shown="focused", actual="focused")).nats == {}


def test_no_weight_moves_further_than_its_bound_however_often() -> None:
    tuning = tuned(corrections(500, ("facing", "no_input")))
    for weights in tuning.nats.values():
        for nats in weights.values():
            assert abs(nats) <= MOST_NATS
    assert tuning.shift("facing", "focused") == MOST_NATS
    assert tuning.shift("facing", "distracted") == -MOST_NATS
    assert tuning.shift("facing", "idle") == 0.0


def test_what_was_corrected_becomes_likelier_for_the_same_evidence() -> None:
    camera, pc = make_camera(yaw=50.0), idle_pc(50)
    before = weigh(camera, pc)
    assert before is not None
    codes = corrected_codes(decide(Signals(camera=camera, pc=pc)))
    after = weigh(camera, pc, tuned(corrections(2, codes)))
    assert after is not None
    assert after.share_frac["focused"] > before.share_frac["focused"]
    assert after.share_frac["distracted"] < before.share_frac["distracted"]


def test_a_rule_that_was_wrong_twice_is_weighed_from_then_on() -> None:
    signals = Signals(camera=make_camera(), pc=make_pc())
    verdict = decide(signals)
    assert verdict.source == "rule"
    codes = corrected_codes(verdict)
    once = tuned(corrections(1, codes, shown="focused", actual="distracted"))
    twice = tuned(corrections(2, codes, shown="focused", actual="distracted"))
    assert decide(signals, once).source == "rule"
    assert decide(signals, twice).source == "fusion"


def test_nobody_in_the_chair_is_away_whatever_was_corrected() -> None:
    gone = Signals(camera=make_camera(face_detected=False), pc=make_pc())
    wrong = tuned(corrections(50, ("no_face",), shown="away", actual="focused"))
    assert decide(gone, wrong).state == "away"
