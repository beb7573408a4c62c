"""In which sentences do the narrators speak? Japanese and English; they offer, they do not order.

Every sentence passes the judges of both reports: a test says all of them to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from hakaru.core.i18n import Lang
from hakaru.guard.cleaning import clean, cut
from hakaru.proposals.nodes import Node
from hakaru.proposals.rules import is_blank, is_quotable

QUOTED_MOST = 40

OptionName = Literal["now", "wait", "delegate", "drop", "return", "leave"]

SENTENCES: Mapping[str, tuple[str, str]] = {
    "quoted": ("「{title}」", "“{title}”"),
    "this_node": ("このノード", "this node"),
    "another_node": ("もう一方のノード", "another node"),
    "empty_desk": (
        "机の上にノードがありません。まず気になっていることを 1 件書き出すと、"
        "並べやすくなりそうです。",
        "There is no node on the desk. A first step could be to write down one thing on your mind.",
    ),
    "desk": (
        "机の上には {n} 件あります（{trays}）。まず{first}から見ると、ほかとのつながりが"
        "見えてきそうです。",
        "There are {n} nodes on the desk ({trays}). Looking at {first} first could show how the "
        "others hang together.",
    ),
    "desk_of_one": (
        "机の上にあるのは{first}だけです（{trays}）。"
        "まず気になっていることをもう 1 件書き出すと、"
        "つながりを見つけやすくなりそうです。",
        "Only {first} is on the desk ({trays}). "
        "A first step could be to write down what else is on "
        "your mind.",
    ),
    "oldest": (
        "最も長く動きがないのは{node}で、{days}日です。",
        "Longest without a change is {node}: {days} days.",
    ),
    "and": ("、", ", "),
    "tray_count": ("{tray} {n}", "{tray} {n}"),
    "group_word": (
        "題名に「{word}」が共通しており、まとめて見ると流れをつかみやすそうです。",
        "Their titles share “{word}”: seen together they could be easier to follow.",
    ),
    "group_parent": (
        "同じ親の下にあり、まとめて見ると流れをつかみやすそうです。",
        "They lie below the same parent: seen together they could be easier to follow.",
    ),
    "group_parent_label": ("{node}の子", "Parts of {node}"),
    "group_parent_plain": ("同じ親の子", "Parts of one parent"),
    "waits_for": (
        "{start}は止まっており、動いている{end}と「{word}」が共通しています。"
        "関係がありそうに見えます。",
        "{start} stands still and shares “{word}” with {end}, which is moving: they could be "
        "related.",
    ),
    "part_of": (
        "{start}は親がなく、子を持つ{end}と「{word}」が共通しています。その一部かもしれません。",
        "{start} has no parent and shares “{word}” with {end}, which has parts: it could be one.",
    ),
    "split_lines": (
        "メモに {n} つの項目が並んでおり、分けると 1 つずつ進めやすくなりそうです。",
        "Its note lists {n} things: apart they could be easier to take one by one.",
    ),
    "split_plain": (
        "まだ分けられていないため、分けると着手しやすくなりそうです。",
        "It has no parts yet: divided it could be easier to begin.",
    ),
    "from_note": ("元のメモの項目", "an item of its note"),
}

CHILDREN: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (("必要なものを書き出す", "List what it takes"), ("何がそろえば始められるか", "what to have")),
    (("小さく試す", "Try a small piece"), ("短い時間で終わる一部", "a part that is soon over")),
    (("残りを見直す", "Look at the rest"), ("試した結果から続きを考える", "what the try showed")),
)
"""Title and context of the parts for a node of which nothing more is known."""

TRAY_NAMES: Mapping[str, tuple[str, str]] = {
    "in_progress": ("進行中", "in progress"),
    "needs_decision": ("判断待ち", "to decide"),
    "waiting_external": ("外部待ち", "waiting"),
    "cooling": ("冷却中", "cooling"),
    "other_active": ("その他", "other"),
}

LETTERS = "ABCDEFGH"
LABEL = ("案{letter}：{name}", "Option {letter}: {name}")

OPTIONS: Mapping[OptionName, Mapping[str, tuple[str, str]]] = {
    "now": {
        "name": ("いま少し進める", "move it on a little now"),
        "description": ("小さな一歩から手を付ける形です。", "Begin with one small step."),
        "pros": ("次に何が要るかが早く見える", "what comes next shows early"),
        "cons": ("ほかに使う時間が減る", "less time for the rest"),
        "next_action": (
            "15 分だけ使って、最初の小さな一歩を試す。",
            "Take 15 minutes and try the first small step.",
        ),
        "necessary_info": (
            "最初の一歩と、今日使える時間。",
            "The first step, and the time there is today.",
        ),
        "criteria_note": (
            "期限が近い、または手元の情報だけで動ける場合に合いそうです。",
            "Fits where a deadline is near, or what is at hand suffices.",
        ),
        "risks": (
            "途中で情報が足りなくなり、手が止まる可能性",
            "Something may turn out to be missing half way.",
        ),
    },
    "wait": {
        "name": ("時期を決めて待つ", "wait until a set time"),
        "description": (
            "いまは動かさず、見直す時期だけ決める形です。",
            "Let it lie until a set day.",
        ),
        "pros": ("新しい情報を見てから動ける", "new information can come in"),
        "cons": ("その間は進まない", "nothing moves meanwhile"),
        "next_action": (
            "次に見直す日を 1 つ決めて、メモに残す。",
            "Pick one day to look again and note it.",
        ),
        "necessary_info": (
            "何が届けば動けるか、いつまで待てるか。",
            "What it waits for, and how long it can wait.",
        ),
        "criteria_note": (
            "返事や材料がまだそろっていない場合に合いそうです。",
            "Fits where an answer or material is still missing.",
        ),
        "risks": (
            "待つ間に期限が近づき、選べる幅が狭くなる可能性",
            "A deadline may come closer and leave fewer ways.",
        ),
    },
    "delegate": {
        "name": ("誰かに任せる", "hand it to somebody"),
        "description": ("ほかの人や道具に委ね、結果を受け取る形です。", "Let somebody else do it."),
        "pros": ("自分の時間を別のことに使える", "own time is free for other things"),
        "cons": ("伝える手間がかかる", "telling it takes effort"),
        "next_action": (
            "頼めそうな相手を 1 人挙げて、伝えることを 3 行で書く。",
            "Name one person to ask and put the request into three lines.",
        ),
        "necessary_info": (
            "頼める相手、期限、渡せる資料。",
            "Whom to ask, by when, and what to hand over.",
        ),
        "criteria_note": (
            "自分でなくても進められる内容の場合に合いそうです。",
            "Fits where it can be done without you.",
        ),
        "risks": (
            "意図が伝わらず、手直しが増える可能性",
            "The intention may get lost and cost rework.",
        ),
    },
    "drop": {
        "name": ("手放す", "let it go"),
        "description": ("やらないと決めて、机を空ける形です。", "Take it off the desk."),
        "pros": ("残りに集中しやすくなる", "the rest gets more attention"),
        "cons": ("使った時間は戻らない", "time already spent is gone"),
        "next_action": (
            "手放した場合に困る人や物があるか、1 つだけ書き出す。",
            "Write down one person or thing that would miss it.",
        ),
        "necessary_info": (
            "関わっている人と、約束したこと。",
            "Who is involved, and what was promised.",
        ),
        "criteria_note": (
            "目的が変わった、または効果が小さい場合に合いそうです。",
            "Fits where the purpose has changed or the gain is small.",
        ),
        "risks": (
            "後でまた要ると分かり、やり直しになる可能性",
            "It may be wanted again later and begin anew.",
        ),
    },
    "return": {
        "name": ("机に戻す", "put it back on the desk"),
        "description": ("再開できる状態に戻す形です。", "Bring it back so that it can go on."),
        "pros": ("前の続きから始められる", "it can go on where it was left"),
        "cons": ("机の上が 1 件増える", "one more on the desk"),
        "next_action": (
            "前に止まった所を読み返し、続きを 1 行で書く。",
            "Read where it stopped and put the next step into one line.",
        ),
        "necessary_info": (
            "前に止まった理由と、変わったこと。",
            "Why it stopped, and what has changed.",
        ),
        "criteria_note": (
            "事情が変わり、また意味が出てきた場合に合いそうです。",
            "Fits where things have changed and it makes sense again.",
        ),
        "risks": (
            "前と同じ理由でまた止まる可能性",
            "It may stop again for the same reason.",
        ),
    },
    "leave": {
        "name": ("このままにする", "leave it as it is"),
        "description": (
            "状態は変えず、気付いたことだけ残す形です。",
            "Change nothing, keep a note.",
        ),
        "pros": ("手間がかからない", "takes no effort"),
        "cons": ("状況は変わらない", "nothing changes"),
        "next_action": (
            "いま分かっていることを 1 行だけメモに残す。",
            "Note in one line what is known now.",
        ),
        "necessary_info": (
            "このままで困ることがあるかどうか。",
            "Whether anything is amiss as it is.",
        ),
        "criteria_note": (
            "急ぐ理由が見当たらない場合に合いそうです。",
            "Fits where there is no reason to hurry.",
        ),
        "risks": (
            "忘れられて、思い出す手間が増える可能性",
            "It may be forgotten and take effort to recall.",
        ),
    },
}

ADVICE: Mapping[str, tuple[str, str]] = {
    "next_decision": (
        "まず「いつまでに動かしたいか」を決めると、残りの案が比べやすくなりそうです。",
        "Deciding first by when it is wanted could make the other options easier to compare.",
    ),
    "next_decision_ended": (
        "まず「また使う場面があるか」を考えると、どの案かを比べやすくなりそうです。",
        "Thinking first whether it will be used again could make the options easier to compare.",
    ),
    "summary": (
        "{node}はいま{status}です。{age}{n} つの案を並べました。どれにするかは期限と使える時間"
        "次第に見えます。",
        "{node} is {status} now. {age}Here are {n} options side by side; which one fits depends on "
        "the deadline and the time there is.",
    ),
    "age": ("最後の更新から {days} 日たっています。", "The last change was {days} days ago. "),
    "age_today": ("今日更新されています。", "It was changed today. "),
    "age_one": ("昨日更新されています。", "It was changed a day ago. "),
}

CRITERIA: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (("期限", "deadline"), ("いつまでに動かしたいか", "by when it is wanted")),
    (("使える時間", "time"), ("今週どれだけ時間を取れるか", "how much time there is this week")),
    (("ほかへの影響", "others"), ("待っている人や作業があるか", "who or what waits for it")),
)


def phrase(entry: tuple[str, str], lang: Lang, **values: object) -> str:
    """An entry in one language with its placeholders filled."""
    return entry[lang == "en"].format(**values)


def named(node: Node, lang: Lang, *, otherwise: str = "this_node") -> str:
    """The node's title in quotes, or a plain word where the title would break a rule."""
    title = cut(clean(node.title), QUOTED_MOST)
    if is_blank(title) or not is_quotable(title):
        return phrase(SENTENCES[otherwise], lang)
    return phrase(SENTENCES["quoted"], lang, title=title)


def age_days(node: Node, now: datetime) -> int:
    """Whole days since a node was last touched; 0 also where its clock is ahead of ours."""
    return max(0, (now - node.updated_at) // timedelta(days=1))
