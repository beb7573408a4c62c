"""What was worked out is kept for one state of the database, and can be gone on from."""

import os
from pathlib import Path

import pytest

from hakaru.store.database import Memo


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "hakaru.duckdb"
    path.write_bytes(b"a")
    return path


def change(database: Path) -> None:
    database.write_bytes(database.read_bytes() + b"a")
    os.utime(database)


def test_it_is_worked_out_once_until_the_data_changes(database: Path) -> None:
    memo, made = Memo(database), iter(range(9))
    assert [memo.of("key", lambda: next(made)) for _ in range(3)] == [0, 0, 0]
    change(database)
    assert memo.of("key", lambda: next(made)) == 1


def test_who_goes_on_is_given_what_stood_before_the_change(database: Path) -> None:
    memo: Memo = Memo(database)
    given: list[str | None] = []

    def make(earlier: str | None) -> str:
        given.append(earlier)
        return f"{earlier or ''}x"

    assert memo.renewed("key", make) == "x"
    assert memo.renewed("key", make) == "x"
    change(database)
    assert memo.renewed("key", make) == "xx"
    assert given == [None, "x"]


def test_what_fails_is_not_kept_and_what_stood_before_is(database: Path) -> None:
    memo = Memo(database)
    memo.renewed("key", lambda _: 1)
    change(database)

    def fail(_: int | None) -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        memo.renewed("key", fail)
    assert memo.renewed("key", lambda earlier: (earlier or 0) + 1) == 2
