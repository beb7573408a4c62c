"""Reports of Organizer and Advisor as an outline, in Markdown and HTML and as a document.

Its texts are anybody's: they are escaped here and nowhere before, so neither output holds a link,
an image or a tag that is not ours.

Only a report that passed its judge is rendered. Titles are the user's own, by id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block as DocumentBlock
from hakaru.present.document import Document, Items, Part, Text, document, part
from hakaru.present.figures import markdown
from hakaru.proposals.board import Board, NodeDate, Question, Stale
from hakaru.proposals.changes import problem_text
from hakaru.proposals.nodes import Node, is_status, label, relation_label
from hakaru.proposals.reports import (
    AdvisorOption,
    AdvisorReport,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReport,
    OrganizerReportChild,
)
from hakaru.records import frozen

if TYPE_CHECKING:
    from hakaru.flows.proposal import Proposal
    from hakaru.proposals.changes import Diff
    from hakaru.proposals.reports import ValidationResult

_DEEPEST = 6
_DIFF_KINDS: Mapping[str, str] = {
    "decomposition": N_("division"),
    "grouping": N_("group"),
    "relation": N_("relation"),
}
_DIFF_STATES: Mapping[str, str] = {
    "VALID": N_("can be applied"),
    "NEEDS_REVIEW": N_("look twice"),
    "INVALID": N_("cannot be applied"),
}


@frozen
class Head:
    """A heading; the outline's first level is 1."""

    level: int
    text: str


@frozen
class Sentence:
    """A paragraph, with what it is about in front ('' : nothing)."""

    text: str
    about: str = ""


@frozen
class Point:
    """One item of a list: what it is about, what is said, and what hangs below it."""

    text: str
    about: str = ""
    below: tuple[Point, ...] = ()


Block = Head | Sentence | tuple[Point, ...]
Outline = Sequence[Block]


def outline_markdown(outline: Outline) -> str:
    """Blocks with an empty line between them, ending in one line break."""
    return "\n\n".join(map(_markdown_block, outline)) + "\n"


def outline_parts(outline: Outline) -> tuple[Part, ...]:
    """Parts of a document: one per heading, the first of which stands alone."""
    parts = [Part()]
    for block in outline:
        if isinstance(block, Head):
            parts.append(Part(title=clean(block.text)))
            continue
        if (
            parts[-1].blocks
            and isinstance(parts[-1].blocks[-1], Items)
            and isinstance(block, Sentence)
        ):
            parts.append(Part())
        made = (
            [Text(text=_plain_line(block))]
            if isinstance(block, Sentence)
            else [shown for point in block for shown in _point_blocks(point)]
        )
        parts[-1] = replace(parts[-1], blocks=(*parts[-1].blocks, *made))
    return tuple(parts)


def _point_blocks(point: Point) -> list[DocumentBlock]:
    """A point as an item; what hangs below it as a list below its sentence."""
    if not point.below:
        return [Items(items=(_plain_line(point),))]
    return [
        Text(text=_plain_line(point)),
        Items(items=tuple(_plain_line(child) for child in point.below)),
    ]


def _plain_line(entry: Sentence | Point) -> str:
    return ": ".join(clean(piece) for piece in (entry.about, entry.text) if piece)


def _markdown_block(block: Block) -> str:
    if isinstance(block, Head):
        return f"{'#' * min(block.level, _DEEPEST)} {markdown(block.text)}"
    if isinstance(block, Sentence):
        return _markdown_line(block)
    return "\n".join(line for point in block for line in _markdown_points(point, ""))


def _markdown_points(point: Point, indent: str) -> list[str]:
    lines = [f"{indent}- {_markdown_line(point)}"]
    return lines + [
        line for child in point.below for line in _markdown_points(child, indent + "  ")
    ]


def _markdown_line(entry: Sentence | Point) -> str:
    if not entry.about:
        return markdown(entry.text)
    about = f"**{markdown(entry.about)}**"
    return f"{about}: {markdown(entry.text)}" if entry.text else about


Report = OrganizerReport | AdvisorReport
Titles = Mapping[str, str]


def proposal_markdown(
    report: Report, *, titles: Titles, lang: Lang = "ja", board: Board | None = None
) -> str:
    """The whole report. Everything in it is escaped: no link, no image, no HTML."""
    return outline_markdown(list(_outline(report, titles, lang, board)))


def proposal_document(result: Proposal, language: Lang) -> Document:
    """The report and its diffs, or the errors of the last reply."""
    if result.is_empty and result.fallback is not None:
        return document(result.fallback.summary)
    if result.report is None:
        reasons = tuple(in_language(sentence, language) for sentence in result.said)
        parts = [part(say("There is no proposal to show.", language), Items(items=reasons))]
        if result.fallback is not None:
            parts.append(part(say("What is said without a model:", language)))
            parts += outline_parts(list(_outline(result.fallback, result.titles, language)))
        return Document(parts=tuple(parts))
    outline = list(_outline(result.report, result.titles, language, result.board))
    shown = outline_parts(outline)
    if not result.diffs:
        return Document(parts=shown)
    diffs = part(
        Items(items=tuple(_diff(diff, result.titles, language) for diff in result.diffs)),
        say("To agree to one: hakaru confirm --diff ID", language),
        title=say("Changes that could be applied", language),
    )
    return Document(parts=(*shown, diffs))


