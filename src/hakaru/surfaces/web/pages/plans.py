"""The desk, one node, its proposals, and the click that applies one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast
from urllib.parse import urlencode

from hakaru.core.errors import RequestError
from hakaru.core.i18n import N_, Lang, in_context, in_language, say
from hakaru.flows.changes import Choice, agree, apply_change
from hakaru.flows.job_records import Subject
from hakaru.flows.nodes import add_next_training, add_node, edit_node, every_node, remove_node
from hakaru.flows.nodes import show_node as show_node_nodes
from hakaru.flows.propose import (
    OpenOptions,
    open_options,
)
from hakaru.guard.cleaning import clean
from hakaru.present.nodes import card_facts
from hakaru.proposals.board import Board
from hakaru.proposals.nodes import (
    STATUSES,
    TRAYS,
    HistoryEntry,
    HistoryKind,
    Node,
    is_status,
    label,
    newest_first,
    on_trays,
    relation_label,
    tray_of,
    valid_transitions,
)
from hakaru.proposals.reports import (
    AdvisorOption,
)
from hakaru.records import frozen
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.plans_order import SOURCES, OrderPanel, order_panel
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit, node_address, told_of


@frozen
class OptionView:
    """Something that could be done. `status` '': it suggests none that is open."""

    label: str
    action: str
    needs: str
    criteria: str
    description: str
    risks: tuple[str, ...]
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    status: str
    status_label: str


@frozen
class OptionsView:
    """What an Advisor drafted."""

    made_at: str
    source: str
    summary: str
    decision: str
    said: tuple[str, ...]
    options: tuple[OptionView, ...]


@frozen
class AdvicePanel:
    """The options that lie there, and whether others are being drafted. `address` asks again."""

    node_id: str
    address: str
    asked: Asked
    advice: OptionsView | None


def show_advice(visit: Visit) -> Shown:
    """The options: a piece of the page of a node, for as long as they are being drafted."""
    node = show_node_nodes(visit.context, node=visit.choice("id") or "").node
    return Shown(
        template="node_advice.html.j2",
        piece=True,
        title=say("Options (Advisor)", visit.lang),
        view=advice_panel(visit, node),
        section="plans",
    )


def advice_panel(visit: Visit, node: Node) -> AdvicePanel:
    """What was drafted last on a node."""
    options = open_options(visit.context, node=node.id)
    since = None if options is None else options.made_at
    open_to = valid_transitions(node.status)
    return AdvicePanel(
        node_id=node.id,
        address=node_address(node.id).replace("/plans/node?", "/plans/advice?"),
        asked=asked_before(visit, "advise", about=Subject(node=node.id), since=since),
        advice=None if options is None else _advice(options, visit.lang, open_to=open_to),
    )


def advise(visit: Visit) -> Onward:
    """Ask what could be done with it. Nothing is changed by it."""
    node_id = visit.sent.get("id", "")
    show_node_nodes(visit.context, node=node_id)
    intent = visit.sent.get("intent") or None
    ask(
        visit,
        "advise",
        about=Subject(node=node_id, intent=intent, lang=visit.context.settings.language),
    )
    return Onward(to=f"{node_address(node_id, notice='asked')}#advice")


def _advice(options: OpenOptions, lang: Lang, *, open_to: tuple[str, ...]) -> OptionsView:
    report = options.report
    return OptionsView(
        made_at=options.made_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        source=say(SOURCES[options.source], lang),
        summary="" if report is None else report.summary,
        decision="" if report is None else report.next_decision,
        said=tuple(clean(in_language(text, lang)) for text in options.said),
        options=()
        if report is None
        else tuple(_option(option, lang, open_to=open_to) for option in report.options),
    )


def _option(option: AdvisorOption, lang: Lang, *, open_to: tuple[str, ...]) -> OptionView:
    status = option.suggested_status if option.suggested_status in open_to else None
    return OptionView(
        label=option.label,
        action=option.next_action,
        needs=option.necessary_info,
        criteria=option.criteria_note,
        description=option.description or "",
        risks=option.risks,
        pros=option.pros or (),
        cons=option.cons or (),
        status=status or "",
        status_label=label(status, lang) if is_status(status) else "",
    )


_UI = "dashboard"


def applied(visit: Visit, choice: Choice) -> str:
    """Write down that a person agrees to a choice, and apply it; the id of the change."""
    agreed = agree(visit.context, choice, ui_action=_UI).confirmation.confirmation_id
    done = apply_change(visit.context, confirmation=agreed, reason=None, source="human_ui")
    return done.applied.change_id


def apply_diff(visit: Visit) -> Onward | Shown:
    """Agree to a proposed diff, and apply it; the page says why not."""
    try:
        change = applied(visit, Choice(diff=visit.sent.get("diff", "")))
    except RequestError as refused:
        return _refused_on_desk(visit, refused)
    return Onward(to=f"/plans?{urlencode({'told': 'applied', 'change': change})}#order")


def _refused_on_desk(visit: Visit, refused: RequestError) -> Shown:
    page = show(replace(visit, asked={}))
    fault = in_language(refused.message, visit.lang)
    view = replace(cast(PlansView, page.view), fault=fault)
    return replace(page, view=view, status=refused.status)


_CONTEXT_SHOWN = 160
_IN_SIGHT = 12


@frozen
class NodeLine:
    """A node in a tray. Texts are the user's own, without what could act."""

    address: str
    title: str
    status: str
    context: str
    facts: tuple[str, ...] = ()


