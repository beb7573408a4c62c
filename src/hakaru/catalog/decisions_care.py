"""What can be decided from the answers about the state of the machine and the data folder?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.decision import Decision

CARE_DECISIONS: Mapping[str, Decision] = {
    "doctor": Decision(
        ja="失敗の原因は環境・データ・足りない部品のどれか、次に打つコマンドは何か",
        en="whether a failure is due to the machine, the data or a missing part, and what to type",
    ),
    "repair": Decision(
        ja="どのファイルがいつの控えに戻ったか、取り込み直すものがあるか",
        en="which file went back to a copy of when, and whether to take recordings in again",
    ),
}