def judged_document(result: ValidationResult, language: Lang) -> Document:
    """What is wrong with a report."""
    findings = {N_("To mend"): result.errors, N_("Could be better"): result.warnings}
    parts = [
        part(Items(items=tuple(texts)), title=say(title, language))
        for title, texts in findings.items()
        if texts
    ]
    sound = say("Nothing is wrong with it.", language)
    return Document(parts=tuple(parts)) if parts else document(sound)


def _diff(diff: Diff, titles: Titles, lang: Lang) -> str:
    texts = [problem_text(code, lang) for code in diff.problems]
    problems = ("、" if lang == "ja" else ", ").join(texts)
    return say(
        "{id}  {kind}: {subject}: {state}{problems}",
        lang,
        id=diff.id,
        kind=say(_DIFF_KINDS[diff.kind], lang),
        subject=clean(_subject(diff, titles, lang)),
        state=say(_DIFF_STATES[diff.state], lang),
        problems=say(" ({text})", lang, text=problems) if texts else "",
    )


def _subject(diff: Diff, titles: Titles, lang: Lang) -> str:
    """What a change is about, as the report above it says."""
    match diff.change:
        case OrganizerRelationProposal():
            return _relation(diff.change, titles, lang)
        case OrganizerGroupingProposal():
            return diff.change.group_label
        case _:
            return _named(diff.node_id, titles, lang, copied=diff.change.target_title)


def _outline(
    report: Report, titles: Titles, lang: Lang, board: Board | None = None
) -> Iterator[Block]:
    if isinstance(report, OrganizerReport):
        yield from _organizer(report, titles, lang)
        for head, lines in () if board is None else reading_sections(board, lang):
            yield Head(level=2, text=head)
            yield tuple(Point(text=line) for line in lines)
    else:
        yield from _advisor(report, titles, lang)
    yield Sentence(
        text=say("These are proposals: nothing changes until you confirm and apply one.", lang)
    )


def _organizer(report: OrganizerReport, titles: Titles, lang: Lang) -> Iterator[Block]:
    yield Head(level=1, text=say("How the desk could be arranged", lang))
    yield Sentence(text=report.summary)
    sections = (
        (N_("Could be divided"), _decompositions(report, titles, lang)),
        (N_("Could be looked at together"), _groupings(report, titles, lang)),
        (N_("Could be related"), _relations(report, titles, lang)),
    )
    for heading, points in sections:
        if points:
            yield Head(level=2, text=say(heading, lang))
            yield points


_LINES_MOST = 12
_SENSES: Mapping[str, str] = {
    "deadline": N_("due"),
    "event": N_("on this day"),
    "start": N_("from this day"),
}


def reading_sections(board: Board, lang: Lang) -> list[tuple[str, list[str]]]:
    """What the notes say besides: dates with the days left, what lies still, and questions."""
    sections = (
        (N_("Dates in the notes"), [_date(node_date, board, lang) for node_date in board.dates]),
        (N_("Lying still"), [_still(item, board, lang) for item in board.stale]),
        (N_("Questions"), [_question(asked, board, lang) for asked in board.questions]),
    )
    return [
        (say(head, lang), [*lines[:_LINES_MOST], *_and_more(len(lines) - _LINES_MOST, lang)])
        for head, lines in sections
        if lines
    ]


def _and_more(n: int, lang: Lang) -> list[str]:
    return [say("and {n} more", lang, n=n)] if n > 0 else []


def _of(node: Node, lang: Lang) -> str:
    return say("{title} ({id})", lang, title=clean(node.title), id=node.id)


def _date(node_date: NodeDate, board: Board, lang: Lang) -> str:
    days = (node_date.day - board.today).days
    entry = (
        N_("{day} ({sense}, in {n} <n:day|days>): {node} “{words}”")
        if days > 0
        else N_("{day} ({sense}, today): {node} “{words}”")
        if days == 0
        else N_("{day} ({sense}, {n} <n:day|days> over): {node} “{words}”")
    )
    return say(
        entry,
        lang,
        day=node_date.day.isoformat(),
        sense=say(_SENSES[node_date.sense], lang),
        n=abs(days),
        node=_of(board.by_id[node_date.node_id], lang),
        words=clean(node_date.words),
    )


