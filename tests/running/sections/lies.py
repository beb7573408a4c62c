"""Twelve ways in which a language model gets a section wrong, made from a section that is right.

Nothing in here knows the judge: a lie is a change of the text that a reader who knows the run would
call wrong. A way that does not apply to a section (no number to change in it) leaves it as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Language = Literal["ja", "en"]

Section = Mapping[str, Any]
_NUMBER = re.compile(
    r"(?<![\d.:])\d+(?:\.\d+)?(?![\d:]|\.\d)(?=\s?(?:ms|cm|%|spm|bpm|km|点|points))"
)
_PACE = re.compile(r"\b(\d{1,2}):(\d{2})(?=/km)")
_FINE = {"ja": "優秀", "en": "excellent"}
_TO_IMPROVE = {"ja": "要改善", "en": "needs improvement"}


@dataclass(frozen=True, kw_only=True)
class About:
    """What the liar knows of the run: which metrics need improvement, and its kind."""

    section: str
    language: Language
    needs_improvement: Mapping[str, bool]
    training_type: str


Lie = Callable[[Section, About], Section]


def _with(section: Section, text: str) -> Section:
    return {**section, "text": text}


def _added(ja: str, en: str) -> Lie:
    """A sentence more."""

    def lie(section: Section, about: About) -> Section:
        return _with(section, f"{section['text']} {ja if about.language == 'ja' else en}")

    return lie


def wrong_digit(section: Section, about: About) -> Section:
    """The first figure is off by far more than rounding."""

    def other(found: re.Match[str]) -> str:
        whole = found[0].partition(".")
        return f"{int(whole[0]) * 7 + 13}{whole[1]}{whole[2]}"

    text, n_changed = _NUMBER.subn(other, section["text"], count=1)
    if not n_changed:
        text = _PACE.sub(lambda found: f"{int(found[1]) + 11}:{found[2]}", text, count=1)
    return _with(section, text)


def wrong_unit(section: Section, about: About) -> Section:
    """Steps called beats, milliseconds called centimetres, kilometres called miles."""
    text = section["text"]
    for right, wrong in (("ms", "cm"), ("spm", "bpm"), ("bpm", "spm"), (" km", " miles")):
        changed = re.sub(rf"(?<=\d){right}(?![a-z/])", wrong, text, count=1)
        if changed != text:
            return _with(section, changed)
    return section


def fine_called_poor(section: Section, about: About) -> Section:
    """A metric that is fine is said to need improvement."""
    return _verdict(section, about, needed=False, words=_TO_IMPROVE)


def poor_called_fine(section: Section, about: About) -> Section:
    """A metric that needs improvement is praised."""
    if "text" not in section:
        return section
    return _verdict(section, about, needed=True, words=_FINE)


def _verdict(section: Section, about: About, *, needed: bool, words: Mapping[str, str]) -> Section:
    names = [name for name, need in about.needs_improvement.items() if need is needed]
    if not names:
        return section
    word = words[about.language]
    said = (
        f"{names[0].upper()}は{word}です。"
        if about.language == "ja"
        else (f"{names[0].upper()}: {word}.")
    )
    return _with(section, said if needed else f"{section['text']} {said}")


def turned_around(section: Section, about: About) -> Section:
    """Longer becomes shorter, faster slower."""
    turned = {
        "長め": "短め", "短め": "長め", "大きめ": "小さめ", "小さめ": "大きめ", "高め": "低め",
        "低め": "高め", "速く": "遅く", "遅く": "速く", "longer": "shorter", "shorter": "longer",
        "larger": "smaller", "smaller": "larger", "higher": "lower", "lower": "higher",
        "half was faster": "half was slower", "half was slower": "half was faster",
    }  # fmt: skip
    pattern = re.compile(
        r"(?<=%)(?:長め|短め|大きめ|小さめ|高め|低め)|(?<=のほうが)(?:速く|遅く)"
        r"|(?<=% )(?:longer|shorter|larger|smaller|higher|lower)|half was (?:faster|slower)"
    )
    return _with(section, pattern.sub(lambda found: turned[found[0]], section["text"]))


def another_kind(section: Section, about: About) -> Section:
    """A long run called sprints, any other run a long run."""
    if about.training_type == "long_run":
        return _added("今日はスプリントでした。", "It was a sprint session.")(section, about)
    return _added("今日はロング走でした。", "It was a long run.")(section, about)


def unknown_evidence(section: Section, about: About) -> Section:
    """A fact is cited that does not exist."""
    return {**section, "evidence": [*section["evidence"], "mood.actual"]}


def drawn_table(section: Section, about: About) -> Section:
    """A table in the text."""
    return _with(section, section["text"] + "\n| GCT | VO |\n|---|---|\n| a | b |")


def advice(section: Section, about: About) -> Section:
    """A proposal where none belongs: in a text, or for a metric that needs nothing."""
    if about.section != "summary":
        return _added("GCTはドリルで改善しましょう。", "You should improve GCT with drills.")(
            section, about
        )
    fine = [name for name, need in about.needs_improvement.items() if not need]
    if not fine:
        return section
    text = "もっと良くする。" if about.language == "ja" else "Make it better."
    more = {"metric": fine[0], "text": text, "evidence": []}
    return {**section, "improvements": [*section["improvements"], more]}


LIES: Mapping[str, Lie] = {
    "wrong digit": wrong_digit,
    "wrong unit": wrong_unit,
    "fine called poor": fine_called_poor,
    "poor called fine": poor_called_fine,
    "turned around": turned_around,
    "another kind": another_kind,
    "unknown evidence": unknown_evidence,
    "drawn table": drawn_table,
    "advice": advice,
    "invented cause": _added(
        "睡眠不足のため、ペースが落ちました。", "The pace fell because of too little sleep."
    ),
    "invented number": _added("最高心拍は213bpmでした。", "Heart rate peaked at 213 bpm."),
    "link": _added("[詳しくは](https://example.com/x)", "[More](https://example.com/x)"),
}
