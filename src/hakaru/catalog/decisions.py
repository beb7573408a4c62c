"""What can a model (or a person) decide from the answer of each read?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One line in each language."""

    ja: str
    en: str

    def text(self, language: Lang) -> str:
        """The line in one language."""
        return self.ja if language == "ja" else self.en


DECISIONS: Mapping[str, Decision] = {
    "get_activity_by_date": Decision(
        ja="その日のどのランの話か、どの ID で先へ進むか",
        en="which run of that day is meant, and which id to go on with",
    ),
    "get_date_by_activity_id": Decision(
        ja="その ID はいつのランか、同じ日・週のどれと並べるか",
        en="when that run was, and which runs of that day or week to put beside it",
    ),
    "get_splits_pace_hr": Decision(
        ja="ペースは均等だったか、心拍はそれに見合っていたか、どの区間を秒単位で見るか",
        en="whether pace was even and heart rate fitted it, and which split to look into",
    ),
    "get_splits_form_metrics": Decision(
        ja="フォームの値が区間でどれだけ揺れたか（良し悪しは get_form_evaluations が答える）",
        en="how far form varied between splits (get_form_evaluations says whether that is unusual)",
    ),
    "get_splits_elevation": Decision(
        ja="ペースの差は坂で説明できそうか、平坦な区間だけで比べるべきか",
        en="whether hills may explain the pace, and whether to compare flat splits only",
    ),
    "get_splits_all": Decision(
        ja="ほかの読み出しにない列が要るか（要るなら export を使う）",
        en="whether a column is needed that no other read has (then use export)",
    ),
    "get_split_time_series_detail": Decision(
        ja="区間の平均は代表的か、途中で崩れたか",
        en="whether the mean of a split speaks for all of it or hides a change inside",
    ),
    "get_time_range_detail": Decision(
        ja="給水・坂・追い越しなど、その時間帯に何が変わったか",
        en="what changed in that stretch: pace, heart rate or form",
    ),
    "get_form_efficiency_summary": Decision(
        ja="どの指標がそのペースの普段から外れ、深く見る価値があるか",
        en="which metric left your usual at that pace and deserves a closer look",
    ),
    "get_hr_efficiency_analysis": Decision(
        ja="そのランは狙いどおりの強度だったか、種別の判定を信じてよいか",
        en="whether the intensity served the purpose, and how far to trust the type",
    ),
    "get_heart_rate_zones_detail": Decision(
        ja="楽な日は楽だったか、きつい時間は足りたか多すぎたか",
        en="whether easy was easy, and whether hard time was too little or too much",
    ),
    "get_vo2_max_data": Decision(
        ja="練習ペースの元にしてよい新しさ・確かさか",
        en="whether the value is fresh and sure enough to base paces on",
    ),
    "get_lactate_threshold_data": Decision(
        ja="閾値走の狙いをどこに置くか、測り直すべきか",
        en="where to aim threshold work, and whether to measure anew",
    ),
    "get_performance_trends": Decision(
        ja="前後半で崩れたか、どのフェーズに手を入れるか",
        en="whether the run fell apart, and which phase to change next time",
    ),
    "get_weather_data": Decision(
        ja="暑さや風を考えると、別の日のランと比べてよいか",
        en="whether heat or wind forbid comparing the run with others",
    ),
    "get_section_analysis": Decision(
        ja="そのランについて既に書かれたことを、書き直すか引用するか",
        en="whether to quote or to rewrite what was already said about that part of the run",
    ),
    "extract_insights": Decision(
        ja="同じことが前にもあったか、いつ、どのランか",
        en="whether it was seen before, when, and in which runs",
    ),
    "insert_section_analysis_dict": Decision(
        ja="次の会話やレポートに残す価値のある分析か",
        en="whether an analysis is worth keeping for reports and later sessions",
    ),
}
"""By the name of the operation."""
