"""What can be decided from the answers about the machine, the data folder and cohorts?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.decision import Decision

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
