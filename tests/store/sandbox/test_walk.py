"""Does the walk over the parse tree let through what it knows, and nothing else, wherever it
stands?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.store.sandbox.check import MOST_CHARACTERS, check_query
from hakaru.store.sandbox.job import Refusal
from hakaru.store.sandbox.tree import FUNCTIONS, SESSION, TABLE_FUNCTIONS, TABLES
from tests.shared import examples

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

GOOD_TABLES = (
    "splits", "main.laps", "SPLITS", '"weather"', "time_series_metrics", "range(3)",
    "(VALUES (1, 2))", "unnest([1, 2])", "(DESCRIBE splits)", "(SUMMARIZE main.laps)",
    "(PIVOT splits ON kind IN ('a') USING sum(pace))", "(UNPIVOT laps ON a, b)",
    "(WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT n FROM r) FROM r)",
)  # fmt: skip
BAD_TABLES = (
    "sources", "priv.tokens", "hakaru.main.splits", "data.splits", "'x.csv'", '"x.parquet"',
    "read_text('/etc/passwd')", "glob('*')", "duckdb_settings()", "information_schema.tables",
    "pragma_table_info('splits')", "query('SELECT 1')", "main.sources", "temp.main.splits",
    "(DESCRIBE sources)", "(SUMMARIZE priv.tokens)", "(DESCRIBE 'x.csv')", "(SHOW TABLES)",
    "(SHOW splits)", "(DESCRIBE)", "(PIVOT sources ON a IN (1) USING sum(b))",
    "(PIVOT splits ON a IN my_type USING sum(b))", "(UNPIVOT 'x.csv' ON a)",
    "(PIVOT splits ON a IN (1) USING getenv(b))", "(UNPIVOT splits ON getenv(a))",
    "(WITH RECURSIVE sources AS (FROM sources UNION ALL FROM sources) FROM sources)",
    "(WITH RECURSIVE r AS (SELECT 1 UNION ALL FROM recurring.r) FROM r)",
)  # fmt: skip
GOOD_VALUES = ("1", "'x'", "NULL", "a", "s.b", "true", "DATE '2026-01-01'", "INTERVAL 1 DAY",
    "list_filter([1], lambda x: x > 1)", "[x + 1 for x in [1] if x > 0]",
    "list_aggregate([1], 'sum')", "lpad('a', 9, 'b')", "format('{}', 1)", "printf('%d', 1)",
    "regexp_extract_all('a', 'a')", "json_group_array(a)", "bit_count(1)", "current_date",
    "a COLLATE nocase", "s.user",
)  # fmt: skip
BAD_VALUES = (
    "getenv('HOME')", "nextval('sq')", "current_setting('threads')", "main.nextval('sq')",
    "read_text('x')", "$1", "error('a')", "sleep_ms(9)", "'a'::regclass", "'a'::secret",
    "list_transform([1], lambda x: getenv('HOME'))", "getvariable('x')", "stats(a)",
    "[getenv('HOME') for x in [1]]", "list_aggregate([1], a)", "list_aggregate([1], 'su' || 'm')",
    "list_aggregate([1], 'combine_aggr')", "array_aggr([1], 'read_text')", "current_user",
    "user", '"session_user"', "current_schema", "current_catalog", "CURRENT_ROLE",
    "(SELECT token FROM priv.tokens)", "a COLLATE de",
)  # fmt: skip

Piece = tuple[str, bool]
"""A piece of SQL, and whether something in it is not allowed."""


def one_of(good: tuple[str, ...], bad: tuple[str, ...]) -> st.SearchStrategy[Piece]:
    return st.one_of(
        st.sampled_from(good).map(lambda text: (text, False)),
        st.sampled_from(good).map(lambda text: (text, False)),
        st.sampled_from(good).map(lambda text: (text, False)),
        st.sampled_from(bad).map(lambda text: (text, True)),
    )


def filled(template: str, *pieces: st.SearchStrategy[Piece]) -> st.SearchStrategy[Piece]:
    return st.tuples(*pieces).map(
        lambda found: (
            template.format(*(text for text, _ in found)),
            any(bad for _, bad in found),
        )
    )


def values_of(inner: st.SearchStrategy[Piece]) -> st.SearchStrategy[Piece]:
    return st.one_of(
        filled("({} + {})", inner, inner),
        filled("abs({})", inner),
        filled("coalesce({}, {})", inner, inner),
        filled("CASE WHEN {} THEN {} ELSE {} END", inner, inner, inner),
        filled("CAST({} AS DOUBLE)", inner),
        filled("sum({}) OVER (PARTITION BY {} ORDER BY {})", inner, inner, inner),
        filled("count(*) FILTER (WHERE {})", inner),
        filled("list(a ORDER BY {})", inner),
        filled("[{}, {}][{}]", inner, inner, inner),
        filled("{{'k': {}}}", inner),
        filled("({} BETWEEN {} AND {})", inner, inner, inner),
        filled("({} IN ({}, 2))", inner, inner),
        filled("({} IS NULL)", inner),
        filled("(NOT {})", inner),
        filled("(SELECT {} FROM splits s)", inner),
        filled("EXISTS (SELECT {} WHERE {})", inner, inner),
    )


VALUES = st.recursive(one_of(GOOD_VALUES, BAD_VALUES), values_of, max_leaves=5)
FROM = st.recursive(
    one_of(GOOD_TABLES, BAD_TABLES),
    lambda inner: st.one_of(
        filled("(SELECT {} FROM {} s)", VALUES, inner),
        filled("(SELECT * FROM {} s JOIN {} t ON {})", inner, inner, VALUES),
        filled("(FROM {} s LEFT JOIN {} t USING (a))", inner, inner),
        filled("(SELECT 1 FROM {} s, LATERAL (SELECT {}) t)", inner, VALUES),
    ),
    max_leaves=3,
)
SELECTS = st.one_of(
    filled("SELECT {} AS a FROM {} s WHERE {} ORDER BY {}", VALUES, FROM, VALUES, VALUES),
    filled("SELECT {} FROM {} s GROUP BY {} HAVING {}", VALUES, FROM, VALUES, VALUES),
    filled("SELECT {} FROM {} s QUALIFY {} LIMIT 3", VALUES, FROM, VALUES),
    filled("WITH q AS (SELECT {} FROM {} s) SELECT {} FROM q s", VALUES, FROM, VALUES),
    filled("SELECT {} FROM {} s UNION ALL SELECT {} FROM {} s", VALUES, FROM, VALUES, FROM),
    filled("SELECT * EXCLUDE (x) REPLACE ({} AS b) FROM {} s", VALUES, FROM),
    filled("SELECT DISTINCT ON ({}) {} FROM {} s", VALUES, VALUES, FROM),
)


@cache
def parser() -> DuckDBPyConnection:
    return duckdb.connect()


def refusal(sql: str) -> Refusal | None:
    try:
        check_query(parser(), sql, table_names=TABLES)
    except Refusal as found:
        return found
    return None


def assert_one_statement(sql: str) -> None:
    """What is let through is one statement between our brackets, as it will be run."""
    try:
        checked = check_query(parser(), sql, table_names=TABLES)
    except Refusal:
        return
    assert len(duckdb.extract_statements(f"SELECT * FROM {checked.as_table}")) == 1


def windows_in_windows(text: str, found: Refusal) -> bool:
    """The engine itself has no window inside the definition of a window, and says so."""
    said = "window functions are not allowed in window definitions"
    return found.code == "syntax" and said in found.name and text.count(" OVER ") > 1


@settings(max_examples=examples(400), deadline=None)
@given(SELECTS)
def test_one_bad_piece_anywhere_refuses_and_good_ones_alone_pass(select: Piece) -> None:
    text, bad = select
    found = refusal(text)
    if bad:
        assert found is not None, text
    else:
        too_much = found is not None and found.code in ("too_deep", "too_many_joins")
        assert found is None or too_much or windows_in_windows(text, found), (text, found)


@settings(max_examples=examples(200), deadline=None)
@given(st.text(max_size=60), SELECTS)
def test_no_text_does_more_than_be_refused(text: str, select: Piece) -> None:
    for sql in (text, f"SELECT {text}", f"SELECT * FROM {text}", f"{select[0]} {text}"):
        assert_one_statement(sql)


@settings(max_examples=examples(200), deadline=None)
@given(SELECTS, st.integers(0, 400), st.sampled_from([")", "(", ";", "'", '"', "--", "/*", "$$"]))
def test_a_stray_sign_never_opens_our_brackets(select: Piece, at: int, sign: str) -> None:
    text = select[0][:at] + sign + select[0][at:]
    assert_one_statement(text)


@pytest.mark.parametrize(
    "name",
    [
        "getenv", "getvariable", "current_setting", "nextval", "currval", "setval", "setseed",
        "read_text", "read_blob", "write_log", "query", "query_table", "sleep_ms", "pg_sleep",
        "error", "stats", "invoke", "cast_to_type", "make_type", "enum_range", "gen_random_uuid",
        "json_serialize_plan", "json_deserialize_sql", "txid_current", "version", "query_id",
        "json_transform", "from_json", "json_execute_serialized_sql", "combine", "finalize",
        "parse_path", "current_user", "current_database", "user", "histogram_values",
    ],
)  # fmt: skip
def test_what_reaches_out_or_only_makes_work_is_no_function_of_ours(name: str) -> None:
    assert name not in FUNCTIONS | TABLE_FUNCTIONS


def test_no_name_alone_tells_of_the_session() -> None:
    """Of all names the engine knows, those it answers without a table are refused, or clocks."""
    con = parser()
    names = con.execute(
        "SELECT function_name FROM duckdb_functions() UNION SELECT keyword_name FROM "
        "duckdb_keywords()"
    ).fetchall()
    answered = set()
    for (name,) in names:
        quoted = '"' + name.replace('"', '""') + '"'
        try:
            con.execute(f"DESCRIBE SELECT {quoted}")
        except duckdb.Error:
            continue
        answered.add(name)
    clocks = {"current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
    assert len(answered) >= 6
    assert answered <= SESSION | clocks
    for name in SESSION:
        for sql in (f"SELECT {name}", f'SELECT "{name.upper()}" FROM splits'):
            assert refusal(sql) is not None, sql


def test_every_function_that_is_allowed_exists() -> None:
    """A name the engine does not know may get a meaning later."""
    rows = parser().execute("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
    windows = {
        "cume_dist", "dense_rank", "fill", "first_value", "lag", "last_value", "lead", "nth_value",
        "ntile", "percent_rank", "rank", "rank_dense", "row_number",
    }  # fmt: skip
    special = {"coalesce", "ifnull", "row", "unnest"}
    unknown = FUNCTIONS - {row[0] for row in rows} - windows - special
    assert unknown <= {"current_timestamp"}


def test_a_text_may_be_long_but_not_too_long() -> None:
    listed = ", ".join(str(number % 10) for number in range(3_000))
    assert refusal(f"SELECT pace FROM splits WHERE split_index IN ({listed})") is None
    found = refusal("SELECT 1" + " " * 10 + "+ 1" * MOST_CHARACTERS)
    assert found is not None
    assert found.code == "too_long"


@pytest.mark.parametrize("depth", [60, 120, 200, 900, 1900])
def test_brackets_in_brackets_end_in_a_refusal_not_in_a_crash(depth: int) -> None:
    for left, right in (("abs(", ")"), ("(SELECT ", ")"), ("[", "]"), ("NOT ", "")):
        found = refusal(f"SELECT {left * depth}1{right * depth}")
        assert found is None or found.code in ("too_deep", "too_long")
