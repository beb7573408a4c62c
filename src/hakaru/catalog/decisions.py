"""What can a model (or a person) decide from the answer of each operation?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.core.i18n import Lang


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One line in each language."""

    ja: str
    en: str

    def text(self, language: Lang) -> str:
        """The line in one language."""
        return self.ja if language == "ja" else self.en


CARE_DECISIONS: Mapping[str, Decision] = {
    "doctor": Decision(
        ja="失敗の原因は環境・データ・足りない部品のどれか、次に打つコマンドは何か",
        en="whether a failure is due to the machine, the data or a missing part, and what to type",
    ),
    "cohort_simulate": Decision(
        ja="研究の手順を、実在の人の記録なしで試せるか",
        en="whether the steps of a study work, before anybody's recordings are touched",
    ),
    "cohort_train": Decision(
        ja="どのランナーに基準ができ、どのランナーのデータを直すか",
        en="which runners have baselines, and whose data is to be mended",
    ),
    "cohort_evaluate": Decision(
        ja="予測区間は集団全体で当たっているか、誰のランが評価できないか",
        en="whether intervals hold over all runners, and whose runs cannot be judged",
    ),
    "repair": Decision(
        ja="どのファイルがいつの控えに戻ったか、取り込み直すものがあるか",
        en="which file went back to a copy of when, and whether to take recordings in again",
    ),
}


FOCUS_DECISIONS: Mapping[str, Decision] = {
    "get_focus_status": Decision(
        ja="いま話しかけてよいか、休憩を勧めるか、そもそも見ているか",
        en="whether to interrupt now, suggest a break, or whether anything is watching at all",
    ),
    "pause_focus": Decision(
        ja="いまは見られたくないか、カメラがほんとうに止まったか",
        en="whether to be watched now, and whether the camera is really off",
    ),
    "resume_focus": Decision(
        ja="また見てもらうか",
        en="whether to be watched again",
    ),
    "focus_settings": Decision(
        ja="カメラ・通知・モデルをどこまで使わせるか",
        en="how far camera, notifications and model may go",
    ),
    "get_focus_day": Decision(
        ja="どの時間帯に集中でき、どこで眠くなったか、次の予定をどこに置くか",
        en="when focus held and when it did not, and where to put demanding work",
    ),
    "summarise_focus_day": Decision(
        ja="その日をひとことで伝えるなら何と言うか",
        en="what to say of that day in a few words",
    ),
    "replay_focus": Decision(
        ja="ルールを変えると判定がどう変わるか",
        en="what other rules would have said about the same recording",
    ),
    "import_focus": Decision(
        ja="カメラなしの過去をどこまで使えるか",
        en="how much of the past without a camera can be used",
    ),
    "export_focus": Decision(
        ja="ほかの道具で見るか、ActivityWatch に戻すか",
        en="whether to look at it elsewhere, or to give it back to ActivityWatch",
    ),
    "forget_focus": Decision(
        ja="どこまで消すか（元に戻せない）",
        en="how much to delete (it cannot be undone)",
    ),
}
"""By the name of the operation."""


PROPOSAL_DECISIONS: Mapping[str, Decision] = {
    "add_node": Decision(
        ja="置いたノードをどこにつなぐか、分けるか",
        en="where the new node belongs, and whether to divide it",
    ),
    "add_next_training": Decision(
        ja="次の練習の選択肢のどれに進むか",
        en="which of the options for the next session to go on with",
    ),
    "list_nodes": Decision(
        ja="いま何が止まっていて、どのノードを詳しく見るか",
        en="what stands still, and which node to look into",
    ),
    "show_node": Decision(
        ja="そのノードは何を待っているか、どの変更を取り消すか",
        en="what the node waits for, and which change to take back",
    ),
    "edit_node": Decision(
        ja="言い換えは合っているか、取り消すか",
        en="whether the new words fit, or to undo them",
    ),
    "remove_node": Decision(
        ja="消えた関連をほかのノードで結び直すか",
        en="whether other nodes are to be related instead",
    ),
    "move_node": Decision(
        ja="変わったノードはどれか、取り消すか",
        en="which nodes changed with it, and whether to undo that",
    ),
    "estimate_status": Decision(
        ja="どの状態を人に確認してもらうか",
        en="which status to put to a person",
    ),
    "import_nodes": Decision(
        ja="読み込みは思いどおりか、取り消すか",
        en="whether the import is what was meant, or to undo it",
    ),
    "export_nodes": Decision(
        ja="書き出したファイルをどこで使うか",
        en="where to use the file that was written",
    ),
    "organize": Decision(
        ja="どの整理案を確認するか（VALID か、見直しが要るか）",
        en="which diff to confirm: those that are VALID, or need a second look",
    ),
    "advise": Decision(
        ja="どの案に進むか。選ぶのは人",
        en="which option a person wants to take",
    ),
    "advise_training": Decision(
        ja="次の練習をどの案にするか。選ぶのは人",
        en="which way to take to the next session; a person chooses",
    ),
    "validate_proposal": Decision(
        ja="レポートを見せてよいか、何を直すか",
        en="whether the report may be shown, and what to mend",
    ),
    "confirm_change": Decision(
        ja="いつまでに、どの変更を適用できるか",
        en="which change may be applied, and until when",
    ),
    "apply_change": Decision(
        ja="何が変わったか、取り消すか",
        en="what changed, and whether to undo it",
    ),
    "undo_change": Decision(
        ja="元に戻ったか、別の案を試すか",
        en="whether all is as before, and what to try instead",
    ),
}
"""By the name of the operation."""


