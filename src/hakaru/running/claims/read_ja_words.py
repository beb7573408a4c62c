"""The closed lexicon of Japanese sentences about a run, and how figures and places are written.

`tokens_of` gives every character of a sentence a meaning, longest match first, or refuses it: what
is not listed here is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

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
from hakaru.running.claims.read_ja_plain import plainer

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


_LEXICON = """
avg - 0: 平均 平均して 平均で 平均値 アベレージ
ref expected 0: 期待値 期待 期待される 普段 ふだん 普段の値 いつも 普段の水準 通常 予測値
    普段の期待値 予想値 このペースでの期待値 このペースの期待値 想定値 期待される値 期待値の水準
    いつもの値
ref low 0: 範囲の下限 普段の下限 通常の下限 下限 下端 通常範囲の下限 通常の範囲の下限
    普段の範囲の下限
ref high 0: 範囲の上限 普段の上限 通常の上限 上限 上端 通常範囲の上限 通常の範囲の上限
    普段の範囲の上限
ref range 0: 普段の範囲 通常の範囲 通常範囲 通常の幅 普段の幅 いつもの範囲 普段の範囲内
    通常の範囲内 通常範囲内 範囲内 いつもの範囲内 90%区間 普段のレンジ 通常のレンジ
ref target 0: 目標の下限 目標下限 目標値 目標 目標の下限値 下限目標
ref actual 0: 実測値 実測 実際 実際の値 測定値 実際の
attr score 0: スコア 点数 得点
attr penalty 0: 減点 減点幅
attr star 0: 星評価 星の数
attr delta 0: 差 差分 差異 偏差 期待値との差 期待との差 期待値比 期待比
place first~half 0: 前半 前半区間 前半部分
place second~half 0: 後半 後半区間 後半部分
place phases 0: すべてのフェーズ 全フェーズ 全ての段階 すべての段階 全ての区分 各フェーズ
place others 0: ほか 他 残り ほかの区間 他の区間 残りの区間 それ以外
place whole 0: 全体 ラン全体 全行程 全体を通して 全体を通じて 走行全体 全体の 全体では
place last 0: 最後の1km ラスト1km 最後の1キロ ラスト1キロ 最終スプリット 最終区間 最終ラップ
    最終km 最後のスプリット 最後の区間 最後のラップ
place opening 0: 最初の1km 最初の1キロ 入りの1km 入りの1キロ 最初のスプリット 最初の区間
    最初のラップ スタート1km 出だしの1km はじめの1km
place last~repetition 0: 最後の1本 ラスト1本 最終本 最後の本
all split 0: 1度も すべての区間 全ての区間 全区間 すべてのスプリット 全スプリット 全てのスプリット
    全ラップ どのスプリット どの区間 いずれのスプリット いずれの区間 すべてのラップ 常に 終始
    一貫して ずっと すべての1km 毎km
all repetition 0: すべての本数 全本数 全レップ すべてのレップ すべての疾走 全本 どの本 どのレップ
each - 0: のどれも のいずれもが どれも どれもが いずれの指標も いずれも それぞれ どちらも ともに
    共に とも すべて 全て のいずれも のすべて のどちらも
    はともに 各々 各
noun split 0: スプリット 区間 ラップ のは 1km区間 km区間
noun repetition 0: レップ 本
particle は 0: について については において においては に関しては に関して といえば のほうが
    の方が のほうは の方は では、
particle より 0: に比べ に比べて と比べ と比べて と比較して に比較して よりも に対し に対して
    に対しては と比べると に比べると と比較すると に対する を基準に
particle へ 0: へと にまで
particle within 0: の範囲で の範囲に の範囲内で の範囲内に の間で の間に の幅で の範囲 の間
flagged - 0: 改善が必要なのは 要改善なのは 改善の対象は 改善対象は 改善が必要な項目は
    課題は フォームの課題は フォーム面の課題は 課題となるのは 改善点は 改善が必要な点は
    要改善の項目は 要改善は 改善が必要な指標は 改善を要するのは 改善の余地があるのは
only - 0: だけ のみ だけが のみが だけは のみは
degree small 0: わずかながら 僅かに 微妙に わずかに やや 少し 若干 わずか 多少 いくらか
    ごくわずかに
