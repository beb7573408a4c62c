"""Files that were named to an operation, made safe: the one way from a name to what a flow gets.

Every surface hands the values of parameters that name files through here. A person's are taken as
they are; a model's never reach a flow: it gets a place in the exports, or copies of what lies in
the folders that the person listed (see `store.file_access`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from hakaru.catalog.operation import Operation, Param
from hakaru.core.errors import HakaruError
from hakaru.flows.context import Context
from hakaru.store.file_access import UPLOADS, ModelOutput, PersonOutput, staged
from hakaru.store.references import names_a_run

Values = Mapping[str, object]


@dataclasses.dataclass(frozen=True)
class Named:
    """The names that a model gave for a parameter: no path, until they went through here."""

    texts: tuple[str, ...]


def for_person(operation: Operation, values: Values, *, overwrite: bool) -> dict[str, object]:
    """The values with which a person's call reaches the function."""
    safe = dict(values)
    for param in operation.params:
        given = values.get(param.name)
        if param.access == "write" and isinstance(given, Path):
            safe[param.name] = PersonOutput(path=given, overwrite=overwrite)
        elif param.type == "source":
            safe[param.name] = _file_or_run(str(given))
    return safe


def _file_or_run(given: str) -> Path | str:
    """What a person means: a file that is there, or else a run."""
    try:
        path = Path(given).expanduser()
        return path if path.exists() else given
    except (OSError, ValueError, RuntimeError):
        return given


@contextmanager
def for_model(
    context: Context, operation: Operation, *, values: Values
) -> Iterator[tuple[Context, dict[str, object]]]:
    """The context and values with which a model's call reaches the function.

    Raises:
        FolderNotListed: it names a file that is not open to it.
        Unreadable: there is no such file, or not one that can be read.
    """
    safe = dict(values)
    read: Param | None = None
    for param in operation.params:
        given = values.get(param.name)
        if param.access == "write":
            safe[param.name] = ModelOutput(
                data_folder=context.data_folder,
                named=given.texts[0] if isinstance(given, Named) else None,
                default=operation.name,
            )
        elif isinstance(given, Named):
            if param.type == "source" and (not given.texts[0] or names_a_run(given.texts[0])):
                safe[param.name] = given.texts[0]
            else:
                read = param
    if read is None:
        yield context, safe
        return
    texts = cast(Named, values[read.name]).texts
    with _staged(context, texts) as (own, paths):
        yield own, {**safe, read.name: paths if read.type == "paths" else paths[0]}


@contextmanager
def _staged(context: Context, texts: Sequence[str]) -> Iterator[tuple[Context, tuple[Path, ...]]]:
    with staged(
        texts,
        folders=context.settings.mcp.folders,
        uploads=context.data_folder / UPLOADS,
        data_folder=context.data_folder,
    ) as copies:
        try:
            yield dataclasses.replace(context, shown_path=copies.shown), copies.paths
        except HakaruError as error:
            copies.relabel(error)
            raise
