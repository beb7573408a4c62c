"""What do the pages about all runs together say?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

HISTORY_PAGES: Mapping[str, Word] = {
    "history_nav": Word(ja="ランの見方", en="Ways to look at runs"),
    "history_runs": Word(ja="ラン", en="Runs"),
    "history_calendar": Word(ja="カレンダー", en="Calendar"),
    "history_volume": Word(ja="走行距離", en="Volume"),
    "history_records": Word(ja="自己ベスト", en="Records"),
    "history_shoes": Word(ja="シューズ", en="Shoes"),
    "history_compare": Word(ja="比較", en="Compare"),
    "history_empty": Word(
        ja="まだランがありません。取り込むとここに並びます。",
        en="No run is stored yet. Once you import some, they stand here.",
    ),
    "history_spans": Word(ja="期間", en="Span"),
    "volume_title": Word(ja="期間ごとの合計", en="What each period adds up to"),
    "volume_week": Word(ja="週", en="Weeks"),
    "volume_month": Word(ja="月", en="Months"),
    "volume_year": Word(ja="年", en="Years"),
    "records_all": Word(ja="全期間", en="All time"),
    "records_of": Word(ja="{year}年", en="{year}"),
    "records_by_year": Word(ja="年ごとのベストタイム", en="Best times by year"),
    "records_none": Word(ja="{year}年のランはありません。", en="There is no run in {year}."),
    "shoes_title": Word(ja="シューズごとの距離", en="Distance of each pair"),
    "shoes_form": Word(ja="シューズごとのフォーム", en="Form in each pair"),
    "calendar_earlier": Word(ja="前の月", en="Month before"),
    "calendar_later": Word(ja="次の月", en="Month after"),
    "weekday_0": Word(ja="月", en="Mon"),
    "weekday_1": Word(ja="火", en="Tue"),
    "weekday_2": Word(ja="水", en="Wed"),
    "weekday_3": Word(ja="木", en="Thu"),
    "weekday_4": Word(ja="金", en="Fri"),
    "weekday_5": Word(ja="土", en="Sat"),
    "weekday_6": Word(ja="日", en="Sun"),
    "calendar_week": Word(ja="週計", en="Week"),
    "compare_lead": Word(
        ja="2〜5回のランを選ぶと、距離・ラップ・本ごとに並べます。",
        en="Choose two to five runs: they are laid side by side by distance, lap or repetition.",
    ),
    "compare_run": Word(ja="ラン {letter}", en="Run {letter}"),
    "compare_by": Word(ja="そろえ方", en="Aligned by"),
    "compare_auto": Word(ja="自動", en="What fits"),
    "compare_distance": Word(ja="距離", en="Distance"),
    "compare_lap": Word(ja="ラップ", en="Laps"),
    "compare_rep": Word(ja="本（くり返し）", en="Repetitions"),
    "compare_do": Word(ja="比べる", en="Compare"),
    "compare_whole": Word(ja="ラン全体", en="The runs as a whole"),
    "compare_table": Word(ja="数値の表", en="Figures"),
    "compare_this": Word(ja="別のランと比べる", en="Compare with another run"),
}