degree big 0: 大きく 大幅に かなり 顕著に ずっと大きく 大いに ぐっと 大きくはっきり
degree clear 0: はっきり はっきりと 明らかに 明確に しっかり 目に見えて 着実に
near - 0: ほぼ ほとんど おおむね 概ね ほぼほぼ
most - 0: 最も もっとも 一番 いちばん
extreme lowest~pace 0: 最速 最速値 最速ペース 最速ラップ ベストラップ
extreme highest~pace 0: 最遅 最遅値 最遅ラップ 最も遅い部分
extreme highest 0: ピーク 最高 最大 最高値 最大値 最長
extreme lowest 0: 最低 最小 最低値 最小値 最短
bound at_least 0: 以上 を超えない範囲の下
bound at_most 0: 以下 以内
bound below 0: 未満 を切る水準
bound above 0: 超
met - 0: 達成 クリア
adj size +: 大きめ 大きな 大きいです
adj size -: 小さめ 小さな
be - 0: です でした だ だった である であり であった となりました となっています となった となって
    となり という結果でした という結果です という結果になりました でしたが ですが をマークしました
    という値でした
eq - 0: ぴったり同じ まったく同じ 全く同じ ちょうど同じ 同じ 同一 等しい 同値
eq - 0: どおり 通り
eq nearly 0: 横ばい 同等 同程度 同水準 同レベル 同じ水準 同じ程度 変わりません 変わりませんでした
    変わらない 変わらず 変わりなく 変わりありません 変わらなかった 大差ありません 大差はありません
    差はありません 差がありません 差はない 差がない 差はなく ほとんど差はありません 変わっていない
    変わっておらず
    変わっていません 変わりはありません 大差なく
not - 0: ではありません ではない でない ではなく ではありませんでした とは言えません
    とはいえません とは言えない とはいえない とは言い難い とは言い切れません とは言えませんでした
    とは言えず ではなかった とは言いがたい
present - 0: ありました 行いました 行っています 行われました あります を行いました が行われました
    実施しました を実施しました が含まれています 入れています を入れています を入れました
    入れました
    を挟んでいます を取っています 設けています を設けています
present - 0!: ありません ありませんでした なし なく 行っていません 行われませんでした
    設けられていません 含まれていません 行われていません 行いませんでした 省略されています
    実施していません 実施されていません を行っていません を行いませんでした 見られません ゼロ
    存在しません なかった ない 実施されませんでした 省略しています 省略しました 省かれています
    無し
nothing - 0: ひとつも 1つも 1本も 1区間も
subject weather 0: 天候 天気 気象データ 気象条件 気象情報 天候データ 気温や天候 気象 気象状況
subject form 0: フォーム フォームデータ フォーム指標
subject session 0: セッション
differ - 0: その差は その差が
differ extremes 0: 最速最遅差は
filler - 0: 全部で 全部でも 合計でも この日で この日の中で ラン全体で フォームに フォームには
    最後に 順位は
different - 0: 違います 違いました 違い 違う 違った 離れています
order - 0: 順に 順番に それぞれ順に
differ adjacent 0: 隣り合うその差は 隣り合ったその差は
splits even 0: ほぼイーブンペース ほぼイーブン ほぼイーブンスプリット
splits negative -: ネガティブスプリット
splits positive +: ポジティブスプリット
unrated - 0: 未評価
made - 0: という内訳 という内訳です という内訳でした の内訳です 構成 構成です 構成でした
    構成されています 構成されている 構成されました 構成だ 構成となっています
    という構成です という構成 という構成でした の構成です の構成でした の構成 から成ります
    からなります
    という組み立て という組み立てです という流れです という流れでした の順です
count criteria~every 0: 全項目
filler - 0: そのまま フォームでは フォームで フォームのうち という対照的な にして 距離にして
    合わせて あわせて
    合計で トータルで この区間は この区間では ここは その 自己 同時に その一方で 逆に 反対に
cause heat 0: 暑さ 高い気温 高温 気温の高さ
cause cold 0: 寒さ 低い気温 低温 気温の低さ
cause humidity 0: 高い湿度 湿度の高さ 高湿度
cause wind 0: 風 強風 風の強さ
cause hills 0: 起伏 坂 アップダウン 上り坂
effect - 0: の影響で の影響により の影響もあり の影響もあって によって により のため の影響を受け
    の影響を受けて の影響もあり、
