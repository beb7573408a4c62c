"""Are words taken only where a computed sentence says the same, or where they say nothing?"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import Lang
from hakaru.guard.wording import may_stand, sentences_of, states_nothing, worded
from tests.shared import examples

EN = "Contact was 9 ms below the usual 265 ms, at least in splits 3-5."
JA = "接地時間は、いつもの265 msを9 ms下回りました。"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", EN),
        ("en", "and the contact was 9 ms below your usual 265 ms at least in splits 3-5"),
        ("ja", JA),
        ("ja", "また、接地時間はいつもの265ms を9ms下回りました"),
    ],
)
def test_the_same_in_other_words_is_taken(lang: Lang, text: str) -> None:
    assert worded(text, ["Something else.", EN, JA], lang)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Contact was 9 ms above the usual 265 ms, at least in splits 3-5."),
        ("en", "Contact was not 9 ms below the usual 265 ms, at least in splits 3-5."),
        ("en", "Contact was 265 ms below the usual 9 ms, at least in splits 3-5."),
        ("en", "Contact was 9 ms below the usual 265 ms in splits 3-5."),
        ("en", "Contact was 9 ms below the usual 265 ms, at most in splits 3-5."),
        ("en", "Contact was 9 cm below the usual 265 ms, at least in splits 3-5."),
        ("en", "Contact was 9 ms below the lowest usual 265 ms, at least in splits 3-5."),
        ("en", "Contact was -9 ms below the usual 265 ms, at least in splits 3-5."),
        ("en", "Was contact 9 ms below the usual 265 ms, at least in splits 3-5?"),
        ("en", EN.replace("9 ms", "9\u200b ms")),
        ("en", "<b>" + EN),
        ("ja", "接地時間は、いつもの265 msを9 ms上回りました。"),
        ("ja", "接地時間は、いつもの265 msを9 ms下回りませんでした。"),
        ("ja", "接地時間は、いつもの9 msを265 ms下回りました。"),
        ("ja", "接地時間だけは、いつもの265 msを9 ms下回りました。"),
        ("ja", "接地時間は、いつもの265 msに9 ms下回りました。"),
        ("ja", "最も接地時間は、いつもの265 msを9 ms下回りました。"),
        ("en", ""),
        ("ja", "は、"),
    ],
)
def test_anything_else_is_refused(lang: Lang, text: str) -> None:
    assert not worded(text, [EN, JA], lang)


@given(words=st.permutations(EN.rstrip(".").split()))
@settings(max_examples=examples(200), deadline=None)
def test_the_words_that_mean_something_keep_their_order(words: list[str]) -> None:
    meaning = [word for word in words if word not in ("was", "the", "at", "in")]
    original = [word for word in EN.rstrip(".").split() if word in meaning]
    assert worded(" ".join(words), [EN], "en") == (meaning == original)


@pytest.mark.parametrize(
    "text",
    [
        "It ended on 12 June.", "It has lain for twelve days.", "It waits since spring.",
        "Late because of the printer.", "Half is done.", "Begin tomorrow.", "Friday would do.",
        "Rent rose by a third.", "３日で終わりそうです。", "三日で終わりそうです。",
        "来週でも間に合いそうです。",
        "半分は済んでいます。", "予算のせいで止まっています。", "見積もりが遅れたためです。",
        "It is done; that is false.", "two rooms", "in a week", "二つに分かれます。", "5%",
    ],
)  # fmt: skip
def test_a_figure_a_date_a_unit_and_a_cause_state_something(text: str) -> None:
    assert not states_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "A first small step could show more.", "One by one they could be easier.",
        "Ask whoever knows the room.", "まず宿から見ると良さそうです。", "一つずつ見られそうです。",
        "題名の言葉が共通です。", "It may wait until the answer is there.",
    ],
)  # fmt: skip
def test_what_only_suggests_states_nothing(text: str) -> None:
    assert states_nothing(text)


def test_the_users_own_words_may_be_quoted_and_no_part_of_another_figure() -> None:
    own = ["Book 3 rooms by 12 June", "2日"]
    assert states_nothing("“Book 3 rooms by 12 June” could come first.", own=own)
    assert not states_nothing("Book 13 rooms by 12 June", own=own)
    assert not states_nothing("宿は12日です", own=own)
    assert not states_nothing("5 rooms", own=["5", "3"])


def test_each_sentence_of_a_text_stands_by_itself() -> None:
    said = ["Easy, 5.2 km at 6:10/km. Rest after it."]
    assert may_stand(said[0], said)
    assert may_stand("Easy, 5.2 km at 6:10/km. That could do. And rest after it.", said)
    assert not may_stand("Easy, 5.2 km at 5:10/km. That could do.", said)
    assert not may_stand("Easy, 5.2 km at 6:10/km. Heart rate was low.", said, never=_HEART)
    assert may_stand("Easy, 5.2 km at 6:10/km. Whoever likes.", said, never=_HEART)
    assert sentences_of("A 5.2 km run. B? 明日。") == ("A 5.2 km run.", "B?", "明日。")


_HEART = re.compile("heart")
