"""Japanese sentences about one run, read as claims where every word of them is understood.

Spellings are made alike, the longest word that the lexicon has is taken at each place, and clauses
are read from the words.
"""
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from hakaru.guard.claims import Claim, Compare, Facts, Limit, Value, Within, all_hold, is_one_story
from hakaru.guard.quantities import kanji_value, written
from hakaru.running.claims.ja.clause import Topic
from hakaru.running.claims.ja.clauses import ClauseParser
from hakaru.running.claims.ja.figures import (
    ABOUT,
    SIGN,
    Token,
    as_written,
    figure_at,
    place_at,
    range_at,
)
from hakaru.running.claims.ja.frames.alike import Alike
from hakaru.running.claims.ja.frames.criteria import Criteria
from hakaru.running.claims.ja.frames.series import Places
from hakaru.running.claims.ja.frames.session import Session
from hakaru.running.claims.ja.lexicon import listed_word, word_at
from hakaru.running.claims.ja.meaning import Meaning, Refused

_MERGED_MOST = 5
_TRIES_MOST = 40
_READINGS_MOST = 4
_ENDS = ("comma", "conj", "stop", "because")


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """What a sentence claims; None: not every word of it is understood."""
    tokens = _tokens(sentence)
    if not tokens:
        return None
    parts = _segments(tokens)
    candidates = islice(_Search(parts, Meaning(facts)).rest(0, Topic()), _READINGS_MOST)
    readings = [reading for reading in candidates if is_one_story(reading)]
    chosen = next((reading for reading in readings if all_hold(reading, facts)), None)
    if chosen is None:
        chosen = readings[0] if readings else ()
    if all(isinstance(claim, Limit) for claim in chosen) and not _names_something(tokens):
        return None
    return tuple(dict.fromkeys(chosen)) or None


def _names_something(tokens: Sequence[Token]) -> bool:
    """Whether it is said what a bound is of: "250ms未満" alone may be anybody's target."""
    return any(token.kind in ("metric", "place") for token in tokens)


@lru_cache(maxsize=64)
def _tokens(sentence: str) -> tuple[Token, ...] | None:
    return tokens_of(sentence)


