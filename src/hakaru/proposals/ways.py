"""Ways to go on with a node whose note lists none: two at most, by how the node lies.

Its open lines, what it waits for, its day, its size, its age and its place speak; nothing is handed
to somebody, and nothing is offered that the node's status does not allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.core.i18n import N_, in_context, say
from hakaru.proposals.board import OLD_DAYS
from hakaru.proposals.desk import Speaker
from hakaru.proposals.narrator_words import OPTIONS, OptionName, age_days, quoted
from hakaru.proposals.nodes import ENDED, Node, Status
from hakaru.proposals.notes import sentences
from hakaru.proposals.wishes import WishRead
from hakaru.records import frozen

WAYS_MOST = 2
_NEAR_DAYS = 10
_NOW: tuple[Status, ...] = ("IN_PROGRESS", "READY", "CLARIFYING")
_WAIT: tuple[Status, ...] = ("WAITING_EXTERNAL", "SCHEDULED", "COOLING")
_STATUSES: Mapping[OptionName, tuple[Status, ...]] = {
    "now": _NOW,
    "wait": _WAIT,
    "drop": ("CANCELLED",),
    "return": ("REACTIVATED",),
    "leave": (),
    "stretch": _NOW,
    "pieces": _NOW,
    "sort": _NOW,
    "ask": _WAIT,
    "unblock": _WAIT,
}


@frozen
class Way:
    """One way to go on. `statuses` it would lead to: the first that is open."""

    name: str
    description: str
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    next_action: str
    necessary_info: str
    criteria_note: str
    risks: tuple[str, ...]
    statuses: tuple[Status, ...]


def is_same_way(status: str | None, other: str | None) -> bool:
    """Whether two statuses are reached by one way of going on with a node."""
    reached = [set(statuses) for statuses in _STATUSES.values()]
    return status is not None and (
        status == other or any({status, other} <= group for group in reached)
    )


def ways_of(speaker: Speaker, node: Node, wanted: WishRead) -> tuple[Way, ...]:
    """Two ways that fit: first what was asked for, then what the node's own state suggests."""
    if node.status in ENDED or node.status == "DORMANT":
        return _plain(speaker, node, "return"), _plain(speaker, node, "leave")
    ways: dict[str, Way] = {}
    for make in (_asked, _drafts, _open_lines, _awaited, _dated, _parts, _still, _sized, _person):
        for way in make(speaker, node, wanted):
            ways.setdefault(way.name, way)
        if len(ways) >= WAYS_MOST:
            break
    for name in ("now", "wait"):
        way = _plain(speaker, node, name)
        ways.setdefault(way.name, way)
    return tuple(ways.values())[:WAYS_MOST]


def _made(
    speaker: Speaker,
    name: OptionName,
    *,
    title: str | None = None,
    step: str | None = None,
    info: str | None = None,
    risk: str | None = None,
    description: str | None = None,
) -> Way:
    """A way of one kind; what is given stands in the place of what is known of the kind."""
    words, lang = OPTIONS[name], speaker.desk.lang

    def known(key: str) -> str:
        return say(words[key], lang)

    return Way(
        name=title or known("name"),
        description=description or known("description"),
        pros=(known("pros"),),
        cons=(known("cons"),),
        next_action=step or known("next_action"),
        necessary_info=info or known("necessary_info"),
        criteria_note=known("criteria_note"),
        risks=(risk or known("risks"),),
        statuses=_STATUSES[name],
    )


def _plain(speaker: Speaker, node: Node, name: OptionName) -> Way:
    """A known way, with what the note says where it says anything, else with what lies beside."""
    lang = speaker.desk.lang
    for sentence in sentences(node.context):
        words = quoted(sentence, lang)
        if words is None:
            continue
        if name in ("now", "return"):
            entry = N_("Take 15 minutes and begin with what the note says: {words}.")
            return _made(speaker, name, step=say(entry, lang, words=words))
        entry = N_("What would change about {words} by waiting.")
        return _made(speaker, name, info=say(entry, lang, words=words))
    beside = _beside(speaker, node)
    if beside is None:
        return _made(speaker, name)
    return _made(speaker, name, info=beside)


