"""Does the summary of a day say what is recorded, whoever words it?"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.focus import FocusSummaryResult, summarise_focus_day
from hakaru.focus.ask import DayFacts, DaySummary, narrate_day
from hakaru.focus.classify import CLASSIFIER_VERSION
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.timeline import Interval
from hakaru.guard.task import Reply
from hakaru.sources.models.model import Scripted
from hakaru.store.attempts import Attempts
from hakaru.store.focus import write_intervals
from hakaru.store.state import State
from tests.flows.factories import NOW, make_context, with_settings

FACTS = DayFacts(
    day="2025-06-01",
    minutes={"focused": 92, "away": 30, "drowsy": 4},
    recorded_min=126,
    longest_focus_min=51,
    n_changes=7,
    n_notifications=1,
)


def replied(text: str) -> Reply:
    return Reply(text=json.dumps({"text": text}), finish="stop")


@given(
    minutes=st.dictionaries(st.sampled_from(STATES), st.integers(1, 1440), min_size=1),
    longest=st.integers(0, 1440),
    counts=st.tuples(st.integers(0, 500), st.integers(0, 50)),
    lang=st.sampled_from(["ja", "en"]),
)
def test_the_narrator_passes_the_judge(
    minutes: dict[FocusState, int],
    longest: int,
    counts: tuple[int, int],
    lang: Lang,
) -> None:
    facts = DayFacts(
        day="2025-06-01",
        minutes=minutes,
        recorded_min=sum(minutes.values()),
        longest_focus_min=longest,
        n_changes=counts[0],
        n_notifications=counts[1],
    )
    text, findings = DaySummary(facts=facts, lang=lang).judge(replied(narrate_day(facts, lang)))
    assert text is not None
    assert [finding for finding in findings if finding.severity == "must"] == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "You were focused for 120 min."),
        ("en", "Focused 92 min, and drowsy 30 min."),
        ("en", "The longest focus was 51 min on 2025-06-02."),
        ("ja", "集中は120分でした。"),
        ("ja", "集中は92分、眠気は45分でした。"),
    ],
)
def test_a_number_that_is_not_recorded_is_refused(lang: Lang, text: str) -> None:
    _, findings = DaySummary(facts=FACTS, lang=lang).judge(replied(text))
    assert any(finding.severity == "must" for finding in findings)


@pytest.mark.parametrize("reply", ["no JSON", "{}", '{"text": 5}', '{"text": ""}'])
def test_a_reply_of_another_shape_is_refused(reply: str) -> None:
    _, findings = DaySummary(facts=FACTS, lang="en").judge(Reply(text=reply, finish="stop"))
    assert any(finding.severity == "must" for finding in findings)


def a_day(folder: Path, *, language: Lang = "en") -> Context:
    context = with_settings(make_context(folder), language=language)
    start = NOW - timedelta(hours=2)
    write_intervals(
        State(folder),
        [
            Interval(state="focused", started_at=start, ended_at=start + timedelta(minutes=50)),
            Interval(
                state="away",
                started_at=start + timedelta(minutes=50),
                ended_at=start + timedelta(minutes=60),
            ),
        ],
        origin="engine",
        classifier=CLASSIFIER_VERSION,
    )
    return context


def summary(context: Context) -> FocusSummaryResult:
    return summarise_focus_day(context, day=NOW.astimezone().date())


@pytest.mark.parametrize(("language", "said"), [("ja", "集中 50分"), ("en", "focused 50 min")])
def test_without_a_model_the_narrator_says_it(language: Lang, said: str, tmp_path: Path) -> None:
    found = summary(a_day(tmp_path, language=language))
    assert found.source == "narrator"
    assert said in found.text


def test_a_day_without_records_is_not_asked_about(tmp_path: Path) -> None:
    model = Scripted([])
    found = summary(replace(make_context(tmp_path), model=model))
    assert found.source == "narrator"
    assert model.asked == []


def test_a_text_that_agrees_is_the_models(tmp_path: Path) -> None:
    text = "You were focused for 50 min and away for 10 min."
    model = Scripted([replied(text)])
    found = summary(replace(a_day(tmp_path), model=model))
    assert (found.source, found.text, found.reason) == ("llm", text, None)
    assert [attempt.asked.task for attempt in Attempts(State(tmp_path)).newest()] == [
        "focus.summary"
    ]


def test_a_text_that_lies_is_corrected_and_then_left_to_the_narrator(tmp_path: Path) -> None:
    lie = replied("You were focused for 500 min.")
    model = Scripted([lie, lie, lie])
    found = summary(replace(a_day(tmp_path), model=model))
    assert found.source == "narrator"
    assert found.reason is not None
    assert "500" not in found.text
    assert len(model.asked) >= 2
    assert "500" in model.asked[1].user
