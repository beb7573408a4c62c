"""Words of a Japanese sentence: the longest that the lexicon has at each place, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hakaru.guard.quantities import kanji_value, written
from hakaru.running.claims.read_ja_figures import (
    ABOUT,
    SIGN,
    Token,
    as_written,
    figure_at,
    place_at,
    range_at,
)
from hakaru.running.claims.read_ja_lexicon import (
    ADJECTIVES,
    ALIKE,
    BEHIND_I,
    BEHIND_STEM,
    BEHIND_TA,
    BEHIND_TE,
    DENYING_STEM,
    KINDS,
    VERBS,
    WORDS,
)

_LONGEST_SENTENCE = 300
_ROWS = {"る": ("ら", "り", "って"), "す": ("さ", "し", "して"), "む": ("ま", "み", "んで"),
         "く": ("か", "き", "いて"), "つ": ("た", "ち", "って"),
         "う": ("わ", "い", "って"), "ぶ": ("ば", "び", "んで"),
         "ぐ": ("が", "ぎ", "いで")}  # fmt: skip
_ABLE = dict(zip("るすむくつうぶぐ", "れせめけてえべげ", strict=True))
PREDICATES = frozenset({"be", "over", "change", "climbs", "met", "lost", "adj", "same", "flag",
                        "unknown", "present", "missed", "not", "affected", "inside", "outside",
                        "unrated", "nopenalty", "noflag"})  # fmt: skip
"""Words that can end a clause."""
_JOINING = frozenset({"change", "climbs", "met", "over"})
"""Those behind whose て-form another clause may begin without a mark."""


def _stems(plain_form: str) -> tuple[str, str, str, str]:
    """Stems of a verb before ない and ます, its て-form and its plain form."""
    if plain_form.endswith("する"):
        stem = plain_form[:-2]
        return stem + "し", stem + "し", stem + "して", plain_form
    if "+" in plain_form:
        stem = plain_form.partition("+")[0]
        return stem, stem, stem + "て", stem + "る"
    a, i, te = _ROWS[plain_form[-1]]
    return plain_form[:-1] + a, plain_form[:-1] + i, plain_form[:-1] + te, plain_form


def _verb(plain_form: str) -> tuple[list[str], list[str]]:
    """Forms that affirm, and forms that deny."""
    a, i, te, u = _stems(plain_form)
    able: list[str] = []
    unable: list[str] = []
    if plain_form[-1] in _ABLE and "する" not in plain_form and "+" not in plain_form:
        able, unable = _verb(plain_form[:-1] + _ABLE[plain_form[-1]] + "+る")
    ta = te[:-1] + {"て": "た", "で": "だ"}[te[-1]]
    affirm = [u, i, te, ta, *able]
    if plain_form.endswith("する"):
        affirm += [plain_form[:-2] + end for end in ("", "中", "済み")]
    for stem, ends in ((i, BEHIND_I), (te, BEHIND_TE), (ta, BEHIND_TA)):
        affirm += [stem + end for end in ends.split()]
    deny = [a + end for end in ("ない", "なかった", "なく", "ず", "ないで", "ずに", "ないまま")]
    deny += [i + end for end in ("ません", "ませんでした")]
    deny += [te + end for end in ("いません", "いない", "いませんでした", "いなかった", "おらず")]
    return affirm, deny + unable


def _adjective(stem: str) -> tuple[list[str], list[str]]:
    become, not_become = _verb("なる")
    affirm = [stem + end for end in BEHIND_STEM.split()]
    deny = [stem + end for end in DENYING_STEM.split()]
    return (
        affirm + [stem + "く" + form for form in become],
        deny + [stem + "く" + form for form in not_become],
    )


def _rows(table: str) -> Iterator[tuple[str, str, str, list[str]]]:
    for line in table.strip().splitlines():
        head, _, spellings = line.partition(": ")
        kind, name, sign = head.split()
        yield kind, "" if name == "-" else name.replace("~", " "), sign, spellings.split()


def _lexicon() -> dict[str, Token]:
    words: dict[str, Token] = {}

    def add(kind: str, name: str, sign: str, spellings: Sequence[str], *, denied: bool) -> None:
        turn = {"+": 1, "-": -1, "0": 0}[sign[0]]
        for text in spellings:
            words[text] = Token(kind=kind, name=name, sign=turn, denied=denied, text=text)

    for table, forms in ((VERBS, _verb), (ADJECTIVES, _adjective)):
        for kind, name, sign, stems in _rows(table):
            for affirm, deny in map(forms, stems):
                add(kind, name, sign, affirm, denied=False)
                add(kind, name, sign, deny, denied=True)
    for kind, name, sign, spellings in (*_rows(WORDS), *_rows(KINDS)):
        add(kind, name, sign, spellings, denied=sign.endswith("!"))
    return words


_WORDS: Mapping[str, Token] = _lexicon()


def _longest(words: Iterable[str]) -> dict[str, int]:
    """The length of the longest word by first character."""
    lengths: dict[str, int] = {}
    for word in words:
        lengths[word[0]] = max(lengths.get(word[0], 0), len(word))
    return lengths


_LONGEST: Mapping[str, int] = _longest(_WORDS)

_KANJI_FIGURE = re.compile(
    r"(?<![〇零一二三四五六七八九十百千万第])(?!十分(?![\d〇一二三四五六七八九十秒間台/]))"
    r"([〇零一二三四五六七八九十百千]{1,7}(?:[・.][〇一二三四五六七八九]{1,2})?)"
    r"(?=ミリ|秒|分|時間|点|%|パーセント|キロ|km|本|項目|指標|個|つ|bpm|拍|spm|歩|cm|センチ|月|日|区間|度|w)"
)

_PATTERNS = tuple((re.compile(pattern), text) for pattern, text in ALIKE)


def plain(sentence: str) -> str:
    """A sentence in plain characters, figures and spellings."""
    text = written(sentence).strip()
    text = _KANJI_FIGURE.sub(lambda match: f"{kanji_value(match[1]):g}", text)
    for pattern, alike in _PATTERNS:
        text = pattern.sub(alike, text)
    return text


def tokens_of(sentence: str) -> tuple[Token, ...] | None:
    """Every word of a sentence in order. None: some of it is in no list."""
    text = plain(sentence)
    if len(text) > _LONGEST_SENTENCE:
        return None
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        if text[place] in " \u3000\n":
            place += 1
            continue
        match = _token_at(text, place)
        if match is None:
            return None
        token, place = match
        tokens.append(token)
    return tuple(_clauses_joined(tokens))


def _clauses_joined(tokens: Sequence[Token]) -> Iterator[Token]:
    """が after what can end a clause joins clauses; after a name it marks what is spoken of."""
    for at, token in enumerate(tokens):
        ends = at > 0 and tokens[at - 1].kind in PREDICATES
        if token.text in ("が、", "のに、") and not ends:
            yield _WORDS[token.text[:-1]]
            yield _WORDS["、"]
        elif token.text == "が" and ends:
            yield _WORDS["が、"]
        else:
            yield token
            joins = token.kind in _JOINING and token.text.endswith(("て", "で"))
            named = any(behind.kind in ("metric", "place") for behind in tokens[at + 1 : at + 2])
            if joins and named and not token.denied:
                yield _WORDS["、"]


def _token_at(text: str, start: int) -> tuple[Token, int] | None:
    head = text[start]
    if head.isdigit() or head in "全第スラ区lsレフ主r最過":
        place = place_at(text, start)
        word = _word_at(text, start, least=3)
        if place is not None and (word is None or place[1] >= word[1]):
            return place
        if word is not None and head.isdigit():
            figure = figure_at(text, start)
            if figure is None or figure[1] <= word[1]:
                return word
    about = ABOUT.match(text, start)
    begin = about.end() if about else start
    sign = SIGN.match(text, begin)
    begin = sign.end() if sign else begin
    if begin < len(text) and (text[begin].isdigit() or text[begin] in "★星キ毎満k"):
        ranged = None if about or sign else range_at(text, begin)
        if ranged is not None:
            return ranged
        figure = figure_at(text, begin)
        if figure is not None:
            return as_written(text, figure, about=about is not None, sign=sign)
    return _word_at(text, start, least=1)


def _word_at(text: str, start: int, *, least: int) -> tuple[Token, int] | None:
    for length in range(min(_LONGEST.get(text[start], 0), len(text) - start), least - 1, -1):
        word = _WORDS.get(text[start : start + length])
        if word is not None:
            return word, start + length
    return None