WORDING: Mapping[str, Decision] = {
    "list_attempts": Decision(
        ja="文章は誰が書いたか、モデルはどの規則でよく失敗するか",
        en="who worded a text, and which rules a model breaks most",
    ),
    "get_attempt": Decision(
        ja="なぜその回答は使われなかったか、何を送ったか",
        en="why a reply was not used, and what had been sent",
    ),
    "check_model": Decision(
        ja="モデルに任せてよいか、設定のどこを直すか",
        en="whether the model can be left to word things, or which setting to mend",
    ),
    "prefetch_activity_context": Decision(
        ja="各セクションに何を書けるか、何が分かっていないか",
        en="what each section can be about, and what is not known",
    ),
    "get_analysis_contract": Decision(
        ja="どの形で、どの規則を守って書くか",
        en="in which shape, and by which rules, to write",
    ),
    "validate_section_json": Decision(
        ja="このまま保存できるか、どの文を直すか",
        en="whether it can be stored as it is, and which sentence to mend",
    ),
    "write_section_analyses": Decision(
        ja="文章は誰が書いたか、どのランが残っているか",
        en="who worded the sections, and which runs are left",
    ),
    "run": Decision(
        ja="レポートはどこか、まだ足りないものは何か",
        en="where the report is, and what is still missing",
    ),
}


