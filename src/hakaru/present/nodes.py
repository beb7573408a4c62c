"""The desk: its nodes, what happened to them, and changes that were agreed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Drawing, Items, Part, document, part
from hakaru.proposals.changes import problem_text
from hakaru.proposals.nodes import label, relation_label

if TYPE_CHECKING:
    from hakaru.flows.changes import ApplyResult, ConfirmResult, EstimateResult
    from hakaru.flows.node_files import ExportedNodes, ImportedNodes
    from hakaru.flows.nodes import NodeRemoval, NodeResult, NodesResult
    from hakaru.proposals.board import Board
    from hakaru.proposals.nodes import HistoryEntry, Node

_TRAYS: Mapping[str, str] = {
    "in_progress": N_("In progress"),
    "needs_decision": N_("To decide"),
    "waiting_external": N_("Waiting for others"),
    "cooling": N_("Cooling"),
    "other_active": N_("Other"),
}
_KINDS: Mapping[str, str] = {
    "created": N_("made"),
    "memo": N_("memo"),
    "relation": N_("related"),
    "group": N_("grouped"),
    "children": N_("divided"),
    "edited": N_("reworded"),
    "removed": N_("deleted"),
    "undone": N_("undone"),
}
"""What happened to a node; anything else is a change of its status."""


def nodes_document(result: NodesResult, language: Lang) -> Document:
    """The board: a part for each tray that holds a node, with what the notes say of each."""
    board, left = result.board, result.counts[0]
    parts = [
        part(
            Items(items=tuple(_with_facts(node, board, language) for node in nodes)),
            title=say("{tray} ({n})", language, tray=say(_TRAYS[tray], language), n=len(nodes)),
        )
        for tray, nodes in result.trays.items()
        if nodes
    ]
    if left:
        parts.append(part(say("and {n} more", language, n=left)))
    empty = say("There is no node on the desk; `hakaru nodes add TITLE` puts one there.", language)
    return Document(parts=tuple(parts)) if parts else document(empty)


def _with_facts(node: Node, board: Board, lang: Lang) -> str:
    return " · ".join((_line(node, lang), *card_facts(node, board, lang)))


def card_facts(node: Node, board: Board, lang: Lang) -> tuple[str, ...]:
    """What the notes say of a node in a few words: its next day, its checklist, what it waits for
    and how many wait for it."""
    facts: list[str] = []
    for node_date in board.dates_of(node.id):
        days = (node_date.day - board.today).days
        if node_date.sense != "deadline" and days < 0:
            continue
        entry = (
            N_("{day}, in {n} <n:day|days>")
            if days > 0
            else N_("{day}, today")
            if days == 0
            else N_("{day}, {n} <n:day|days> over")
        )
        facts.append(say(entry, lang, day=node_date.day.isoformat(), n=abs(days)))
        break
    checklist = board.notes(node).checklist
    if checklist is not None:
        n = len(checklist.done) + len(checklist.still_open)
        facts.append(say("{done} of {n} lines done", lang, done=len(checklist.done), n=n))
    for item in board.awaited(node.id)[:1]:
        title = clean(board.by_id[item.to_id].title)
        facts.append(say("waits for: {title}", lang, title=title))
    n_waiting = len(board.waiters.get(node.id, ()))
    if n_waiting:
        facts.append(say("{n} <n:waits|wait> for it", lang, n=n_waiting))
    return tuple(facts)


def node_document(result: NodeResult, language: Lang) -> Document:
    """A node and everything around it."""
    relations = [
        say(
            "{start} → {end} ({type})",
            language,
            start=relation.from_node_id,
            end=relation.to_node_id,
            type=clean(relation_label(relation.relation_type, language)),
        )
        for relation in result.relations
    ]
    around = {
        in_context("children", "Parts"): [_line(child, language) for child in result.children],
        N_("Relations"): relations,
        N_("Groups"): [clean(group.label) for group in result.groups],
        N_("History"): [_entry(entry, language) for entry in result.history],
    }
    note = clean(result.node.context, lines=True).splitlines()
    parts = [part(_line(result.node, language))]
    if note:
        parts.append(part(Drawing(lines=tuple(note)), title=say("Note", language)))
    parts += [_listed(title, items, language) for title, items in around.items() if items]
    return Document(parts=tuple(parts))


def _listed(title: str, items: list[str], lang: Lang) -> Part:
    return part(Items(items=tuple(items)), title=say(title, lang))


def estimate_document(result: EstimateResult, language: Lang) -> Document:
    """What is suggested, and what is open."""
    estimate = result.estimate
    suggested = estimate.suggested
    sentence = (
        say("The words suggest no status that is open.", language)
        if suggested is None
        else say(
            "Suggested: {status} ({why})",
            language,
            status=label(suggested.status, language),
            why=suggested.why(language),
        )
    )
    names = ", ".join(
        f"{candidate} {label(candidate, language)}" for candidate in estimate.candidates
    )
    return document(sentence, say("Open from here: {statuses}", language, statuses=names))


def confirmed_document(result: ConfirmResult, language: Lang) -> Document:
    """The id and how to use it."""
    confirmation = result.confirmation
    problems = () if result.diff is None else result.diff.problems
    return document(
        say(
            "Confirmed. Apply it with: hakaru apply {id}\nOnce, until {until}.",
            language,
            id=confirmation.confirmation_id,
            until=confirmation.expires_at.isoformat(sep=" ", timespec="minutes"),
        ),
        *(
            say("To look at: {text}", language, text=problem_text(code, language))
            for code in problems
        ),
    )


def applied_document(result: ApplyResult, language: Lang) -> Document:
    """What changed and how to take it back."""
    applied = result.applied
    if applied.to_status is not None and not applied.status_changed:
        status = label(applied.to_status, language)
        return document(say("The status stays {status}; a memo is kept.", language, status=status))
    return document(
        say(
            "{n} <n:node|nodes> changed ({ids}). Take it back with: hakaru undo {change}",
            language,
            n=len(applied.node_ids),
            ids=", ".join(applied.node_ids),
            change=applied.change_id,
        )
    )


def removed_document(result: NodeRemoval, language: Lang) -> Document:
    """What is gone, or would be."""
    counts = {"id": result.node_id, "n": result.n_relations, "n_groups": result.n_groups}
    if result.change_id is not None:
        text = say(
            "{id} is deleted, with {n} <n:relation|relations>; it was in "
            "{n_groups} <n_groups:group|groups>.",
            language,
            **counts,
        )
    elif result.n_parts:
        text = say(
            "{id} ({title}) has {n} <n:part|parts>: remove <n:it|them> first, or give <n:it|them> "
            "another parent. Nothing was changed.",
            language,
            id=result.node_id,
            title=clean(result.title),
            n=result.n_parts,
        )
    else:
        text = say(
            "{id} ({title}) would be deleted for good, with {n} <n:relation|relations>; it is in "
            "{n_groups} <n_groups:group|groups>, and no node hangs on it: "
            "`hakaru nodes remove {id} --yes`. Nothing was changed.",
            language,
            title=clean(result.title),
            **counts,
        )
    return document(text)


def imported_document(result: ImportedNodes, language: Lang) -> Document:
    """How many nodes came in, how they hang together, and what was there already."""
    sentences = []
    if result.n_nodes or not result.n_there:
        sentences.append(
            say(
                "{n} <n:node|nodes> read. Take it back with: hakaru undo {change}",
                language,
                n=result.n_nodes,
                change=result.change_id,
            )
        )
    if result.n_relations or result.n_groups:
        sentences.append(
            say(
                "With them {n} <n:relation|relations> and {n_groups} <n_groups:group|groups>.",
                language,
                n=result.n_relations,
                n_groups=result.n_groups,
            )
        )
    if result.n_there:
        sentences.append(
            say("{n} <n:node|nodes> there already, not made again.", language, n=result.n_there)
        )
    if result.n_lines_left:
        sentences.append(
            say(
                "{n} <n:line|lines> before the first item <n:was|were> left out.",
                language,
                n=result.n_lines_left,
            )
        )
    return document(*sentences)


def exported_nodes_document(result: ExportedNodes, language: Lang) -> Document:
    """How many nodes went out, and where."""
    return document(
        say("{n} <n:node|nodes> written to {path}.", language, n=result.n_nodes, path=result.path)
    )


def _line(node: Node, lang: Lang) -> str:
    status = label(node.status, lang)
    return say("{id}  {title} ({status})", lang, id=node.id, title=clean(node.title), status=status)


def _entry(entry: HistoryEntry, lang: Lang) -> str:
    if entry.kind in _KINDS:
        what = say(_KINDS[entry.kind], lang)
    else:
        start, end = (
            status and label(status, lang) for status in (entry.from_status, entry.to_status)
        )
        what = say("{start} → {end}", lang, start=start, end=end)
    return say(
        "{day}  {what}{why}  [{change}]",
        lang,
        day=entry.at.astimezone().date(),
        what=what,
        why=say(" ({text})", lang, text=clean(entry.reason)) if entry.reason else "",
        change=entry.change_id,
    )
