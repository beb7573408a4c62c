"""English wordings that are made alike before words are looked up, one beside the other; parts of
a whole among them: "all but one of six", "half of the ten", "a twelfth longer"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

_NUMBERS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
_OF: Final = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20,
}  # fmt: skip
_NOUN = (
    r"((?:[a-z]+ ){0,2}?"
    r"(?:splits|laps|kilomet(?:re|er)s|kms?|reps|repetitions|intervals|efforts))\b"
)
MANY = rf"(\d+|{'|'.join(_NUMBERS)})"
ALL_BUT: Final = re.compile(rf"\ball (?:but|except|bar) {MANY} of (?:the |your |its )?{MANY}\b")
SHARE_OF: Final = re.compile(
    rf"(?<!first )(?<!second )\b(half|(?:a|one|two|three|four) (?:{'|'.join(_OF)})s?)"
    rf"(?: of (?:the |your )?| the | your ){MANY} {_NOUN}"
)
SOME_SHARE: Final = re.compile(
    rf"\b(?:an?|one|two|three|four) (?:{'|'.join(_OF)})s? of (?=(?:the|your|all|its|them)\b)"
)
"""A share of what is not counted, which is no place: "a third of the splits"."""
_BEHIND = frozenset({
    "longer", "shorter", "higher", "lower", "larger", "smaller", "greater", "more", "less",
    "above", "below", "slower", "faster", "quicker", "bigger", "stiffer", "softer", "under", "over",
    ",", ".", ";", ")", "off", "too",
})  # fmt: skip
"""What a fraction that says how much is followed by: "a third kilometre" is a place."""
_NEAR = 0.08


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _NUMBERS.index(text)


def all_but(match: re.Match[str]) -> str:
    """As "all but one of the six": "5 of 6"."""
    few, many = _number(match[1]), _number(match[2])
    return f"{many - few} of {many}" if 0 < few < many else match[0]


def share_of(match: re.Match[str]) -> str:
    """As "half of the ten kilometres": "5 of 10 kilometres"; unchanged where it is no number."""
    fraction = _fraction(match[1].split())
    whole = _number(match[2])
    if fraction is None or whole * fraction[0] % fraction[1]:
        return match[0]
    return f"{whole * fraction[0] // fraction[1]} of {whole} {match[3]}"


def _fraction(words: Sequence[object]) -> tuple[int, int] | None:
    """Numerator and denominator of "a half", "three quarters"."""
    first, *rest = [str(word) for word in words]
    if first == "half" and not rest:
        return 1, 2
    many = 1 if first == "a" else _NUMBERS.index(first) if first in _NUMBERS else 0
    of = _OF.get(rest[0].removesuffix("s"), 0) if rest else 0
    if not many or not of or many >= of or (many > 1) != rest[0].endswith("s"):
        return None
    return many, of


def percent_at(pieces: Sequence[object], at: int) -> tuple[float, float] | None:
    """A fraction that says by how much, as "a twelfth longer", in % with how far it may be off:
    no nearer to another fraction; None: there is none."""
    before = pieces[at - 1] if at else ""
    behind = pieces[at + 2] if at + 2 < len(pieces) else "."
    fraction = _fraction(pieces[at : at + 2]) if at + 1 < len(pieces) else None
    if fraction is None or behind not in _BEHIND or before == "and":
        return None
    many, of = fraction
    percent = 100.0 * many / of
    return percent, min(_NEAR * percent, 50.0 * (1.0 / of - 1.0 / (of + 1)))


_ROUGHLY = r"((?:about|around|roughly|some|nearly|almost|just|only|over|under|a) )*"
_OUTSIDE = r"\boutside,? (?:on |at |and )*(?:the |its )?"
_VERB = r"(?:is|are|was|were|had|got|met|ran|took|stayed|need\w*|lay|lies|sat|scored|came|did)\b"
_NAMED = (
    r"(?:the |its |your )?(?:contact|ground|vertical|oscillation|ratio|bounce|cadence|heart|pace|"
    r"form|leg|step|stride|warm|cool|main|work|tempo|recover|first|second|third|fourth|fifth|last|final|"
    r"opening|closing|kilomet|km|split|lap|rep)"
)
"""What "all but" may except."""
_PACE = r"(?:(?:the |your )?(?:uneven pac\w+|scatter in (?:the |your )?pace|pace scatter))"

_WORDINGS: Final = tuple(
    (re.compile(pattern), alike)
    for pattern, alike in (
        (r"\b(an? \w+) one(?=[:,.;]|$)", r"\1"),
        (
            r"\b(kilomet(?:re|er)|lap|split|rep(?:etition)?|interval)\b(.*?)\bnumber (?=\d)",
            r"\1\2\1 ",
        ),
        (
            r"(kilomet(?:re|er)|lap|split|rep(?:etition)?|interval)( \d.*?)\bnumber (?=\d)",
            r"\1\2\1 ",
        ),
        (r"\bby (?=(?:kilomet|km\b|split|lap|rep|interval))", "in "),
        (r"\b(?:is|are|was|were|got|came) down to (?=\d+:\d\d)", "was at "),
        (
            r"\b(the )?(\w+) (?:can |could |may |might |help(?:s|ed)? |partly )*explain(?:s|ed)? "
            r"(?:(?:a )?(?:part|some) of )?(?=the (?:uneven )?pac)(the \w+(?: pacing)?)",
            r"\3 is partly explained by the \2",
        ),
        (
            r"\bwhat (?:this|that|your) (?:speed|pace) (?:normally|usually|typically) \w+",
            "your usual",
        ),
        (r"\bbetween (\d+:\d\d) and (?=\d+:\d\d ?(?:/km|per k))", r"between \1/km and "),
        (r"(?<=balance )(.{0,24}?)(\d[\d.]*) ?/ ?(?=\d)", r"\1\2 to "),
        (r"\btimes (?=\d+:\d\d)", "reps of "),
        (
            r"\bin (?=(?:their|its|your|the) (?:own )?(?:normal|usual|typical|expected) range)",
            "within ",
        ),
        (
            r"(\d[\d.]* ?(?:ms|cm|spm|bpm|points?)),? \((?:or )?(\d[\d.]*) ?(?:%|percent)\) "
            r"((?:long|short|high|low|larg|small|great)\w+(?: than (?:usual|normal|expected))?)",
            r"\1 \3 and \2% \3",
        ),
        (r"\b(?:and|but) also\b(?! as)", "and"),
        (r"(?<=stars) (?:out )?of (?:a possible )?(?:five|5)\b(?! [a-z])", ""),
        (r"^two of (?:the|your) three (?:form )?metrics,? (.{3,40}?), (?=need)", r"only \1 "),
        (
            r"\b(usual|normal|typical) (\d[\d.]*) ?(?:-|–|to) ?(\d[\d.]*(?: ?(?:ms|cm|%|spm))?) "
            r"(range|band|window|corridor|interval)\b",
            r"\1 \4 of \2-\3",
        ),
        (r"^of (?:the|your) (?:three )?(?:rated )?(?:form )?metrics,? (?=only)", ""),
        (
            r"\beverything (?:that was |that )?(?:checked|asked|judged)(?: for)? was met\b",
            "all criteria were met",
        ),
        (
            r"(?<= of )(\w+) (?:points|checks|boxes) (?=in the (?:warm|main|cool|work|recover))",
            r"\1 criteria ",
        ),
        (r"(?<=\S) (?:\||·|•) (?=\S)", ", "),
        (
            r"\b((?:every|each|all) (?:[a-z]+ ){0,2}?(?:splits?|laps?|kilomet(?:re|er)s?|reps?))"
            r" (?:but|bar|except|save) one\b",
            r"\1 butone",
        ),
        (
            r"\b(met|passed|fulfilled|ticked) everything\b(?: asked(?: of it)?)?",
            r"\1 all criteria",
        ),
        (
            r"\bwhat cost (?:the |your )?(?:session|run|it|you)?((?: \w+)?) stars? "
            r"(?:was|were|is|are) ",
            r"it lost\1 stars because of ",
        ),
        (
            r"\ba (?:good|solid|full) "
            r"(?=(?:half|third|quarter|fifth|sixth|eighth|tenth|twelfth)\b)",
            "about a ",
        ),
        (r"^((?:the )?\w+ (?:kilomet(?:re|er)|split|lap|rep|\d+)) aside, ", r"apart from \1, "),
        (
            r"(range|interval|band)\b(.*)\b(outside|inside|within|above|below) it(?=[,.;]|$)",
            r"\1\2\3 the usual range",
        ),
        (
            r"\b(range|interval|band) \(([^()]{5,20})\) (by \w[\w.]* ?(?:[a-z]+|%))",
            r"\1 \3, the usual range \2",
        ),
        (
            r"\bthe (?:one |criterion |only )*"
            r"(?:missing|missed|that got away|that was missed|unmet)"
            r"(?: one| criterion)?(?: was| is|:) ",
            "the only criterion missed was ",
        ),
        (
            r"\b(?:all|every|everything)(?: of)?(?: the)?(?: criteria| criterion| checks?)?"
            r"(?: (?:was|were) (?:met|passed|satisfied))? (?:except|but|bar|save)(?: for)? "
            r"(?:the |that )?(?:one (?:on|for) )?((?:form|heart rate|pace)"
            r"(?: (?:criterion|check))?(?: in the [\w-]+)?)"
            r"(?: (?:was|were) (?:met|passed|satisfied))?(?=[,.;:]|$)",
            r"the only criterion missed was \1",
        ),
        (
            r"\b(one|two|a) (stars?) short of (?:the |a )?"
            r"(?:maximum|full marks|five|full score|perfect score|top marks)\b",
            r"lost \1 \2",
        ),
        (r"\bin range\b", "within the usual range"),
        (
            rf"\b((?:all|every|everything|each|none|nothing|no \w+)(?: (?!{_VERB})[\w-]+){{0,4}}) "
            rf"(?:but|bar|save) (?={_NAMED})",
            r"\1 except ",
        ),
        (r"\b(the only one to (?:work on|fix|improve)):", r"\1 is"),
        (
            r"\beverything (?:was |got )?(?:ticked off|ticked|met|passed|fulfilled)\b",
            "all criteria met",
        ),
        (r"\b(an?|one) (minute|hour|kilomet(?:re|er)) and a half\b", r"1.5 \2s"),
        (r"\ban hour and a quarter\b", "75 minutes"),
        (
            rf"\b{MANY} (splits?|laps?|kilomet(?:re|er)s?|reps?|repetitions?) "
            rf"out of (?:the |your )?{MANY}\b",
            r"\1 of \3 \2",
        ),
        (r"\bthree quarters of an hour\b", "45 minutes"),
        (r"\ban hour and three quarters\b", "105 minutes"),
        (rf"\bclose to (?={MANY}\b|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b)", "about "),
        (r"\bnot (?:one|a single one) of (?=the|your|them)", "none of "),
        (
            r"\b(session|workout|form|technique|stars?)(?: rating| score| mark| stars)?:? "
            r"([0-5]) ?/ ?5\b(?! ?stars)",
            r"\1 \2 stars",
        ),
        (
            r"\b(one|two|three|four|five|[1-5]) (?:out of|of|/) (?:five|5)"
            r"(?= for (?:the |your )?(?:session|workout|run|form|technique))",
            r"\1 stars",
        ),
        (
            r"\bwhat (?:the|your|this|that|such a) (?:pace|speed) (?:alone |itself )?"
            r"(?:would |might )?(?:have )?(?:predict\w*|suggest\w*|call\w* for|impl[iy]\w*|"
            r"le(?:a)?ds? (?:you|one) to expect)(?!\w)",
            "your usual",
        ),
        (
            rf"\b(?:gave|gives?|giving) (?:away|up) (?={_ROUGHLY}[\w.-]+ points?\b)",
            "lost ",
        ),
        (
            r"\b(deduction|penalty|points? (?:lost|dropped))(?:,| was| were| is| being)* "
            r"(?:all|entirely|solely|wholly|only|purely) "
            r"(?:down|due|owing|thanks|attributable) to\b",
            r"\1 only for",
        ),
        (rf"{_OUTSIDE}(?:high|upper|long)(?:er)? (?:side|end)\b", "above the usual range"),
        (rf"{_OUTSIDE}(?:low|short)(?:er)? (?:side|end)\b", "below the usual range"),
        (
            rf"\b(?:the )?(\w+) (?:offers?|is|are|gives?|make|makes|provides?) (?:a|one) "
            rf"(?:plausible|possible|likely|partial|fair|good) (?:explanation|reason) "
            rf"(?:for|of|behind) {_PACE}",
            r"the uneven pace is partly explained by the \1",
        ),
    )
)
ALIKE: Final[Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]] = (
    *_WORDINGS,
    (ALL_BUT, all_but),
    (SHARE_OF, share_of),
    (SOME_SHARE, "part-unknown "),
)
"""In this order; what a wording becomes is read like anything else, and checked."""