def _beside(speaker: Speaker, node: Node) -> str | None:
    """What lies below the same parent next to it."""
    board = speaker.desk.board
    if node.parent_id is None or node.parent_id not in board.by_id:
        return None
    siblings = board.children(node.parent_id)
    places = [at for at, other in enumerate(siblings) if other.id == node.id]
    if len(siblings) < 2 or not places:
        return None
    other = siblings[places[0] - 1] if places[0] else siblings[1]
    parent = board.by_id[node.parent_id]
    return speaker.say(
        N_("Whether it comes before or after {other}, beside which it lies in {parent}."),
        *speaker.titled(other, parent),
        other=speaker.name(other, otherwise="another_node"),
        parent=speaker.name(parent, otherwise="another_node"),
    )


def _asked(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """What a person asked for outright."""
    del node
    lang = speaker.desk.lang
    if "drop" in wanted.asks:
        yield _made(speaker, "drop")
    if "postpone" in wanted.asks:
        if wanted.by is None:
            yield _made(speaker, "wait")
        else:
            entry = N_("Note {day} as the day to look again.")
            step = say(entry, lang, day=wanted.by.isoformat())
            yield _made(speaker, "wait", step=step)


def _drafts(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """Two texts to begin with, where one was asked for."""
    if "draft" not in wanted.asks:
        return
    lang, name = speaker.desk.lang, speaker.name(node)
    claims = speaker.titled(node) if node.id in speaker.desk.places else ()
    for title, entry in (
        (N_("a short text"), N_("“About {node}: how does it stand, and what is still open?”")),
        (
            N_("a text with a day in it"),
            N_(
                "“About {node}: could you answer by the end of the week? Then I can go on with it.”"
            ),
        ),
    ):
        yield _made(
            speaker,
            "now",
            title=say(title, lang),
            description=speaker.say(entry, *claims, node=name),
            step=say(N_("Put in whom it goes to and what is known, and read it aloud once."), lang),
            info=say(N_("Whom it goes to, and what was last said."), lang),
        )


def _open_lines(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """The open lines of its checklist."""
    del wanted
    checklist, lang = speaker.desk.board.notes(node).checklist, speaker.desk.lang
    lines = [] if checklist is None else [
        words for line in checklist.still_open if (words := quoted(line, lang))
    ]  # fmt: skip
    if checklist is None or not lines:
        return
    entry = N_("Take {words}: {done} of {n} lines are done.")
    counts = {
        "done": len(checklist.done),
        "n": len(checklist.done) + len(checklist.still_open),
    }
    yield _made(
        speaker,
        "now",
        title=say(N_("the next open line"), lang),
        step=say(entry, lang, words=lines[0], **counts),
        info=say(N_("What {words} takes."), lang, words=lines[0]),
    )
    rest = say(in_context("list", ", "), lang).join(lines)
    yield _made(
        speaker,
        "stretch",
        title=say(N_("a day for the open lines"), lang),
        step=say(N_("Pick one day for {words} and note it."), lang, words=rest),
    )


def _awaited(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """What it waits for, and what does not wait."""
    del wanted
    board, lang = speaker.desk.board, speaker.desk.lang
    awaited = board.awaited(node.id)
    if not awaited:
        return
    other = board.by_id[awaited[0].to_id]
    claims = (speaker.waits(node.id, other.id), *speaker.titled(other))
    name = speaker.name(other, otherwise="another_node")
    words = quoted(awaited[0].words, lang)
    info = (
        None if words is None else say(N_("Whether this holds still: {words}"), lang, words=words)
    )
    yield _made(
        speaker,
        "unblock",
        step=speaker.say(
            N_("Look at {other} and note what is missing there."), *claims, other=name
        ),
        info=info,
        risk=speaker.say(N_("It stands as long as {other} stands."), *claims, other=name),
    )
    yield _made(
        speaker,
        "now",
        title=say(N_("prepare what does not wait"), lang),
        step=speaker.say(
            N_("Take 15 minutes for what can be done without {other}."), *claims, other=name
        ),
        risk=speaker.say(N_("What {other} brings may change it again."), *claims, other=name),
    )


def _dated(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """A day that is near or over. One that only begins something asks for nothing, and one on which
    something happens is nobody's to move."""
    del wanted
    board, lang = speaker.desk.board, speaker.desk.lang
    for at, node_date in enumerate(board.dates):
        days = (node_date.day - board.today).days
        if node_date.node_id != node.id or days > _NEAR_DAYS or node_date.sense == "start":
            continue
        words = quoted(node_date.words, lang)
        what = quoted(next(iter(sentences(node.context)), ""), lang)
        day = node_date.day.isoformat()
        yield _made(
            speaker,
            "now",
            title=say(N_("before the day"), lang),
            step=speaker.say(
                N_("Note what has to be there on {day} and take the first of it."),
                *speaker.dated(at),
                day=day,
            ),
            info=None if what is None else say(N_("What belongs to it: {words}"), lang, words=what),
        )
        if node_date.sense != "deadline":
            return
        yield _made(
            speaker,
            "ask",
            title=say(N_("another day"), lang),
            step=speaker.say(
                N_("Ask whether {day} can be moved, and to when."), *speaker.dated(at), day=day
            ),
            info=None if words is None else say(N_("Who set it: {words}"), lang, words=words),
        )
        return


def _parts(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """One of its parts, or all of them looked through."""
    del wanted
    children = speaker.desk.board.children(node.id)
    if not children:
        return
    lang = speaker.desk.lang
    oldest = min(children, key=lambda child: (child.updated_at, child.id))
    name = speaker.name(oldest, otherwise="another_node")
    claims = (*speaker.titled(oldest), speaker.age(oldest))
    yield _made(
        speaker,
        "now",
        title=say(N_("one of its parts"), lang),
        step=speaker.say(
            N_("Take {part}, unchanged for {days} <days:day|days>, a small step on."),
            *claims,
            part=name,
            days=age_days(oldest, speaker.desk.now),
        ),
        info=say(N_("Which of its {n} parts the others need."), lang, n=len(children)),
    )
    yield _made(
        speaker,
        "sort",
        title=say(N_("look through its parts first"), lang),
        step=say(
            N_("Read through the {n} parts and let go of what is not wanted any more."),
            lang,
            n=len(children),
        ),
    )


def _still(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """What lies still is taken up in small, or let go."""
    days = age_days(node, speaker.desk.now)
    if days < OLD_DAYS or "drop" in wanted.asks:
        return
    lang = speaker.desk.lang
    words = quoted(next(iter(sentences(node.context)), ""), lang)
    known = node.id in speaker.desk.places
    yield _made(
        speaker,
        "now",
        title=say(N_("take it up again in small"), lang),
        step=None
        if words is None
        else say(
            N_("Take 15 minutes for {words} and see whether it still holds."), lang, words=words
        ),
        info=speaker.say(
            N_("What has changed in the {days} <days:day|days> since."),
            *((speaker.age(node),) if known else ()),
            days=days,
        ),
    )
    yield _made(speaker, "drop")


def _sized(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """The size that its note names."""
    del wanted
    effort = next(iter(speaker.desk.board.notes(node).efforts), None)
    lang = speaker.desk.lang
    words = None if effort is None else quoted(effort.words, lang)
    if words is None:
        return
    yield _made(
        speaker,
        "stretch",
        step=say(N_("Keep one stretch of time free for it: {words}."), lang, words=words),
        info=say(N_("A day on which {words} fits."), lang, words=words),
    )
    yield _made(
        speaker,
        "pieces",
        step=say(
            N_("Do the first 15 minutes of {words} and note where it stops."), lang, words=words
        ),
    )


def _person(speaker: Speaker, node: Node, wanted: WishRead) -> Iterator[Way]:
    """The person that its note names is asked."""
    people = speaker.desk.board.notes(node).people
    if not people or "alone" in wanted.asks:
        return
    lang = speaker.desk.lang
    name = quoted(people[0], lang)
    what = quoted(next(iter(sentences(node.context)), ""), lang)
    if name is None:
        return
    yield _made(
        speaker,
        "ask",
        step=say(N_("Write {name} two lines: what is open, and until when."), lang, name=name),
        info=None if what is None else say(N_("What was last said: {words}"), lang, words=what),
    )
