"""PIVOT without a list of its values: they are looked up, and written into the text.

The engine would make a type of them and run two statements. Here the text gets a mark in the place
of each list, is checked like any other, and gets the values once the data is open; what is run in
the end has been checked as well. Where a mark belongs is guessed from the words: a wrong guess is
refused, for each mark must be found in a list of a PIVOT, and nowhere else.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from hakaru.store.sandbox.faults import Refusal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_VALUES = 500
_MOST_VALUE_CHARACTERS = 50_000
_MOST_NAME_CHARACTERS = 60
_UNNAMED = '"(blank)"'
_NOTHING = "'' AS \"no values\""
_STATEMENTS = frozenset({"PIVOT", "PIVOT_WIDER"})
_AFTER_ON = frozenset(
    {"USING", "GROUP", "ORDER", "LIMIT", "OFFSET", "UNION", "EXCEPT", "INTERSECT"}
)
_SELECTS = frozenset({"SELECT", "FROM", "WITH", "VALUES"})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")

Tree = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class MissingList:
    """The list of one ON: `mark` stands for it; its values are those of `expression`, or what the
    SELECT `chosen_by` gives."""

    mark: str
    expression: str
    chosen_by: str | None


@dataclass(frozen=True, kw_only=True)
class _Token:
    word: str
    start: int
    end: int
    depth: int


def with_marks(text: str) -> tuple[str, tuple[MissingList, ...]]:
    """The text with a mark for each missing list, and what is missing; none: nothing is."""
    tokens = list(_tokens(text))
    items = [item for at in range(len(tokens)) for item in _dynamic_items(text, tokens, at)]
    missing_lists: list[MissingList] = []
    marked = text
    ordered = sorted(items, key=lambda item: item[0])
    for start, end, expression, chosen_by in reversed(ordered):
        mark = f"hakaru {secrets.token_hex(16)}"  # no row and no comment can hold it
        missing_lists.insert(0, MissingList(mark=mark, expression=expression, chosen_by=chosen_by))
        marked = f"{marked[:start]}(CAST(({expression}) AS VARCHAR)) IN ('{mark}'){marked[end:]}"
    return marked, tuple(missing_lists)


def values_sql(con: DuckDBPyConnection, statement: Tree, *, missing: MissingList) -> str:
    """A SELECT of the values of a missing list, one more than there may be.

    Args:
        con: whose parser writes parts of the tree as text; nothing is run.
        statement: the tree of the marked text.
        missing: the list.

    Raises:
        Refusal: the mark does not stand for exactly one list of a PIVOT.
    """
    pivots = list(_pivots(statement["node"], missing.mark, []))
    if len(pivots) != 1 or json.dumps(statement).count(json.dumps(missing.mark)) != 1:
        raise Refusal(code="pivot_list")
    source, ctes = pivots[0]
    if missing.chosen_by is not None:
        inner = _select(con, missing.chosen_by, None, ctes)
        values = f"SELECT hakaru_value FROM ({inner}) AS hakaru_source (hakaru_value)"
    else:
        inner = _select(con, "SELECT * FROM hakaru_source", source, ctes)
        values = (
            f"SELECT DISTINCT ({missing.expression}) AS hakaru_value FROM ({inner}) "
            "AS hakaru_source ORDER BY hakaru_value"
        )
    return (
        f"SELECT CAST(hakaru_value AS VARCHAR) AS hakaru_text FROM ({values}) AS hakaru_values "
        f"WHERE hakaru_value IS NOT NULL LIMIT {MOST_VALUES + 1}"
    )


def with_values(marked: str, missing: MissingList, *, values: Sequence[str]) -> str:
    """The marked text with the values of one list, each once.

    Raises:
        Refusal: there are too many, or they are too long.
    """
    distinct = list(dict.fromkeys(values))
    if len(distinct) > MOST_VALUES or sum(map(len, distinct)) > _MOST_VALUE_CHARACTERS:
        raise Refusal(code="too_wide", name=str(MOST_VALUES))
    listed = ", ".join(map(_listed, distinct)) or _NOTHING
    return marked.replace(f"'{missing.mark}'", listed, 1)


def _listed(value: str) -> str:
    """A value in a list. It becomes the name of a column: one line, and not too long."""
    literal = "'" + value.replace("'", "''") + "'"
    name = " ".join("".join(char if char.isprintable() else " " for char in value).split())
    if len(name) > _MOST_NAME_CHARACTERS:
        name = f"{name[:_MOST_NAME_CHARACTERS]}…"
    quoted = '"' + name.replace('"', '""') + '"'
    return literal if name == value else f"{literal} AS {quoted if name else _UNNAMED}"


def _select(con: DuckDBPyConnection, text: str, source: Tree | None, ctes: Sequence[Tree]) -> str:
    """A SELECT as text, from `source` if given, after the WITH clauses it may name."""
    parsed = json.loads(_one(con, "SELECT json_serialize_sql($value)", text))
    if parsed["error"] or len(parsed["statements"]) != 1:
        raise Refusal(code="pivot_list")
    node = parsed["statements"][0]["node"]
    node["cte_map"] = {"map": [*ctes, *node["cte_map"]["map"]]}
    if source is not None:
        node["from_table"] = source
    written = {"error": False, "statements": parsed["statements"]}
    return _one(con, "SELECT json_deserialize_sql($value)", json.dumps(written))


def _one(con: DuckDBPyConnection, sql: str, value: str) -> str:
    return str(con.execute(sql, {"value": value}).fetchall()[0][0])


def _pivots(part: object, mark: str, ctes: list[Tree]) -> Iterator[tuple[Tree, list[Tree]]]:
    """Sources of the PIVOTs with that mark, and the WITH clauses seen there."""
    if isinstance(part, list):
        for child in part:
            yield from _pivots(child, mark, ctes)
    elif isinstance(part, dict):
        seen = list(ctes)
        for pair in (part.get("cte_map") or {}).get("map", []):
            yield from _pivots(pair["value"], mark, seen)
            seen.append(pair)
        if part.get("type") == "PIVOT" and any(_is_marked(pivot, mark) for pivot in part["pivots"]):
            yield part["source"], seen
        for name, value in part.items():
            if name != "cte_map":
                yield from _pivots(value, mark, seen)


def _is_marked(pivot: Tree, mark: str) -> bool:
    entries = pivot["entries"]
    shown = entries[0]["star_expr"] if len(entries) == 1 else None
    return isinstance(shown, dict) and (shown.get("literal") or {}).get("text") == mark


def _tokens(text: str) -> Iterator[_Token]:
    """The words and signs of a text, without comments, and how many brackets are open there."""
    data = text.encode()
    tokens = duckdb.tokenize(text)
    ends = [*(start for start, _ in tokens[1:]), len(data)]
    depth = 0
    for (start, kind), end in zip(tokens, ends, strict=True):
        if kind == duckdb.token_type.comment:
            continue
        word = data[start:end].decode().rstrip()
        is_sign = kind == duckdb.token_type.operator
        depth -= is_sign and word in _CLOSING
        at = len(data[:start].decode())
        yield _Token(word=word, start=at, end=at + len(word), depth=depth)
        depth += is_sign and word in _OPENING


def _dynamic_items(
    text: str, tokens: Sequence[_Token], at: int
) -> Iterator[tuple[int, int, str, str | None]]:
    """The parts of ON that lack a list, of a PIVOT whose word stands there: start, end,
    expression, and the SELECT that chooses the values."""
    if tokens[at].word.upper() not in _STATEMENTS:
        return
    depth = tokens[at].depth
    inside = []
    for token in tokens[at + 1 :]:
        if token.depth < depth or (token.depth == depth and token.word == ";"):
            break
        inside.append(token)
    words = [token.word.upper() if token.depth == depth else "" for token in inside]
    if "ON" not in words:
        return
    first = len(words) - words[::-1].index("ON")
    last = next((n for n in range(first, len(words)) if words[n] in _AFTER_ON), len(words))
    for item in _split(inside[first:last], depth):
        dynamic = _dynamic(text, item, depth)
        if dynamic is not None:
            yield dynamic


def _split(tokens: Sequence[_Token], depth: int) -> Iterator[list[_Token]]:
    """At the commas outside brackets."""
    item: list[_Token] = []
    for token in tokens:
        if token.word == "," and token.depth == depth:
            yield item
            item = []
        else:
            item.append(token)
    yield item


def _dynamic(
    text: str, item: Sequence[_Token], depth: int
) -> tuple[int, int, str, str | None] | None:
    if not item:
        return None
    start, end = item[0].start, item[-1].end
    at = next((n for n, token in enumerate(item) if _is_in(token, depth)), None)
    if at is None:
        return start, end, text[start:end], None
    if at == 0 or len(item) < at + 4 or item[at + 2].word.upper() not in _SELECTS:
        return None
    return start, end, text[start : item[at - 1].end], text[item[at + 1].end : item[-1].start]


def _is_in(token: _Token, depth: int) -> bool:
    return token.depth == depth and token.word.upper() == "IN"
