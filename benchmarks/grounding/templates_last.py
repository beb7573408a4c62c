"""What may a text truly say of a run, in the last set of templates that was written?

The figures of each set before the judge was mended on it say how it does on writing it has not met.
"""

JA = (
    "{date}のラン（{dist}、{dur}）を振り返ります。接地に関わる指標のうち{M}は{a}で、普段の{e}と比べて{p}{k}出ています。",
    "{M}の実測{a}は期待の{e}を{p}{w}る値で、{V}。",
    "スプリットを見ると、{sp_n}km目が{sp_pace}、全体平均が{pace}です。",
    "平均心拍{hr}に対して最大は{hrmax}でした。",
    "{M}：{V}（{a}、期待{e}）。{M2}：{V2}（{a2}、期待{e2}）。",
    "環境面では気温が{temp}、湿度が{hum}でした。",
    "総括すると総合{score}点で、{M}は{V}。",
    "{M}の{a}という数字は、期待値の{e}より{d}{i}ものです。",
    "ケイデンスの目標は{tgt}で、実際は{cad}でした。",
    "{cause}が原因で、心拍は平均{hr}になりました。",
    "{M2}は{a2}でしたが、{M}は{a}にとどまりました。",
    "今回も{M}については{N}。",
    "{dist}を平均{pace}、心拍{hr}、{cad}で走っています。",
    "期待値との差を見ると、{M}は{sp}、{M2}は{sp2}です。",
    "{M}は{a}（期待値比{sp}）でした。",
    "なお、{M}の普段の幅は{L}〜{H}です。",
    "{M}は普段より{m}、{M2}は普段より{m2}でした。",
    "パワーは平均{pow}で推移しました。",
    "{M}が{star}、{M2}が{star2}という評価です。",
    "接地の話をすると、{M}は期待値{e}に対して実測{a}です。",
)
EN = (
    "Looking back at {date}: {dist} in {dur}. Among the form metrics, "
    "{M} came in {p} {er} than usual, at {a} instead of {e}.",
    "At {a}, {M} is {p} {ab} the {e} we expected, and it {V}.",
    "By split, kilometre {sp_n} took {sp_pace} while the whole run averaged {pace}.",
    "With an average of {hr}, heart rate topped out at {hrmax}.",
    "{M}: {V} ({a}, expected {e}). {M2}: {V2} ({a2}, expected {e2}).",
    "Conditions: temperature {temp}, humidity {hum}.",
    "To sum up, you scored {score} points and {M} {V}.",
    "The {M} figure, {a}, is {d} {er} than the expected {e}.",
    "The cadence target is {tgt}; you averaged {cad}.",
    "The {cause} caused heart rate to average {hr}.",
    "{M2} was {a2}, whereas {M} was {a}.",
    "Once again, {M} {N}.",
    "You ran {dist} at {pace}, {hr} and {cad}.",
    "Relative to expectation, {M} is {sp} and {M2} is {sp2}.",
    "{M} was {a} ({sp} against expectation).",
    "For reference, your usual {M} spans {L} to {H}.",
    "{M} was {er} than usual and {M2} was {er2} than usual.",
    "Power held steady at {pow}.",
    "Ratings: {M} {star}, {M2} {star2}.",
    "When it comes to {M}, {e} was expected and {a} was measured.",
)
