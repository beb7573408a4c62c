"""A run that was edited by hand, and runs that were removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, in_context, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Fact, Facts, Text, document, part, table
from hakaru.present.figures import distance_text
from hakaru.present.session import type_name

if TYPE_CHECKING:
    from hakaru.flows.run_edits import EditedRun, RemovalResult
    from hakaru.store.run_edits import RemovedRun


def edited_document(result: EditedRun, lang: Lang) -> Document:
    """How the run stands now."""
    learned = say("yes", lang) if result.learn else say("no: shown, judged, not learned from", lang)
    facts = (
        Fact(label=say("Title", lang), value=clean(result.title or "–")),
        Fact(label=say("Kind of training", lang), value=type_name(result.training_type, lang)),
        Fact(label=say("Shoes", lang), value=clean(result.shoe or "–")),
        Fact(label=say("Note", lang), value=clean(result.note or "–")),
        Fact(label=say("Learned from", lang), value=learned),
    )
    return document(Facts(facts=facts))


def removal_document(result: RemovalResult, lang: Lang) -> Document:
    """What was removed, would be, or stays away."""
    run = result.run
    if run is None:
        return _listed(result, lang)
    name = run_name(run, lang)
    if result.let_back:
        text = say("{run} may come back: import its file again.", lang, run=name)
    elif result.removed:
        text = say(
            "{run} is removed and stays away when it is imported again; "
            "`hakaru remove {id} --back` lets it come back.",
            lang,
            run=name,
            id=run.activity_id,
        )
    else:
        text = say(
            "{run} would be deleted with all that was derived from it: "
            "`hakaru remove {id} --yes`. Nothing was changed.",
            lang,
            run=name,
            id=run.activity_id,
        )
    return document(Text(text=text))


def run_name(run: RemovedRun, lang: Lang) -> str:
    """Day, title and distance of a removed run."""
    distance = "" if run.distance_m is None else distance_text(run.distance_m, lang)
    return " · ".join(filter(None, (run.day.isoformat(), clean(run.title or ""), distance)))


def _listed(result: RemovalResult, lang: Lang) -> Document:
    if not result.removed_runs:
        return document(Text(text=say("No run was removed.", lang)))
    rows = [
        (str(run.activity_id), run_name(run, lang), run.path or "") for run in result.removed_runs
    ]
    names = ("id", say(in_context("list", "Run"), lang), say("File", lang))
    return Document(parts=(part(table("removed", names, rows, left="lll")),))
