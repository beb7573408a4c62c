"""What can be decided from the answers about attention?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.decision import Decision

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
