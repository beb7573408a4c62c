"""Edit a run by hand, remove it, and let a removed one come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from hakaru.core.errors import BadArgument, NotRecorded, UnknownActivity
from hakaru.core.i18n import message
from hakaru.core.plain import Rows, Text, shown
from hakaru.flows.context import Context
from hakaru.flows.evaluate import Label
from hakaru.flows.fresh import refresh
from hakaru.records import frozen
from hakaru.running.session.model import TrainingType, TypeSource
from hakaru.store.activities import (
    read_labels,
    remove_label,
    resolve_activity,
    write_label,
)
from hakaru.store.recordings import read_recording
from hakaru.store.run_edits import (
    RemovedRun,
    RunEdit,
    let_back,
    read_edit,
    removed_runs,
    write_edit,
)
from hakaru.store.run_edits import remove_run as remove_stored
from hakaru.store.sessions import read_session
from hakaru.store.stale import mark_after

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAME_MOST, NOTE_MOST = 200, 1000
"""Characters of a title or of shoes, and of a note."""
EditedText = Literal["title", "shoe", "note"]
_MOST: Mapping[EditedText, int] = {"title": NAME_MOST, "shoe": NAME_MOST, "note": NOTE_MOST}


@frozen
class EditedRun:
    """How a run stands now; `note` None: there is none. `type_source`: who decided the type."""

    activity_id: int
    day: str
    title: str | None = field(metadata=shown(Text, within_bytes=NAME_MOST))
    shoe: str | None = field(metadata=shown(Text, within_bytes=NAME_MOST))
    note: str | None = field(metadata=shown(Text, within_bytes=NOTE_MOST))
    training_type: TrainingType
    type_source: TypeSource
    learn: bool


@frozen
class RemovalResult:
    """What came of it. `run` is the one asked for (None: the removed ones are listed): `removed`
    False, `let_back` False: it was only looked at. `removed_runs`: all that stay away."""

    run: RemovedRun | None
    removed: bool
    let_back: bool
    removed_runs: tuple[RemovedRun, ...] = field(metadata=shown(Rows, most=20, left_out="n_more"))


def edit_run(
    context: Context,
    *,
    activity: str,
    title: str | None,
    shoe: str | None,
    note: str | None,
    training_type: Label | None,
    learn: bool | None,
) -> EditedRun:
    """Set by hand what a run is called, wore and was, a note, and whether it is learned from; None:
    as it is, '': as recorded. What rests on it is derived again.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: a text is too long.
    """
    texts: Mapping[EditedText, str | None] = {"title": title, "shoe": shoe, "note": note}
    activity_id = change_run(context, activity, texts, training_type=training_type, learn=learn)
    refresh(context)
    return read_edited(context, activity_id)


def change_run(
    context: Context,
    activity: str,
    texts: Mapping[EditedText, str | None],
    *,
    training_type: Label | None,
    learn: bool | None,
) -> int:
    """The same, and its id: what rests on it is left to whoever reads results next."""
    for name, most in _MOST.items():
        text = texts.get(name)
        if text is not None and len(text) > most:
            wanted = message("at most {n} characters", n=most)
            raise BadArgument(name, f"{len(text)} characters", wanted)
    title = texts.get("title")
    with context.store.write() as con:
        activity_id = resolve_activity(con, activity)
        before = read_edit(con, activity_id)
        excluded = before.not_learned if learn is None else not learn
        edit = replace(
            before,
            title=_changed(before.title, title and " ".join(title.split())),
            gear=_changed(before.gear, texts.get("shoe")),
            note=_changed(before.note, texts.get("note")),
            not_learned=excluded,
        )
        relabelled = training_type is not None and _label(con, context, activity_id, training_type)
        if edit != before:
            write_edit(con, edit, source=context.actor, now=context.now())
        if relabelled or (edit.gear, excluded) != (before.gear, before.not_learned):
            mark_after(con, [activity_id])
    return activity_id


def _changed(before: str | None, text: str | None) -> str | None:
    return before if text is None else text.strip() or None


def read_edited(context: Context, activity_id: int) -> EditedRun:
    """How a run stands.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    with context.store.read() as con:
        edit, recording = read_edit(con, activity_id), read_recording(con, activity_id)
        summary = read_session(con, activity_id).summary
    return EditedRun(
        activity_id=activity_id,
        day=recording.day.isoformat(),
        title=recording.title,
        shoe=recording.gear,
        note=edit.note,
        training_type=summary.training_type,
        type_source=summary.type_source,
        learn=not edit.not_learned,
    )


