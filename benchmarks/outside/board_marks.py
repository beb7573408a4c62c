"""Marks of a careful reader on twelve boards and eight later ones, and how an answer compares.

The rules of comparison are those of `benchmarks/outside/boards/README.md`. What is proposed and
neither marked nor forbidden is wrong until a person has read it: verdicts are lines of
`benchmarks/outside/boards_read.json` ("right", "neutral" or "wrong", with a reason).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

BOARDS = Path(__file__).parent / "boards" / "boards.json"
SECOND = Path(__file__).parent / "boards_second" / "boards.json"
_VERDICTS = Path(__file__).parent / "boards_read.json"
KINDS = (
    "dependencies", "dates", "duplicates", "alternatives", "checklists", "efforts", "groups",
    "divisions", "stale", "cycles",
)  # fmt: skip
_TUNED_EVERY = 2

Outcome = Literal["right", "neutral", "wrong", "unread"]


@dataclass(frozen=True, kw_only=True)
class Board:
    """One board; `marks` by kind, as in the file."""

    id: str
    language: str
    nodes: tuple[Mapping[str, Any], ...]
    marks: Mapping[str, Sequence[Mapping[str, Any]]]

    def text(self, node_id: str) -> str:
        """Title and note of a node."""
        node = next(node for node in self.nodes if node["id"] == node_id)
        return f"{node['title']}\n{node['context']}"


def read_boards(path: Path = BOARDS) -> tuple[Board, ...]:
    """The boards in the order of a file: the twelve, or those of `SECOND`."""
    rows = json.loads(path.read_text(encoding="utf-8"))["boards"]
    return tuple(
        Board(
            id=row["id"],
            language=row["language"],
            nodes=tuple(row["nodes"]),
            marks=row["marks"],
        )
        for row in rows
    )


def tuned_ids(boards: Sequence[Board]) -> frozenset[str]:
    """The half that rules may be tuned by reading: of the boards of each language, in the order of
    the file, the first, the third and so on. Fixed before any board was looked at."""
    tuned = []
    for language in ("ja", "en", "mixed"):
        of_language = [board.id for board in boards if board.language == language]
        tuned += of_language[::_TUNED_EVERY]
    return frozenset(tuned)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One thing that is proposed. `key` names it for verdicts; `nodes` in the order of its kind."""

    kind: str
    nodes: tuple[str, ...]
    words: str = ""
    date: str = ""
    sense: str = ""
    texts: tuple[str, ...] = ()
    minutes: float | None = None

    @property
    def key(self) -> str:
        """What a verdict is filed under."""
        nodes = sorted(self.nodes) if self.kind in ("groups", "duplicates") else self.nodes
        parts = [self.kind, *nodes, self.date]
        parts += [f"{self.minutes:g}"] if self.minutes is not None else []
        parts += self.texts if self.kind == "alternatives" else ()
        return " ".join(part for part in parts if part)


@dataclass(kw_only=True)
class Score:
    """Counts of one kind on some boards."""

    marked: int = 0
    found: int = 0
    claimed: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)

    def add(self, other: Score) -> None:
        """Sum two counts."""
        self.marked += other.marked
        self.found += other.found
        self.claimed += other.claimed
        for name, n in other.outcomes.items():
            self.outcomes[name] = self.outcomes.get(name, 0) + n


@dataclass(frozen=True, kw_only=True)
class Scored:
    """One board's counts by kind, and what was missed or proposed wrongly, in words."""

    scores: Mapping[str, Score]
    missed: tuple[str, ...]
    faults: tuple[str, ...]


