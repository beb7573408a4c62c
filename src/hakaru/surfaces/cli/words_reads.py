"""What are the figures of reads called in a terminal, and what do their codes say? (ja, en)"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

CARE_WORDS: dict[str, tuple[str, str]] = {
    "ok": ("正常", "ok    "),
    "missing": ("なし", "absent"),
    "broken": ("異常", "BROKEN"),
    "python": ("Python", "Python"),
    "data_folder": ("データフォルダ", "data folder"),
    "privacy": ("非公開", "privacy"),
    "database": ("データベース", "database"),
    "ingest": ("取り込み", "ingest"),
    "state": ("状態", "state"),
    "lock": ("ロック", "lock"),
    "copies": ("自動の控え", "automatic copies"),
    "set_aside": ("よけたファイル", "set aside"),
    "clock": ("時計", "clock"),
    "extra": ("追加機能", "extra"),
    "camera_model": ("顔のモデル", "face model"),
    "desktop": ("PC操作", "use of the computer"),
    "model": ("言語モデル", "language model"),
    "browser": ("ブラウザー", "browser"),
    "doctor_sound": (
        "必要なものはそろっています。入っていない任意の部品 {missing} 件、異常 {broken} 件。",
        "Everything needed works. Optional parts: {missing} not installed, {broken} broken.",
    ),
    "doctor_broken": (
        "直すべき異常があります（異常 {broken} 件、入っていない任意の部品 {missing} 件）。",
        "Something that is needed is broken ({broken} broken, {missing} absent).",
    ),
    "repair_absent": (
        "{file} はまだありません。直すものはありません。",
        "{file} is not there yet: nothing to repair.",
    ),
    "repair_sound": (
        "{file} は正常です。何も変えていません。",
        "{file} is sound: nothing was changed.",
    ),
    "repair_without_log": (
        "{file} は、途中で切れたログを外すと正常です。外す前のファイルとログは {aside} にあります。"
        "最後の変更が欠けていれば `hakaru ingest` で取り込み直してください。",
        "{file} is sound without the log of its last changes; both as they were are {aside}. Take "
        "in what may be missing with `hakaru ingest`.",
    ),
    "repair_restored": (
        "{file} を {copied} (UTC) の控えに戻しました（壊れた控え {n} 件）。壊れたファイルは "
        "{aside} にあります。その後の記録は `hakaru ingest` で取り込み直してください。",
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the damaged "
        "file is {aside}. Take in what was recorded since with `hakaru ingest`.",
    ),
    "repair_without_log_state": (
        "{file} は、途中で切れたログを外すと正常です。外す前のファイルとログは {aside} にあります。"
        "最後の変更（予定・集中の記録・設定）が欠けているかもしれません。",
        "{file} is sound without the log of its last changes; both as they were are {aside}. The "
        "last changes to plans, attention and settings may be missing.",
    ),
    "repair_restored_state": (
        "{file} を {copied} (UTC) の控えに戻しました（壊れた控え {n} 件）。壊れたファイルは "
        "{aside} にあります。その後の予定・集中の記録・設定は戻りません。",
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the damaged "
        "file is {aside}. What changed since in plans, attention and settings is not in it.",
    ),
    "repair_no_copy_state": (
        "{file} は壊れていますが、正常な控えがありません（壊れた控え {n} 件）。"
        "`hakaru repair --anew` で、予定・集中の記録・設定のない状態から始められます。",
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); `hakaru repair "
        "--anew` starts without plans, attention and settings.",
    ),
    "repair_emptied_state": (
        "{file} をよけて、予定・集中の記録・設定のない状態から始めます。"
        "壊れたファイルは {aside} にあります。",
        "{file} starts without plans, attention and settings; the damaged file is {aside}.",
    ),
    "repair_no_copy": (
        "{file} は壊れていますが、正常な控えがありません（壊れた控え {n} 件）。"
        "`hakaru repair --anew` で空から始め、`hakaru ingest` で取り込み直せます。",
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); "
        "`hakaru repair --anew` starts empty, then `hakaru ingest` takes recordings in again.",
    ),
    "repair_emptied": (
        "{file} をよけて空から始めます。壊れたファイルは {aside} にあります。"
        "`hakaru ingest` で取り込み直してください。",
        "{file} starts empty; the damaged file is {aside}. Take recordings in again with "
        "`hakaru ingest`.",
    ),
}


DATA_WORDS: dict[str, tuple[str, str]] = {
    "export_written": (
        "{rows} 行を書き出しました（{size} MB、{until} まで）。",
        "{rows} <rows:row|rows> written ({size} MB, kept until {until}).",
    ),
    "export_handle": ("ハンドル: {handle}", "Handle: {handle}"),
    "export_columns": ("列: {names}", "Columns: {names}"),
    "profile_rows": ("{rows} 行、{days}", "{rows} <rows:row|rows>, {days}"),
    "profile_no_days": ("日付なし", "no days"),
    "profile_estimated": (
        "行が多いため、中央値と種類の数は推定です。",
        "With so many rows, medians and distinct counts are estimates.",
    ),
    "profile_head": (
        "列|最小|最大|平均|中央値|欠損|種類",
        "column|min|max|mean|median|missing|distinct",
    ),
    "histogram_head": (
        "{column}: {n} 件（欠損 {missing} 件）",
        "{column}: {n} <n:value|values> ({missing} missing)",
    ),
    "materialized": (
        "{rows} 行を {name} として残しました（{until} まで。{view} でも使えます）。",
        "{rows} <rows:row|rows> kept as {name} until {until} (also as {view}).",
    ),
    "exports_none": ("残っているものはありません。", "Nothing is kept."),
    "exports_removed": ("{n} 件を消しました。", "{n} removed."),
    "exports_line": (
        "{handle}  {rows} 行  {size} MB  {until} まで",
        "{handle}  {rows} <rows:row|rows>  {size} MB  until {until}",
    ),
    "materialized_line": (
        "{name}（{view}）  {rows} 行  {until} まで",
        "{name} ({view})  {rows} <rows:row|rows>  until {until}",
    ),
}
"""Rows, sizes and until when; the header of the table of columns is separated by bars."""


FOCUS_WORDS: dict[str, tuple[str, str]] = {
    "state": ("{state}（確信度 {confidence}）", "{state} (confidence {confidence})"),
    "reasons": ("理由: {reasons}", "Why: {reasons}"),
    "decided": ("{at} に{source}が判定", "Decided at {at} by {source}"),
    "source_rule": ("ルール", "a rule"),
    "source_fusion": ("証拠の重み付け", "weighed evidence"),
    "source_llm": ("モデル", "a model"),
    "source_fallback": ("代替ルール", "the fallback rules"),
    "sources": ("カメラ: {camera}、PC操作: {pc}", "Camera: {camera}, PC use: {pc}"),
    "known": ("あり", "known"),
    "absent": ("なし", "absent"),
    "nothing_now": (
        "いまは何も見ていません（最後の記録: {at}）。",
        "Nothing is watching now (last record: {at}).",
    ),
    "never": ("なし", "none"),
    "worded_by_model": (
        "（モデルの文。数はすべて記録と照合済み）",
        "(worded by the model; every number was checked)",
    ),
    "not_worded": ("（決まった文でまとめました: {why}）", "(worded without the model: {why})"),
    "watching": ("見ているプロセス: {owner}", "The process that watches: {owner}"),
    "no": ("一時停止していません。", "Not paused."),
    "pausing": (
        "一時停止を伝えました。{owner} がカメラを止めるのを待っています。",
        "The pause is under way: {owner} has not let go yet.",
    ),
    "paused": (
        "一時停止中です。どのプロセスも見ていません。`hakaru focus resume` で再開します。",
        "Paused: no process watches. `hakaru focus resume` goes on.",
    ),
    "unanswered": (
        "一時停止に {owner} が応答しません。カメラが動いているかもしれないので、そのプロセスを終了してください。",
        "{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
    "camera_open": ("カメラ: 動いています。", "Camera: on."),
    "camera_shut": ("カメラ: 使っていません。", "Camera: off."),
    "changed": ("変更しました。", "Changed:"),
    "day_none": ("{day}: 記録がありません。", "{day}: nothing is recorded."),
    "day_head": ("{day}: 記録 {total}", "{day}: {total} recorded"),
    "longest": ("最も長い集中: {duration}", "Longest stretch of focus: {duration}"),
    "changes": (
        "状態の変化 {n} 回、通知 {told} 件",
        "{n} <n:change|changes> of state, {told} <told:notification|notifications>",
    ),
    "stretch": ("{start}–{end}  {state}  {duration}", "{start}–{end}  {state}  {duration}"),
    "more": ("ほか {n} 区間", "and {n} more <n:stretch|stretches>"),
    "replay_head": (
        "{n} 件を判定（ルール版 {classifier}、使えない行 {damaged}）",
        "{n} <n:record|records> scored (rules {classifier}, {damaged} unusable <damaged:line|lines>)",
    ),
    "replay_changed": (
        "記録当時と判定が変わったもの: {n} 件",
        "Decided otherwise than when recorded: {n}",
    ),
    "imported": (
        "{events} 件のイベントから {n} 区間を取り込みました（使えないもの {skipped} 件）。",
        "{events} <events:event|events> became {n} <n:stretch|stretches> ({skipped} unusable).",
    ),
    "exported": (
        "{n} 区間を書き出しました（{since} – {until}）: {file}",
        "{n} <n:stretch|stretches> written ({since} – {until}): {file}",
    ),
    "forgotten_all": (
        "履歴をすべて消しました（{n} 区間）。",
        "The whole history is deleted ({n} <n:stretch|stretches>).",
    ),
    "forgotten_before": (
        "{day} より前の履歴を消しました（{n} 区間）。",
        "What lay before {day} is deleted ({n} <n:stretch|stretches>).",
    ),
}


MODEL_WORDS: dict[str, tuple[str, str]] = {
    "attempts_none": ("モデルへの質問はまだありません。", "No model was asked yet."),
    "attempts_head": (
        "番号|日時|種類|対象|回|結果|トークン|秒",
        "number|when|task|about|try|outcome|tokens|s",
    ),
    "attempts_kept": (
        "{n} 件を保存しています。1件ずつ見るには hakaru attempts show 番号",
        "{n} kept; one in full: hakaru attempts show NUMBER",
    ),
    "asked": ("未回答", "unanswered"),
    "accepted": ("採用", "accepted"),
    "rejected": ("不採用", "rejected"),
    "failed": ("失敗", "failed"),
    "attempt_title": (
        "{task}（{subject}）{number} 回目  {model}",
        "{task} ({subject}), try {number}, {model}",
    ),
    "attempt_outcome": ("結果: {outcome}  {detail}", "Outcome: {outcome}  {detail}"),
    "prompt_title": ("送った文章（{n} バイト、{digest}）", "Sent ({n} bytes, {digest})"),
    "prompt_not_kept": (
        "（model.keep_prompts = false のため保存していません）",
        "(not kept: model.keep_prompts = false)",
    ),
    "reply_title": ("回答", "Reply"),
    "findings_title": ("見つかった問題", "Findings"),
    "must": ("必須", "must"),
    "should": ("推奨", "should"),
    "none": ("なし", "none"),
    "check_none": (
        "言語モデルは設定されていません（model.backend = none）。何も送らず、接続もしません。"
        "文章はすべて定型文です。",
        "No language model is configured (model.backend = none): nothing is sent, no connection is "
        "opened, and all texts are the narrator's.",
    ),
    "check_model": ("モデル: {name}（{backend}、{url}）", "Model: {name} ({backend}, {url})"),
    "check_key": ("鍵: 環境変数 {name}", "Key: in {name}"),
    "check_no_key": ("鍵: なし", "Key: none"),
    "check_far": (
        "送り先: この機械の外です。",
        "Where to: it leaves this machine.",
    ),
    "check_near": ("送り先: この機械の中です。", "Where to: it stays on this machine."),
    "check_prompt": (
        "送るはずの文章（何も送っていません）:",
        "What would be sent (nothing was):",
    ),
    "check_ok": (
        "使えます。{n} 回目の回答が規則どおりでした（{seconds} 秒、{tokens}）。",
        "It works: reply {n} kept the rules ({seconds} s, {tokens}).",
    ),
    "check_failed": ("使えません: {reason}", "It cannot be used: {reason}"),
    "tokens": ("トークン {sent} + {replied}", "{sent} + {replied} tokens"),
}


NODES: Mapping[str, Word] = {
    "in_progress": Word(ja="進行中", en="In progress"),
    "needs_decision": Word(ja="判断待ち", en="To decide"),
    "waiting_external": Word(ja="外部待ち", en="Waiting for others"),
    "cooling": Word(ja="冷却中", en="Cooling"),
    "other_active": Word(ja="その他", en="Other"),
    "empty": Word(
        ja="机の上にノードがありません。`hakaru nodes add 題名` で置けます。",
        en="There is no node on the desk; `hakaru nodes add TITLE` puts one there.",
    ),
    "more": Word(ja="ほか {n} 件", en="and {n} more"),
    "line": Word(ja="{id}  {title}（{status}）", en="{id}  {title} ({status})"),
    "note": Word(ja="メモ", en="Note"),
    "children": Word(ja="子ノード", en="Parts"),
    "relations": Word(ja="関連", en="Relations"),
    "groups": Word(ja="グループ", en="Groups"),
    "history": Word(ja="履歴", en="History"),
    "relation": Word(ja="{start} → {end}（{type}）", en="{start} → {end} ({type})"),
    "created": Word(ja="作成", en="made"),
    "status": Word(ja="{start} → {end}", en="{start} → {end}"),
    "memo": Word(ja="メモ", en="memo"),
    "relation_made": Word(ja="関連の追加", en="related"),
    "group_made": Word(ja="グループの追加", en="grouped"),
    "children_made": Word(ja="分解", en="divided"),
    "edited": Word(ja="言い換え", en="reworded"),
    "removed_entry": Word(ja="削除", en="deleted"),
    "undone": Word(ja="取り消し", en="undone"),
    "entry": Word(ja="{day}  {what}{why}  [{change}]", en="{day}  {what}{why}  [{change}]"),
    "reason": Word(ja="（{text}）", en=" ({text})"),
    "suggested": Word(ja="推定: {status}（{why}）", en="Suggested: {status} ({why})"),
    "no_suggestion": Word(
        ja="言葉からは推定できません。", en="The words suggest no status that is open."
    ),
    "candidates": Word(ja="進める先: {statuses}", en="Open from here: {statuses}"),
    "confirmed": Word(
        ja="確認しました。適用: hakaru apply {id}\n{until} まで、一度だけ使えます。",
        en="Confirmed. Apply it with: hakaru apply {id}\nOnce, until {until}.",
    ),
    "problem": Word(ja="気になる点: {text}", en="To look at: {text}"),
    "applied": Word(
        ja="{n} 件のノードが変わりました（{ids}）。取り消し: hakaru undo {change}",
        en="{n} <n:node|nodes> changed ({ids}). Take it back with: hakaru undo {change}",
    ),
    "memo_left": Word(
        ja="状態は {status} のまま、メモを残しました。",
        en="The status stays {status}; a memo is kept.",
    ),
    "imported": Word(
        ja="{n} 件のノードを読み込みました。取り消し: hakaru undo {change}",
        en="{n} <n:node|nodes> read. Take it back with: hakaru undo {change}",
    ),
    "imported_links": Word(
        ja="関連 {n} 件、グループ {n_groups} 件も読み込みました。",
        en="With them {n} <n:relation|relations> and {n_groups} <n_groups:group|groups>.",
    ),
    "removed": Word(
        ja="{id} を削除しました（関連 {n} 件、グループ {n_groups} 件から外れました）。",
        en="{id} is deleted, with {n} <n:relation|relations>; it was in {n_groups} "
        "<n_groups:group|groups>.",
    ),
    "exported": Word(
        ja="{n} 件のノードを {path} に書き出しました。", en="{n} <n:node|nodes> written to {path}."
    ),
    "diffs": Word(ja="適用できる変更", en="Changes that could be applied"),
    "diff": Word(ja="{id}  {kind}: {state}{problems}", en="{id}  {kind}: {state}{problems}"),
    "decomposition": Word(ja="分解", en="division"),
    "grouping": Word(ja="グループ", en="group"),
    "relation_diff": Word(ja="関連", en="relation"),
    "VALID": Word(ja="適用できます", en="can be applied"),
    "NEEDS_REVIEW": Word(ja="見直しをおすすめします", en="look twice"),
    "INVALID": Word(ja="適用できません", en="cannot be applied"),
    "how_to_apply": Word(
        ja="同意するもの: hakaru confirm --diff ID", en="To agree to one: hakaru confirm --diff ID"
    ),
    "not_ok": Word(ja="提案を表示できません。", en="There is no proposal to show."),
    "fallback": Word(ja="モデルを使わない場合の提案:", en="What is said without a model:"),
    "valid": Word(ja="問題は見つかりませんでした。", en="Nothing is wrong with it."),
    "errors": Word(ja="直すこと", en="To mend"),
    "warnings": Word(ja="できれば", en="Could be better"),
}


NAMES: Mapping[str, tuple[str, str]] = {
    "warning": ("注意", "Warning"),
    "activity_id": ("活動ID", "Activity"),
    "day": ("日付", "Day"),
    "n": ("件数", "n"),
    "title": ("名前", "Title"),
    "started_at": ("開始（UTC）", "Started (UTC)"),
    "activities": ("ラン", "Runs"),
    "split": ("区間", "Split"),
    "splits": ("区間", "Splits"),
    "n_splits": ("区間の数", "Splits"),
    "role": ("役割", "Role"),
    "role_source": ("役割の根拠", "Role from"),
    "rep_index": ("本", "Rep"),
    "is_target": ("評価の対象", "Judged"),
    "kind": ("種類", "Kind"),
    "intensity": ("時計の強度", "Intensity"),
    "trigger": ("区切り", "Trigger"),
    "distance_m": ("距離", "Distance"),
    "running_distance_m": ("走行距離", "Distance run"),
    "running_s": ("走行時間", "Running"),
    "timer_s": ("タイム", "Time"),
    "heart_rate_avg_bpm": ("平均心拍", "Mean heart rate"),
    "power_avg_w": ("平均パワー", "Mean power"),
    "measured": ("値の範囲", "Measured"),
    "start_s": ("開始", "From"),
    "end_s": ("終了", "To"),
    "start_elapsed_s": ("開始", "From"),
    "end_elapsed_s": ("終了", "To"),
    "elapsed_s": ("経過", "Elapsed"),
    "speed_mps": ("速度", "Speed"),
    "pace_s_per_km": ("ペース", "Pace"),
    "heart_rate_bpm": ("心拍", "Heart rate"),
    "heart_rate_max_bpm": ("最高心拍", "Highest heart rate"),
    "cadence_spm": ("ケイデンス", "Cadence"),
    "power_w": ("パワー", "Power"),
    "gct_ms": ("接地時間", "Contact time"),
    "vo_cm": ("垂直振幅", "Oscillation"),
    "vr_pct": ("垂直比率", "Vertical ratio"),
    "gct_balance_left_pct": ("接地バランス（左）", "Contact balance, left"),
    "step_length_cm": ("ストライド", "Step length"),
    "elevation_m": ("標高", "Elevation"),
    "elevation_gain_m": ("上り", "Climb"),
    "elevation_loss_m": ("下り", "Descent"),
    "elevation_gain_m_per_km": ("上り（1kmあたり）", "Climb per km"),
    "elevation_loss_m_per_km": ("下り（1kmあたり）", "Descent per km"),
    "grade_pct": ("勾配", "Grade"),
    "temperature_c": ("気温", "Temperature"),
    "coverage_frac": ("計測の割合", "Measured share"),
    "n_samples": ("記録の数", "Samples"),
    "n_running_samples": ("走行中の記録の数", "Samples while running"),
    "samples": ("記録", "Samples"),
    "mean": ("平均", "Mean"),
    "avg": ("平均", "Mean"),
    "median": ("中央値", "Median"),
    "sd": ("標準偏差", "SD"),
    "min": ("最小", "Min"),
    "max": ("最大", "Max"),
    "missing": ("不明", "Not known"),
    "metric": ("指標", "Metric"),
    "metrics": ("指標", "Metrics"),
    "age_or_sex": ("年齢か性別", "age or sex"),
    "heart_rate_zones": ("心拍ゾーン", "heart rate zones"),
    "expected": ("期待値", "Expected"),
    "delta_pct": ("偏差", "Deviation"),
    "z": ("偏差（標準偏差）", "Deviation in SDs"),
    "rank_pct": ("これより低いランの割合", "Runs that lay lower"),
    "stars": ("★", "Stars"),
    "needs_improvement": ("範囲外", "Outside own range"),
    "verdict": ("評価", "Verdict"),
    "overall_score": ("総合点", "Overall score"),
    "overall_stars": ("総合★", "Overall stars"),
    "training_type": ("種別", "Training type"),
    "type_source": ("種別の決め手", "Type decided by"),
    "type_confidence_frac": ("確かさ", "Confidence"),
    "evidence": ("根拠", "Evidence"),
    "primary_zone": ("主なゾーン", "Main zone"),
    "zone_percentages": ("ゾーン1〜5の割合", "Zones 1 to 5"),
    "zones_from": ("ゾーンの出どころ", "Zones from"),
    "target_heart_rate_bpm": ("評価対象の心拍", "Heart rate of the judged part"),
    "hr_drift_percentage": ("心拍ドリフト（Pa:HR）", "Heart rate drift (Pa:HR)"),
    "vo2_utilisation_pct": ("VO2max の利用率", "Share of VO2max"),
    "basis": ("ゾーンの根拠", "Zones by"),
    "zone": ("ゾーン", "Zone"),
    "zones": ("ゾーン", "Zones"),
    "low_bpm": ("下限", "From"),
    "high_bpm": ("上限", "Below"),
    "time_in_zone_s": ("時間", "Time"),
    "zone_percentage": ("割合", "Share"),
    "vo2_max_ml_per_kg_min": ("VO2max", "VO2max"),
    "origin": ("出どころ", "From"),
    "method": ("方法", "Method"),
    "measured_on": ("測定日", "Measured on"),
    "age_days": ("経過日数", "Days old"),
    "stale": ("古い", "Out of date"),
    "interval_80": ("80%区間", "80% interval"),
    "category": ("分類", "Category"),
    "percentile": ("同年代での位置", "Among one's age"),
    "watch_precise_value": ("時計の値", "The watch's value"),
    "fitness_age": ("フィットネス年齢", "Fitness age"),
    "watch_fitness_age": ("時計の体力年齢", "The watch's fitness age"),
    "value": ("値", "Value"),
    "lt_heart_rate_bpm": ("閾値心拍", "Threshold heart rate"),
    "threshold_pace_s_per_km": ("閾値ペース", "Threshold pace"),
    "critical_power_w": ("クリティカルパワー", "Critical power"),
    "pace_consistency": ("ペースの揺れ（CV）", "Variation of pace (CV)"),
    "phases": ("フェーズ", "Phases"),
    "phase": ("フェーズ", "Phase"),
    "present": ("あり", "Present"),
    "avg_pace_seconds_per_km": ("平均ペース", "Mean pace"),
    "avg_hr": ("平均心拍", "Mean heart rate"),
    "evaluation": ("評価", "Criteria"),
    "met": ("達成", "Met"),
    "of": ("項目数", "Of"),
    "not_met": ("未達", "Not met"),
    "cannot_tell": ("判定できない", "Cannot tell"),
    "source": ("出どころ", "Source"),
    "relative_humidity_pct": ("湿度", "Humidity"),
    "wind_speed_mps": ("風速", "Wind"),
    "wind_from_deg": ("風向", "Wind from"),
    "wind_direction_compass": ("風向（方位）", "Wind from (compass)"),
    "headwind_mps": ("向かい風", "Headwind"),
    "terrain": ("地形", "Terrain"),
    "station": ("観測所", "Station"),
    "sections": ("セクション", "Sections"),
    "section_type": ("セクション", "Section"),
    "agent_name": ("書いたもの", "Written by"),
    "agent_version": ("その版", "Its version"),
    "created_at": ("作成（UTC）", "Written (UTC)"),
    "n_earlier": ("以前の版", "Earlier versions"),
    "analysis_data": ("分析", "Analysis"),
    "keywords": ("語", "Words"),
    "n_found": ("見つかった数", "Found"),
    "n_shown": ("表示", "Shown"),
    "hits": ("見つかった文", "Texts"),
    "where": ("場所", "Where"),
    "text": ("文", "Text"),
    "ok": ("保存", "Stored"),
    "analysis_id": ("分析ID", "Analysis"),
    "changed": ("変更", "Changed"),
    "bytes": ("バイト数", "Bytes"),
}
"""By the name in the reply."""

CODES: Mapping[str, tuple[str, str]] = {
    "yes": ("はい", "yes"),
    "no": ("いいえ", "no"),
    "run": ("メイン", "run"),
    "watch": ("時計", "the watch"),
    "while_running": ("走行中のみ", "while running only"),
    "hakaru": ("Hakaru の計算", "Hakaru"),
    "user": ("あなた", "you"),
    "estimated": ("推定", "an estimate"),
    "lt_heart_rate": ("閾値心拍", "threshold heart rate"),
    "heart_rate_max": ("最大心拍", "maximum heart rate"),
    "structure": ("構成", "its structure"),
    "zones": ("心拍ゾーン", "heart rate zones"),
    "speed": ("速度", "speed"),
    "none": ("なし", "nothing"),
    "weather_service": ("気象サービス", "a weather service"),
    "sensor": ("センサー", "a sensor"),
    "flat": ("平坦", "flat"),
    "rolling": ("起伏あり", "rolling"),
    "hilly": ("坂が多い", "hilly"),
    "indoor": ("屋内", "indoor"),
    "unknown": ("不明", "unknown"),
    "low": ("低い", "low"),
    "average": ("平均的", "average"),
    "good": ("良い", "good"),
    "excellent": ("優れている", "excellent"),
    "repetitions": ("反復走のため対象外", "repetitions have none"),
    "too_short": ("短すぎる", "too short"),
    "not_steady": ("ペースが一定でない", "not steady"),
    "no_heart_rate_or_speed": ("心拍か速度がない", "no heart rate or speed"),
    "phase_absent": ("そのフェーズがない", "no such phase"),
    "not_judged_for_this_type": ("この種別では見ない", "not judged for this type"),
}
"""Codes of replies; a criterion, a method or a piece of evidence without a row stays a code."""
