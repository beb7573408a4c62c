"""Do reports of Organizer and Advisor read well, and does nothing in them reach the reader raw?"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from hakaru.present.proposals import proposal_markdown
from hakaru.proposals.reports import advisor_report, organizer_report
from tests.proposals.cases import Case, proposal_cases
from tests.proposals.factories import good_advisor, good_organizer
from tests.shared import needs_cases

TITLES = {"n1": "企画書を書く", "n2": "予算を見る"}
HOSTILE = [
    "<script>alert(1)</script>", "![x](https://evil.example/a.png)", "[x](javascript:alert(1))",
    "\x1b[31m赤\x1b[0m", "\u202e逆順\u202c", "**太字**", "# 見出し", "- 点", "| 表 |", "`code`",
    "https://evil.example/?q=1", "www.evil.example", "<img src=x onerror=alert(1)>", "a&amp;b",
    "[x]: https://evil.example", "<!-- -->", "mail@evil.example", "1. 番号", "~~x~~", "\x00",
]  # fmt: skip


def _filled(value: Any, text: str) -> Any:
    """The report with every text but the ids replaced."""
    if isinstance(value, dict):
        return {key: one if "id" in key else _filled(one, text) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, text) for one in value]
    return text


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _strings(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _strings(one)]
    return [value] if isinstance(value, str) else []


def test_an_organizer_report_reads_as_markdown() -> None:
    text = proposal_markdown(organizer_report(good_organizer()), titles=TITLES)
    assert text.startswith("# 整理の提案\n\nまず n1 から見ると良さそうです。\n\n## 分解案")
    assert "## 分解案\n\n- **企画書を書く（n1）**: 内容が複数" in text
    assert "\n  - **本文を書く（着手可能）**: 各節を下書きする\n" in text
    assert "## グループ案\n\n- **同じ案件**: 題名の言葉が共通です。\n  - 企画書を書く（n1）" in text
    assert "## 関連案\n\n- **企画書を書く（n1） → n3（待ち）**: n3 が" in text


def test_an_advisor_report_reads_as_markdown() -> None:
    text = proposal_markdown(advisor_report(good_advisor()), titles={})
    for piece in (
        "# 承認待ちの見積もり（n1）\n\n**状態**: 判断待ち\n",
        "**まず決めること**: まず期限を",
        "## 比較の観点\n\n- **緊急度**: いつまでに",
        "### 案A：いま承認する\n\nこのまま進める\n\n- **良い点**\n  - 早い\n",
        "- **次の一手**: 承認して",
        "- **リスク**\n  - 後から変更が出る可能性\n- **状態の候補**: 着手可能",
    ):
        assert piece in text
    english = proposal_markdown(advisor_report(good_advisor()), titles=TITLES, lang="en")
    assert "# 企画書を書く (n1)" in english
    assert "**Next action**" in english


def test_sections_without_proposals_are_left_out() -> None:
    report = good_organizer() | {"grouping_proposals": [], "relation_proposals": []}
    text = proposal_markdown(organizer_report(report), titles={})
    assert "グループ案" not in text
    bare = good_advisor()
    del bare["criteria"]
    bare["options"][0]["label"] = None
    text = proposal_markdown(advisor_report(bare), titles={})
    assert "比較の観点" not in text
    assert "### 候補 1" in text


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_a_model_writes_becomes_markup(text: str) -> None:
    reports = (
        organizer_report(_filled(good_organizer(), text)),
        advisor_report(_filled(good_advisor(), text)),
    )
    for report in reports:
        for titles in ({}, {"n1": text}):
            told = proposal_markdown(report, titles=titles)
            assert "\x1b" not in told
            assert "\u202e" not in told
            assert "\x00" not in told
            assert "<script" not in told
            assert "://" not in told.replace("\\:", "") or titles
            assert not re.search(r"(?<!\\)!?\[[^\]]*(?<!\\)\]\(", told)
            assert not re.search(r"<[a-z!/]", told)


@needs_cases
@pytest.mark.parametrize(
    "case",
    [case for case in proposal_cases() if "expect_render_excludes" in case.expect],
    ids=lambda case: case.id,
)
def test_hostile_cases_are_rendered_without_what_they_hide(case: Case) -> None:
    assert isinstance(case.report, dict)
    read = organizer_report if case.kind == "organizer" else advisor_report
    report = read(case.report)
    shown = (
        proposal_markdown(report, titles={}),
        "".join(_strings(dataclasses.asdict(report))),
    )
    for text in shown:
        for hidden in case.expect["expect_render_excludes"]:
            assert hidden not in text
