"""Is what is shown of a model's report true of the nodes, and are its choice and order kept?"""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.claims import all_hold
from hakaru.guard.cleaning import Finding, musts
from hakaru.guard.task import Reply
from hakaru.guard.wording import may_stand
from hakaru.proposals.advice import narrate_advisor
from hakaru.proposals.desk import Desk, facts_of, sentences_about
from hakaru.proposals.narrator import narrate_organizer
from hakaru.proposals.reports import AdvisorReport, OrganizerReport
from hakaru.proposals.tasks import (
    AdvisorTask,
    OrganizerTask,
    validate_advisor_report,
    validate_organizer_report,
)
from hakaru.proposals.wishes import Wish
from tests.proposals.factories import NOW, good_advisor, good_organizer, make_node
from tests.shared import examples

NOTE = "会場は 3 月 12 日まで。\n返事を待つ"
NODES = (
    make_node("n1", title="展示会の企画書", context=NOTE, updated_at=NOW - timedelta(days=12)),
    make_node("n2", title="展示会の予算 40 万円", status="NEEDS_DECISION"),
    make_node("n3", title="宿", status="BLOCKED", parent_id="n2"),
)


def desk(lang: Lang = "ja") -> Desk:
    return Desk(nodes=NODES, now=NOW, lang=lang, focus_id="n1")


def organized(
    report: dict[str, Any], lang: Lang = "ja", intent: str = ""
) -> tuple[OrganizerReport, list[Finding]]:
    task = OrganizerTask(desk=desk(lang), wish=Wish(intent=intent), nonce="x")
    value, findings = task.judge(Reply(text=json.dumps(report, ensure_ascii=False)))
    assert value is not None, findings
    assert not musts(findings)
    again = validate_organizer_report(
        json.loads(json.dumps(dataclasses.asdict(value))), [node.id for node in NODES]
    )
    assert again.ok, again.errors
    return value, list(findings)


def advised(report: dict[str, Any], lang: Lang = "ja") -> AdvisorReport | None:
    task = AdvisorTask(node=NODES[1], desk=desk(lang), wish=Wish(), nonce="x")
    value, findings = task.judge(Reply(text=json.dumps(report, ensure_ascii=False)))
    assert (value is None) == bool(musts(findings))
    if value is not None:
        again = validate_advisor_report(
            json.loads(json.dumps(dataclasses.asdict(value))), [NODES[1].id]
        )
        assert again.ok, again.errors
    return value


def about_n2() -> dict[str, Any]:
    return good_advisor() | {"target_node_id": "n2"}


