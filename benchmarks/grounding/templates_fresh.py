"""What else may a text truly say of a run? Written after the judge was mended on the others.

Longer and looser than those: narratives of several sentences, headings, asides. Nothing of it was
looked at before its first figures were taken.
"""

JA = (
    "お疲れさまでした。{dist}を{dur}で走り切り、平均ペースは{pace}でした。フォームを見ると、{M}は{a}で、期待値{e}より{p}{k}、{V}。",
    "【{M}】{a}（普段{e}）\n【{M2}】{a2}（普段{e2}）",
    "今日の{M}は{a}。このペースなら普段は{e}あたりですから、{d}{i}計算になります。",
    "{M}が{a}と、期待値の{e}を{w}りました。",
    "まず{M}ですが、{V}。次に{M2}ですが、{V2}。",
    "{M}の{a}に対し、{M2}は{a2}でした。",
    "心拍は平均で{hr}、最大では{hrmax}に達しました。",
    "ケイデンスは{cad}を刻み、目標とする{tgt}を{cw}りました。",
    "気温{temp}・湿度{hum}という条件で、ペースは{pace}、心拍は{hr}でした。",
    "全体の評価は{score}点。{M}は{star}、{M2}は{star2}でした。",
    "{M}は期待値{e}のところ{a}となり、差は{sd}（{sp}）でした。",
    "{M}は{N}。今後もこの{a}を目安にしてください。",
    "{date}、{dist}を走った記録です。平均心拍{hr}、ケイデンス{cad}、パワー{pow}。",
    "{sp_n}km目は{sp_pace}で入り、心拍は{sp_hr}でした。",
    "ここまで{k}出たのは{M}です。実測{a}、期待{e}。",
    "{M}は{L}から{H}の間が普段の範囲で、今回は{a}でした。",
    "{M}、{M2}の順に{a}、{a2}でした。",
    "{cause}のために心拍が上がり、平均は{hr}でした。",
    "評価：{M}は{V}。",
    "{M}だけを見れば{V}。実測{a}に対して期待は{e}です。",
    "期待値は{e}。それに対して{M}は{a}で、{p}{m}でした。",
    "{M}は{a}で、{M2}は{a2}。前者は期待値より{k}、後者は期待値より{k2}なりました。",
    "{M}（期待値{e}）は{a}、{M2}（期待値{e2}）は{a2}です。",
    "歩数は毎分{cad}、心拍は毎分{hr}でした。",
)
EN = (
    "Nice work today: {dist} in {dur}, which is an average pace of {pace}. "
    "Looking at form, {M} was {a}, {p} {er} than the {e} expected, and {V}.",
    "**{M}**: {a} (usual: {e})\n**{M2}**: {a2} (usual: {e2})",
    "Your {M} came out at {a}; at this pace you usually show {e}, so it was {d} {er}.",
    "{M} landed {ab} the expected {e}, at {a}.",
    "First, {M}: it {V}. Second, {M2}: it {V2}.",
    "While {M} was {a}, {M2} was {a2}.",
    "Your heart rate averaged {hr}, with a maximum of {hrmax}.",
    "You held a cadence of {cad}, {cab} your target of {tgt}.",
    "In {temp} and {hum} humidity you ran at {pace} with a heart rate of {hr}.",
    "You scored {score}/100 overall; {M} got {star} and {M2} got {star2}.",
    "We expected {e} for {M} and measured {a}, a difference of {sd} ({sp}).",
    "{M} {N}, so keep it around {a}.",
    "Record of {date}: {dist}, average heart rate {hr}, cadence {cad}, power {pow}.",
    "You ran kilometre {sp_n} at {sp_pace}, with a heart rate of {sp_hr}.",
    "What stood out was {M}: {a} measured, {e} expected.",
    "{M} usually lies between {L} and {H}; this time it was {a}.",
    "{M} and {M2} came to {a} and {a2} respectively.",
    "Heart rate rose because of the {cause} and averaged {hr}.",
    "Verdict: {M} {V}.",
    "Taken alone, {M} {V}. It was {a} where {e} was expected.",
    "The expected value was {e}. {M} was {a}, {p} {er}.",
    "{M} (expected {e}) was {a}, and {M2} (expected {e2}) was {a2}.",
    "Per minute you took {cad} and your heart beat at {hr}.",
    "Not much to say about {M}: {a}, {er} than the expected {e}.",
)
