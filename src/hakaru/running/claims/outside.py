"""What becomes of an analysis that somebody else wrote: findings, a note, or a refusal.

A finding is a typed claim that is true by computation, or a sentence that was read completely as
such claims. Whatever else is said is the author's note. A claim that is false, and a sentence that
can only be read as false, refuse the whole: the author hears what is true instead.

Fields that are understood: `claims`, a list of entries `{"ids": [], "claims": [], "text": ""}` with
ids of the run's menu and typed claims (`guard.claims_json`), or of either alone; `text`;
`evidence`; `improvements`. In any other shape, texts are read as sentences, and the whole stays a
note.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import (
    N_,
    Lang,
    Message,
    differs,
    in_language,
    joined,
    listed,
    message,
    say,
    translate,
)
from hakaru.guard.claims import (
    FROM,
    Cause,
    Claim,
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Flag,
    Held,
    Limit,
    Span,
    Text,
    Trend,
    Value,
    Within,
    all_hold,
    evidence_of,
    facts_named,
    holds,
    is_known,
)
from hakaru.guard.claims_json import (
    claim_from,
    claim_json,
    in_units_of,
)
from hakaru.guard.cleaning import Finding, path_of, quote
from hakaru.guard.task import EVIDENCE_MOST_BYTES
from hakaru.records import frozen
from hakaru.running.claims.read import ReadSentence, read_sentences
from hakaru.running.claims.wording import (
    cause_name,
    claim_text,
    fact_name,
    figure,
    metric_name,
    place,
)
from hakaru.running.sections.evidence import language_of
from hakaru.running.sections.model import SectionName, SectionText

_LISTED_MOST = 6


def truth_of(claim: Claim, facts: Facts) -> Message:
    """What the run says where a claim says something else, in words of the page."""
    if not is_known(claim, facts):
        return _unknown(claim, facts)
    wrong = claim_text(claim, facts)
    if isinstance(claim, Flag):
        return message("this does not hold: {claim}", claim=wrong)
    return message("{truth}; this does not hold: {claim}", truth=_truth(claim, facts), claim=wrong)


def _truth(claim: Claim, facts: Facts) -> Message:
    """The figures that a claim is about."""
    match claim:
        case Value() | Text() | Limit() | Within():
            return message("{fact} was {value}", **_shown(claim.fact, facts))
        case Compare():
            left, right = _shown(claim.left, facts), _shown(claim.right, facts)
            return message(
                "{left} was {left_value}, {right} {right_value}",
                left=left["fact"],
                left_value=left["value"],
                right=right["fact"],
                right_value=right["value"],
            )
        case Cause(cause=cause):
            metric, named = metric_name(claim.fact.partition(".")[0]), cause_name(cause)
            share = facts.by_id.get(claim.share)
            if share is None:
                return message("{fact} is put down to {cause}", fact=metric, cause=named)
            return message(
                "{size} of {fact} come from {cause} (below zero: it made it lower)",
                size=figure(share),
                fact=metric,
                cause=named,
            )
        case _:
            return _of_series(claim, facts)


def _shown(name: str, facts: Facts) -> Mapping[str, str]:
    fact = facts.by_id[name]
    return {"fact": fact_name(fact), "value": figure(fact)}


def _unknown(claim: Claim, facts: Facts) -> Message:
    if isinstance(claim, Cause):
        metric = claim.fact.partition(".")[0]
        causes = sorted(
            {cause for _, cause in facts.causes}
            | {
                fact.role.removeprefix(FROM)
                for fact in facts.facts
                if fact.metric == metric and fact.role.startswith(FROM)
            }
        )
        return message(
            "nothing shows that {fact} is due to {cause}; causes that were estimated: {causes}",
            fact=metric_name(quote(metric)),
            cause=quote(claim.cause),
            causes=", ".join(causes) or "-",
        )
    ids = facts.by_id.keys() | {f"{f.metric}.{f.role}@{f.scope.split()[0]}" for f in facts.facts
                                if f.scope}  # fmt: skip
    names = [claim.name] if isinstance(claim, Flag) else list(facts_named(claim))
    known = facts.flags.keys() if isinstance(claim, Flag) else ids
    missing = next((name for name in names if name not in known), names[0])
    near = get_close_matches(missing, sorted(known), n=3, cutoff=0.5)
    if near:
        return message(
            "'{name}' is no fact of this run; close to it: {near}",
            name=quote(missing),
            near=", ".join(near),
        )
    return message("'{name}' is no fact of this run", name=quote(missing))


def _of_series(claim: Claim, facts: Facts) -> Message:
    """What the values of the series are: between which they lie, or each."""
    assert isinstance(claim, Extreme | Every | Span | Count | Trend | Held), (
        "all claims about series"
    )
    metric = metric_name(claim.series.metric)
    numbers = [fact for fact in facts.series(claim.series) if not isinstance(fact.value, str)]
    if isinstance(claim, Extreme | Every | Span):
        low, *_, high = 2 * sorted(numbers, key=lambda fact: float(fact.value))
        return message(
            "{metric} lay between {low} ({low_place}) and {high} ({high_place})",
            metric=metric,
            low=figure(low),
            low_place=place(low.scope),
            high=figure(high),
            high_place=place(high.scope),
        )
    shown = [
        message("{value} ({place})", value=figure(fact), place=place(fact.scope))
        for fact in numbers[:_LISTED_MOST]
    ]
    return message(
        "{metric} was {values}{more}",
        metric=metric,
        values=listed(shown),
        more=" ..." if len(numbers) > _LISTED_MOST else "",
    )


CONTRACT_VERSION = 2
RULES: Mapping[str, str] = {
    "outside.false": N_("what is false by the figures of the run refuses the whole analysis"),
    "outside.note": N_("what is not read as claims is kept as a note (not checked), no finding"),
}
"""What becomes of an analysis, by id, as an author hears it beforehand."""

_LANGUAGES: Mapping[Lang, str] = {"ja": "Japanese", "en": "English"}
CLAIM_FIELDS: Mapping[str, str] = {
    "value": "fact, says",
    "text": "fact, says",
    "compare": "left, relation: lower|higher|equal, right, by?",
    "limit": "fact, bound: below|at_most|at_least|above, says",
    "within": "fact, side: inside|below|above, low, high",
    "extreme": "series, which: lowest|highest, places",
    "every": "series, bound, says, without?",
    "span": "series, low, high",
    "count": "series, bound, limit, n",
    "trend": "series, relation",
    "held": "series",
    "flag": "name, holds",
    "cause": "fact, cause",
}
_EXAMPLE: Mapping[str, object] = {
    "claims": [
        {"claims": [{"claim": "value", "fact": "gct.actual", "says": "265 ms"}], "text": "..."},
        {
            "claim": "extreme",
            "series": "pace.actual@split",
            "which": "lowest",
            "places": ["split 3"],
        },
    ]
}


def instructions(lang: Lang) -> str:
    """How to hand in a section, in English whatever language it is written in."""
    return (
        "Hand in claims, each computed from the run: facts by id (metric.role, or column@row), "
        'figures with unit ("265 ms", "6:24/km", "1:31:37"); a lower pace is a faster one. '
        f"text words one entry in {_LANGUAGES[lang]} and is shown where it says nothing else; "
        "without it our words stand there. Text without claims counts sentence by sentence, where "
        "every word can be read."
    )


@frozen
class Contract:
    """How others hand in a section in one language, and what becomes of it."""

    section: SectionName
    lang: Lang
    version: int = CONTRACT_VERSION

    @property
    def schema(self) -> Mapping[str, object]:
        """An example, and the fields of every kind of claim (?: may be left out)."""
        return {"example": _EXAMPLE, "claims": CLAIM_FIELDS}

    @property
    def rules(self) -> Mapping[str, str]:
        """What becomes of it, in the language."""
        return {rule: translate(text, self.lang) for rule, text in RULES.items()}

    @property
    def shape(self) -> Mapping[str, object]:
        """As JSON values."""
        return {
            "section_type": self.section,
            "contract_version": self.version,
            "language": self.lang,
            "instructions": instructions(self.lang),
            "evidence": f"prefetch_activity_context, at most {EVIDENCE_MOST_BYTES} bytes",
            "schema": self.schema,
            "rules": self.rules,
        }


Menu = Callable[[], Mapping[str, Sequence[Claim]]]
"""The claims of a run's menu by the ids of its offers, made where they are asked for."""

