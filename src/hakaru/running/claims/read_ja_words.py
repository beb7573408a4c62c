"""The closed lexicon of Japanese sentences about a run, and how figures and places are written.

`tokens_of` gives every character of a sentence a meaning, longest match first, or refuses it: what
is not listed here is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from hakaru.core.units import METRES_PER_KM, MM_PER_CM, MS_PER_S, PERCENT
from hakaru.guard.claims import Bound, Said, rounding
from hakaru.guard.grounding.extract import kanji_value, written


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number in every unit that it may be meant in. `signed`: a plus or minus is written."""

    readings: tuple[Said, ...]
    signed: bool = False
    bound: Bound | None = None
    counter: str = ""

    def of(self, unit: str) -> Said | None:
        """The reading in a unit."""
        return next((said for said in self.readings if said.unit == unit), None)

    @property
    def value(self) -> float:
        """In its first unit."""
        return self.readings[0].value


@dataclass(frozen=True, kw_only=True)
class Token:
    """A word with its meaning: `name` within its kind, `sign` of a direction (1: higher), whether
    it is denied, the figures in it, and the numbers of the places that it names."""

    kind: str
    name: str = ""
    sign: int = 0
    denied: bool = False
    figures: tuple[Figure, ...] = ()
    first: int | None = None
    last: int | None = None
    text: str = ""


_WORDS: dict[str, Token] = {}


def _add(
    kind: str, name: str, words: Iterable[str], *, sign: int = 0, denied: bool = False
) -> None:
    for word in words:
        _WORDS[word] = Token(kind=kind, name=name, sign=sign, denied=denied, text=word)


def _forms(a: str, i: str, te: str, u: str) -> tuple[list[str], list[str]]:
    """Forms of a verb that affirm and that deny, from its stems before ない and ます, its て-form
    and its plain form."""
    ta = te[:-1] + {"て": "た", "で": "だ"}[te[-1]]
    affirm = [u, i, te, ta, *(i + end for end in ("ます", "ました"))]
    affirm += [
        te + end for end in ("います", "いる", "いました", "いた", "いて", "おり", "おります")
    ]
    affirm += [te + "おりました"]
    deny = [a + end for end in ("ない", "なかった", "なく", "ず", "ないで")]
    deny += [i + end for end in ("ません", "ませんでした")]
    deny += [te + end for end in ("いません", "いない", "いませんでした", "いなかった", "おらず")]
    return affirm, deny


_ROWS = {"る": ("ら", "り", "って"), "す": ("さ", "し", "して"), "む": ("ま", "み", "んで"),
         "く": ("か", "き", "いて"), "つ": ("た", "ち", "って")}  # fmt: skip


def _verb(word: str) -> tuple[list[str], list[str]]:
    """Of a plain form; "+" marks one that ends in る and drops it (上げ+る), する is known."""
    if word.endswith("する"):
        stem = word[:-2]
        return _forms(stem + "し", stem + "し", stem + "して", word)
    if "+" in word:
        stem = word.partition("+")[0]
        return _forms(stem, stem, stem + "て", stem + "る")
    a, i, te = _ROWS[word[-1]]
    return _forms(word[:-1] + a, word[:-1] + i, word[:-1] + te, word)


def _verbs(kind: str, name: str, words: str, *, sign: int = 0) -> None:
    for word in words.split():
        affirm, deny = _verb(word)
        _add(kind, name, affirm, sign=sign)
        _add(kind, name, deny, sign=sign, denied=True)


def _adjectives(name: str, words: str, *, sign: int) -> None:
    """Stems (速, 高 ...): every form, also of "become" and of "rather"."""
    become, not_become = _verb("なる")
    for stem in words.split():
        affirm = ("い", "く", "かった", "くて", "め", "い値", "めの", "いです", "かったです")
        deny = ("くない", "くなかった", "くなく", "くありません", "くありませんでした", "くはなく",
                "くはない", "くはなかった", "くはありません", "くはありませんでした")  # fmt: skip
        _add("adj", name, [stem + end for end in affirm], sign=sign)
        _add("adj", name, [stem + "く" + form for form in become], sign=sign)
        _add("adj", name, [stem + end for end in deny], sign=sign, denied=True)
        _add("adj", name, [stem + "く" + form for form in not_become], sign=sign, denied=True)
        _add("adj", name, [stem + "く" + form for form in ("出ました", "出ています", "走れました",
             "走りました", "走れた", "走れています", "推移しました", "保たれました")], sign=sign)  # fmt: skip