def _segments(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words between marks, each with the mark behind it."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(tokens):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        parts[-1].append(token)
        listed = token.kind == "comma" and _is_listed(parts[-1][:-1], tokens[at + 1 :])
        if token.kind in _ENDS and depth == 0 and not listed:
            parts.append([])
    return [part for part in parts if any(token.kind not in _ENDS for token in part)]


def _is_listed(before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether a metric with its figure is one of those of each of which something is said:
    "接地256ms、上下動8.2cm、上下動比7.5%はいずれも"."""
    return (
        {token.kind for token in before} <= {"metric", "figure", "comma", "ref", "avg"}
        and bool(behind)
        and behind[0].kind == "metric"
        and any(token.kind == "each" for token in behind)
    )


class Statement(Session, Criteria, Places, Alike):
    """A clause with all of its frames, in the order in which they take its parts."""

    def read(self) -> tuple[tuple[Claim, ...], Topic] | None:
        """Its claims and what it leaves the next one; None: it is not understood."""
        try:
            for frame in (
                self.agree, self.full, self.ranked, self.words, self.stars, self.judged,
                self.unknown, self.halves, self.caused, self.criteria, self.only_these, self.apart,
                self.counted, self.extremes, self.presence, self.climbed, self.trends, self.within,
                self.changed, self.same, self.differs, self.compared, self.values,
            ):  # fmt: skip
                frame()
            if self.topic.because and not (self.explained or self._restates()):
                return None
            return self.ended()
        except Refused:
            return None

    def _restates(self) -> bool:
        """Whether a figure is why it lies so to its own usual values: that needs no other cause."""
        shown = set()
        for claim in self.claims:
            if isinstance(claim, Within):
                shown.add(claim.fact)
            elif isinstance(claim, Compare) and claim.right in _usual(claim.left):
                shown.add(claim.left)
            else:
                return False
        return self.topic.missed == "figure" and shown == set(self.topic.said)


def _usual(fact: str) -> tuple[str, ...]:
    """What a run's value of a metric is held against."""
    metric, _, role = fact.partition(".")
    return tuple(f"{metric}.{end}" for end in ("expected", "low", "high") if role == "actual")


def _as_reason(claims: Sequence[Claim], left: Topic) -> Topic | None:
    """What a clause leaves as the reason of the next one; None: it can be none."""
    if left.missed:
        return replace(left, because=True)
    if not claims or not all(isinstance(claim, Value) for claim in claims):
        return None
    figures = tuple(claim.fact for claim in claims if isinstance(claim, Value))
    return replace(left, because=True, missed="figure", said=figures)


class _Search:
    """Clauses of as few segments as can be, from the first to the last."""

    def __init__(self, parts: Sequence[list[Token]], meaning: Meaning) -> None:
        self.parts = parts
        self.meaning = meaning
        self.tries = 0

    def rest(self, begin: int, topic: Topic) -> Iterator[tuple[Claim, ...]]:
        """The claims from a segment on, in each way they can be read."""
        if begin == len(self.parts):
            if not topic.unsaid:
                yield ()
            return
        for end in range(begin + 1, min(begin + _MERGED_MOST, len(self.parts)) + 1):
            self.tries += 1
            if self.tries > _TRIES_MOST:
                return
            tokens = [t for part in self.parts[begin:end] for t in part]
            because = tokens[-1].kind == "because"
            read = self._clause(tokens[:-1] if because else tokens, topic)
            if read is None:
                continue
            if because:
                left = _as_reason(*read)
                if left is None:
                    continue
                read = read[0], left
            for more in self.rest(end, read[1]):
                yield read[0] + more

    def _each_at_an_end(self, tokens: Sequence[Token]) -> list[Token]:
        """The places that "最初の2本" means, where something is said of each of them."""
        figures = sum(token.kind == "figure" for token in tokens)
        extreme = any(token.kind in ("most", "extreme") for token in tokens)
        places: list[Token] = []
        for token in tokens:
            kind, _, end = token.name.partition(" ")
            if token.kind != "place" or end not in ("ending", "beginning"):
                places.append(token)
                continue
            n = token.first or 0
            numbers = self.meaning.numbers("split" if kind == "km" else kind)
            if len(numbers) < n or not (extreme or figures == n):
                raise Refused
            for number in numbers[-n:] if end == "ending" else numbers[:n]:
                places.append(Token(kind="place", name=kind, first=number))
                places.append(Token(kind="particle", name="と"))
            places.pop()
        return places

    def _clause(self, tokens: list[Token], topic: Topic) -> tuple[tuple[Claim, ...], Topic] | None:
        here = topic.terms[0].place if len(topic.terms) == 1 else None
        inner = [
            replace(token, kind="comma") if token.kind in ("conj", "stop") else token
            for token in tokens
        ]
        try:
            inner = self._each_at_an_end(inner)
            parts = ClauseParser(
                inner, self.meaning, here, ranked=topic.extreme is not None
            ).parts()
        except Refused:
            return None
        return Statement(parts, topic, self.meaning).read()


def _missed(what: str, only: str | None) -> str:
    """A criterion by its name that was missed, perhaps the only one."""
    name = re.sub(r"(?<=クールダウンの)心拍数?$", "心拍の落ち着き", what)
    name = re.sub(r"^(?:疾走の)?フォーム$", "フォームの項目", name)
    return f"{'満たせなかった基準は1つ、' if only else ''}{name}の基準を満たせなかった"


# fmt: off
ALIKE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?<=[てで])[はも](?=いな[いか]|いませ|おら)", ""),
    (r"に(?:も|は)?満た(?=な|ず)", "に届か"),
    (r"(?:3つの指標|3指標|3項目|接地(?:時間)?[・、と](?:上下動|垂直振幅)[・、と](?:上下動比|垂直比率))(?:のうち|の中で|中)、?(?:要改善|改善が必要|課題)(?:と(?:なっ|され|判定され)た|な|だった)?のは(?=\dつ)", "要改善の数は"),
    (r"[✨🎉👏🏃💪😊🙌👍]+", ""),
    (r"(?<=[はも])評価(?:は|も)?なし", "評価されておらず"),
    (r"\((\d[\d分秒時間:]*)を(?:(少し|わずかに)|)(?:切る|切った|切って)\)", lambda m: f"({m[1]}{'弱' if m[2] else '未満'})"),
    (r"(?<=。)(?:次(?:回)?(?:の(?:練習|ラン|走り|レース|機会))?(?:に|は|では|には|も)?、?)(?:引き続き|特に|ぜひ)?(?:ここ|そこ|この点|その点|この(?:数字|値|指標)|これ|接地時間|接地|上下動比?|ピッチ|ケイデンス|歩幅)(?:に|を|も)?(?:注目|意識|確認|チェック|注意|着目)(?:していきたい|してみたい|したい|しましょう|していきましょう|してみましょう)(?:ところ)?(?:です|だ)?(?:。|$)", ""),
    (r"(?:^|(?<=[。、]))(?:取りこぼした|落とした|失った|逃した)(?:星|条件|基準|項目|1つ)?(?:の|もの)?は([^、。\d]{2,14}?)(?:の(?:項目|基準|条件))?(だけ|のみ)?(?:です|でした|だった|だ)?(?=。|$)", lambda m: _missed(m[1], m[2])),
    (r"(?:満たせなかった|落とした|取りこぼした)(?:もの|項目|の)は1つ、([^。、\d]+?)(?:だった|でした|です|だ)?(?=。|$)", lambda m: _missed(m[1], "だけ")),
    (r"(?:^|(?<=[。、]))(\d:\d\d)(?:/km)?で入(?=り|っ)", r"最初は\1で入"),
    (r"星(?:は|が)?5つ(?:中|のうち)、?(\d)つ", r"星\1つ"),
    (r"満点(?:まで|に)(?:は)?(?:あと)?星([1-4])つ(?:足りない|及ばない|届かない)?", lambda m: f"星{5 - int(m[1])}つ"),
    (r"(?:要改善|改善が必要|改善を要する)(?:の|な|とされた)?(?:指標|項目|点)?は(?:ゼロ|(?:1つも)?(?:ない|ありません|なし|なかった))", "改善が必要な項目はありません"),
    (r"(前半|後半)の(?:疾走|レップ)(?=は|が|で)", r"\1"),
    (r"(?:^|(?<=[。、]))練習(?=[はも](?:満点|星))", "セッション"),
    (r"練習としての(?=星|評価)", ""),
    (r"オールクリア", "すべて達成"),
    (r"(?<!\d)(\d+(?:\.\d+)?k?m)x(\d+)本", r"1本の距離は\1、本数は\2本"),
    (r"心拍(?:数)?(?:は|も)(?:最大|最高)(?:でも|で)(?=\d)", "最大心拍は"),
    (r"(?:フォームの)?減点(?:の)?(\d+(?:\.\d+)?点(?:弱|強|ほど)?)は(?:すべて|全て|全部|まるごと)([^、。\d]{2,8}?)(?:による|の|から)(?:もの|分)?(?=です|でした|だ|。|$)", r"\2の減点は\1、減点されたのは\2だけ"),
    (r"((?:フォームの)?(?:要改善|改善が必要な(?:項目|指標|点)|改善点|課題))は(\dつ)、([^、。\d]+?)(?=です|でした|だ|。|$)", r"\1は\3の\2"),
    (r"を(?:除く|除けば|除き|除いて|除いた|のぞけば|のぞき|のぞく)(?:と)?、?(?:残り(?:の)?|他の|ほかの)?", "のほかに、"),
    (r"^([^。]*星[^。]*)。([^。]+?)ため(?:です|でした|だ|だった)?。?$", r"\2ため、\1。"),
    (r"(?:星(?:を|が)?(?:\dつ)?(?:落とし|失っ|減っ)た|減点(?:の|された)?)(?:理由|原因|要因)は、?([^、。]+?)(?:でした|です|だった|だ)?(?=。|$)", r"\1の基準を満たせなかったため、星を失いました"),
    (r"(?:天候|天気|気象|気温)(?:の)?(?:データ|記録|情報)が(?:なく|ないので|ないため)、?(?=判断|評価|わか|分か)", "天候は"),
    (r"(練習|フォーム)(も|と)(練習|フォーム)(?=も|とも|は|が)", lambda m: m[0].replace("練習", "セッション")),
    (r"(?<=[km分秒点つ星★☆w拍])/(?=平均|最大|フォーム|練習|セッション|評価|負荷|ペース|心拍|星|★|\d+(?:\.\d+)?(?:km|分|時間|点|秒|w|拍))|(?<=\d)/(?=平均|最大|フォーム|練習|セッション|評価|負荷|ペース|心拍|星|★)", "、"),
    (r"(?:前半|最初|はじめ|序盤)の?(\d{1,2})kmの?(?:うち|中で|なかで)、?", r"1km目~\1km目のうち"),
    (r"(?<=範囲)\(([^()]{1,8}[~-][^()]{1,10})\)の(?=[上下]限)", r"は\1、"),
    (r"(?:^|(?<=[。、]))(区間|ラップ|スプリット)は、?(?:どれも|いずれも|すべて|全て|全部|みな)(?=\d)", r"すべての\1は"),
    (r"(?<!\d)(\d[\d分秒:時間]*)を(\d+秒)(?:だけ|ほど)?(?:残し|余し)て(?:切った|切りました|切っている|切っています|切る)", r"\1より\2短かった"),
    (r"(?<!\d)(\d{1,2})(本|区間|ラップ|スプリット)の(?:タイム|ペース)?の?(?:差|開き|幅|ブレ|ぶれ|ばらつき|振れ幅)(?:は|が)(?=\D{0,4}\d+秒)", r"全\1\2の最速区間と最遅区間の差は"),
    (r"(\d{1,2})分(\d\d)秒~(\d\d)秒", r"\1分\2秒~\1分\3秒"),
    (r"(?<![\d:])(\d{1,2}):(\d\d)[~-](\d\d)(?![\d:.])(?=/km|の|に|で|と|、|。|$)", r"\1:\2~\1:\3"),
    (r"(?<=上限を)([^、。]{1,12}?)(?:はみ出|飛び出)(?=し)", r"\1オーバー"),
    (r"(?<=下限を)([^、。]{1,12}?)(?:はみ出した|はみ出しました|飛び出した)", r"\1下回った"),
    (r"(?<!\d)(\d{1,2})(区間|本|スプリット|ラップ)の(?:ちょうど)?(?:半分|半数)", lambda m: f"{m[1]}{m[2]}中{int(m[1]) // 2}{m[2]}" if int(m[1]) % 2 == 0 else m[0]),
    (r"以外(?:に|で)(?:は|も)?|のほか(?:に)?(?:は|も)?(?=\d)", "のほかに"),
    (r"(?<!より)([長短高低]|大き|小さ)すぎ(?:ます|る|ました|です)", r"普段より\1いです"),
    (r"^(?:この|今回の)?(\d:\d\d/km)(?:という)?(?:の)?(?:この)?(?:ペース)?(?:に対して|では|にしては|で走って)、?(?=接地|上下|垂直|ピッチ|ケイデンス|歩幅|脚)", r"平均ペースは\1で、"),
    (r"左右差(?:は|が)(?:ごく|ほんの)?(?:わずか|僅か|小さい)(?=で|です|でした|。|$)", "左右はほぼ均等"),
    (r"(?:の)?範囲(?:を|は|も)(?:超え|越え|外れ|はみ出し|逸脱し)て(?:は)?(?:いません|いない|おらず)(?:でした)?", "の範囲内です"),
    (r"序盤は(?=\d:\d\d)", "最初は"),
    (r"(?<=達成):", "、"),
    (r"((?:普段|想定|期待|通常|予想)(?:値)?よりも?)(\d[\d.]*(?:ms|cm|spm|bpm|ポイント))\((\d[\d.]*%)\)((?:[長短高低多速遅]|大き|小さ|少な|上回|下回)[^、。]*)", r"\1\2\4、\1\3\4"),
    (r"(\d(?:%|ms|cm|秒))の延び(?=です|でした|と|。|$)", r"\1延びました"),
    (r"無([いくし])", r"な\1"),
    (r"1km(?:につき|当たり)(?=\D{0,4}\d)", "1kmあたり"),
    (r"がペース(?:の(?:ばらつき|乱れ|変動|上下))?の(?:一因|要因|原因|理由)(?:の1つ)?(?:(?:だった|である|となった)?と(?:考え|見|み)られます|(?:と|に)なりました|です|でした)", "がペースに影響しました"),
    (r"(?:直す|改善す|改善する|修正す|修正する|気にする|問題にす)べき(?:点|ところ|項目|箇所|指標)は(?:特に)?(?:ありません|ない|なし|見当たりません)(?:でした)?", "改善が必要な項目はありません"),
    (r"^(?:気象|天候|天気)の?(?:データ|記録|情報)が(?:ない|ありません)(?:ため|ので|から)、?(?=天候|天気|気温|風)", ""),
    (r"(天候|天気|気温|風|暑さ)の影響が?(?:あった|ある|出た)?か(?:どうか)?は(?=わか|分か|判断)", r"\1は"),
    (r"(?<=[\dm])の(?:狭い|小さい|わずかな|小さな)?(?:幅|範囲|レンジ)に(?=収ま|とどま|入)", "に"),
    (r"(?:まったく|全く)?偏り(?:が|は|も)?(?:ありません|ない|なし|見られません)(?:でした)?", "左右は同じです"),
    (r"(?:のような|という)?安定感(?:です|でした|があります|がありました)", "、安定しています"),
    (r"心拍(?:数)?(?:が|は)(?:十分に?|しっかり|うまく|完全に|(?:基準|目標|目安)(?:の値|値)?まで)?(?:落ち着(?:かず|ききらず|き切らず|かないまま|いておらず)|(?:下がり|落ち)(?:き|切)らず)", "心拍の落ち着きの基準を満たせず"),
    (r"心拍(?:数)?(?:が|は)(?:十分に?|しっかり|うまく|完全に|(?:基準|目標|目安)(?:の値|値)?まで)?(?:落ち着(?:きませんでした|いていません(?:でした)?|ききりませんでした)|(?:下がり|落ち)(?:き|切)りませんでした)", "心拍の落ち着きの基準を満たせませんでした"),
    (r"心拍(?:数)?(?:が|は)(?:十分に?|しっかり|うまく|完全に|(?:基準|目標|目安)(?:の値|値)?まで)?(?:落ち着(?:かなかった|いていない|いていなかった)|(?:下がり|落ち)(?:き|切)らなかった)", "心拍の落ち着きの基準を満たせなかった"),
    (r"^([^\d:、。]{2,8}):\s?(?=\d)", r"\1は"),
    (r"最後は(?=[^、。]{0,12}クールダウン)", ""),
    (r"(約|およそ)?(?<!\d)(\d+(?:\.\d+)?)kmの(?:疾走|レップ|反復)(?:を)?(\d)本、?(?=平均)", r"1本の距離は\1\2km、疾走\3本の"),
    (r"(垂直振幅|上下動|垂直比率|上下動比|接地時間)で(\d+(?:\.\d+)?点)(?=、|を)", r"\1の減点は\2"),
    (r"(?<!\d)(\d+(?:\.\d+)?点)を失(?:い|って|ったため|ったので)", r"\1で"),
    (r"(?<!\d)(\d+)kmを(?:通して|通じて)", r"全\1区間で"),
    (r"(km目|本目)だけで(?=\d)", r"\1で"),
    (r"(フォーム[^。]*?)で、(?:総合は)?100点満点", r"\1で、フォームの総合は100点"),
    (r"フォームのデータが(?:ない|ありません|なく|無い)(?:ため|ので)?、", "フォームは評価されておらず、"),
    (r"(?<!\d)(\d)つの(区間|スプリット|ラップ)(?=は|が|すべて|とも)", r"全\1\2"),
    (r"(?<!\d)(\d+)(km目|本目)から(\d+)\2(?:にかけて|で|までに|までで)、?(?=(?:約|およそ)?\d+(?:秒|bpm|拍|w|ms|spm|歩))", r"\3\2は\1\2より"),
    (r"(?:レップ|疾走|本数|反復)の(?=前半|後半)", ""),
    (r"(\d{1,2})番目(?:~|から)(\d{1,2})番目の(?:スプリット|区間|ラップ)", r"スプリット\1~\2"),
    (r"(?:(\d)本(?:を)?合わせて|疾走(?:を)?合わせて)(?=\d)", r"疾走の合計は"),
    (r"(?:3つの|三つの|3)指標(?:のうち|中)、?([^、。]{2,20}?)(?:の[12]つ)?が(?:要改善|改善が必要)", r"改善が必要なのは\1だけ"),
    (r"左右(?:の)?(?:バランス|比|配分|割合)?(?:は)?(?:左右)?(?:とも)?50%ずつ", "左右のバランスは50%と50%"),
    (r"(?:フォームの)?減点は([^、。\d]{2,8}?)の(\d+(?:\.\d+)?点(?:弱|強|ほど)?)(?:だけ|のみ)", r"\1の減点は\2、減点されたのは\1だけ"),
    (r"(?:3つ|三つ)(?:とも|すべて)(?:満点|100点)", "3指標すべて満点"),
    (r"(?:3つ|三つ)とも(?=普段|ふだん|いつも)", "3指標とも"),
    (r"(?<!\d)(\d[\d.]*\s?[~-]\s?\d[\d.]*(?:bpm|spm|ms|cm|%|n/m/kg|w)?)という(?:普段|ふだん|いつも|通常)の(範囲|幅|枠|レンジ)", r"普段の\2(\1)"),
    (r"((?:変動|ばらつき|維持率)(?:は|が|も|、)[^。]{0,20}?)(?:上限|天井)(?:である|とされる|の)?(?=\d)", r"\1目安の"),
    (r"(?<!の)(?:総距離|総走行距離|走行距離|合計距離|トータル距離)(?=は|が|も)", "ラン全体の距離"),
    (r"(\d{1,3}分|\d{1,3}分\d{1,2}秒|\d時間)切り(?=の|を|で)", r"\1を切った"),
    (r"(?:宿題|課題|改善点|直しどころ)は([^、。\d]{2,8}?)(?:の(?:一点|1点|一つ|1つ))?に(?:絞られ(?:ます|る)|尽き(?:ます|る)|集約され(?:ます|る))", r"改善点は\1だけです"),
    (r"(?:起伏|高低差|アップダウン)(?=は(?:約|およそ|わずか)?(?:1kmあたり)?\d)", "登り"),
    (r"(\d(?:\.\d)?m/km(?:ほど|程度)?)(?:と|で)、?(?:ほぼ|ほとんど)(?:ゼロ|無い|ない|平ら)に?(?:近く|等しく|同然で)?", r"\1"),
    (r"(?:問われた|課された|設けられた|用意された)?(\d)つの(?:条件|基準|項目|課題)を?(?:すべて|全て|全部|みな)(?:通過|クリア|達成|合格|パス)", r"\1項目すべて達成"),
    (r"しか(?:下がら|落ち|上がら|伸び)(?:ず|ない|ません)", "です"),
    (r"(?:が|に)混ざって(?:いる|います)", "が含まれています"),
    (r"(?:(?:約|およそ|おおよそ)?([1-9])割)の(?:ラン|走り)(?=より|を)", r"10回中\1回"),
    (r"(?:わかって|分かって)いるのは([^、。]{2,30}?)(?:だった|である|という)?(?:という)?ことだけ", r"\1"),
    (r"引かれたのは(?=\d)", "減点は"),
    (r"(?<=\d)(km|m|bpm|拍|ms|cm|w|秒|spm|歩|%|分|点)(?:だけ)?(?:付近|近辺)", r"\1前後"),
    (r"\s*-{2,}\s*", "、"),
    (r"(?:最も|もっとも|一番|いちばん)?速(?:い|かった)(区間|スプリット|ラップ|1km|本)と(?:最も|もっとも|一番|いちばん)?遅(?:い|かった)\1(?:と)?の(?:差|開き|違い|幅)", "最速区間と最遅区間の差"),
    (r"瞬間(?:的|最大)?(?:に|では|で)?(?:は)?(?=\d)", "最大心拍は"),
    (r"ラップ(?:ごとの)?平均の?(?=心拍|ペース|パワー)", "平均"),
    (r"(?:準備の|入りの|最初の|走り出しの)(?:ジョグ|ジョギング)", "ウォームアップ"),
    (r"(?:締めの|終わりの|最後の|仕上げの)(?:ジョグ|ジョギング|流し)", "クールダウン"),
    (r"(?:暑さ|気温|風|天候|天気|湿度)(?:や(?:風|気温|湿度|暑さ|天気))*が?どう(?:働い|影響し|作用し|響い)(?:た|ている)か(?:は|について)?", "天候は"),
    (r"ばらつき(?:は|が)(?:たった|わずか|ほんの)?(?=\d+秒)", "開きは"),
    (r"(?:まだ|なお|十分に?|かなり|だいぶ|少し|たっぷり|大きく|ずいぶん|相当)+(?:な)?(?=余裕)", ""),
    (r"(?:ラン全体|全体)で見(?:れば|ると)", "全体では"),
    (r"(?:ほんの|ごく|たった)(?=わずか)", ""),
    (r"あと(?=(?:約|およそ|わずか)?\d+(?:\.\d+)?(?:拍|秒|bpm|ms|歩|spm|点|cm|w|%)(?:ほど|だけ|くらい)?(?:届|足り))", ""),
    (r"(?<!\d)(\d+(?:\.\d+)?(?:拍|秒|bpm|ms|歩|spm|点|cm|w|%))(?:ほど|だけ|くらい)?(?=足りな|足らず|不足)", r"\1"),
    (r"(?:崩れ|乱れ|迷い|焦り|力み|ブレ|ぶれ|揺れ)も(?:崩れ|乱れ|迷い|焦り|力み|ブレ|ぶれ|揺れ)も(?:ない|見られない|なく)", ""),
    (r"1kmあたり(?=上り|登り|上昇|獲得)", "1kmあたりの"),
    (r"(\d:\d\d(?:/km)?)切り(?=は|が)", r"\1を切ったの"),
    (r"(?<!\d)(\d+)(本|区間)あって、?(?=わずか|うち|\d)", r"\1\2中"),
    (r"余計にかか(?:った|りました|っている|っています)", "長かった"),
    (r"(ペース|心拍数?|ケイデンス|接地時間|接地|上下動|パワー|温度)の(?:振れ幅|変動幅)は(\d[\d:.]*)(?:/km|bpm|spm|ms|cm|w)?(?:~|から)(\d[\d:.]*(?:/km|bpm|spm|ms|cm|w)?)(?:まで)?(?=です|でした|だ|。|$)", r"\1は\2~\3"),
    (r"(?:ふだん|いつも|普段)の(?:水準|レベル)(?=です|でした|だ|で、|。)", "普段どおり"),
    (r"(?!100点)(?<!\d)((?:\d+(?:\.\d+)?点)|(?:星[1-4]つ))(?:の評価)?に(?:沈んだ|沈みました|下がった|下がりました|落ちた|落ちました|下がっています|落ちています)", r"\1になりました"),
    (r"(?<=[上下]限)とされる(?=\d)", "の"),
    (r"(最も|もっとも|一番|いちばん)(?:ゆっくり|スロー)(?:だった|な)?(?=の|区間|スプリット|ラップ)", r"\1遅い"),
    (r"(^|、)(?:この|同じ)ペース(?:帯)?での?(?=(?:接地|上下動|垂直|ケイデンス)[^、]{0,6}の(?:期待|普段|ふだん|いつも|予測|想定))", r"\1"),
    (r"([~-]\d+(?:\.\d+)?(?:bpm|spm|°c|w|ms)?)台(?=[でのにとを、。]|$)", r"\1"),
    (r"(?:起伏|アップダウン|高低差|上り下り)の(?:少ない|小さい|ほとんどない)、?(?:コース|道のり|道|環境|ルート|路面|地形)", "平坦なコース"),
    (r"(?<!\d)(\d+分\d+秒|\d+:\d\d|\d+秒)x(\d+)本", r"1本の時間は\1、本数は\2本"),
    (r"フルラップ(\d+)本", r"\1区間"),
    (r"(?:(?<=[\d%w])|(?<=km)|(?<=pm)|(?<=ms)|(?<=cm)|(?<=\dm))[/・ ](?=心拍|接地|上下|垂直|ケイデンス|ピッチ|パワー|歩幅|上り|下り|温度|\d+(?:\.\d+)?(?:bpm|spm|ms|cm|w|%|m(?![a-z])))", "、"),
    (r"^(\d+(?:km|本)目)/", r"\1は"),
    (r"(?<!\d)(\d+(?:\.\d+)?(?:秒|bpm|拍|w|ms|spm|歩))の(?=ペースダウン|ペースアップ|上昇|低下|増加|減少|加速|減速|短縮)", r"\1"),
    (r"点(?:だけ)?減点され(?=まし|て|た)", "点の減点となり"),
    (r"(?:フォームの)?減点は(?=[^、。\d]{2,20}(?:だけ|のみ))", "減点されたのは"),
    (r"(?:疾走は)?1本あたり(?:平均)?(?=(?:約|およそ)?\d+(?:分|秒|:))", "1本の時間は"),
    (r"1(?:本|区間|つ|度|回)も(?=ない|ありません|なく|なかった)", ""),
    (r"(?<!\d)(\d+)(km目|本目)から(\d+)\2にかけて、?(?=徐々|少しずつ|段階的|だんだん|次第)", r"\1\2~\3\2は"),
    (r"^(\d+)km目まで(?=の|、|は)", r"1km目~\1km目"),
    (r"(?:つなぎ|リカバリー|休息|アップやダウン|アップとダウン|アップもダウンも)を?(?:含む|含めた|含めて|入れて|入れた)(?=全体|平均)", ""),
    (r"全(\d+)項目(?=中|のうち)", r"\1項目"),
    (r"(?:自分の)?(?:この|同じ|同)ペース(?:帯)?(?:で|における|では|での)?の?(?=普段|ふだん|いつも|期待|通常)", ""),
    (r"(?:登り|上り|坂らしい坂|坂|起伏|アップダウン)(?:は|が|も)ほとんど(?:ありません(?:でした)?|ない|なかった|なし)", "平坦です"),
    (r"(?:ほとんど|ほぼ)(?:登り|上り|坂|起伏|アップダウン)の(?:ない|無い)(?:コース|道|ルート)?", "平坦なコース"),
    (r"(?:起伏|アップダウン|高低差|坂)の(?:少ない|小さい)、?(?=ほぼ|ほとんど|平坦|平ら|フラット)", ""),
    (r"(?:ほとんど|ほぼ|おおむね)?(?:平ら|平坦|フラット)な(?:道のり|道|路面|コース|地形|ルート)", "平坦"),
    (r"の?メイン(?:区間)?から(?:そのまま|いきなり|直接|すぐに?)(?:始ま|入)っ(?:て(?:います|いる)|た|ました)", "のメインです、ウォームアップはありません"),
    (r"((?<!\d)\d+(?:\.\d+)?km)?(?:の)?(?:全体|すべて|全部|まるごと)(?:が|、|は)?メイン(?:区間)?(?=です|でした|だ)", r"メインは\1、ウォームアップはなく、クールダウンはなし"),
    (r"(?<!\d)(\d+分\d+秒|\d+:\d\d)の?(?:疾走|ワーク)を(\d+)本(?:こなした|行った|走った|繰り返した)?", r"1本の時間は\1、本数は\2本の"),
    (r"1本(?:あたり)?(\d+分\d+秒|\d+:\d\d)を(\d+)本", r"1本の時間は\1、本数は\2本"),
    (r"レース(?:なので|のため|だったので|だったため|ですので)、?(?=(?:星|評価|セッション))", "レースで、"),
    (r"(\d{2,3})点満点中?の?(?=\d)", ""),
    (r"(?<!\d)(\d+)(本|区間|スプリット)の(?:中|なか|うち)で(?:は|も)?", r"\1\2中"),
    (r"\*\*", ""),
    (r"ふだん|いつも", "普段"),
    (r"フォーム(?:が|で|は|も)(?=(?:条件|基準)を)", "フォームの"),
    (r"^\s*(?:[-*・•]\s*|\d{1,2}[.)]\s+)", ""),
    (r"\bs(?:plit)?\s?(\d{1,2})\s?[:=|→]", r"スプリット\1は"),
    (r"\br(?:ep)?\s?(\d{1,2})\s?[:=|→]", r"\1本目は"),
    (r"(?<!\d)(\d+)km目(?:以降|から)、?(\d+)km目まで(?!に)", r"\1km目~\2km目"),
    (r"(スプリット|ラップ|区間)(\d+)から(\d+)(?:まで)?(?=の|は|で|、)", r"\1\2~\3"),
    (
        r"1kmあたり(?:平均)?(約|およそ|おおよそ|ほぼ)?(\d+(?:\.\d+)?)\s?(?:m|メートル)(?![a-z/])",
        r"\1\2m/km",
    ),
    (r"(スプリット|ラップ|区間)(\d{1,2})と(\d{1,2})(?![\d.:])", r"\1\2と\1\3"),
    (r"(\d{1,2})(?:km目|本目)?[とや・](\d{1,2})(km目|本目)", r"\1\3と\2\3"),
    (r"(?<!\d)(\d+)メートル\s?(\d{1,2})センチ(?:メートル)?", r"\1.\2m"),
    (r"1分(?:間)?(?:に|あたり)\s?(?=\d+(?:\.\d+)?\s?(?:拍|歩|回))", ""),
    (r"(?:疾走|レップ)(?:の)?(\d+)本(?=[はがのもす、])", r"\1本すべて"),
    (r"(?<=点)(?:を)?(?:引かれ|減らされ|差し引かれ)", "の減点となり"),
    (r"(?<!\d)(\d+)点(?:の)?マイナス", r"\1点の減点"),
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
    (r"(?:疾走)?(?<!\d)(\d+)(本|区間|スプリット|ラップ)の(?:疾走の)?(?=平均)", r"\1\2中"),
    (r"(?<!\d)(\d+)の(スプリット|区間|ラップ)の?(?=平均)", r"\1\2中"),
    (r"(?<!\d)(\d+)本の(?:ラップ|区間|スプリット|疾走|レップ)(?=[はがのもす])", r"\1本すべて"),
    (r"(?<!\d)(\d+)本の(?:中に|うち)、?", r"\1本中"),
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
    (r"(?<=[\d%])対(?=\d)", "と"),
    (r"\s*\|\s*$", ""),
    (r"^\s*\|\s*(\d{1,2})(?=\s*\|)", r"\1km目"),
    (r"\s*\|\s*", "、"),
)
# fmt: on
"""Spellings that are made alike before words are looked up."""

_LONGEST_SENTENCE = 300
PREDICATES = frozenset({"be", "over", "change", "climbs", "met", "lost", "adj", "same", "flag",
                        "unknown", "present", "missed", "not", "affected", "inside", "outside",
                        "unrated", "nopenalty", "noflag"})  # fmt: skip
"""Words that can end a clause."""
_JOINING = frozenset({"change", "climbs", "met", "over"})
"""Those behind whose て-form another clause may begin without a mark."""


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
            yield listed_word(token.text[:-1])
            yield listed_word("、")
        elif token.text == "が" and ends:
            yield listed_word("が、")
        else:
            yield token
            joins = token.kind in _JOINING and token.text.endswith(("て", "で"))
            named = any(behind.kind in ("metric", "place") for behind in tokens[at + 1 : at + 2])
            if joins and named and not token.denied:
                yield listed_word("、")


def _token_at(text: str, start: int) -> tuple[Token, int] | None:
    head = text[start]
    if head.isdigit() or head in "全第スラ区lsレフ主r最過":
        place = place_at(text, start)
        word = word_at(text, start, least=3)
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
    return word_at(text, start, least=1)