_ENTRIES_MOST = 60


@frozen
class Statement:
    """Claims that are true, in their author's words; without `text` in ours."""

    claims: tuple[Claim, ...]
    text: str = ""


@frozen
class Taken:
    """What an analysis says that is true, and the rest.

    `unread` are the passages that nothing bears out, by their path: then the author's words are
    kept as a note. `refusals`: what is false, or no claim at all; nothing is kept then.
    """

    statements: tuple[Statement, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    refusals: tuple[tuple[str, Message], ...] = ()

    @property
    def is_note(self) -> bool:
        """Whether the author's own words are kept beside the findings."""
        return bool(self.unread)

    def findings(self, lang: Lang) -> tuple[Finding, ...]:
        """What refuses it, else what becomes a note."""
        refused = tuple(
            Finding(rule="outside.false", path=path, message=in_language(why, lang))
            for path, why in self.refusals
        )
        return refused or tuple(
            Finding(
                rule="outside.note",
                path=path,
                message=say(
                    "'{text}' is not read as a claim: it is kept as a note (not checked)",
                    lang,
                    text=quote(passage),
                ),
                severity="should",
            )
            for path, passage in self.unread
        )


@dataclass
class _Pile:
    statements: list[Statement] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    refusals: list[tuple[str, Message]] = field(default_factory=list)


def take(analysis: Mapping[str, object], facts: Facts, *, menu: Menu) -> Taken:
    """Judge an analysis by the facts of its run."""
    pile = _Pile()
    entries = analysis.get("claims")
    if entries is not None:
        _take_claims(entries, facts, menu, pile)
    _take_evidence(analysis.get("evidence"), "evidence", facts, pile)
    claimed = tuple(claim for statement in pile.statements for claim in statement.claims)
    for path, leaf in _leaves(analysis):
        if leaf is None:
            pile.unread.append((path, path))
        elif entries is None:
            _take_text(leaf, path, facts, pile)
        elif not _says(leaf, claimed, facts):
            pile.unread.append((path, leaf))
    if not (pile.statements or pile.unread or pile.refusals):
        pile.unread.append(("", ""))
    return Taken(
        statements=tuple(pile.statements),
        unread=tuple(pile.unread),
        refusals=tuple(pile.refusals),
    )


def _take_claims(entries: object, facts: Facts, menu: Menu, pile: _Pile) -> None:
    if not isinstance(entries, list) or not 0 < len(entries) <= _ENTRIES_MOST:
        why = message("'claims' is a list of 1 to {n} entries", n=_ENTRIES_MOST)
        pile.refusals.append(("claims", why))
        return
    for at, given in enumerate(entries):
        path = path_of("claims", at)
        bare = isinstance(given, str) or (isinstance(given, Mapping) and "claim" in given)
        entry = {"claims": [given]} if bare else given
        named = _values(entry)
        if not named or not isinstance(entry, Mapping):
            why = message("an entry is a claim, an id of the menu, or an object with 'claims'")
            pile.refusals.append((path, why))
            continue
        claims = tuple(_claims(named, path, facts, menu=menu, pile=pile))
        _take_entry(entry, path, claims, facts=facts, pile=pile)


def _values(entry: object) -> Sequence[object]:
    """The claims of an entry and the ids of the menu, as they were given."""
    if not isinstance(entry, Mapping):
        return ()
    lists = [entry.get(key) for key in ("ids", "claims")]
    return [value for values in lists if isinstance(values, list) for value in values]


def _claims(
    values: Sequence[object], path: str, facts: Facts, *, menu: Menu, pile: _Pile
) -> Iterator[Claim]:
    """The true ones of an entry; each other one is refused with what is true."""
    for at, value in enumerate(values):
        own = path if len(values) == 1 else f"{path}.claims[{at}]"
        try:
            claims = _named(value, menu) if isinstance(value, str) else [claim_from(value)]
        except BadArgument as error:
            pile.refusals.append((own, _sentence(error)))
            continue
        for claim in claims:
            fitted = in_units_of(claim, facts)
            if holds(fitted, facts):
                yield fitted
            else:
                pile.refusals.append((own, truth_of(fitted, facts)))


def _named(offer: str, menu: Menu) -> Sequence[Claim]:
    claims = menu().get(offer)
    if claims is None:
        raise BadArgument("claim", quote(offer), message("on the menu of this run"))
    return claims


def _sentence(error: BadArgument) -> Message:
    (text,) = error.args
    return text if isinstance(text, Message) else message("{text}", text=str(text))


def _take_entry(
    entry: Mapping[str, object],
    path: str,
    claims: tuple[Claim, ...],
    *,
    facts: Facts,
    pile: _Pile,
) -> None:
    """Claims in the author's words where these say nothing else, in ours otherwise."""
    text = entry.get("text")
    if isinstance(text, str) and text.strip():
        if _says(text, claims, facts):
            also = (claim for sentence in _read(text, facts) for claim in sentence.claims or ())
            own = tuple(dict.fromkeys((*claims, *also)))
            pile.statements.append(Statement(claims=own, text=text.strip()))
            return
        pile.unread.append((f"{path}.text", text))
    if claims:
        pile.statements.append(Statement(claims=claims))


def _says(text: str, claims: Sequence[Claim], facts: Facts) -> bool:
    """Whether every sentence is read, true, and about nothing but what the claims rest on."""
    sentences = _read(text, facts)
    read = [claim for sentence in sentences for claim in sentence.claims or ()]
    return (
        bool(claims)
        and all(sentence.claims for sentence in sentences)
        and all_hold(read, facts)
        and set(evidence_of(read)) <= set(evidence_of(claims))
    )


def _read(text: str, facts: Facts) -> Sequence[ReadSentence]:
    return read_sentences(text, facts, language_of(text))


def _take_text(text: str, path: str, facts: Facts, pile: _Pile) -> None:
    """Every sentence that is read completely. One about something that is not known of the run is
    neither true nor false."""
    for sentence in _read(text, facts):
        claims = sentence.claims
        if claims and all_hold(claims, facts):
            pile.statements.append(Statement(claims=claims, text=sentence.text))
        elif claims and all(is_known(claim, facts) for claim in claims):
            wrong = next(claim for claim in claims if not holds(claim, facts))
            pile.refusals.append((path, truth_of(wrong, facts)))
        else:
            pile.unread.append((path, sentence.text))


def _take_evidence(value: object, path: str, facts: Facts, pile: _Pile) -> None:
    """Ids that name a fact or a column of facts say nothing more; others are refused."""
    columns = {f"{fact.metric}.{fact.role}@{fact.scope.rpartition(' ')[0]}" for fact in facts.facts}
    for name in value if isinstance(value, list) else ():
        if not isinstance(name, str) or name not in facts.by_id.keys() | columns:
            why = message("'{name}' is no fact of this run", name=quote(str(name)))
            pile.refusals.append((path, why))


def _leaves(analysis: Mapping[str, object]) -> Iterator[tuple[str, str | None]]:
    """Texts with their paths, and what is none (None): numbers, names of an author's own, flags."""
    for key, value in analysis.items():
        if key in _UNDERSTOOD:
            continue
        if key == "text" and isinstance(value, str):
            yield key, value
        elif key == "improvements" and isinstance(value, list):
            for at, item in enumerate(value):
                yield from _improvement(item, path_of(key, at))
        else:
            yield path_of("", key), None
            yield from _texts(value, path_of("", key))


_UNDERSTOOD = frozenset({"claims", "evidence", "language"})
_OF_IMPROVEMENT = frozenset({"metric", "evidence"})


def _improvement(item: object, path: str) -> Iterator[tuple[str, str | None]]:
    if not isinstance(item, Mapping):
        yield path, None
        return
    for key, value in item.items():
        if key not in _OF_IMPROVEMENT:
            yield from _texts(value, path_of(path, key))


def _texts(value: object, path: str) -> Iterator[tuple[str, str | None]]:
    """The texts of any value, none of which is left out of a note for its being read."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, path_of(path, str(key)))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _texts(item, path_of(path, at))
    else:
        yield path, None


def statements_json(
    statements: Sequence[Statement], facts: Facts, *, lang: Lang
) -> Mapping[str, object]:
    """What is stored of true statements: their text, what they rest on, the claims themselves."""
    claims = [claim for statement in statements for claim in statement.claims]
    return {
        "text": joined([_worded(statement, facts, lang) for statement in statements], lang),
        "evidence": list(evidence_of(claims)),
        "claims": [
            {
                "claims": [claim_json(claim) for claim in statement.claims],
                **({"text": statement.text} if statement.text else {}),
            }
            for statement in statements
        ],
        "language": lang,
    }


def _read_statements(data: Mapping[str, object]) -> tuple[Statement, ...]:
    """The statements of stored findings; none where they cannot be read."""
    entries = data.get("claims")
    if not isinstance(entries, list):
        return ()
    try:
        return tuple(
            Statement(
                claims=tuple(claim_from(claim) for claim in entry["claims"]),
                text=str(entry.get("text", "")),
            )
            for entry in entries
        )
    except (BadArgument, KeyError, TypeError):
        return ()


def held_text(
    section: SectionName, data: Mapping[str, object], facts: Facts, *, lang: Lang | None = None
) -> SectionText | None:
    """Stored findings for a reader, in their author's words where these are in the language (None:
    that of their author) and say no length that the reader wants in another unit. None: they are no
    claims, or not all of them are true today."""
    statements = _read_statements(data)
    claims = [claim for statement in statements for claim in statement.claims]
    if not claims or not all_hold(claims, facts):
        return None
    lang = lang or language_of(str(data.get("text", "")))
    text = joined([_worded(statement, facts, lang) for statement in statements], lang)
    return SectionText(section=section, text=text, evidence=evidence_of(claims))


def _worded(statement: Statement, facts: Facts, lang: Lang) -> str:
    sentences = [claim_text(claim, facts) for claim in statement.claims]
    own = bool(statement.text) and language_of(statement.text) == lang
    if own and not any(differs(sentence, lang) for sentence in sentences):
        return statement.text
    return joined([in_language(sentence, lang) for sentence in sentences], lang)
