"""Which words name a run, in the languages of Garmin accounts."""

from __future__ import annotations

import pytest

from hakaru.sources.timeline import RunType, names_another_sport, run_type


@pytest.mark.parametrize(
    ("words", "sub_sport"),
    [
        ("Running", None),
        ("Trail Running", "trail"),
        ("Treadmill Running", "treadmill"),
        ("Track Running", "track"),
        ("Ultra Running", "ultra"),
        ("Virtual Running", "virtual_activity"),
        ("Indoor Running", "indoor_running"),
        ("Laufen", None),
        ("Laufbandtraining", "treadmill"),
        ("Trailrunning", "trail"),
        ("Bahnlauf", "track"),
        ("Course à pied", None),
        ("Course à pied sur tapis roulant", "treadmill"),
        ("Trail", "trail"),
        ("Carrera", None),
        ("Carrera en cinta", "treadmill"),
        ("Corsa", None),
        ("Corsa su tapis roulant", "treadmill"),
        ("Hardlopen", None),
        ("Hardlopen op loopband", "treadmill"),
        ("Corrida", None),
        ("Corrida em esteira", "treadmill"),
        ("ランニング", None),
        ("ラン", None),
        ("トレイルランニング", "trail"),
        ("トレッドミル", "treadmill"),
        ("トラックラン", "track"),
        ("跑步", None),
        ("跑步机", "treadmill"),
        ("越野跑", "trail"),
        ("러닝", None),
        ("트레드밀 러닝", "treadmill"),
        ("Löpning", None),
        ("Bieganie", None),
        ("street_running", "street"),
    ],
)
def test_runs_are_known_with_their_kind(words: str, sub_sport: str | None) -> None:
    assert run_type(words) == RunType(sub_sport=sub_sport)
    assert not names_another_sport(words)


@pytest.mark.parametrize(
    "words",
    [
        *("Walking", "Hiking", "Cycling", "Indoor Cycling", "Pool Swimming", "Yoga", "Rowing"),
        *("Gehen", "Wandern", "Radfahren", "Skilanglauf", "Randonnée", "Marche à pied", "Caminata"),
        *("Senderismo", "Ciclismo", "Escursionismo", "Wandelen", "Fietsen", "Caminhada"),
        *("ウォーキング", "サイクリング", "ハイキング", "步行", "骑行", "걷기", "자전거"),
    ],
)
def test_other_sports_are_known_not_to_be_runs(words: str) -> None:
    assert run_type(words) is None
    assert names_another_sport(words)


@pytest.mark.parametrize("words", ["", "Cardio", "Musculation", "ランキング", "Brunch"])
def test_unknown_words_are_neither(words: str) -> None:
    assert run_type(words) is None
    assert not names_another_sport(words)
