"""Sentences of the narrators, in Japanese and English; they offer, they do not order.

Every sentence passes the judges of both reports: a test says all of them to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.guard.cleaning import clean, cut
from hakaru.proposals.nodes import Node
from hakaru.proposals.rules import is_blank, is_quotable

QUOTED_MOST = 40

OptionName = Literal[
    "now", "wait", "drop", "return", "leave", "stretch", "pieces", "ask", "unblock", "sort"
]  # fmt: skip

SENTENCES: Mapping[str, str] = {
    "this_node": N_("this node"),
    "another_node": N_("another node"),
    "split_plain": N_("It has no parts yet: divided it could be easier to begin."),
}

CHILDREN: tuple[tuple[str, str], ...] = (
    (N_("List what it takes"), N_("what to have")),
    (N_("Try a small piece"), N_("a part that is soon over")),
    (N_("Look at the rest"), N_("what the try showed")),
)
"""Title and context of the parts for a node of which nothing more is known."""

TRAY_NAMES: Mapping[str, str] = {
    "in_progress": N_("in progress"),
    "needs_decision": N_("to decide"),
    "waiting_external": N_("waiting"),
    "cooling": N_("cooling"),
    "other_active": N_("other"),
}

LETTERS = "ABCDEFGH"
LABEL = N_("Option {letter}: {name}")

OPTIONS: Mapping[OptionName, Mapping[str, str]] = {
    "now": {
        "name": N_("move it on a little now"),
        "description": N_("Begin with one small step."),
        "pros": N_("what comes next shows early"),
        "cons": N_("less time for the rest"),
        "next_action": N_("Take 15 minutes and try the first small step."),
        "necessary_info": N_("The first step, and the time there is today."),
        "criteria_note": N_("Fits where a deadline is near, or what is at hand suffices."),
        "risks": N_("Something may turn out to be missing half way."),
    },
    "wait": {
        "name": N_("wait until a set time"),
        "description": N_("Let it lie until a set day."),
        "pros": N_("new information can come in"),
        "cons": N_("nothing moves meanwhile"),
        "next_action": N_("Pick one day to look again and note it."),
        "necessary_info": N_("What it waits for, and how long it can wait."),
        "criteria_note": N_("Fits where an answer or material is still missing."),
        "risks": N_("A deadline may come closer and leave fewer ways."),
    },
    "drop": {
        "name": N_("let it go"),
        "description": N_("Take it off the desk."),
        "pros": N_("the rest gets more attention"),
        "cons": N_("time already spent is gone"),
        "next_action": N_("Write down one person or thing that would miss it."),
        "necessary_info": N_("Who is involved, and what was promised."),
        "criteria_note": N_("Fits where the purpose has changed or the gain is small."),
        "risks": N_("It may be wanted again later and begin anew."),
    },
    "return": {
        "name": N_("put it back on the desk"),
        "description": N_("Bring it back so that it can go on."),
        "pros": N_("it can go on where it was left"),
        "cons": N_("one more on the desk"),
        "next_action": N_("Read where it stopped and put the next step into one line."),
        "necessary_info": N_("Why it stopped, and what has changed."),
        "criteria_note": N_("Fits where things have changed and it makes sense again."),
        "risks": N_("It may stop again for the same reason."),
    },
    "leave": {
        "name": N_("leave it as it is"),
        "description": N_("Change nothing, keep a note."),
        "pros": N_("takes no effort"),
        "cons": N_("nothing changes"),
        "next_action": N_("Note in one line what is known now."),
        "necessary_info": N_("Whether anything is amiss as it is."),
        "criteria_note": N_("Fits where there is no reason to hurry."),
        "risks": N_("It may be forgotten and take effort to recall."),
    },
    "stretch": {
        "name": N_("in one go"),
        "description": N_("All of it in one stretch of time."),
        "pros": N_("afterwards it is off the mind"),
        "cons": N_("the stretch has to be kept free"),
        "next_action": N_("Pick a day with enough time and note it."),
        "necessary_info": N_("A day on which it fits."),
        "criteria_note": N_("Fits where a stretch of time can be kept free."),
        "risks": N_("It may take longer than thought."),
    },
    "pieces": {
        "name": N_("in pieces"),
        "description": N_("A part at a time, each of them short."),
        "pros": N_("it moves on with little time, too"),
        "cons": N_("it takes longer until all is done"),
        "next_action": N_("Do the first 15 minutes and note where it stops."),
        "necessary_info": N_("Where it can be cut so that each piece stands for itself."),
        "criteria_note": N_("Fits where no long stretch is free."),
        "risks": N_("Each new start takes a few minutes of its own."),
    },
    "ask": {
        "name": N_("ask how it stands"),
        "description": N_("Ask first, and go on with the answer."),
        "pros": N_("an answer may settle it"),
        "cons": N_("until then it rests with somebody else"),
        "next_action": N_("Write two lines: what is open, and until when."),
        "necessary_info": N_("Who knows, and by when it has to be known."),
        "criteria_note": N_("Fits where somebody else knows what is missing."),
        "risks": N_("The answer may take its time."),
    },
    "unblock": {
        "name": N_("move what it waits for"),
        "description": N_("Go first to what holds it up."),
        "pros": N_("what holds it up becomes plain"),
        "cons": N_("it stands still meanwhile itself"),
        "next_action": N_("Look at what it waits for and note what is missing there."),
        "necessary_info": N_("What is missing there, and who has it."),
        "criteria_note": N_("Fits where it cannot go on without that."),
        "risks": N_("What holds it up may take longer than thought."),
    },
    "sort": {
        "name": N_("look through it first"),
        "description": N_("Look at what there is before any of it is done."),
        "pros": N_("what is not wanted any more can go"),
        "cons": N_("none of it is done by looking"),
        "next_action": N_("Read through it and let go of what is not wanted any more."),
        "necessary_info": N_("What of it is still wanted."),
        "criteria_note": N_("Fits where much has gathered."),
        "risks": N_("Looking may take the time that one part would have taken."),
    },
}

CRITERIA: tuple[tuple[str, str], ...] = (
    (N_("deadline"), N_("by when it is wanted")),
    (N_("time"), N_("how much time there is this week")),
    (N_("others"), N_("who or what waits for it")),
)


def named(node: Node, lang: Lang, *, otherwise: str = "this_node") -> str:
    """The node's title in quotes, or a plain word where the title would break a rule."""
    title = cut(clean(node.title), QUOTED_MOST)
    if is_blank(title) or not is_quotable(title):
        return say(SENTENCES[otherwise], lang)
    return say(in_context("quotation", "“{title}”"), lang, title=title)


def quoted(text: str, lang: Lang, *, most: int = 80) -> str | None:
    """Words of the user in quotes, on one line; None: there are none, or they would break a rule
    of reports."""
    shown = cut(clean(text), most)
    if is_blank(shown) or not is_quotable(shown):
        return None
    return say(in_context("quotation", "“{title}”"), lang, title=shown)


def age_days(node: Node, now: datetime) -> int:
    """Whole days since a node was last touched; 0 also where its clock is ahead of ours."""
    return max(0, (now - node.updated_at) // timedelta(days=1))
