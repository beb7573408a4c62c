"""Oracle families about DuckDB and about bytes, each run where the product relies on the fact."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import duckdb

from hakaru.catalog.reply import as_json

Inputs = Mapping[str, Any]


def _last_answer(sql: str, before: str = "") -> Mapping[str, Any]:
    """What the last of several statements gives: its rows, or the error it meets."""
    with duckdb.connect() as con:
        if before:
            con.execute(before)
        try:
            for statement in filter(str.strip, sql.split(";")):
                con.execute(statement)
        except duckdb.Error as error:
            return {"error": f"{type(error).__name__}: {error}"}
        return {"rows": [list(row) for row in con.execute("FROM fe3").fetchall()]}


def _refused(inputs: Inputs) -> Mapping[str, Any]:
    """J05 and J06: why `form_evaluations` is keyed by activity_id and upserted by target."""
    made = "CREATE TABLE fe(eval_id INTEGER PRIMARY KEY, activity_id BIGINT UNIQUE, x FLOAT)"
    sql = inputs["sql"]
    answer = _last_answer(sql, "" if sql.startswith("CREATE") else made)
    kind, _, said = answer["error"].replace("Binder Error: ", "").partition(": ")
    said = said.replace("Constraint Error: ", "")
    before, more, _ = said.partition("provided")
    return {"error": f"{kind}: {before}{more} ..." if more else f"{kind}: {said}"}


def _stored_as_float(inputs: Inputs) -> Mapping[str, Any]:
    with duckdb.connect() as con:
        row = con.execute("SELECT ?::FLOAT::DOUBLE", [inputs["value"]]).fetchone()
    assert row is not None
    return {"stored": row[0]}


def _between(inputs: Inputs) -> Mapping[str, Any]:
    with duckdb.connect() as con:
        row = con.execute(
            "SELECT count(*) FROM range(2000) t(s) WHERE s BETWEEN ? AND ?",
            [inputs["lo"], inputs["hi"]],
        ).fetchone()
    assert row is not None
    return {"rows": row[0]}


def _aggregate(inputs: Inputs) -> Mapping[str, Any]:
    with duckdb.connect() as con:
        row = con.execute("CREATE TABLE t(x DOUBLE);" + inputs["sql"]).fetchone()
    return {"row": list(row or ()), "truthy": bool(row)}


def _sizes(inputs: Inputs) -> Mapping[str, Any]:
    return {"chars": len(inputs["json"]), "bytes": len(inputs["json"].encode("utf-8"))}


def _compact_bins(inputs: Inputs) -> Mapping[str, Any]:
    bins = [json.loads(inputs["pattern"])] * inputs["bins"]
    return {"bytes_compact": len(as_json(bins).encode("utf-8"))}


FAMILIES: Mapping[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "J: sql -> error": _refused,
    "J: sql -> rows": lambda inputs: _last_answer(inputs["sql"]),
    "J: sql -> row, truthy": _aggregate,
    "J: value -> stored": _stored_as_float,
    "J: lo, hi -> rows": _between,
    "J: json -> chars, bytes": _sizes,
    "J: bins, pattern -> bytes_compact": _compact_bins,
}