def score(board: Board, claims: Sequence[Claim]) -> Scored:
    """Compare what was proposed with the marks of a board."""
    verdicts = _verdicts()
    scores = {kind: Score() for kind in KINDS}
    missed: list[str] = []
    faults: list[str] = []
    for kind in KINDS:
        of_kind = [claim for claim in claims if claim.kind == kind]
        marks = [mark for mark in _marks(board, kind) if not mark.get("unsure")]
        wanted = [mark for mark in marks if not mark.get("optional")]
        for mark in wanted:
            found = any(_matches(board, kind, claim, mark, finds=True) for claim in of_kind)
            scores[kind].marked += 1
            scores[kind].found += found
            if not found:
                missed.append(f"{kind}: {json.dumps(mark, ensure_ascii=False)}")
        for claim in of_kind:
            outcome = _outcome(board, claim, marks, verdicts)
            scores[kind].claimed += 1
            scores[kind].outcomes[outcome] = scores[kind].outcomes.get(outcome, 0) + 1
            if outcome in ("wrong", "unread"):
                faults.append(f"{outcome}: {claim.key} | {claim.words}")
    return Scored(scores=scores, missed=tuple(missed), faults=tuple(faults))


def _verdicts() -> Mapping[str, Mapping[str, str]]:
    if not _VERDICTS.exists():
        return {}
    read: Mapping[str, Mapping[str, str]] = json.loads(_VERDICTS.read_text(encoding="utf-8"))
    return read


_MARKS_OF = {"dates": "deadlines", "divisions": "too_large"}
_FORBIDDEN_AS = {
    "dependencies": "dependency", "dates": "deadline", "duplicates": "duplicate",
    "groups": "group", "efforts": "effort", "alternatives": "alternatives", "stale": "stale",
}  # fmt: skip


def _marks(board: Board, kind: str) -> Sequence[Mapping[str, Any]]:
    return board.marks[_MARKS_OF.get(kind, kind)]


def _outcome(
    board: Board,
    claim: Claim,
    marks: Sequence[Mapping[str, Any]],
    verdicts: Mapping[str, Mapping[str, str]],
) -> Outcome:
    if restates(board, claim):
        return "wrong"
    if any(_matches(board, claim.kind, claim, mark, finds=False) for mark in marks):
        return "right"
    if _is_forbidden(board, claim) or _is_unsure(board, claim):
        return "wrong"
    if claim.kind == "dependencies" and _follows(board, claim, marks):
        return "neutral"
    if claim.kind == "stale":
        return "neutral"
    verdict = verdicts.get(f"{board.id}: {claim.key}")
    if verdict is None:
        return "unread"
    outcome = verdict["verdict"]
    assert outcome in ("right", "neutral", "wrong"), claim.key
    return outcome  # type: ignore[return-value]


def _is_unsure(board: Board, claim: Claim) -> bool:
    """A claim of what is a question at most. Of efforts and groups an unsure mark is no fault."""
    if claim.kind in ("groups", "efforts", "stale", "divisions"):
        return False
    return any(
        _matches(board, claim.kind, claim, mark, finds=False)
        for mark in _marks(board, claim.kind)
        if mark.get("unsure")
    )


def _is_forbidden(board: Board, claim: Claim) -> bool:
    kind = _FORBIDDEN_AS.get(claim.kind)
    for mark in board.marks["must_not"]:
        if mark["kind"] != kind:
            continue
        nodes = set(mark["nodes"])
        if kind in ("duplicate", "group"):
            hit = nodes <= set(claim.nodes)
        elif kind == "stale":
            hit = claim.nodes[0] in nodes
        else:
            said = same_text(claim.words)
            words = same_text(mark["words"])
            hit = bool(nodes & set(claim.nodes)) and bool(said) and (words in said or said in words)
        if hit:
            return True
    return False


