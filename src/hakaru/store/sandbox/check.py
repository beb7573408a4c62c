"""What does a text from outside say, and may it run?"""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hakaru.store.sandbox.faults import Refusal
from hakaru.store.sandbox.pivot import MissingList, values_sql, with_marks, with_values
from hakaru.store.sandbox.tree import check_tree, without_places

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_CHARACTERS = 20_000
_AROUND = "hakaru_result"
_NEAR = re.compile(r'syntax error at or near "(.+)"')
_SHOWN_CHARACTERS = 40
_SEMICOLONS = re.compile(r"[\s;]+\Z")


@dataclass(frozen=True, kw_only=True)
class CheckedQuery:
    """A text that is one SELECT and nothing else, also between brackets.

    `tables` are those it reads, in lower case. `missing`: lists of PIVOT that have yet to be
    looked up (`complete_query`).
    """

    text: str
    tables: frozenset[str]
    missing: tuple[MissingList, ...] = ()

    @property
    def as_table(self) -> str:
        """For FROM: the text in brackets, under a name nobody else uses."""
        return f"(\n{self.text}\n) AS {_AROUND}"


def check_query(con: DuckDBPyConnection, text: str, *, table_names: frozenset[str]) -> CheckedQuery:
    """The text, if it is one SELECT over tables in `table_names` with allowed parts only.

    The same tree has to come out of the text alone and between our brackets, so that it can leave
    them in no way (a comment, a semicolon, a bracket of its own). `con` is not asked to run it.

    Raises:
        Refusal: with the reason.
    """
    text = _SEMICOLONS.sub("", text)
    if len(text) > MOST_CHARACTERS:
        raise Refusal(code="too_long", name=str(MOST_CHARACTERS))
    if "\x00" in text or not text.strip() or not _is_unicode(text):
        raise Refusal(code="not_one_select")
    try:
        return _checked(con, text, table_names=table_names)
    except Refusal as refusal:
        marked, missing = with_marks(text) if refusal.code == "not_one_select" else ("", ())
        if not missing:
            raise
    return _with_missing(con, marked, missing, table_names=table_names)


def complete_query(
    con: DuckDBPyConnection, query: CheckedQuery, *, table_names: frozenset[str]
) -> CheckedQuery:
    """The query with its lists of PIVOT looked up in the data, which `con` has open.

    Raises:
        Refusal: there are too many values, or they cannot be looked up.
    """
    text = query.text
    for missing in query.missing:
        sql = values_sql(con, _tree(con, text)[0], missing=missing)
        values = _checked(con, sql, table_names=table_names)
        rows = con.execute(f"SELECT * FROM {values.as_table}").fetchall()
        text = with_values(text, missing, values=[row[0] for row in rows])
    return _checked(con, text, table_names=table_names) if query.missing else query


def _with_missing(
    con: DuckDBPyConnection,
    marked: str,
    missing: tuple[MissingList, ...],
    *,
    table_names: frozenset[str],
) -> CheckedQuery:
    try:
        query = _checked(con, marked, table_names=table_names)
    except Refusal as refusal:
        if refusal.code in ("syntax", "not_one_select"):  # it would quote what we have written
            raise Refusal(code="pivot_list") from refusal
        raise
    tree = _tree(con, marked)[0]
    for missing_list in missing:
        _checked(con, values_sql(con, tree, missing=missing_list), table_names=table_names)
    return dataclasses.replace(query, missing=missing)


def _checked(con: DuckDBPyConnection, text: str, *, table_names: frozenset[str]) -> CheckedQuery:
    """One SELECT with allowed parts, alone and between our brackets. Raises as `check_query`."""
    checked = CheckedQuery(text=text, tables=frozenset())
    alone, around = _tree(con, text), _tree(con, f"SELECT * FROM {checked.as_table}")
    tables = check_tree(alone, table_names=table_names)
    if check_tree(around, table_names=table_names) != tables or _inside(around) != _inner(alone):
        raise Refusal(code="not_one_select")
    return CheckedQuery(text=text, tables=tables)


def _tree(con: DuckDBPyConnection, text: str) -> list[dict[str, Any]]:
    """What the engine's parser makes of a text; it neither binds nor runs it."""
    rows = con.execute("SELECT json_serialize_sql($text)", {"text": text}).fetchall()
    try:
        parsed = json.loads(rows[0][0])
    except RecursionError as exc:
        raise Refusal(code="too_deep") from exc
    if parsed["error"]:
        if parsed.get("error_type") != "parser":
            raise Refusal(code="not_one_select")
        message = str(parsed.get("error_message", ""))
        if "expression depth" in message:
            raise Refusal(code="too_deep")
        raise Refusal(code="syntax", name=_near(message, text))
    statements: list[dict[str, Any]] = parsed["statements"]
    return statements


def _near(message: str, text: str) -> str:
    """Where the parser stopped, in words of the text itself; empty: it does not say."""
    match = _NEAR.match(message)
    if match is None or match[1] not in text:
        return ""
    return f"near {match[1][:_SHOWN_CHARACTERS]!r}"


def _is_unicode(text: str) -> bool:
    """Whether there is no half of a pair in it, which the engine cannot be given."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _inner(statements: list[dict[str, Any]]) -> object:
    return without_places(statements[0]["node"])


def _inside(statements: list[dict[str, Any]]) -> object:
    """What stands between our brackets; None where something stands beside them."""
    around = statements[0]["node"]
    table = around.get("from_table") or {}
    if around.get("type") != "SELECT_NODE" or table.get("type") != "SUBQUERY":
        return None
    return without_places(table["subquery"]["node"])
