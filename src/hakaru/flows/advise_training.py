"""Which ways are open for the next session, side by side, with the figures they rest on?"""

from __future__ import annotations

import typing
from dataclasses import replace

from hakaru.core.errors import BadArgument
from hakaru.flows.answering import Question, answered
from hakaru.flows.context import Context
from hakaru.flows.load import get_training_load
from hakaru.flows.next_training import get_next_training
from hakaru.flows.proposal import Proposal
from hakaru.flows.run_pieces import read_pieces
from hakaru.flows.session_view import form_verdict, gather_session
from hakaru.guard.task import Json
from hakaru.proposals.nodes import ENDED, Node
from hakaru.proposals.reports import AdvisorReport
from hakaru.proposals.tasks import GroundedAdvisorTask, Known, ungrounded
from hakaru.render.training_advice import ON_NO_DESK, Target, narrate_training, title_text
from hakaru.running.next_training import TRAINING_WORDS, TrainingKnown, training_evidence
from hakaru.running.wording import Lang
from hakaru.store.activities import resolve_activity
from hakaru.store.nodes import read_nodes
from hakaru.store.state import State


def advise_training(context: Context, *, activity: str | None) -> Proposal:
    """Options after one run, by what was known then, or (None) after the newest one, as of now.

    Every figure is checked against those that the report rests on, a narrator's as a model's.

    Raises:
        BadArgument: no session is analysed.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    known = training_known(context, activity)
    lang = context.settings.language
    node = _node(context, known)
    facts = Known(evidence=training_evidence(known), vocabulary=TRAINING_WORDS)
    target = Target(node_id=node.id, title=node.title, status=node.status)
    narrated = narrate_training(known, target, lang=lang)
    task = GroundedAdvisorTask(node=node, told=_told(narrated), known=facts, lang=lang)
    question = Question(
        subject=str(known.after.activity_id),
        task=task,
        english=replace(task, lang="en"),
        narrate=lambda: narrated,
    )
    proposal = answered(context, question, kind="advisor", titles={node.id: node.title})
    wrong = ungrounded(narrated, facts) if proposal.report is narrated else ()
    if wrong:
        errors = tuple(finding.message for finding in wrong)
        return replace(proposal, report=None, errors=errors, said=errors)
    return proposal


def training_known(context: Context, activity: str | None) -> TrainingKnown:
    """Verdict, load, trend and options. Raises as `advise_training`."""
    newest = get_next_training(context, day=None) if activity is None else None
    if newest is not None and newest.after is None:
        raise BadArgument("activity", activity, "a run after at least one was analysed")
    with context.store.read() as con:
        if newest is not None and newest.after is not None:
            activity_id = newest.after.activity_id
        else:
            activity_id = resolve_activity(con, str(activity))
        session = gather_session(con, read_pieces(con, activity_id), settings=context.settings)
        verdict = form_verdict(con, activity_id)
    known = TrainingKnown(
        after=session.analysis.summary,
        options=session.options,
        verdict=verdict,
        load=session.load_history,
        changes=session.changes,
    )
    if newest is None:
        return known
    load = get_training_load(context, since=None, until=None).history
    return replace(known, options=newest.options, load=load)


def _node(context: Context, known: TrainingKnown) -> Node:
    """The node of this question on the desk, else one that is not there."""
    day = known.after.activity_date
    titles = {lang: title_text(day, lang) for lang in typing.get_args(Lang)}
    with State(context.data_folder).session() as con:
        nodes = read_nodes(con)
    lying = [node for node in nodes if node.title in titles.values() and node.status not in ENDED]
    if lying:
        return lying[-1]
    return Node(
        id=ON_NO_DESK.node_id,
        title=titles[context.settings.language],
        status=ON_NO_DESK.status,
        updated_at=context.now(),
    )


def _told(narrated: AdvisorReport) -> dict[str, Json]:
    """What a model is shown: each way with its figures, and what to hold them against."""
    return {
        "options": [
            {
                "name": option.label,
                "what": option.description or "",
                "fits": option.criteria_note,
                "against": list(option.risks),
            }
            for option in narrated.options
        ],
        "known": {criterion.name: criterion.description for criterion in narrated.criteria or ()},
    }
