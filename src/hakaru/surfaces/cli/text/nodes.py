"""How do the desk, proposals and changes look in a terminal?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hakaru.flows.changes import ApplyResult, ConfirmResult, EstimateResult
from hakaru.flows.nodes import ExportedNodes, ImportedNodes, NodeResult, NodesResult
from hakaru.flows.proposal import Proposal
from hakaru.guard.cleaning import clean
from hakaru.present.proposals import proposal_text as report_text
from hakaru.present.sentences import in_language
from hakaru.present.words import say
from hakaru.proposals.changes import Diff, problem_text
from hakaru.proposals.nodes import HistoryEntry, Node, label
from hakaru.proposals.reports import ValidationResult
from hakaru.running.wording import Lang
from hakaru.store.nodes import Removed
from hakaru.surfaces.cli.words_nodes import NODES

_INDENT = "  "
_KINDS: Mapping[str, str] = {
    "created": "created",
    "memo": "memo",
    "relation": "relation_made",
    "group": "group_made",
    "children": "children_made",
    "edited": "edited",
    "removed": "removed_entry",
    "undone": "undone",
}


def nodes_text(result: NodesResult, language: Lang) -> str:
    """Each tray with its nodes."""
    lines: list[str] = []
    for tray, nodes in result.trays.items():
        if nodes:
            lines.append(_say(tray, language))
            lines += [_INDENT + _line(node, language) for node in nodes]
    left = result.reply["n_not_shown"]
    if left:
        lines.append(_say("more", language, n=left))
    return "\n".join(lines) or _say("empty", language)


def node_text(result: NodeResult, language: Lang) -> str:
    """A node and everything around it."""
    parts = {
        "note": clean(result.node.context, lines=True).splitlines(),
        "children": [_line(child, language) for child in result.children],
        "relations": [
            _say(
                "relation",
                language,
                start=relation.from_node_id,
                end=relation.to_node_id,
                type=clean(relation.relation_type),
            )
            for relation in result.relations
        ],
        "groups": [clean(group.label) for group in result.groups],
        "history": [_entry(entry, language) for entry in result.history],
    }
    lines = [_line(result.node, language)]
    for heading, inner in parts.items():
        if inner:
            lines += [_say(heading, language), *(_INDENT + line for line in inner)]
    return "\n".join(lines)


def estimate_text(result: EstimateResult, language: Lang) -> str:
    """What is suggested, and what is open."""
    estimate = result.estimate
    suggested = estimate.suggested
    sentence = (
        _say("no_suggestion", language)
        if suggested is None
        else _say(
            "suggested",
            language,
            status=label(suggested.status, language),
            why=suggested.why(language),
        )
    )
    names = ", ".join(
        f"{candidate} {label(candidate, language)}" for candidate in estimate.candidates
    )
    return "\n".join((sentence, _say("candidates", language, statuses=names)))


def confirmed_text(result: ConfirmResult, language: Lang) -> str:
    """The id and how to use it."""
    confirmation = result.confirmation
    until = confirmation.expires_at.isoformat(sep=" ", timespec="minutes")
    lines = [_say("confirmed", language, id=confirmation.confirmation_id, until=until)]
    problems = () if result.diff is None else result.diff.problems
    lines += [_say("problem", language, text=problem_text(code, language)) for code in problems]
    return "\n".join(lines)


def applied_text(result: ApplyResult, language: Lang) -> str:
    """What changed and how to take it back."""
    applied = result.applied
    if applied.to_status is not None and not applied.status_changed:
        return _say("memo_left", language, status=label(applied.to_status, language))
    ids = ", ".join(applied.node_ids)
    return _say("applied", language, n=len(applied.node_ids), ids=ids, change=applied.change_id)


def removed_text(result: Removed, language: Lang) -> str:
    """What is gone."""
    n_relations = result.n_relations
    return _say("removed", language, id=result.node_id, n=n_relations, n_groups=result.n_groups)


def imported_text(result: ImportedNodes, language: Lang) -> str:
    """How many nodes came in, and how they hang together."""
    lines = [_say("imported", language, n=result.n_nodes, change=result.change_id)]
    if result.n_relations or result.n_groups:
        counts = {"n": result.n_relations, "n_groups": result.n_groups}
        lines.append(_say("imported_links", language, **counts))
    return "\n".join(lines)


def exported_text(result: ExportedNodes, language: Lang) -> str:
    """How many nodes went out, and where."""
    return _say("exported", language, n=result.n_nodes, path=result.path)


def proposal_text(result: Proposal, language: Lang) -> str:
    """The report and its diffs, or the errors of the last reply."""
    if result.report is None:
        lines = [
            _say("not_ok", language),
            *(_INDENT + in_language(sentence, language) for sentence in result.said),
        ]
        if result.fallback is not None:
            text = report_text(result.fallback, titles=result.titles, lang=language)
            lines += ["", _say("fallback", language), "", text]
        return "\n".join(lines)
    text = report_text(result.report, titles=result.titles, lang=language)
    if not result.diffs:
        return text
    diffs = [_INDENT + _diff(diff, language) for diff in result.diffs]
    return "\n".join((text, "", _say("diffs", language), *diffs, _say("how_to_apply", language)))


def validation_text(result: ValidationResult, language: Lang) -> str:
    """What is wrong with a report."""
    lines: list[str] = []
    for heading, texts in (("errors", result.errors), ("warnings", result.warnings)):
        if texts:
            lines += [_say(heading, language), *(_INDENT + text for text in texts)]
    return "\n".join(lines) or _say("valid", language)


def _line(node: Node, language: Lang) -> str:
    status = label(node.status, language)
    return _say("line", language, id=node.id, title=clean(node.title), status=status)


def _entry(entry: HistoryEntry, language: Lang) -> str:
    key = _KINDS.get(entry.kind)
    if key is None:
        names = [
            status and label(status, language) for status in (entry.from_status, entry.to_status)
        ]
        what = _say("status", language, start=names[0], end=names[1])
    else:
        what = _say(key, language)
    return _say(
        "entry",
        language,
        day=entry.at.astimezone().date(),
        what=what,
        why=_say("reason", language, text=clean(entry.reason)) if entry.reason else "",
        change=entry.change_id,
    )


def _diff(diff: Diff, language: Lang) -> str:
    kind = "relation_diff" if diff.kind == "relation" else diff.kind
    return _say(
        "diff",
        language,
        id=diff.id,
        kind=_say(kind, language),
        state=_say(diff.state, language),
        problems=_problems([problem_text(code, language) for code in diff.problems], language),
    )


def _problems(texts: Sequence[str], language: Lang) -> str:
    separator = "、" if language == "ja" else ", "
    return _say("reason", language, text=separator.join(texts)) if texts else ""


def _say(key: str, language: Lang, **values: object) -> str:
    return say(NODES[key], language, **values)