def _still(item: Stale, board: Board, lang: Lang) -> str:
    node = _of(board.by_id[item.node_id], lang)
    line = say("{node}: {n} <n:day|days> without a change", lang, node=node, n=item.days)
    if not item.waited_for_by:
        return line
    waiting = say(in_context("list", ", "), lang).join(
        _of(board.by_id[other], lang) for other in item.waited_for_by
    )
    return say("{line}; waiting for it: {waiting}", lang, line=line, waiting=waiting)


def _question(asked: Question, board: Board, lang: Lang) -> str:
    nodes = [_of(board.by_id[node_id], lang) for node_id in asked.node_ids]
    words = clean(asked.words)
    if asked.day is not None:
        entry = N_("{node}: is {day} meant by “{words}”?")
        return say(entry, lang, node=nodes[0], day=asked.day.isoformat(), words=words)
    if asked.kind == "dependencies":
        entry = N_("Does {start} wait for {end}? It says “{words}”.")
        return say(entry, lang, start=nodes[0], end=nodes[1], words=words)
    return say(N_("Are {start} and {end} the same?"), lang, start=nodes[0], end=nodes[1])


def _decompositions(report: OrganizerReport, titles: Titles, lang: Lang) -> tuple[Point, ...]:
    return tuple(
        Point(
            about=_named(
                decomposition.target_node_id, titles, lang, copied=decomposition.target_title
            ),
            text=decomposition.reason,
            below=tuple(_child(child, lang) for child in decomposition.suggested_children),
        )
        for decomposition in report.decomposition_proposals
    )


def _child(child: OrganizerReportChild, lang: Lang) -> Point:
    if child.suggested_status is None:
        return Point(about=child.title, text=child.context)
    status = _status(child.suggested_status, lang)
    return Point(
        about=say("{title} ({status})", lang, title=child.title, status=status), text=child.context
    )


def _groupings(report: OrganizerReport, titles: Titles, lang: Lang) -> tuple[Point, ...]:
    return tuple(
        Point(
            about=grouping.group_label,
            text=grouping.reason,
            below=tuple(Point(text=_named(node_id, titles, lang)) for node_id in grouping.node_ids),
        )
        for grouping in report.grouping_proposals
    )


def _relations(report: OrganizerReport, titles: Titles, lang: Lang) -> tuple[Point, ...]:
    return tuple(
        Point(about=_relation(relation, titles, lang), text=relation.reason)
        for relation in report.relation_proposals
    )


def _relation(relation: OrganizerRelationProposal, titles: Titles, lang: Lang) -> str:
    return say(
        "{start} → {end} ({type})",
        lang,
        start=_named(relation.from_node_id, titles, lang),
        end=_named(relation.to_node_id, titles, lang),
        type=relation_label(relation.relation_type, lang),
    )


def _advisor(report: AdvisorReport, titles: Titles, lang: Lang) -> Iterator[Block]:
    named = _named(report.target_node_id, titles, lang, copied=report.target_title)
    yield Head(level=1, text=named)
    yield Sentence(about=say("Status", lang), text=_status(report.current_status, lang))
    yield Sentence(text=report.summary)
    yield Sentence(about=say("To decide first", lang), text=report.next_decision)
    if report.criteria:
        yield Head(level=2, text=say("Points of comparison", lang))
        yield tuple(
            Point(about=criterion.name, text=criterion.description) for criterion in report.criteria
        )
    yield Head(level=2, text=say("Options", lang))
    for number, option in enumerate(report.options, start=1):
        yield Head(level=3, text=option.label.strip() or say("Option {n}", lang, n=number))
        if option.description:
            yield Sentence(text=option.description)
        yield _option(option, lang)


def _option(option: AdvisorOption, lang: Lang) -> tuple[Point, ...]:
    points = [
        *_several(N_("For it"), option.pros or (), lang),
        *_several(N_("Against it"), option.cons or (), lang),
        *(
            Point(about=say(name, lang), text=text)
            for name, text in (
                (N_("Next action"), option.next_action),
                (N_("Needed to know"), option.necessary_info),
                (N_("When it fits"), option.criteria_note),
            )
        ),
        *_several(N_("Risks"), option.risks, lang),
    ]
    if option.suggested_status is not None:
        status = _status(option.suggested_status, lang)
        points.append(Point(about=say("Status it would lead to", lang), text=status))
    return tuple(points)


def _several(name: str, texts: Sequence[str], lang: Lang) -> list[Point]:
    if not texts:
        return []
    return [Point(about=say(name, lang), text="", below=tuple(Point(text=text) for text in texts))]


def _named(node_id: str, titles: Titles, lang: Lang, *, copied: str = "") -> str:
    """The user's own title with the id; the model's copy only where no title is known."""
    title = titles.get(node_id, copied).strip()
    return say("{title} ({id})", lang, title=title, id=node_id) if title else node_id


def _status(status: str, lang: Lang) -> str:
    return label(status, lang) if is_status(status) else status
