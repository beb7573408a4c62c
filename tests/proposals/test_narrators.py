"""Do the narrators always pass the judge, with the same bytes, whatever lies on the desk?"""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import Lang
from hakaru.guard.claims import all_hold
from hakaru.proposals.advice import narrated_advice
from hakaru.proposals.desk import Desk
from hakaru.proposals.narrator import narrate_organizer, narrated_order
from hakaru.proposals.narrator_words import CHILDREN, CRITERIA, OPTIONS, SENTENCES
from hakaru.proposals.nodes import STATUSES, Group, Node, Relation, may_move
from hakaru.proposals.reports import AdvisorReport, OrganizerReport
from hakaru.proposals.rules import choice_in, order_in, soft_choice_in, soft_order_in
from hakaru.proposals.tasks import validate_advisor_report, validate_organizer_report
from hakaru.proposals.wishes import Wish
from tests.proposals.factories import NOW, make_node
from tests.shared import examples

OLD = NOW - timedelta(days=200)
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
        "企画書が決まってから。11/30まで。",
        "A社 / B社 / C社\nA社は安い、でも遠い。B社はベスト。",
        "[x] a\n[ ] べき\n[ ] c",
        "Needs n1 and the report. Due 8 Dec. We must not wait.",
        "either Monday or Friday? 15 min. Ask Robin.",
        "期限: 2026-02-30、13/45、99月末、24/7、翌日、within 30 days of the quote",
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
    context=CONTEXTS,
    intent=st.sampled_from(
        ["", "15分で", "A / B 以外", "やめたい", "no more than 700 yen", "草稿を下書き"]
    ),
)
def test_the_advisor_passes_its_judge_with_the_same_bytes(
    title: str, status: str, days: int, lang: Lang, context: str, intent: str
) -> None:
    node = make_node(
        "推奨1",
        title=title,
        context=context,
        status=status,
        updated_at=NOW - timedelta(days=days),
    )
    desk = Desk(nodes=(node, make_node("n2", title="企画書")), now=NOW, lang=lang)
    wish = Wish(intent=intent)
    advice = narrated_advice(desk, node, wish)
    report_text = _json(advice.report)
    result = validate_advisor_report(json.loads(report_text), [node.id])
    assert (result.errors, result.warnings) == ([], [])
    assert _json(narrated_advice(desk, node, wish).report) == report_text
    assert all(all_hold(sentence.claims, desk.facts) for sentence in advice.sentences)
    for option in advice.report.options:
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


def test_what_a_note_waits_for_is_a_relation_that_quotes_it() -> None:
    report = narrate_organizer(
        _desk(
            make_node("n1", title="展示会の企画書", context="予算が決まってから書く。"),
            make_node("n2", title="展示会の予算"),
            make_node("n3", title="買い物"),
        )
    )
    (relation,) = report.relation_proposals
    assert (relation.from_node_id, relation.to_node_id) == ("n1", "n2")
    assert relation.relation_type == "depends_on"
    assert "「予算が決まってから」" in relation.reason
    assert report.grouping_proposals == ()
    assert "机の上には 3 件あります（その他 3）" in report.summary


def test_what_several_titles_name_is_a_group_unless_it_is_one_nodes_parts() -> None:
    titles = ("Agenda for the AGM", "AGM: find a room", "Invite members to the AGM", "Swim caps")
    apart = [make_node(f"n{at}", title=title) for at, title in enumerate(titles)]
    (group,) = narrate_organizer(_desk(*apart, lang="en")).grouping_proposals
    assert (group.group_label, set(group.node_ids)) == ("About “AGM”", {"n0", "n1", "n2"})
    parent = make_node("p", title="Club")
    parts = [make_node(f"n{at}", title=title, parent_id="p") for at, title in enumerate(titles)]
    assert narrate_organizer(_desk(parent, *parts, lang="en")).grouping_proposals == ()
    assert narrate_organizer(_desk(*apart[1:], lang="en")).grouping_proposals == ()


def test_a_relation_and_a_group_that_are_there_are_not_proposed_again() -> None:
    nodes = (
        make_node("n1", title="ポスター", context="会場が決まってから。"),
        make_node("n2", title="招待状", context="会場が決まり次第。"),
        make_node("n3", title="会場"),
    )
    report = narrate_organizer(_desk(*nodes))
    (group,) = report.grouping_proposals
    assert group.node_ids == ("n1", "n2")
    there = Desk(
        nodes=nodes,
        now=NOW,
        lang="ja",
        relations=(Relation(from_node_id="n1", to_node_id="n3", relation_type="depends_on"),),
        groups=(Group(group_id="g1", label="x", node_ids=("n2", "n1")),),
    )
    again = narrate_organizer(there)
    assert [relation.from_node_id for relation in again.relation_proposals] == ["n2"]
    assert again.grouping_proposals == ()


