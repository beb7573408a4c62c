"""Sentences that somebody wrote from facts alone, against what the product would show of them.

`first_contact/sentences.json`: 400 labelled sentences about twelve runs of the simulated season;
`claims.json` what each says as typed claims, written by hand; `facts.json` what
the author of the sentences was given; `before.json` what the judge that read prose took, and on
which commit. The same for `narrative_first_contact.json` of the shared cases, whose facts stand in
the file itself.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

from tests.shared import CASES

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang
from hakaru.core.units import CM_PER_M
from hakaru.flows.athlete import set_athlete
from hakaru.flows.ingest import ingest
from hakaru.flows.narrate import read_known
from hakaru.guard import claims_json
from hakaru.guard.claims import Facts, all_hold, facts_named, holds
from hakaru.guard.evidence import Fact
from hakaru.running.claims import read
from hakaru.running.claims.facts import facts_of
from hakaru.running.sections.evidence import bundle
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.model import RunKnown
from hakaru.sources.simulated.season import simulate_story
from hakaru.store.activities import list_activities
from hakaru.store.readers.base import Run

FOLDER: Final = Path(__file__).with_name("first_contact")
SECOND: Final = FOLDER.with_name("second_contact")
THIRD: Final = FOLDER.with_name("third_contact")
"""Without typed claims."""
EARLIER: Final = CASES / "narrative_first_contact.json"
STORY_TODAY: Final = date(2026, 11, 23)
STATED_LT_BPM: Final = "168"
"""What the runner of the twelve runs had said; without it their sessions are judged otherwise."""

Fate = Literal["finding", "refused", "note"]
"""Shown as a finding; read completely and false; not read completely."""


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence with its label; `category` says in which way a false one is false."""

    id: str
    lang: Lang
    run: str
    section: str
    true: bool
    category: str
    text: str


def measure(scratch: Path) -> Mapping[str, object]:
    """All figures; `scratch` is an empty folder."""
    known = twelve_runs(scratch)
    facts = {day: as_given(run, facts_of(run)) for day, run in known.items()}
    before = json.loads((FOLDER / "before.json").read_text(encoding="utf-8"))
    sentences = read_sentences(FOLDER / "sentences.json")
    return {
        "runs": {"n": len(known), "differences": list(differences(known))},
        "before": {
            "commit": before["commit"],
            **{
                form: table(sentences, frozenset(taken))
                for form, taken in before["accepted"].items()
            },
        },
        **contact_figures(FOLDER, facts),
        "second": contact_figures(SECOND, facts),
        "third": free_text_figures(THIRD, facts),
        **({"earlier sentences": _earlier()} if EARLIER.is_file() else {}),
    }


def contact_figures(folder: Path, facts: Mapping[str, Facts]) -> Mapping[str, object]:
    """The sentences of a folder as free text and as claims."""
    sentences = read_sentences(folder / "sentences.json")
    return {
        **free_text_figures(folder, facts),
        "as claims": claims_figures(sentences, facts, folder),
    }


def free_text_figures(folder: Path, facts: Mapping[str, Facts]) -> Mapping[str, object]:
    """The sentences of a folder as free text alone."""
    sentences = read_sentences(folder / "sentences.json")
    fates = {one.id: fate_of(one, facts[one.run]) for one in sentences}
    return {
        "free text": _free_text(sentences, fates),
        "free text held back": table(held_back(sentences, folder), _shown(fates)),
    }


def _free_text(sentences: Sequence[Sentence], fates: Mapping[str, Fate]) -> Mapping[str, object]:
    return {
        **table(sentences, _shown(fates)),
        "fates of true ones": _fates(sentences, fates, true=True),
        "fates of false ones": _fates(sentences, fates, true=False),
        "false ones shown": [
            one.id for one in sentences if not one.true and fates[one.id] == "finding"
        ],
    }


def held_back(sentences: Sequence[Sentence], folder: Path) -> tuple[Sentence, ...]:
    """The half that the builders of the readers were not shown after the first figures."""
    shown = frozenset(json.loads((folder / "shown.json").read_text(encoding="utf-8")))
    return tuple(one for one in sentences if one.id not in shown)


def read_sentences(path: Path) -> tuple[Sentence, ...]:
    """The sentences of a file; those without an id are numbered."""
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return tuple(
        Sentence(
            id=case.get("id", f"{case['lang']}-{place:03}"),
            lang=case["lang"],
            run=case["run"],
            section=case["section"],
            true=case["true"],
            category=case["category"],
            text=case["text"],
        )
        for place, case in enumerate(cases, start=1)
    )


