"""Where a sentence ends, in both languages."""

from __future__ import annotations

import pytest

from hakaru.core.i18n import Lang
from hakaru.guard.claims import Facts
from hakaru.guard.evidence import Fact
from hakaru.running.claims.read import read_sentences, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You ran 14.2 km. It took 1:31:37.", ["You ran 14.2 km.", "It took 1:31:37."]),
        ("It took 5 min. 20 s. Then you walked.", ["It took 5 min. 20 s.", "Then you walked."]),
        ("Wind: 12 km/h. Fast!", ["Wind: 12 km/h.", "Fast!"]),
        ("About 6:24 min. per km.", ["About 6:24 min. per km."]),
        ("The avg. pace (approx. 5:00/km) held.", ["The avg. pace (approx. 5:00/km) held."]),
        ("It was hot, i.e. 31.5 °C. Really?!", ["It was hot, i.e. 31.5 °C.", "Really?!"]),
        ("気温は21.5°Cでした。風は2.1 m/sです。", ["気温は21.5°Cでした。", "風は2.1 m/sです。"]),
        ("ペースは6:24/km. 後半は遅い", ["ペースは6:24/km.", "後半は遅い"]),
        ("「速い。」後半も２．５秒速い！", ["「速い。」", "後半も２．５秒速い！"]),
        ("One line\nand another", ["One line", "and another"]),
        ("  \n 。", ["。"]),
        ("", []),
    ],
)
def test_a_text_is_cut_where_sentences_end(text: str, expected: list[str]) -> None:
    assert list(sentences(text)) == expected
    facts = Facts(facts=(), flags={})
    for lang in ("ja", "en"):
        read = read_sentences(text, facts, lang)
        assert [one.text for one in read] == expected


def test_nothing_of_a_text_is_lost() -> None:
    text = "It was 3.5 km. 速い。 No. 3 was e.g. fast! (Yes.) And so on ... to the end"
    assert "".join(sentences(text)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "The ground contact time was 250 ms"), ("ja", "接地時間は250msでした")],
)
def test_a_sentence_that_is_longer_than_any_about_a_run_is_not_read(
    lang: Lang, sentence: str
) -> None:
    facts = Facts(facts=(Fact(metric="gct", role="actual", value=250.0, unit="ms"),), flags={})
    (read,) = read_sentences(f"{sentence}.", facts, lang)
    assert read.claims
    (unread,) = read_sentences(f"{sentence}{' ' * 400}.", facts, lang)
    assert unread.claims is None
