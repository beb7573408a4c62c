"""Models that choose from a menu as they are shown it: well, badly, lying, obeying half."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hakaru.guard.task import Prompt

Sentence = Mapping[str, object]
Chooser = Callable[[random.Random, Mapping[str, str]], Sequence[Sentence]]


def menu_in(prompt: Prompt) -> Mapping[str, str]:
    """The statements that a prompt offers, by their ids."""
    offered = prompt.user.partition("\n\n")[0]
    return dict(line.split(": ", 1) for line in offered.splitlines())


def reply_of(sentences: Sequence[Sentence]) -> str:
    """As a model writes it."""
    return json.dumps({"claims": list(sentences)}, ensure_ascii=False)


def ids_of(sentences: Sequence[Sentence]) -> list[str]:
    """What was chosen, in its order."""
    return [str(name) for sentence in sentences for name in _names(sentence)]


def _names(sentence: Sentence) -> Sequence[object]:
    names = sentence["ids"]
    assert isinstance(names, list)
    return names


def _some(draw: random.Random, menu: Mapping[str, str]) -> list[str]:
    return draw.sample(list(menu), min(len(menu), draw.randint(2, 5)))


def _grouped(draw: random.Random, names: list[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    while names:
        n = draw.choice([1, 1, 1, 2])
        groups.append(names[:n])
        names = names[n:]
    return groups


_WAS = re.compile(r" was (?=-?\d)")


def _reworded(text: str) -> str:
    text = _WAS.sub(" came to ", text)
    return text.replace("Here ", "There ").replace("The fastest", "Your fastest")


def chooses_only(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    return [{"ids": ids} for ids in _grouped(draw, _some(draw, menu))]


def words_well(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    """With words of its own that say the same."""
    return [
        {"ids": ids, "text": " ".join(_reworded(menu[name]) for name in ids)}
        for ids in _grouped(draw, _some(draw, menu))
    ]


def chatters(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    """Means well, and says more than anybody can check."""
    return [
        {**sentence, "text": f"{sentence['text']} And what a great day it was!"}
        for sentence in words_well(draw, menu)
    ]


def _digits(draw: random.Random, text: str) -> str:
    places = [match.start() for match in re.finditer(r"\d", text)]
    if not places:
        return text
    at = draw.choice(places)
    return text[:at] + str((int(text[at]) + draw.randint(1, 8)) % 10) + text[at + 1 :]


def lies_about_numbers(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    return [
        {**sentence, "text": _digits(draw, str(sentence["text"]))}
        for sentence in words_well(draw, menu)
    ]


_SWAPS = {"fastest": "slowest", "lower": "higher", "higher": "lower", "equal": "lower"}


def lies_about_directions(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    pattern = re.compile("|".join(_SWAPS))
    return [
        {**sentence, "text": pattern.sub(lambda match: _SWAPS[match[0]], str(sentence["text"]))}
        for sentence in words_well(draw, menu)
    ]


def tells_of_others(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    """Each sentence says what was chosen for another one."""
    chosen = list(words_well(draw, menu))
    texts = [sentence["text"] for sentence in chosen]
    return [
        {**sentence, "text": text}
        for sentence, text in zip(chosen, [*texts[1:], texts[0]], strict=True)
    ]


def praises(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    return [
        {**sentence, "text": f"{sentence['text']} gct was excellent."}
        for sentence in words_well(draw, menu)
    ]


def repeats_itself(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    chosen = list(chooses_only(draw, menu))
    return [*chosen, *chosen[:1], {"ids": [], "text": "So far, so good."}][:6]


def names_unknown_ones(draw: random.Random, menu: Mapping[str, str]) -> Sequence[Sentence]:
    return [*chooses_only(draw, menu)[:2], {"ids": ["mood"], "text": "You felt great."}]


def chooses_nothing(_draw: random.Random, _menu: Mapping[str, str]) -> Sequence[Sentence]:
    return []


WELL_MEANT: dict[str, Chooser] = {
    "chooses only": chooses_only,
    "words well": words_well,
    "chatters": chatters,
    "repeats itself": repeats_itself,
}
LYING: dict[str, Chooser] = {
    "numbers": lies_about_numbers,
    "directions": lies_about_directions,
    "others": tells_of_others,
    "praise": praises,
}
BAD: dict[str, Chooser] = {"unknown": names_unknown_ones, "nothing": chooses_nothing}


@dataclass(frozen=True, kw_only=True)
class ObeysHalf:
    """Answers wrong in form or choice first, and well when it is told so."""

    first: str | Chooser
    then: Chooser

    def __call__(self, draw: random.Random, prompt: Prompt) -> str:
        chooser = self.then if prompt.user.partition("\n\n")[2] else self.first
        if isinstance(chooser, str):
            return chooser
        return reply_of(chooser(draw, menu_in(prompt)))


WRONG_FORMS = ("I am sorry", "[]", '{"claims": "all"}', '{"text": "It was fast."}', "{", "null")