def twelve_runs(scratch: Path) -> Mapping[str, RunKnown]:
    """The runs that the sentences are about, by day, after the whole season was taken in."""
    files = scratch / "fit"
    files.mkdir()
    for run in simulate_story(STORY_TODAY, language="en", utc_offset_s=0):
        (files / run.session.file_name).write_bytes(run.session.to_fit())
    days = _given().keys()
    context = build(load_config(data_folder=scratch / "data", language="en"))
    try:
        set_athlete(context, quantity="lt_heart_rate_bpm", value=STATED_LT_BPM, since=None)
        ingest(context, paths=[files])
        with context.store.read() as con:
            runs = [
                Run(activity_id=activity.activity_id, day=activity.activity_date)
                for activity in list_activities(con)
                if activity.activity_date.isoformat() in days
            ]
            return {run.day.isoformat(): read_known(con, run) for run in runs}
    finally:
        context.store.close()


def _given() -> Mapping[str, Any]:
    given: Mapping[str, Any] = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return given


def differences(known: Mapping[str, RunKnown]) -> Iterator[str]:
    """Where the runs are not those that the author of the sentences was told about."""
    for day, given in _given().items():
        if day not in known:
            yield f"{day}: no such run"
            continue
        told = given["section_context"]["sections"]
        for section, about in gather_all(known[day]).items():
            told_then = {_NOW.get(path, path): cell for path, cell in _leaves(told[section])}
            was, now = told_then, dict(_leaves(bundle(about)))
            for path in sorted(was.keys() | now.keys()):
                if was.get(path) != now.get(path):
                    yield f"{day} {section} {path}: {was.get(path)} -> {now.get(path)}"


def as_given(known: RunKnown, facts: Facts) -> Facts:
    """The facts with the figures that the author of the sentences was told, where those of today
    differ on the page: a sentence is true or false by what its author knew."""
    day = known.day.isoformat()
    told = _given()[day]["section_context"]["sections"]
    changed: dict[str, float] = {}
    for section, about in gather_all(known).items():
        now = dict(_leaves(bundle(about)))
        for path, was in _leaves(told[section]):
            value = _number(was)
            if value is not None and was != now.get(_NOW.get(path, path)):
                changed[_fact_id(_NOW.get(path, path))] = value
    for metric, verdict in _given()[day]["form"].items():  # there they are not rounded to the page
        for role in ("actual", "expected"):
            if isinstance(verdict, dict) and f"{metric}.{role}" in changed:
                changed[f"{metric}.{role}"] = float(verdict[role])
    return replace(facts, facts=tuple(_told(fact, changed) for fact in facts.facts))


def _told(fact: Fact, changed: Mapping[str, float]) -> Fact:
    """A fact as it was told; step lengths were told in metres, and whole ones but in the form."""
    if fact.id not in changed or isinstance(fact.value, str):
        return fact
    if (fact.metric, fact.unit) != ("step_length", "cm"):
        return replace(fact, value=changed[fact.id])
    whole = fact.role not in ("actual", "expected")
    return fact if whole else replace(fact, value=CM_PER_M * changed[fact.id])


def _fact_id(path: str) -> str:
    """The id behind a cell: 'delta@gct ms' is 'gct.delta', 'pace.actual@split 3' is itself."""
    column, _, row = path.partition("@")
    return path if "." in column else f"{row.partition(' ')[0]}.{column}"


def _number(cell: object) -> float | None:
    """A cell as a number, '5:22/km' in seconds; None: it is a text."""
    if isinstance(cell, bool) or not isinstance(cell, int | float | str):
        return None
    if not isinstance(cell, str):
        return float(cell)
    pace = re.fullmatch(r"(\d+):(\d\d)/km", cell)
    return None if pace is None else 60.0 * int(pace[1]) + int(pace[2])


_TABLES: Final = ("facts", "at")
_NOW: Final = {"actual@climb m": "per_km@climb m/km"}
"""Cells that had another name then."""


