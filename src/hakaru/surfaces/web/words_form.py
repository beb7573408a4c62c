"""What do the pages of form and of training say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

FORM: Mapping[str, Word] = {
    "form_lead": Word(
        ja="{sensor}で測った {n} 回のランから。センサーが違えば値も違うため、混ぜていません。",
        en="From {n} <n:run|runs> measured with: {sensor}. Sensors differ, so they are never "
        "pooled.",
    ),
    "form_none": Word(
        ja="フォームの記録があるランがまだありません。",
        en="No run with form data is stored yet.",
    ),
    "form_sensors": Word(ja="センサー", en="Sensors"),
    "whatif_head": Word(ja="このペースなら", en="What if"),
    "whatif_lead": Word(
        ja="ペースを選ぶと、そのペースであなたが普段示す値を答えます。",
        en="Choose a pace, and see what you would usually show there.",
    ),
    "whatif_pace": Word(ja="ペース", en="Pace"),
    "whatif_do": Word(ja="答える", en="Answer"),
    "whatif_extended": Word(ja="学習した速さの範囲の外（延長）", en="beyond the speeds learned"),
    "changes_head": Word(ja="傾向の変化", en="Lasting changes"),
    "sensor_changes": Word(ja="センサーの変更", en="Changes of sensor"),
    "sensor_change": Word(ja="{day}: {before} → {after}", en="{day}: {before} → {after}"),
    "sensor_changes_hint": Word(
        ja="推移の図では点線で示します。センサーごとに基準が違うため、変更の前後は比べません。",
        en="Dotted lines in the charts over time. Each sensor has a baseline of its own, so values "
        "are not compared across a change.",
    ),
    "versions_head": Word(ja="学習した基準", en="What was learned"),
    "versions_lead": Word(
        ja="ランを取り込むたびに学習します。次のランはこの基準で、過去のランはその前までの基準で判定します。",
        en="Learned anew with every run. The next run meets these; each earlier run was judged by"
        " what was known before it.",
    ),
    "load_head": Word(ja="負荷", en="Load"),
    "load_none": Word(
        ja="負荷を計算できるランがまだありません。", en="No run has a load that can be computed."
    ),
    "load_span": Word(ja="期間", en="Span"),
    "span_3m": Word(ja="3か月", en="3 months"),
    "span_6m": Word(ja="6か月", en="6 months"),
    "span_1y": Word(ja="1年", en="1 year"),
    "span_2y": Word(ja="2年", en="2 years"),
    "legend_load": Word(ja="1日の負荷", en="load of a day"),
    "legend_chronic": Word(ja="長期の平均（42日）", en="long average (42 days)"),
    "legend_acute": Word(ja="短期の平均（7日）", en="short average (7 days)"),
    "paces_head": Word(ja="ゾーンとペース", en="Zones and paces"),
    "paces_zones": Word(ja="心拍ゾーン", en="Heart rate zones"),
    "paces_paces": Word(ja="練習のペース（/km）", en="Training paces (/km)"),
    "paces_races": Word(ja="レースの予測", en="Race predictions"),
    "paces_athlete": Word(ja="もとにした値（{day}）", en="What they rest on ({day})"),
    "ready_head": Word(ja="レースへの準備", en="Ready for a race?"),
    "ready_distance": Word(ja="距離（km、half、marathon）", en="Distance (km, half, marathon)"),
    "ready_day": Word(ja="レースの日", en="Day of the race"),
    "ready_do": Word(ja="見る", en="Show"),
    "ready_missing": Word(ja="足りないもの", en="What is missing"),
    "ready_wrong": Word(
        ja="距離は 1.5〜100 の数（km）か half、marathon で入れてください。",
        en="The distance is a number of kilometres from 1.5 to 100, half or marathon.",
    ),
    "paces_none": Word(
        ja="閾値も VO2 max も分かっていません。設定で入力できます。",
        en="Neither threshold nor VO2max is known; the settings take them.",
    ),
    "next_head": Word(ja="次のトレーニングの選択肢", en="Options for the next session"),
    "next_none": Word(ja="まだ選択肢はありません。", en="There are no options yet."),
    "next_put": Word(ja="計画に加える", en="Put them on the plans"),
    "trends_head": Word(ja="長期の推移", en="Over the months"),
    "trends_at": Word(ja="{pace}/km での値", en="At {pace}/km"),
    "trends_changes": Word(
        ja="直近 8 週間とその前の 8 週間", en="The last eight weeks and the eight before"
    ),
    "trends_months": Word(ja="月ごとの値", en="Month by month"),
    "trends_none": Word(ja="まだ比べられる記録がありません。", en="Too little to compare yet."),
}