METRIC_WORDS: Mapping[str, str] = {
    "gct": "接地時間 接地 gct グラウンドコンタクトタイム コンタクトタイム",
    "vo": "垂直振幅 上下動 垂直動 上下振幅 上下動幅 vo",
    "vr": "垂直比率 上下動比 上下動比率 垂直比 垂直振幅比 vr",
    "cadence": "ケイデンス ピッチ cadence",
    "step_length": "歩幅 ストライド ストライド長 ステップ長",
    "leg_stiffness": "脚スティフネス レッグスティフネス 脚の剛性 脚のばね",
    "pace": "ペース pace キロペース 走行ペース ランニングペース ラップペース",
    "heart_rate": "心拍数 心拍 hr",
    "heart_rate_max": "最高心拍 最高心拍数 最大心拍 最大心拍数",
    "power": "パワー ランニングパワー",
    "distance": "走行距離 距離 総距離 総走行距離 合計距離",
    "duration": "走行時間 所要時間 タイム 時間 合計時間 総時間",
    "temperature": "気温",
    "humidity": "湿度",
    "wind": "風速 平均風速",
    "headwind": "向かい風成分",
    "load": "トレーニング負荷 負荷 練習負荷 負荷スコア トレーニング負荷スコア",
    "overall": "総合スコア フォームスコア フォームの総合スコア フォーム評価 フォームの評価 総合点"
    " フォーム総合スコア フォームの総合評価 総合フォームスコア 総合評価",
    "session": "セッション評価 セッションの評価 セッション全体の評価 練習の評価 練習評価"
    " セッションの総合評価",
    "rating": "評価 星 全体の評価 全体評価",
    "balance_left": "左 左足",
    "balance_right": "右 右足",
    "balance": "接地バランス 左右バランス 左右の接地バランス 接地時間バランス 接地の左右バランス",
    "climb_total": "獲得標高 累積標高 総上昇量 累積上昇量 総獲得標高 合計の上り 累積の上り",
    "climb_per_km": "1kmあたりの獲得標高 1kmあたりの上り 1kmあたりの登り 1kmあたりの上昇量"
    " 1kmあたりの上昇",
    "criteria": "基準 評価基準 評価項目 達成項目 基準の達成 達成基準",
    "reps": "本数 反復回数 レップ数 疾走本数 反復",
    "splits": "スプリット数 区間数 ラップ数",
    "rep_duration": "1本あたりの時間 1本あたりの所要時間 1本の時間 1本あたりのタイム 1本の平均時間 1本あたりの平均時間",
    "rep_distance": "1本あたりの距離 1本の距離",
    "retention": "リカバリー後の心拍数 リカバリー後の心拍 回復後の心拍数 回復後の心拍",
}  # fmt: skip

for _name, _said in METRIC_WORDS.items():
    _add("metric", _name, _said.split())
    if _name in ("pace", "heart_rate", "cadence", "power", "gct", "vo", "vr"):
        _add("metric", f"mean {_name}", ("平均" + word for word in _said.split()))
_add("avg", "", ["平均", "平均して", "平均で", "平均値", "アベレージ"])
_add("ref", "expected", "期待値 期待 期待される 普段 ふだん 普段の値 いつも 普段の水準 通常 予測値 普段の期待値 予想値"
     " このペースでの期待値 このペースの期待値 想定値 期待される値 期待値の水準 いつもの値".split())  # fmt: skip
_add(
    "ref",
    "low",
    "普段の下限 通常の下限 下限 下端 通常範囲の下限 通常の範囲の下限 普段の範囲の下限".split(),
)
_add(
    "ref",
    "high",
    "普段の上限 通常の上限 上限 上端 通常範囲の上限 通常の範囲の上限 普段の範囲の上限".split(),
)
_add("ref", "range", "普段の範囲 通常の範囲 通常範囲 通常の幅 普段の幅 いつもの範囲 普段の範囲内 通常の範囲内"
     " 通常範囲内 いつもの範囲内 90%区間 普段のレンジ 通常のレンジ".split())  # fmt: skip
_add("ref", "target", "目標の下限 目標下限 目標値 目標 目標の下限値 下限目標".split())
_add("ref", "actual", "実測値 実測 実際 実際の値 測定値 実際の".split())
_add("attr", "score", ["スコア", "点数", "得点"])
_add("attr", "penalty", ["減点", "減点幅"])
_add("attr", "star", ["星評価", "星の数"])
_add(
    "attr",
    "delta",
    ["差", "差分", "差異", "偏差", "期待値との差", "期待との差", "期待値比", "期待比"],
)

_PHASES = {
    "warmup": "ウォームアップ ウォーミングアップ w-up ウォームアップ区間 アップ",
    "main": "メイン メイン区間 メインパート 本練習 メインセット",
    "work": "ワーク ワーク区間 疾走 疾走区間 急走 急走区間 work レップ区間",
    "recovery": "リカバリー リカバリー区間 レスト つなぎ 休息区間 レスト区間",
    "cooldown": "クールダウン クールダウン区間 ダウン クーリングダウン",
}
for _name, _said in _PHASES.items():
    _add("place", _name, _said.split())
_add("place", "first half", ["前半", "前半区間", "前半部分"])
_add("place", "second half", ["後半", "後半区間", "後半部分"])
_add(
    "place",
    "phases",
    "すべてのフェーズ 全フェーズ 全ての段階 すべての段階 全ての区分 各フェーズ".split(),
)
_add(
    "place",
    "whole",
    "全体 ラン全体 全行程 全体を通して 全体を通じて 走行全体 全体の 全体では".split(),
)
_add("place", "last", "最後の1km ラスト1km 最後の1キロ ラスト1キロ 最終スプリット 最終区間 最終ラップ 最終km"
     " 最後のスプリット 最後の区間 最後のラップ".split())  # fmt: skip
_add("place", "opening", "最初の1km 最初の1キロ 入りの1km 入りの1キロ 最初のスプリット 最初の区間 最初のラップ"
     " スタート1km 出だしの1km はじめの1km".split())  # fmt: skip
