"""Whether a text from outside is a query, and may run.

The engine would make a type of them and run two statements. Here the text gets a mark in the place
of each list, is checked like any other, and gets the values once the data is open; what is run in
the end has been checked as well. Where a mark belongs is guessed from the words: a wrong guess is
refused, for each mark must be found in a list of a PIVOT, and nowhere else.
"""

from __future__ import annotations

import dataclasses
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import duckdb

from hakaru.records import frozen
from hakaru.store.sandbox.job import Job, Refusal
from hakaru.store.sandbox.tree import check_tree, without_places

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


@frozen
class MissingList:
    """The list of one ON: `mark` stands for it; its values are those of `expression`, or what the
    SELECT `chosen_by` gives."""

    mark: str
    expression: str
    chosen_by: str | None


@frozen
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


MOST_CHARACTERS = 20_000
_AROUND = "hakaru_result"
_NEAR = re.compile(r'syntax error at or near "(.+)"')
_SHOWN_CHARACTERS = 40
_SEMICOLONS = re.compile(r"[\s;]+\Z")


@frozen
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


_ACTIVITIES = "hakaru.main.activities"


@frozen
class Column:
    """A column as the engine describes it."""

    name: str
    type: str

    @property
    def sql(self) -> str:
        """Its name, quoted."""
        return quoted(self.name)


@frozen
class Source:
    """Rows that can be read more than once: `sql` stands in FROM.

    `day_sql`: the local day of a row, None where it has none.
    """

    sql: str
    columns: tuple[Column, ...]
    by_activity: bool
    day_sql: str | None


def quoted(name: str) -> str:
    """A name in SQL, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def columns_of(con: DuckDBPyConnection, from_sql: str) -> tuple[Column, ...]:
    """Names and types; the query is bound, not run."""
    rows = con.execute(f"DESCRIBE SELECT * FROM {from_sql}").fetchall()
    return tuple(Column(name=row[0], type=row[1]) for row in rows)


def open_source(con: DuckDBPyConnection, query: CheckedQuery, *, job: Job) -> Source:
    """The rows of the job's days. A query runs here, once; a table is read where it lies.

    Raises:
        Refusal: days are asked for, but the rows have neither day nor activity.
    """
    columns = columns_of(con, query.as_table)
    by_activity, day_sql = _day_of(columns)
    columns = _needed(columns, job)
    names = ", ".join(column.sql for column in columns)
    days = _of_days(job, by_activity, day_sql)
    rows_sql = f"(SELECT {names} FROM {query.as_table}{days})"
    if not job.table:
        con.execute(f"CREATE TEMP TABLE hakaru_rows AS SELECT * FROM {rows_sql}")
        rows_sql = "temp.hakaru_rows"
    return Source(sql=rows_sql, columns=columns, by_activity=by_activity, day_sql=day_sql)


def days_of(con: DuckDBPyConnection, source: Source) -> tuple[str | None, str | None]:
    """First and last local day (ISO); None: the rows have none."""
    if source.by_activity:
        ids = f"SELECT activity_id FROM {source.sql}"
        days = f"SELECT activity_date AS day FROM {_ACTIVITIES} WHERE activity_id IN ({ids})"
    elif source.day_sql is not None:
        days = f"SELECT {source.day_sql} AS day FROM {source.sql}"
    else:
        return None, None
    ((first, last),) = con.execute(f"SELECT min(day), max(day) FROM ({days})").fetchall()
    return _iso(first), _iso(last)


def _needed(columns: tuple[Column, ...], job: Job) -> tuple[Column, ...]:
    """Those the job names, if any, and those that tell the day."""
    wanted = {name.lower() for name in (*job.columns, *filter(None, [job.column]))}
    if not wanted:
        return columns
    dated = "DATE" if job.kind == "profile" else None
    if job.kind == "profile":
        wanted |= {"activity_id", "activity_date"}
    needed = [column for column in columns if column.name.lower() in wanted or column.type == dated]
    return tuple(needed) or columns[:1]


def _day_of(columns: tuple[Column, ...]) -> tuple[bool, str | None]:
    """Whether the day is that of the activity, else the column that holds it."""
    by_name = {column.name.lower(): column for column in columns}
    dated = by_name.get("activity_date")
    if dated is not None and dated.type in ("DATE", "TIMESTAMP"):
        return False, f"CAST({dated.sql} AS DATE)"
    if "activity_id" in by_name:
        return True, None
    days = [column.sql for column in columns if column.type == "DATE"]
    return False, days[0] if len(days) == 1 else None


def _of_days(job: Job, by_activity: bool, day_sql: str | None) -> str:
    bounds = [
        f"{{day}} {sign} DATE '{date.fromisoformat(day)}'"
        for sign, day in ((">=", job.since), ("<=", job.until))
        if day is not None
    ]
    if not bounds:
        return ""
    inside = " AND ".join(bounds)
    if by_activity:
        days = inside.format(day="activity_date")
        return f" WHERE activity_id IN (SELECT activity_id FROM {_ACTIVITIES} WHERE {days})"
    if day_sql is None:
        raise Refusal(code="no_day")
    return " WHERE " + inside.format(day=day_sql)


def _iso(day: date | str | None) -> str | None:
    """The engine tells days that Python has no date for as text, such as years before Christ."""
    return day if day is None or isinstance(day, str) else day.isoformat()
