"""Labels of real recordings are whole, and answers are scored by the rules beside them."""

from __future__ import annotations

from typing import Any

from benchmarks.outside.sessions import (
    Label,
    part_figures,
    rating_figures,
    read_labels,
    repetition_figures,
    type_figures,
)


def make_label(**changes: Any) -> Label:
    made: dict[str, Any] = {
        "path": "a.fit",
        "files": ("a.fit",),
        "kind": "run",
        "training_type": "interval",
        "alternatives": (),
        "absent": frozenset({"warm_up"}),
        "repetitions": ({"start_s": 100.0, "end_s": 280.0, "distance_m": 800.0},),
    }
    return Label(**{**made, **changes})


def make_reply(**changes: Any) -> dict[str, Any]:
    return {
        "training_type": "interval",
        "type_confidence_frac": 0.9,
        "session_stars": 4,
        "deductions": [],
        "criterion_columns": ["name", "outcome"],
        "phases": [],
        "segments": [["work", 1, 101.0, 279.0, 805.0]],
        **changes,
    }


def test_every_label_has_a_type_of_the_list_and_a_reason_to_be_scored() -> None:
    labels = read_labels()
    assert len({label.path for label in labels}) == len(labels)
    assert sum(label.is_scored for label in labels) >= 15
    known = {"recovery", "low_moderate", "aerobic_base", "tempo_threshold", "interval", "sprint"}
    for label in labels:
        assert {label.training_type, *label.alternatives} <= known | {"trail", "race", "unclear"}
        assert (label.training_type == "interval") == bool(label.repetitions)


def test_an_alternative_is_right_and_anything_else_wrong() -> None:
    label = make_label(training_type="aerobic_base", alternatives=("recovery",))
    assert label.accepts("long_run")
    assert label.accepts("recovery")
    assert not label.accepts("interval")
    assert not label.accepts(None)
    figures = type_figures([label], {})
    assert (figures["right"], figures["recordings"]) == (0, 1)


def test_bounds_are_right_within_two_seconds() -> None:
    right = repetition_figures([make_label()], {"a.fit": make_reply()})
    assert right["equal to laps"] == 1
    late = make_reply(segments=[["work", 1, 103.0, 279.0, 805.0]])
    assert repetition_figures([make_label()], {"a.fit": late})["equal to laps"] == 0
    assert repetition_figures([make_label()], {})["equal to laps"] == 0


def test_what_the_file_does_not_hold_is_counted_where_it_costs() -> None:
    reply = make_reply(
        phases=[{"role": "warmup", "criteria": [["present", "not_met"]]}],
        deductions=[{"reason": "warmup_missing", "stars": 2, "role": "warmup"}],
    )
    figures = part_figures([make_label()], {"a.fit": reply})
    assert figures["stars lost for absent parts"] == 2
    assert figures["criteria not met in absent parts"] == 1
    there = part_figures([make_label(absent=frozenset())], {"a.fit": reply})
    assert there["stars lost for absent parts"] == 0


def test_a_race_a_trail_and_an_uncertain_type_have_rules_of_their_own() -> None:
    race = make_reply(training_type="race")
    assert rating_figures([make_label()], {"a.fit": race})["races with stars"] == 1
    unsure = make_reply(type_confidence_frac=0.6)
    assert rating_figures([make_label()], {"a.fit": unsure})["uncertain types with stars"] == 1
    uneven = make_reply(phases=[{"role": "main", "criteria": [["pace_consistency", "not_met"]]}])
    trail = make_label(training_type="trail")
    assert rating_figures([trail], {"a.fit": uneven})["trails judged for evenness"] == 1