_READS: Mapping[str, Decision] = {
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
_FORM: Mapping[str, Decision] = {
    "ingest": Decision(
        ja="何が新しく入ったか、どのファイルを直すか・あきらめるか",
        en="what is new, and which files to repair or to give up",
    ),
    "fetch_garmin": Decision(
        ja="手元の記録は最新か、あとで取り直すものがあるか",
        en="whether the stored runs are up to date, or some are to be fetched again later",
    ),
    "train": Decision(
        ja="どの指標に自分の基準ができたか、まだ一般的な値に頼るか",
        en="which metrics have a personal baseline by now, and which still lean on the population",
    ),
    "baselines": Decision(
        ja="いまの基準はどれだけの記録に基づくか、自分の値と言えるか",
        en="how much data the current baseline rests on, and whether it is personal by now",
    ),
    "expect": Decision(
        ja="あるペースで見た値が普段の範囲か、その範囲を信じてよいか",
        en="whether a value seen at a pace is usual, and how far to trust that range",
    ),
    "evaluate": Decision(
        ja="どのランが評価でき、できないランには何が足りないか",
        en="which runs could be judged, and what the others lack",
    ),
    "reevaluate": Decision(
        ja="新しい基準で変わった評価はどれか",
        en="which verdicts changed with the new baselines",
    ),
    "get_form_evaluations": Decision(
        ja="このランのフォームは普段どおりか、どの指標を話題にすべきか",
        en="whether form was usual on that run, and which metric is worth a word",
    ),
    "drift": Decision(
        ja="フォームの変化は一日だけのものか、続いているか",
        en="whether a change of form was one day or lasts",
    ),
    "report": Decision(
        ja="図や表が要る人にどのページを渡すか",
        en="which page to hand to somebody who wants tables and pictures",
    ),
    "activities": Decision(
        ja="どのランの話か、どの ID で先へ進むか",
        en="which run is meant, and which id to go on with",
    ),
    "status": Decision(
        ja="質問に答えるだけの記録があるか、まず何をすべきか",
        en="whether there is enough data for the question, and what to do first",
    ),
    "simulate": Decision(
        ja="自分の記録がなくても試せるか",
        en="whether to try things out without recordings of one's own",
    ),
}
_SESSIONS: Mapping[str, Decision] = {
    "get_session": Decision(
        ja="狙いどおりの練習だったか、★はどの基準で減ったか",
        en="whether the session served its purpose, and which criterion cost a star",
    ),
    "get_interval_analysis": Decision(
        ja="本数・設定・回復は合っていたか、後半で崩れたか",
        en="whether number, pace and recovery of repetitions fitted, or the end fell apart",
    ),
    "label": Decision(
        ja="種別を本人の言葉に合わせるべきか",
        en="whether the kind of training shall be what the runner says it was",
    ),
    "understand": Decision(
        ja="保存済みのランを今の規則と知識で読み直せたか",
        en="whether stored runs are understood by today's rules and knowledge",
    ),
    "compare_similar_workouts": Decision(
        ja="似たランと比べて珍しい値はどれか、比べる相手は足りるか",
        en="which figure stands out among similar runs, and whether there are enough of them",
    ),
    "analyze_performance_trends": Decision(
        ja="月ごとの変化は本物か、まだ言えないか",
        en="whether a change over months is real, or cannot be told yet",
    ),
    "get_training_load": Decision(
        ja="最近の負荷は普段より高いか低いか、単調か",
        en="whether recent load is above or below the usual, and how monotonous it was",
    ),
    "volume": Decision(
        ja="走行距離は増えているか、減っているか、無理な増え方はないか",
        en="whether the distance goes up or down, and whether a week leaps",
    ),
    "records": Decision(
        ja="どの距離でどれだけ速いか、いつのことか、どのランを開くか",
        en="how fast over which distance, when that was, and which run to open",
    ),
    "calendar": Decision(
        ja="その月のどの日に何を走ったか、休みはあったか",
        en="what was run on which days of a month, and when there was rest",
    ),
    "shoes": Decision(
        ja="どのシューズがどれだけ走ったか、そのときのフォームに差が見えるか",
        en="how far each pair has gone, and whether form in it differs from usual",
    ),
    "compare_runs": Decision(
        ja="どの区間でどちらのランが速く、心拍とフォームはどう違ったか",
        en="in which stretch which run was faster, and what heart rate and form did there",
    ),
    "detect_form_anomalies_summary": Decision(
        ja="ランのどこでフォームが外れ、坂・ペース・疲労のどれで説明できるか",
        en="where form stepped away, and whether slope, pace or fatigue accounts for it",
    ),
    "get_form_anomaly_details": Decision(
        ja="その変化の前後に何があったか、秒単位で取り出す価値があるか",
        en="what surrounded that step, and whether its seconds deserve an export",
    ),
    "get_paces": Decision(
        ja="次の練習をどのペースで、目標をどの幅で考えるか",
        en="at which pace to train next, and how wide a race goal has to be",
    ),
    "get_race_readiness": Decision(
        ja="レースの目標をどの幅で考え、何を先に補うか",
        en="how wide a goal for this race has to be, and what to make up first",
    ),
    "get_athlete": Decision(
        ja="どの値が古い・推定・不明で、本人に尋ねるべきか",
        en="which value is stale, estimated or unknown and is to be asked for",
    ),
    "set_athlete": Decision(
        ja="本人が述べた値をこの日から使うべきか",
        en="whether a value the runner states shall count from that day on",
    ),
    "get_next_training": Decision(
        ja="次に選べる練習はどれか、何がそれに反対するか",
        en="which sessions could come next, and what speaks against each",
    ),
}
_DATA: Mapping[str, Decision] = {
    "export": Decision(
        ja="行は足りるか多すぎるか、どの列をコードで読むか",
        en="whether there are rows enough or too many, and which columns code will read",
    ),
    "profile": Decision(
        ja="期間・欠損・値の範囲は質問に足りるか、書き出すべきか",
        en="whether days, gaps and ranges suffice for the question, or an export is needed",
    ),
    "histogram": Decision(
        ja="分布は一山か、外れ値があるか、平均で語ってよいか",
        en="whether one mean may speak for the distribution: one peak, several, outliers",
    ),
    "materialize": Decision(
        ja="同じ集計を何度も使うか、いつまで使えるか",
        en="whether a result is worth keeping for later queries, and until when it is there",
    ),
    "exports": Decision(
        ja="前に書き出したものを使えるか、片づけるべきか",
        en="whether an earlier export can be used again, or is to be removed",
    ),
    "clean_exports": Decision(
        ja="取り出したものを片付けてよいか（元の記録は残る）",
        en="whether the space of exports is wanted back (the recordings stay)",
    ),
}

DECISIONS: Mapping[str, Decision] = {
    **_FORM,
    **_SESSIONS,
    **_DATA,
    **WORDING,
    **_READS,
    **PROPOSAL_DECISIONS,
    **FOCUS_DECISIONS,
    **CARE_DECISIONS,
}
"""By the name of the operation."""
