"""What do Organizer and Advisor see in twelve boards, and in eight later ones? `python -m
benchmarks outside_boards`.

No model is configured. The boards and marks: `benchmarks/outside/boards`; how answers compare:
`benchmarks/outside/board_marks.py`.

Rules were tuned by reading one half of the boards; of the other half only figures were seen until
its faults and misses were read once, at the end, and mended by kinds. `benchmarks/results/first`
holds the figures before any change of code and those of the other half before it was read.
`python -m benchmarks.outside_boards ID...` prints what was missed and what was proposed wrongly.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.outside.board_marks import (
    KINDS,
    SECOND,
    Board,
    Claim,
    Score,
    Scored,
    quoted_share,
    read_boards,
    restates,
    same_text,
    score,
    tuned_ids,
)
from hakaru.bootstrap import build, load_config
from hakaru.core.i18n import Lang
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.proposal import Proposal
from hakaru.flows.propose import Request, propose_options, propose_order
from hakaru.proposals.nodes import Node, is_status

_NOW = datetime(2026, 11, 23, 3, 0, tzinfo=UTC)
"""Noon of the boards' day in Tokyo."""
_EVERY = 8
"""Every eighth node of all boards: 58 of 459."""
_WAITS = ("depends_on",)
_SAME = ("duplicate_of",)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the product says of a board. `advice` by node, as text and as JSON."""

    claims: tuple[Claim, ...]
    questions: tuple[Claim, ...]
    restated: int
    proposed: int
    order: Mapping[str, Any]
    advice: Mapping[str, Mapping[str, Any]]


def run(quick: bool) -> Mapping[str, object]:
    """Figures of both halves and of all boards; `quick`: of the two smallest boards."""
    boards = read_boards()
    tuned = tuned_ids(boards)
    if quick:
        boards = tuple(board for board in boards if board.id in ("marathon", "thesis"))
    answers = {board.id: answer for board, answer in ask(boards)}
    scored = {board.id: score(board, answers[board.id].claims) for board in boards}
    halves = {
        "tuned": [board for board in boards if board.id in tuned],
        "read once": [board for board in boards if board.id not in tuned],
        "all": list(boards),
    }
    return {
        "tuned boards": sorted(tuned),
        **{name: _figures(half, answers, scored) for name, half in halves.items()},
        "advisor texts": _texts(boards, answers),
        "second set": _second(quick),
    }


def _second(quick: bool) -> Mapping[str, object]:
    """Figures of the eight later boards, in the same halves."""
    boards = read_boards(SECOND)[: 2 if quick else None]
    tuned = tuned_ids(boards)
    answers = {board.id: answer for board, answer in ask(boards)}
    scored = {board.id: score(board, answers[board.id].claims) for board in boards}
    halves = {
        "tuned": [board for board in boards if board.id in tuned],
        "held back": [board for board in boards if board.id not in tuned],
        "all": list(boards),
    }
    return {
        "tuned boards": sorted(tuned),
        **{name: _figures(half, answers, scored) for name, half in halves.items() if half},
    }


def ask(boards: Sequence[Board]) -> Iterator[tuple[Board, Answer]]:
    """The answers of the product about each board."""
    with tempfile.TemporaryDirectory(prefix="hakaru-boards-") as scratch:
        for board in boards:
            lang: Lang = "en" if board.language == "en" else "ja"
            context = build(load_config(data_folder=Path(scratch) / board.id, language=lang))
            try:
                yield board, _answer(replace(context, now=lambda: _NOW), board)
            finally:
                context.store.close()


def _nodes(board: Board) -> tuple[Node, ...]:
    return tuple(_node(row) for row in board.nodes)


def _node(row: Mapping[str, Any]) -> Node:
    assert is_status(row["status"])
    return Node(
        id=row["id"],
        title=row["title"],
        context=row["context"],
        status=row["status"],
        parent_id=row["parent_id"],
        created_at=_noon(row["created_at"]),
        updated_at=_noon(row["updated_at"]),
    )


def _noon(day: str) -> datetime:
    return datetime.fromisoformat(f"{day}T03:00:00+00:00")


def _answer(context: Context, board: Board) -> Answer:
    sent = _nodes(board)
    order: Mapping[str, Any] = _whole(propose_order(context, Request(sent=sent)))
    advice = {
        node.id: _whole(propose_options(context, Request(node=node.id, sent=sent))) for node in sent
    }
    claims = [*_of_order(order)]
    for node_id, reply in advice.items():
        claims += _listed(board, node_id, reply["report"])
    report = order["report"]
    proposed = [*_relations(report), *_groups(report), *_divisions(report)]
    return Answer(
        claims=tuple(claims),
        questions=tuple(_questions(order)),
        restated=sum(restates(board, claim) for claim in proposed),
        proposed=len(proposed),
        order=order,
        advice=advice,
    )


def _whole(proposal: Proposal) -> Mapping[str, Any]:
    reply: Mapping[str, Any] = as_plain(proposal, whole=True)
    return reply


def _of_order(order: Mapping[str, Any]) -> Iterator[Claim]:
    report = order["report"]
    yield from (claim for claim in _relations(report) if claim.kind != "relations")
    for claim in _relations(report):
        if claim.kind == "relations":  # says no more than that two have to do with each other
            yield replace(claim, kind="dependencies")
    yield from _groups(report)
    yield from _divisions(report)
    yield from _read(order.get("reading") or {})


def _relations(report: Mapping[str, Any]) -> Iterator[Claim]:
    for row in report["relation_proposals"]:
        kind = row["relation_type"]
        name = "dependencies" if kind in _WAITS else "duplicates" if kind in _SAME else "relations"
        nodes = (row["from_node_id"], row["to_node_id"])
        yield Claim(kind=name, nodes=nodes, words=_words(row))


def _words(row: Mapping[str, Any]) -> str:
    """The words that a proposal rests on, where it gives them, else what it quotes."""
    if row.get("words"):
        return str(row["words"])
    quotes = re.findall(r"[「“]([^」”]+)[」”]", row["reason"])
    return str(quotes[-1]) if quotes else ""


def _groups(report: Mapping[str, Any]) -> Iterator[Claim]:
    for row in report["grouping_proposals"]:
        yield Claim(kind="groups", nodes=tuple(row["node_ids"]), words=row["group_label"])


def _divisions(report: Mapping[str, Any]) -> Iterator[Claim]:
    for row in report["decomposition_proposals"]:
        texts = tuple(child["title"] for child in row["suggested_children"])
        yield Claim(kind="divisions", nodes=(row["target_node_id"],), texts=texts)


def _read(reading: Mapping[str, Any]) -> Iterator[Claim]:
    for row in reading.get("dates", ()):
        yield Claim(
            kind="dates",
            nodes=(row["node_id"],),
            date=row["date"],
            sense=row["sense"],
            words=row["words"],
        )
    for row in reading.get("checklists", ()):
        yield Claim(kind="checklists", nodes=(row["node_id"],), texts=(*row["done"], *row["open"]))
    for row in reading.get("efforts", ()):
        nodes = (row["node_id"],)
        yield Claim(kind="efforts", nodes=nodes, minutes=row["size_min"], words=row["words"])
    for row in reading.get("stale", ()):
        yield Claim(kind="stale", nodes=(row["node_id"], *row["waited_for_by"]))
    for row in reading.get("cycles", ()):
        yield Claim(kind="cycles", nodes=tuple(row["node_ids"]))


def _questions(order: Mapping[str, Any]) -> Iterator[Claim]:
    for row in (order.get("reading") or {}).get("questions", ()):
        yield Claim(
            kind=row["kind"],
            nodes=tuple(row["node_ids"]),
            words=row["words"],
            date=row.get("date") or "",
        )


def _listed(board: Board, node_id: str, report: Mapping[str, Any]) -> Iterator[Claim]:
    """The alternatives that an advice names in words of the node."""
    text = same_text(board.text(node_id))
    names = [re.split("[:：]", option["label"], maxsplit=1)[-1] for option in report["options"]]
    own = tuple(name.strip() for name in names if same_text(name) and same_text(name) in text)
    if len(own) > 1:
        yield Claim(kind="alternatives", nodes=(node_id,), texts=own, words=" / ".join(own))


def _figures(
    boards: Sequence[Board], answers: Mapping[str, Answer], scored: Mapping[str, Scored]
) -> Mapping[str, object]:
    total = Score()
    rows: dict[str, object] = {}
    for kind in KINDS:
        summed = Score()
        for board in boards:
            summed.add(scored[board.id].scores[kind])
        total.add(summed)
        rows[kind] = _row(summed)
    asked = [answers[board.id] for board in boards]
    senses = [pair for board in boards for pair in _senses(board, answers[board.id])]
    due = [(mark, found) for mark, found in senses if mark == "deadline"]
    advised = [pair for board in boards for pair in _advised(board, answers[board.id])]
    return {
        "nodes": sum(len(board.nodes) for board in boards),
        "by kind": rows,
        "proposed": total.claimed,
        "wrong or unread of what is proposed, %": _pct(_faults(total), total.claimed),
        "wrong of what is proposed, %": _pct(total.outcomes.get("wrong", 0), total.claimed),
        "deadlines in the narrow sense": {
            "marked": len(due),
            "found_pct": _pct(sum(found != "" for _, found in due), len(due)),
            "found_as_a_deadline_pct": _pct(sum(found == "deadline" for _, found in due), len(due)),
        },
        "questions": sum(len(answer.questions) for answer in asked),
        "restate structure": sum(answer.restated for answer in asked),
        "proposals in reports": sum(answer.proposed for answer in asked),
        "advice that quotes the user, %": _pct(sum(advised), len(advised)),
    }


def _row(summed: Score) -> Mapping[str, object]:
    return {
        "marked": summed.marked,
        "found": summed.found,
        "found_pct": _pct(summed.found, summed.marked),
        "claimed": summed.claimed,
        **{name: summed.outcomes.get(name, 0) for name in ("right", "neutral", "wrong", "unread")},
        "wrong_pct": _pct(_faults(summed), summed.claimed),
    }


def _faults(summed: Score) -> int:
    return summed.outcomes.get("wrong", 0) + summed.outcomes.get("unread", 0)


def _pct(n: int, of: int) -> float | None:
    return round(100.0 * n / of, 1) if of else None


def _senses(board: Board, answer: Answer) -> Iterator[tuple[str, str]]:
    """The sense of each sure mark, and in which sense its date was found ("": not at all)."""
    for mark in board.marks["deadlines"]:
        if mark.get("unsure"):
            continue
        dates = {mark["date"], mark.get("date_to"), *mark.get("also_ok", ())}
        found = [
            claim.sense
            for claim in answer.claims
            if claim.kind == "dates" and claim.nodes[0] == mark["node"] and claim.date in dates
        ]
        yield mark["sense"], mark["sense"] if mark["sense"] in found else next(iter(found), "")


def _advised(board: Board, answer: Answer) -> Iterator[bool]:
    options = {mark["node"]: mark["options"] for mark in board.marks["alternatives"]}
    for mark in board.marks["advice"]:
        report = answer.advice[mark["node"]]["report"]
        said = {key: value for key, value in report.items() if key != "target_title"}
        yield quoted_share(
            mark, options.get(mark["node"], ()), json.dumps(said, ensure_ascii=False)
        )


def _texts(boards: Sequence[Board], answers: Mapping[str, Answer]) -> Mapping[str, object]:
    """Different texts of every eighth node, without its title, id and figures; and what is left
    different without anything in quotation marks."""
    asked = [(board, node) for board in boards for node in board.nodes][::_EVERY]
    texts = [_bare(answers[board.id].advice[node["id"]]["report"], node) for board, node in asked]
    unquoted = [re.sub(r"[「『“][^」』”]*[」』”]", "", text) for text in texts]
    return {
        "nodes": len(asked),
        "different": len(set(texts)),
        "different without what is quoted": len(set(unquoted)),
    }


def _bare(report: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    said = {key: report.get(key) for key in ("options", "criteria", "next_decision", "summary")}
    text = json.dumps(said, ensure_ascii=False).replace(node["title"], "")
    return re.sub(r"\d+", "", text.replace(node["id"], ""))