affected - 0: の影響があったと考えられます の影響が考えられます の影響があります
    の影響が見られます の影響を受けています の影響を受けました の影響がありました が影響しています
    が影響しました が影響したと考えられます の影響があると考えられます
    の影響を受けたと考えられます の影響が出ています の影響があった
opening - 0: とゆっくり入りました とゆっくり入り とゆったり入り とゆったり入りました と抑えて入り
    と抑えて入りました とゆっくりめに入り と抑えめに入り と抑えめに入りました と控えめに入り
    と控えめに入りました で抑えて入り でゆっくり入りました でゆったりと入り とゆったりと入り
    で入りを抑え
filler - 0: 今回 今回の この日 この日の 本日 本日の 今日 今日の また なお さらに そして 全体として
    全体的に 結果として 特に データ上 データ上は 数値上 ちょうど 次に まず 続いて その後
    具体的には 数値としては コース 地形 コースは 地形は 天候面では フォーム面 フォーム面では
    ペース面では 心拍面では 心拍数面では 活動日は 実施日は 日付は この日は 今回は 本日は 今日は
    種別は トレーニング種別は 練習の種類は 種類は トレーニングの種類は このランは このランの
    このラン 本ランは セッションは この練習は ランは トレーニングは に分類され に分類されました
    と分類されました に分類されます うち のうち の中で において、 ラン セッション 練習
    トレーニング 行われた 実施した 実施された 行った の記録
conj - 0: が、 ものの、 し、 一方 一方で 一方、 一方で、 これに対し、 ただし しかし のに対し
    のに対して けれど、 ;
comma - 0: 、 ,
join - 0: ・ / および 及び ならびに や & かつ
open - 0: ( 「 [
close - 0: ) 」 ]
colon - 0: :
during - 0: 疾走時の 疾走中の ワーク時の 急走時の 疾走時心拍の 疾走時の心拍の
flag - +: 良好 適正 良好な値 良好な水準 良好な状態 良好な結果 適正な範囲 適正な水準 適正な値
    問題のない水準 良好な範囲 改善不要 改善は不要 良好だ
flag - -: 要改善 改善が必要 改善が必要な値 改善が必要な水準 改善の対象 改善対象 改善点 課題
    改善が必要な状態 改善が必要な項目 改善が必要な指標 改善の必要な指標 改善を要する項目
    改善を要する水準 改善すべき点 改善を要する
be - 0: という条件でした という条件 の条件でした というコンディションでした
word terrain~rolling 0: 起伏があり 起伏がありました 起伏のあるコース
be - 0: の環境でした という環境でした の環境で の条件で のもとで の中でした という環境で
filler - 0: このランでは 今回のランでは この日のランでは 今回のラン 合計
trend - 0: 徐々に 次第に 少しずつ だんだん 段階的に 1kmごとに 右肩上がりに
particle へ 0: にかけて から先
particle within 0: の範囲内です の間でした の範囲でした の間です の範囲です の範囲内でした
metric gap:pace 0: ペース差 ペースの差 平均ペースの差
metric gap:heart_rate 0: 心拍差 心拍の差 心拍数の差 平均心拍の差
impact - 0: 影響した 影響しました 影響したと考えられます 影響しています 影響を与えました
    影響を与えたと考えられます 影響したと見られます 影響を与えた
tail - 0: ことが分かります ことがわかります ことが確認できます ことを示しています と言えます
    といえます と考えられます と見られます と評価できます と評価されました と評価されています
    と判定されました と判定されています ことになります ことがうかがえます ことが読み取れます
    と言える といえる ところに収まりました と言って良いでしょう