STATED = [
    "三日前から止まっています。", "12 日間そのままです。", "あと 5 件あります。",
    "来週までの話です。",
    "予算のせいで止まっています。", "半分まで終わっています。", "すでに完了しています。",
    "n3 は実施中です。",
    "Nothing has moved for 40 days.", "It was due on Friday.", "Two of them are done.",
    "It is late because of the budget.", "n2 is already in progress.", "It takes three hours.",
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_offered_of_nodes_is_true(lang: Lang) -> None:
    offered = sentences_about(desk(lang), NODES)
    assert all(all_hold(sentence.claims, facts_of(desk(lang))) for sentence in offered)
    texts = [sentence.text for sentence in offered]
    assert "“展示会の企画書” was changed 12 days ago." in texts
    assert "「展示会の企画書」の最後の変更は12日前です。" in texts
    assert len(texts) == len(set(texts)) == 2 * (2 + 2 * len(NODES))


@pytest.mark.parametrize("stated", STATED)
def test_what_is_no_known_fact_gives_way_wherever_it_stands(stated: str) -> None:
    report = good_organizer()
    report["summary"] = f"まず n1 から見ると良さそうです。{stated}"
    for kind in ("decomposition", "grouping", "relation"):
        report[f"{kind}_proposals"][0]["reason"] = stated
    report["grouping_proposals"][0]["group_label"] = stated
    value, findings = organized(report)
    assert stated not in json.dumps(dataclasses.asdict(value), ensure_ascii=False)
    assert value.summary == narrate_organizer(desk()).summary
    assert value.grouping_proposals[0].group_label == "展示会"
    assert value.grouping_proposals[0].node_ids == ("n1", "n2")
    assert value.decomposition_proposals[0].target_node_id == "n1"
    assert value.relation_proposals[0].reason == "関係がありそうです。"
    assert [(one.rule, one.severity) for one in findings] == [("WORDS", "should")] * 5


@pytest.mark.parametrize(
    ("lang", "stated"),
    [
        ("ja", "「展示会の企画書」の最後の変更は12日前です。"),
        ("ja", "また、見ているノードは3件です。"),
        ("ja", "最も長く変更がないのは「展示会の企画書」です。"),
        ("ja", "「会場は 3 月 12 日まで」と書かれています。"),
        ("ja", "展示会の予算 40 万円から見ると良さそうです。"),
        ("en", "“展示会の企画書” was changed 12 days ago."),
    ],
)
def test_a_true_claim_in_its_own_words_and_the_users_words_stand(lang: Lang, stated: str) -> None:
    report = good_organizer()
    report["summary"] += stated
    value, findings = organized(report, lang)
    assert value.summary.endswith(stated)
    assert findings == []


def test_the_age_of_one_node_is_not_said_of_another() -> None:
    report = good_organizer()
    report["grouping_proposals"][0] |= {
        "reason": "「宿」の最後の変更は12日前です。",
        "node_ids": ["n1", "n3"],
    }
    value, _ = organized(report)
    assert value.grouping_proposals[0].reason == "まとめて見ると追いやすくなりそうです。"


def test_a_note_of_one_node_is_not_quoted_for_another() -> None:
    report = good_organizer()
    report["relation_proposals"][0] |= {
        "from_node_id": "n2",
        "to_node_id": "n3",
        "reason": "会場は 3 月 12 日まで。",
    }
    value, _ = organized(report)
    assert value.relation_proposals[0].reason == "関係がありそうです。"
    report["relation_proposals"][0]["from_node_id"] = "n1"
    assert organized(report)[0].relation_proposals[0].reason == "会場は 3 月 12 日まで。"


def test_what_a_person_wished_may_be_said_again() -> None:
    report = good_organizer()
    report["summary"] = "まず n1 から、今週中に 2 つだけ、と見ると良さそうです。"
    assert organized(report)[0].summary != report["summary"]
    assert organized(report, intent="今週中に 2 つだけ")[0].summary == report["summary"]


def test_a_part_with_an_invented_figure_is_left_out_and_with_it_a_division_of_one() -> None:
    report = good_organizer()
    split = report["decomposition_proposals"][0]
    split["suggested_children"].append({"title": "100 部刷る", "context": "印刷所に頼む"})
    split["suggested_children"][0]["context"] = "5 枚"
    (kept,) = organized(report)[0].decomposition_proposals
    assert [child.title for child in kept.suggested_children] == ["構成を決める", "本文を書く"]
    assert kept.suggested_children[0].context == "その一部"
    split["suggested_children"][0]["title"] = "6 月に決める"
    assert organized(report)[0].decomposition_proposals == ()


@pytest.mark.parametrize("stated", STATED[:5])
def test_an_option_speaks_in_our_words_where_its_own_state_something(stated: str) -> None:
    report = about_n2()
    report["options"][0] |= {
        "next_action": stated, "description": stated, "pros": [stated, "早い"],
        "risks": [stated], "suggested_status": "READY",
    }  # fmt: skip
    report["summary"] = report["next_decision"] = stated
    report["criteria"][0]["description"] = stated
    value = advised(report)
    assert value is not None
    assert stated not in json.dumps(dataclasses.asdict(value), ensure_ascii=False)
    ours = narrate_advisor(desk(), NODES[1])
    same = next(one for one in ours.options if one.suggested_status == "IN_PROGRESS")
    first, second = value.options
    assert (first.next_action, first.risks) == (same.next_action, same.risks)
    assert (first.description, first.pros) == (None, ("早い",))
    assert first.label == report["options"][0]["label"]
    assert second.next_action == report["options"][1]["next_action"]
    assert value.next_decision == ours.next_decision
    assert "2" in value.summary
    assert value.criteria == ours.criteria


def test_with_fewer_than_two_options_left_a_model_is_told_so() -> None:
    report = about_n2()
    report["options"][1]["next_action"] = "3 日待つ。"
    assert advised(report) is None
    report["options"].append({**report["options"][1], "next_action": "返事を待つ。"})
    value = advised(report)
    assert value is not None
    assert len(value.options) == 2


def test_a_report_that_states_nothing_is_shown_as_it_is() -> None:
    value = advised(about_n2())
    assert value is not None
    assert value.summary == about_n2()["summary"]
    assert [one.next_action for one in value.options] == [
        one["next_action"] for one in about_n2()["options"]
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_narrators_say_stands_as_a_models(lang: Lang) -> None:
    own = narrate_organizer(desk(lang))
    value, _ = organized(json.loads(json.dumps(dataclasses.asdict(own))), lang)
    assert value.grouping_proposals == own.grouping_proposals
    assert value.relation_proposals == own.relation_proposals
    assert value.summary == own.summary


@given(text=st.text(max_size=60))
@settings(max_examples=examples(200), deadline=None)
def test_no_text_with_a_digit_stands_but_what_is_quoted_or_claimed(text: str) -> None:
    assert not may_stand(f"{text} 7", [sentence.text for sentence in sentences_about(desk())])