def test_what_the_desk_shows_is_not_proposed() -> None:
    parent = make_node("p", title="会場", context="- 靴を買う\n- 宿を取る")
    children = [
        make_node(f"c{at}", title=title, context="会場が決まってから。", parent_id="p")
        for at, title in enumerate(["靴", "宿", "本"])
    ]
    report = narrate_organizer(_desk(parent, *children))
    assert report.decomposition_proposals == ()
    assert report.grouping_proposals == ()
    assert report.relation_proposals == ()


def test_what_is_asked_about_can_be_divided_and_comes_first() -> None:
    noted = make_node("n1", context="- 靴を買う\n- 宿を取る")
    asked = make_node("n2", title="大きな作業")
    assert narrate_organizer(_desk(noted, asked)).decomposition_proposals == ()
    focused = narrate_organizer(_desk(noted, asked, focus="n2"))
    assert [split.target_node_id for split in focused.decomposition_proposals] == ["n2"]
    assert "まず「大きな作業」から" in focused.summary


def test_a_large_node_is_divided_by_kind_and_not_item_by_item() -> None:
    basin = make_node("p", title="Polish")
    titles = [
        "Icon sizes differ", "Dark mode colours", "Empty state is ugly", "Memory leak",
        "Sync stops", "Start is slow", "Typo in German", "Japanese dates",
    ]  # fmt: skip
    parts = [make_node(f"c{at}", title=title, parent_id="p") for at, title in enumerate(titles)]
    (split,) = narrate_organizer(_desk(basin, *parts, lang="en")).decomposition_proposals
    assert [child.title for child in split.suggested_children] == [
        "how it looks", "how it runs", "language",
    ]  # fmt: skip
    assert "“Memory leak”" in split.suggested_children[1].context


def test_the_same_thing_twice_is_said_to_be_the_same() -> None:
    report = narrate_organizer(
        _desk(
            make_node("n1", title="ベルトの交換", context="電池が切れる。"),
            make_node("n2", title="HRベルトが弱ってる", context="電池がもたない、交換？"),
            make_node("n3", title="買い物"),
        )
    )
    (relation,) = report.relation_proposals
    assert (relation.relation_type, {relation.from_node_id, relation.to_node_id}) == (
        "duplicate_of",
        {"n1", "n2"},
    )
    assert "「ベルト」" in relation.reason


def test_more_than_fifty_nodes_are_all_read_and_it_says_so() -> None:
    nodes = [make_node("g", title="引っ越し")]
    nodes += [make_node(f"n{at}", title=f"箱 {at}", parent_id="g") for at in range(70)]
    last = make_node("x", title="鍵", context="9/1まで。", updated_at=NOW - timedelta(days=90))
    desk = _desk(*nodes, last)
    summary = narrate_organizer(desk).summary
    assert "72 件あります" in summary
    assert "72件すべてを読みました。まとまり別では、「引っ越し」 70、親なし 2です。" in summary
    assert [found.node_id for found in desk.board.dates] == ["x"]


def test_nodes_that_wait_for_each_other_are_told() -> None:
    nodes = (
        make_node("n1", title="Venue", context="After the guest list is final."),
        make_node("n2", title="Guest list", context="Depends on the venue."),
    )
    summary = narrate_organizer(_desk(*nodes, lang="en")).summary
    assert "“Venue”, “Guest list” wait for each other in a circle." in summary


def test_every_sentence_with_a_figure_a_day_or_a_node_rests_on_claims_that_hold() -> None:
    nodes = (
        make_node(
            "n1", title="Venue", context="By 2026-03-05. Ask Robin.", status="NEEDS_DECISION"
        ),
        make_node("n2", title="Cards", context="After the venue is booked. Ask Robin."),
        make_node("n3", title="Cake", context="Once the venue is known.", updated_at=OLD),
    )
    desk = _desk(*nodes, lang="en")
    order = narrated_order(desk)
    claimed = {sentence.text for sentence in order.sentences if sentence.claims}
    assert all(all_hold(sentence.claims, desk.facts) for sentence in order.sentences)
    report = order.report
    reasons = [relation.reason for relation in report.relation_proposals]
    reasons += [group.reason for group in report.grouping_proposals]
    assert reasons
    assert set(reasons) <= claimed
    assert any("2026-03-05 (in 4 days)" in text for text in claimed)


