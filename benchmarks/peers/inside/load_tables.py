"""Make a DuckDB file of Parquet files: `load_tables.py FILE TABLE=PARQUET...`."""

import sys

import duckdb

with duckdb.connect(sys.argv[1]) as con:
    for word in sys.argv[2:]:
        table, _, path = word.partition("=")
        con.execute(f"CREATE TABLE {table} AS SELECT * FROM read_parquet('{path}')")
