"""In which words does the narrator say what no verdict text says already?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

NARRATOR: Mapping[str, Word] = {
    "no_splits": Word(
        ja="速さの分かる区間がなく、区間ごとのことは分かりません。",
        en="No split has a speed, so nothing is known split by split.",
    ),
    "one_split": Word(
        ja="速さを比べられる区間は1つで、走行中のペースは{pace}でした。",
        en="Only one split can be looked at; its pace while running was {pace}.",
    ),
    "range": Word(
        ja="比べた{n}区間の走行中の平均ペースは{pace}で、最も速い区間{fast_n}は{fast}、"
        "最も遅い区間{slow_n}は{slow}でした。",
        en="The {n} splits compared averaged a pace of {pace} while running; the fastest, "
        "split {fast_n}, took {fast}, and the slowest, split {slow_n}, {slow}.",
    ),
    "range_reps": Word(
        ja="速い区間{n}本の平均ペースは{pace}で、最も速い区間{fast_n}は{fast}、"
        "最も遅い区間{slow_n}は{slow}でした。",
        en="The {n} repetitions averaged a pace of {pace}; the fastest, split {fast_n}, "
        "took {fast}, and the slowest, split {slow_n}, {slow}.",
    ),
    "halves_even": Word(
        ja="走行中の平均ペースは前半{first}、後半{second}で、ほぼ同じでした。",
        en="While running, the first half averaged a pace of {first}, the second half {second}: "
        "about the same.",
    ),
    "halves_faster": Word(
        ja="走行中の平均ペースは前半{first}、後半{second}で、後半のほうが速くなりました。",
        en="While running, the first half averaged a pace of {first}, the second half {second}: "
        "the second half was faster.",
    ),
    "halves_slower": Word(
        ja="走行中の平均ペースは前半{first}、後半{second}で、後半のほうが遅くなりました。",
        en="While running, the first half averaged a pace of {first}, the second half {second}: "
        "the second half was slower.",
    ),
    "heart_rate_halves": Word(
        ja="走行中の平均心拍は前半{first}、後半{second}でした。",
        en="Heart rate while running averaged: first half {first}, second half {second}.",
    ),
    "heart_rate_whole": Word(
        ja="走行中の平均心拍は{value}でした。", en="Heart rate while running averaged {value}."
    ),
    "no_heart_rate": Word(ja="心拍の記録はありません。", en="Heart rate was not recorded."),
    "not_analysed": Word(
        ja="このランは、まだトレーニングとして分析されていません。",
        en="This run was not looked at as a training session yet.",
    ),
    "type": Word(ja="種別は{type}です。", en="Kind of training: {type}."),
    "type_unknown": Word(
        ja="トレーニングの種別は分かりませんでした。",
        en="The kind of training is not clear.",
    ),
    "stars": Word(
        ja="トレーニングとしての評価は{stars}です。", en="As a training session it gets {stars}."
    ),
    "no_stars": Word(
        ja="トレーニングとしての評価は、この記録からはできません。",
        en="This record gives the session no stars.",
    ),
    "lost": Word(ja="減点: {reasons}。", en="Why stars were lost: {reasons}."),
    "minor_criterion": Word(ja="副次的な項目", en="a minor item"),
    "purpose_missed": Word(ja="このタイプの目的", en="the purpose of this kind of run"),
    "recovery_too_fast": Word(
        ja="回復区間で心拍が下がる前に、次が始まっています",
        en="the next repetition began before heart rate had come down",
    ),
    "recovery_incomplete": Word(
        ja="回復区間での心拍の戻り",
        en="how far heart rate came back in the recoveries",
    ),
    "nothing_lost": Word(ja="トレーニングの減点はありません。", en="No star was lost."),
    "phase": Word(ja="{phase}は{distance}。", en="{phase}: {distance}."),
    "phase_criteria": Word(
        ja="{phase}は{distance}で、{n}項目のうち{met}項目を達成しました。",
        en="{phase}: {distance}, {met} of {n} <n:target|targets> met.",
    ),
    "phases_absent": Word(ja="{phases}は記録にありません。", en="Not in the file: {phases}."),
    "no_weather": Word(
        ja="天候の記録がなく、暑さや寒さの影響は分かりません。",
        en="There is no record of the weather, so the effect of heat or cold is not known.",
    ),
    "temperature": Word(ja="気温は{value}でした。", en="The air was at {value}."),
    "temperature_cold": Word(
        ja="気温は{value}で、この種別の目安より寒い側です。",
        en="The air was at {value}, on the cold side for this kind of training.",
    ),
    "temperature_within": Word(
        ja="気温は{value}で、この種別の目安の範囲内です。",
        en="The air was at {value}, within what is advised for this kind of training.",
    ),
    "temperature_warm": Word(
        ja="気温は{value}で、この種別の目安より暑い側です。",
        en="The air was at {value}, on the warm side for this kind of training.",
    ),
    "humidity": Word(ja="湿度は{value}で、「{klass}」です。", en="Humidity was {value}: {klass}."),
    "wind": Word(ja="風速は{value}でした。", en="The wind blew at {value}."),
    "no_wind": Word(ja="風の記録はありません。", en="Wind is not known."),
    "terrain": Word(ja="地形は「{terrain}」です。", en="Terrain: {terrain}."),
    "indoors": Word(
        ja="屋内のランで、天候は関係しません。", en="It was run indoors, without weather."
    ),
    "not_graded": Word(
        ja="天候は評価に影響しません。", en="Weather changes neither stars nor points."
    ),
    "run": Word(ja="{distance}を{time}で走りました。", en="{distance} were run in {time}."),
    "no_form": Word(ja="フォームは判定されていません。", en="Form was not judged."),
}