def test_what_is_wished_for_comes_first() -> None:
    nodes = (
        make_node("n1", title="会場", context="予算が決まってから。"),
        make_node("n2", title="予算"),
        make_node("n3", title="靴", context="試し履きの結果を見て決める。"),
        make_node("n4", title="試し履き"),
    )
    desk = _desk(*nodes)
    plain = narrate_organizer(desk)
    wished = narrate_organizer(desk, Wish(intent="靴のことを進めたい"))
    assert [relation.from_node_id for relation in plain.relation_proposals] == ["n1", "n3"]
    assert [relation.from_node_id for relation in wished.relation_proposals] == ["n3", "n1"]
    assert "ご希望は「靴のことを進めたい」です。" in wished.summary


def test_what_lay_longest_is_told_with_its_days() -> None:
    old = make_node("n1", updated_at=NOW - timedelta(days=30))
    assert "「企画書を書く」で、30日です" in narrate_organizer(_desk(old)).summary
    assert "30 days" in narrate_organizer(_desk(old, lang="en")).summary


def _advice(*nodes: Node, lang: Lang = "ja", intent: str = "") -> AdvisorReport:
    desk = _desk(*nodes, lang=lang)
    return narrated_advice(desk, nodes[0], Wish(intent=intent)).report


def test_a_title_that_would_break_a_rule_is_not_quoted() -> None:
    node = make_node("n1", title="自己ベストを出すべき", status="NEEDS_DECISION")
    report = _advice(node)
    assert report.summary.startswith("このノードはいま判断待ちで、昨日変わりました。")
    assert report.target_title == "自己ベストを出すべき"


SHOES = make_node(
    "n1",
    title="シューズ選び",
    context="カーボン / デイリー / 薄底\n"
    "カーボンは速いがふくらはぎが張る。デイリーは安心、でも重い。"
    "薄底はまだ履いたことがない。\n30km走で一度試してから決めたい。",
    status="NEEDS_DECISION",
)


def test_the_alternatives_of_a_note_stand_side_by_side_in_its_words() -> None:
    report = _advice(SHOES, make_node("n2", title="30km走", context="3/20（金）"))
    assert [option.label for option in report.options] == [
        "案A：カーボン", "案B：デイリー", "案C：薄底",
    ]  # fmt: skip
    carbon, daily, flat = report.options
    assert (carbon.pros, carbon.cons) == (("「カーボンは速い」",), ("「ふくらはぎが張る」",))
    assert (daily.pros, daily.cons) == (("「デイリーは安心」",), ("「重い」",))
    assert "薄底はまだ履いたことがない" in flat.necessary_info
    assert report.next_decision == "まず2026-03-20の「30km走」の結果を見ると、決まりそうです。"


def test_a_wish_rules_out_an_alternative_and_bounds_the_step() -> None:
    report = _advice(SHOES, intent="カーボン以外で、15分で決めたい")
    assert [option.label for option in report.options] == ["案A：デイリー", "案B：薄底"]
    assert "ご希望により外したもの：カーボン。" in report.summary
    assert report.options[1].next_action.startswith("使える15分で：")
    both = _advice(SHOES, intent="カーボンとデイリーは無理")
    assert len(both.options) == 3


def test_money_that_was_named_is_held_against_what_is_written() -> None:
    band = make_node(
        title="Band",
        context="- The Lanterns: great live, £1,900\n- DJ: £600, a bit loud",
        status="NEEDS_DECISION",
    )
    dear, cheap = _advice(band, lang="en", intent="at most £700").options
    assert "the note names 1,900, more than the 700 you named" in dear.risks
    assert not any("more than" in risk for risk in cheap.risks)


def test_what_is_said_of_an_alternative_by_its_name_is_told() -> None:
    hall = make_node(
        title="Choose the venue",
        context="Hall A or Hall B? Hall A costs 80,000 yen and is near the station. "
        "Hall B costs 60,000 yen but has no kitchen. Decide by 2099-12-10.",
        status="NEEDS_DECISION",
    )
    report = _advice(hall, lang="en")
    first, second = report.options
    assert first.description == (
        "Written about it: “Hall A costs 80,000 yen and is near the station”"
    )
    assert (first.pros, first.cons) == (
        ("“is near the station”",),
        ("“Hall A costs 80,000 yen”",),
    )
    assert second.cons == ("“Hall B costs 60,000 yen”", "“has no kitchen”")
    criteria = {criterion.name: criterion.description for criterion in report.criteria or ()}
    assert criteria["cost"] == "“80,000 yen” (Hall A), “60,000 yen” (Hall B)"
    assert len(criteria) == len(report.criteria or ())
    assert "Decide by" not in report.next_decision