_add("place", "last repetition", "最後の1本 ラスト1本 最終本 最後の本".split())
_add("all", "split", "すべての区間 全ての区間 全区間 すべてのスプリット 全スプリット 全てのスプリット 全ラップ"
     " どのスプリット どの区間 いずれのスプリット いずれの区間 すべてのラップ 常に 終始 一貫して ずっと"
     " すべての1km 毎km".split())  # fmt: skip
_add(
    "all",
    "repetition",
    "すべての本数 全本数 全レップ すべてのレップ すべての疾走 全本 どの本 どのレップ".split(),
)
_add("each", "", "いずれも それぞれ どちらも ともに 共に とも すべて 全て のいずれも のすべて のどちらも"
     " はともに 各々 各".split())  # fmt: skip
_add("noun", "split", "スプリット 区間 ラップ のは 1km区間 km区間".split())
_add("noun", "repetition", ["レップ", "本"])

for _name, _said in {
    "recovery": "リカバリー走 リカバリーラン 回復走 リカバリージョグ",
    "low_moderate": "低〜中強度走 低~中強度走 低中強度走",
    "aerobic_base": "有酸素ベース走 ベース走 ベースラン 有酸素ベースラン",
    "tempo_threshold": "テンポ走 閾値走 テンポラン テンポ/閾値走",
    "interval": "インターバル走 インターバル インターバルトレーニング インターバル練習",
    "sprint": "スプリントトレーニング スプリント練習 スプリント走",
    "long_run": "ロング走 ロングラン",
    "trail": "トレイルラン トレイルランニング トレイル走",
    "race": "レース",
}.items():
    _add("word", "kind " + _name, _said.split())
for _name, _said in {
    "flat": "平坦 フラット ほぼ平坦",
    "rolling": "起伏あり 起伏のある 起伏がある",
    "hilly": "坂が多い 坂の多い 丘陵",
}.items():
    _add("word", "terrain " + _name, [*_said.split(), *(w + "なコース" for w in _said.split())])
    _add("word", "terrain " + _name, (word + "コース" for word in _said.split()))

for _particle in "は が も を に で と へ から まで より には では にも の とも".split():
    _add("particle", _particle, [_particle])
_add("particle", "は", "について については において においては に関しては に関して といえば のほうが の方が のほうは"
     " の方は では、".split())  # fmt: skip
_add("particle", "より", "に比べ に比べて と比べ と比べて と比較して に比較して よりも に対し に対して に対しては"
     " と比べると に比べると と比較すると に対する を基準に".split())  # fmt: skip
_add("particle", "へ", ["へと", "にまで"])
_add(
    "particle",
    "within",
    "の範囲で の範囲に の範囲内で の範囲内に の間で の間に の幅で の範囲 の間".split(),
)
_add(
    "flagged",
    "",
    "改善が必要なのは 要改善なのは 改善の対象は 改善対象は 改善が必要な項目は 改善が必要な指標は 改善を要するのは 改善の余地があるのは".split(),
)
_add("only", "", ["だけ", "のみ", "だけが", "のみが", "だけは", "のみは"])
_add("degree", "small", "わずかに やや 少し 若干 わずか 多少 いくらか ごくわずかに".split())
_add("degree", "big", "大きく 大幅に かなり はっきり 明らかに 顕著に ずっと大きく 大いに".split())
_add("near", "", "ほぼ ほとんど おおむね 概ね ほぼほぼ".split())
_add("most", "", "最も もっとも 一番 いちばん".split())
_add("extreme", "lowest pace", ["最速", "最速値", "最速ペース", "最速ラップ", "ベストラップ"])
_add("extreme", "highest pace", ["最遅", "最遅値", "最遅ラップ", "最も遅い部分"])
_add("extreme", "highest", ["ピーク", "最高", "最大", "最高値", "最大値", "最長"])
_add("extreme", "lowest", ["最低", "最小", "最低値", "最小値", "最短"])
_add("bound", "at_least", ["以上", "を超えない範囲の下"])
_add("bound", "at_most", ["以下", "以内"])
_add("bound", "below", ["未満", "を切る水準"])
_add("bound", "above", ["超"])

_verbs("be", "", "記録する マークする なる 達する 推移する 走る 走れ+る 収まる 到達する 計測する 示す 刻む"
       " とどまる 留まる 進む 入る 完走する 終え+る かけて走る 抑え+る 抑えられ+る 保つ")  # fmt: skip
_verbs("over", "above", "上回る 超え+る 越え+る オーバーする", sign=1)
_verbs("over", "below", "下回る 切る 割る 割り込む", sign=-1)
_verbs("over", "below", "切れ+る", sign=-1)
_verbs(
    "change",
    "",
    "上がる 上げ+る 上昇する 高まる 増え+る 増加する 伸びる 伸ばす 増す 向上する",
    sign=1,
)
_verbs(
    "change", "", "下がる 下げ+る 落ち+る 落とす 低下する 減る 減少する 低下させ+る 縮まる", sign=-1
)
_verbs(
    "change",
    "pace",
    "ペースアップする 加速する スピードアップする ペースを上げ+る 速度を上げ+る ペースが上がる",
    sign=1,
)
_verbs("change", "pace", "ペースダウンする 減速する 失速する スローダウンする ペースを落とす ペースが落ち+る"
       " ペースを下げ+る ペースが下がる", sign=-1)  # fmt: skip