def _leaves(section: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Each cell of the tables of a section by its name."""
    for name, value in section.items():
        if name not in _TABLES:
            yield name, json.dumps(value, sort_keys=True)
            continue
        for row, cells in value.items():
            if row not in ("columns", "units"):
                named = zip(value["columns"], cells, strict=False)
                yield from ((f"{column}@{row}", cell) for column, cell in named if cell is not None)


def fate_of(sentence: Sentence, facts: Facts) -> Fate:
    """What becomes of a text without claims."""
    claimed = [one.claims for one in read.read_sentences(sentence.text, facts, sentence.lang)]
    if not claimed or not all(claimed):
        return "note"
    claims = [claim for own in claimed for claim in own or ()]
    return "finding" if all_hold(claims, facts) else "refused"


def claims_figures(
    sentences: Sequence[Sentence], facts: Mapping[str, Facts], folder: Path
) -> Mapping[str, object]:
    """The same sentences, handed in as claims."""
    rows = json.loads((folder / "claims.json").read_text(encoding="utf-8"))
    given = {row["id"]: row["claims"] for row in rows}
    wrong = {one.id: list(untrue(given[one.id], facts[one.run])) for one in sentences}
    return {
        **table(sentences, frozenset(name for name, found in wrong.items() if not found)),
        "false ones accepted": [one.id for one in sentences if not one.true and not wrong[one.id]],
        "true ones refused": {
            one.id: wrong[one.id] for one in sentences if one.true and wrong[one.id]
        },
        "true ones refused, by why": dict(
            Counter(
                wrong[one.id][0].partition(":")[0]
                for one in sentences
                if one.true and wrong[one.id]
            )
        ),
    }


def untrue(given: Sequence[object] | None, facts: Facts) -> Iterator[str]:
    """Why claims as JSON are not taken: nothing is claimed, one is no claim, unknown or false."""
    if not given:
        yield "no type"
        return
    for value in given:
        text = json.dumps(value, ensure_ascii=False)
        try:
            claim = claims_json.in_units_of(claims_json.claim_from(value), facts)
        except BadArgument as error:
            yield f"no claim: {text} {error}"
            continue
        if not holds(claim, facts):
            missing = [name for name in facts_named(claim) if not _is_there(name, facts)]
            yield f"{'no such fact' if missing else 'false'}: {text}"


def _is_there(name: str, facts: Facts) -> bool:
    columns = {f"{fact.metric}.{fact.role}@{fact.scope.rpartition(' ')[0]}" for fact in facts.facts}
    return name in facts.by_id or name in columns


def table(sentences: Sequence[Sentence], shown: Collection[str]) -> Mapping[str, object]:
    """How many false ones are shown and how many true ones kept, of all and by what they are."""
    groups: dict[str, dict[str, list[Sentence]]] = {}
    for one in sentences:
        named = {"by language": one.lang, "by section": one.section}
        if not one.true:
            named["by category"] = one.category
        for group, name in named.items():
            groups.setdefault(group, {}).setdefault(name, []).append(one)
    return {
        "all": _row(sentences, shown),
        **{
            group: {name: _row(own, shown) for name, own in sorted(rows.items())}
            for group, rows in groups.items()
        },
    }


def _row(sentences: Sequence[Sentence], shown: Collection[str]) -> Mapping[str, object]:
    row: dict[str, object] = {}
    for true, does in ((False, "shown"), (True, "kept")):
        own = [one for one in sentences if one.true is true]
        if own:
            n = sum(one.id in shown for one in own)
            name = "true" if true else "false"
            row |= {name: len(own), f"{name} {does}": n}
            row[f"{name} {does}, %"] = round(100.0 * n / len(own), 1)
    return row


def _shown(fates: Mapping[str, Fate]) -> frozenset[str]:
    return frozenset(name for name, fate in fates.items() if fate == "finding")


def _fates(
    sentences: Sequence[Sentence], fates: Mapping[str, Fate], *, true: bool
) -> Mapping[str, int]:
    return dict(Counter(fates[one.id] for one in sentences if one.true is true))


def _earlier() -> Mapping[str, object]:
    """The sentences that were there before."""
    facts = {name: _earlier_facts(run) for name, run in _earlier_runs().items()}
    sentences = read_sentences(EARLIER)
    return _free_text(sentences, {one.id: fate_of(one, facts[one.run]) for one in sentences})


def _earlier_runs() -> Mapping[str, Any]:
    runs: Mapping[str, Any] = json.loads(EARLIER.read_text(encoding="utf-8"))["facts"]
    return runs


_RENAMED: Final = {("climb.actual", "m"): ("climb.per_km", "m/km")}
"""Facts that had another name or unit then."""


def _earlier_facts(run: Mapping[str, Any]) -> Facts:
    """The facts of every section, with the flags and causes that were told beside them."""
    sections: Sequence[Mapping[str, Any]] = list(run["sections"].values())
    facts = [
        Fact(metric="kind", role="actual", value=sections[0]["training_type"], unit="word"),
        *(_earlier_fact(fact) for section in sections for fact in section["facts"]),
    ]
    flags = {
        f"needs_improvement.{metric}": needed
        for section in sections
        for metric, needed in section["needs_improvement"].items()
    }
    phases = {fact.scope for fact in facts if fact.metric == "phase"}
    return Facts(
        facts=tuple({fact.id: fact for fact in facts}.values()),
        flags={
            **flags,
            **{f"present.{role}": role in phases for role in ("warmup", "cooldown")},
            **{f"unknown.{name}": True for one in sections for name in one.get("unknown", ())},
        },
        causes=frozenset(("pace", cause) for one in sections for cause in one.get("causes", ())),
    )


def _earlier_fact(row: Mapping[str, Any]) -> Fact:
    name, unit = _RENAMED.get((row["id"], row["unit"]), (row["id"], row["unit"]))
    column, _, scope = name.partition("@")
    metric, _, role = column.partition(".")
    return Fact(metric=metric, role=role, value=row["value"], unit=unit, scope=scope)