def _follows(board: Board, claim: Claim, marks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a waits for c because a waits for b and b for c."""
    same = _same_nodes(board)
    edges: dict[str, set[str]] = {}
    for mark in marks:
        edges.setdefault(same[mark["from"]], set()).add(same[mark["to"]])
    start, end = (same[node] for node in claim.nodes)
    seen, waiting = {start}, [start]
    while waiting:
        for following in edges.get(waiting.pop(), ()):
            if following == end:
                return True
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


def _same_nodes(board: Board) -> Mapping[str, str]:
    """A duplicate pair counts as one node: its first member."""
    same = {node["id"]: node["id"] for node in board.nodes}
    for mark in board.marks["duplicates"]:
        first, second = mark["pair"]
        same[second] = same[first]
    return same


def _matches(
    board: Board, kind: str, claim: Claim, mark: Mapping[str, Any], *, finds: bool
) -> bool:
    """Whether a claim says what a mark says. `finds`: all of it, for recall."""
    match kind:
        case "dependencies":
            same = _same_nodes(board)
            ends = [mark["to"], *mark.get("also_ok_to", ())]
            return same[claim.nodes[0]] == same[mark["from"]] and same[claim.nodes[1]] in {
                same[end] for end in ends
            }
        case "dates":
            dates = {mark["date"], mark.get("date_to"), *mark.get("also_ok", ())}
            return claim.nodes[0] == mark["node"] and claim.date in dates
        case "duplicates":
            return set(claim.nodes) == set(mark["pair"])
        case "alternatives":
            return claim.nodes[0] == mark["node"] and _same_options(claim, mark["options"])
        case "checklists":
            lines = {same_text(line) for line in (*mark["done"], *mark["open"])}
            return claim.nodes[0] == mark["node"] and {*map(same_text, claim.texts)} == lines
        case "efforts":
            minutes = {float(mark["minutes"]), float(mark.get("minutes_to", mark["minutes"]))}
            return claim.nodes[0] == mark["node"] and claim.minutes in minutes
        case "groups":
            return _same_group(claim, mark, finds=finds)
        case "divisions" | "stale":
            return bool(claim.nodes[0] == mark["node"])
        case _:
            return set(claim.nodes) == set(mark["nodes"])


def _same_options(claim: Claim, options: Sequence[str]) -> bool:
    """Every option of the mark in one of the claim's, and none besides."""
    given = [same_text(text) for text in claim.texts]
    wanted = [same_text(option) for option in options]
    return len(given) == len(wanted) and all(
        any(one in text or text in one for text in given) for one in wanted
    )


def _same_group(claim: Claim, mark: Mapping[str, Any], *, finds: bool) -> bool:
    """Nothing in the group that does not belong there; to find it takes two thirds of it."""
    members, wanted = set(claim.nodes), set(mark["node_ids"])
    if not members <= wanted | set(mark.get("also_ok", ())) or len(members & wanted) < 2:
        return False
    return not finds or 3 * len(members & wanted) >= 2 * len(wanted)


def same_text(text: str) -> str:
    """A text as it is compared: width, case, spaces and quotation marks aside."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s「」『』“”\"’‘'.,、。]+", "", plain)


def restates(board: Board, claim: Claim) -> bool:
    """Whether a claim only says what the board shows: a parent, its children, a note's own list."""
    parents = {node["id"]: node["parent_id"] for node in board.nodes}
    if claim.kind in ("dependencies", "relations", "duplicates"):
        first, second = claim.nodes
        return bool(parents[first] == second or parents[second] == first)
    if claim.kind == "groups":
        above = {parents[node] for node in claim.nodes}
        if len(above) != 1 or None in above:
            return False
        (parent,) = above
        return {node for node, over in parents.items() if over == parent} <= set(claim.nodes)
    if claim.kind == "divisions":
        note = {same_text(line) for line in _list_lines(board.text(claim.nodes[0]))}
        titles = {same_text(node["title"]) for node in board.nodes}
        return {*map(same_text, claim.texts)} <= note | titles
    return False


def _list_lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        item = re.match(r"^\s*(?:\[[ xX]\]|[-*+・•]|\d+[.)．）])\s*(?:\[[ xX]\]\s*)?(\S.*)$", line)
        if item:
            yield item[1]


def quoted_share(mark: Mapping[str, Any], options: Sequence[str], text: str) -> bool:
    """Whether an advice names every listed option and half of what else the user wrote of them."""
    said = same_text(text)
    names = [word for word in mark["must_quote"] if _is_option(word, options)]
    others = [word for word in mark["must_quote"] if word not in names]
    n_others = sum(same_text(word) in said for word in others)
    return all(same_text(word) in said for word in names) and 2 * n_others >= len(others)


def _is_option(word: str, options: Sequence[str]) -> bool:
    return any(same_text(word) == same_text(option) for option in options)