_verbs("change", "shorter", "短縮する 縮め+る", sign=-1)
_verbs("change", "longer", "延びる 延長する", sign=1)
_verbs("met", "", "達成する 満たす クリアする 達成でき+る 満たせ+る クリアでき+る 充足する")
_verbs("met", "", "満たされ+る 達成され+る")
_add("met", "", ["達成", "をすべて達成し", "をすべて満たし"])
_adjectives("speed", "速 早", sign=1)
_adjectives("speed", "遅", sign=-1)
_adjectives("level", "高", sign=1)
_adjectives("level", "低", sign=-1)
_adjectives("size", "大き", sign=1)
_adjectives("size", "小さ", sign=-1)
_adjectives("length", "長", sign=1)
_adjectives("length", "短", sign=-1)
_adjectives("amount", "多", sign=1)
_adjectives("amount", "少な", sign=-1)
_adjectives("width", "広", sign=1)
_adjectives("width", "狭", sign=-1)
_add("adj", "size", ["大きめ", "大きな", "大きいです"], sign=1)
_add("adj", "size", ["小さめ", "小さな"], sign=-1)
_add("be", "", "です でした だ だった である であり であった となりました となっています となった となって となり"
     " という結果でした という結果です という結果になりました でしたが ですが をマークしました という値でした".split())  # fmt: skip
_add("tail", "", [
    noun + end
    for noun in ("値", "水準", "数値", "結果", "傾向", "状態", "レベル")
    for end in ("", "でした", "です", "となりました", "になりました", "となっています", "になっています",
                "で", "だった", "にあります", "が見られます", "が見られました", "にありました", "となり")
])  # fmt: skip
_add("tail", "", [
    *("ことが分かります ことがわかります ことが確認できます ことを示しています と言えます といえます と考えられます"
      " と見られます と評価できます と評価されました と評価されています と判定されました と判定されています ことになります"
      " ことがうかがえます ことが読み取れます と言える といえる ところに収まりました と言って良いでしょう").split(),
])  # fmt: skip
_add("eq", "", "同じ 同一 等しい 同値".split())
_add("eq", "", "どおり 通り".split())
_add("eq", "nearly", "同等 同程度 同水準 同レベル 同じ水準 同じ程度 変わりません 変わりませんでした 変わらない 変わらず"
     " 変わりなく 変わりありません 変わらなかった 大差ありません 大差はありません 差はありません 差がありません 変わっていません"
     " 変わりはありません 大差なく".split())  # fmt: skip

_NEVER = ("ありません", "ない", "なし", "なく", "ありませんでした", "なかった", "見られません", "見当たりません",
          "見当たらず", "ないです")  # fmt: skip
_add("flag", "", [
    *("良好 適正 良好な値 良好な水準 良好な状態 良好な結果 適正な範囲 適正な水準 適正な値 問題のない水準 良好な範囲"
      " 改善不要 改善は不要 良好だ").split(),
    *(f"{noun}{joint}{end}" for noun in ("問題", "課題", "改善の必要", "改善の余地", "改善の必要性")
      for joint in ("は", "が", "も", "") for end in _NEVER),
], sign=1)  # fmt: skip
_add("flag", "", [
    *("要改善 改善が必要 改善が必要な値 改善が必要な水準 改善の対象 改善対象 改善点 課題 改善が必要な状態 改善が必要な項目"
      " 改善が必要な指標 改善の必要な指標 改善を要する項目 改善を要する水準 改善すべき点 改善を要する").split(),
    *(f"{noun}{end}" for noun in ("問題", "課題", "改善の余地", "改善の必要")
      for end in ("があります", "がある", "がありました", "があり")),
    "課題が残ります", "改善の余地が残ります", "課題が残りました",
], sign=-1)  # fmt: skip
_add("noflag", "", [
    f"改善{joint}{noun}{part}{end}"
    for joint in ("が必要な", "の必要な", "を要する", "すべき", "の必要がある", "対象の")
    for noun in ("項目", "指標", "点")
    for part in ("は", "が", "")
    for end in _NEVER
])  # fmt: skip
_add("nopenalty", "", [f"減点{joint}{end}" for joint in ("は", "も", "") for end in
                       ("ありません", "ありませんでした", "なし", "なく", "ない")])  # fmt: skip
_add("not", "", "ではありません ではない でない ではなく ではありませんでした とは言えません とはいえません とは言えない"
     " とはいえない とは言い難い とは言い切れません とは言えませんでした とは言えず ではなかった とは言いがたい".split())  # fmt: skip
_add("present", "", "ありました 行いました 行っています 行われました あります を行いました が行われました 実施しました"
     " を実施しました が含まれています".split())  # fmt: skip
_add("present", "", "ありません ありませんでした なし なく 行っていません 行われませんでした 設けられていません 含まれていません"
     " 行われていません 行いませんでした 省略されています 実施していません 実施されていません を行っていません を行いませんでした"
     " 見られません ゼロ 存在しません なかった ない 実施されませんでした 省略しています 省略しました 省かれています"
     " 無し".split(), denied=True)  # fmt: skip
