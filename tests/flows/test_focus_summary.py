"""Is the summary of a day true, whoever chooses and words it, and another one on another day?"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES, Lang, in_language
from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.focus_summary import FocusSummaryResult, summarise_focus_day
from hakaru.focus.classify import CLASSIFIER_VERSION
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.summary import (
    SENTENCES_MOST,
    DayFacts,
    DaySummary,
    day_facts,
    day_menu,
    narrate_day,
)
from hakaru.focus.timeline import DayStats, Interval, day_stats
from hakaru.guard.claims import all_hold
from hakaru.guard.cleaning import musts
from hakaru.guard.task import Reply
from hakaru.sources.models.model import Endpoint, Remote, Scripted, Secret
from hakaru.store.attempts import Attempts
from hakaru.store.focus import write_intervals
from hakaru.store.state import State
from tests.flows.factories import NOW, make_context, with_settings
from tests.loopback import KEY, Loopback, completion
from tests.shared import examples

DAY = date(2025, 6, 1)
START = datetime(2025, 6, 1, tzinfo=UTC)
END = START + timedelta(days=1)


def made_day(
    stretches: Sequence[tuple[FocusState, int]],
    *,
    earlier_focus_min: Sequence[int] = (),
    n_notifications: int = 1,
    is_over: bool = True,
) -> DayFacts:
    """A day from nine on, of states with their minutes, one after the other."""
    intervals, at = [], START + timedelta(hours=9)
    for state, n_minutes in stretches:
        ended_at = at + timedelta(minutes=n_minutes)
        intervals.append(Interval(state=state, started_at=at, ended_at=ended_at))
        at = ended_at
    past = [
        DayStats(
            day=DAY - timedelta(days=back + 1),
            seconds={"focused": 60.0 * n_minutes, "away": 3600.0},
            n_changes=2,
            longest_focus_s=60.0 * n_minutes,
        )
        for back, n_minutes in enumerate(earlier_focus_min)
    ]
    return day_facts(
        day_stats(intervals, DAY, start=START, end=END),
        intervals,
        n_notifications=n_notifications,
        past=past,
        is_over=is_over,
        local=lambda moment: moment,
    )


WORK_DAY = made_day(
    [("focused", 51), ("away", 30), ("focused", 41), ("drowsy", 4)],
    earlier_focus_min=(60, 70, 80),
)
STATE_AND_MINUTES = st.tuples(st.sampled_from(STATES), st.integers(1, 90))


def replied(*sentences: tuple[str, str | None]) -> Reply:
    payload = {
        "sentences": [
            {"claims": [name], **({} if text is None else {"text": text})}
            for name, text in sentences
        ]
    }
    return Reply(text=json.dumps(payload, ensure_ascii=False), finish="stop")


def canonical(known: DayFacts, lang: Lang) -> dict[str, str]:
    return {offer.id: in_language(offer.wordings[0], lang) for offer in day_menu(known)}


@given(
    stretches=st.lists(STATE_AND_MINUTES, max_size=9),
    earlier=st.lists(st.integers(0, 300), max_size=6),
    is_over=st.booleans(),
)
@settings(deadline=None, max_examples=examples(150))
def test_the_menu_is_true_and_the_rules_say_up_to_five_sentences_of_it(
    stretches: list[tuple[FocusState, int]], earlier: list[int], is_over: bool
) -> None:
    known = made_day(stretches, earlier_focus_min=earlier, is_over=is_over)
    menu = day_menu(known)
    assert bool(menu) == bool(stretches)
    assert all(all_hold(offer.claims, known.facts) for offer in menu)
    assert all(0.0 <= offer.weight <= 1.0 for offer in menu)
    assert len({offer.id for offer in menu}) == len(menu)
    for lang in LANGUAGES:
        text = narrate_day(known, lang)
        said = [sentence for sentence in canonical(known, lang).values() if sentence in text]
        assert not menu or min(3, len(menu)) <= len(said) <= SENTENCES_MOST
        assert not menu or text == ("" if lang == "ja" else " ").join(said)


def test_different_days_read_differently() -> None:
    """Numbers masked: what is said differs with what happened."""
    source = random.Random(5)
    texts: dict[Lang, set[str]] = {lang: set() for lang in LANGUAGES}
    for _ in range(80):
        stretches = [
            (source.choice(STATES), source.randint(2, 80)) for _ in range(source.randint(2, 12))
        ]
        earlier = [source.randint(20, 200) for _ in range(source.choice([0, 5]))]
        known = made_day(stretches, earlier_focus_min=earlier, n_notifications=source.randint(0, 4))
        for lang in LANGUAGES:
            texts[lang].add(re.sub(r"[\d:]+", "#", narrate_day(known, lang)))
    assert all(len(told) >= 40 for told in texts.values()), {k: len(v) for k, v in texts.items()}


def test_what_is_special_is_said_before_what_is_not() -> None:
    restless = made_day([("focused", 3), ("distracted", 4)] * 12, n_notifications=0)
    assert "distracted" in narrate_day(restless, "en")
    assert "The state changed 23 times." in narrate_day(restless, "en")
    assert "No notification" not in narrate_day(restless, "en")
    good = made_day([("focused", 90), ("away", 20)], earlier_focus_min=(40, 50, 45, 100))
    assert "Focus was 42 min above your usual 48 min" in narrate_day(good, "en")


def test_less_than_usual_is_not_said_before_the_day_is_over() -> None:
    stretches: list[tuple[FocusState, int]] = [("focused", 10), ("away", 5)]
    over = made_day(stretches, earlier_focus_min=(60, 70, 80))
    assert "50" not in narrate_day(over, "en") or "below your usual" in narrate_day(over, "en")
    assert "usual" in {offer.id for offer in day_menu(over)}
    running = made_day(stretches, earlier_focus_min=(60, 70, 80), is_over=False)
    assert "usual" not in {offer.id for offer in day_menu(running)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_prompt_is_the_menu_and_a_choice_without_words_is_said_in_ours(lang: Lang) -> None:
    task = DaySummary(known=WORK_DAY, lang=lang)
    ours = canonical(WORK_DAY, lang)
    assert all(f"{name}: {text}" in task.prompt.user for name, text in ours.items())
    text, findings = task.judge(replied(("longest", None), ("recorded", None)))
    assert text == ("" if lang == "ja" else " ").join((ours["longest"], ours["recorded"]))
    assert findings == ()


@pytest.mark.parametrize(
    ("lang", "claim", "text"),
    [
        ("en", "focused", "And you were focused for 1 h 32 min: 73% of the record"),
        ("en", "longest", "Your longest stretch of focus was 51 minutes, starting at 09:00."),
        ("en", "drowsy", "You were drowsy for 4 minutes."),
        ("ja", "drowsy", "また、眠気は4分間でした。"),
        ("ja", "longest", "一番長い集中は51分で、09:00に始まりました。"),
        ("ja", "changes", "そして、状態の変化は3回でした"),
    ],
)
def test_words_that_say_the_same_are_shown(lang: Lang, claim: str, text: str) -> None:
    made, findings = DaySummary(known=WORK_DAY, lang=lang).judge(replied((claim, text)))
    stop = "。" if lang == "ja" else "."
    assert made == text.rstrip(stop) + stop
    assert findings == ()


LIES: Sequence[tuple[Lang, str, str]] = [
    ("en", "focused", "You were focused for 2 h 32 min, 73% of the record."),
    ("en", "focused", "You were not focused for 1 h 32 min, 73% of the record."),
    ("en", "focused", "You were focused for 73 min, 32% of the record."),
    ("en", "focused", "You were focused for 1 h 32 min, 73% of the record, well done!"),
    ("en", "focused", "You were focused for 1 h 32 min because of coffee."),
    ("en", "longest", "The shortest stretch of focus was 51 min, starting at 09:00."),
    ("en", "longest", "The longest stretch of focus was 51 h, starting at 09:00."),
    ("en", "drowsy", "You were drowsy for four hours."),
    ("en", "drowsy", "You were away for 4 min."),
    ("en", "drowsy", "You were drowsy for 4 min, and away for 30 min."),
    ("en", "usual", "Focus was 22 min below your usual 1 h 10 min, the median of 3 earlier days."),
    ("en", "changes", "The state changed 3 times, which is a lot."),
    ("ja", "focused", "集中していなかったのは1時間32分で、記録の73%でした。"),
    ("ja", "focused", "集中していたのは1時間32分だけで、記録の73%でした。"),
    ("ja", "longest", "最も短い集中は51分で、09:00に始まりました。"),
    ("ja", "longest", "最も長い集中は51分で、09:00に終わりました。"),
    ("ja", "drowsy", "眠気は4時間でした。"),
    ("ja", "drowsy", "離席は4分でした。"),
    ("ja", "drowsy", "眠気は4分ではありませんでした。"),
    ("ja", "changes", "状態の変化は3回もあり、疲れのためでした。"),
]


@pytest.mark.parametrize(("lang", "claim", "text"), LIES)
def test_words_that_say_anything_else_give_way_to_ours(lang: Lang, claim: str, text: str) -> None:
    made, findings = DaySummary(known=WORK_DAY, lang=lang).judge(replied((claim, text)))
    assert made == canonical(WORK_DAY, lang)[claim]
    assert [(finding.rule, finding.severity) for finding in findings] == [
        ("focus.wording", "should")
    ]


def test_no_words_are_taken_for_two_claims_at_once() -> None:
    payload = {"sentences": [{"claims": ["drowsy", "away"], "text": "You were drowsy for 30 min."}]}
    reply = Reply(text=json.dumps(payload), finish="stop")
    made, _ = DaySummary(known=WORK_DAY, lang="en").judge(reply)
    ours = canonical(WORK_DAY, "en")
    assert made == f"{ours['drowsy']} {ours['away']}"


@pytest.mark.parametrize(
    "reply",
    ["no JSON", "{}", '{"sentences": 5}', '{"sentences": []}', '{"sentences": [{"claims": []}]}'],
)
def test_a_reply_of_another_shape_is_refused(reply: str) -> None:
    made, findings = DaySummary(known=WORK_DAY, lang="en").judge(Reply(text=reply, finish="stop"))
    assert made is None
    assert musts(findings)


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


@pytest.mark.parametrize(
    ("language", "said"), [("ja", "集中していたのは50分"), ("en", "You were focused for 50 min")]
)
def test_without_a_model_the_narrator_says_it(language: Lang, said: str, tmp_path: Path) -> None:
    found = summary(a_day(tmp_path, language=language))
    assert found.source == "narrator"
    assert said in found.text


def test_a_day_without_records_is_not_asked_about(tmp_path: Path) -> None:
    model = Scripted([])
    found = summary(replace(make_context(tmp_path), model=model))
    assert found.source == "narrator"
    assert model.asked == []


def over_http(context: Context, url: str) -> Context:
    there = with_settings(context, model=ModelSettings(backend="openai"))
    endpoint = Endpoint(
        backend="openai",
        url=url,
        name="small",
        key_env="OPENAI_API_KEY",
        key=Secret(KEY),
        timeout_s=30.0,
    )
    return replace(there, model=Remote(endpoint))


def test_what_a_model_chooses_and_words_truly_is_shown(tmp_path: Path) -> None:
    good = replied(("longest", None), ("away", "And you were away for 10 minutes."))
    with Loopback([completion(good.text)]) as server:
        found = summary(over_http(a_day(tmp_path), server.url))
    assert (found.source, found.reason) == ("llm", None)
    assert found.text.startswith("The longest stretch of focus was 50 min")
    assert found.text.endswith("And you were away for 10 minutes.")
    assert [attempt.asked.task for attempt in Attempts(State(tmp_path)).newest()] == [
        "focus.summary"
    ]


def test_what_a_model_lies_is_said_in_our_words_without_asking_again(tmp_path: Path) -> None:
    lie = replied(("focused", "You were focused for 500 min."), ("away", "You were never away."))
    with Loopback([completion(lie.text)]) as server:
        found = summary(over_http(a_day(tmp_path), server.url))
        assert len(server.received) == 1
    assert found.source == "llm"
    assert found.text == (
        "You were focused for 50 min, 83% of the record. You were away for 10 min."
    )


def test_a_claim_that_is_none_is_told_back_twice_at_most(tmp_path: Path) -> None:
    unknown = replied(("focused", None), ("champion", "Nobody was ever so focused."))
    with Loopback([completion(unknown.text)] * 3) as server:
        found = summary(over_http(a_day(tmp_path), server.url))
        assert len(server.received) == 3
        assert "champion" in json.dumps(server.received[1].json)
    assert found.source == "narrator"
    assert found.reason is not None
    assert "ever" not in found.text


def test_a_model_that_obeys_when_told_keeps_its_choice(tmp_path: Path) -> None:
    wrong = replied(("away", None), ("champion", None))
    with Loopback([completion(wrong.text), completion(replied(("away", None)).text)]) as server:
        found = summary(over_http(a_day(tmp_path), server.url))
        assert len(server.received) == 2
    assert (found.source, found.text) == ("llm", "You were away for 10 min.")