def test_what_a_turn_sets_against_something_good_speaks_against_it() -> None:
    laptop = make_node(
        title="Which laptop",
        context="- MacBook: silent, but my old software is on Windows\n"
        "- The old one: free though the battery lasts an hour\n"
        "- ThinkPad: light, and also a good keyboard",
        status="NEEDS_DECISION",
    )
    sides = [(option.pros, option.cons) for option in _advice(laptop, lang="en").options]
    assert sides[0] == (("“silent”",), ("“my old software is on Windows”",))
    assert sides[1] == (("“free”",), ("“the battery lasts an hour”",))
    assert sides[2] == (("“light”", "“and also a good keyboard”"), ())


def test_the_letter_of_a_note_is_not_said_twice() -> None:
    rooms = make_node(
        title="会場を決める",
        context="A案: 駅前ホール（1万4千円、駅から近い）\nB案: 公民館（2万円、駐車場なし）",
        status="NEEDS_DECISION",
    )
    report = _advice(rooms)
    assert [option.label for option in report.options] == ["案A：駅前ホール", "案B：公民館"]
    assert report.options[1].cons == ("「駐車場なし」",)
    criteria = {criterion.name: criterion.description for criterion in report.criteria or ()}
    assert "「1万4千円」" in str(criteria["費用"])


def test_without_a_list_there_are_two_ways_that_fit_and_nobody_is_handed_anything() -> None:
    checklist = _advice(make_node(context="[x] 袋\n[ ] 手袋\n[ ] ワセリン"))
    assert [option.label for option in checklist.options] == [
        "案A：残りの行を一つ進める", "案B：残りの行の日を決める",
    ]  # fmt: skip
    assert "「手袋」に手を付ける（3行のうち1行が済み）" in checklist.options[0].next_action
    waiting = _advice(
        make_node("n1", title="坂ダッシュ", context="診断書がそろってから。"),
        make_node("n2", title="診断書を頼む"),
    )
    assert "「診断書を頼む」を見て" in waiting.options[0].next_action
    for status in STATUSES:
        report = _advice(make_node(status=status))
        assert len(report.options) == 2
        assert not any("任せる" in option.label for option in report.options)


def test_a_way_is_told_in_words_of_its_own() -> None:
    at_once, bit_by_bit = _advice(make_node(context="A day's work."), lang="en").options
    assert (at_once.description, bit_by_bit.description) == (
        "All of it in one stretch of time.",
        "A part at a time, each of them short.",
    )
    assert bit_by_bit.pros == ("it moves on with little time, too",)
    habit = _advice(make_node(context="毎日30分。続かない。"))
    assert "まとまった時間" not in str(habit.options[0].next_action)


def test_only_what_is_due_can_be_asked_to_be_moved() -> None:
    tomorrow = (NOW + timedelta(days=1)).date()
    day = f"{tomorrow.month}月{tomorrow.day}日"
    due = _advice(make_node(title="申込書", context=f"{day}まで。"))
    assert any("動かせるか" in option.next_action for option in due.options)
    for text in (f"予約の電話は{day}以降。", f"{day}に母の誕生日。"):
        report = _advice(make_node(title="電話", context=text))
        assert len(report.options) == 2
        assert not any("動かせるか" in option.next_action for option in report.options)


def test_a_draft_that_is_asked_for_is_two_texts() -> None:
    report = _advice(make_node(title="見積もりの返事"), intent="返信の下書きがほしい")
    assert [option.label for option in report.options] == ["案A：短い文面", "案B：日付を入れた文面"]
    assert "見積もりの返事" in (report.options[0].description or "")


def test_what_has_ended_can_be_put_back_or_left() -> None:
    for status in ("DONE", "DORMANT", "CANCELLED"):
        report = _advice(make_node(status=status, context="A / B\nAは安い。"))
        labels = [option.label for option in report.options]
        if status != "DORMANT":
            assert labels == ["案A：机に戻す", "案B：このままにする"]