@frozen
class TrayView:
    """One tray, the node that was touched last first. `more` are those that are folded away."""

    name: str
    label: str
    n_nodes: int
    nodes: tuple[NodeLine, ...]
    more: tuple[NodeLine, ...]


@frozen
class PlansView:
    """The desk. `told` is what was done just now, `undo` the change that would be taken back,
    `fault` why nothing was done."""

    trays: tuple[TrayView, ...]
    ended: TrayView
    order: OrderPanel
    told: str
    undo: str
    fault: str = ""


def show(visit: Visit) -> Shown:
    """The desk."""
    lang = visit.lang
    nodes = every_node(visit.context).nodes
    lying = on_trays(nodes, limit=len(nodes))
    ended = newest_first(node for node in nodes if tray_of(node.status) is None)
    board = Board(nodes=nodes, today=visit.context.today)
    view = PlansView(
        trays=tuple(_tray(name, lying[name], lang, board) for name in TRAYS),
        ended=_tray("ended", ended, lang),
        order=order_panel(visit),
        told=told_of(visit),
        undo=visit.choice("change") or "",
    )
    return Shown(template="plans.html.j2", title=say("Plans", lang), view=view, section="plans")


_TRAYS: Mapping[str, str] = {
    "in_progress": N_("In progress"),
    "needs_decision": N_("Waiting for a decision"),
    "waiting_external": N_("Waiting for others"),
    "cooling": N_("Cooling"),
    "other_active": N_("Other active"),
    "ended": N_("Done, cancelled or dormant"),
}


def _tray(name: str, nodes: Sequence[Node], lang: Lang, board: Board | None = None) -> TrayView:
    lines = tuple(node_line(node, lang, board) for node in nodes)
    return TrayView(
        name=name,
        label=say(_TRAYS[name], lang),
        n_nodes=len(lines),
        nodes=lines[:_IN_SIGHT],
        more=lines[_IN_SIGHT:],
    )


def show_with_form(visit: Visit) -> Shown:
    """The page on which a form about a node stands: that node's, or the desk."""
    node_id = visit.sent.get("id") or visit.sent.get("parent")
    return show_node(replace(visit, asked={"id": node_id})) if node_id else show(visit)


def add(visit: Visit) -> Onward:
    """Put a node on the desk."""
    status = visit.sent.get("status") or None
    made = add_node(
        visit.context,
        title=visit.sent.get("title", ""),
        note=visit.sent.get("context") or None,
        status=status,
        parent=visit.sent.get("parent") or None,
    )
    if visit.sent.get("parent"):
        return Onward(to=node_address(visit.sent["parent"], notice="added"))
    return Onward(to=f"/plans?{urlencode({'told': 'added', 'node': made.node.id})}")


def add_next(visit: Visit) -> Onward:
    """Put the options for the next session on the desk."""
    made = add_next_training(visit.context, day=None)
    return Onward(to=node_address(made.node.id, notice="added"))


def node_line(node: Node, lang: Lang, board: Board | None = None) -> NodeLine:
    """One node of a list; with a board also what its note says in a few words."""
    return NodeLine(
        address=node_address(node.id),
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context)[:_CONTEXT_SHOWN],
        facts=() if board is None else card_facts(node, board, lang),
    )


_HISTORY_SHOWN = 30
_UNDOABLE = ("status", "relation", "group", "children", "edited")


@frozen
class StatusChoice:
    """A status that the node may go to."""

    value: str
    label: str


@frozen
class EntryView:
    """Something that happened. `change_id` '': it cannot be taken back."""

    at: str
    what: str
    why: str
    change_id: str