def run_edit(context: Context, activity_id: int) -> RunEdit:
    """What was set by hand for a run."""
    with context.store.read() as con:
        return read_edit(con, activity_id)


def removed(context: Context) -> tuple[RemovedRun, ...]:
    """The runs that stay away, newest first."""
    with context.store.read() as con:
        return removed_runs(con)


def remove_run(context: Context, *, activity: str | None, yes: bool, back: bool) -> RemovalResult:
    """Delete a run for good (`yes`), or say what would go; its recordings stay away from then on.
    `back`: let a removed one come back when its file is imported again. Without a run: the list.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: `back` without a run.
    """
    if activity is None:
        if yes or back:
            raise BadArgument("activity", "", message("an id, or a local day YYYY-MM-DD"))
        return RemovalResult(run=None, removed=False, let_back=False, removed_runs=removed(context))
    if back:
        run = let_run_back(context, activity)
    else:
        with context.store.write() as con:
            run = _remove(con, context, activity, yes=yes)
    if yes and not back:
        refresh(context)
    left = removed(context)
    return RemovalResult(run=run, removed=yes and not back, let_back=back, removed_runs=left)


def delete_run(context: Context, activity: str) -> RemovedRun:
    """Delete a run for good; what rests on it is left to whoever reads results next.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.write() as con:
        return _remove(con, context, activity, yes=True)


def let_run_back(context: Context, activity: str) -> RemovedRun:
    """Let a removed run come back when its file is imported again.

    Raises:
        NotRecorded: no removed run is called so, or several of a day are.
    """
    with context.store.write() as con:
        run = _gone(con, activity)
        let_back(con, run.activity_id)
        return run


def _remove(con: DuckDBPyConnection, context: Context, reference: str, *, yes: bool) -> RemovedRun:
    """What goes, or has gone already: who was interrupted asks again."""
    try:
        activity_id = resolve_activity(con, reference)
    except UnknownActivity:
        return _removed_as(con, reference)
    if yes:
        return remove_stored(con, activity_id, source=context.actor, now=context.now())
    recording = read_recording(con, activity_id)
    return RemovedRun(
        activity_id=activity_id,
        day=recording.day,
        started_at=recording.started_at,
        elapsed_s=0.0,
        title=recording.title,
        distance_m=recording.summary.distance_m,
    )


def _removed_as(con: DuckDBPyConnection, reference: str) -> RemovedRun:
    runs = removed_runs(con)
    named = reference.strip()
    matches = [run for run in runs if named in (str(run.activity_id), run.day.isoformat())]
    if len(matches) != 1:
        raise UnknownActivity(reference)
    return matches[0]


def _gone(con: DuckDBPyConnection, reference: str) -> RemovedRun:
    try:
        return _removed_as(con, reference)
    except UnknownActivity:
        expected = message(
            "the id or the only day of a removed run: it was let back already, or never removed"
        )
        raise NotRecorded(reference, expected, name="activity") from None


def _label(con: DuckDBPyConnection, context: Context, activity_id: int, word: Label) -> bool:
    """Keep the runner's word on the kind of training. False: it was so already."""
    before = read_labels(con).get(activity_id)
    if word == (before or "auto"):
        return False
    if word == "auto":
        remove_label(con, activity_id)
    else:
        write_label(con, activity_id, training_type=word, source=context.actor, now=context.now())
    return True
