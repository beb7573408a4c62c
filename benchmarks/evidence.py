"""What was measured on things from outside: `evidence.toml`, first on the page of figures."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.targets import SEPARATOR, number_text

_HEAD = """
## Measured on what others made

Who wrote what is measured on, knowing what, stands above each table. *First* is the figure before
the code was changed; it stays, whatever comes later.
"""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure from outside, what was wanted, and where it stands today and stood first."""

    says: str
    wanted: str
    benchmark: str
    at: str
    first: str = ""
    first_at: str = ""


@dataclass(frozen=True, kw_only=True)
class Source:
    """What was measured on: who wrote it, knowing what."""

    says: str
    written_by: str
    figures: tuple[Figure, ...]


def sources() -> tuple[Source, ...]:
    """All of them, in the order of the page."""
    text = Path(__file__).with_name("evidence.toml").read_text(encoding="utf-8")
    return tuple(
        Source(
            says=entry["says"],
            written_by=entry["written_by"],
            figures=tuple(Figure(**figure) for figure in entry["figures"]),
        )
        for entry in tomllib.loads(text)["source"]
    )


def evidence(results: Path) -> Iterator[str]:
    """The first part of the page, from the results in a folder."""
    parts = [part for source in sources() if (part := _source(source, results))]
    if parts:
        yield _HEAD
        yield from parts


def _source(source: Source, results: Path) -> str:
    known = [figure for figure in source.figures if (results / f"{figure.benchmark}.json").exists()]
    if not known:
        return ""
    lines = [f"\n### {source.says}\n\n{source.written_by}\n\n"]
    lines += ["| what | wanted | first | now |\n|---|--:|--:|--:|\n"]
    lines += [
        f"| {figure.says} | {figure.wanted} | {_first(figure, results)} "
        f"| {number_text(_figure(results, figure.benchmark, figure.at))} |\n"
        for figure in known
    ]
    return "".join(lines)


def _first(figure: Figure, results: Path) -> str:
    if not figure.first:
        return "-"
    return number_text(_figure(results, figure.first, figure.first_at or figure.at))


def _figure(results: Path, file: str, at: str) -> float:
    """The figure at a path in a result.

    Raises:
        LookupError: there is none.
    """
    stored = json.loads((results / f"{file}.json").read_text(encoding="utf-8"))["figures"]
    keys = at.split(SEPARATOR)
    if keys[0] not in stored:  # the oldest results have no name of a benchmark above
        keys = [next(iter(stored)), *keys]
    value: object = stored
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            raise LookupError(f"no figure of {file} is at {at!r}: {key!r}")
        value = value[key]
    if not isinstance(value, int | float):
        raise LookupError(f"what is at {at!r} of {file} is no figure: {value!r}")
    return float(value)
