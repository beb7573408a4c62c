"""What could be done with a node, and how is one way chosen?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.job_records import Subject
from hakaru.flows.nodes import show_node
from hakaru.flows.propose import OpenOptions, open_options
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.proposals.nodes import Node, is_status, label, valid_transitions
from hakaru.proposals.reports import AdvisorOption
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class OptionsView:
    """What an Advisor drafted."""

    made_at: str
    source: str
    summary: str
    decision: str
    said: tuple[str, ...]
    options: tuple[OptionView, ...]


@dataclass(frozen=True, kw_only=True)
class AdvicePanel:
    """The options that lie there, and whether others are being drafted. `address` asks again."""

    node_id: str
    address: str
    asked: Asked
    advice: OptionsView | None


def show(visit: Visit) -> Shown:
    """The options: a piece of the page of a node, for as long as they are being drafted."""
    node = show_node(visit.context, node=visit.choice("id") or "").node
    return Shown(
        template="node_advice.html.j2",
        piece=True,
        title=page_text("advice_head", visit.lang),
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
    show_node(visit.context, node=node_id)
    intent = visit.sent.get("intent") or None
    ask(visit, "advise", about=Subject(node=node_id, intent=intent, lang=visit.lang))
    return Onward(to=f"{node_address(node_id, notice='asked')}#advice")


def _advice(options: OpenOptions, lang: Lang, *, open_to: tuple[str, ...]) -> OptionsView:
    report = options.report
    return OptionsView(
        made_at=options.made_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        source=page_text(f"source_{options.source}", lang),
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
