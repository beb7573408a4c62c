"""What was proposed last and is still open, so that a page can be left and opened again?

A proposal changes nothing. A diff is applied by its own confirmation; that a person does not want
one is written down, too: the same proposal is shown as put aside from then on, until it is taken up
again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime

from hakaru.flows.context import Context
from hakaru.flows.proposal import Proposal, ReportSource
from hakaru.flows.propose import advise, or_narrated, organize
from hakaru.proposals.changes import Diff
from hakaru.proposals.nodes import Node
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport, OrganizerReport
from hakaru.store.changes import put_aside as store_put_aside
from hakaru.store.changes import put_aside_at, read_diff
from hakaru.store.nodes import read_nodes
from hakaru.store.state import State

_ORGANIZER, _ADVISOR = "web.organizer", "web.advisor"


@dataclass(frozen=True, kw_only=True)
class OpenDiff:
    """A proposed diff as it stands now. `change_id` None: it was not applied. `put_aside_at` None:
    nobody has said that they do not want it."""

    diff: Diff
    change_id: str | None
    put_aside_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class OpenOrder:
    """How the desk could be arranged. `said` are sentences on why there is no report, or none by
    the model that was asked."""

    made_at: datetime
    source: ReportSource
    summary: str
    said: tuple[str, ...]
    diffs: tuple[OpenDiff, ...]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, kw_only=True)
class OpenOptions:
    """What could be done with a node. `report` None: `said` tells why there is none; beside a
    report why it is not by the model that was asked."""

    made_at: datetime
    node_id: str
    source: ReportSource
    said: tuple[str, ...]
    report: AdvisorReport | None


def propose_order_anew(context: Context, *, intent: str | None) -> None:
    """Ask how the desk could be arranged, and keep the answer. Raises as `organize`."""
    proposal = or_narrated(context, organize(context, focus=None, intent=intent))
    summary = proposal.report.summary if isinstance(proposal.report, OrganizerReport) else ""
    payload = {
        **_head(context, proposal),
        "summary": summary,
        "diffs": [diff.id for diff in proposal.diffs],
    }
    State(context.data_folder).write_setting(_ORGANIZER, json.dumps(payload))


def open_order(context: Context) -> OpenOrder | None:
    """The answer that is kept; None: nobody has asked."""
    state = State(context.data_folder)
    written = state.setting(_ORGANIZER)
    if written is None:
        return None
    payload = json.loads(written)
    with state.session() as con:
        diffs = tuple(
            OpenDiff(diff=diff, change_id=change_id, put_aside_at=put_aside_at(con, diff.id))
            for diff, change_id in (read_diff(con, diff_id) for diff_id in payload["diffs"])
        )
        nodes = read_nodes(con)
    return OpenOrder(
        made_at=datetime.fromisoformat(payload["made_at"]),
        source=payload["source"],
        summary=payload["summary"],
        said=tuple(payload["said"]),
        diffs=diffs,
        nodes=tuple(nodes),
    )


def put_aside(context: Context, *, diff: str) -> None:
    """A person does not want a diff. Raises BadArgument where there is none that is open."""
    with State(context.data_folder).session() as con:
        store_put_aside(con, diff, now=context.now())


def take_up(context: Context, *, diff: str) -> None:
    """A person looks at a diff again that was put aside. Raises as `put_aside`."""
    with State(context.data_folder).session() as con:
        store_put_aside(con, diff, now=None)


def propose_options_anew(context: Context, *, node: str, intent: str | None) -> None:
    """Ask what could be done with a node, and keep the answer. Raises as `advise`."""
    proposal = or_narrated(context, advise(context, node=node, intent=intent))
    report = asdict(proposal.report) if isinstance(proposal.report, AdvisorReport) else None
    payload = {**_head(context, proposal), "node_id": node, "report": report}
    State(context.data_folder).write_setting(_ADVISOR, json.dumps(payload))


def open_options(context: Context, *, node: str) -> OpenOptions | None:
    """The answer that is kept on a node; None: it was not asked for last."""
    written = State(context.data_folder).setting(_ADVISOR)
    payload = {} if written is None else json.loads(written)
    if payload.get("node_id") != node:
        return None
    return OpenOptions(
        made_at=datetime.fromisoformat(payload["made_at"]),
        node_id=node,
        source=payload["source"],
        said=tuple(payload["said"]),
        report=None if payload["report"] is None else _report(payload["report"]),
    )


def _head(context: Context, proposal: Proposal) -> dict[str, object]:
    return {
        "made_at": context.now().isoformat(),
        "source": proposal.source,
        "said": list(proposal.said or proposal.errors),
    }


def _report(payload: dict[str, object]) -> AdvisorReport:
    options, criteria = payload.pop("options"), payload.pop("criteria")
    assert isinstance(options, list)
    return AdvisorReport(
        **payload,  # type: ignore[arg-type]  # written by us, from the same fields
        options=tuple(_option(option) for option in options),
        criteria=None
        if not isinstance(criteria, list)
        else tuple(AdvisorCriterion(**criterion) for criterion in criteria),
    )


def _option(payload: dict[str, object]) -> AdvisorOption:
    listed = {name: value for name, value in payload.items() if isinstance(value, list)}
    return AdvisorOption(
        **{**payload, **{name: tuple(value) for name, value in listed.items()}}  # type: ignore[arg-type]
    )