_add("nothing", "", "ひとつも 1つも 1本も 1区間も".split())
_add("unknown", "", [
    subject + end
    for subject in ("", "データが", "データは", "記録が", "記録は", "情報が", "情報は", "のデータが", "のデータは", "の記録が",
                    "の記録は", "の情報は", "の情報が")
    for end in ("記録されていません", "不明です", "ありません", "取得できていません", "残っていません", "計測されていません",
                "分かりません", "わかりません", "不明でした", "記録されておらず", "不明で", "なく", "ないため不明です")
    if subject or end not in ("ありません", "なく")
])  # fmt: skip
_add(
    "subject",
    "weather",
    "天候 天気 気象データ 気象条件 気象情報 天候データ 気温や天候 気象 気象状況".split(),
)
_add("subject", "form", ["フォーム", "フォームデータ", "フォーム指標"])
_add("cause", "heat", "暑さ 高い気温 高温 気温の高さ".split())
_add("cause", "cold", "寒さ 低い気温 低温 気温の低さ".split())
_add("cause", "humidity", "高い湿度 湿度の高さ 高湿度".split())
_add("cause", "wind", "風 強風 風の強さ".split())
_add("cause", "hills", "起伏 坂 アップダウン 上り坂".split())
_add("effect", "", "の影響で の影響により の影響もあり の影響もあって によって により のため の影響を受け の影響を受けて"
     " の影響もあり、".split())  # fmt: skip
_add("affected", "", "の影響があったと考えられます の影響が考えられます の影響があります の影響が見られます"
     " の影響を受けています の影響を受けました の影響がありました が影響しています が影響しました が影響したと考えられます"
     " の影響があると考えられます の影響を受けたと考えられます の影響が出ています の影響があった".split())  # fmt: skip
_add("opening", "", "とゆっくり入りました とゆっくり入り とゆったり入り とゆったり入りました と抑えて入り と抑えて入りました"
     " とゆっくりめに入り と抑えめに入り と抑えめに入りました と控えめに入り と控えめに入りました で抑えて入り"
     " でゆっくり入りました でゆったりと入り とゆったりと入り で入りを抑え".split())  # fmt: skip
_add("filler", "", "今回 今回の この日 この日の 本日 本日の 今日 今日の また なお さらに そして 全体として 全体的に"
     " 結果として 特に データ上 データ上は 数値上 ちょうど 次に まず 続いて その後 具体的には 数値としては コース"
     " 地形 コースは 地形は 天候面では フォーム面 フォーム面では ペース面では 心拍面では 心拍数面では 活動日は 実施日は"
     " 日付は この日は 今回は 本日は 今日は 種別は トレーニング種別は 練習の種類は 種類は トレーニングの種類は"
     " このランは このランの このラン 本ランは セッションは この練習は ランは トレーニングは に分類され に分類されました"
     " と分類されました に分類されます うち のうち の中で において、 ラン セッション 練習 トレーニング 行われた 実施した 実施された 行った"
     " の記録".split())  # fmt: skip
_add("conj", "", "が、 ものの、 し、 一方 一方で 一方、 一方で、 これに対し、 ただし しかし のに対し のに対して"
     " けれど、 ;".split())  # fmt: skip
_add("stop", "", ["。", "!", ".", "\n"])
_add("comma", "", ["、", ","])
_add("join", "", ["・", "/", "および", "及び", "ならびに", "や", "&", "かつ"])
_add("open", "", ["(", "「", "["])
_add("close", "", [")", "」", "]"])
_add("colon", "", [":"])
_add(
    "during", "", "疾走時の 疾走中の ワーク時の 急走時の 疾走時心拍の 疾走の 疾走時の心拍の".split()
)

_LONGEST: Mapping[str, int] = {
    head: max(len(word) for word in _WORDS if word[0] == head) for head in {w[0] for w in _WORDS}
}

_N = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.\d{1,4})?"
_PER = r"\s?(?:/|毎|あたり|当たり)\s?(?:1\s?)?(?:km|キロ)"
_PRE = r"(?:1?\s?(?:km|キロ)(?:あたり|当たり|につき)?|毎キロ)"
_KANJI_FIGURE = re.compile(
    r"(?<![〇零一二三四五六七八九十百千万])(?!十分(?![\d〇一二三四五六七八九十秒間台/]))"
    r"([〇零一二三四五六七八九十百千]{1,7}(?:[・.][〇一二三四五六七八九]{1,2})?)"
    r"(?=ミリ|秒|分|時間|点|%|パーセント|キロ|km|本|項目|つ|bpm|拍|spm|歩|cm|センチ|月|日|区間|度|w)"
)


def _kanji_digits(match: re.Match[str]) -> str:
    value = kanji_value(match[1])
    return f"{value:g}"


def _said(value: float, unit: str, slack: float) -> Said:
    return Said(value=value, unit=unit, slack=slack)


def _seconds(*parts: str | None) -> float:
    total = 0.0
    for part in parts:
        total = total * 60.0 + (float(part) if part else 0.0)
    return total


def _pace(value: float, slack: float = 0.5) -> tuple[Said, ...]:
    return (_said(value, "s/km", slack),)


def _clock(value: float, slack: float = 0.5) -> tuple[Said, ...]:
    """A time that a pace may also be written as."""
    return _said(value, "s/km", slack), _said(value, "s", slack)