"""
"""One meaning a row: kind, name, sign of a direction (! denies), and every word that has it."""


def _listed_words() -> None:
    head = ""
    for line in _LEXICON.strip().splitlines():
        row = line if line.startswith(" ") else line.partition(": ")[2]
        head = head if line.startswith(" ") else line.partition(": ")[0]
        kind, name, sign = head.split()
        turn = {"+": 1, "-": -1, "0": 0}[sign[0]]
        own = "" if name == "-" else name.replace("~", " ")
        _add(kind, own, row.split(), sign=turn, denied=sign.endswith("!"))


_listed_words()


_ROWS = {"る": ("ら", "り", "って"), "す": ("さ", "し", "して"), "む": ("ま", "み", "んで"),
         "く": ("か", "き", "いて"), "つ": ("た", "ち", "って"),
         "う": ("わ", "い", "って"), "ぶ": ("ば", "び", "んで")}  # fmt: skip


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


_RUN = (
    "出ました",
    "出ています",
    "走れました",
    "走りました",
    "走れた",
    "走れています",
    "推移しました",
)


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
        _add("adj", name, [stem + "く" + form for form in _RUN], sign=sign)


METRIC_WORDS: Mapping[str, str] = {
    "gct": "接地時間 接地 gct グラウンドコンタクトタイム コンタクトタイム",
    "vo": "垂直振幅 上下動 垂直動 上下振幅 上下動幅 vo",
    "vr": "垂直比率 上下動比 上下動比率 垂直比 垂直振幅比 vr",
    "cadence": "ケイデンス ピッチ cadence",
    "step_length": "歩幅 ストライド ストライド長 ステップ長",
    "leg_stiffness": "脚スティフネス 脚のスティフネス スティフネス 脚の硬さ レッグスティフネス"
    " 脚の剛性 脚のばね",
    "pace": "ペース pace キロペース 走行ペース ランニングペース ラップペース",
    "heart_rate": "心拍数 心拍 hr",
    "heart_rate_max": "最高心拍 最高心拍数 最大心拍 最大心拍数",
    "power": "パワー ランニングパワー",
    "distance": "走行距離 距離 総距離 総走行距離 合計距離",
    "duration": "走行時間 所要時間 タイム 時間 合計時間 総時間",
    "air": "気温 外気温",
    "temperature": "腕時計の温度 時計の温度 腕時計の気温 時計の気温 時計が測った温度"
    " 腕時計が測った温度"
    " 温度 ウォッチの温度",
    "climb": "登り 上り のぼり 登り量 上り量 登坂 上昇 上昇量 高度上昇",
    "descent": "下り くだり 下り量 下降 下降量 高度下降 累積下降",
    "humidity": "湿度",
    "wind": "風速 平均風速",
    "headwind": "向かい風成分",
    "load": "トレーニング負荷 負荷 練習負荷 負荷スコア トレーニング負荷スコア",
    "overall": "総合スコア フォームスコア フォームの総合スコア フォーム評価 フォームの評価 総合点"
    " フォーム総合スコア フォームの総合評価 総合フォームスコア 総合評価 総合得点 フォームの総合点"
    " フォームの総合 フォーム全体 フォーム全体の評価 フォーム全体の点数 フォームの得点"
    " フォームの総合得点 フォームの点数 フォームの星 フォーム得点",
    "session": "セッションの星 練習の星 この日の評価 セッション評価 セッションの評価"
    " セッション全体の評価 練習の評価 練習評価"
    " セッションの総合評価",
    "rating": "評価 星 全体の評価 全体評価",
    "balance_left": "左 左足",
    "balance_right": "右 右足",
    "balance": "接地バランス 左右バランス 左右の接地バランス 接地時間バランス 接地の左右バランス",
    "climb_total": "獲得標高 累積標高 総上昇量 累積上昇量 総獲得標高 合計の上り 累積の上り"
    " 合計の登り 登りの合計 上りの合計 総登坂量",
    "climb_per_km": "1kmあたりの獲得標高 1kmあたりの上り 1kmあたりの登り 1kmあたりの上昇量"
    " 1kmあたりの上昇",
    "criteria": "基準 評価基準 評価項目 達成項目 基準の達成 達成基準",
    "c:consistency": "ペースのばらつきの基準 ばらつきの基準 ペースの安定の基準 ペース安定の基準"
    " ペースの均一さの基準",
    "c:form": "フォームの基準",
    "c:settles": "心拍の基準 心拍が落ち着く基準 心拍の落ち着きの基準",
    "reps": "本数 反復回数 レップ数 疾走本数 反復",
    "splits": "スプリット数 区間数 ラップ数",
    "rep_duration": "1本あたりの時間 1本あたりの所要時間 1本の時間 1本あたりのタイム"
    " 1本の平均時間 1本あたりの平均時間",
    "rep_distance": "1本あたりの距離 1本の距離",
    "retention": "リカバリー後の心拍数 リカバリー後の心拍 回復後の心拍数 回復後の心拍",
}  # fmt: skip

for _name, _said in METRIC_WORDS.items():
    _add("metric", _name, _said.split())
    if _name in ("pace", "heart_rate", "cadence", "power", "gct", "vo", "vr"):
        _add("metric", f"mean {_name}", ("平均" + word for word in _said.split()))

_PHASES = {
    "warmup": "ウォームアップ ウォーミングアップ w-up ウォームアップ区間 アップ",
    "main": "メイン テンポ区間 テンポパート テンポ部分 メイン区間 メインパート 本練習 メインセット",
    "work": "ワーク ワーク区間 疾走 疾走区間 急走 急走区間 work レップ区間",
    "recovery": "リカバリー リカバリー区間 レスト つなぎ 休息区間 レスト区間",
    "cooldown": "クールダウン クールダウン区間 ダウン クーリングダウン",
}
for _name, _said in _PHASES.items():
    _add("place", _name, _said.split())

for _name, _said in {
    "recovery": "リカバリー走 リカバリーラン 回復走 リカバリージョグ",
    "low_moderate": "低〜中強度走 低~中強度走 低中強度走",
    "aerobic_base": "有酸素ベース走 ベース走 ベースラン 有酸素ベースラン",
    "tempo_threshold": "テンポ走 閾値走 テンポラン テンポ/閾値走",
    "interval": "インターバル走 インターバル インターバルトレーニング インターバル練習",
    "sprint": "スプリントトレーニング スプリント練習 スプリント走",
    "long_run": "ロング走 ロングラン",
    "trail": "トレイル トレイルラン トレイルランニング トレイル走",
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

for _particle in [
    "は",
    "が",
    "も",
    "を",
    "に",
    "で",
    "と",
    "へ",
    "から",
    "まで",
    "より",
    "には",
    "では",
    "にも",
    "の",
    "とも",
]:
    _add("particle", _particle, [_particle])

_verbs("be", "", "記録する マークする なる 達する 推移する 走る 走れ+る 収まる 到達する 計測する"
       " 示す 刻む とどまる 留まる 進む 入る 完走する 終え+る かけて走る"
       " 走り切る 走りきる 走破する 終わる こなす そろう そろえ+る 揃う 揃え+る まとまる まとめ+る"
       " 締め+る カバーする 落ち着く 並ぶ 位置する つく 付く 獲得する かける"
       " 抑え+る 抑えられ+る")  # fmt: skip
_verbs("over", "above", "上回る 超え+る 越え+る オーバーする", sign=1)
_verbs("over", "below", "下回る 切る 割る 割り込む", sign=-1)
_verbs("over", "below", "切れ+る", sign=-1)
_verbs(
    "change",
    "",
    "上がる 上げ+る 上昇する 高まる 増え+る 増加する 伸び+る 伸ばす 増す 向上する",
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
_verbs("change", "pace", "ペースダウンする 減速する 失速する スローダウンする ペースを落とす"
       " ペースが落ち+る"
       " ペースを下げ+る ペースが下がる", sign=-1)  # fmt: skip
for _row in ("上がり", "上昇し", "高まり"):
    _add("change", "trend", (_row + end for end in ("続けました", "続け", "続けています")), sign=1)
for _row in ("下がり", "低下し", "落ち"):
    _add("change", "trend", (_row + end for end in ("続けました", "続け", "続けています")), sign=-1)
_add("over", "reach", _verb("届く")[1] + _verb("達する")[1], sign=-1)
_verbs("change", "shorter", "短縮する 縮め+る", sign=-1)
_verbs("change", "longer", "延び+る 延長する", sign=1)
for _name, _said in {"climb": "登る 上る のぼる", "descent": "下る くだる"}.items():
    _verbs("run", _name, _said)
    _add("metric", _name, (_word[:-1] + "り" for _word in _said.split()))
_verbs("met", "", "達成する 満たす クリアする 達成でき+る 満たせ+る クリアでき+る 充足する")
_verbs("met", "", "満たされ+る 達成され+る")
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
_add("tail", "", [
    noun + end
    for noun in ("値", "水準", "数値", "結果", "傾向", "状態", "レベル")
    for end in ("", "でした", "です", "となりました", "になりました", "となっています",
                "になっています", "で", "だった", "にあります", "が見られます", "が見られました",
                "にありました", "となり")
])  # fmt: skip

_NEVER = ("ありません", "ない", "なし", "なく", "ありませんでした", "なかった", "見られません",
          "見当たりません", "見当たらず", "ないです")  # fmt: skip
_add("flag", "", [
    *(f"{noun}{joint}{end}" for noun in ("問題", "課題", "改善の必要", "改善の余地", "改善の必要性")
      for joint in ("は", "が", "も", "") for end in _NEVER),
], sign=1)  # fmt: skip
_add("flag", "", [
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
_add("unknown", "", [
    subject + end
    for subject in ("", *(joint + noun + end for joint in ("", "の")
                          for noun in ("データ", "記録", "情報") for end in ("が", "は")))
    for end in ("記録されていません", "不明です", "ありません", "取得できていません",
                "残っていません", "取れていません", "取れていない", "得られていません",
                "取得されていません", "取れておらず", "残っておらず", "ない", "なし",
                "ありませんでした", "残っていない",
                "計測されていません", "分かりません", "わかりません",
                "不明でした", "不明", "記録されておらず", "不明で", "なく", "ないため不明です")
    if subject or end not in ("ありません", "なく", "ない", "なし", "ありませんでした")
])  # fmt: skip
_add("stop", "", ["。", "!", ".", "\n"])

_LONGEST: Mapping[str, int] = {
    head: max(len(word) for word in _WORDS if word[0] == head) for head in {w[0] for w in _WORDS}
}

_KANJI_FIGURE = re.compile(
    r"(?<![〇零一二三四五六七八九十百千万])(?!十分(?![\d〇一二三四五六七八九十秒間台/]))"
    r"([〇零一二三四五六七八九十百千]{1,7}(?:[・.][〇一二三四五六七八九]{1,2})?)"
    r"(?=ミリ|秒|分|時間|点|%|パーセント|キロ|km|本|項目|指標|個|つ|bpm|拍|spm|歩|cm|センチ|月|日|区間|度|w)"
)


def _kanji_digits(match: re.Match[str]) -> str:
    value = kanji_value(match[1])
    return f"{value:g}"


def _token_at(text: str, start: int) -> tuple[Token, int] | None:
    head = text[start]
    if head.isdigit():
        for length in range(min(_LONGEST.get(head, 0), len(text) - start), 2, -1):
            word = _WORDS.get(text[start : start + length])
            if word is not None:
                return word, start + length
    if head.isdigit() or head in "全第スラ区lsレフ主r最":
        place = place_at(text, start)
        if place is not None:
            return place
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
    for length in range(min(_LONGEST.get(head, 0), len(text) - start), 0, -1):
        word = _WORDS.get(text[start : start + length])
        if word is not None:
            return word, start + length
    return None


def tokens_of(sentence: str) -> tuple[Token, ...] | None:
    """Every word of a sentence in order. None: some of it is in no list."""
    text = plain(sentence)
    return None if len(text) > _LONGEST_SENTENCE else _listed(_scan(text))


def plain(sentence: str) -> str:
    """A sentence in plain characters, figures and ways of saying."""
    alike = written(sentence).replace("**", "").strip()
    return plainer(_KANJI_FIGURE.sub(_kanji_digits, alike))


_LONGEST_SENTENCE = 400


_NAMES = ("figure", "place", "metric", "range", "ref")
"""After these が marks what is spoken of; elsewhere it joins clauses."""


def _listed(tokens: Iterator[Token | None]) -> tuple[Token, ...] | None:
    listed: list[Token] = []
    for token in tokens:
        if token is None:
            return None
        if token.text == "が、" and listed and listed[-1].kind in _NAMES:
            listed += [_WORDS["が"], _WORDS["、"]]
            continue
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