@frozen
class NodePageView:
    """One node with everything around it. `fault`: why nothing was taken back; '': nobody asked."""

    fault: str
    node_id: str
    title: str
    status: str
    context: str
    parent: NodeLine | None
    open_to: tuple[StatusChoice, ...]
    children: tuple[NodeLine, ...]
    relations: tuple[str, ...]
    groups: tuple[str, ...]
    history: tuple[EntryView, ...]
    advice: AdvicePanel
    statuses: tuple[StatusChoice, ...]
    told: str
    undo: str


def show_node(visit: Visit) -> Shown:
    """The page of a node."""
    lang, node_id = visit.lang, visit.choice("id") or ""
    result = show_node_nodes(visit.context, node=node_id)
    node = result.node
    parent = None
    if node.parent_id is not None:
        parent = node_line(show_node_nodes(visit.context, node=node.parent_id).node, lang)
    open_to = valid_transitions(node.status)
    view = NodePageView(
        node_id=node.id,
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context, lines=True),
        parent=parent,
        open_to=tuple(StatusChoice(value=status, label=label(status, lang)) for status in open_to),
        children=tuple(node_line(child, lang) for child in result.children),
        relations=tuple(
            f"{_title(visit, relation.from_node_id)} — "
            f"{clean(relation_label(relation.relation_type, lang))} → "
            f"{_title(visit, relation.to_node_id)}"
            for relation in result.relations
        ),
        groups=tuple(clean(group.label) for group in result.groups),
        history=tuple(_entry(entry, lang) for entry in result.history[:_HISTORY_SHOWN]),
        advice=advice_panel(visit, node),
        statuses=tuple(
            StatusChoice(value=status, label=label(status, lang)) for status in STATUSES
        ),
        told=told_of(visit),
        undo=visit.choice("change") or "",
        fault="",
    )
    return Shown(template="node.html.j2", title=view.title, view=view, section="plans")


def move(visit: Visit) -> Onward:
    """Agree to a status, and apply it."""
    node_id = visit.sent.get("id", "")
    change = applied(visit, Choice(node=node_id, to=visit.sent.get("to", "")))
    return Onward(to=node_address(node_id, notice="moved", change=change))


def edit(visit: Visit) -> Onward:
    """Give it other words."""
    node_id = visit.sent.get("id", "")
    edit_node(
        visit.context,
        node=node_id,
        title=visit.sent.get("title"),
        note=visit.sent.get("context"),
        parent=None,
    )
    return Onward(to=node_address(node_id, notice="edited"))


def remove(visit: Visit) -> Onward:
    """Take it off for good."""
    remove_node(visit.context, node=visit.sent.get("id", ""))
    return Onward(to="/plans?told=removed")


def undo(visit: Visit) -> Onward | Shown:
    """Agree that a change is taken back, and take it back; the page of its node says why not."""
    node_id = visit.sent.get("id", "")
    try:
        applied(visit, Choice(change=visit.sent.get("change", "")))
    except RequestError as refused:
        if not node_id:
            return _refused_on_desk(visit, refused)
        page = show_node(replace(visit, asked={"id": node_id}))
        fault = in_language(refused.message, visit.lang)
        view = replace(cast(NodePageView, page.view), fault=fault)
        return replace(page, view=view, status=refused.status)
    return Onward(to=node_address(node_id, notice="undone") if node_id else "/plans?told=undone")


def _title(visit: Visit, node_id: str) -> str:
    return clean(show_node_nodes(visit.context, node=node_id).node.title)


_ENTRIES: Mapping[HistoryKind, str] = {
    "created": N_("made"),
    "status": N_("status"),
    "memo": N_("memo"),
    "relation": N_("related"),
    "group": in_context("entry group", "grouped"),
    "children": in_context("entry children", "divided"),
    "edited": N_("edited"),
    "removed": N_("removed"),
    "undone": N_("undone"),
}


def _entry(entry: HistoryEntry, lang: Lang) -> EntryView:
    what = say(_ENTRIES[entry.kind], lang)
    if entry.kind == "status" and entry.to_status is not None:
        before = "" if entry.from_status is None else label(entry.from_status, lang)
        what = f"{before} → {label(entry.to_status, lang)}"
    return EntryView(
        at=entry.at.astimezone().strftime("%Y-%m-%d %H:%M"),
        what=what,
        why=clean(entry.reason),
        change_id=entry.change_id if entry.kind in _UNDOABLE else "",
    )
