"""Do the narrators always pass the judge, with the same bytes, whatever lies on the desk?"""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import Lang
from hakaru.proposals.narrator import Desk, narrate_advisor, narrate_organizer
from hakaru.proposals.narrator_words import CHILDREN, CRITERIA, OPTIONS, SENTENCES
from hakaru.proposals.nodes import STATUSES, Node, may_move
from hakaru.proposals.reports import AdvisorReport, OrganizerReport
from hakaru.proposals.rules import choice_in, order_in, soft_choice_in, soft_order_in
from hakaru.proposals.tasks import validate_advisor_report, validate_organizer_report
from tests.proposals.factories import NOW, make_node
from tests.shared import examples

LANGUAGES: tuple[Lang, ...] = ("ja", "en")
TITLES = st.sampled_from(
    [
        "企画書を書く", "企画書の予算", "マラソンの練習計画", "マラソン参加の申込", "A report",
        "Report budget", "自己ベスト更新", "最優先にすべきこと", "してください", "べき", "正解",
        "You should do the best", "", " ", "\u200b", "\x1b[31m赤", "\u202e逆", "<b>", "」べき「",
        "{title}", "%s", "推", "ベ", "\ud800", "名" * 300, "へ\u3099き", "![x](http://x)",
        "\u3099き",
    ]
) | st.text(max_size=30)  # fmt: skip
CONTEXTS = st.sampled_from(
    [
        "",
        "- 走る\n- 休む\n- 記録する",
        "1. べき\n2. <b>",
        "・a\n・a",
        "- \u200b\n- x\n- y",
        "ただのメモ",
    ]
) | st.text(max_size=30)


@st.composite
def desks(draw: st.DrawFn) -> Desk:
    n = draw(st.one_of(st.integers(0, 12), st.sampled_from([60, 200])))
    pool = draw(st.lists(TITLES, min_size=1, max_size=12))
    random = draw(st.randoms(use_true_random=False))
    context = draw(CONTEXTS)
    nodes = tuple(
        make_node(
            f"n{at}" if at % 5 else f"推奨{at}",
            title=random.choice(pool),
            context=context if random.random() < 0.3 else "",
            status=random.choice(STATUSES),
            parent_id=f"n{random.randrange(n)}" if random.random() < 0.4 else None,
            updated_at=NOW - timedelta(days=random.randrange(-2, 400)),
        )
        for at in range(n)
    )
    focus = draw(st.sampled_from([None, *(node.id for node in nodes[:5])]))
    lang: Lang = draw(st.sampled_from(LANGUAGES))
    return Desk(nodes=nodes, now=NOW, lang=lang, focus_id=focus)


def _json(report: OrganizerReport | AdvisorReport) -> str:
    return json.dumps(dataclasses.asdict(report))


def is_told_well(desk: Desk) -> None:
    """What the narrator says passes, in the same bytes whatever the order of the nodes."""
    report_text = _json(narrate_organizer(desk))
    result = validate_organizer_report(json.loads(report_text), [node.id for node in desk.nodes])
    assert (result.errors, result.warnings) == ([], [])
    shuffled = dataclasses.replace(desk, nodes=desk.nodes[::-1])
    assert _json(narrate_organizer(desk)) == report_text
    assert _json(narrate_organizer(shuffled)) == report_text


@settings(max_examples=examples(200), deadline=None)
@given(desk=desks())
def test_the_organizer_passes_its_judge_with_the_same_bytes(desk: Desk) -> None:
    is_told_well(desk)


@pytest.mark.soak
@settings(max_examples=examples(1_000), deadline=None)
@given(desk=desks())
def test_so_it_is_with_a_thousand_desks(desk: Desk) -> None:
    is_told_well(desk)


@settings(max_examples=examples(1_000), deadline=None)
@given(
    title=TITLES,
    status=st.sampled_from(STATUSES),
    days=st.integers(-3, 5_000),
    lang=st.sampled_from(LANGUAGES),
)
def test_the_advisor_passes_its_judge_with_the_same_bytes(
    title: str, status: str, days: int, lang: Lang
) -> None:
    node = make_node("推奨1", title=title, status=status, updated_at=NOW - timedelta(days=days))
    report = narrate_advisor(node, now=NOW, lang=lang)
    report_text = _json(report)
    result = validate_advisor_report(json.loads(report_text), [node.id])
    assert (result.errors, result.warnings) == ([], [])
    assert _json(narrate_advisor(node, now=NOW, lang=lang)) == report_text
    for option in report.options:
        assert may_move(node.status, option.suggested_status)  # type: ignore[arg-type]


def test_every_sentence_is_free_of_orders_and_choices() -> None:
    entries = [
        *SENTENCES.values(),
        *(entry for pair in (*CHILDREN, *CRITERIA) for entry in pair),
        *(entry for words in OPTIONS.values() for entry in words.values()),
    ]  # fmt: skip
    for text in (entry_text for entry in entries for entry_text in entry):
        assert not any(
            check(text) for check in (order_in, soft_order_in, choice_in, soft_choice_in)
        ), text


def _desk(*nodes: Node, focus: str | None = None, lang: Lang = "ja") -> Desk:
    return Desk(nodes=nodes, now=NOW, lang=lang, focus_id=focus)


def test_an_empty_desk_has_a_summary_only() -> None:
    report = narrate_organizer(_desk())
    assert report.summary.startswith("机の上にノードがありません。まず")
    assert not report.decomposition_proposals
    assert not report.grouping_proposals
    assert not report.relation_proposals
    assert "first step" in narrate_organizer(_desk(lang="en")).summary


