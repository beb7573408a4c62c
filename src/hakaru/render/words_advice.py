"""In which words are options for the next session laid side by side? Nothing is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

ADVICE: Mapping[str, Word] = {
    "title": Word(ja="次のトレーニング（{day} のあと）", en="The next training (after {day})"),
    "label": Word(ja="案{letter}：{name}", en="Option {letter}: {name}"),
    "easy_run": Word(ja="軽いジョグにする", en="An easy run"),
    "rest": Word(ja="休養にする", en="A day of rest"),
    "walk_run": Word(ja="歩きとジョグを交互にする", en="Walking and running in turns"),
    "description": Word(
        ja="{earliest}。内容の目安: {targets}。", en="{earliest}. It would be: {targets}."
    ),
    "without_targets": Word(ja="{earliest}。走る内容はありません。", en="{earliest}. No running."),
    "summary": Word(
        ja="{day} のラン（{type}）のあとに選べる案を並べています。順位は付けていません。",
        en="What could follow the run of {day} ({type}), side by side and in no order of merit.",
    ),
    "next_decision": Word(
        ja="まず、次を強い練習にするか軽い日にするかを決めると、残りの案が絞れてきます。",
        en="Deciding first whether the next day is hard or easy would leave fewer options.",
    ),
    "fits": Word(ja="こう考える場合: {reasons}。", en="It fits if this counts: {reasons}."),
    "fits_easy_run": Word(
        ja="疲れを残さずに走る習慣を続けたい場合。",
        en="It fits if running on without fatigue counts.",
    ),
    "fits_walk_run": Word(
        ja="脚を少しずつ慣らしたい場合。", en="It fits if the legs are to get used to it slowly."
    ),
    "fits_rest": Word(
        ja="体を休ませることを優先したい場合。", en="It fits if resting comes first."
    ),
    "form": Word(ja="フォーム", en="Form"),
    "load": Word(ja="負荷", en="Load"),
    "trend": Word(ja="傾向", en="Trend"),
    "no_form": Word(
        ja="このランのフォームはまだ評価されていません。", en="Form on this run was not judged."
    ),
    "no_load": Word(ja="負荷の記録がまだありません。", en="No load is known yet."),
    "no_trend": Word(
        ja="比べられるだけのランがまだありません。", en="There are too few runs for a comparison."
    ),
    "change": Word(
        ja="{metric}は、{pace}/kmで {earlier} から {later}（{delta}、{clear}）。",
        en="{metric} at {pace}/km: {earlier}, then {later} ({delta}, {clear}).",
    ),
    "clear": Word(ja="ばらつきを超える変化", en="more than chance"),
    "unclear": Word(ja="ばらつきの範囲", en="within chance"),
    "load_line": Word(ja="{rows}。", en="{rows}."),
    "load_row": Word(ja="{label}は {value}", en="{label}: {value}"),
}
"""The frame of a report."""

ACTIONS: Mapping[str, Word] = {
    "interval": Word(
        ja="{earliest}の予定に、前回と同じ本数のインターバルを書き込む案です。",
        en="Put the intervals on the calendar: {earliest}.",
    ),
    "tempo": Word(
        ja="{earliest}の予定に、テンポ走を書き込む案です。",
        en="Put the tempo run on the calendar: {earliest}.",
    ),
    "same_pace": Word(
        ja="{earliest}の予定に、同じペースのランを書き込む案です。",
        en="Put the run at the same pace on the calendar: {earliest}.",
    ),
    "strength": Word(
        ja="{earliest}の予定に、筋力トレーニングの時間を取る案です。",
        en="Keep time for strength work: {earliest}.",
    ),
    "easy_run": Word(
        ja="{earliest}の予定に、会話のできる強さのジョグを書き込む案です。",
        en="Put an easy run at talking pace on the calendar: {earliest}.",
    ),
    "rest": Word(ja="{earliest}の予定を空けておく案です。", en="Keep the day free: {earliest}."),
    "long_run": Word(
        ja="{earliest}の予定に、ロング走を書き込む案です。",
        en="Put the long run on the calendar: {earliest}.",
    ),
    "return_run": Word(
        ja="{earliest}の予定に、短い軽いジョグを書き込む案です。",
        en="Put a short easy run on the calendar: {earliest}.",
    ),
    "walk_run": Word(
        ja="{earliest}の予定に、歩きとジョグの時間を書き込む案です。",
        en="Put time for walking and running in turns on the calendar: {earliest}.",
    ),
}
INFO: Mapping[str, Word] = {
    "hard": Word(
        ja="記録にない体調（痛み、睡眠、だるさ）と、その日に使える時間。",
        en="What no recording holds (pain, sleep, tiredness), and the time there is on that day.",
    ),
    "easy": Word(
        ja="記録にない体調（痛み、睡眠、だるさ）。",
        en="What no recording holds: pain, sleep, tiredness.",
    ),
}
RISKS: Mapping[str, Word] = {
    "interval": Word(
        ja="疲れが残っていると、後半で設定を保てない可能性があります。",
        en="With fatigue left, the later repetitions could fall apart.",
    ),
    "tempo": Word(
        ja="疲れが残っていると、途中で強さを保てない可能性があります。",
        en="With fatigue left, the intensity could be lost on the way.",
    ),
    "same_pace": Word(
        ja="同じ刺激が続き、変化が小さくなる可能性があります。",
        en="The same stimulus again could change little.",
    ),
    "strength": Word(
        ja="筋肉痛が次のランに残る可能性があります。",
        en="Sore muscles could last into the next run.",
    ),
    "easy_run": Word(
        ja="狙いより速くなると、休む効果が小さくなる可能性があります。",
        en="Run faster than meant, it could rest the legs less.",
    ),
    "rest": Word(
        ja="走る間隔が空き、習慣が途切れる可能性があります。",
        en="A longer gap could break the habit.",
    ),
    "long_run": Word(
        ja="疲れが残っていると、終盤でフォームが崩れる可能性があります。",
        en="With fatigue left, form could fall apart towards the end.",
    ),
    "return_run": Word(
        ja="休みの前の量やペースにすぐ戻すと、脚に負担がかかる可能性があります。",
        en="Going straight back to the volume or pace from before could strain the legs.",
    ),
    "walk_run": Word(
        ja="歩く時間の分、走る距離は短くなる可能性があります。",
        en="There is less running in it than one may wish for.",
    ),
}
