"""What is a rule about a report, and what is found when all of them are asked in one pass?

A report is walked once into places; each kind of place has its rows in a table of rules. The rows
of one kind go from the most basic on, and the first that is broken speaks: what is not there is
not also empty. Everything else is found in the same pass.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from hakaru.guard.cleaning import Finding, Lang, Severity, quote
from hakaru.proposals.phrases import is_blank
from hakaru.proposals.reports import ValidationResult
from hakaru.proposals.statuses import is_status

LISTED_MOST = 50
"""So many errors (and warnings) are listed; one more line says how many there are besides."""
PATH_MOST = 120
_LONG_NUMBER = 10**18
_OUR_PATH = re.compile(r"[\w.\[\]]{0,120}", re.ASCII)
"""A path of names that no model made up."""


class Place(NamedTuple):
    """One spot in a report. `kind` is what the rules of a table ask for."""

    kind: str
    path: str
    value: object


Broken = Callable[[Place, AbstractSet[str]], object]
"""What is wrong with a place, seen with the ids that exist: a word to quote, True, or nothing."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One row. `{path}`, `{value}` and `{found}` in the words are the place, what stands there,
    and what the predicate gave. The English is what the requirement names."""

    id: str
    at: str
    broken: Broken
    en: str
    ja: str
    severity: Severity = "must"


def judged(
    places: Iterable[Place],
    rules: Sequence[Rule],
    *,
    node_ids: AbstractSet[str],
    lang: Lang,
) -> ValidationResult:
    """Every rule at every place. Of one rule no more is worded than can be listed."""
    table: dict[str, list[Rule]] = {}
    for rule in rules:
        table.setdefault(rule.at, []).append(rule)
    findings: list[Finding] = []
    counts: Counter[str] = Counter()
    for place in places:
        for rule in table.get(place.kind, ()):
            violation = rule.broken(place, node_ids)
            if violation:
                counts[rule.id] += 1
                if counts[rule.id] <= LISTED_MOST:
                    findings.append(_finding(rule, place, violation, lang))
                break
    musts = {rule.id for rule in rules if rule.severity == "must"}
    return ValidationResult(
        errors=_listed(
            [finding for finding in findings if finding.severity == "must"], counts, musts, lang
        ),
        warnings=_listed(
            [finding for finding in findings if finding.severity == "should"],
            counts,
            set(counts) - musts,
            lang,
        ),
        findings=tuple(findings),
    )


def _finding(rule: Rule, place: Place, violation: object, lang: Lang) -> Finding:
    words = rule.en if lang == "en" else rule.ja
    path = place.path if _OUR_PATH.fullmatch(place.path) else quote(place.path, most=PATH_MOST)
    message = words.format(path=path, value=_shown(place.value), found=violation)
    return Finding(rule=rule.id, path=path, message=message, severity=rule.severity)


def _listed(
    findings: list[Finding], counts: Mapping[str, int], rules: set[str], lang: Lang
) -> list[str]:
    """The sentences. Where there are too many, each rule gets its share of the lines."""
    total = sum(counts[rule] for rule in rules)
    if total <= LISTED_MOST:
        return [finding.message for finding in findings]
    share = max(1, LISTED_MOST // len({finding.rule for finding in findings}))
    seen: Counter[str] = Counter()
    messages: list[str] = []
    for finding in findings:
        seen[finding.rule] += 1
        if seen[finding.rule] <= share:
            messages.append(finding.message)
    left = total - len(messages)
    return [*messages, f"... and {left} more" if lang == "en" else f"... ほか {left} 件"]


def _shown(value: object) -> str:
    """A value as a message may show it: short, on one line, without brackets."""
    if isinstance(value, str):
        return f"'{quote(value)}'"
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < _LONG_NUMBER else "a very long number"
    return "a list" if isinstance(value, list) else "an object"


def is_missing(place: Place, _: AbstractSet[str]) -> object:
    """Not there, or null."""
    return place.value is None


def is_no_object(place: Place, _: AbstractSet[str]) -> object:
    """Not an object."""
    return not isinstance(place.value, Mapping)


def is_no_list(place: Place, _: AbstractSet[str]) -> object:
    """Not a list; also where it is missing."""
    return not isinstance(place.value, list)


def is_no_text(place: Place, _: AbstractSet[str]) -> object:
    """Not a text, where one may be left out."""
    return place.value is not None and not isinstance(place.value, str)


def is_no_filled_text(place: Place, _: AbstractSet[str]) -> object:
    """Not a text in which something can be read."""
    return not isinstance(place.value, str) or is_blank(place.value)


def is_unknown_status(place: Place, _: AbstractSet[str]) -> object:
    """Not one of the fifteen statuses, where one may be left out."""
    return place.value is not None and not is_status(place.value)


def is_unknown_id(place: Place, node_ids: AbstractSet[str]) -> object:
    """Not exactly one of the ids."""
    return not isinstance(place.value, str) or place.value not in node_ids
