"""Edit a run by hand, delete it, and let a deleted one come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast, get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import in_language, message
from hakaru.flows.evaluate import Label
from hakaru.flows.run_edits import edit_run, read_edited, remove_run
from hakaru.present.session import type_name
from hakaru.running.session.model import TrainingType
from hakaru.surfaces.web.pages.run_page import RunHead, head_of, run_view_of
from hakaru.surfaces.web.pages.visit import Choice, Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

_TEXTS = ("title", "shoe", "note")


@dataclass(frozen=True, kw_only=True)
class TextField:
    """A text of the form and, where it was refused, why; '': it was not."""

    name: str
    value: str
    fault: str


@dataclass(frozen=True, kw_only=True)
class EditView:
    """The form. `removing`: the run is about to be deleted, and one more press does it."""

    head: RunHead
    fields: tuple[TextField, ...]
    types: tuple[Choice, ...]
    learn: bool
    removing: bool


@dataclass(frozen=True, kw_only=True)
class _Fault:
    name: str = ""
    text: str = ""
    sent: Mapping[str, str] = field(default_factory=dict)


def show(visit: Visit) -> Shown:
    """The form as the run stands."""
    return _page(visit, _Fault())


def save(visit: Visit) -> Onward | Shown:
    """Keep what was set; what cannot be is said beside its field."""
    name, sent = visit.here["activity_id"], visit.sent
    kind = sent.get("type", "auto")
    if kind not in get_args(Label):
        raise BadArgument("type", kind, message("one of {names}", names=", ".join(get_args(Label))))
    now = read_edited(visit.context, int(name))
    recorded = {"title": now.title, "shoe": now.shoe, "note": now.note}
    changes = {
        text: sent[text].replace("\r\n", "\n")
        for text in _TEXTS
        if text in sent and sent[text].strip() != (recorded[text] or "")
    }
    try:
        edit_run(
            visit.context,
            activity=name,
            title=changes.get("title"),
            shoe=changes.get("shoe"),
            note=changes.get("note"),
            training_type=cast(Label, kind),
            learn=sent.get("learn") == "on",
        )
    except BadArgument as refused:
        text = in_language(refused.message, visit.lang)
        return _page(visit, _Fault(name=refused.name, text=text, sent=sent))
    return Onward(to=f"/runs/{name}")


def remove(visit: Visit) -> Onward:
    """Delete the run, once that was said twice."""
    name = visit.here["activity_id"]
    if visit.sent.get("sure") != "yes":
        return Onward(to=f"/runs/{name}/edit?remove=1#remove")
    remove_run(visit.context, activity=name, yes=True, back=False)
    return Onward(to="/import#removed")


def let_back(visit: Visit) -> Onward:
    """Let a deleted run come back."""
    remove_run(visit.context, activity=visit.sent.get("run", ""), yes=False, back=True)
    return Onward(to="/import?told=back")


def _page(visit: Visit, fault: _Fault) -> Shown:
    report, lang = run_view_of(visit).report, visit.lang
    now = read_edited(visit.context, report.facts.activity_id)
    stands = {
        "title": now.title or "",
        "shoe": now.shoe or "",
        "note": now.note or "",
        **fault.sent,
    }
    decided = now.training_type if now.type_source == "user" else "auto"
    chosen = stands.get("type", decided)
    view = EditView(
        head=head_of(visit, None, report),
        fields=tuple(
            TextField(name=name, value=stands[name], fault=fault.text if name == fault.name else "")
            for name in _TEXTS
        ),
        types=tuple(
            Choice(
                value=name,
                label=page_text("run_type_auto", lang)
                if name == "auto"
                else type_name(cast(TrainingType, name), lang),
                chosen=name == chosen,
            )
            for name in get_args(Label)
        ),
        learn=fault.sent.get("learn") == "on" if fault.sent else now.learn,
        removing=visit.choice("remove") is not None,
    )
    title = page_text("edit_title", lang)
    status = BadArgument.status if fault.name else 200
    return Shown(template="run_edit.html.j2", title=title, view=view, section="runs", status=status)
