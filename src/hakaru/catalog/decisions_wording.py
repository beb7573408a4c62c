"""What can be decided from the answers of operations about models and the texts of a run?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.catalog.decision import Decision

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