_UNITS: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = (
    (r"ms|ミリ秒", (("ms", 1.0),)),
    (r"秒/(?:km|キロ)|s/km", (("s/km", 1.0),)),
    (r"秒", (("s", 1.0), ("s/km", 1.0), ("ms", MS_PER_S))),
    (r"cm|センチメートル|センチ", (("cm", 1.0), ("m", 0.01))),
    (r"mm|ミリメートル|ミリ", (("cm", 1.0 / MM_PER_CM),)),
    (r"m/km", (("m/km", 1.0),)),
    (r"m/s|メートル毎秒|m/秒", (("m/s", 1.0),)),
    (r"km|キロメートル|キロ", (("km", 1.0),)),
    (r"m(?![a-z])|メートル", (("m", 1.0), ("km", 1.0 / METRES_PER_KM), ("cm", PERCENT))),
    (r"%ポイント|ポイント|pt", (("points", 1.0), ("score", 1.0))),
    (r"%|パーセント", (("%", 1.0),)),
    (r"spm|歩/分|歩毎分", (("spm", 1.0),)),
    (r"歩", (("spm", 1.0), ("count", 1.0))),
    (r"bpm|拍/分|拍毎分|拍", (("bpm", 1.0),)),
    (r"w|ワット", (("W", 1.0),)),
    (r"n/m/kg", (("N/m/kg", 1.0),)),
    (r"点/100点|/100点|/100|点", (("score", 1.0), ("star", 1.0))),
    (r"°c|度", (("°C", 1.0),)),
    (r"つ星", (("star", 1.0),)),
)
_UNIT = re.compile("|".join(f"(?P<u{place}>{unit})" for place, (unit, _) in enumerate(_UNITS)))
_COUNTER = re.compile(r"本|区間|スプリット|ラップ|回|つ(?!目|星)|項目|指標|のスプリット|の区間")
_NUMBER = re.compile(_N)
_BARE_ENDS = re.compile(r"(?=で|、|。|と|に|だ|$|,)")


def _half_digit(text: str) -> float:
    return rounding(text.replace(",", ""))


def _counted(match: re.Match[str]) -> Figure:
    said = tuple(_said(float(match[1]), unit, 0.25) for unit in ("star", "score"))
    return Figure(readings=said[:1] if "." not in match[1] else said[:1])


def _stars(match: re.Match[str]) -> Figure:
    return Figure(readings=(_said(float(match[0].count("★")), "star", 0.25),))


def _plain(said: Callable[[re.Match[str]], tuple[Said, ...]]) -> Callable[[re.Match[str]], Figure]:
    return lambda match: Figure(readings=said(match))


_FIGURES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Figure]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])", _plain(
            lambda m: (_said(_seconds(m[1], m[2], m[3]), "s", 0.5),))),
        (r"(\d{1,2})時間\s?(\d{1,2})分(?:\s?(\d{1,2})秒)?", _plain(
            lambda m: (_said(_seconds(m[1], m[2], m[3]), "s", 0.5 if m[3] else 30.0),))),
        (r"(\d{1,2})時間半", _plain(lambda m: (_said(_seconds(m[1], "30", None), "s", 30.0),))),
        (rf"(\d{{1,2}})[:'](\d{{2}})(?:''|\")?{_PER}", _plain(lambda m: _pace(_seconds(m[1], m[2])))),
        (rf"(\d{{1,2}})分\s?(\d{{1,2}})秒{_PER}", _plain(lambda m: _pace(_seconds(m[1], m[2])))),
        (rf"{_PRE}\s?(\d{{1,2}})分\s?(\d{{1,2}})秒", _plain(lambda m: _pace(_seconds(m[1], m[2])))),
        (rf"{_PRE}\s?(\d{{1,2}}):(\d{{2}})(?![\d:])", _plain(lambda m: _pace(_seconds(m[1], m[2])))),
        (rf"(\d{{1,2}})分台(?:{_PER})?", _plain(lambda m: _clock(60.0 * float(m[1]) + 29.5, 29.502))),
        (rf"(\d{{1,2}})分(?:ちょうど)?{_PER}", _plain(lambda m: _pace(60.0 * float(m[1])))),
        (r"(\d{1,3})分\s?(\d{1,2})秒", _plain(lambda m: _clock(_seconds(m[1], m[2])))),
        (r"(\d{1,3})'\s?(\d{2})(?:''|\")", _plain(lambda m: _clock(_seconds(m[1], m[2])))),
        (r"(\d{1,3}):([0-5]\d)(?![\d:])", _plain(lambda m: _clock(_seconds(m[1], m[2])))),
        (r"(\d{1,3})分(?!の)", _plain(lambda m: (_said(60.0 * float(m[1]), "s", 30.0),))),
        (r"(\d{2,3})\s?(bpm|spm)台", lambda m: _band(m[1], m[2])),
        (rf"1kmあたり(?:平均)?({_N})\s?m(?![a-z])", _plain(
            lambda m: (_said(float(m[1]), "m/km", _half_digit(m[1])),))),
        (r"(?:満点の)?[★星]\s?([1-5])(?![\d.])(?:つ|個)?", _counted),
        (r"(?:5段階中|5つ星中)\s?([1-5])(?:つ星|点)?", _counted),
        (r"([1-5])つ星", _counted),
        (r"★{1,5}☆{0,4}", _stars),
        (r"100点(?:満点)?(?:中|で|の)\s?(\d{1,3}(?:\.\d)?)点", _plain(
            lambda m: (_said(float(m[1]), "score", _half_digit(m[1])),))),
    )
)  # fmt: skip


