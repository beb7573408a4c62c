"""Words of a Japanese sentence: the longest that the lexicon has at each place, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

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
from hakaru.running.claims.read_ja_lexicon import ADJECTIVES, KINDS, VERBS, WORDS

_LONGEST_SENTENCE = 300
_ROWS = {"る": ("ら", "り", "って"), "す": ("さ", "し", "して"), "む": ("ま", "み", "んで"),
         "く": ("か", "き", "いて"), "つ": ("た", "ち", "って"),
         "う": ("わ", "い", "って"), "ぶ": ("ば", "び", "んで"),
         "ぐ": ("が", "ぎ", "いで")}  # fmt: skip
_ABLE = {
    "る": "れ",
    "す": "せ",
    "む": "め",
    "く": "け",
    "つ": "て",
    "う": "え",
    "ぶ": "べ",
    "ぐ": "げ",
}
PREDICATES = frozenset({"be", "over", "change", "climbs", "met", "lost", "adj", "same", "flag",
                        "unknown", "present", "missed", "not", "affected", "inside", "outside",
                        "unrated", "nopenalty", "noflag"})  # fmt: skip
"""Words that can end a clause."""


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
    if plain_form[-1] in _ABLE and "する" not in plain_form and "+" not in plain_form:
        able, unable = _verb(plain_form[:-1] + _ABLE[plain_form[-1]] + "+る")
    else:
        able, unable = [], []
    ta = te[:-1] + {"て": "た", "で": "だ"}[te[-1]]
    affirm = [u, i, te, ta, *(i + end for end in ("ます", "ました", "続けました", "続け", "続けた",
                                                  "続けています", "すぎず", "切りました"))]  # fmt: skip
    affirm += [te + end for end in ("います", "いる", "いました", "いた", "いて", "おり", "おります",
                                    "しまいました", "しまった", "しまい", "きました", "きた", "いき",
                                    "いきました", "いった", "おりました", "しまって", "きて",
                                    "いるだけ", "いること", "いるところ", "おく", "おき", "ある", "あります",
                                    "みせた", "みせました", "きています", "きており", "いますね",
                                    "しまっています", "から", "いった", "いっています")]  # fmt: skip
    affirm += [
        ta + end
        for end in (
            "こと",
            "ところ",
            "あと",
            "後",
            "だけ",
            "り",
            "まま",
            "もの",
            "わけです",
            "わけ",
            "ことになります",
            "のち",
            "形です",
            "形",
            "計算です",
            "あたり",
            "そうです",
            "うえで",
            "うえ",
            "ことになる",
            "あとは",
            "後は",
        )
    ]
    deny = [a + end for end in ("ない", "なかった", "なく", "ず", "ないで", "ずに", "ないまま")]
    deny += [i + end for end in ("ません", "ませんでした")]
    deny += [te + end for end in ("いません", "いない", "いませんでした", "いなかった", "おらず")]
    if plain_form.endswith("する"):
        affirm += [plain_form[:-2], plain_form[:-2] + "中", plain_form[:-2] + "済み"]
    return affirm + able, deny + unable


def _adjective(stem: str) -> tuple[list[str], list[str]]:
    become, not_become = _verb("なる")
    affirm = ["い", "く", "かった", "くて", "いです", "かったです", "さ", "い側", "い方", "いほう",
              "く出ました", "く出て", "く出ています", "く走れました", "く走りました",
              "いだけ", "いまま", "い部類", "いくらい", "いもの", "いものです", "いところ", "いわけです", "いのです",
              "いでしょう", "く推移", "い数字", "い数値", "い結果", "い状態", "い水準", "い傾向", "いレベル",
              "さでした", "さです", "さで", "い水準です", "い水準でした", "いようです", "く終え", "く終わりました",
              "いほうです", "かったのです", "く済み", "く済みました", "く抑えています", "く出た", "い日でした",
              "い値", "い値でした", "い値です", "い値が出ています", "かったこと", "いこと", "くあり",
              "くありました", "く抑えました", "く抑えられ", "くまとまった", "くまとまり"]  # fmt: skip
    deny = ["くない", "くなかった", "くなく", "くありません", "くありませんでした", "くはなく",
            "くはない", "くはなかった", "くはありません", "くはありませんでした"]  # fmt: skip
    affirm += ["く" + form for form in become]
    deny += ["く" + form for form in not_become]
    return [stem + end for end in affirm], [stem + end for end in deny]


def _rows(table: str) -> Iterator[tuple[str, str, str, list[str]]]:
    head = ""
    for line in table.strip().splitlines():
        continued = line.startswith(" ")
        if not continued:
            head, _, line = line.partition(": ")
        kind, name, sign = head.split()
        yield kind, "" if name == "-" else name.replace("~", " "), sign, line.split()


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
_LONGEST: Mapping[str, int] = {
    head: max(len(word) for word in _WORDS if word[0] == head) for head in {w[0] for w in _WORDS}
}

_KANJI_FIGURE = re.compile(
    r"(?<![〇零一二三四五六七八九十百千万第])(?!十分(?![\d〇一二三四五六七八九十秒間台/]))"
    r"([〇零一二三四五六七八九十百千]{1,7}(?:[・.][〇一二三四五六七八九]{1,2})?)"
    r"(?=ミリ|秒|分|時間|点|%|パーセント|キロ|km|本|項目|指標|個|つ|bpm|拍|spm|歩|cm|センチ|月|日|区間|度|w)"
)
_ALIKE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (r"\*\*", ""),
        (r"ふだん|いつも", "普段"),
        (r"フォーム(?:が|で|は|も)(?=(?:条件|基準)を)", "フォームの"),
        (r"^\s*(?:[-*・•]\s*|\d{1,2}[.)]\s+)", ""),
        (r"\bs(?:plit)?\s?(\d{1,2})\s?[:=|]", r"スプリット\1は"),
        (r"\br(?:ep)?\s?(\d{1,2})\s?[:=|]", r"\1本目は"),
        (r"(\d+)km目(?:以降|から)、?(\d+)km目まで(?!に)", r"\1km目~\2km目"),
        (r"(スプリット|ラップ|区間)(\d+)から(\d+)(?:まで)?(?=の|は|で|、)", r"\1\2~\3"),
        (
            r"1kmあたり(?:平均)?(約|およそ|おおよそ|ほぼ)?(\d+(?:\.\d+)?)\s?(?:m|メートル)(?![a-z/])",
            r"\1\2m/km",
        ),
        (r"(スプリット|ラップ|区間)(\d{1,2})と(\d{1,2})(?![\d.:])", r"\1\2と\1\3"),
        (r"(\d{1,2})(?:km目|本目)?[とや・](\d{1,2})(km目|本目)", r"\1\3と\2\3"),
        (r"(\d+)メートル\s?(\d{1,2})センチ(?:メートル)?", r"\1.\2m"),
        (r"1分(?:間)?(?:に|あたり)\s?(?=\d+(?:\.\d+)?\s?(?:拍|歩|回))", ""),
        (r"(?:疾走|レップ)(?:の)?(\d+)本(?=[はがのもす、])", r"\1本すべて"),
        (r"(?<=点)(?:を)?(?:引かれ|減らされ|差し引かれ)", "の減点となり"),
        (r"(\d+)点(?:の)?マイナス", r"\1点の減点"),
        (
            r"(上限[^、。]{0,12}?)まで(?:は|には)?(?:まだ|なお)?(?:十分に?|かなり|少し)?余裕が(?=あり|ある)",
            r"\1を下回り、",
        ),
        (r"を下回り、(?:あります|ある|ありました)", "を下回ります"),
        (r"に抑え(?=[てたらな])", "にとどめ"),
        (r"しか違(?:いません(?:でした)?|わない|わず)", "違います"),
        (r"である(?=\d)", "の"),
        (r"ひとつ", "1つ"),
        (r"ふたつ", "2つ"),
        (r"(?:疾走)?(\d+)(本|区間|スプリット|ラップ)の(?:疾走の)?(?=平均)", r"\1\2中"),
        (r"(\d+)の(スプリット|区間|ラップ)の?(?=平均)", r"\1\2中"),
        (r"(\d+)本の(?:ラップ|区間|スプリット|疾走|レップ)(?=[はがのもす])", r"\1本すべて"),
        (r"(\d+)本の(?:中に|うち)、?", r"\1本中"),
        (r"スプリット(\d{1,2})は?\s?[:=]\s?", r"スプリット\1は"),
        (r"にかけて、?", "に"),
        (
            r"(?:を)?しか(?:満たせ|満たし|クリアでき|達成でき|クリアし|達成し)(?:ませんでした|ません|なかった|ない|ていません)",
            "を満たしました",
        ),
        (
            r"(?:を)?しか(?:満たせ|満たさ|クリアでき|達成でき|クリアせ|達成せ)(?:ず|なく)",
            "を満たし",
        ),
        (
            r"フォーム(?:の3項目|の3指標)?(?:のうち|では|で|は)、?(?=接地|上下動|垂直|ケイデンス|歩幅|脚)",
            "",
        ),
        (r"疾走(?:時|中)?の(?=\d+(?:\.\d+)?%)", ""),
        (r"毎分\s?(?=\d+(?:\.\d+)?\s?(?:拍|歩))", ""),
        (r"しか(?:ない|ありません(?:でした)?|なく|なかった)", "です"),
        (r"(?<=\d)対(?=\d)", "と"),
        (r"\s*\|\s*$", ""),
        (r"^\s*\|\s*(\d{1,2})(?=\s*\|)", r"\1km目"),
        (r"\s*\|\s*", "、"),
    )
)
"""Spellings that are made alike before words are looked up."""


def plain(sentence: str) -> str:
    """A sentence in plain characters, figures and spellings."""
    text = written(sentence).strip()
    text = _KANJI_FIGURE.sub(lambda match: f"{kanji_value(match[1]):g}", text)
    for pattern, alike in _ALIKE:
        text = pattern.sub(alike, text)
    return text


def tokens_of(sentence: str) -> tuple[Token, ...] | None:
    """Every word of a sentence in order. None: some of it is in no list."""
    text = plain(sentence)
    if len(text) > _LONGEST_SENTENCE:
        return None
    found: list[Token] = []
    place = 0
    while place < len(text):
        if text[place] in " \u3000\n":
            place += 1
            continue
        match = _token_at(text, place)
        if match is None:
            return None
        token, place = match
        found.append(token)
    return tuple(_clauses_joined(found))


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
