"""The desk, proposals, exports and profiles in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, in_language, say
from hakaru.core.units import PERCENT
from hakaru.guard.cleaning import clean
from hakaru.present.proposals import proposal_text as report_text
from hakaru.present.terminal import fitted_table, wrapped
from hakaru.proposals.changes import Diff, problem_text
from hakaru.proposals.nodes import HistoryEntry, Node, label
from hakaru.store.exports import megabytes
from hakaru.store.sandbox.worker import bins_of
from hakaru.surfaces.cli.words_reads import DATA_WORDS, NODES

if TYPE_CHECKING:
    from hakaru.flows.changes import ApplyResult, ConfirmResult, EstimateResult
    from hakaru.flows.exports import CleanedExports, ExportResult, ExportsResult
    from hakaru.flows.nodes import ExportedNodes, ImportedNodes, NodeResult, NodesResult
    from hakaru.flows.profiles import HistogramResult, MaterializeResult, ProfileResult
    from hakaru.flows.proposal import Proposal
    from hakaru.proposals.reports import ValidationResult
    from hakaru.store.nodes import Removed
    from hakaru.store.sandbox.job import ColumnProfile, Number, Profile

_BAR_COLUMNS = 30
_DIGITS = 5
_NONE = "-"


def export_text(result: ExportResult, language: Lang) -> str:
    """How much, until when, the handle, where it lies, and the columns."""
    export = result.export
    written = say(
        "{rows} <rows:row|rows> written ({size} MB, kept until {until}).",
        language,
        rows=export.n_rows,
        size=megabytes(export.size_bytes),
        until=_until(export.expires_at),
    )
    names = ", ".join(clean(name) for name, _ in export.columns)
    return "\n".join(
        [
            written,
            say("Handle: {handle}", language, handle=export.handle),
            str(export.path),
            *wrapped(say("Columns: {names}", language, names=names)),
        ]
    )


def profile_text(result: ProfileResult, language: Lang) -> str:
    """A table of columns; of several runs one after another."""
    ids = result.activity_ids or (None,) * len(result.profiles)
    lines: list[str] = []
    for activity_id, profile in zip(ids, result.profiles, strict=True):
        lines += [""] if lines else []
        lines += [str(activity_id)] if activity_id is not None else []
        lines += _profile_lines(profile, language)
    return "\n".join(lines)


def histogram_text(result: HistogramResult, language: Lang) -> str:
    """A bar per bin."""
    counts = result.histogram.counts
    head = say(
        "{column}: {n} <n:value|values> ({missing} missing)",
        language,
        column=clean(result.column),
        n=sum(counts),
        missing=result.histogram.n_missing,
    )
    most = max(counts, default=1)
    rows = [
        (_number(low), _number(high), str(count), "█" * round(_BAR_COLUMNS * count / most))
        for low, high, count in bins_of(result.histogram)
    ]
    table = fitted_table(rows, right=frozenset({0, 1, 2}), heading=False)
    return "\n".join([head, *table])


def materialize_text(result: MaterializeResult, language: Lang) -> str:
    """What it is called and until when."""
    materialized = result.materialized
    return say(
        "{rows} <rows:row|rows> kept as {name} until {until} (also as {view}).",
        language,
        rows=materialized.n_rows,
        name=materialized.name,
        view=materialized.view,
        until=_until(materialized.expires_at),
    )


def exports_text(result: ExportsResult, language: Lang) -> str:
    """What is kept, one line each."""
    lines = [
        say(
            "{handle}  {rows} <rows:row|rows>  {size} MB  until {until}",
            language,
            handle=export.handle,
            rows=export.n_rows,
            size=megabytes(export.size_bytes),
            until=_until(export.expires_at),
        )
        for export in result.exports
    ]
    lines += [
        say(
            "{name} ({view})  {rows} <rows:row|rows>  until {until}",
            language,
            name=export.name,
            view=export.view,
            rows=export.n_rows,
            until=_until(export.expires_at),
        )
        for export in result.materialized
    ]
    return "\n".join(lines or [say("Nothing is kept.", language)])


def cleaned_text(result: CleanedExports, language: Lang) -> str:
    """How much was removed."""
    return say("{n} removed.", language, n=result.n_removed)


def _profile_lines(profile: Profile, language: Lang) -> list[str]:
    days = f"{profile.first_day} – {profile.last_day}"
    if profile.first_day is None:
        days = say("no days", language)
    lines = [say("{rows} <rows:row|rows>, {days}", language, rows=profile.n_rows, days=days)]
    lines += (
        [say("With so many rows, medians and distinct counts are estimates.", language)]
        if profile.estimated
        else []
    )
    head = tuple(say("column|min|max|mean|median|missing|distinct", language).split("|"))
    rows = [_column_row(column, profile.n_rows) for column in profile.columns]
    return [*lines, *fitted_table([head, *rows], right=frozenset(range(1, len(head))))]


def _column_row(column: ColumnProfile, n_rows: int) -> tuple[str, ...]:
    missing = f"{PERCENT * column.n_missing / n_rows:.0f}%" if n_rows else _NONE
    figures = (column.low, column.high, column.mean_value, column.median_value)
    return (clean(column.name), *map(_number, figures), missing, str(column.n_distinct))


def _number(value: Number | str | None) -> str:
    if value is None:
        return _NONE
    return f"{value:.{_DIGITS}g}" if isinstance(value, float) else str(value)


def _until(when: datetime) -> str:
    return f"{when.astimezone():%Y-%m-%d %H:%M}"


def _say(key: str, language: Lang, **values: object) -> str:
    return say(DATA_WORDS[key], language, **values)


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
            lines.append(_say_nodes(tray, language))
            lines += [_INDENT + _line(node, language) for node in nodes]
    left = result.counts[0]
    if left:
        lines.append(say("and {n} more", language, n=left))
    return "\n".join(lines) or say(
        "There is no node on the desk; `hakaru nodes add TITLE` puts one there.", language
    )


def node_text(result: NodeResult, language: Lang) -> str:
    """A node and everything around it."""
    parts = {
        "note": clean(result.node.context, lines=True).splitlines(),
        "children": [_line(child, language) for child in result.children],
        "relations": [
            say(
                "{start} → {end} ({type})",
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
            lines += [_say_nodes(heading, language), *(_INDENT + line for line in inner)]
    return "\n".join(lines)


def estimate_text(result: EstimateResult, language: Lang) -> str:
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
    return "\n".join((sentence, say("Open from here: {statuses}", language, statuses=names)))


def confirmed_text(result: ConfirmResult, language: Lang) -> str:
    """The id and how to use it."""
    confirmation = result.confirmation
    until = confirmation.expires_at.isoformat(sep=" ", timespec="minutes")
    lines = [
        say(
            "Confirmed. Apply it with: hakaru apply {id}\nOnce, until {until}.",
            language,
            id=confirmation.confirmation_id,
            until=until,
        )
    ]
    problems = () if result.diff is None else result.diff.problems
    lines += [
        say("To look at: {text}", language, text=problem_text(code, language)) for code in problems
    ]
    return "\n".join(lines)


def applied_text(result: ApplyResult, language: Lang) -> str:
    """What changed and how to take it back."""
    applied = result.applied
    if applied.to_status is not None and not applied.status_changed:
        return say(
            "The status stays {status}; a memo is kept.",
            language,
            status=label(applied.to_status, language),
        )
    ids = ", ".join(applied.node_ids)
    return say(
        "{n} <n:node|nodes> changed ({ids}). Take it back with: hakaru undo {change}",
        language,
        n=len(applied.node_ids),
        ids=ids,
        change=applied.change_id,
    )


def removed_text(result: Removed, language: Lang) -> str:
    """What is gone."""
    n_relations = result.n_relations
    return say(
        "{id} is deleted, with {n} <n:relation|relations>; it was in "
        "{n_groups} <n_groups:group|groups>.",
        language,
        id=result.node_id,
        n=n_relations,
        n_groups=result.n_groups,
    )


def imported_text(result: ImportedNodes, language: Lang) -> str:
    """How many nodes came in, and how they hang together."""
    lines = [
        say(
            "{n} <n:node|nodes> read. Take it back with: hakaru undo {change}",
            language,
            n=result.n_nodes,
            change=result.change_id,
        )
    ]
    if result.n_relations or result.n_groups:
        counts = {"n": result.n_relations, "n_groups": result.n_groups}
        lines.append(
            say(
                "With them {n} <n:relation|relations> and {n_groups} <n_groups:group|groups>.",
                language,
                **counts,
            )
        )
    return "\n".join(lines)


def exported_text(result: ExportedNodes, language: Lang) -> str:
    """How many nodes went out, and where."""
    return say(
        "{n} <n:node|nodes> written to {path}.", language, n=result.n_nodes, path=result.path
    )


def proposal_text(result: Proposal, language: Lang) -> str:
    """The report and its diffs, or the errors of the last reply."""
    if result.report is None:
        lines = [
            say("There is no proposal to show.", language),
            *(_INDENT + in_language(sentence, language) for sentence in result.said),
        ]
        if result.fallback is not None:
            text = report_text(result.fallback, titles=result.titles, lang=language)
            lines += ["", say("What is said without a model:", language), "", text]
        return "\n".join(lines)
    text = report_text(result.report, titles=result.titles, lang=language)
    if not result.diffs:
        return text
    diffs = [_INDENT + _diff(diff, language) for diff in result.diffs]
    return "\n".join(
        (
            text,
            "",
            say("Changes that could be applied", language),
            *diffs,
            say("To agree to one: hakaru confirm --diff ID", language),
        )
    )


def validation_text(result: ValidationResult, language: Lang) -> str:
    """What is wrong with a report."""
    lines: list[str] = []
    for heading, texts in (("errors", result.errors), ("warnings", result.warnings)):
        if texts:
            lines += [_say_nodes(heading, language), *(_INDENT + text for text in texts)]
    return "\n".join(lines) or say("Nothing is wrong with it.", language)


def _line(node: Node, language: Lang) -> str:
    status = label(node.status, language)
    return say(
        "{id}  {title} ({status})", language, id=node.id, title=clean(node.title), status=status
    )


def _entry(entry: HistoryEntry, language: Lang) -> str:
    key = _KINDS.get(entry.kind)
    if key is None:
        names = [
            status and label(status, language) for status in (entry.from_status, entry.to_status)
        ]
        what = say("{start} → {end}", language, start=names[0], end=names[1])
    else:
        what = _say_nodes(key, language)
    return say(
        "{day}  {what}{why}  [{change}]",
        language,
        day=entry.at.astimezone().date(),
        what=what,
        why=say(" ({text})", language, text=clean(entry.reason)) if entry.reason else "",
        change=entry.change_id,
    )


def _diff(diff: Diff, language: Lang) -> str:
    kind = "relation_diff" if diff.kind == "relation" else diff.kind
    return say(
        "{id}  {kind}: {state}{problems}",
        language,
        id=diff.id,
        kind=_say_nodes(kind, language),
        state=_say_nodes(diff.state, language),
        problems=_problems([problem_text(code, language) for code in diff.problems], language),
    )


def _problems(texts: Sequence[str], language: Lang) -> str:
    separator = "、" if language == "ja" else ", "
    return say(" ({text})", language, text=separator.join(texts)) if texts else ""


def _say_nodes(key: str, language: Lang, **values: object) -> str:
    return say(NODES[key], language, **values)