def _band(digits: str, unit: str) -> Figure:
    """150 of 150台 is anything to below 160; of 154 台 to below 155."""
    wide = 10.0 if digits.endswith("0") else 1.0
    value = float(digits) + (wide - 1.0) / 2.0
    return Figure(readings=(_said(value, unit, (wide - 1.0) / 2.0 + 0.002),))


_RANGE = re.compile(r"\s?(?:~|-|から)\s?(?=[\d])")
_ABOUT = re.compile(r"(?:約|およそ|おおよそ|ほぼ|だいたい|おおむね|概ね)\s?(?=[\d★星キ毎])")
_ABOUT_AFTER = re.compile(r"前後|ほど|程度|くらい|ぐらい")
_SIGN = re.compile(r"[+-](?=\d)|プラス(?=\d)|マイナス(?=\d)")


def _figure_at(text: str, start: int) -> tuple[Figure, int] | None:
    for pattern, read in _FIGURES:
        match = pattern.match(text, start)
        if match is not None:
            return read(match), match.end()
    number = _NUMBER.match(text, start)
    if number is None:
        return None
    end = number.end()
    gap = 1 if text.startswith(" ", end) else 0
    unit = _UNIT.match(text, end + gap)
    value, slack = float(number[0].replace(",", "")), _half_digit(number[0])
    if unit is not None and not text.startswith(("目", "地点"), unit.end()):
        meant = _UNITS[int((unit.lastgroup or "u0")[1:])][1]
        readings = tuple(_said(value * scale, name, slack * scale) for name, scale in meant)
        return Figure(readings=readings), unit.end()
    counter = _COUNTER.match(text, end)
    if counter is None and (bare := _BARE_ENDS.match(text, end)):
        return Figure(readings=(_said(value, "score", slack),), counter="bare"), bare.start()
    if counter is not None and not text.startswith("目", counter.end()) and value.is_integer():
        readings = (
            _said(value, "count", 0.25),
            *([_said(value, "star", 0.25)] * (counter[0] == "つ")),
        )
        return Figure(readings=readings, counter=counter[0].removeprefix("の")), counter.end()
    return None


def _range_at(text: str, start: int) -> tuple[Token, int] | None:
    """Two figures of one unit; the first may leave it out."""
    whole = re.compile(rf"({_N}|\d{{1,2}}:\d{{2}})").match(text, start)
    low = _figure_at(text, start)
    joint = None if low is None else _RANGE.match(text, low[1])
    if (
        joint is None
        and whole is not None
        and low is None
        or (low is not None and joint is None and whole is not None and whole.end() < low[1])
    ):
        low, joint = None, None if whole is None else _RANGE.match(text, whole.end())
    if joint is None or (joint[0].strip() == "から"):
        return None
    high = _figure_at(text, joint.end())
    if high is None or high[0].counter:
        return None
    if low is None:
        if whole is None:
            return None
        unit = text[_bare_end(text, joint.end()) : high[1]]
        low = _figure_at(whole[0] + unit, 0)
    elif not {said.unit for said in low[0].readings} & {said.unit for said in high[0].readings}:
        return None
    else:
        shared = {said.unit for said in low[0].readings} & {said.unit for said in high[0].readings}
        low = replace(low[0], readings=tuple(s for s in low[0].readings if s.unit in shared)), 0
    if low is None:
        return None
    return Token(kind="range", figures=(low[0], high[0])), high[1]


_BARE = re.compile(rf"\d{{1,2}}:\d{{2}}|{_N}")


def _bare_end(text: str, start: int) -> int:
    match = _BARE.match(text, start)
    return start if match is None else match.end()


def _about(figure: Figure) -> Figure:
    """Wider: twice half of the last digit, at most 2 %, never narrower than it was."""
    return replace(
        figure,
        readings=tuple(
            replace(said, slack=max(said.slack, min(2.0 * _round(said), 0.02 * abs(said.value))))
            for said in figure.readings
        ),
    )


def _round(said: Said) -> float:
    """Half of the last digit that is no zero, of a round figure."""
    tens = said.value % 10.0 == 0.0 and said.value >= 50.0
    return max(said.slack, 2.5) if tens else said.slack