def test_a_desk_of_one_node_has_no_others_to_hang_together_with() -> None:
    (ja, en) = (narrate_organizer(_desk(make_node(), lang=lang)).summary for lang in ("ja", "en"))
    assert ja.startswith("机の上にあるのは「企画書を書く」だけです")
    assert en.startswith("Only “企画書を書く” is on the desk (")
    assert "others" not in en


def test_nodes_that_share_a_word_are_grouped() -> None:
    report = narrate_organizer(
        _desk(
            make_node("n1", title="展示会の企画書"),
            make_node("n2", title="展示会の予算"),
            make_node("n3", title="買い物"),
        )
    )
    (group,) = report.grouping_proposals
    assert (group.group_label, group.node_ids) == ("展示会", ("n1", "n2"))
    assert "机の上には 3 件あります（その他 3）" in report.summary


def test_children_of_one_parent_are_grouped() -> None:
    report = narrate_organizer(
        _desk(
            make_node("p", title="大会"),
            make_node("n1", title="靴", parent_id="p"),
            make_node("n2", title="宿", parent_id="p"),
        )
    )
    (group,) = report.grouping_proposals
    assert (group.group_label, group.node_ids) == ("「大会」の子", ("n1", "n2"))


def test_a_node_that_waits_is_related_to_one_that_moves() -> None:
    report = narrate_organizer(
        _desk(
            make_node("n1", title="展示会の見積もり", status="WAITING_EXTERNAL"),
            make_node("n2", title="展示会の企画書", status="IN_PROGRESS"),
        )
    )
    (relation,) = report.relation_proposals
    assert (relation.from_node_id, relation.to_node_id) == ("n1", "n2")
    assert relation.relation_type == "depends_on"
    assert "展示会" in relation.reason


def test_a_lone_node_is_related_to_one_with_parts_but_not_to_its_own_parent() -> None:
    whole = make_node("n1", title="マラソン大会", status="SCHEDULED")
    part = make_node("n2", title="宿を取る", parent_id="n1", status="SCHEDULED")
    lone = make_node("n3", title="マラソンの靴", status="SCHEDULED")
    (relation,) = narrate_organizer(_desk(whole, part, lone)).relation_proposals
    assert (relation.from_node_id, relation.relation_type) == ("n3", "part_of")
    child = make_node("n3", title="マラソンの靴", status="BLOCKED", parent_id="n1")
    moving = make_node("n1", title="マラソン大会", status="IN_PROGRESS")
    assert narrate_organizer(_desk(moving, child)).relation_proposals == ()


def test_a_list_in_a_note_becomes_parts_and_so_does_what_is_asked_about() -> None:
    noted = make_node("n1", context="- 靴を買う\n- 宿を取る")
    asked = make_node("n2", title="大きな作業")
    report = narrate_organizer(_desk(noted, asked))
    (split,) = report.decomposition_proposals
    assert [child.title for child in split.suggested_children] == ["靴を買う", "宿を取る"]
    focused = narrate_organizer(_desk(noted, asked, focus="n2"))
    assert [decomposition.target_node_id for decomposition in focused.decomposition_proposals] == [
        "n2",
        "n1",
    ]
    assert "まず「大きな作業」から" in focused.summary


def test_what_a_node_could_be_decided_for_are_not_its_parts() -> None:
    node = make_node(context="- 走る\n- 休む", status="NEEDS_DECISION")
    assert not narrate_organizer(_desk(node)).decomposition_proposals
    assert narrate_organizer(
        _desk(dataclasses.replace(node, status="READY"))
    ).decomposition_proposals


def test_a_desk_with_many_lists_names_a_few() -> None:
    nodes = [make_node(f"n{at}", title=f"x{at}", context="- a1\n- b2") for at in range(9)]
    assert len(narrate_organizer(_desk(*nodes)).decomposition_proposals) == 3


def test_what_lay_longest_is_told_with_its_days() -> None:
    old = make_node("n1", updated_at=NOW - timedelta(days=30))
    assert "「企画書を書く」で、30日です" in narrate_organizer(_desk(old)).summary
    assert "30 days" in narrate_organizer(_desk(old, lang="en")).summary


def test_a_title_that_would_break_a_rule_is_not_quoted() -> None:
    node = make_node("n1", title="自己ベストを出すべき", status="NEEDS_DECISION")
    report = narrate_advisor(node, now=NOW, lang="ja")
    assert report.summary.startswith("このノードはいま判断待ちです。昨日")
    assert report.target_title == "自己ベストを出すべき"


def test_the_options_are_those_that_are_open_and_never_fewer_than_two() -> None:
    names = {
        status: [option.label for option in narrate_advisor(
            make_node(status=status), now=NOW, lang="ja"
        ).options]
        for status in STATUSES
    }  # fmt: skip
    assert names["NEEDS_DECISION"] == [
        "案A：いま少し進める", "案B：時期を決めて待つ", "案C：誰かに任せる", "案D：手放す",
    ]  # fmt: skip
    assert names["DONE"] == names["DORMANT"] == ["案A：机に戻す", "案B：このままにする"]
    assert min(map(len, names.values())) == 2
    english = narrate_advisor(make_node(), now=NOW, lang="en").options[0]
    assert english.label == "Option A: move it on a little now"
