"""What one FIT file passes on its way to a stored verdict: `python -m tools.run_trace [FILE.fit]`.

A season is taken in first, so that there is a baseline. Then the functions of `src/hakaru` are
counted, by file, that are entered while one more recording (FILE, else a simulated run) is read,
judged and stored; comprehensions and lambdas belong to the function they are in. `--short` lists
those of at most three lines that one place in the source names: whether each says more than its
body is for the reader to decide.
"""

from __future__ import annotations

import argparse
import ast
import functools
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import hakaru
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

SOURCE: Final = Path(hakaru.__file__).parent
SEASON: Final = SeasonSettings(
    seed=11, start_on=date(2025, 1, 6), weeks=8, runs_per_week=2, duration_frac=0.15
)
_SHORT_LINES: Final = 3


def traced(folder: Path, before: Sequence[bytes], recording: bytes) -> Mapping[CodeType, int]:
    """Functions that are entered, and how often, when a recording comes after others."""
    context = build(Config(data_folder=folder / "data", settings=Settings(workers=1)))
    ingest(context, paths=(_written(folder / "before", before),))
    path = _written(folder / "recording", [recording])
    entered: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _is_ours(frame.f_code):
            entered[frame.f_code] += 1

    sys.setprofile(note)
    try:
        result = ingest(context, paths=(path,))
    finally:
        sys.setprofile(None)
    context.store.close()
    if not result.evaluated:
        raise SystemExit(f"no verdict: {result}")
    return entered


def short_ones(entered: Mapping[CodeType, int]) -> Iterator[str]:
    """Functions of few lines that are named once in the source, with their body."""
    named = _names()
    for code in sorted(entered, key=_place):
        node = _functions(code.co_filename).get(code.co_firstlineno)
        if node is None or node.name.startswith("__") or named[node.name] != 1:
            continue
        body = node.body[1:] if ast.get_docstring(node) else node.body
        text = " ".join(ast.unparse(statement) for statement in body)
        if sum(map(_n_lines, body)) <= _SHORT_LINES:
            yield f"{_place(code)} {code.co_qualname} ({entered[code]}): {' '.join(text.split())}"


def _written(folder: Path, contents: Sequence[bytes]) -> Path:
    folder.mkdir()
    for number, content in enumerate(contents):
        (folder / f"{number:02}.fit").write_bytes(content)
    return folder


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(str(SOURCE)) and not code.co_name.startswith("<")


@functools.cache
def _functions(file_name: str) -> Mapping[int, ast.FunctionDef]:
    """Functions of a file by their first line, which is that of a decorator where there is one."""
    return {
        min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]): node
        for node in ast.walk(ast.parse(Path(file_name).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


def _names() -> Counter[str]:
    """How often each name is used in the source, as a name or behind a dot."""
    nodes = (
        node
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )
    return Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in nodes
        if isinstance(node, ast.Name | ast.Attribute)
    )


def _n_lines(statement: ast.stmt) -> int:
    return (statement.end_lineno or statement.lineno) - statement.lineno + 1


def _file(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(SOURCE))


def _place(code: CodeType) -> str:
    return f"{_file(code)}:{code.co_firstlineno}"


def main() -> None:
    """Print how many functions of which files were entered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="a run; none: a simulated one")
    parser.add_argument("--short", action="store_true", help="list short functions named once")
    asked = parser.parse_args()
    files = [session.to_fit() for session in simulate_season(SEASON)]
    with tempfile.TemporaryDirectory() as folder:
        recording = asked.file.read_bytes() if asked.file else files[-1]
        entered = traced(Path(folder), files[:-1], recording)
    per_file = Counter(map(_file, entered))
    lines = [f"{n_functions:4} {name}" for name, n_functions in per_file.most_common()]
    lines.append(f"{len(per_file)} files, {len(entered)} functions")
    lines += short_ones(entered) if asked.short else ()
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