_K = r"(?:km|キロ)"
_PLACES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (rf"(\d{{1,2}}){_K}?目?\s?(?:~|-|から)\s?(\d{{1,2}}){_K}目(?:まで(?!に))(?:の(?:\d{{1,2}}|各)?(?:区間|スプリット|km))?", "km range"),
        (rf"(\d{{1,2}}){_K}?目?\s?(?:~|-)\s?(\d{{1,2}}){_K}目", "km range"),
        (r"(?:スプリット|ラップ|区間)\s?(\d{1,2})\s?(?:~|-)\s?(\d{1,2})(?![\d.:]|km)", "split range"),
        (r"(\d{1,2})本目?\s?(?:~|-|から)\s?(\d{1,2})本目(?:まで)?", "repetition range"),
        (rf"(\d{{1,2}}){_K}目以降", "km from"),
        (r"(?:スプリット|ラップ|区間)(\d{1,2})以降", "split from"),
        (rf"(\d{{1,2}})\s?{_K}目", "km"),
        (rf"第?(\d{{1,2}})\s?(?:番目の?|つ目の|個目の)?(?:スプリット|ラップ|区間)目", "split"),
        (r"第(\d{1,2})(?:スプリット|ラップ|区間)", "split"),
        (r"(\d{1,2})(?:番目の|つ目の|個目の)(?:スプリット|ラップ|区間)", "split"),
        (r"(?:スプリット|ラップ|区間|lap|split)\s?(?:#|no\.)?\s?(\d{1,2})(?![\d.:%]|bpm|spm|本|つ)", "split"),
        (r"(\d{1,2})本目(?:の疾走|のレップ|のワーク)?", "repetition"),
        (r"(?:レップ|rep)\s?(\d{1,2})(?![\d.:])", "repetition"),
    )
)  # fmt: skip
_COUNTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"(\d{1,2})項目(?:中|のうち)(\d{1,2})(?:項目)?(?:を|の)?", "criteria"),
        (r"(\d{1,2})項目(?:は|を|の)?(?:すべて|全て|全部|とも)", "criteria all"),
        (r"全(\d{1,2})項目", "criteria all"),
        (r"(\d{1,2})/(\d{1,2})項目", "criteria turned"),
        (r"全(\d{1,2})(?:区間|スプリット|ラップ)", "all split"),
        (r"全(\d{1,2})本", "all repetition"),
        (r"(\d{1,2})(?:区間|スプリット|ラップ)(?:すべて|全て|とも|全部)", "all split"),
        (r"(\d{1,2})本(?:すべて|全て|とも|全部)", "all repetition"),
        (r"(\d{1,2})(?:区間|スプリット|ラップ)(?:中|のうち)", "of split"),
        (r"(\d{1,2})本(?:中|のうち)", "of repetition"),
        (r"(?:フォーム(?:の)?)?(?:主要)?(\d)(?:つの)?(?:指標|項目)(?!中|のうち|すべて|とも\d)", "metrics"),
    )
)  # fmt: skip
_DATES = (
    re.compile(r"(?:(\d{4})年)?\s?(\d{1,2})月(\d{1,2})日"),
    re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})"),
    re.compile(r"()(\d{1,2})/(\d{1,2})(?=の|は|に)"),
)


def _place_at(text: str, start: int) -> tuple[Token, int] | None:
    for pattern, name in _COUNTS:
        match = pattern.match(text, start)
        if match is not None:
            last = int(match[2]) if match.re.groups > 1 else None
            return Token(kind="count", name=name, first=int(match[1]), last=last), match.end()
    for pattern, name in _PLACES:
        match = pattern.match(text, start)
        if match is not None:
            last = int(match[2]) if match.re.groups > 1 else None
            return Token(kind="place", name=name, first=int(match[1]), last=last), match.end()
    for pattern in _DATES:
        match = pattern.match(text, start)
        if match is not None:
            day = f"{int(match[2]):02d}-{int(match[3]):02d}"
            return Token(kind="date", name=f"{match[1] or ''}-{day}"), match.end()
    return None


def _token_at(text: str, start: int) -> tuple[Token, int] | None:
    head = text[start]
    if head.isdigit():
        for length in range(min(_LONGEST.get(head, 0), len(text) - start), 2, -1):
            word = _WORDS.get(text[start : start + length])
            if word is not None:
                return word, start + length
    if head.isdigit() or head in "全第スラ区lsレフ主r":
        place = _place_at(text, start)
        if place is not None:
            return place
    about = _ABOUT.match(text, start)
    begin = about.end() if about else start
    sign = _SIGN.match(text, begin)
    begin = sign.end() if sign else begin
    if begin < len(text) and (text[begin].isdigit() or text[begin] in "★星キ毎満k"):
        ranged = None if about or sign else _range_at(text, begin)
        if ranged is not None:
            return ranged
        figure = _figure_at(text, begin)
        if figure is not None:
            return _as_written(text, figure, about=about is not None, sign=sign)
    for length in range(min(_LONGEST.get(head, 0), len(text) - start), 0, -1):
        word = _WORDS.get(text[start : start + length])
        if word is not None:
            return word, start + length
    return None


def _as_written(
    text: str, read: tuple[Figure, int], *, about: bool, sign: re.Match[str] | None
) -> tuple[Token, int]:
    figure, end = read
    after = _ABOUT_AFTER.match(text, end)
    if after is not None:
        about, end = True, after.end()
    if about:
        figure = _about(figure)
    if sign is not None:
        turn = -1.0 if sign[0] in ("-", "マイナス") else 1.0
        readings = tuple(replace(said, value=turn * said.value) for said in figure.readings)
        figure = replace(figure, readings=readings, signed=True)
    return Token(kind="figure", figures=(figure,)), end


def tokens_of(sentence: str) -> tuple[Token, ...] | None:
    """Every word of a sentence in order. None: some of it is in no list."""
    text = _KANJI_FIGURE.sub(_kanji_digits, written(sentence).read).replace("**", "").strip()
    return None if len(text) > _LONGEST_SENTENCE else _listed(_scan(text))


_LONGEST_SENTENCE = 400


def _listed(tokens: Iterator[Token | None]) -> tuple[Token, ...] | None:
    listed: list[Token] = []
    for token in tokens:
        if token is None:
            return None
        listed.append(token)
    return tuple(listed)


def _scan(text: str) -> Iterator[Token | None]:
    place = 0
    while place < len(text):
        if text[place] == " ":
            place += 1
            continue
        match = _token_at(text, place)
        yield None if match is None else match[0]
        if match is None:
            return
        place = match[1]
